# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Windows hosts for tests, each a folder that the stand-in for pdh-windows-hosts serves (stand_in.cpp)."""
import os
import pathlib
import struct

RAW_COUNT, COUNTER, RAW_FRACTION, RAW_BASE, LARGE_RAW = 0x00010000, 0x10410400, 0x20020400, 0x40030403, 0x00010100
TICKS = 10_000_000
YEAR_2026 = 134_117_568_000_000_000  # 1 January 2026, UTC, as a FILETIME


def multi_string(texts):
    """A value such as `Counter 009` of a dictionary of texts by their indexes."""
    strings = [part for index, text in sorted(texts.items()) for part in (str(index), text)]
    return ('\0'.join(strings + ['', ''])).encode('utf-16-le')


def counters(numbers):
    """[(index, type), ...] as PERF_COUNTER_DEFINITIONs; and the offsets of their values."""
    definitions, offset = b'', 8
    for index, kind in numbers:
        size = 8 if kind & 0x300 == 0x100 else 4
        offset = (offset + size - 1) // size * size
        definitions += struct.pack('<10I', 40, index, 0, index + 1, 0, 0, 100, kind, size, offset)
        offset += size
    return definitions, offset


def values(numbers, given):
    block, offset = b'', 8
    for (_, kind), value in zip(numbers, given):
        size = 8 if kind & 0x300 == 0x100 else 4
        padding = -offset % size
        block += b'\0' * padding + struct.pack('<Q' if size == 8 else '<I', value)
        offset += padding + size
    block += b'\0' * (-offset % 8)
    return struct.pack('<II', 8 + len(block), 0) + block


def perf_object(index, numbers, rows, perf_time, frequency):
    """rows: {instance: values}, or the values of an object without instances."""
    definitions, _ = counters(numbers)
    data, count = b'', -1
    if isinstance(rows, dict):
        count = len(rows)
        for name, given in rows.items():
            text = (name + '\0').encode('utf-16-le')
            length = (24 + len(text) + 7) // 8 * 8
            data += struct.pack('<IIIiII', length, 0, 0, -1, 24, len(text)) + text.ljust(length - 24, b'\0') + values(numbers, given)
    else:
        data = values(numbers, rows)
    start = 64 + len(definitions)
    return struct.pack('<8IIiiIqq', start + len(data), start, 64, index, 0, index + 1, 0, 100, len(numbers), 0, count, 0,
                       perf_time, frequency) + definitions + data


def perf_block(objects, seconds=0.0, frequency=TICKS):
    """objects: [(index, [(index of a counter, type)], rows)]"""
    perf_time, filetime = int(seconds * frequency), YEAR_2026 + int(seconds * TICKS)
    body = b''.join(perf_object(*each, perf_time, frequency) for each in objects)
    whole = int(seconds)
    system_time = struct.pack('<8H', 2026, 1, 4, 1, whole // 3600, whole // 60 % 60, whole % 60, int(seconds * 1000) % 1000)
    return 'PERF'.encode('utf-16-le') + struct.pack('<IIIIIIi', 1, 1, 1, 96 + len(body), 96, len(objects), -1) + system_time + b'\0' * 4 \
        + struct.pack('<qqqII', perf_time, frequency, filetime, 0, 88) + b'\0' * 8 + body


class Host:
    """A host; its objects are [(index, [(index of a counter, type)], rows)]."""

    def __init__(self, hosts, name, titles, objects, helps=None):
        self.folder = pathlib.Path(hosts) / name
        self.folder.mkdir()
        self.write('Counter 009', multi_string(titles))
        self.write('Explain 009', multi_string(helps or {}))
        self.set(objects)

    def write(self, name, content):
        """All at once: the stand-in may read it at any time."""
        file = self.folder / 'new'
        file.write_bytes(content)
        self.changes = getattr(self, 'changes', 0) + 1
        os.utime(file, ns=(self.changes * 1_000_000, self.changes * 1_000_000))
        file.rename(self.folder / name)

    def set(self, objects, seconds=0.0, frequency=TICKS):
        self.write('objects', perf_block(objects, seconds, frequency))

    def asked(self):
        """The values that were asked for since the last call."""
        file = self.folder / 'asked'
        lines = file.read_text().splitlines() if file.exists() else []
        file.unlink(missing_ok=True)
        return lines

    def turn_off(self):
        self.folder.rename(self.folder.with_suffix('.off'))

    def turn_on(self):
        self.folder.with_suffix('.off').rename(self.folder)
