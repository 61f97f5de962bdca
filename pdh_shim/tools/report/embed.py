#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Writes the head of a page as a C++ source: its style and its script, which consist of files, and a policy that lets
a browser use these two and nothing else.

usage: embed.py OUTPUT LICENCE STYLE... SCRIPT...
"""
import base64
import hashlib
import pathlib
import sys

PIECE = 16000  # characters of a string literal: some compilers take 16,380


def literals(text: str) -> str:
    pieces = (text[at:at + PIECE] for at in range(0, len(text), PIECE))
    return ",\n".join(f'    R"embedded({piece})embedded"' for piece in pieces)


def read(file: str) -> str:
    text = pathlib.Path(file).read_text(encoding="ascii")
    # It would end the element that it stands in.
    if "</" in text:
        sys.exit(f"{file} has a closing tag")
    return text


def main() -> None:
    output, licence, *files = sys.argv[1:]
    style = "\n" + "".join(read(file) for file in files if file.endswith(".css"))
    script = "\n/*\n" + read(licence) + "*/\n" + "".join(read(file) for file in files if file.endswith(".js"))
    style_hash, script_hash = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    policy = f"default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'sha256-{style_hash}'; script-src 'sha256-{script_hash}'"
    head = (f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
            f"<style>{style}</style>\n<script>{script}</script>\n")
    pathlib.Path(output).write_text(
        '#include "tools/report/assets.h"\n\n#include <array>\n\nnamespace pdh_shim::tools::report {\nnamespace {\n\n'
        f'constexpr auto pieces = std::to_array<std::string_view>({{\n{literals(head)}}});\n\n}} // namespace\n\n'
        'std::span<const std::string_view> head() noexcept {\n    return pieces;\n}\n\n} // namespace pdh_shim::tools::report\n',
        encoding="ascii")


if __name__ == "__main__":
    main()
