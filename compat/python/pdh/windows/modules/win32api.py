# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""What programs with performance counters use of pywin32's module of this name."""

from __future__ import annotations

import re
import socket
from time import sleep

import _libpdh
import win32con
from _libpdh import error

_ERROR_FILE_NOT_FOUND = 2
_ERROR_INVALID_HANDLE = 6
_TITLES = re.compile(r"(counter|help)(?: ([0-9a-f]{3,4}))?", re.IGNORECASE)
_LANGUAGES = {  # of a value without one
    win32con.HKEY_PERFORMANCE_DATA: 0,
    win32con.HKEY_PERFORMANCE_NLSTEXT: 0,
    win32con.HKEY_PERFORMANCE_TEXT: 9,
}


def GetComputerName() -> str:
    return socket.gethostname().partition(".")[0]


def Sleep(time: int, bAlertable: int = 0) -> int:
    """Waits for milliseconds."""
    sleep(time / 1000)
    return 0


def RegQueryValueEx(key: int, valueName: str) -> tuple[list[str] | bytes, int]:
    """The values of the keys for performance data: "Counter 009" and "Help 009" are index and name in turn, all others a
    block of performance data."""
    if key not in _LANGUAGES:
        raise error(_ERROR_INVALID_HANDLE, "RegQueryValueEx", "The handle is invalid.")
    titles = _TITLES.fullmatch(valueName)
    if titles is None:
        return _performance_data(valueName), win32con.REG_BINARY
    language = int(titles[2], 16) if titles[2] else _LANGUAGES[key]
    return _titles(language, titles[1].lower() == "help"), win32con.REG_MULTI_SZ


def RegCloseKey(key: int) -> None:
    """Closes nothing: the keys for performance data are always there."""


def _titles(language: int, help: bool) -> list[str]:
    function = "pdh_shim_titles"
    try:
        text = _libpdh.filled_text(function, lambda room, used: _libpdh.status_of(function, language, help, room, used))
    except error:
        raise error(
            _ERROR_FILE_NOT_FOUND, "RegQueryValueEx", "The system cannot find the file specified."
        ) from None
    return _libpdh.texts_of(text)


def _performance_data(request: str) -> bytes:
    if "\0" in request:
        raise ValueError("the text contains a NUL")
    function = "pdh_shim_query_performance_data"
    return _libpdh.filled_bytes(
        function, lambda room, used: _libpdh.status_of(function, request.encode(), room, used)
    )
