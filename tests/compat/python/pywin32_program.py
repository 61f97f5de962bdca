# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""A program as they are written for pywin32: it asks the registry for English names, finds the instances of an object, and
reads each in a query of its own. Prints JSON."""

import json
import sys

import pywintypes
import win32api
import win32con
import win32pdh


def localized(english):
    texts, kind = win32api.RegQueryValueEx(win32con.HKEY_PERFORMANCE_DATA, "Counter 009")
    assert kind == win32con.REG_MULTI_SZ
    indexes = {texts[place + 1].lower(): int(texts[place]) for place in range(0, len(texts) - 1, 2)}
    return win32pdh.LookupPerfNameByIndex(None, indexes[english.lower()])


def value_of(machine, object, instance, number, counter):
    query = win32pdh.OpenQuery()
    try:
        path = win32pdh.MakeCounterPath((machine, object, instance, None, number, counter))
        handle = win32pdh.AddCounter(query, path)
        try:
            win32pdh.CollectQueryData(query)
            _, value = win32pdh.GetFormattedCounterValue(handle, win32pdh.PDH_FMT_LONG)
            return value
        finally:
            win32pdh.RemoveCounter(handle)
    finally:
        win32pdh.CloseQuery(query)


def depths(object, counter):
    win32pdh.EnumObjects(None, None, 0, 1)
    _, instances = win32pdh.EnumObjectItems(None, None, object, -1)
    last = {name: instances.count(name) for name in instances if "/" not in name}
    return {name: [value_of(None, object, name, number, counter) for number in range(count)] for name, count in last.items()}


def failures():
    kinds = []
    for kind in (pywintypes.error, win32api.error, win32pdh.error):
        try:
            win32pdh.AddCounter(win32pdh.OpenQuery(), r"\None\None")
        except kind as failure:
            kinds.append(failure.funcname)
    for key, name in ((0, "Counter 009"), (win32con.HKEY_PERFORMANCE_DATA, "Counter 0777")):
        try:
            win32api.RegQueryValueEx(key, name)
        except pywintypes.error as failure:
            kinds.append(failure.winerror)
    return kinds


def main():
    block, kind = win32api.RegQueryValueEx(win32con.HKEY_PERFORMANCE_DATA, "Global")
    win32api.Sleep(0)
    print(json.dumps({
        "arguments": sys.argv[1:],
        "depths": depths(localized("widget"), localized("depth")),
        "failures": failures(),
        "block": [block[:8].decode("utf-16-le"), kind == win32con.REG_BINARY],
        "computer": bool(win32api.GetComputerName()),
    }))


if __name__ == "__main__":
    main()
