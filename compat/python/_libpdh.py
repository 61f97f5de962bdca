# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""libpdh, called through ctypes: what win32pdh and the package pdh have in common.

ctypes comes with Python, so that one copy of these files serves every version of it; an extension module, or cffi, would have
to be compiled for each. The calls take UTF-16 text, as those of Windows' pdh.dll, and release Python's lock while they run.
"""

from __future__ import annotations

import contextlib
import ctypes
from typing import Any, Callable, Iterator, Literal

try:
    _library = ctypes.CDLL("libpdh.so.0")
except OSError as reason:
    raise ImportError(f"libpdh of pdh-shim is not installed where the system looks for libraries: {reason}") from reason

MORE_DATA = 0x800007D2 - (1 << 32)
VALID_DATA, NEW_DATA = 0, 1
MOST_INSTANCE_CHARACTERS = 1024


class error(Exception):
    """A call has failed. win32pdh.error, pywintypes.error and win32api.error are this class, as in pywin32."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.winerror, self.funcname, self.strerror = (*args, None, None, None)[:3]


error.__module__ = "win32pdh"  # where programs, tracebacks and pickle find it

_text = ctypes.c_char_p  # UTF-16, as utf16() makes it
_address = ctypes.c_void_p
_handle = ctypes.c_void_p
_number = ctypes.c_uint32
_user_data = ctypes.c_size_t

_PROTOTYPES: dict[str, list[Any]] = {
    "PdhBindInputDataSourceW": [_address, _text],
    "PdhCloseLog": [_handle, _number],
    "PdhOpenQueryW": [_text, _user_data, _address],
    "PdhOpenQueryH": [_handle, _user_data, _address],
    "PdhSetQueryTimeRange": [_handle, _address],
    "PdhCloseQuery": [_handle],
    "PdhAddCounterW": [_handle, _text, _user_data, _address],
    "PdhAddEnglishCounterW": [_handle, _text, _user_data, _address],
    "PdhRemoveCounter": [_handle],
    "PdhCollectQueryData": [_handle],
    "PdhCollectQueryDataWithTime": [_handle, _address],
    "PdhGetRawCounterValue": [_handle, _address, _address],
    "PdhGetFormattedCounterValue": [_handle, _number, _address, _address],
    "PdhGetFormattedCounterArrayW": [_handle, _number, _address, _address, _address],
    "PdhGetCounterInfoW": [_handle, ctypes.c_ubyte, _address, _address],
    "PdhSetCounterScaleFactor": [_handle, ctypes.c_int32],
    "PdhMakeCounterPathW": [_address, _address, _address, _number],
    "PdhParseCounterPathW": [_text, _address, _address, _number],
    "PdhParseInstanceNameW": [_text, _address, _address, _address, _address, _address],
    "PdhValidatePathW": [_text],
    "PdhValidatePathExW": [_handle, _text],
    "PdhExpandCounterPathW": [_text, _address, _address],
    "PdhExpandWildCardPathW": [_text, _text, _address, _address, _number],
    "PdhExpandWildCardPathHW": [_handle, _text, _address, _address, _number],
    "PdhConnectMachineW": [_text],
    "PdhEnumMachinesW": [_text, _address, _address],
    "PdhEnumObjectsW": [_text, _text, _address, _address, _number, ctypes.c_int32],
    "PdhEnumObjectItemsW": [_text, _text, _text, _address, _address, _address, _address, _number, _number],
    "PdhEnumMachinesHW": [_handle, _address, _address],
    "PdhEnumObjectsHW": [_handle, _text, _address, _address, _number, ctypes.c_int32],
    "PdhEnumObjectItemsHW": [_handle, _text, _text, _address, _address, _address, _address, _number, _number],
    "PdhLookupPerfNameByIndexW": [_text, _number, _address, _address],
    "PdhLookupPerfIndexByNameW": [_text, _text, _address],
    "PdhBrowseCountersW": [_address],
    "pdh_shim_sample_bias": [_handle, _address],
    "pdh_shim_log_bias": [_handle, ctypes.c_int64, _address],
    "pdh_shim_collect_values": [_handle, _address, _number, _number, _number, *[_address] * 6],
    "pdh_shim_last_failure": [_address, _address, _address],
    "pdh_shim_titles": [_number, ctypes.c_int32, _address, _address],
    "pdh_shim_query_performance_data": [ctypes.c_char_p, _address, _address],
}
for _name, _types in _PROTOTYPES.items():
    _function = getattr(_library, _name)
    _function.argtypes = _types
    _function.restype = ctypes.c_int32
_library.pdh_shim_status_text.argtypes = [ctypes.c_int32]
_library.pdh_shim_status_text.restype = ctypes.c_char_p


class CounterValue(ctypes.Structure):
    """PDH_FMT_COUNTERVALUE, whose value begins at the ninth byte on every processor."""

    class _Value(ctypes.Union):
        _fields_ = [("long", ctypes.c_int32), ("double", ctypes.c_double), ("large", ctypes.c_int64)]

    _fields_ = [("status", ctypes.c_uint32), ("_gap", ctypes.c_uint32), ("value", _Value)]


class RawCounter(ctypes.Structure):
    """PDH_RAW_COUNTER, up to its time. The values begin at the 17th byte on every processor."""

    _fields_ = [("status", ctypes.c_uint32), ("time", ctypes.c_uint32 * 2), ("_values", ctypes.c_uint32 * 7)]


class TimeInfo(ctypes.Structure):
    """PDH_TIME_INFO"""

    _fields_ = [("begin", ctypes.c_int64), ("end", ctypes.c_int64), ("samples", ctypes.c_uint32)]


class PathElements(ctypes.Structure):
    """PDH_COUNTER_PATH_ELEMENTS_W"""

    _fields_ = [
        ("machine", ctypes.c_void_p),
        ("object", ctypes.c_void_p),
        ("instance", ctypes.c_void_p),
        ("parent", ctypes.c_void_p),
        ("index", ctypes.c_int32),
        ("counter", ctypes.c_void_p),
    ]


class CounterInfo(ctypes.Structure):
    """PDH_COUNTER_INFO_W"""

    _fields_ = [
        ("length", ctypes.c_uint32),
        ("type", ctypes.c_uint32),
        ("version", ctypes.c_uint32),
        ("status", ctypes.c_int32),
        ("scale", ctypes.c_int32),
        ("default_scale", ctypes.c_int32),
        ("user_data", ctypes.c_size_t),
        ("query_user_data", ctypes.c_size_t),
        ("path", ctypes.c_void_p),
        ("elements", PathElements),
        ("explain_text", ctypes.c_void_p),
    ]


def utf16(text: str | None) -> bytes | None:
    """A text as the library takes it, with its NUL. Raises ValueError where the library would see its end too early."""
    if text is None:
        return None
    if not isinstance(text, str):
        raise TypeError(f"a text is expected, not {type(text).__name__}")
    if "\0" in text:
        raise ValueError("the text contains a NUL")
    return (text + "\0").encode("utf-16-le")


def needed_utf16(text: str) -> bytes:
    encoded = utf16(text)
    if encoded is None:
        raise TypeError("a text is expected, not None")
    return encoded


def text_of(utf16_text: bytes) -> str:
    return utf16_text.decode("utf-16-le", "replace")


def texts_of(multi_string: bytes) -> list[str]:
    """The texts of a list that two NULs end."""
    return text_of(multi_string).rstrip("\0").split("\0") if multi_string.strip(b"\0") else []


def text_at(address: int | None, buffer: Any, size: int) -> str | None:
    """A text that a structure at the beginning of the buffer leads to."""
    if not address:
        return None
    start = address - ctypes.addressof(buffer)
    return text_of(ctypes.string_at(address, size - start)).partition("\0")[0]


def handle(number: int) -> ctypes.c_void_p:
    if not isinstance(number, int):
        raise TypeError(f"a handle is expected, not {type(number).__name__}")
    return ctypes.c_void_p(number)


def status_text(status: int) -> str:
    text: bytes | None = _library.pdh_shim_status_text(status)
    return text.decode() if text else "No error message is available"


def last_reason() -> str | None:
    """Why the last call of this thread has failed, with the place, if more is known than its status."""
    room = ctypes.c_uint32(4096)
    buffer = ctypes.create_string_buffer(room.value)
    is_known = status_of("pdh_shim_last_failure", None, buffer, ctypes.byref(room)) == 0
    return buffer.value.decode("utf-8", "replace") if is_known else None


def failure(function: str, status: int) -> error:
    """The exception of a status, which names the function as pywin32 does: without Pdh and W."""
    return error(status, function.removeprefix("Pdh").removesuffix("W"), status_text(status))


_INVALID_DATASOURCE = 0xC0000BDD - (1 << 32)  # whose text is about databases


@contextlib.contextmanager
def about(what: str | None) -> Iterator[None]:
    """Exceptions that come out of it name a path or a log, and say what the library knows beyond their status. None: they have no
    such name."""
    try:
        yield
    except error as failed:
        reason = last_reason()
        code, name, text = failed.args
        if reason and reason not in text:
            text = reason if code == _INVALID_DATASOURCE and not reason.startswith("SQL:") else f"{text} ({reason})"
        if what is not None and what not in text:
            text = f"{what}: {text}"
        raise error(code, name, text) from None


def status_of(function: str, *arguments: Any) -> int:
    try:
        status: int = getattr(_library, function)(*arguments)
    except ctypes.ArgumentError as wrong:  # which is not a TypeError
        raise TypeError(str(wrong)) from None
    return status


def call(function: str, *arguments: Any) -> None:
    status = status_of(function, *arguments)
    if status != 0:
        raise failure(function, status)


def filled(function: str, unit: int, room: int, ask: Callable[[Any, Any], int]) -> tuple[Any, int]:
    """Asks with a buffer of `room` units until it is large enough. Returns the buffer, and how many bytes of it are used."""
    size = ctypes.c_uint32(room)
    while True:
        buffer = ctypes.create_string_buffer(size.value * unit)
        status = ask(buffer, ctypes.byref(size))
        if status == 0:
            return buffer, size.value * unit
        if status != MORE_DATA:
            raise failure(function, status)


def filled_text(function: str, ask: Callable[[Any, Any], int]) -> bytes:
    """What a function with a buffer for text has written."""
    buffer, size = filled(function, 2, 4096, ask)
    return ctypes.string_at(buffer, size)


def filled_bytes(function: str, ask: Callable[[Any, Any], int]) -> bytes:
    buffer, size = filled(function, 1, 65536, ask)
    return ctypes.string_at(buffer, size)


_LEAST_ROOM = 65536
_room_of_last_array = _LEAST_ROOM  # a guess that saves most calls the first of two; threads may overwrite it
_ITEM_BYTES = 24  # PDH_FMT_COUNTERVALUE_ITEM_W on every processor: status at 8, value at 16
_VALUES_OF_FORMAT: dict[int, tuple[Literal["i", "d", "q"], int]] = {0x100: ("i", 4), 0x200: ("d", 8), 0x400: ("q", 8)}


def values_by_name(counter: int, format: int) -> dict[str, Any]:
    """The value of each instance that has one. Further instances of a name are name#1, name#2...

    Everything is taken from the buffer in slices: the names follow the items in one piece, in their order.
    """
    global _room_of_last_array
    items = ctypes.c_uint32()
    function = "PdhGetFormattedCounterArrayW"
    buffer, size = filled(
        function,
        1,
        _room_of_last_array,
        lambda room, used: status_of(function, handle(counter), format, used, ctypes.byref(items), room),
    )
    _room_of_last_array = max(_LEAST_ROOM, size + size // 4)
    names_begin = _ITEM_BYTES * items.value
    view = memoryview(buffer).cast("B")
    names = _distinct(text_of(bytes(view[names_begin:size])).split("\0")[: items.value])
    code, width = _VALUES_OF_FORMAT[format & 0x700]
    values = view[:names_begin].cast(code)[16 // width :: _ITEM_BYTES // width].tolist()
    statuses = view[:names_begin].cast("I")[2 :: _ITEM_BYTES // 4].tolist()
    if max(statuses, default=VALID_DATA) <= NEW_DATA:
        return dict(zip(names, values))
    return {name: value for name, value, status in zip(names, values, statuses) if status <= NEW_DATA}


def _distinct(names: list[str]) -> list[str]:
    if len(set(names)) == len(names):
        return names
    seen: dict[str, int] = {}
    numbered = []
    for name in names:
        before = seen.get(name, 0)
        seen[name] = before + 1
        numbered.append(f"{name}#{before}" if before else name)
    return numbered
