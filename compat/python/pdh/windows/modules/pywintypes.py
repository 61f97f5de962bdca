# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What programs with performance counters use of pywin32's module of this name: its exception."""

from _libpdh import error

__all__ = ["error"]
