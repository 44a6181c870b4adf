"""quadric finds the manifolds inside a language model."""
