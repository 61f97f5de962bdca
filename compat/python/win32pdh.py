# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""pywin32's module win32pdh for systems where libpdh of pdh-shim provides the counters.

Functions, parameters, results, constants and exceptions are those that pywin32 documents. PYTHON.md of pdh-shim says where the
documentation is silent, and what this module does there. Handles are numbers, as in pywin32: they live until CloseQuery().
"""

from __future__ import annotations

import ctypes
from typing import Any, Callable, Optional, Tuple

import _libpdh
from _libpdh import CounterInfo, CounterValue, PathElements, call, error, filled, handle, needed_utf16, status_of, utf16

PDH_FMT_RAW = 0x10
PDH_FMT_ANSI = 0x20
PDH_FMT_UNICODE = 0x40
PDH_FMT_LONG = 0x100
PDH_FMT_DOUBLE = 0x200
PDH_FMT_LARGE = 0x400
PDH_FMT_NOSCALE = 0x1000
PDH_FMT_1000 = 0x2000
PDH_FMT_NODATA = 0x4000
PDH_FMT_NOCAP100 = 0x8000
PDH_MAX_SCALE = 7
PDH_MIN_SCALE = -7
PDH_PATH_WBEM_RESULT = 1
PDH_PATH_WBEM_INPUT = 2
PDH_VERSION = 0x503
PERF_DETAIL_NOVICE = 100
PERF_DETAIL_ADVANCED = 200
PERF_DETAIL_EXPERT = 300
PERF_DETAIL_WIZARD = 400

_VALUES = {PDH_FMT_LONG: "long", PDH_FMT_DOUBLE: "double", PDH_FMT_LARGE: "large"}
_RETRY = 0x800007D4 - (1 << 32)

PathTuple = Tuple[Optional[str], str, Optional[str], Optional[str], int, str]


class counter_status_error(Exception):
    """A value was read whose status says that it is not valid; the argument is that status."""


def OpenQuery(DataSource: str | None = None, userData: int = 0) -> int:
    """Opens a query on this computer, or on a log file."""
    query = ctypes.c_void_p()
    call("PdhOpenQueryW", utf16(DataSource), userData, ctypes.byref(query))
    return query.value or 0


def CloseQuery(handle: int) -> None:
    """Closes a query and its counters."""
    call("PdhCloseQuery", _libpdh.handle(handle))


def AddCounter(hQuery: int, path: str, userData: int = 0) -> int:
    """Adds a counter, which may have a wildcard, under its name in the user's language."""
    return _added("PdhAddCounterW", hQuery, path, userData)


def AddEnglishCounter(hQuery: int, path: str, userData: int = 0) -> int:
    """Adds a counter under its English name, whatever the language."""
    return _added("PdhAddEnglishCounterW", hQuery, path, userData)


def _added(function: str, query: int, path: str, user_data: int) -> int:
    counter = ctypes.c_void_p()
    call(function, handle(query), needed_utf16(path), user_data, ctypes.byref(counter))
    return counter.value or 0


def RemoveCounter(handle: int) -> None:
    """Removes a counter from its query."""
    call("PdhRemoveCounter", _libpdh.handle(handle))


def CollectQueryData(hQuery: int) -> None:
    """Takes a sample of every counter of the query."""
    call("PdhCollectQueryData", handle(hQuery))


def GetFormattedCounterValue(handle: int, format: int) -> tuple[int, float]:
    """The type of a counter (PERF_...) and its value: an int for PDH_FMT_LONG and PDH_FMT_LARGE."""
    counter_type, value = ctypes.c_uint32(), CounterValue()
    call("PdhGetFormattedCounterValue", _libpdh.handle(handle), format, ctypes.byref(counter_type), ctypes.byref(value))
    if value.status > _libpdh.NEW_DATA:
        raise counter_status_error(value.status)
    return counter_type.value, getattr(value.value, _VALUES[format & 0x700])


def GetFormattedCounterArray(handle: int, format: int) -> dict[str, float]:
    """The values of a counter with a wildcard by instance name, without those that have none."""
    return _libpdh.values_by_name(handle, format)


def GetCounterInfo(handle: int, bRetrieveExplainText: bool) -> tuple[Any, ...]:
    """(type, version, status, scale, default scale, user data, user data of the query, path, (the elements of the path),
    explanation)."""
    function = "PdhGetCounterInfoW"
    buffer, size = filled(
        function, 1, 4096, lambda room, used: status_of(function, _libpdh.handle(handle), bool(bRetrieveExplainText), used, room)
    )
    info = CounterInfo.from_buffer(buffer)
    return (
        info.type,
        info.version,
        info.status,
        info.scale,
        info.default_scale,
        info.user_data,
        info.query_user_data,
        _libpdh.text_at(info.path, buffer, size),
        _elements(info.elements, buffer, size),
        _libpdh.text_at(info.explain_text, buffer, size),
    )


def SetCounterScaleFactor(hCounter: int, factor: int) -> None:
    """Sets the power of ten that values are multiplied by, PDH_MIN_SCALE to PDH_MAX_SCALE."""
    call("PdhSetCounterScaleFactor", handle(hCounter), factor)


def _elements(elements: PathElements, buffer: Any, size: int) -> PathTuple:
    texts = {
        name: _libpdh.text_at(getattr(elements, name), buffer, size)
        for name in ("machine", "object", "instance", "parent", "counter")
    }
    return (
        texts["machine"],
        texts["object"] or "",
        texts["instance"],
        texts["parent"],
        elements.index,
        texts["counter"] or "",
    )


def MakeCounterPath(elements: tuple[str | None, str, str | None, str | None, int, str], flags: int = 0) -> str:
    """A path of (machine, object, instance, parent instance, instance index, counter). None is for what the path has not."""
    if not isinstance(elements, tuple) or len(elements) != 6:
        raise TypeError("a tuple of 6 is expected: (machine, object, instance, parent instance, instance index, counter)")
    machine, object, instance, parent, index, counter = elements
    texts = [utf16(text) for text in (machine, object, instance, parent, counter)]
    addresses = [ctypes.cast(ctypes.c_char_p(text), ctypes.c_void_p) for text in texts]
    parts = PathElements(*addresses[:4], index, addresses[4])
    function = "PdhMakeCounterPathW"
    path = _libpdh.filled_text(function, lambda room, used: status_of(function, ctypes.byref(parts), room, used, flags))
    return _libpdh.text_of(path).rstrip("\0")


def ParseCounterPath(path: str, flags: int = 0) -> PathTuple:
    """(machine, object, instance, parent instance, instance index, counter) of a path."""
    function = "PdhParseCounterPathW"
    text = needed_utf16(path)
    buffer, size = filled(function, 1, 4096, lambda room, used: status_of(function, text, room, used, flags))
    return _elements(PathElements.from_buffer(buffer), buffer, size)


def ParseInstanceName(instanceName: str) -> tuple[str, str, int]:
    """(instance, parent instance, instance index) of the text between the parentheses of a path."""
    room = _libpdh.MOST_INSTANCE_CHARACTERS
    names = [ctypes.create_string_buffer(2 * room) for _ in range(2)]
    sizes = [ctypes.c_uint32(room) for _ in range(2)]
    index = ctypes.c_uint32()
    call(
        "PdhParseInstanceNameW",
        needed_utf16(instanceName),
        names[0],
        ctypes.byref(sizes[0]),
        names[1],
        ctypes.byref(sizes[1]),
        ctypes.byref(index),
    )
    instance, parent = (_libpdh.text_of(name.raw).partition("\0")[0] for name in names)
    return instance, parent, index.value


def ValidatePath(path: str) -> int:
    """The status of a path: 0 if its counter exists. Raises nothing for one that does not."""
    return status_of("PdhValidatePathW", needed_utf16(path))


def ExpandCounterPath(wildCardPath: str) -> list[str]:
    """The paths that a path with wildcards matches."""
    function = "PdhExpandCounterPathW"
    text = needed_utf16(wildCardPath)
    return _libpdh.texts_of(_libpdh.filled_text(function, lambda room, used: status_of(function, text, room, used)))


def EnumObjects(DataSource: str | None, machine: str | None, detailLevel: int, refresh: int = 1) -> list[str]:
    """The objects of a computer, or of a log file."""
    function = "PdhEnumObjectsW"
    where = (utf16(DataSource), utf16(machine))
    objects = _libpdh.filled_text(
        function, lambda room, used: status_of(function, *where, room, used, _dword(detailLevel), refresh)
    )
    return _libpdh.texts_of(objects)


def EnumObjectItems(
    DataSource: str | None, machine: str | None, object: str, detailLevel: int, flags: int = 0
) -> tuple[list[str], list[str]]:
    """The counters of an object, and its instances: one that exists several times is there several times."""
    function = "PdhEnumObjectItemsW"
    where = (utf16(DataSource), utf16(machine), needed_utf16(object))
    sizes = [ctypes.c_uint32(4096) for _ in range(2)]
    while True:
        lists = [ctypes.create_string_buffer(2 * size.value) for size in sizes]
        room = (lists[0], ctypes.byref(sizes[0]), lists[1], ctypes.byref(sizes[1]))
        status = status_of(function, *where, *room, _dword(detailLevel), flags)
        if status == 0:
            counters, instances = (_libpdh.texts_of(each.raw[: 2 * size.value]) for each, size in zip(lists, sizes))
            return counters, instances
        if status != _libpdh.MORE_DATA:
            raise _libpdh.failure(function, status)
        # The one that was large enough, or that has nothing, keeps its room.
        for size in sizes:
            size.value = max(size.value, 4096)


def _dword(number: int) -> int:
    """Programs give -1 for all detail levels."""
    return number & 0xFFFFFFFF


def ConnectMachine(machineName: str | None) -> None:
    """Connects to a computer."""
    call("PdhConnectMachineW", utf16(machineName))


def LookupPerfIndexByName(machineName: str | None, instanceName: str) -> int:
    """The title index of an object or counter."""
    index = ctypes.c_uint32()
    call("PdhLookupPerfIndexByNameW", utf16(machineName), needed_utf16(instanceName), ctypes.byref(index))
    return index.value


def LookupPerfNameByIndex(machineName: str | None, index: int) -> str:
    """The name of a title index, in the user's language."""
    function = "PdhLookupPerfNameByIndexW"
    machine = utf16(machineName)
    name = _libpdh.filled_text(function, lambda room, used: status_of(function, machine, index, room, used))
    return _libpdh.text_of(name).rstrip("\0")


def BrowseCounters(
    Flags: tuple[int, ...] | None,
    hWndOwner: int,
    CallBack: Callable[..., int | None] | None,
    DefaultDetailLevel: int,
    DialogBoxCaption: str | None = None,
    InitialPath: str | None = None,
    DataSource: str | None = None,
    ReturnMultiple: bool = False,
    CallBackArg: Any = None,
) -> str | list[str]:
    """Lets the user choose counters in a dialog. Returns the path that was added last, or the paths with ReturnMultiple.

    Each Add calls CallBack(paths), or CallBack(paths, CallBackArg) if there is an argument; None and 0 go on, another
    status ends the dialog. A dialog that is closed is no failure: what was added before is returned.
    """
    browser = _Browser(CallBack, CallBackArg, ReturnMultiple)
    config = _BrowseConfig(
        flags=_bits(Flags or ()) | (0 if ReturnMultiple else _SINGLE_COUNTER_PER_ADD) | (_INITIALIZE_PATH if InitialPath else 0),
        owner=hWndOwner,
        data_source=utf16(DataSource),
        detail_level=DefaultDetailLevel,
        caption=utf16(DialogBoxCaption),
    )
    browser.run(config, InitialPath or "")
    return browser.result()


_SINGLE_COUNTER_PER_ADD = 1 << 1
_INITIALIZE_PATH = 1 << 6
_CANCELLED = 0x800007D9 - (1 << 32)
_INVALID_ARGUMENT = 0xC0000BBD - (1 << 32)
_BrowseCallback = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_size_t)


def _bits(flags: tuple[int, ...]) -> int:
    return sum(1 << place for place, flag in enumerate(flags) if flag)


class _BrowseConfig(ctypes.Structure):
    """PDH_BROWSE_DLG_CONFIG_W"""

    _fields_ = [
        ("flags", ctypes.c_uint32),
        ("owner", ctypes.c_void_p),
        ("data_source", ctypes.c_char_p),
        ("paths", ctypes.c_void_p),
        ("paths_length", ctypes.c_uint32),
        ("callback", _BrowseCallback),
        ("callback_argument", ctypes.c_size_t),
        ("callback_status", ctypes.c_int32),
        ("detail_level", ctypes.c_uint32),
        ("caption", ctypes.c_char_p),
    ]


class _Browser:
    """Keeps what the dialog refers to, and what its callback was told and raised."""

    def __init__(self, callback: Callable[..., int | None] | None, argument: Any, several: bool) -> None:
        self._callback, self._arguments, self._several = callback, () if argument is None else (argument,), several
        self._chosen: list[str] = []
        self._raised: BaseException | None = None

    def run(self, config: _BrowseConfig, initial_path: str) -> None:
        self._config = config
        self._give_room(65536)
        path = needed_utf16(initial_path)
        ctypes.memmove(self._buffer, path, len(path))
        config.callback = _BrowseCallback(self._added)
        status = status_of("PdhBrowseCountersW", ctypes.byref(config))
        if self._raised:
            raise self._raised
        if status not in (0, _CANCELLED):
            raise _libpdh.failure("PdhBrowseCountersW", status)

    def result(self) -> str | list[str]:
        return self._chosen if self._several else (self._chosen or [""])[-1]

    def _give_room(self, characters: int) -> None:
        self._buffer = ctypes.create_string_buffer(2 * characters)
        self._config.paths = ctypes.addressof(self._buffer)
        self._config.paths_length = characters

    def _added(self, _argument: int) -> int:
        if self._config.callback_status == _libpdh.MORE_DATA:
            self._give_room(2 * self._config.paths_length)
            return _RETRY
        paths = _libpdh.texts_of(self._buffer.raw)
        ctypes.memset(self._buffer, 0, len(self._buffer))  # so that the next list ends where nothing follows
        try:
            return self._tell(paths)
        except BaseException as raised:  # cannot pass through the dialog: raised again after it
            self._raised = raised
            return _INVALID_ARGUMENT

    def _tell(self, paths: list[str]) -> int:
        self._chosen += paths
        if self._callback is None:
            return 0
        return self._callback(paths if self._several else paths[0], *self._arguments) or 0
