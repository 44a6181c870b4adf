"""quadric under the names that its neighbours use: scikit-learn, SAELens, SAEBench."""
