"""`python -m quadric` is the `quadric` command, so that torchrun can start it."""

from quadric.cli import main

if __name__ == "__main__":
    main()
