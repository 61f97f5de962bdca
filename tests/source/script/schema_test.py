#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compares the schema that editors check scripts against with what the library reads.

usage: schema_test.py LIBRARY SOURCE_FOLDER
"""
import copy
import ctypes
import json
import pathlib
import re
import sys

try:
    from jsonschema import Draft7Validator
except ImportError:
    print("SKIPPED: python3-jsonschema is not installed")
    sys.exit(77)

# Refused for what a schema cannot say: how parts of a script fit together, and keys that stand twice.
BEYOND_A_SCHEMA = {"bad_base.json", "bad_duplicate_key.json", "bad_value_count.json"}

MINIMAL = {
    "$schema": "x", "perfFreq": 1000, "loop": False,
    "objects": [
        {"name": "M", "index": 2, "help": "h", "detail": 100, "instances": "multi", "objectTime": 1, "objectFreq": 1,
         "counters": [{"name": "C", "index": 4, "help": "h", "detail": "PERF_DETAIL_WIZARD",
                       "type": "PERF_COUNTER_RAWCOUNT", "defaultScale": 1}]},
        {"name": "N", "instances": "none", "counters": [{"name": "C", "type": 65536}]}],
    "samples": [
        {"perfTime": 1, "time100ns": 2, "systemTime": "2026-01-01T00:00:00Z", "objectTime": {"M": 1},
         "objectFreq": {"N": 3}, "data": {"M": {"a": [1]}, "N": [[1, 2]]}},
        {"status": "PDH_NO_DATA"}, {"status": -2147481643},
        {"data": {"M": [["a", [None]], ["p/a", ["0x800007D1"], 9], ["b", "PDH_CSTATUS_NO_INSTANCE"]],
                  "N": "PDH_CSTATUS_NO_OBJECT"}}]}

WRONG = [None, True, -1, 0, 1.5, 2**64, "x", "", "0x1", "0x800007D1", "PDH_NO_DATA", [], [1], [1, 2], [[1, 2]], {},
         {"x": 1}, {"status": "PDH_NO_DATA"}]


class Reader:
    """What the library says of a script."""

    def __init__(self, library: str):
        self.library = ctypes.CDLL(library)
        self.log = pathlib.Path("schema_test.log").resolve()
        self.log.write_text("", encoding="utf-8")
        assert self.library.pdh_shim_set_log(b"error", str(self.log).encode()) == 0

    def accepts(self, source: str) -> bool:
        return self.library.pdh_shim_set_sources(source.encode()) == 0

    def accepts_value(self, script) -> bool:
        return self.accepts("script:" + json.dumps(script))

    def why_not(self, script) -> str:
        return "" if self.accepts_value(script) else self.why(script)

    def why(self, script) -> str:
        assert not self.accepts_value(script), script
        return self.log.read_text(encoding="utf-8").splitlines()[-1]


def without_comments(text: str) -> str:
    return re.sub(r'("(?:[^"\\]|\\.)*")|//[^\n]*|/\*.*?\*/', lambda found: found[1] or " ", text, flags=re.DOTALL)


def parsed(file: pathlib.Path):
    """The value of a file, or None if it is not JSON."""
    try:
        return json.loads(without_comments(file.read_text(encoding="utf-8")))
    except (ValueError, RecursionError):
        return None


def places(value, path=()):
    """The path of every value in a value."""
    yield path
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, member in members:
        yield from places(member, (*path, key))


def replaced(script, path, value):
    if not path:
        return value
    changed = copy.deepcopy(script)
    parent = changed
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = value
    return changed


def check_files(reader: Reader, schema: Draft7Validator, root: pathlib.Path) -> None:
    scripts = [file for file in sorted((root / "tests").rglob("*.json*"))
               if not file.name.startswith("bad_") and isinstance(parsed(file), dict) and "samples" in parsed(file)]
    assert len(scripts) > 15, scripts
    for file in scripts:
        errors = [error.message for error in schema.iter_errors(parsed(file))]
        assert not errors, f"{file}: {errors}"
        assert reader.accepts(f'"script:{file}"'), file
    refused = sorted((root / "tests/fuzz/corpus/script").glob("bad_*"))
    assert len(refused) > 10, refused
    for file in refused:
        assert not reader.accepts(f'"script:{file}"'), file
        script = parsed(file)
        is_refused = script is None or not schema.is_valid(script)
        assert is_refused != (file.name in BEYOND_A_SCHEMA), file


def check_keys(reader: Reader, schema) -> None:
    """The reader names its keys when it refuses another one."""
    script, definitions = schema["properties"], schema["definitions"]
    for properties, path in ((script, ()), (definitions["object"]["properties"], ("objects", 0)),
                             (definitions["counter"]["properties"], ("objects", 0, "counters", 0)),
                             (definitions["sample"]["properties"], ("samples", 0))):
        message = reader.why(replaced(MINIMAL, (*path, "no key"), 1))
        keys = re.search(r'has no key "no key", but (.*)$', message)[1].split(", ")
        assert sorted(keys) == sorted(properties), (keys, list(properties))


def check_names(reader: Reader, schema, root: pathlib.Path) -> None:
    """Types and statuses are those of the reader."""
    types = schema["definitions"]["counter"]["properties"]["type"]["anyOf"][0]["enum"]
    known = re.findall(r"^TYPE\(\w+, (\w+)", (root / "pdh_shim/calc/counter_type.inc").read_text(), re.MULTILINE)
    known.append("PERF_PRECISION_TIMESTAMP")  # a second name
    assert sorted(types) == sorted(known), set(types) ^ set(known)
    for name in known:
        assert "no counter type" not in reader.why_not(replaced(MINIMAL, ("objects", 1, "counters", 0, "type"), name))
    statuses = schema["definitions"]["status"]["anyOf"][0]["enum"]
    known = re.findall(r"^STATUS\(\w+, (\w+)", (root / "pdh_shim/base/status.inc").read_text(), re.MULTILINE)
    assert set(known) - set(statuses) == {"PDH_CSTATUS_VALID_DATA", "PDH_CSTATUS_NEW_DATA"}
    for status in known:
        assert reader.accepts_value(replaced(MINIMAL, ("samples", 1, "status"), status)) == (status in statuses)


def check_changes(reader: Reader, schema: Draft7Validator) -> None:
    """A script with one wrong value is refused by both; what the schema refuses the reader refuses too."""
    assert reader.accepts_value(MINIMAL) and schema.is_valid(MINIMAL)
    both = 0
    laxer = []
    for path in places(MINIMAL):
        for value in WRONG:
            script = replaced(MINIMAL, path, value)
            accepted, valid = reader.accepts_value(script), schema.is_valid(script)
            assert valid or not accepted, f"only the schema refuses {value!r} at {path}"
            both += not valid
            if valid and not accepted:
                laxer.append((path, value))
    assert both > 500, both
    for path, value in laxer:  # names of objects that there are not, and numbers of values
        fits = path[:1] == ("samples",) and ("data" in path or path[-1] in ("objectTime", "objectFreq")) or \
            path in (("objects",), ("objects", 0, "instances"), ("objects", 1, "instances")) or \
            path[:1] == ("objects",) and path[-1] == "name"
        assert fits, f"the schema accepts {value!r} at {path}"


def main() -> int:
    library, root = sys.argv[1], pathlib.Path(sys.argv[2])
    text = json.loads((root / "pdh_shim/source/script/script.schema.json").read_text(encoding="utf-8"))
    Draft7Validator.check_schema(text)
    schema = Draft7Validator(text)
    reader = Reader(library)
    check_files(reader, schema, root)
    check_keys(reader, text)
    check_names(reader, text, root)
    check_changes(reader, schema)
    return 0


if __name__ == "__main__":
    sys.exit(main())
