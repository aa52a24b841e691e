"""Answers that are given without asking a person, by whatever gives them."""

from tui.permission.answers import Answerer as Answerer
from tui.permission.answers import StandingAnswer as StandingAnswer
