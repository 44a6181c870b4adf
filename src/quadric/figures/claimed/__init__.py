"""What the paper claims, and how our numbers say whether it holds."""

from quadric.figures.claimed.appendix import APPENDIX
from quadric.figures.claimed.claim import Claim
from quadric.figures.claimed.main_text import MAIN_TEXT

__all__ = ["CLAIMS", "Claim"]

CLAIMS = MAIN_TEXT + APPENDIX
"""Every claim that a figure's numbers can judge."""
