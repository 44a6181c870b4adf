"""The quadratic-form algebra of the losses: `naive` defines it, `tiled` computes it fast."""
