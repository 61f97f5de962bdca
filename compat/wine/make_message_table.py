#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes the message table of pdh.dll: the text of each status, for FormatMessage.

usage: make_message_table.py STATUS_INC OUTPUT

The resource is a list of blocks of consecutive codes, then an entry for each code: its length and encoding in 16
bits each, and the text in UTF-16, padded to a multiple of 4 bytes.
"""
import re
import struct
import sys

UNICODE = 1
BLOCK_SIZE = 12


def entry(text: str) -> bytes:
    data = (text + "\r\n\0").encode("utf-16-le")
    data += bytes(-len(data) % 4)
    return struct.pack("<HH", len(data) + 4, UNICODE) + data


def blocks_of(codes: list[int]) -> list[list[int]]:
    blocks: list[list[int]] = []
    for code in codes:
        if blocks and blocks[-1][-1] + 1 == code:
            blocks[-1].append(code)
        else:
            blocks.append([code])
    return blocks


def main() -> int:
    table, output = sys.argv[1:]
    with open(table, encoding="ascii") as file:
        rows = re.findall(r'^STATUS\(\w+, \w+, (0x\w{8})u, "(.*)"\)$', file.read(), re.MULTILINE)
    texts = {int(code, 16): text.replace('\\"', '"') for code, text in rows}
    blocks = blocks_of(sorted(texts))
    offset = 4 + BLOCK_SIZE * len(blocks)
    heads = struct.pack("<I", len(blocks))
    entries = b""
    for block in blocks:
        heads += struct.pack("<III", block[0], block[-1], offset + len(entries))
        entries += b"".join(entry(texts[code]) for code in block)
    with open(output, "wb") as file:
        file.write(heads + entries)
    return 0


if __name__ == "__main__":
    sys.exit(main())
