# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes pages like those of typeperf and relog, with other rows."""

import base64
import json
import struct

END = '<script id="end" type="application/json">{"lost":false}</script>\n</body></html>\n'


def append_rows(file, rows):
    """@param rows time in seconds since 1970, and values"""
    block = b""
    for row in rows:
        block += struct.pack(f"<{len(row)}d", *row)
        if len(block) > 48_000:
            file.write(base64.b64encode(block).decode() + "\n")
            block = b""
    file.write(base64.b64encode(block).decode() + "\n")


def write_page(path, model, title, paths, rows, bias=0, biases=(), is_ended=True):
    """@param model a page whose script and style it has; `biases`: the rows where the bias changes"""
    with open(model, encoding="utf-8") as file:
        head = file.read().split('<script id="about"')[0]
    with open(path, "w", encoding="utf-8") as file:
        about = json.dumps({"title": title, "paths": paths, "bias": bias}).replace("<", "\\u003c")
        file.write(f'{head}<script id="about" type="application/json">{about}</script>\n<script id=rows type=text/plain>\n')
        append_rows(file, rows)
        if is_ended:
            file.write("</script>\n")
            if biases:
                file.write(f'<script id="biases" type="application/json">{json.dumps(biases)}</script>\n')
            file.write(END)
