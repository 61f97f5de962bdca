# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""The tables that read_log() and record() return: of pandas, of numpy, or of Python alone."""

from __future__ import annotations

import datetime
import html
import importlib
import math
from array import array
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Sequence, Union

import win32pdh

LAYOUTS = ("wide", "long")
COLUMNS = ("parts", "paths")
LIBRARIES = ("pandas", "numpy", "lists")

UNKNOWN_BIAS = -(1 << 31)  # PDH_SHIM_BIAS_UNKNOWN
_FIRST_DAY = datetime.datetime(1601, 1, 1)
_TICKS_TO_1970 = 116_444_736_000_000_000
_TICKS_OF_MINUTE = 600_000_000
_FIRST_IN_NANOSECONDS, _LAST_IN_NANOSECONDS = 24_299_136_000_000_000, 208_591_200_000_000_000  # 1678 and the end of 2261


class Column(NamedTuple):
    """The parts of a counter's path. `instance` is "" for a counter without one, else as in paths: parent/name#2."""

    machine: str
    object: str
    instance: str
    counter: str


_SHOWN_ROWS, _SHOWN_COLUMNS = 5, 20  # of a notebook


@dataclass(frozen=True, repr=False)
class Table:
    """A wide table where there is no pandas. With numpy, `times` is an array of datetime64[ns] in UTC, or in local time if `zone`
    is None, and `values` one of two dimensions. Without, `times` is a list of datetimes and `values` a list of rows, each an
    array.array of doubles. table[column] is one column: an array or a list."""

    times: Any
    zone: Optional[datetime.timezone]  # of the records; UTC if it changes; None if it is not known
    columns: List[Union[Column, str]]
    values: Any

    def __getitem__(self, column: Union[Column, str]) -> Any:
        place = self.columns.index(column)
        return self.values[:, place] if hasattr(self.values, "shape") else [row[place] for row in self.values]

    def __len__(self) -> int:
        return len(self.times)

    def __repr__(self) -> str:
        span = f" from {self.times[0]} to {self.times[-1]}" if len(self) else ""
        return f"<pdh.Table: {len(self)} records of {len(self.columns)} counters{span}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the first and last records, and the first counters."""
        rows = [*range(len(self))] if len(self) <= 2 * _SHOWN_ROWS else [*range(_SHOWN_ROWS), None, *range(-_SHOWN_ROWS, 0)]
        columns = self.columns[:_SHOWN_COLUMNS]
        more = "<th>...</th>" if len(self.columns) > len(columns) else ""
        head = "".join(f"<th>{html.escape(_path_of(column))}</th>" for column in columns)
        lines = [f"<table><thead><tr><th>time</th>{head}{more}</tr></thead><tbody>"]
        for row in rows:
            if row is None:
                cells = "<td>...</td>" * (1 + len(columns))
            else:
                values = (self.values[row][place] for place in range(len(columns)))
                cells = "".join(f"<td>{html.escape(text)}</td>" for text in (str(self.times[row]), *(f"{value:g}" for value in values)))
            lines.append(f"<tr>{cells}{'<td>...</td>' if more else ''}</tr>")
        return "\n".join([*lines, "</tbody></table>", f"<p>{len(self)} records of {len(self.columns)} counters</p>"])


def _path_of(column: Union[Column, str]) -> str:
    if isinstance(column, str):
        return column
    instance = f"({column.instance})" if column.instance else ""
    machine = f"\\\\{column.machine}" if column.machine else ""
    return f"{machine}\\{column.object}{instance}\\{column.counter}"


class Records(NamedTuple):
    """The records of a log as the library gives them: a row of values for each time."""

    paths: List[str]
    times: array[int]  # local FILETIMEs
    biases: array[int]  # minutes: UTC = local + bias
    values: array[float]
    log_bias: int = UNKNOWN_BIAS  # of the log, for a table without records

    def zone(self) -> Optional[datetime.timezone]:
        biases = set(self.biases) or {self.log_bias}
        if UNKNOWN_BIAS in biases:
            return None
        return _zone_of(biases.pop()) if len(biases) == 1 else datetime.timezone.utc

    def instants(self) -> List[int]:
        """For putting records into order: UTC where it is known."""
        if UNKNOWN_BIAS in self.biases:
            return list(self.times)
        return [time + bias * _TICKS_OF_MINUTE for time, bias in zip(self.times, self.biases)]


def check_choices(layout: str, columns: str, using: Optional[str]) -> None:
    for name, value, choices in (("layout", layout, LAYOUTS), ("columns", columns, COLUMNS), ("using", using, (None, *LIBRARIES))):
        if value not in choices:
            raise ValueError(f"{name} is {value!r}; it can be {', '.join(map(repr, choices))}")


def unique(paths: Iterable[str]) -> List[str]:
    """Each counter once, by the first of its paths: capital letters make no difference."""
    first: Dict[str, str] = {}
    for path in paths:
        first.setdefault(path.lower(), path)
    return list(first.values())


def between(records: Records, begin: Optional[int], end: Optional[int]) -> Records:
    """The records from one instant to another, as FILETIMEs in UTC; None = without that bound."""
    if begin is None and end is None:
        return records
    width, kept = len(records.paths), empty(records.paths)
    for record, instant in enumerate(records.instants()):
        if (begin is None or begin <= instant) and (end is None or instant <= end):
            kept.times.append(records.times[record])
            kept.biases.append(records.biases[record])
            kept.values.extend(records.values[record * width : (record + 1) * width])
    return kept


def joined(logs: Sequence[Records]) -> Records:
    """The records of logs in the order of time, with the columns of all. As in the library, records of the same time become one."""
    if len(logs) == 1:
        return logs[0]
    if len({UNKNOWN_BIAS in log.biases for log in logs if log.times}) > 1:
        raise ValueError("the zone of one log is known, and that of another is not: set PDH_SHIM_LOG_ZONE")
    result = empty(unique(path for log in logs for path in log.paths))._replace(log_bias=logs[0].log_bias)
    adders = [_Adder(result, log) for log in logs]
    last = None
    for instant, log, record in sorted(
        (instant, log, record) for log, each in enumerate(logs) for record, instant in enumerate(each.instants())
    ):
        if instant == last:
            adders[log].put_present(record)
        else:
            adders[log].begin(record)
            adders[log].put(record)
        last = instant
    return result


def continued(groups: Sequence[Records]) -> Records:
    """The records of groups of logs, of which each begins with the log that ends the one before. That log's records come once, as
    the earlier group has them: with the rates of its first record."""
    parts: List[Records] = []
    before: Optional[Records] = None
    for group in groups:
        parts.append(group if before is None else _behind(before, group))
        before = group if group.times else before
    return joined(parts)


def _behind(before: Records, group: Records) -> Records:
    """What a group has behind the log that it shares with the one before. In another order it would lack rates."""
    if not group.times:
        return group
    old, new = before.instants(), group.instants()
    begin, end = min(new), max(old)
    shared = [instant for instant in new if instant <= end]
    if not shared or shared != [instant for instant in old if instant >= begin]:
        raise ValueError(
            "more than 32 binary logs must be given in the order of time, and must not overlap; relog can put some of them together"
        )
    first, width = len(shared), len(group.paths)
    return Records(group.paths, group.times[first:], group.biases[first:], group.values[first * width :])


def appended(samples: Sequence[Records], paths: List[str]) -> Records:
    """Records one after another, with these columns."""
    result = empty(paths)
    for each in samples:
        adder = _Adder(result, each)
        for record in range(len(each.times)):
            adder.begin(record)
            adder.put(record)
    return result


def empty(paths: List[str]) -> Records:
    return Records(paths, array("q"), array("i"), array("d"))


class _Adder:
    """Adds records to those that have more columns."""

    def __init__(self, result: Records, part: Records) -> None:
        self._result, self._part = result, part
        place_of = {path.lower(): place for place, path in enumerate(result.paths)}
        self._places = [place_of[path.lower()] for path in part.paths]
        first = self._places[0] if self._places else 0
        self._is_one_piece = self._places == list(range(first, first + len(self._places)))
        self._no_values = array("d", [math.nan]) * len(result.paths)

    def begin(self, record: int) -> None:
        """A row without values."""
        self._result.times.append(self._part.times[record])
        self._result.biases.append(self._part.biases[record])
        self._result.values.extend(self._no_values)

    def put(self, record: int) -> None:
        """The values, into the last row."""
        row, begin = self._row(record), self._begin_of_last()
        if self._is_one_piece and self._places:
            begin += self._places[0]
            self._result.values[begin : begin + len(row)] = row
            return
        for place, value in zip(self._places, row):
            self._result.values[begin + place] = value

    def put_present(self, record: int) -> None:
        """The values that are there, into the last row, which may have others."""
        begin = self._begin_of_last()
        for place, value in zip(self._places, self._row(record)):
            if not math.isnan(value):
                self._result.values[begin + place] = value

    def _row(self, record: int) -> array[float]:
        width = len(self._places)
        return self._part.values[record * width : (record + 1) * width]

    def _begin_of_last(self) -> int:
        return len(self._result.values) - len(self._result.paths)


def made_of(records: Records, layout: str, columns: str, using: Optional[str]) -> Any:
    library = using or _installed()
    make = {"pandas": _frame, "numpy": _numpy_table, "lists": _list_table}[library]
    return make(records, layout, columns)


def _installed() -> str:
    for name in LIBRARIES[:-1]:
        try:
            importlib.import_module(name)
            return name
        except ImportError:
            continue
    return LIBRARIES[-1]


def _parts_of(path: str) -> Column:
    machine, object, name, parent, index, counter = win32pdh.ParseCounterPath(path)
    instance = (f"{parent}/" if parent else "") + (name or "") + (f"#{index}" if index > 0 else "")
    return Column((machine or "").lstrip("\\"), object, instance, counter)


def _columns_of(records: Records, columns: str) -> List[Any]:
    return list(records.paths) if columns == "paths" else [_parts_of(path) for path in records.paths]


def _names_of(columns: str) -> Sequence[str]:
    return ("path",) if columns == "paths" else Column._fields


# -- pandas and numpy ---------------------------------------------------------------------------------


def _numpy_values(records: Records) -> Any:
    numpy = importlib.import_module("numpy")
    return numpy.frombuffer(records.values, dtype=numpy.float64).reshape(len(records.times), len(records.paths))


def _numpy_times(records: Records) -> Any:
    numpy = importlib.import_module("numpy")
    if records.times and (min(records.times) < _FIRST_IN_NANOSECONDS or max(records.times) > _LAST_IN_NANOSECONDS):
        raise OverflowError("datetime64[ns] has no times before 1678 and after 2261, which the log has; using='lists' has them")
    times = numpy.frombuffer(records.times, dtype=numpy.int64) - _TICKS_TO_1970
    if records.zone() is not None:
        times += numpy.frombuffer(records.biases, dtype=numpy.int32).astype(numpy.int64) * _TICKS_OF_MINUTE
    return (times * 100).view("datetime64[ns]")


def _numpy_table(records: Records, layout: str, columns: str) -> Any:
    numpy = importlib.import_module("numpy")
    if layout == "wide":
        return Table(_numpy_times(records), records.zone(), _columns_of(records, columns), _numpy_values(records))
    values = _numpy_values(records)
    rows, places = numpy.nonzero(~numpy.isnan(values))
    texts = _texts_of(records, columns)
    chosen = {name: numpy.array(texts[name], dtype=object)[places] for name in texts}
    return {"time": _numpy_times(records)[rows], **chosen, "value": values[rows, places]}


def _frame(records: Records, layout: str, columns: str) -> Any:
    pandas = importlib.import_module("pandas")
    times = pandas.DatetimeIndex(_numpy_times(records), name="time")
    zone = records.zone()
    times = times if zone is None else times.tz_localize("UTC").tz_convert(zone)
    values = _numpy_values(records)
    if layout == "wide":
        return pandas.DataFrame(values, index=times, columns=_pandas_columns(records, columns), copy=False)
    return _long_frame(records, times, values, columns)


def _pandas_columns(records: Records, columns: str) -> Any:
    pandas = importlib.import_module("pandas")
    if columns == "paths":
        return pandas.Index(records.paths, name="path", dtype=object)
    return pandas.MultiIndex.from_tuples(_columns_of(records, columns), names=Column._fields) if records.paths else (
        pandas.MultiIndex.from_arrays([[], [], [], []], names=Column._fields)
    )


def _long_frame(records: Records, times: Any, values: Any, columns: str) -> Any:
    pandas, numpy = importlib.import_module("pandas"), importlib.import_module("numpy")
    rows, places = numpy.nonzero(~numpy.isnan(values))
    frame = {"time": times[rows]}
    for name, texts in _texts_of(records, columns).items():
        codes, categories = pandas.factorize(numpy.array(texts, dtype=object))
        frame[name] = pandas.Categorical.from_codes(codes[places], categories)
    return pandas.DataFrame({**frame, "value": values[rows, places]})


def _texts_of(records: Records, columns: str) -> Dict[str, List[str]]:
    """The texts of each column of the long layout, by the place of a counter."""
    if columns == "paths":
        return {"path": list(records.paths)}
    parts = [_parts_of(path) for path in records.paths]
    return {name: [part[place] for part in parts] for place, name in enumerate(Column._fields)}


# -- Python alone -------------------------------------------------------------------------------------


def _zone_of(bias: int) -> datetime.timezone:
    return datetime.timezone(datetime.timedelta(minutes=-bias))


def _datetimes(records: Records) -> List[datetime.datetime]:
    """Each in the zone that it has in the log."""
    zones = {bias: None if bias == UNKNOWN_BIAS else _zone_of(bias) for bias in set(records.biases)}
    return [
        (_FIRST_DAY + datetime.timedelta(microseconds=time // 10)).replace(tzinfo=zones[bias])
        for time, bias in zip(records.times, records.biases)
    ]


def _list_table(records: Records, layout: str, columns: str) -> Any:
    times, width = _datetimes(records), len(records.paths)
    rows = [records.values[record * width : (record + 1) * width] for record in range(len(times))]
    if layout == "wide":
        return Table(times, records.zone(), _columns_of(records, columns), rows)
    found = [(time, place, value) for time, row in zip(times, rows) for place, value in enumerate(row) if value == value]
    texts = _texts_of(records, columns)
    chosen = {name: [texts[name][place] for _, place, _ in found] for name in texts}
    return {"time": [time for time, _, _ in found], **chosen, "value": [value for _, _, value in found]}
