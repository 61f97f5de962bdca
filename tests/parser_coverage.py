#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prints how many lines of each parser the corpora of tests/fuzz execute.

parser_coverage.py SOURCE_ROOT BUILD

BUILD is configured with -Db_coverage=true by GCC, its fuzz targets are built and have replayed their corpora. Fails if
a file is below the required share of lines.
"""

import collections
import json
import pathlib
import subprocess
import sys

WANTED = 90.0
# The parsers of texts and blocks from outside, and what the Linux source makes of the kernel's texts. Not here: code that
# opens INI files and passes them on (machine/machine.cpp, pdh_shim/tools/lodctr), and compat/windows/src/system/power.cpp, whose
# parsers are fuzzed too, but which also has an exported function.
PARSERS = (
    "compat/windows/src/files/name_pattern.cpp",
    "pdh_shim/compression/decompressor.cpp",
    "pdh_shim/log/blg/blg_reader.cpp",
    "pdh_shim/log/blg/catalogue.cpp",
    "pdh_shim/log/blg/record.cpp",
    "pdh_shim/log/blg/event_trace.cpp",
    "pdh_shim/log/blg/layout.cpp",
    "pdh_shim/log/sql/cell_text.cpp",
    "pdh_shim/log/text/header.cpp",
    "pdh_shim/log/text/line_reader.cpp",
    "pdh_shim/log/text/narrow_file.cpp",
    "pdh_shim/log/text/number.cpp",
    "pdh_shim/log/text/text_reader.cpp",
    "pdh_shim/log/text/time_stamp.cpp",
    "pdh_shim/path/*.cpp",
    "pdh_shim/names/*.cpp",
    "pdh_shim/base/bytes.h",
    "pdh_shim/base/platform/kernel_file.h",
    "pdh_shim/base/process_information.cpp",
    "pdh_shim/base/text.cpp",
    "pdh_shim/source/pcp/protocol.cpp",
    "pdh_shim/source/perfdata/*.cpp",
    "pdh_shim/source/registry/registry_titles.cpp",
    "pdh_shim/source/registry/wine_block.cpp",
    "pdh_shim/source/windows/system_api.cpp",
    "pdh_shim/block/*.cpp",
    "pdh_shim/helper/frames.cpp",
    "pdh_shim/source/provider/settings.cpp",
    "pdh_shim/source/script/*.cpp",
    "pdh_shim/source/linux/disk/*",
    "pdh_shim/source/linux/gpu/drm_text.*",
    "pdh_shim/source/linux/gpu/gpu_*.cpp",
    "pdh_shim/source/linux/group/*.cpp",
    "pdh_shim/source/linux/group/job_text.h",
    "pdh_shim/source/linux/kernel/boot_time.cpp",
    "pdh_shim/source/linux/kernel/scanner.cpp",
    "pdh_shim/source/linux/kernel/scanner.h",
    "pdh_shim/source/linux/memory/*",
    "pdh_shim/source/linux/network/*.cpp",
    "pdh_shim/source/linux/network/*_text.h",
    "pdh_shim/source/linux/network/queue_list.h",
    "pdh_shim/source/linux/process/process*.cpp",
    "pdh_shim/source/linux/process/process_text.h",
    "pdh_shim/source/linux/process/thread.cpp",
    "pdh_shim/source/linux/process/watched_process.cpp",
    "pdh_shim/source/linux/process/windows_numbers.cpp",
    "pdh_shim/source/linux/processor/*.cpp",
    "pdh_shim/source/linux/processor/cpu_text.h",
    "pdh_shim/source/linux/system/*",
    "pdh_shim/source/linux/volume/logical_disks.cpp",
    "pdh_shim/source/linux/volume/mounts.cpp",
    "pdh_shim/source/linux/volume/volumes.cpp",
    "pdh_shim/tools/command/text_file.cpp",
    "pdh_shim/tools/exporter/config.cpp",
    "pdh_shim/tools/exporter/http.cpp",
    "pdh_shim/tools/exporter/names.cpp",
    "pdh_shim/tools/exporter/yaml.cpp",
    "pdh_shim/tools/logman/run_state.cpp",
    "pdh_shim/tools/logman/set_file.cpp",
    "pdh_shim/tools/logman/template.cpp",
    "compat/windows/src/crt/scan.cpp",
)


def counts_of(build: pathlib.Path) -> dict:
    """Runs of each line, by file and line; of a line that was compiled more than once, all of them."""
    counts = collections.defaultdict(collections.Counter)
    notes = sorted(str(file.relative_to(build)) for file in build.rglob("*.gcda"))
    for note in notes:
        told = subprocess.run(["gcov", "--json-format", "--stdout", note], cwd=build, check=True, capture_output=True)
        for line in told.stdout.splitlines():
            for file in json.loads(line)["files"]:
                for counted in file["lines"]:
                    counts[(build / file["file"]).resolve()][counted["line_number"]] += counted["count"]
    return counts


def main() -> int:
    root, build = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
    lost = [pattern for pattern in PARSERS if not any(root.glob(pattern))]
    if lost:
        sys.exit(f"no such parsers: {' '.join(lost)}")
    counts = counts_of(build)
    too_few = []
    all_run = all_lines = 0
    for file in sorted(file for pattern in PARSERS for file in root.glob(pattern)):
        lines = counts.get(file)
        if not lines:
            continue  # declarations, or constants
        run = sum(count > 0 for count in lines.values())
        all_run += run
        all_lines += len(lines)
        share = 100 * run / len(lines)
        missed = [str(line) for line, count in sorted(lines.items()) if count == 0]
        name = str(file.relative_to(root))
        print(f"{share:6.1f} %  {run:4} of {len(lines):4} lines  {name}  {'not ' + ' '.join(missed[:12]) if missed else ''}")
        if share < WANTED and len(missed) > 1:  # one line is no share of a short file
            too_few.append(name)
    print(f"{100 * all_run / max(all_lines, 1):6.1f} %  {all_run} of {all_lines} lines")
    for name in too_few:
        print(f"below {WANTED} %: {name}")
    return 1 if too_few or all_lines < 2000 else 0


if __name__ == "__main__":
    sys.exit(main())
