# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A binary log of whole objects, as perfmon writes it of `\\Object(*)\\*`: its records are PERF_DATA_BLOCKs."""

import datetime
import struct

EPOCH = datetime.datetime(1601, 1, 1)
MEMORY, AVAILABLE_BYTES = 4, 24  # titles
LARGE_RAWCOUNT = 0x00010100
BUFFER = 0x10000
HEADER = 0x48  # of a buffer, and of an event with the identity of its log
COUNTER_PART, BLOCK_PART = 0x01034C42, 0x05034C42


def ticks(time):
    """A FILETIME."""
    return round((time - EPOCH) / datetime.timedelta(microseconds=1)) * 10


def utf16(text):
    return text.encode("utf-16-le") + b"\0\0"


def aligned(data, size=8, fill=b"\0"):
    return data + fill * (-len(data) % size)


def block(value, system_time, time_100ns, machine="BOX"):
    """A PERF_DATA_BLOCK with \\Memory\\Available Bytes.

    system_time: a datetime, in which zone ever; time_100ns: of PerfTime100nSec, which is UTC
    """
    day = (system_time.weekday() + 1) % 7
    words = struct.pack("<8H", system_time.year, system_time.month, day, system_time.day, system_time.hour,
                        system_time.minute, system_time.second, system_time.microsecond // 1000)
    counter = struct.pack("<IIIIIiIIII", 40, AVAILABLE_BYTES, 0, 0, 0, 0, 100, LARGE_RAWCOUNT, 8, 8)
    data = struct.pack("<IIq", 16, 0, value)
    thing = struct.pack("<IIIIIIIIIIiIqq", 64 + 40 + 16, 64 + 40, 64, MEMORY, 0, 0, 0, 100, 1, 0, -1, 0, 0, 10_000_000)
    name = utf16(machine)
    size = len(aligned(b"\0" * 88 + name))
    header = struct.pack("<8sIIIIIIi", "PERF".encode("utf-16-le"), 1, 1, 1, size + len(thing + counter + data), size, 1, -1)
    header += words + b"\0" * 4 + struct.pack("<qqqII", 1000, 10_000_000, time_100ns, len(name), 88)
    return aligned(header + name) + thing + counter + data


def whole_object_entry(machine, name):
    """An entry of the catalogue for all counters of an object."""
    machine_text = utf16("\\\\" + machine)
    names = machine_text + utf16(name)
    entry = struct.pack("<IIIIqiIIIIII", 0, 0x10, 0, 0, 0, 0, 0, len(machine_text), 0xFFFFFFFF, 0xFFFFFFFF, 0, 0xFFFFFFFF)
    entry = aligned(entry + names)
    return struct.pack("<I", len(entry)) + entry[4:]


def events(log, buffer):
    """Where the events of a buffer stand, and how long they are."""
    at = buffer + HEADER
    end = buffer + struct.unpack_from("<I", log, buffer + 0x30)[0]
    while at < end:
        size = struct.unpack_from("<H", log, at)[0]
        yield at, size
        at += (size + 7) // 8 * 8


def block_log(template, records, machine="BOX", counter_part=b""):
    """The bytes of a log.

    template: a binary log whose header, and with it the zone, the new one has; it has two buffers
    records: (local time, blocks) of each
    counter_part: bytes that each record has before its blocks
    """
    headers = [template[at:at + HEADER] for at, _ in events(template, BUFFER)]

    def event(header, time, payload):
        kept = struct.pack("<H", HEADER + len(payload)) + header[2:0x10] + struct.pack("<q", ticks(time)) + header[0x18:]
        return aligned(kept + payload)

    catalogue = struct.pack("<II", 0x6FF, 0x20008) + whole_object_entry(machine, "Memory")
    data = event(headers[0], records[0][0], catalogue)
    for time, blocks in records:
        parts = counter_part + b"".join(struct.pack("<II", BLOCK_PART, 8 + len(one)) + one for one in blocks)
        data += event(headers[1], time, b"BL\x03\x00" + struct.pack("<I", 8 + len(parts)) + parts)
    filled = HEADER + len(data)
    assert len(template) == 2 * BUFFER and filled <= BUFFER
    header = bytearray(template[BUFFER:BUFFER + HEADER])
    for place in (4, 8, 0x30):
        header[place:place + 4] = struct.pack("<I", filled)
    return template[:BUFFER] + bytes(header) + data + b"\xFF" * (BUFFER - filled)
