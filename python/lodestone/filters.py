"""Resampling filters."""

from __future__ import annotations

import enum

from lodestone._library import lib


class Filter(enum.Enum):
    """How resize weighs the pixels around a place."""

    #: Lanczos; Mitchell to enlarge, and for images with alpha or a palette.
    DEFAULT = lib.UndefinedFilter
    POINT = lib.PointFilter
    BOX = lib.BoxFilter
    TRIANGLE = lib.TriangleFilter
    HERMITE = lib.HermiteFilter
    HANNING = lib.HanningFilter
    HAMMING = lib.HammingFilter
    BLACKMAN = lib.BlackmanFilter
    GAUSSIAN = lib.GaussianFilter
    QUADRATIC = lib.QuadraticFilter
    CUBIC = lib.CubicFilter
    CATROM = lib.CatromFilter
    MITCHELL = lib.MitchellFilter
    LANCZOS = lib.LanczosFilter
    BESSEL = lib.BesselFilter
    SINC = lib.SincFilter
