#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Checks what holds between the files of the project, and that no compiler sees.

usage: rules.py PROJECT [RULE...]

floors    A room includes nothing but what the table of rooms in CONTRIBUTING.md allows. A row of that table is a floor, a room, and
          the rooms that it may include; <pdh.h> stands for all public headers. Every edge goes to a lower floor, and every one that
          the table allows is used somewhere. The subfolders of a room form no circle either; the room's own folder counts as one
          of them, which stands above those that it includes.
headers   A header with logic has a test file of its name, or stands in headers.tsv. It has logic if a source of its name stands in
          its room, or if it has the body of a function with a decision, a loop or more than one statement. Its test is a file
          NAME_test.cpp or NAME_test.py below the room's folder of tests. headers.tsv has a row for each group of headers without
          one: the reason, the headers (room/NAME.h, whatever subfolder they are in), and the tests that run them all the same.
locks     pdh_shim/THREADS.md lists each lock and each start of a thread of the library, and no others.
waits     waits.tsv lists each file of the tests that sleeps, polls, or looks at the time, and no other. Nothing waits for time to
          pass where the injected clock can do it; what remains is in that table. A *limit* is a time that only a hang reaches: 600
          seconds, patience.h; Meson's limits are multiplied by 10 for the same reason. What *polls* asks again and again until
          something is there, up to such a limit. What is *real* depends on the time that passes, or on what else the machine does;
          loaded.sh runs these tests, and those that poll, beside four busy loops.
cases     The name of a test case has at most 80 characters, and no two have the same.
listed    SOURCES.md and control.h name each environment variable and each source that the library knows, and no other; SOURCES.md
          names each object of the Linux source, in the order of COUNTERS.md; FUNCTIONS.md names each source; pdh.h and LOGS.md name
          each column that PdhCreateSQLTables adds to tables that Windows made.
licences  Each source says whose it is and under which licence: in its first line, or the second after a "#!". No committed file is
          one that .gitignore names, such as the log of a build.
"""
import functools
import os
import pathlib
import re
import subprocess
import sys


class Tree:
    """The files of the project, named from its folder. Each is read once."""

    def __init__(self, project: str):
        self.project = pathlib.Path(project).resolve()
        self.names = []
        for folder, folders, names in os.walk(self.project):
            if "meson-private" in folders:  # what a build made
                folders.clear()
                continue
            folders[:] = [name for name in folders if name == ".ci" or not name.startswith((".", "build", "node_modules"))]
            where = os.path.relpath(folder, self.project)
            self.names += [os.path.normpath(f"{where}/{name}") for name in names]
        self.names.sort()
        self.is_file = frozenset(self.names).__contains__

    @functools.cache
    def read(self, name: str) -> str:
        return (self.project / name).read_text(encoding="utf-8", errors="replace")

    def table(self, name: str) -> list[list[str]]:
        """The rows of a file of tab-separated values, without its first line."""
        return [row.split("\t") for row in self.read(name).splitlines()[1:]]

    def below(self, folder: str, suffixes: set[str]) -> list[str]:
        return [name for name in self.names if name.startswith(folder + "/") and os.path.splitext(name)[1] in suffixes]


# -- Floors -------------------------------------------------------------------------------------------

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|(<(?:pdh|pdhmsg|winperf|pdh_shim/\w+)\.h>))', re.MULTILINE)
PUBLIC = "<pdh.h>"


class Rooms:
    """The table of rooms, and where each file of the project stands in it."""

    def __init__(self, tree: Tree):
        self.tree = tree
        table = re.search(r"^```rooms\n(.*?)^```$", tree.read("CONTRIBUTING.md"), re.MULTILINE | re.DOTALL).group(1)
        rows = re.findall(r"^ {1,3}(\d+)  (\S+) *(.*)$", table, re.MULTILINE)
        self.rooms = {room: (int(floor), set(allowed.split())) for floor, room, allowed in rows}
        # compat/ and samples/ stand beside pdh_shim/, which all other rooms are in.
        self.folders = {f"pdh_shim/{room}" if (tree.project / "pdh_shim" / room).is_dir() else room: room for room in self.rooms}
        self.files = {room: [] for room in [*self.rooms, None]}  # None: outside all rooms
        for top in sorted({"pdh_shim", *(folder.partition("/")[0] for folder in self.folders)}):
            for name in tree.below(top, {".h", ".c", ".cpp", ".inc", ".in"}):
                self.files[self.room_of(name)].append(name)

    def room_of(self, name: str) -> str | None:
        """The innermost room that a file is in."""
        while name := os.path.dirname(name):
            if name in self.folders:
                return self.folders[name]
        return None

    def includes(self):
        """(room, file, what it includes, the file that this is, the room of that one), but for what the build generates."""
        places = {room: ["pdh_shim", folder, folder + "/src"] for folder, room in self.folders.items()}
        for room, name in ((room, name) for room in self.rooms for name in self.files[room]):
            for quoted, public in INCLUDE.findall(self.tree.read(name)):
                targets = (os.path.normpath(f"{place}/{quoted}") for place in [os.path.dirname(name), *places[room]])
                if public:
                    yield room, name, public, None, PUBLIC
                elif target := next(filter(self.tree.is_file, targets), None):
                    yield room, name, quoted, target, self.room_of(target) or "no room"

    def circles(self, found):
        """Of the subfolders of a room. `.` is the room's own folder."""
        for folder, room in self.folders.items():
            top = folder + ("/src/" if (self.tree.project / folder / "src").is_dir() else "/")
            edges: dict[str, dict[str, str]] = {}  # subfolder -> the others that it includes, and a file that does
            for _, name, _, target, there in found:
                if there == room and name.startswith(top) and target.startswith(top):
                    one, other = (os.path.dirname(file.removeprefix(top)).partition("/")[0] or "." for file in (name, target))
                    if one != other:
                        edges.setdefault(one, {})[other] = name
            if circle := circle_of(edges):
                steps = [f"{edges[here][there]} includes {there}/" for here, there in zip(circle, circle[1:] + circle[:1])]
                yield f"{room}: its subfolders form a circle: {'; '.join(steps)}"


def circle_of(edges_of: dict[str, dict[str, str]]) -> list[str]:
    """Subfolders of which each includes the next one, and the last one the first; empty if there are none."""
    left = {here: set(there) for here, there in edges_of.items()}
    while lowest := {there for others in left.values() for there in others} - set(left) | {
            here for here, others in left.items() if not others}:
        left = {here: others - lowest for here, others in left.items() if here not in lowest}
    circle = []
    here = min(left, default=None)
    while here is not None and here not in circle:
        circle.append(here)
        here = min(left[here])
    return circle[circle.index(here):] if circle else []


def floors(tree: Tree):
    layout = Rooms(tree)
    rooms = layout.rooms
    for room, (floor, allowed) in rooms.items():
        if not layout.files[room]:
            yield f"{room}: the table has it, and there is no such folder"
        for there in sorted(allowed - {PUBLIC}):
            if there not in rooms:
                yield f"{room} may include {there}, which is not a room"
            elif rooms[there][0] >= floor:
                yield f"{room} may include {there}, which is not on a lower floor"
    found = list(layout.includes())
    for room, name, included, _, there in found:
        if there not in {room, *rooms[room][1]}:
            yield f"{name}: includes {included} of {there}, which {room} may not"
    yield from (f"{name}: is in no room" for name in layout.files[None] if name.startswith("pdh_shim/"))
    used = {(room, there) for room, _, _, _, there in found}
    for room, there in sorted({(room, there) for room, (_, allowed) in rooms.items() for there in allowed} - used):
        yield f"{room} may include {there}, and does not"
    yield from layout.circles(found)


# -- Headers ------------------------------------------------------------------------------------------

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
BODY = re.compile(r"\)\s*(?:const\s*)?(?:noexcept\s*(?:\([^()]*\)\s*)?)?(?:override\s*)?(?:final\s*)?(?:->\s*[\w:<>&*, ]+\s*)?"
                  r"(?::\s*\w+[({][^;]*)?\{")
BRACE = re.compile(r"[{}]")
DECISION = re.compile(r"\b(?:if|for|while|switch|catch)\b|\?")


def bodies(text: str):
    """Of the functions that a text defines."""
    for begin in BODY.finditer(text):
        depth = 1
        for end in BRACE.finditer(text, begin.end()):
            depth += 1 if end.group() == "{" else -1
            if depth == 0:
                yield text[begin.end():end.start()]
                break


def has_logic(tree: Tree, header: str, sources: set[str]) -> bool:
    """@param sources: the names, without their folders and suffixes, that the room has"""
    text = COMMENT.sub("", tree.read(header))
    return pathlib.Path(header).stem in sources or any(DECISION.search(body) or body.count(";") > 1 for body in bodies(text))


def headers(tree: Tree):
    untested = set()
    for room, names in Rooms(tree).files.items():
        if room in (None, "samples"):
            continue
        folder = "tests/compat" if room == "compat/windows" else f"tests/{room}"
        tests = {pathlib.Path(name).stem.removesuffix("_test") for name in tree.below(folder, {".cpp", ".py"})
                 if pathlib.Path(name).stem.endswith("_test") and not name.startswith("tests/compat/python/")}
        names = [name for name in names if not name.startswith("compat/windows/include/")]
        sources = {pathlib.Path(name).stem for name in names if name.endswith((".cpp", ".c"))}
        untested |= {f"{room}/{os.path.basename(name)}" for name in names if name.endswith(".h")
                     and pathlib.Path(name).stem not in tests and has_logic(tree, name, sources)}
    rows = tree.table("tests/headers.tsv")
    listed = [name for _, names, _ in rows for name in names.split()]
    for name in sorted(untested - set(listed)):
        yield f"{name}: has logic and no test file of its name, and headers.tsv does not say why"
    for name in sorted(set(listed) - untested):
        yield f"{name}: headers.tsv lists it, and it is not there, has no logic, or has a test file of its name"
    for name in sorted({name for name in listed if listed.count(name) > 1}):
        yield f"{name}: headers.tsv lists it twice"
    for name in (name for _, _, tests in rows for name in tests.split()):
        if not any((tree.project / "tests").glob(name)):
            yield f"{name}: headers.tsv names this test, and it is not there"


# -- Locks --------------------------------------------------------------------------------------------

# Each kind of lock, and the rank that one has whose declaration names none. The system's own mutexes have no rank.
KINDS = {"ForkMutex": "leaf", "BriefForkMutex": "leaf", "Locked": "leaf", "ForkOwned": "leaf", "ReadOnce": "foreign",
         "LongMutex": "", "Mutex": "", "FutexLock": "-", "SpinLock": "-", "SRWLOCK": "-",
         "std::mutex": "-", "std::shared_mutex": "-", "std::recursive_mutex": "-", "std::once_flag": "-"}
# Where the kinds themselves are made.
MADE_IN = {"base/locks.h", "base/lazy.h"}
# Those that fork() waits for, and the ranks that they may have.
OF_FORK = {"ForkMutex", "BriefForkMutex", "Locked"}
FORK_RANKS = {"state", "leaf", "last"}
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
LOCK_ROW = re.compile(r"^\| (\w+|-) \| `([^`]+)` \| `([^`]+)` \| `([^`]+)` \| .+ \|$", re.MULTILINE)
START = re.compile(r"(?<!::)\bstart_(?:detached_)?thread\b|\bstd::(?:jthread|async)\b|\bstd::thread\(|\b(?:pthread_create|CreateThread)\(")
THREAD_ROW = re.compile(r"^\| [^|]+ \| `([\w/]+\.(?:cpp|h))` \|", re.MULTILINE)


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


def locks(tree: Tree):
    found, starts = set(), set()
    for path in tree.below("pdh_shim", {".h", ".cpp"}):
        name = path.removeprefix("pdh_shim/")
        if name.startswith("tools/"):
            continue
        text = tree.read(path)
        if name not in MADE_IN:
            found.update(locks_of(name, text))
            yield from (f"{name}: this script does not read: {code.strip()}" for code in code_lines(text)
                        if OTHER.search(code) and not DECLARATION.match(code) and not NOT_OTHER.match(code))
        if START.search(text) and not name.endswith("own_thread.cpp") and name != "base/own_thread.h":
            starts.add(name)
    page = tree.read("pdh_shim/THREADS.md")
    listed = set(LOCK_ROW.findall(page))
    yield from (f"THREADS.md lacks the lock | {' | '.join(lock)} |" for lock in sorted(found - listed))
    yield from (f"THREADS.md has a lock that is not there: | {' | '.join(lock)} |" for lock in sorted(listed - found))
    listed = set(THREAD_ROW.findall(page))
    yield from (f"THREADS.md does not say what threads {name} starts" for name in sorted(starts - listed))
    yield from (f"THREADS.md names {name}, which starts no thread" for name in sorted(listed - starts))
    yield from (f"{name} has no rank: give it one in {path}" for rank, name, _, path in sorted(found) if not rank)
    yield from (f"{name} has rank {rank}: a {kind} has one of {', '.join(sorted(FORK_RANKS))}"
                for rank, name, kind, _ in sorted(found) if kind in OF_FORK and rank not in FORK_RANKS)
    if not found or not starts:
        yield "no lock or no thread was found"


# -- Waits --------------------------------------------------------------------------------------------

# The words to look for, and how they stand where something waits: to find a word is quick.
WAITS = {word: re.compile(wait, re.MULTILINE) for word, wait in {
    "sleep": r"\b(?:u|nano)?sleep(?:_for|_until)? ?\(|(?:^|[(;|&]) *sleep [-$0-9]",
    "Sleep(": r"\bSleep\(",
    "alarm(": r"\balarm\(",
    "poll(": r"\bpoll\(",
    "select.select(": r"\bselect\.select\(",
    ".wait": r"\.wait_(?:for|until)\(|\.wait\((?:patience|PATIENCE|[1-9]|0\.)",
    "work_for(": r"\bwork_for\(",
    "steady_clock::now": r"\bsteady_clock::now",
    "GetTickCount": r"\bGetTickCount(?:64)?\(",
    "WaitForSingleObject(": r"WaitForSingleObject\([^;()]*(?:\([^()]*\))*[^;()]*, [1-9]",
    "WaitForMultipleObjects(": r"WaitForMultipleObjects\([^;()]*, [1-9][0-9']{2,}",
    "time.": r"\btime\.(?:monotonic|perf_counter)\(",
    "timeout": r"\btimeout=|(?:^|[(;|&]) *timeout [-$0-9]",
}.items()}


def waits(tree: Tree):
    listed = [row[0] for row in tree.table("tests/waits.tsv")]
    waiting = [name.removeprefix("tests/") for name in tree.below("tests", {".c", ".cpp", ".h", ".py", ".sh"})
               if any(word in tree.read(name) and wait.search(tree.read(name)) for word, wait in WAITS.items())]
    for name in waiting:
        if not name.startswith(tuple(listed)):
            yield f"{name}: waits or looks at the time, and waits.tsv does not say why"
    for row in listed:
        if not any(name.startswith(row) for name in waiting):
            yield f"{row}: does not wait, or is not there"


# -- Names of cases -----------------------------------------------------------------------------------

LITERAL = r'"((?:\\.|[^"\\])*)"'
CASE = re.compile(rf"TEST_CASE(?:_FIXTURE)?\(\s*(?:\w+,\s*)?((?:{LITERAL}\s*)+)")
LONGEST_NAME = 80


def cases(tree: Tree):
    seen = set()
    for file in tree.below("tests", {".cpp"}):
        for found in CASE.finditer(tree.read(file)):
            name = re.sub(r"\\(.)", r"\1", "".join(re.findall(LITERAL, found[1])))
            if len(name) > LONGEST_NAME:
                yield f"{file}: the name of a case has {len(name)} characters: {name}"
            if name in seen:
                yield f"{file}: the name of a case is used twice: {name}"
            seen.add(name)
    if not seen:
        yield "no case was found"


# -- Lists --------------------------------------------------------------------------------------------

LIBRARY = ("api", "base", "block", "calc", "compression", "core", "dialogs", "helper", "log", "machine", "model", "names", "path",
           "query", "recorded", "source")


def section(text: str, begin: str, end: str) -> str:
    return text.partition(begin)[2].partition(end)[0]


def differences(what: str, where: str, listed: set[str], known: set[str]):
    yield from (f"{where}: lacks the {what} {name}" for name in sorted(known - listed))
    yield from (f"{where}: names {name}, a {what} that the library does not have" for name in sorted(listed - known))


def rows_of(text: str, row: str) -> set[str]:
    """What begins in quotes in the group of each match."""
    return {name for line in re.findall(row, text, re.MULTILINE) for name in re.findall(r"`(\w+)", line)}


def listed(tree: Tree):
    page = tree.read("pdh_shim/source/SOURCES.md")
    header = tree.read("include/pdh_shim/control.h")

    def variables(text: str) -> set[str]:
        return set(re.findall(r"PDH_SHIM_[A-Z_]*[A-Z]", text))

    read = {name for room in LIBRARY for path in tree.below(f"pdh_shim/{room}", {".cpp"})
            for name in re.findall(r'"(PDH_SHIM_[A-Z_]*[A-Z])"', tree.read(path))}
    yield from differences("variable", "SOURCES.md", variables(section(page, "## Environment variables", "\n\n##")
                                                               .partition("\nIn a set-id")[0]), read)
    yield from differences("variable", "control.h",
                           variables(section(header, "/// Environment variables", "/// Texts are UTF-8")), read)

    known = tree.read("pdh_shim/core/sources.cpp")
    sources = set(re.findall(r'(?:Known|Remote)Source\{"(\w+)"', known)) | set(re.findall(r'_name = "(\w+)"', known))
    table = section(page, "| `PDH_SHIM_SOURCE` | counters |", "\n\n")
    choose = section(header, "/// Chooses the sources", "PDH_STATUS WINAPI")
    functions = tree.read("pdh_shim/api/FUNCTIONS.md")
    yield from differences("source", "SOURCES.md", rows_of(table, r"^\| (`[^|]*) \|"), sources)
    yield from differences("source", "control.h", rows_of(choose, r"^/// - (`[^;]*?`)(?::| \()"), sources)
    yield from differences("source", "FUNCTIONS.md",
                           rows_of(functions, r"^Counters come from the sources .*\n.*program's own"), sources)
    objects = re.findall(r"^## (.*)$", tree.read("pdh_shim/source/linux/COUNTERS.md"), re.MULTILINE)
    if section(page.replace("\n", " "), "The objects are ", ". ").replace(" and ", ", ").split(", ") != objects:
        yield f"SOURCES.md: the objects are {', '.join(objects)}"

    schema = tree.read("pdh_shim/log/sql/tables.cpp")
    columns = {name for names in re.findall(r'^constexpr auto \w+_columns? = "([^"]*)"', schema, re.MULTILINE)
               for name in names.split(", ")}
    created = section(tree.read("include/pdh.h"), "get the columns that they lack:", "/// @param")
    logs = tree.read("pdh_shim/log/LOGS.md")
    yield from differences("added column", "pdh.h", set(re.findall(r"[A-Z]\w+", created)), columns)
    yield from differences("added column", "LOGS.md",
                           rows_of(logs, r"^\| [^|]*\| ([^|]*) \| \*\*(?:ours|not documented):"), columns)
    if not read or not sources or not columns:
        yield "no variable, no source or no column was found"


# -- Licences -----------------------------------------------------------------------------------------

NOTICE = "Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT"
SLASHES = re.compile(r".*(?:\.(?:c|cpp|cs|h|inc|js)|\.(?:h|inc|def|map)\.in|/(?:complex|iomanip|iostream|sstream))")
NUMBER_SIGN = re.compile(r".*(?:\.(?:build|py|sh)|\.cmake\.in|/(?:run|zig-for)|meson_options\.txt)")
# Recorded files and inputs of tests; the work of others.
NOT_OURS = {"corpus", "data", "uplot"}


def licences(tree: Tree):
    sources = {name: "//" if SLASHES.fullmatch(name) else "#" for name in tree.names
               if (SLASHES.fullmatch(name) or NUMBER_SIGN.fullmatch(name)) and not NOT_OURS & set(name.split("/"))}
    for name, comment in sources.items():
        lines = tree.read(name).splitlines()
        first = 1 if lines and lines[0].startswith("#!") else 0
        if lines[first:first + 1] != [f"{comment} {NOTICE}"]:
            yield f"{name}: needs the line {comment} {NOTICE}"
    if not sources:
        yield "no source was found"
    if (tree.project / ".git").exists():  # not in a tarball, nor where a project has these sources in its own repository
        found = subprocess.run(["git", "ls-files", "--cached", "--ignored", "--exclude-standard"], cwd=tree.project, check=True,
                               stdout=subprocess.PIPE, text=True)
        yield from (f"{name}: is committed, but .gitignore names it" for name in found.stdout.splitlines())


RULES = {rule.__name__: rule for rule in (floors, headers, locks, waits, cases, listed, licences)}


def main() -> int:
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(RULES):
        print(__doc__, file=sys.stderr)
        return 2
    tree = Tree(sys.argv[1])
    broken = [f"{name}: {line}" for name, rule in RULES.items() if name in (sys.argv[2:] or RULES) for line in rule(tree)]
    print(*broken, sep="\n", end="\n" if broken else "")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
