#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes a table of the functions of pdh.h for function_table.h.

function_table.py PDH_H OUTPUT

A row is FUNCTION(name, parameters, statuses, follows_protocol), each parameter PARAMETER(name, kind) with a kind of
function_table.h, each status STATUS(name) one that the function's comment lists.
"""

import pathlib
import re
import sys

HANDLE_KINDS = {"PDH_HQUERY": "query", "PDH_HCOUNTER": "counter", "PDH_HLOG": "source"}


class Function:
    def __init__(self, name: str, parameters: str, comment: str):
        self.name = name
        pairs = [re.fullmatch(r"(.*?)\s*(\w+)", part.strip()) for part in parameters.split(",")]
        self.typed = [(pair.group(2), pair.group(1)) for pair in pairs if pair and pair.group(1)]
        self.pointers = {name for name, kind in self.typed if kind.endswith("*") or re.match(r"(LP|PP)", kind)}
        self.handles = {name for name, kind in self.typed if kind in HANDLE_KINDS}
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


def is_size(name: str, kind: str) -> bool:
    return kind == "LPDWORD" and name.endswith(("Size", "Length"))


def is_room(name: str, kind: str) -> bool:
    """A size that is passed by value, as Visual Basic does."""
    return kind in ("DWORD", "LONG") and name in ("BufferSize", "BufferLength", "PathLength")


def kinds(function: Function) -> list:
    """(name, kind) of each parameter."""
    has_sizes = any(is_size(*typed) for typed in function.typed)
    has_texts = any(kind in ("LPSTR", "LPWSTR") for _, kind in function.typed)

    def kind_of(name: str, kind: str) -> str:
        if kind in HANDLE_KINDS:
            return HANDLE_KINDS[kind]
        if is_size(name, kind):
            return "size"
        if is_room(name, kind):
            return "room"
        if kind in ("LPCSTR", "LPCWSTR"):
            return "text"
        if kind in ("LPSTR", "LPWSTR"):
            return "text_buffer"
        if kind.startswith("PPDH_") and has_sizes and not has_texts:
            return "structure_buffer"
        return "pointer" if name in function.pointers else "number"

    return [(name, kind_of(name, kind)) for name, kind in function.typed]


def statuses_of_texts(function: Function, opening: Function) -> set:
    """What the header says at its beginning, of texts that are none and of each name of a data source."""
    statuses = set()
    if any(kind in ("LPCSTR", "LPCWSTR") for _, kind in function.typed) and function.statuses:
        statuses.add("PDH_INVALID_ARGUMENT")
    if "szDataSource" in function.pointers:
        statuses |= opening.statuses
    return statuses


def main() -> None:
    rows = []
    functions = parse(pathlib.Path(sys.argv[1]).read_text())
    for name, function in functions.items():
        parameters = " ".join(f"PARAMETER({parameter}, {kind})" for parameter, kind in kinds(function))
        listed = function.statuses | statuses_of_texts(function, functions["PdhOpenQuery"])
        statuses = " ".join(f"STATUS({status})" for status in sorted(listed))
        rows.append(f"FUNCTION({name}, {parameters}, {statuses}, {str(function.buffers).lower()})\n")
    pathlib.Path(sys.argv[2]).write_text("".join(rows))


if __name__ == "__main__":
    main()
