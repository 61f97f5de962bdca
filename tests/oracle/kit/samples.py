#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes what the performance DLL of the kit hands over: the objects of the scripts of the conformance suite.

samples.py COUNTER_TYPES FOLDER SCRIPT...

FOLDER gets NAME.samples for each script: the number of its samples, whether they loop, and each sample as its size in bytes and
its objects (replay_perf.c says how); oracle_perf.ini and oracle_perf.h, which name the objects and counters for lodctr. Title
indexes in the samples are numbers of oracle_perf.h. Number 0 belongs to no script, because 0 means "no parent".

A performance DLL cannot say all that a script says: statuses and times of samples are left out.
"""
import json
import pathlib
import re
import struct
import sys

DETAILS = {"PERF_DETAIL_NOVICE": 100, "PERF_DETAIL_ADVANCED": 200, "PERF_DETAIL_EXPERT": 300, "PERF_DETAIL_WIZARD": 400}
NO_UNIQUE_ID = -1
NO_INSTANCES = -1
OWN_OBJECT = "PDH Oracle"
MULTI_COUNTER = 0x02000000 # its value is followed by the multi count
SIZES = {0x000: 4, 0x100: 8, 0x200: 0, 0x300: 0}


def aligned(size: int) -> int:
    return (size + 7) // 8 * 8


class Titles:
    """The numbers of oracle_perf.h. A name of objects has one number, whatever scripts it is in."""

    def __init__(self):
        self.rows = [(OWN_OBJECT, "")]
        self.objects = {OWN_OBJECT: 0}
        self.counters = {}

    def of_object(self, name: str, help_text: str) -> int:
        return self._number(self.objects, name, name, help_text)

    def of_counter(self, owner: str, name: str, help_text: str) -> int:
        return self._number(self.counters, (owner, name), name, help_text)

    def _number(self, known: dict, key, name: str, help_text: str) -> int:
        if key not in known:
            known[key] = 2 * len(self.rows)
            self.rows.append((name, help_text))
        return known[key]

    def header(self) -> str:
        return "".join(f"#define ORACLE_{2 * row} {2 * row}\n" for row in range(len(self.rows)))

    def ini(self) -> str:
        lines = ["[info]", "drivername=PdhOracle", "symbolfile=oracle_perf.h", "", "[languages]", "009=English", "", "[objects]"]
        lines += [f"ORACLE_{number}_009_NAME=" for number in self.objects.values()]
        lines += ["", "[text]"]
        for row, (name, help_text) in enumerate(self.rows):
            lines += [f"ORACLE_{2 * row}_009_NAME={name}", f"ORACLE_{2 * row}_009_HELP={help_text}"]
        return "\n".join(lines) + "\n"


class Object:
    """An object of a script: its definition, and its bytes in a sample."""

    def __init__(self, described: dict, types: dict, titles: Titles):
        self.name = described["name"]
        self.title = titles.of_object(self.name, described.get("help", ""))
        self.detail = detail_of(described)
        self.has_instances = described["instances"] == "multi"
        self.frequency = described.get("objectFreq", 10_000_000)
        self.counters = []
        offset = 8  # a PERF_COUNTER_BLOCK, filled up to 8 bytes
        for counter in described["counters"]:
            kind = types.get(counter["type"], counter["type"])
            size = SIZES[kind & 0x300]
            title = titles.of_counter(self.name, counter["name"], counter.get("help", ""))
            offset = aligned(offset) if size == 8 else offset
            self.counters.append((title, counter.get("defaultScale", 0), detail_of(counter), kind, size, offset))
            offset += size + (8 if kind & MULTI_COUNTER else 0)
        self.block_size = aligned(offset)

    def values(self, values: list) -> bytes:
        block = bytearray(self.block_size)
        struct.pack_into("<I", block, 0, self.block_size)
        for (*_, size, offset), value in zip(self.counters, values):
            number, *multi_count = value if isinstance(value, list) else [value]
            if multi_count:
                struct.pack_into("<I", block, offset + size, multi_count[0])
            if size and isinstance(number, int):
                block[offset:offset + size] = (number % 2 ** (8 * size)).to_bytes(size, "little")
        return bytes(block)

    def instance(self, entry: list, parents: "Parents") -> bytes:
        name, values, *identity = entry
        parent_title, parent_number, name = parents.find(name)
        text = name.encode("utf-16-le") + b"\0\0"
        length = aligned(24 + len(text))
        head = struct.pack("<IIIiII", length, parent_title, parent_number, identity[0] if identity else NO_UNIQUE_ID, 24, len(text))
        values = values if isinstance(values, list) else []
        return head + text.ljust(length - 24, b"\0") + self.values(values)

    def bytes(self, data, moment: int, parents: "Parents") -> bytes:
        definitions = b"".join(
            struct.pack("<IIIIIiIIII", 40, title, 0, title, 0, scale, detail, kind, size, offset)
            for title, scale, detail, kind, size, offset in self.counters)
        if self.has_instances:
            entries = [[name, values] for name, values in data.items()] if isinstance(data, dict) else data
            parents.takes_slashes = not isinstance(data, dict)
            rest, count = b"".join(self.instance(entry, parents) for entry in entries), len(entries)
        else:
            rest, count = self.values(data), NO_INSTANCES
        definition_length = 64 + len(definitions)
        time = moment * self.frequency
        return struct.pack("<IIIIIIIIIiiIqq", definition_length + len(rest), definition_length, 64, self.title, 0, self.title, 0,
                           self.detail, len(self.counters), 0, count, 0, time, self.frequency) + definitions + rest


class Parents:
    """The parents of an object's instances: instances of another object of the script, or of one made up for them."""

    def __init__(self, owner: Object, data: dict, titles: Titles):
        self.takes_slashes = False
        names = [entry[0].partition("/")[0] for entry in data.get(owner.name, []) if isinstance(entry, list) and "/" in entry[0]]
        self.names = list(dict.fromkeys(names))
        self.title = 0
        self.made_up = None
        for other, instances in data.items():
            if other != owner.name and isinstance(instances, dict) and self.names and set(self.names) <= set(instances):
                self.names, self.title = list(instances), titles.objects[other]
        if self.names and not self.title:
            described = {"name": f"{owner.name} Parent", "instances": "multi", "counters": []}
            self.made_up = Object(described, {}, titles)
            self.title = self.made_up.title

    def find(self, name: str) -> tuple[int, int, str]:
        parent, slash, child = name.partition("/")
        if not slash or not self.takes_slashes:
            return 0, 0, name
        return self.title, self.names.index(parent), child


def detail_of(described: dict) -> int:
    detail = described.get("detail", 100)
    return DETAILS.get(detail, detail)


def objects_of(sample: dict, objects: list[Object], moment: int, titles: Titles) -> bytes:
    """Each with its number and that of the object that is asked for with it: its child, or itself."""
    data = sample["data"]
    all_parents = {known.name: Parents(known, data, titles) for known in objects}
    child_of = {parents.title: titles.objects[child] for child, parents in all_parents.items() if parents.title}
    written = b""
    for known in objects:
        values = data.get(known.name, [])
        if isinstance(values, str) or (not values and not known.has_instances):
            continue
        parents = all_parents[known.name]
        pieces = [(known, known.bytes(values, moment, parents))]
        if parents.made_up:
            names = {name: [] for name in parents.names}
            pieces.append((parents.made_up, parents.made_up.bytes(names, moment, Parents(parents.made_up, {}, titles))))
        for piece, text in pieces:
            written += struct.pack("<II", piece.title, child_of.get(piece.title, piece.title)) + text
    return written


def samples_of(script: dict, types: dict, titles: Titles) -> bytes:
    objects = [Object(described, types, titles) for described in script["objects"]]
    samples = [objects_of(sample, objects, moment, titles) for moment, sample in enumerate(script["samples"]) if "data" in sample]
    return struct.pack("<II", len(samples), script.get("loop", False)) + \
        b"".join(struct.pack("<I", len(sample)) + sample for sample in samples)


def main() -> int:
    counter_types, folder, *scripts = (pathlib.Path(argument) for argument in sys.argv[1:])
    types = {name: int(value, 16) for name, value in
             re.findall(r"^TYPE\(\w+, (\w+), (\w+),", counter_types.read_text(encoding="utf-8"), flags=re.MULTILINE)}
    types["PERF_PRECISION_TIMESTAMP"] = types["PERF_LARGE_RAW_BASE"]
    titles = Titles()
    for path in scripts:
        script = json.loads(path.read_text(encoding="utf-8"))
        (folder / f"{path.stem}.samples").write_bytes(samples_of(script, types, titles))
    (folder / "oracle_perf.h").write_text(titles.header(), encoding="ascii")
    (folder / "oracle_perf.ini").write_text(titles.ini(), encoding="utf-16")
    return 0


if __name__ == "__main__":
    sys.exit(main())
