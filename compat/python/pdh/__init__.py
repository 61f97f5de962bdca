# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Performance counters of this computer, or of a log file, through libpdh of pdh-shim.

    with pdh.Query(r"\\Processor(*)\\% Processor Time", r"\\Memory\\Available Bytes") as query:
        for sample in query.every(1.0, count=10):
            print(sample.time, sample.values)

    frame = pdh.read_log("server.blg")  # a pandas.DataFrame
"""

from _libpdh import error as Error
from pdh.query import Counter, Query, Sample, Value, expand, log_paths, open_log
from pdh.records import LossWarning, read_log, record
from pdh.table import Column, Table

__all__ = [
    "Column",
    "Counter",
    "Error",
    "LossWarning",
    "Query",
    "Sample",
    "Table",
    "Value",
    "expand",
    "log_paths",
    "open_log",
    "read_log",
    "record",
]
