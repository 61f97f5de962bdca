# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Queries, counters and samples."""

from __future__ import annotations

import ctypes
import datetime
import os
import threading
import time
import weakref
from dataclasses import dataclass
from typing import Dict, Iterator, Optional, Union

import _libpdh
import win32pdh
from _libpdh import error

Value = Union[float, None, Dict[str, float]]  # None: there is none, or not yet; a dict: a counter with a wildcard

_FIRST_DAY = datetime.datetime(1601, 1, 1)  # of the times of PDH
# Statuses of a value that is not there, or not yet. All others are failures of the call.
_NO_VALUE = {
    code - (1 << 32)
    for code in (
        0x800007D1,  # PDH_CSTATUS_NO_INSTANCE
        0x800007D5,  # PDH_NO_DATA
        0x800007D6,  # PDH_CALC_NEGATIVE_DENOMINATOR
        0x800007D7,  # PDH_CALC_NEGATIVE_TIMEBASE
        0x800007D8,  # PDH_CALC_NEGATIVE_VALUE
        0xC0000BBA,  # PDH_CSTATUS_INVALID_DATA
        0xC0000BC6,  # PDH_INVALID_DATA
    )
}
_NO_DATA = 0x800007D5 - (1 << 32)
_NO_MORE_DATA = 0xC0000BCC - (1 << 32)
_ANY_INDEX = -1  # of an instance name#*
_MOST_NAMED = 3  # counters in the text of a query


@dataclass(frozen=True)
class Sample:
    """The values of a query's counters at one time, by their paths."""

    time: datetime.datetime  # in the zone of this computer, or of the log; naive if the log does not say its zone
    values: dict[str, Value]

    def __getitem__(self, path: str) -> Value:
        return self.values[path]

    def row(self) -> dict[str, Union[datetime.datetime, float, None]]:
        """One flat dict: each instance of a counter with a wildcard has a path of its own. For tables and pandas."""
        row: dict[str, Union[datetime.datetime, float, None]] = {"time": self.time}
        for path, value in self.values.items():
            if isinstance(value, dict):
                before, after = _around_instance(path)
                row.update({before + name + after: each for name, each in value.items()})
            else:
                row[path] = value
        return row


class Counter:
    """A counter of a query."""

    def __init__(self, query: Query, path: str, handle: int) -> None:
        self.path = path
        self._query = query
        self._handle = handle
        _, _, instance, parent, index, _ = win32pdh.ParseCounterPath(path)
        self.is_wildcard = "*" in (instance or "") or "*" in (parent or "") or index == _ANY_INDEX

    def value(self, format: int = win32pdh.PDH_FMT_DOUBLE) -> Optional[float]:
        """The value of the newest sample, or None while there is none."""
        self._query.check_open()
        try:
            with _libpdh.about(self.path):
                return win32pdh.GetFormattedCounterValue(self._handle, format)[1]
        except error as failure:
            _raise_unless_missing(failure)
            return None

    def values(self, format: int = win32pdh.PDH_FMT_DOUBLE) -> dict[str, float]:
        """The values of the instances that have one, by name. Further instances of a name are name#1, name#2..."""
        self._query.check_open()
        try:
            with _libpdh.about(self.path):
                return _libpdh.values_by_name(self._handle, format)
        except error as failure:
            _raise_unless_missing(failure)
            return {}

    def _time_of_sample(self) -> int:
        raw = _libpdh.RawCounter()
        _libpdh.call("PdhGetRawCounterValue", _libpdh.handle(self._handle), None, ctypes.byref(raw))
        low, high = raw.time
        stamp: int = high << 32 | low
        return stamp

    def remove(self) -> None:
        """Removes it from its query. It cannot be used afterwards."""
        self._query.check_open()
        with _libpdh.about(self.path):
            win32pdh.RemoveCounter(self._handle)
        self._query.counters.remove(self)


class Query:
    """Counters that are sampled together, of this computer or of a log file. Closed by `with`, close(), or when it is no
    longer used."""

    def __init__(self, *paths: str, log: Union[str, os.PathLike[str], None] = None) -> None:
        """Opens a query with counters. Paths are English for this computer, and as the log has them for a log."""
        self.log = None if log is None else _name_of(log)
        with _libpdh.about(self.log):
            self._handle = win32pdh.OpenQuery(self.log)
        self._closing = weakref.finalize(self, win32pdh.CloseQuery, self._handle)
        self._closing.atexit = False  # daemon threads may be sampling when the interpreter exits
        self.counters: list[Counter] = []
        try:
            for path in paths:
                self.add(path)
        except BaseException:
            self.close()
            raise

    def __repr__(self) -> str:
        where = "this computer" if self.log is None else repr(self.log)
        state = "" if self._closing.alive else ", closed"
        paths = [each.path for each in self.counters]
        named = ", ".join(map(repr, paths[:_MOST_NAMED])) + (f" and {len(paths) - _MOST_NAMED} more" if len(paths) > _MOST_NAMED else "")
        return f"<pdh.Query of {where}: {named or 'no counters'}{state}>"

    def __enter__(self) -> Query:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the query; its counters cannot be read afterwards. Closing it again does nothing."""
        self._closing()

    def check_open(self) -> None:
        if not self._closing.alive:
            raise ValueError("the query is closed")

    def add(self, path: str) -> Counter:
        """Adds a counter."""
        self.check_open()
        add = win32pdh.AddEnglishCounter if self.log is None else win32pdh.AddCounter
        with _libpdh.about(path):
            self.counters.append(Counter(self, path, add(self._handle, path)))
        return self.counters[-1]

    def collect(self) -> datetime.datetime:
        """Takes a sample, or reads the next one of the log, and returns its time."""
        self.check_open()
        stamp = ctypes.c_int64()
        try:
            _libpdh.call("PdhCollectQueryDataWithTime", _libpdh.handle(self._handle), ctypes.byref(stamp))
        except error as failure:
            if failure.winerror != _NO_DATA or not self.counters:
                raise
            stamp.value = self.counters[0]._time_of_sample()  # a sample in which the only counter has no value
        return _time_of(stamp.value).replace(tzinfo=self._zone())

    def _zone(self) -> Optional[datetime.timezone]:
        """That of the newest sample."""
        minutes = ctypes.c_int32()
        status = _libpdh.status_of("pdh_shim_sample_bias", _libpdh.handle(self._handle), ctypes.byref(minutes))
        return datetime.timezone(datetime.timedelta(minutes=-minutes.value)) if status == 0 else None

    def sample(self) -> Sample:
        """Takes a sample and returns the values. A rate has a value from the second sample on."""
        when = self.collect()
        return Sample(when, {each.path: each.values() if each.is_wildcard else each.value() for each in self.counters})

    def __iter__(self) -> Iterator[Sample]:
        """The samples of a log, from where it was read to, up to its end."""
        if self.log is None:
            raise TypeError("only a log has an end: use every() for samples of this computer")
        while True:
            try:
                yield self.sample()
            except error as failure:
                if failure.winerror == _NO_MORE_DATA:
                    return
                raise

    def every(self, seconds: float, count: Optional[int] = None) -> Iterator[Sample]:
        """A sample every so many seconds, without end unless a count is given. One sample is taken at once, so that all
        samples that are returned have rates. Times that passed while the caller was busy are left out."""
        check_interval(seconds)
        return self._every(seconds, count)

    def _every(self, seconds: float, count: Optional[int]) -> Iterator[Sample]:
        self.collect()
        for _ in ticks_of(seconds, count):
            yield self.sample()


def check_interval(seconds: float) -> None:
    if not 0 <= seconds <= threading.TIMEOUT_MAX:  # also refuses what is not a number
        raise ValueError(f"a time between samples is expected, not {seconds} seconds")


def ticks_of(seconds: float, count: Optional[int]) -> Iterator[None]:
    """Waits for each time to sample, the first of them `seconds` from now."""
    due = time.monotonic()
    while count is None or count > 0:
        due = max(due + seconds, time.monotonic())
        time.sleep(max(0.0, due - time.monotonic()))
        yield None
        count = None if count is None else count - 1


def _name_of(log: Union[str, os.PathLike[str]]) -> str:
    name = os.fspath(log)
    if name == "":  # this computer for the library, whose samples have no end
        raise ValueError("the name of the log is empty")
    return name


def open_log(log: Union[str, os.PathLike[str]], *paths: str) -> Query:
    """Opens a log (.blg, .csv, .tsv) with the counters of these paths, or with all that are in it."""
    return Query(*(paths or log_paths(log)), log=log)


def log_paths(log: Union[str, os.PathLike[str]]) -> list[str]:
    """The counters in a log; instances are `*`."""
    name = _name_of(log)
    function = "PdhEnumMachinesW"
    source = _libpdh.utf16(name)
    with _libpdh.about(name):
        machines = _libpdh.filled_text(function, lambda room, used: _libpdh.status_of(function, source, room, used))
    return [path for machine in _libpdh.texts_of(machines) for path in _paths_of_machine(name, machine)]


def _paths_of_machine(log: str, machine: str) -> Iterator[str]:
    for object in win32pdh.EnumObjects(log, machine, win32pdh.PERF_DETAIL_WIZARD):
        counters, _ = win32pdh.EnumObjectItems(log, machine, object, win32pdh.PERF_DETAIL_WIZARD)
        instance = "*" if _can_have_instances(log, machine, object) else None
        for counter in counters:
            yield win32pdh.MakeCounterPath((machine, object, instance, None, -1, counter))


def _can_have_instances(log: str, machine: str, object: str) -> bool:
    """Whether the object has instances by design, though the log may have none of them: else their list has no size at all."""
    counters, instances = ctypes.c_uint32(), ctypes.c_uint32()
    where = (_libpdh.utf16(log), _libpdh.utf16(machine), _libpdh.utf16(object))
    sizes = (None, ctypes.byref(counters), None, ctypes.byref(instances))
    _libpdh.status_of("PdhEnumObjectItemsW", *where, *sizes, win32pdh.PERF_DETAIL_WIZARD, 0)
    return instances.value > 0


def expand(path: str, log: Union[str, os.PathLike[str], None] = None) -> list[str]:
    """The paths that a path with wildcards matches, on this computer or in a log."""
    function = "PdhExpandWildCardPathW"
    source, text = _libpdh.utf16(None if log is None else _name_of(log)), _libpdh.needed_utf16(path)
    with _libpdh.about(path):
        return _libpdh.texts_of(
            _libpdh.filled_text(function, lambda room, used: _libpdh.status_of(function, source, text, room, used, 0))
        )


def _time_of(file_time: int) -> datetime.datetime:
    return _FIRST_DAY + datetime.timedelta(microseconds=file_time // 10)


def _raise_unless_missing(failure: error) -> None:
    if failure.winerror not in _NO_VALUE:
        raise failure


def _around_instance(path: str) -> tuple[str, str]:
    """What stands before and after the instance in a path, with the parentheses."""
    end = path.rindex(")\\")
    return path[: path.rindex("(", 0, end) + 1], path[end:]
