"""What the paper claims, and how our numbers say whether it holds."""

from quadric.figures.claims.appendix import APPENDIX
from quadric.figures.claims.claim import Claim
from quadric.figures.claims.main_text import MAIN_TEXT

__all__ = ["CLAIMS", "Claim"]

CLAIMS = MAIN_TEXT + APPENDIX
"""Every claim that a figure's numbers can judge."""
