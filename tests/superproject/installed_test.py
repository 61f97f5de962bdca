#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Installs the library, moves what was installed, and uses it from there: with pkg-config, with CMake, with Meson, and with the
programs that it has.

installed_test.py SOURCES BUILD FOLDER C_COMPILER... -- C++_COMPILER...
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import time
import typing

SOURCES, BUILD, FOLDER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
CC = sys.argv[4 : sys.argv.index("--")]
CXX = sys.argv[sys.argv.index("--") + 1 :]
CLEAN = {name: value for name, value in os.environ.items()
         if not name.startswith(("PDH_SHIM_", "PKG_CONFIG_")) and name != "LD_LIBRARY_PATH"}


def run(*command: typing.Any, status: int = 0, **options: typing.Any) -> str:
    words = [str(word) for word in command]
    options.setdefault("env", CLEAN)
    ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if ran.returncode != status:
        sys.exit(f"{' '.join(words)}\nended with status {ran.returncode}:\n{ran.stdout}")
    return ran.stdout


def expect(what: str, holds: typing.Any) -> None:
    if not holds:
        sys.exit(what)


def install_and_move() -> pathlib.Path:
    """The folder that the prefix is now."""
    run("meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", FOLDER / "root")
    prefix = next((FOLDER / "root").rglob("include/pdh-shim")).parent.parent
    moved = FOLDER / "moved"
    prefix.rename(moved)
    for file in [*moved.rglob("*.pc"), *moved.rglob("*.cmake")]:
        text = file.read_text(encoding="utf-8")
        expect(f"{file} has the path of the prefix", "/" + str(prefix.relative_to(FOLDER / "root")) not in text)
    return moved


PROGRAM = (SOURCES / "samples/meson_subproject/program.c").read_text(encoding="ascii")


def check_versions(prefix: pathlib.Path) -> None:
    """The tools and a log have the same version."""
    first = run(prefix / "bin/typeperf", "--version").strip()
    version = first.removeprefix("typeperf (pdh-shim) ")
    expect(f"version {version}", re.fullmatch(r"\d+\.\d+\.\d+(~git\d{8}\.[0-9a-f]{7}|~unknown)?", version))
    for name in ("relog", "lodctr", "unlodctr"):
        said = run(prefix / "bin" / name, "--version")
        expect(f"{name} --version: {said}", said == f"{name} (pdh-shim) {version}\n")
    environment = {**CLEAN, "PDH_SHIM_LOG": f"info:{FOLDER / 'log'}"}
    run(prefix / "bin/typeperf", r"\Memory\Available MBytes", "-sc", "1", env=environment)
    line = (FOLDER / "log").read_text(encoding="utf-8").splitlines()[0]
    expect(f"a log begins with {line}", line.endswith(f" pdh-shim {version}"))


def write_programs(folder: pathlib.Path) -> None:
    for name in ("program.c", "program.cpp"):
        (folder / name).write_text(PROGRAM, encoding="ascii")
    shutil.copy(SOURCES / "tests/legacy/cpu_wide.c", folder)


def check(program: pathlib.Path, prefix: pathlib.Path, is_static: bool) -> None:
    environment = dict(CLEAN)
    if not is_static:
        environment["LD_LIBRARY_PATH"] = str(next(prefix.rglob("libpdh.so")).parent)
    said = run(program, env=environment)
    expect(f"{program} prints {said}", re.fullmatch(r"\d+ MB\n", said))
    needed = "libpdh.so.0" in run("readelf", "-d", program)
    expect(f"{program} needs libpdh.so: {needed}", needed != is_static)


def check_legacy(program: pathlib.Path, prefix: pathlib.Path) -> None:
    environment = {**CLEAN, "TZ": "UTC", "PDH_SHIM_SOURCE": f"script:{SOURCES / 'tests/legacy/legacy.json'}",
                   "LD_LIBRARY_PATH": str(next(prefix.rglob("libpdh.so")).parent)}
    expected = (SOURCES / "tests/legacy/expected/cpu_wide.txt").read_text(encoding="utf-8")
    expect(f"{program} prints something else", run(program, env=environment) == expected)


def use_pkg_config(prefix: pathlib.Path, folder: pathlib.Path) -> None:
    environment = {**CLEAN, "PKG_CONFIG_PATH": str(next(prefix.rglob("pdh.pc")).parent)}

    def flags(*arguments: str) -> typing.List[str]:
        return run("pkg-config", *arguments, env=environment).split()

    write_programs(folder)
    for module, is_static in (("pdh", False), ("pdh-static", True)):
        for compiler, source in ((CC, "program.c"), (CXX, "program.cpp")):
            program = folder / f"{module}-{source}.out"
            run(*compiler, "-Wall", "-Wextra", "-Werror", folder / source, "-o", program, *flags("--cflags", "--libs", module))
            check(program, prefix, is_static)
    run(*CC, folder / "cpu_wide.c", "-o", folder / "legacy", *flags("--cflags", "--libs", "pdh-compat"))
    check_legacy(folder / "legacy", prefix)


CMAKE_PROGRAM = """
cmake_minimum_required(VERSION 3.16)
project(program C CXX)
set(CMAKE_CXX_STANDARD 17)
find_package(pdh-shim 0.1 REQUIRED COMPONENTS static OPTIONAL_COMPONENTS compat nonsense)
foreach(language c cpp)
    add_executable(shared-${language} program.${language})
    target_link_libraries(shared-${language} PRIVATE pdh::pdh)
    add_executable(static-${language} program.${language})
    target_link_libraries(static-${language} PRIVATE pdh::static)
endforeach()
if(pdh-shim_nonsense_FOUND)
    message(FATAL_ERROR "there is a component nonsense")
endif()
if(WITH_COMPAT AND NOT pdh-shim_compat_FOUND)
    message(FATAL_ERROR "there is no component compat")
endif()
if(pdh-shim_compat_FOUND)
    add_executable(legacy cpu_wide.c)
    target_link_libraries(legacy PRIVATE pdh::compat)
    add_executable(legacy-static cpu_wide.c)
    target_link_libraries(legacy-static PRIVATE pdh::compat_static)
endif()
"""
# What find_package says of versions and components, one line each.
CMAKE_QUESTIONS = """
cmake_minimum_required(VERSION 3.19)
project(questions C)
foreach(question "0.1" "0.1.0" "0.1.1" "0.0" "0.0.9" "0.2" "1.0" "0.1...0.3" "0.0...<0.1" "0.0...0.1.0" "")
    find_package(pdh-shim ${question} QUIET)
    message("version '${question}': ${pdh-shim_FOUND}")
    unset(pdh-shim_DIR CACHE)
endforeach()
find_package(pdh-shim QUIET COMPONENTS nonsense)
message("nonsense: ${pdh-shim_FOUND}: ${pdh-shim_NOT_FOUND_MESSAGE}")
"""
CMAKE_ANSWERS = {
    "0.1": "1", "0.1.0": "1", "0.1.1": "0", "0.0": "0", "0.0.9": "0", "0.2": "0", "1.0": "0",
    "0.1...0.3": "1", "0.0...<0.1": "0", "0.0...0.1.0": "1", "": "1",
}


def cmake(name: str, text: str, prefix: pathlib.Path, folder: pathlib.Path, *options: str) -> typing.Tuple[pathlib.Path, str]:
    """The folder of the build, and what CMake says."""
    source = folder / name
    source.mkdir(parents=True)
    write_programs(source)
    (source / "CMakeLists.txt").write_text(text, encoding="ascii")
    build = source / "build"
    environment = {**CLEAN, "CC": " ".join(CC), "CXX": " ".join(CXX)}
    return build, run("cmake", "-G", "Ninja", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}", *options, env=environment)


def use_cmake(prefix: pathlib.Path, folder: pathlib.Path, has_compat: bool) -> None:
    name = "with_compat" if has_compat else "without_compat"
    build, _ = cmake(name, CMAKE_PROGRAM, prefix, folder, f"-DWITH_COMPAT={int(has_compat)}")
    run("cmake", "--build", build)
    for language in ("c", "cpp"):
        check(build / f"shared-{language}", prefix, False)
        check(build / f"static-{language}", prefix, True)
    if has_compat:
        check_legacy(build / "legacy", prefix)
        check_legacy(build / "legacy-static", prefix)
        expect("a static program needs libpdh.so", "libpdh.so" not in run("readelf", "-d", build / "legacy-static"))
    # Nothing of it stays in a build when the prefix moves.
    cache = (build / "CMakeCache.txt").read_text(encoding="utf-8")
    expect("CMake caches a path of a library", not re.search(r"^(?!.*_DIR:).*=.*libpdh.*$", cache, re.MULTILINE))


def ask_cmake(prefix: pathlib.Path, folder: pathlib.Path) -> None:
    _, said = cmake("questions", CMAKE_QUESTIONS, prefix, folder)
    answers = dict(re.findall(r"^version '(.*)': (.*)$", said, re.MULTILINE))
    expect(f"find_package: {answers}", answers == CMAKE_ANSWERS)
    expect(f"a component that does not exist: {said}", "nonsense: 0: the component nonsense is not in" in said)


def isolated_dll(folder: pathlib.Path) -> pathlib.Path:
    """The INI file of a performance DLL that runs in a process of its own."""
    folder.mkdir()
    for name in ("widget_perf.c", "widget_perf.h"):
        shutil.copy(SOURCES / "samples/performance_dll" / name, folder)
    run(*CC, "-shared", "-fPIC", "-I", SOURCES / "include", "-I", SOURCES / "compat/windows/include",
        folder / "widget_perf.c", "-o", folder / "libwidget_perf.so")
    ini = (SOURCES / "samples/performance_dll/widget_perf.ini").read_text(encoding="ascii")
    file = folder / "widget_perf.ini"
    file.write_text(ini.replace("[performance]", "[performance]\nIsolation=process"), encoding="ascii")
    return file


def use_host(prefix: pathlib.Path, folder: pathlib.Path) -> None:
    """Finds pdh-provider-host in a tree that has moved, with the shared library and the static one."""
    ini = isolated_dll(folder)
    host = next(prefix.rglob("pdh-provider-host"))
    real = prefix / "real-host"
    host.rename(real)
    used = folder / "used"

    def put_host(path: pathlib.Path) -> pathlib.Path:
        """A host that says where it is."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'#!/bin/sh\necho "$0" >>"{used}"\nexec "{real}" "$@"\n', encoding="utf-8")
        path.chmod(0o755)
        return path

    def host_of(program: pathlib.Path, *arguments: str, **options: typing.Any) -> str:
        """The host that a program starts; empty if it starts none."""
        used.unlink(missing_ok=True)
        used.touch()
        used.chmod(0o666)
        environment = {**CLEAN, "PDH_SHIM_SOURCE": f"provider:{ini}", "PDH_SHIM_LOG": f"error:{folder / 'log'}"}
        run(program, *arguments, env=environment, **options)
        return os.path.normpath(used.read_text(encoding="utf-8").strip()) if used.stat().st_size else ""

    stock = r"\Widget Factory\Stock"
    typeperf = prefix / "bin/typeperf"
    installed = put_host(host)
    expect("libexec of a moved tree", host_of(typeperf, stock, "-sc", "1") == str(installed))
    # An installed tree may be used from any folder, and by a relative path.
    library_folder = next(prefix.rglob("libpdh.so")).parent
    relative = os.path.relpath(typeperf, library_folder)
    expect("by a relative path", host_of(pathlib.Path(relative), stock, "-sc", "1", cwd=library_folder) == str(installed))
    beside = put_host(library_folder / "pdh-provider-host")
    expect("beside the library", host_of(typeperf, stock, "-sc", "1") == str(beside))
    beside.unlink()

    # A part of the program: beside the program, then in libexec of its prefix.
    text = PROGRAM.replace(r"\\Memory\\Available MBytes", r"\\Widget Factory\\Stock")
    (folder / "program.c").write_text(text, encoding="ascii")
    program = prefix / "bin/program"
    environment = {**CLEAN, "PKG_CONFIG_PATH": str(next(prefix.rglob("pdh.pc")).parent)}
    flags = run("pkg-config", "--cflags", "--libs", "pdh-static", env=environment).split()
    run(*CC, folder / "program.c", "-o", program, *flags)
    expect("libexec of a static program", host_of(program) == str(installed))
    alone = folder / "alone/program"
    alone.parent.mkdir()
    shutil.copy(program, alone)
    host_beside = put_host(alone.parent / "pdh-provider-host")
    expect("beside a static program", host_of(alone) == str(host_beside))

    # Its own name for itself means nothing.
    bad = folder / "bad"
    put_host(bad / "pdh-provider-host")
    expect("a forged argv[0]", host_of(pathlib.Path("sh"), "-c", f'exec -a "{bad}/program" "{alone}"', executable="bash")
           == str(host_beside))

    if os.geteuid() == 0:
        refuse_untrusted(alone, host_beside, host_of, ini, flags)
    else:
        print("not root: what root and set-id programs refuse is not tried")
    # Nowhere: there is an error that says where it was searched.
    host_beside.unlink()
    log = folder / "log"
    log.write_text("", encoding="utf-8")
    found = host_of(alone, status=1) if not is_installed_elsewhere() else "elsewhere"
    if found != "elsewhere":
        expect(f"the log says {log.read_text()}", f"is not there: {host_beside}, " in log.read_text(encoding="utf-8"))
    real.rename(host)


def is_installed_elsewhere() -> bool:
    """Whether this machine has a host at the place that the library was configured for."""
    options = run("meson", "introspect", BUILD, "--installed")
    return any(pathlib.Path(path).exists() for path in re.findall(r'"(/[^"]*/pdh-provider-host)"', options)
               if not path.startswith(str(BUILD)))


SET_ID_PROGRAM = r"""
#include <pdh.h>
#include <pdh_shim/control.h>
#include <stdio.h>

int main(int count, char** texts) {
    PDH_HQUERY query;
    PDH_HCOUNTER counter;
    return count != 3 || pdh_shim_set_log("error", texts[2]) != 0 || pdh_shim_set_sources(texts[1]) != 0 ||
           PdhOpenQueryA(NULL, 0, &query) != 0 ||
           PdhAddEnglishCounterA(query, "\\Widget Factory\\Stock", 0, &counter) != 0 || PdhCollectQueryData(query) != 0;
}
"""


def refuse_untrusted(program: pathlib.Path, host: pathlib.Path, host_of: typing.Callable[..., str], ini: pathlib.Path,
                     flags: typing.List[str]) -> None:
    """What others can change is run neither by root nor by a set-id program."""
    folder = ini.parent
    log = folder / "log"

    def refused(what: str, said: str) -> None:
        expect(f"{what}: the log says {log.read_text()}", said in log.read_text(encoding="utf-8"))
        log.write_text("", encoding="utf-8")

    log.write_text("", encoding="utf-8")
    log.chmod(0o666)
    host.chmod(0o777)
    expect("root runs a host that others can write", host_of(program, status=1) == "")
    refused("root", f"{host}: not used by a privileged process, since {host} can be written by others than its owner")
    host.chmod(0o755)

    # A user who links a set-id program into a folder of his own must not choose what it starts.
    if os.statvfs(folder).f_flag & os.ST_NOSUID:
        print("set-id programs are not run here: not tried")
        return
    owner, user = 1, 65534
    own_folder = folder / "user"
    own_folder.mkdir()
    set_id = own_folder / "program"
    source = folder / "set_id.c"
    source.write_text(SET_ID_PROGRAM, encoding="ascii")
    run(*CC, source, "-o", set_id, *flags)
    os.chown(set_id, owner, owner)
    set_id.chmod(0o4755)
    bait = shutil.copy(host, own_folder / host.name)
    for path in (own_folder, bait):
        os.chown(path, user, user)
    said = host_of(set_id, f"provider:{ini}", log, status=1, user=user, group=user, extra_groups=[])
    expect("a set-id program runs a host of its user", said == "")
    refused("set-id", f"{bait}: not used by a privileged process, since {own_folder} belongs to user {user}")


def use_dialogs(prefix: pathlib.Path) -> None:
    """typeperf -b in a terminal loads libpdhui of the moved tree."""
    import pty  # not on every system

    child, terminal = pty.fork()
    if child == 0:
        os.execve(prefix / "bin/typeperf", ["typeperf", "-b"], {**CLEAN, "TERM": "xterm", "LINES": "40", "COLUMNS": "100"})
    shown = b""
    deadline = time.monotonic() + 60
    while b"Counters" not in shown and time.monotonic() < deadline:
        try:
            shown += os.read(terminal, 4096)
        except OSError:
            break
    maps = pathlib.Path(f"/proc/{child}/maps").read_text(encoding="utf-8")
    os.write(terminal, b"\x1b")
    loaded = set(re.findall(r"\S*libpdhui\S*", maps))
    while True:
        try:
            if not os.read(terminal, 4096):
                break
        except OSError:
            break
    os.waitpid(child, 0)
    expect(f"the dialog shows {shown!r}", b"Counters" in shown)
    expect(f"loaded are {loaded}", loaded == {str(next(prefix.rglob("libpdhui.so.0.*")))})


def main() -> int:
    shutil.rmtree(FOLDER, ignore_errors=True)
    prefix = install_and_move()
    for name in ("pkg_config", "cmake"):
        (FOLDER / name).mkdir()
    check_versions(prefix)
    use_pkg_config(prefix, FOLDER / "pkg_config")
    if next(prefix.rglob("libpdhui.so.0"), None):
        use_dialogs(prefix)
    if next(prefix.rglob("pdh-provider-host"), None):
        use_host(prefix, FOLDER / "host")
    if not shutil.which("cmake"):
        print("there is no cmake: not tried")
        return 0
    use_cmake(prefix, FOLDER / "cmake", True)
    ask_cmake(prefix, FOLDER / "cmake")
    # As with -Dcompat=disabled, which installs neither.
    next(prefix.rglob("libpdh-compat.a")).unlink()
    next(prefix.rglob("pdh-compat.pc")).unlink()
    again = FOLDER / "moved_again"
    prefix.rename(again)
    use_cmake(again, FOLDER / "cmake", False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
