"""One file a figure of the paper: which runs it needs, their numbers, and the drawing."""
