#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Says which series each counter type becomes, and which PromQL gives PDH's value, from the library's table of types.

usage: make_types.py counter_type.inc [--page]

Without --page the rows for names.cpp; with it the table of EXPORTER.md.
"""
import re
import sys

ROW = re.compile(r"^TYPE\((\w+), (\w+), (0x[0-9A-F]{8}), (\w+), (\w+), (\w+)\)$", re.MULTILINE)

# The formula of a type -> what its series are: metric, suffix, value, suffix and value of the second series, PromQL.
# S is the name without a suffix.
SERIES = {
    "raw_count": ("gauge", "", "first", "", "none", "S"),
    "displayed": ("none", "", "none", "", "none", ""),  # only text logs have it
    "delta": ("counter", "_total", "first", "", "none", "idelta(S_total[5m])"),
    "rate": ("counter", "_total", "first", "", "none", "rate(S_total[5m])"),
    "queue_length": ("counter", "_seconds_total", "first_seconds", "", "none", "rate(S_seconds_total[5m])"),
    "raw_fraction": ("gauge", "_ratio", "ratio", "", "none", "100 * S_ratio"),
    "timer": ("counter", "_seconds_total", "first_seconds", "", "none", "100 * rate(S_seconds_total[5m])"),
    "precise_timer": ("counter", "_seconds_total", "first_seconds", "_base_seconds_total", "second_seconds",
                      "100 * rate(S_seconds_total[5m]) / rate(S_base_seconds_total[5m])"),
    "timer_inverse": ("counter", "_idle_seconds_total", "first_seconds", "", "none",
                      "100 * (1 - rate(S_idle_seconds_total[5m]))"),
    "multi_timer": ("counter", "_seconds_total", "first_seconds", "_multi", "multi",
                    "100 * rate(S_seconds_total[5m]) / S_multi"),
    "multi_timer_inverse": ("counter", "_idle_seconds_total", "first_seconds", "_multi", "multi",
                            "100 * (S_multi - rate(S_idle_seconds_total[5m]))"),
    "sample_fraction": ("counter", "_total", "first", "_base_total", "second",
                        "100 * rate(S_total[5m]) / rate(S_base_total[5m])"),
    "average_timer": ("summary", "_seconds", "first_seconds", "", "second",
                      "rate(S_seconds_sum[5m]) / rate(S_seconds_count[5m])"),
    "average_bulk": ("summary", "", "first", "", "second", "rate(S_sum[5m]) / rate(S_count[5m])"),
    "elapsed": ("gauge", "_start_time_seconds", "start_time", "", "none", "time() - S_start_time_seconds"),
    "none": ("none", "", "none", "", "none", ""),
}


def rows(text: str):
    for _, constant, value, formula, second, _ in ROW.findall(text):
        yield constant, value, SERIES["precise_timer" if formula == "timer" and second == "base" else formula]


def series_of(series) -> str:
    metric, suffix, _, second_suffix, _, _ = series
    if metric == "none":
        return ""
    names = [f"S{suffix}_sum", f"S{suffix}_count"] if metric == "summary" else [f"S{suffix}"]
    return ", ".join(f"`{name}`" for name in names + ([f"S{second_suffix}"] if second_suffix else []))


UNITS = {"first": "as it is", "first_seconds": "seconds: FirstValue / time base",
         "ratio": "FirstValue / SecondValue", "start_time": "seconds since 1970", "none": "no series"}


def main() -> int:
    with open(sys.argv[1], encoding="ascii") as file:
        found = list(rows(file.read()))
    if not found:
        print(f"{sys.argv[1]}: no rows", file=sys.stderr)
        return 1
    if "--page" in sys.argv:
        print("| counter type | TYPE | series | value | PromQL for PDH's value |\n|---|---|---|---|---|")
        for constant, _, series in found:
            query = f"`{series[5]}`" if series[5] else ""
            print(f"| `{constant}` | {'' if series[0] == 'none' else series[0]} | {series_of(series)} | {UNITS[series[2]]} | {query} |")
        return 0
    print("// Made by make_types.py: constant, type, metric, suffix, value, second suffix, second value, PromQL, what the value is.")
    for constant, value, (metric, suffix, first, second_suffix, second, query) in found:
        print(f'{{"{constant}", {value}, Metric::{metric}, "{suffix}", Value::{first}, "{second_suffix}", '
              f'Value::{second}, "{query}", "{UNITS[first]}"}},')
    return 0


if __name__ == "__main__":
    sys.exit(main())
