#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Links the library into programs that use the libraries which are compiled into it, and into plug-ins.

usage: guest_test.py libraries|optimized|plugins FOLDER ARCHIVE COMPAT_ARCHIVE|- SHARED_LIBRARY SCRIPT INCLUDE... -- CC... -- CXX...

libraries: programs with fmt, spdlog, nlohmann-json and Boost print the same with the library as without it: linked before
    and after it, with pdh-compat, and with the shared library; at -O0, with the assertions of the C++ library. What the
    library logs and reads in the program is right too. Programs whose library is not installed are left out.
optimized: the same at -O2.
plugins: a program and the plug-in that it loads both use PDH, linked statically or not. Both work, to the end.
"""
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

SKIPPED = 77
HERE = Path(__file__).resolve().parent
# Name -> source, further arguments of the compiler, further arguments of the linker.
PROGRAMS = {
    "fmt": ("fmt_host.cpp", [], ["-lfmt"]),
    "fmt as headers": ("fmt_host.cpp", ["-DFMT_HEADER_ONLY"], []),
    "spdlog": ("spdlog_host.cpp", ["-DSPDLOG_COMPILED_LIB", "-DSPDLOG_FMT_EXTERNAL"], ["-lspdlog", "-lfmt"]),
    "spdlog as headers": ("spdlog_host.cpp", ["-DSPDLOG_FMT_EXTERNAL", "-DFMT_HEADER_ONLY"], []),
    "nlohmann-json": ("json_host.cpp", [], []),
    "Boost": ("outcome_host.cpp", [], []),
}
UNOPTIMIZED = ["-O0", "-std=c++17", "-D_GLIBCXX_ASSERTIONS"]
OPTIMIZED = ["-O2", "-std=c++20"]
LOG_LINE = re.compile(r"\[\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}\] \[pdh-shim\] \[\w+\] .+")
NEEDED_BESIDE_ARCHIVE = ["-lm", "-pthread", "-ldl"]


class Failed(Exception):
    pass


def run(command, **options):
    made = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    if made.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: status {made.returncode}\n{made.stdout}{made.stderr}")
    return made.stdout


class Setting:
    def __init__(self, arguments):
        self.folder, self.archive, self.compat, self.shared, self.script, *rest = arguments
        after_includes, after_c = (i for i, argument in enumerate(rest) if argument == "--")
        includes, self.c, self.cxx = rest[:after_includes], rest[after_includes + 1 : after_c], rest[after_c + 1 :]
        self.includes = [f"-I{folder}" for folder in includes]
        shutil.rmtree(self.folder, ignore_errors=True)
        Path(self.folder).mkdir(parents=True)

    def path(self, *parts):
        return os.path.join(self.folder, re.sub(r"[^\w.]+", "_", "-".join(parts)))

    def environment(self, **more):
        return {**os.environ, "LD_LIBRARY_PATH": os.path.dirname(self.shared), "TZ": "UTC", **more}


def ways_to_link(setting, host, guest, libraries):
    """Name -> what the linker is given."""
    whole = ["-Wl,--whole-archive", setting.archive, "-Wl,--no-whole-archive"]
    ways = {
        "library first": [*whole, host, guest, *libraries],
        "library last": [host, guest, *libraries, setting.archive],
        "shared library": [host, guest, *libraries, setting.shared],
    }
    if setting.compat != "-":
        needed = ["-Wl,-u,CreateEventA", "-Wl,-u,CreateThread", "-Wl,-u,IsBadStringPtrW_wchar32"]
        ways["with pdh-compat"] = [*needed, host, guest, setting.compat, setting.archive, *libraries]
    return ways


def compile_host(setting, name, optimization):
    source, arguments, libraries = PROGRAMS[name]
    host = setting.path(name, optimization[0], "host.o")
    run([*setting.cxx, *optimization, *arguments, "-c", HERE / source, "-o", host])
    alone = setting.path(name, optimization[0], "alone")
    run([*setting.cxx, host, setting.path(optimization[0], "no_pdh.o"), *libraries, "-o", alone, "-pthread"])
    return host, run([alone])


def log_faults(log):
    lines = Path(log).read_text(encoding="utf-8").splitlines()
    faults = [f"a line of the log is {line!r}" for line in lines if not LOG_LINE.fullmatch(line)]
    if not any("line 1" in line or ":1:" in line or "syntax error" in line for line in lines):
        faults.append("the log does not say why the script is malformed:\n" + "\n".join(lines))
    return faults


def try_host(setting, optimization, name):
    """Lines about what is wrong."""
    host, expected = compile_host(setting, name, optimization)
    guest = setting.path(optimization[0], "use_pdh.o")
    faults = []
    for way, inputs in ways_to_link(setting, host, guest, PROGRAMS[name][2]).items():
        program = setting.path(name, optimization[0], way)
        run([*setting.cxx, *inputs, "-o", program, *NEEDED_BESIDE_ARCHIVE])
        log = program + ".log"
        printed = run([program], env=setting.environment(GUEST_LOG=log, GUEST_SCRIPT=setting.script))
        title = f"{name}, {optimization[0]}, {way}"
        if printed != expected:
            faults.append(f"{title}: prints\n{printed}\nin place of\n{expected}")
        faults += [f"{title}: {fault}" for fault in log_faults(log)]
    return faults


def is_installed(setting, name):
    source, arguments, libraries = PROGRAMS[name]
    trial = setting.path("trial.cpp")
    Path(trial).write_text("int main() {}\n", encoding="ascii")
    commands = ([*setting.cxx, "-std=c++17", *arguments, "-E", HERE / source],
                [*setting.cxx, trial, *libraries, "-o", trial + ".out"])
    return all(subprocess.run(command, capture_output=True, check=False).returncode == 0 for command in commands)


def test_libraries(setting, optimization):
    for part in ("use_pdh", "no_pdh"):
        run([*setting.cxx, *optimization, *setting.includes, "-c", HERE / f"{part}.cpp",
             "-o", setting.path(optimization[0], f"{part}.o")])
    names = [name for name in PROGRAMS if is_installed(setting, name)]
    print("tried:", *names, sep="\n  ")
    print("not installed:", *(PROGRAMS.keys() - set(names)), sep="\n  ")
    if not names:
        print("SKIPPED: none of the libraries is installed")
        sys.exit(SKIPPED)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return [fault for faults in pool.map(partial(try_host, setting, optimization), names) for fault in faults]


def test_plugins(setting):
    beside = ["-lstdc++", *NEEDED_BESIDE_ARCHIVE]
    static, shared = [setting.archive, *beside], [setting.shared, "-ldl"]
    # An executable that exports its functions (-rdynamic) serves its plug-ins with them, as any other function of ELF
    # does; so does the shared library of a program. Elsewhere each has its own state. A plug-in with a library of its own
    # stays loaded, since threads may run in it.
    cases = {
        "static program, shared in the plug-in": (static, shared, "unknown", "unloaded"),
        "static program that exports, shared in the plug-in": (["-rdynamic", *static], shared, "known", "unloaded"),
        "static program, static plug-in": (static, static, "unknown", "loaded"),
        "shared program, static in the plug-in": (shared, static, "known", "(un)?loaded"), # as the compiler has it
        "shared program, private in the plug-in": (shared, ["-Wl,--exclude-libs,ALL", *static], "unknown", "loaded"),
    }
    faults = []
    for name, (of_program, of_plugin, query_is, plugin_is) in cases.items():
        plugin, program = setting.path(name, "plugin.so"), setting.path(name, "program")
        run([*setting.c, *setting.includes, "-shared", "-fPIC", HERE / "plugin.c", "-o", plugin, *of_plugin])
        run([*setting.c, *setting.includes, HERE / "plugin_host.c", "-o", program, *of_program])
        printed = run([program, plugin, f"script:{setting.script}"], env=setting.environment(), timeout=30)
        wanted = (f"plug-in: the program's query is {query_is}\nplug-in: 42\nprogram: 50\n"
                  f"plug-in, once it is closed: {plugin_is}\nprogram, once it is closed: collects\n")
        if not re.fullmatch(wanted, printed):
            faults.append(f"{name}: prints\n{printed}\nin place of\n{wanted}")
    return faults


TESTS = {
    "libraries": partial(test_libraries, optimization=UNOPTIMIZED),
    "optimized": partial(test_libraries, optimization=OPTIMIZED),
    "plugins": test_plugins,
}


def main():
    setting = Setting(sys.argv[2:])
    try:
        faults = TESTS[sys.argv[1]](setting)
    except Failed as failure:
        faults = [failure]
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
