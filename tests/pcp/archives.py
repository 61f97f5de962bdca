# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Makes archives of Performance Co-Pilot with known values, by libpcp_import."""
import ctypes

NO_INSTANCES = 0xFFFFFFFF
U32, U64, FLOAT, STRING = 1, 3, 4, 6  # PM_TYPE_*
COUNTER, INSTANT, DISCRETE = 1, 3, 4  # PM_SEM_*
LINUX, PROC, OTHER = 60, 3, 245  # domains

START = 1_600_000_000


def library():
    """Raises OSError where libpcp_import is missing."""
    loaded = ctypes.CDLL("libpcp_import.so.1")
    loaded.pmiUnits.restype = ctypes.c_uint32
    return loaded


def domain(agent: int, serial: int) -> int:
    return agent << 22 | serial


class Archive:
    """One archive: metrics are declared, then put() and write() make its records."""

    def __init__(self, name, host: str):
        self.pmi = library()
        self.check(self.pmi.pmiStart(str(name).encode(), 0))
        self.check(self.pmi.pmiSetHostname(host.encode()))
        self.check(self.pmi.pmiSetTimezone(b"UTC"))
        self.items = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.check(self.pmi.pmiEnd())

    def metric(self, name: str, kind: int = U64, semantics: int = COUNTER, instances: int = NO_INSTANCES,
               space=None, time=None, count=None):
        """Dimensions: the scale (PM_SPACE_*, PM_TIME_*, a power of 10) of those that it has."""
        units = self.pmi.pmiUnits(*(int(scale is not None) for scale in (space, time, count)),
                                  *(scale or 0 for scale in (space, time, count)))
        self.items += 1
        number = OTHER << 22 | self.items
        self.check(self.pmi.pmiAddMetric(name.encode(), ctypes.c_uint32(number), kind, ctypes.c_uint32(instances),
                                         semantics, ctypes.c_uint32(units)))

    def instance(self, instances: int, name: str, number: int):
        self.check(self.pmi.pmiAddInstance(ctypes.c_uint32(instances), name.encode(), number))

    def put(self, name: str, value, instance: str | None = None):
        self.check(self.pmi.pmiPutValue(name.encode(), instance and instance.encode(), str(value).encode()))

    def write(self, seconds: float):
        """Writes what was put, at a time after START."""
        whole = int(seconds)
        self.check(self.pmi.pmiWrite(START + whole, round((seconds - whole) * 1_000_000)))

    def mark(self):
        self.check(self.pmi.pmiPutMark())

    def check(self, status: int):
        if status < 0:
            raise RuntimeError(f"libpcp_import: error {status}")
