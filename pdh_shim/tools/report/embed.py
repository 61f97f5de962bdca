#!/usr/bin/env python3
"""Writes the files of a page as a C++ source.

usage: embed.py OUTPUT NAME=FILE...
"""
import pathlib
import sys

PIECE = 2000  # characters of a string literal; compilers join them


def literal(text: str) -> str:
    pieces = (text[at:at + PIECE] for at in range(0, len(text), PIECE))
    return "\n".join(f'    R"embedded({piece})embedded"' for piece in pieces)


def main() -> None:
    output, *assets = sys.argv[1:]
    lines = ['#include "assets.h"', "", "namespace report {", ""]
    for asset in assets:
        name, file = asset.split("=", 1)
        text = pathlib.Path(file).read_text(encoding="ascii")
        # It would end the element that it stands in.
        if "</" in text:
            sys.exit(f"{file} has a closing tag")
        lines += [f"const std::string_view {name} =", literal(text) + ";", ""]
    lines.append("} // namespace report")
    pathlib.Path(output).write_text("\n".join(lines) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
