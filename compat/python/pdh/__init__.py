# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Performance counters of this computer, or of a log file, through libpdh of pdh-shim.

    with pdh.Query(r"\\Processor(*)\\% Processor Time", r"\\Memory\\Available Bytes") as query:
        for sample in query.every(1.0, count=10):
            print(sample.time, sample.values)

    with pdh.open_log("server.blg") as log:
        frame = pandas.DataFrame(sample.row() for sample in log)
"""

from _libpdh import error as Error
from pdh.query import Counter, Query, Sample, Value, expand, log_paths, open_log

__all__ = ["Counter", "Error", "Query", "Sample", "Value", "expand", "log_paths", "open_log"]
