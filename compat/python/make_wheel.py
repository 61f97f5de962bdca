# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Makes a wheel of the modules: a build backend as PEP 517 describes it, for pip. libpdh itself is not in the wheel."""

from __future__ import annotations

import base64
import hashlib
import pathlib
import re
import zipfile
from typing import Any

FOLDER = pathlib.Path(__file__).resolve().parent
MODULES = ("_libpdh.py", "win32pdh.py", "pdh/**/*.py", "pdh/py.typed")
METADATA = """\
Metadata-Version: 2.1
Name: pdh-shim
Version: {version}
Summary: Performance counters as in Windows: win32pdh, and pdh for new programs
License: MIT
Requires-Python: >=3.9
Provides-Extra: pandas
Requires-Dist: pandas; extra == "pandas"
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: pdh-shim
Root-Is-Purelib: true
Tag: py3-none-any
"""


def _version() -> str:
    build = (FOLDER.parent.parent / "meson.build").read_text(encoding="ascii")
    return re.search(r"^    version: '([0-9.]+)'", build, re.MULTILINE)[1]


def _record(name: str, contents: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(contents).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(contents)}\n"


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: Any = None) -> str:
    version = _version()
    info = f"pdh_shim-{version}.dist-info"
    files = {path.relative_to(FOLDER).as_posix(): path.read_bytes() for names in MODULES for path in sorted(FOLDER.glob(names))}
    files[f"{info}/METADATA"] = METADATA.format(version=version).encode()
    files[f"{info}/WHEEL"] = WHEEL.encode()
    records = "".join(_record(name, contents) for name, contents in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = records.encode()
    wheel = f"pdh_shim-{version}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, contents in files.items():
            archive.writestr(name, contents)
    return wheel
