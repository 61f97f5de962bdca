#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that the conformance suite has a row for all that pdh.h promises of each function.

coverage.py PDH_H DIRECTORY

Of each function of the header
- each pointer is NULL in a row of pointers_test.cpp or statuses_test.cpp ("PdhX: parameter");
- each handle is a bad one in a row of handles_test.cpp;
- each caller-allocated buffer is in a row of protocol_test.cpp;
- each status that its comment lists is expected by a row of one of these, or stands in no_row.tsv with the reason
  why it cannot, or with the name of the case that expects it.
"""

import pathlib
import re
import sys

HANDLES = {"PDH_HQUERY", "PDH_HCOUNTER", "PDH_HLOG"}
# What the rows of these files expect of each function without saying so.
IMPLIED = {
    "protocol_test.cpp": {"PDH_MORE_DATA", "PDH_INVALID_ARGUMENT"},
    "handles_test.cpp": {"PDH_INVALID_HANDLE"},
}
EXPLICIT = ("pointers_test.cpp", "statuses_test.cpp")


class Function:
    def __init__(self, name: str, parameters: str, comment: str):
        self.name = name
        pairs = [re.fullmatch(r"(.*?)\s*(\w+)", part.strip()) for part in parameters.split(",")]
        self.typed = [(pair.group(2), pair.group(1)) for pair in pairs if pair and pair.group(1)]
        self.pointers = {name for name, kind in self.typed if kind.endswith("*") or re.match(r"(LP|PP)", kind)}
        self.handles = {name for name, kind in self.typed if kind in HANDLES}
        self.buffers = "@ref pdh_buffers" in comment
        self.statuses = set()
        for listed in re.findall(r"@retval ((?:\w+, )*\w+)", comment):
            self.statuses.update(listed.split(", "))
        self.like = re.findall(r"As (Pdh\w+)\(\)", comment)


def parse(header: str) -> dict:
    """The functions under their names without A and W; both have one comment."""
    functions = {}
    declaration = re.compile(
        r"((?:^///.*\n)+)(?:PDH_FUNCTION|\w+ WINAPI) (Pdh\w+)\(\s*((?:[^()]|\n)*)\)", re.MULTILINE
    )
    for comment, name, parameters in declaration.findall(header):
        if "@copydoc" in comment:
            copied = re.search(r"@copydoc (\w+)", comment).group(1)
            if base_name(copied) == base_name(name):
                continue
            comment = f"/// As {copied}()\n"
        comment = re.sub(r"\n/// ?", " ", comment)
        functions[base_name(name)] = Function(base_name(name), parameters, comment)
    for function in functions.values():
        for like in function.like:
            function.statuses |= functions[base_name(like)].statuses
            function.buffers = function.buffers or functions[base_name(like)].buffers
    return functions


def base_name(name: str) -> str:
    return re.sub(r"(?<=[a-zQLDBH])[AW]$", "", name)


def rows(source: str) -> list:
    """(function, parameter or None, status or None) of each row of a table."""
    return re.findall(r'\{\s*"(Pdh\w+)(?:: (\w+)[^"]*)?",\s*(?:(PDH_\w+|ERROR_\w+)|[\[R])', source)


def main() -> int:
    functions = parse(pathlib.Path(sys.argv[1]).read_text())
    directory = pathlib.Path(sys.argv[2])
    faults = []
    statuses = {name: set() for name in functions}
    nulls, bad_handles, protocol = set(), set(), set()
    for file in (*IMPLIED, *EXPLICIT):
        for name, parameter, status in rows((directory / file).read_text()):
            if name not in functions:
                faults.append(f"{file}: a row for {name}, which pdh.h does not declare")
                continue
            statuses[name] |= {status} if file in EXPLICIT else IMPLIED[file]
            if file == "handles_test.cpp":
                bad_handles.add((name, parameter))
            elif file == "protocol_test.cpp":
                protocol.add(name)
            elif parameter:
                nulls.add((name, parameter))
    cases = "".join(file.read_text() for file in directory.glob("*_test.cpp"))
    excused = {}
    for line in (directory / "no_row.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            name, status, reason = line.split("\t")
            excused[name, status] = line
            faults += [f"no_row.tsv: there is no case `{case}`" for case in re.findall("`(.*?)`", reason)
                       if f'TEST_CASE("{case}")' not in cases]
    for name, function in functions.items():
        faults += [f"{name}: {what} is NULL in no row" for what in sorted(function.pointers)
                   if (name, what) not in nulls]
        faults += [f"{name}: no row with bad handles for {what}" for what in sorted(function.handles)
                   if (name, what) not in bad_handles]
        if function.buffers and name not in protocol and (name, "PDH_MORE_DATA") not in excused:
            faults.append(f"{name}: not in the table of buffers")
        for status in sorted(function.statuses - {"ERROR_SUCCESS"}):
            covered = status in statuses[name]
            excuse = excused.pop((name, status), None)
            if not covered and excuse is None:
                faults.append(f"{name}: no row expects {status}")
            if covered and excuse is not None:
                faults.append(f"no_row.tsv: there is a row for {name}, {status}")
    faults += [f"no_row.tsv: {name} does not promise {status}" for name, status in excused]
    print("\n".join(faults))
    return 1 if faults or len(functions) < 70 else 0


if __name__ == "__main__":
    sys.exit(main())
