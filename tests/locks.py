#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks that pdh_shim/THREADS.md lists each lock and each start of a thread of the library, and no others.

usage: locks.py PROJECT
"""
import pathlib
import re
import sys

# Each kind of lock, and the rank that one has whose declaration names none. The system's own mutexes have no rank.
KINDS = {"ForkMutex": "leaf", "BriefForkMutex": "leaf", "Locked": "leaf", "ForkOwned": "leaf", "ReadOnce": "foreign",
         "LongMutex": "", "Mutex": "", "Striped": "", "FutexLock": "-", "SpinLock": "-", "SRWLOCK": "-",
         "std::mutex": "-", "std::shared_mutex": "-", "std::recursive_mutex": "-", "std::once_flag": "-"}
# Where the kinds themselves are made.
MADE_IN = {"base/fork_mutex.h", "base/fork_owned.h", "base/locked.h", "base/mutex.h", "base/long_mutex.h",
           "base/read_once.h", "base/striped.h"}
DECLARATION = re.compile(
    r"^(?P<indent> *)(?:static |constinit |mutable |const |inline )*"
    r"(?:Singleton<)?(?P<kind>" + "|".join(KINDS) + r")\b(?P<arguments><.*>)?>? "
    r"(?P<name>\w+)(?P<value>[{=( ].*)?;")
# A lock in another form, which the expression above does not read, or of a kind that the library has not got.
OTHER_KINDS = [*KINDS, "std::timed_mutex", "std::shared_timed_mutex", "std::recursive_timed_mutex", "std::counting_semaphore",
               "std::binary_semaphore", "pthread_mutex_t", "pthread_rwlock_t", "CRITICAL_SECTION"]
OTHER = re.compile(r"(?<![\w:])(?:" + "|".join(OTHER_KINDS) + r")\b(?! *[&*(]|::)")
NOT_OTHER = re.compile(r"#include|\s*(?:class|using) |.*\bscoped_lock<|constinit \w+ \w+::\w+;")
CLASS = re.compile(r"^(?P<indent> *)(?:struct|class) (?P<name>[\w:]+)\b[^;]*$")
RANK = re.compile(r"\bRank::(\w+)")
ROW = re.compile(r"^\| (\w+|-) \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \| .+ \|$", re.MULTILINE)
START = re.compile(r"(?<!::)\bstart_(?:detached_)?thread\b|\bstd::(?:jthread|async)\b|\bstd::thread\(|\b(?:pthread_create|CreateThread)\(")
THREAD_ROW = re.compile(r"^\| [^|]+ \| `([\w/]+\.(?:cpp|h))` \|", re.MULTILINE)
NOT_OF_THE_LIBRARY = ("tools/",)


def code_lines(text: str):
    """Without comments; a declaration that goes on in the next line is one line."""
    code = re.sub(r" *//[^\n]*", "", text)
    return re.sub(r"(?<=[\w>])\n {8,}(?=[{A-Za-z_][^\n]*;)", " ", code).splitlines()


def locks_of(name: str, text: str):
    classes: list[tuple[int, str]] = []
    for code in code_lines(text):
        indent = len(code) - len(code.lstrip())
        while classes and code.lstrip().startswith("}") and classes[-1][0] >= indent:
            classes.pop()
        if found := CLASS.match(code):
            classes.append((indent, found["name"]))
        elif (found := DECLARATION.match(code)) and not code.lstrip().startswith("return"):
            rank = RANK.search((found["arguments"] or "") + (found["value"] or ""))
            owner = "::".join([one for depth, one in classes if depth < indent])
            yield (rank[1] if rank else KINDS[found["kind"]], f"{owner}::{found['name']}" if owner else found["name"],
                   found["kind"], name)


def unread_locks(text: str):
    return [code.strip() for code in code_lines(text)
            if OTHER.search(code) and not DECLARATION.match(code) and not NOT_OTHER.match(code)]


def main() -> int:
    library = pathlib.Path(sys.argv[1]) / "pdh_shim"
    page = (library / "THREADS.md").read_text(encoding="ascii")
    locks, starts, unread = set(), set(), []
    for path in sorted(library.rglob("*")):
        name = path.relative_to(library).as_posix()
        if path.suffix not in {".h", ".cpp"} or name.startswith(NOT_OF_THE_LIBRARY):
            continue
        text = path.read_text(encoding="utf-8")
        if name not in MADE_IN:
            locks.update(locks_of(name, text))
            unread += [f"{name}: this script does not read: {code}" for code in unread_locks(text)]
        if START.search(text) and not name.endswith("own_thread.cpp") and name != "base/own_thread.h":
            starts.add(name)
    listed = set(ROW.findall(page))
    listed_starts = set(THREAD_ROW.findall(page))
    wrong = [f"THREADS.md lacks the lock | {' | '.join(lock)} |" for lock in sorted(locks - listed)]
    wrong += [f"THREADS.md has a lock that is not there: | {' | '.join(lock)} |" for lock in sorted(listed - locks)]
    wrong += [f"THREADS.md does not say what threads {name} starts" for name in sorted(starts - listed_starts)]
    wrong += [f"THREADS.md names {name}, which starts no thread" for name in sorted(listed_starts - starts)]
    wrong += [f"{name} has no rank: give it one in {path}" for rank, name, _, path in sorted(locks) if not rank]
    wrong += unread
    if not locks or not starts:
        wrong.append("no lock or no thread was found")
    print(*wrong, sep="\n", end="\n" if wrong else "")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
