# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Whole logs, and recordings of this computer, as one table: read_log() and record()."""

from __future__ import annotations

import ctypes
import datetime
import os
import warnings
from array import array
from typing import Any, Callable, Iterable, List, NamedTuple, Optional, Sequence, Set, Union

import _libpdh
import win32pdh
from pdh import table
from pdh.query import check_interval, expand, ticks_of

LogName = Union[str, "os.PathLike[str]"]
When = Union[datetime.datetime, str, None]

_FIRST_DAY = datetime.datetime(1601, 1, 1)  # of the times of PDH
_LATEST = (1 << 63) - 1
_TICKS_OF_MINUTE = 600_000_000
_TICKS_OF_DAY = 1440 * _TICKS_OF_MINUTE
_PATH_OF_INFO = 7  # in what GetCounterInfo() returns
_MOST_TOGETHER = 32  # binary logs that the library reads as one
_CELLS_OF_CALL = 1 << 17  # 1 MiB of values: fewer cost calls, more leave the processor's cache
_NO_MORE_DATA = 0xC0000BCC - (1 << 32)
_NO_COUNTER = 0xC0000BB9 - (1 << 32)  # PDH_CSTATUS_NO_COUNTER
_NO_DATA = 0x800007D5 - (1 << 32)
_ENTRY_NOT_IN_LOG_FILE = 0xC0000BCD - (1 << 32)
_UNKNOWN_LOG_FORMAT = 0xC0000BD6 - (1 << 32)


class LossWarning(UserWarning):
    """Parts of a log could not be read. The result has all others."""


def read_log(
    path: Union[LogName, Sequence[LogName]],
    counters: Union[str, Iterable[str], None] = None,
    begin: When = None,
    end: When = None,
    layout: str = "wide",
    *,
    columns: str = "parts",
    using: Optional[str] = None,
) -> Any:
    """Reads a log, or several, into a pandas.DataFrame; without pandas, into a pdh.Table.

    path: a log of any kind that pdh.open_log() takes; or a list of them, which is read as one, in the order of time
    counters: paths, also with wildcards; None = all. One that no log has raises pdh.Error
    begin, end: the first and last time to read: a datetime, or its text in ISO format. Without an offset it is local to the log
    layout: "wide": a row for each record and a column for each counter, NaN where there is no value;
        "long": a row for each value, and none where there is no value
    columns: "parts": machine, object, instance and counter, as a MultiIndex or as columns; "paths": the path
    using: "pandas", "numpy" or "lists"; None = the first of them that is installed

    Times have the zone of the log; if its offset changes in the log, they are UTC. Those of a log that does not say its zone have
    none. What cannot be read of a damaged log is reported by a LossWarning.
    """
    table.check_choices(layout, columns, using)
    texts = _texts_of([path] if isinstance(path, (str, bytes, os.PathLike)) else path, "the name of a log")
    if not texts:
        raise ValueError("no log is given")
    wanted = None
    if counters is not None:
        wanted = _texts_of([counters] if isinstance(counters, (str, bytes)) else counters, "the path of a counter")
    if "" in texts:
        raise ValueError("the name of a log is empty")
    reader = _Reader(wanted, _datetime_of(begin), _datetime_of(end))
    records = reader.read(texts)
    for loss in reader.losses:
        warnings.warn(loss, LossWarning, stacklevel=2)
    return table.made_of(records, layout, columns, using)


def record(
    *paths: str,
    seconds: float = 1.0,
    count: Optional[int] = None,
    layout: str = "wide",
    columns: str = "parts",
    using: Optional[str] = None,
) -> Any:
    """Collects counters of this computer every so many seconds, and returns what read_log() would for a log of them.

    Paths are English. One with a wildcard is expanded at each sample: an instance that comes later has a column too, with NaN
    before. A sample is taken at once and not returned, so that all that are have rates. Without a count the recording ends, and is
    returned, when the program is interrupted (Ctrl-C).
    """
    table.check_choices(layout, columns, using)
    check_interval(seconds)
    if not paths:
        raise ValueError("no counter is given")
    recording = _Recording(_texts_of(paths, "the path of a counter"))
    try:
        recording.take(seconds, count)
    except KeyboardInterrupt:
        if count is not None:
            raise
    finally:
        recording.close()
    return table.made_of(recording.records(), layout, columns, using)


class _Matrix:
    """Rows of values as the library writes them, with the time and the bias of each."""

    def __init__(self, paths: List[str]) -> None:
        self.records = table.empty(paths)
        self._most = max(1, _CELLS_OF_CALL // max(1, len(paths)))
        self._new_times = array("q", bytes(8 * self._most))
        self._new_biases = array("i", bytes(4 * self._most))
        self._new_values = array("d", bytes(8 * self._most * len(paths)))

    def collect(self, query: int, counters: Any, most: Optional[int] = None) -> int:
        """Adds the next records. Returns the status, which is 0 as long as there may be more."""
        added, columns = ctypes.c_uint32(), len(self.records.paths)
        times, biases, values = self.records.times, self.records.biases, self.records.values
        before = len(times)
        times.extend(self._new_times)
        biases.extend(self._new_biases)
        values.extend(self._new_values)
        try:
            return _libpdh.status_of(
                "pdh_shim_collect_values",
                _libpdh.handle(query),
                counters,
                columns,
                win32pdh.PDH_FMT_DOUBLE | win32pdh.PDH_FMT_NOCAP100,  # as relog and typeperf
                self._most if most is None else most,
                _address_of(values, before * columns),
                None,
                None,
                _address_of(times, before),
                _address_of(biases, before),
                ctypes.byref(added),
            )
        finally:
            after = before + added.value
            del times[after:], biases[after:], values[after * columns :]


def _address_of(numbers: Any, place: int) -> int:
    address: int = numbers.buffer_info()[0]
    return address + place * int(numbers.itemsize)


class _Log(NamedTuple):
    """Logs that are read as one."""

    names: List[str]
    handle: int

    def close(self) -> None:
        _libpdh.call("PdhCloseLog", _libpdh.handle(self.handle), 0)

    def paths(self) -> List[str]:
        """Those of all counters."""
        return [
            path
            for machine in self._machines()
            for object in self._objects(machine)
            for path in self._paths_of(machine, object)
        ]

    def _machines(self) -> List[str]:
        source = _libpdh.handle(self.handle)
        return _listed("PdhEnumMachinesHW", lambda room, used: (source, room, used))

    def _objects(self, machine: str) -> List[str]:
        source, name = _libpdh.handle(self.handle), _libpdh.utf16(machine)
        wizard = win32pdh.PERF_DETAIL_WIZARD
        return _listed("PdhEnumObjectsHW", lambda room, used: (source, name, room, used, wizard, 0))

    def _paths_of(self, machine: str, object: str) -> List[str]:
        instance = "*" if self._can_have_instances(machine, object) else None
        path = win32pdh.MakeCounterPath((machine, object, instance, None, -1, "*"))
        try:
            return self._expanded(path)
        except _libpdh.error:
            return []  # the log has no instance of it

    def _can_have_instances(self, machine: str, object: str) -> bool:
        counters, instances = ctypes.c_uint32(), ctypes.c_uint32()
        _libpdh.status_of(
            "PdhEnumObjectItemsHW",
            _libpdh.handle(self.handle),
            _libpdh.utf16(machine),
            _libpdh.utf16(object),
            None,
            ctypes.byref(counters),
            None,
            ctypes.byref(instances),
            win32pdh.PERF_DETAIL_WIZARD,
            0,
        )
        return instances.value > 0

    def meant_by(self, path: str) -> List[str]:
        """The counters that a path means, which has to mean one: without a computer, those of all computers."""
        if path.startswith("\\\\"):
            return self._expanded(path)
        found: List[str] = []
        reason = None
        for machine in self._machines():
            try:
                found += self._expanded(machine + path)
            except _libpdh.error as failure:
                reason = failure
        if not found and reason is not None:
            raise reason
        return found

    def _expanded(self, path: str) -> List[str]:
        if "*" not in path:
            _libpdh.call("PdhValidatePathExW", _libpdh.handle(self.handle), _libpdh.needed_utf16(path))
            return [path]
        source, text = _libpdh.handle(self.handle), _libpdh.needed_utf16(path)
        return _listed("PdhExpandWildCardPathHW", lambda room, used: (source, text, room, used, 0))

    def local_times(self, when: datetime.datetime) -> List[int]:
        """What this log may have for a time, as local FILETIMEs: several if its offset to UTC changes within a day."""
        if when.tzinfo is None:
            return [_file_time(when)]
        utc = _file_time(when)
        biases = [self.bias(utc + days * _TICKS_OF_DAY) for days in (-1, 0, 1)]
        if table.UNKNOWN_BIAS in biases:
            raise ValueError(
                f"{', '.join(self.names)}: the log does not say its zone, so begin and end must not have one;"
                " or set PDH_SHIM_LOG_ZONE"
            )
        return [utc - bias * _TICKS_OF_MINUTE for bias in biases]

    def bias(self, local_time: int) -> int:
        minutes = ctypes.c_int32()
        status = _libpdh.status_of("pdh_shim_log_bias", _libpdh.handle(self.handle), local_time, ctypes.byref(minutes))
        if status == _ENTRY_NOT_IN_LOG_FILE:
            return table.UNKNOWN_BIAS
        if status != 0:
            raise _libpdh.failure("pdh_shim_log_bias", status)
        return minutes.value


def _listed(function: str, arguments: Any) -> List[str]:
    return _libpdh.texts_of(
        _libpdh.filled_text(function, lambda room, used: _libpdh.status_of(function, *arguments(room, used)))
    )


def _opened(names: List[str]) -> _Log:
    handle = ctypes.c_void_p()
    list_of_names = b"".join(_libpdh.needed_utf16(name) for name in names) + b"\0\0"
    status = _libpdh.status_of("PdhBindInputDataSourceW", ctypes.byref(handle), list_of_names)
    if status != 0:
        raise _failure_of(names, "PdhBindInputDataSourceW", status, _libpdh.last_reason())
    return _Log(names, handle.value or 0)


def _failure_of(names: List[str], function: str, status: int, reason: Optional[str]) -> _libpdh.error:
    """The exception of a call that failed for logs. It says for which, and why."""
    code, name, text = _libpdh.failure(function, status).args
    if reason is None or not any(each in reason for each in names):
        text = f"{', '.join(names)}: {text}"
    return _libpdh.error(code, name, f"{text} ({reason})" if reason else text)


class _Reader:
    """Reads logs, of which it says what it could not read."""

    def __init__(self, wanted: Optional[List[str]], begin: Optional[datetime.datetime], end: Optional[datetime.datetime]) -> None:
        self._wanted, self._begin, self._end = wanted, begin, end
        self._instants = [_file_time(when) if when is not None and when.tzinfo is not None else None for when in (begin, end)]
        self.losses: List[str] = []

    def read(self, names: List[str]) -> table.Records:
        """Binary logs are read as one by the library, so that a rate goes on from one to the next; others one by one."""
        if len(names) == 1:
            return self._read_closing(_opened(names), None)
        for name in names:
            _opened([name]).close()  # a list of names ends for the library at a text file that is not there
        return self._read_together(names) or self._read_one_by_one(names)

    def _read_together(self, names: List[str]) -> Optional[table.Records]:
        """None if not all are binary logs."""
        groups = _groups_of(names)
        had: Optional[Set[str]] = None if len(groups) == 1 else set()
        parts = []
        for group in groups:
            log = _opened_together(group)
            if log is None:
                self.losses.clear()  # found again by those who read these logs one by one
                return None
            parts.append(self._read_closing(log, had))
        self._check_had(had)
        return table.continued(parts)

    def _read_one_by_one(self, names: List[str]) -> table.Records:
        had: Set[str] = set()
        parts = [self._read_closing(_opened([name]), had) for name in names]
        self._check_had(had)
        return table.joined(parts)

    def _check_had(self, had: Optional[Set[str]]) -> None:
        for path in self._wanted or ():
            if had is not None and path not in had:
                with _libpdh.about(path):
                    raise _libpdh.failure("PdhExpandWildCardPathHW", _NO_COUNTER)

    def _read_closing(self, log: _Log, had: Optional[Set[str]]) -> table.Records:
        """With `had`, the log may lack some of the counters; those that it has are added there."""
        try:
            paths = log.paths() if self._wanted is None else _wanted_of(log, self._wanted, had)
            return self._records_of(log, table.unique(paths))
        finally:
            log.close()

    def _records_of(self, log: _Log, paths: List[str]) -> table.Records:
        matrix = _Matrix(paths)
        if not paths:
            return matrix.records
        query = ctypes.c_void_p()
        _libpdh.call("PdhOpenQueryH", _libpdh.handle(log.handle), 0, ctypes.byref(query))
        number = query.value or 0
        try:
            handles = [_added(win32pdh.AddCounter, number, path) for path in paths]
            self._set_range(log, number)
            self._read_to_end(log, number, (ctypes.c_void_p * len(handles))(*handles), matrix)
        finally:
            win32pdh.CloseQuery(number)
        records = table.between(matrix.records, *self._instants)
        return records if records.times else records._replace(log_bias=log.bias(0))

    def _set_range(self, log: _Log, query: int) -> None:
        if self._begin is None and self._end is None:
            return
        begin, end = self._instants
        first = 0 if self._begin is None else min(log.local_times(self._begin))
        last = _LATEST if self._end is None else max(log.local_times(self._end))
        if last < first or (begin is not None and end is not None and end < begin):
            raise ValueError("the end is before the beginning")
        times = _libpdh.TimeInfo(first, max(last, first + 1), 0)
        _libpdh.call("PdhSetQueryTimeRange", _libpdh.handle(query), ctypes.byref(times))

    def _read_to_end(self, log: _Log, query: int, counters: Any, matrix: _Matrix) -> None:
        status = 0
        while status == 0:
            status = matrix.collect(query, counters)
        if status == _NO_MORE_DATA:
            return
        # A loss is reported once, at the end of the log; any other failure again and again.
        reason = _libpdh.last_reason()
        if matrix.collect(query, counters) != _NO_MORE_DATA:
            raise _failure_of(log.names, "pdh_shim_collect_values", status, reason)
        reason = reason or _libpdh.status_text(status)
        self.losses.append(f"{', '.join(log.names)}: parts of the log could not be read: {reason}")


def _groups_of(names: List[str]) -> List[List[str]]:
    """As many logs as the library reads as one. A group begins with the last log of the one before, so that rates go on."""
    step = _MOST_TOGETHER - 1
    return [names[first : first + _MOST_TOGETHER] for first in range(0, len(names) - 1, step)]


def _opened_together(names: List[str]) -> Optional[_Log]:
    """None if not all are binary logs."""
    if any(map(_is_archive, names)):
        return None
    try:
        return _opened(names)
    except _libpdh.error as failure:
        if failure.winerror != _UNKNOWN_LOG_FORMAT:
            raise
        return None


def _is_archive(name: str) -> bool:
    return name.startswith("pcp:")


def _wanted_of(log: _Log, wanted: List[str], had: Optional[Set[str]]) -> List[str]:
    paths = []
    for path in wanted:
        try:
            with _libpdh.about(path):
                meant = log.meant_by(path)
                if not meant:
                    raise _libpdh.failure("PdhExpandWildCardPathHW", _NO_COUNTER)
                paths += meant
        except _libpdh.error:
            if had is None:
                raise
        else:
            if had is not None:
                had.add(path)
    return paths


class _Recording:
    """Samples of this computer, whose rows become longer as instances appear."""

    def __init__(self, paths: List[str]) -> None:
        self._wanted = list(dict.fromkeys(paths))
        self._seen: Set[str] = set()  # paths that were added, or that mean a counter that was
        self._counters: Set[str] = set()  # as the library names them: with their computer
        self._query = win32pdh.OpenQuery()
        self._wildcards: List[int] = []  # they are collected too: a record has a time while they have no instance
        self._paths: List[str] = []
        self._handles: List[int] = []
        self._rows: List[table.Records] = []

    def close(self) -> None:
        win32pdh.CloseQuery(self._query)

    def take(self, seconds: float, count: Optional[int]) -> None:
        for path in self._wanted:
            if "*" in path:
                self._wildcards.append(_added(win32pdh.AddEnglishCounter, self._query, path))
            else:
                self._add(path)
        self._sample()
        for _ in ticks_of(seconds, count):
            self._rows.append(self._sample())

    def records(self) -> table.Records:
        return table.appended(self._rows, self._paths)

    def _sample(self) -> table.Records:
        for path in self._wanted:
            for each in _expanded_now(path) if "*" in path else ():
                if each not in self._seen:
                    self._add(each)
        handles = self._handles or self._wildcards[:1]
        matrix = _Matrix(list(self._paths or self._wanted[:1]))
        status = matrix.collect(self._query, (ctypes.c_void_p * len(handles))(*handles), 1)
        if status not in (0, _NO_DATA):
            raise _libpdh.failure("pdh_shim_collect_values", status)
        return matrix.records if self._handles else matrix.records._replace(paths=[], values=array("d"))

    def _add(self, path: str) -> None:
        """Adds the counter of a path, unless it has a column by another path."""
        self._seen.add(path)
        handle = _added(win32pdh.AddEnglishCounter, self._query, path)
        counter = str(win32pdh.GetCounterInfo(handle, False)[_PATH_OF_INFO]).lower()
        if counter in self._counters:
            win32pdh.RemoveCounter(handle)
            return
        self._counters.add(counter)
        self._handles.append(handle)
        self._paths.append(path)


def _added(add: Callable[[int, str], int], query: int, path: str) -> int:
    with _libpdh.about(path):
        return add(query, path)


def _expanded_now(path: str) -> List[str]:
    try:
        return expand(path)
    except _libpdh.error:
        return []  # it has no instance now


def _texts_of(given: Iterable[Any], what: str) -> List[str]:
    texts = [os.fspath(each) if isinstance(each, os.PathLike) else each for each in given]
    for each in texts:
        if not isinstance(each, str):
            raise TypeError(f"{what} is text, not {type(each).__name__}")
    return texts


def _datetime_of(when: When) -> Optional[datetime.datetime]:
    if when is None:
        return None
    if isinstance(when, datetime.datetime):  # also of pandas, whose own cannot be 1601
        if when != when:
            raise ValueError("a time that is not a time (NaT) is given")
        parts = (when.year, when.month, when.day, when.hour, when.minute, when.second, when.microsecond)
        return datetime.datetime(*parts, tzinfo=when.tzinfo, fold=when.fold)
    if not isinstance(when, str):
        raise TypeError(f"a datetime or its text is expected, not {type(when).__name__}")
    return datetime.datetime.fromisoformat(when)


def _file_time(when: datetime.datetime) -> int:
    """In UTC if the time has an offset."""
    if when.tzinfo is not None:
        when = when.astimezone(datetime.timezone.utc).replace(tzinfo=None)
    return (when - _FIRST_DAY) // datetime.timedelta(microseconds=1) * 10
