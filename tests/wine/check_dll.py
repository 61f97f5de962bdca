#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks pdh.dll from outside.

usage: check_dll.py x86|x86_64 OPTIMIZATION OBJDUMP NM DLL IMPORT_LIBRARY EXPORTS_TSV OWN_EXPORTS_TSV ORDINALS IMPORTS
    FUNCTIONS_PAGE

- It exports the names of EXPORTS_TSV and of OWN_EXPORTS_TSV (<pdh_shim/...>), and nothing else; undecorated, and each
  under the number of its line in ORDINALS. On x86 the names whose arguments are unknown are missing. The page counts
  the names of Windows' DLL, and those that it numbers: the first part of ORDINALS.
- On x86 each takes as many bytes off the stack as its callers put there (both tables).
- The import library has these names, on x86 with the bytes, and no other that a program could take for one of its own.
- It imports nothing that IMPORTS does not list: what Windows 7 has. It imports no fewer than 100 functions.
- It carries a version and a message table.
- It is loaded at any address, and its data is not executable; on x86-64, at addresses of all 64 bits.
- Optimized as it is released (2), and without debugging information, it is a file of less than 3.1 MB, which people copy.
"""
import csv
import os
import re
import subprocess
import sys

MOST_BYTES = 3_100_000
FEWEST_IMPORTS = 100  # it has some 150: fewer were found only if objdump prints them in another way


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def read_lines(path: str) -> list[str]:
    with open(path, encoding="ascii") as file:
        return [line.strip() for line in file if line.strip() and not line.startswith("#")]


def read_rows(path: str) -> list[dict[str, str]]:
    with open(path, encoding="ascii", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t"))


def numbered_by_windows(ordinals: str) -> set[str]:
    """The names before the second comment."""
    with open(ordinals, encoding="ascii") as file:
        return set(re.split(r"^#.*$", file.read(), flags=re.MULTILINE)[1].split())


def exports_of(headers: str) -> dict[str, tuple[int, int]]:
    """Name -> ordinal and address."""
    base = int(re.search(r"^ImageBase\s+([0-9a-f]+)", headers, re.MULTILINE).group(1), 16)
    first = int(re.search(r"Ordinal Base\s+(\d+)", headers).group(1))
    addresses = {int(number): base + int(address, 16) for number, address in
                 re.findall(r"\[\s*(\d+)\] \+base\[\s*\d+\]\s+([0-9a-f]+) Export RVA", headers)}
    names = re.search(r"\[Ordinal/Name Pointer\] Table\n(.*?)\n\n", headers, re.DOTALL).group(1)
    return {name: (int(number) + first, addresses[int(number)])
            for number, name in re.findall(r"\[\s*(\d+)\] (?:\+base\[\s*\d+\]\s+[0-9a-f]+\s+)?(\S+)", names)}


def returned_bytes(disassembly: str, addresses: set[int]) -> dict[int, int]:
    """Address of a function -> bytes that the first return on its way takes off the stack. A function that ends with a call
    of another one may jump there."""
    lines = [(int(match[1], 16), match[2], match[3])
             for match in re.finditer(r"^\s*([0-9a-f]+):\t(\S+) *(\S*)", disassembly, re.MULTILINE)]
    places = {address: place for place, (address, _, _) in enumerate(lines)}
    found: dict[int, int] = {}
    for address in addresses & places.keys():
        place = places[address]
        seen: set[int] = set()
        while place is not None and place < len(lines) and place not in seen:
            seen.add(place)
            _, instruction, operand = lines[place]
            if instruction.startswith("ret"):
                found[address] = int(operand.lstrip("$"), 16) if operand else 0
                break
            is_jump = instruction == "jmp" and operand.startswith("0x")
            place = places.get(int(operand, 16)) if is_jump else place + 1
    return found


def counts_in(page: str) -> dict[str, tuple[int, int]]:
    """CPU -> names of Windows' DLL that the page says ours exports, and of these those with Windows' ordinals."""
    with open(page, encoding="ascii") as file:
        text = file.read()
    x86_64 = re.search(r"for 64-bit programs export all (\d+) names.*?(\d+) of them have the ordinals", text, re.DOTALL)
    x86 = re.search(r"for 32-bit programs exports (\d+) of the \d+ names, with the same ordinals", text)
    return {"x86_64": (int(x86_64[1]), int(x86_64[2])), "x86": (int(x86[1]), int(x86_64[2]))}


def main() -> int:
    cpu, optimization, objdump, nm, dll, import_library, table, own_table, ordinals, imports, page = sys.argv[1:]
    errors: list[str] = []
    rows = read_rows(table) + read_rows(own_table)
    headers = run(objdump, "-p", dll)
    exported = exports_of(headers)
    wanted = {row["name"] for row in rows if cpu == "x86_64" or row["bytes"] != "-"}
    errors += [f"not exported: {name}" for name in sorted(wanted - exported.keys())]
    errors += [f"not to be exported: {name}" for name in sorted(exported.keys() - wanted)]
    numbers = {name: number for number, name in enumerate(read_lines(ordinals), 1)}
    errors += [f"{name} has ordinal {ordinal}, not {numbers.get(name)}" for name, (ordinal, _) in sorted(exported.items())
               if ordinal != numbers.get(name)]

    counts = (sum(1 for name in exported if not name.startswith("pdh_shim_")),
              len(numbered_by_windows(ordinals) & exported.keys()))
    if counts != counts_in(page)[cpu]:
        errors.append(f"{counts[0]} names of Windows' DLL exported, {counts[1]} with its ordinals; FUNCTIONS.md says otherwise")

    linked = {symbol for symbol in re.findall(r" [A-Z] (\S+)$", run(nm, "--defined-only", import_library), re.MULTILINE)
              if not re.fullmatch(r"__imp_\w+(@\d+)?|_?_?head_\w+|_?\w+_iname", symbol)}
    to_link = {f"_{row['name']}@{row['bytes']}" if cpu == "x86" else row["name"] for row in rows if row["name"] in wanted}
    errors += [f"not in the import library: {name}" for name in sorted(to_link - linked)]
    errors += [f"only in the import library: {name}" for name in sorted(linked - to_link)]

    checked = 0
    if cpu == "x86":
        taken = returned_bytes(run(objdump, "-d", "--no-show-raw-insn", dll),
                               {address for _, address in exported.values()})
        for row in rows:
            if row["name"] in exported and row["bytes"] != "-":
                checked += 1
                size = taken.get(exported[row["name"]][1])
                if size != int(row["bytes"]):
                    errors.append(f"{row['name']} takes {size} bytes off the stack, not {row['bytes']}")

    allowed = set(read_lines(imports))
    imported = set()
    for library in re.split(r"DLL Name: ", headers)[1:]:
        name = library.split("\n")[0].strip().lower()
        imported |= {f"{name}!{function}" for function in re.findall(r"^\t[0-9a-f]+\s+\d+\s+(\w+)$", library, re.MULTILINE)}
    errors += [f"imported, but not known to be in Windows 7: {name}" for name in sorted(imported - allowed)]

    if len(imported) < FEWEST_IMPORTS:
        errors.append(f"{len(imported)} imported functions found, fewer than {FEWEST_IMPORTS}")

    for mark in ("DYNAMIC_BASE", "NX_COMPAT", *(["HIGH_ENTROPY_VA"] if cpu == "x86_64" else [])):
        if not re.search(rf"^\s+{mark}$", headers, re.MULTILINE):
            errors.append(f"not marked {mark}")

    resources = re.findall(r"Entry: ID: 0x(\w+), Value", headers)
    errors += [f"no resource of type {kind}" for kind in ("00000b", "000010") if kind not in resources]

    size = os.path.getsize(dll)
    if optimization == "2" and ".debug_info" not in run(objdump, "-h", dll) and size >= MOST_BYTES:
        errors.append(f"{size} bytes are more than {MOST_BYTES}")

    print(f"{len(exported)} names exported, {checked} counts of argument bytes checked, {len(imported)} functions imported, "
          f"{size} bytes")
    print(*errors, sep="\n")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
