#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Makes a folder of links to the header-only libraries of this system, for a cross compiler.

usage: link_headers.py FOLDER LIBRARY...

Each LIBRARY is a folder of headers, as in <boost/...>. The system's own include folder cannot be given to a cross
compiler whole: it holds the headers of another system's C library.
"""
import pathlib
import sys

SYSTEM = [pathlib.Path("/usr/local/include"), pathlib.Path("/usr/include")]


def main() -> int:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for library in sys.argv[2:]:
        found = next((place / library for place in SYSTEM if (place / library).is_dir()), None)
        if found is None:
            print(f"the headers <{library}/...> are not installed", file=sys.stderr)
            return 1
        link = folder / library
        if link.is_symlink():
            link.unlink()
        link.symlink_to(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
