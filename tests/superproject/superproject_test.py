#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Takes pdh-shim into another project as a Meson subproject, as samples/meson_subproject does.

superproject_test.py [--build] SOURCES FOLDER

Configures the sample in FOLDER in each way that a superproject can ask for the library. Meson says nothing that would worry its
user; what is built, tested and installed is counted. --build, for which the suite has no time, also builds, installs and runs
programs of every kind.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing

MOST_STEPS = 249  # of which a superproject without our help needed that many
LIBRARY = {"libpdh.so", "libpdh.so.0", "libpdh.so.0.1.0"}
DIALOGS = {"libpdhui.so", "libpdhui.so.0", "libpdhui.so.0.1.0"}
HOST = {"pdh-provider-host"}
IF_IT_CAN_BE_BUILT = {"pdh-pcp-host", "pdh-windows-hosts"}


def run(*command: typing.Any, **options: typing.Any) -> str:
    words = [str(word) for word in command]
    ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **options)
    if ran.returncode != 0:
        sys.exit(f"{' '.join(words)}\nended with status {ran.returncode}:\n{ran.stdout}")
    return ran.stdout


def expect(what: str, found: typing.Any, expected: typing.Any) -> None:
    if found != expected:
        sys.exit(f"{what}: {found} in place of {expected}")


def make_superproject(sources: pathlib.Path, folder: pathlib.Path, meson_build: typing.Optional[str] = None) -> pathlib.Path:
    shutil.copytree(sources / "samples/meson_subproject", folder)
    (folder / "subprojects/pdh-shim").symlink_to(sources)
    if meson_build is not None:
        (folder / "meson.build").write_text(meson_build, encoding="ascii")
    return folder


def setup(superproject: pathlib.Path, name: str, *options: str) -> pathlib.Path:
    build = superproject / name
    said = run("meson", "setup", build, superproject, "-Dforce_fallback_for=pdh-shim", "-Dprefix=/prefix", *options)
    warnings = re.findall(r".*(?:WARNING|DEPRECATION|[0-9] warnings).*", said)
    # A cross file may choose both.
    warnings = [warning for warning in warnings if "-Dbuildtype or -Doptimization" not in warning]
    expect(f"{name}: warnings of Meson", warnings, [])
    return build


def introspect(build: pathlib.Path, what: str) -> typing.Any:
    return json.loads(run("meson", "introspect", build, "--" + what))


def steps(build: pathlib.Path) -> int:
    return int(re.findall(r"^\[\d+/(\d+)\]", run("ninja", "-C", build, "-n"), re.MULTILINE)[-1])


def installed_names(build: pathlib.Path) -> typing.Set[str]:
    return {os.path.basename(path) for path in introspect(build, "installed").values()}


def count(name: str, build: pathlib.Path, installed: typing.Set[str]) -> None:
    wanted = steps(build)
    print(f"{name}: {wanted} steps, {len(installed)} installed files")
    if wanted > MOST_STEPS:
        sys.exit(f"{name}: {wanted} steps, more than {MOST_STEPS}")
    expect(f"{name}: tests", [test["name"] for test in introspect(build, "tests")], ["program"])
    names = {file.removesuffix(".exe") for file in installed_names(build)}
    expect(f"{name}: installed files", names - (IF_IT_CAN_BE_BUILT if installed >= LIBRARY else set()), installed | {"program"})


SAMPLE_ASKS = "dependency('pdh', version: '>=0.1')"


def configure_all(sources: pathlib.Path, folder: pathlib.Path) -> None:
    sample = make_superproject(sources, folder / "sample")
    count("as it is", setup(sample, "build"), LIBRARY | DIALOGS | HOST)
    count("-Ddefault_library=static", setup(sample, "build-static", "-Ddefault_library=static"), set())
    asked = setup(sample, "build-asked", "-Dpdh-shim:isolation=enabled", "-Dpdh-shim:default_library=static")
    count("static, with the process of isolated DLLs", asked, HOST)

    text = (sample / "meson.build").read_text(encoding="ascii")
    expect("the sample asks for the library", SAMPLE_ASKS in text, True)
    for name, asks, installed in (
        ("static", "dependency('pdh', static: true)", set()),
        ("pdh-static", "dependency('pdh-static', default_options: ['default_library=static'])", set()),
        ("fallback", "dependency('pdh', fallback: ['pdh-shim', 'pdh_dep'])", LIBRARY | DIALOGS | HOST),
        ("compat", "dependency('pdh-compat')", LIBRARY | DIALOGS | HOST),
        ("static-compat", "dependency('pdh-compat', static: true)", set()),
    ):
        superproject = make_superproject(sources, folder / name, text.replace(SAMPLE_ASKS, asks))
        count(asks, setup(superproject, "build"), installed)

    if shutil.which("x86_64-w64-mingw32-g++"):
        # The headers that we find for cross compilers are not the superproject's.
        text += "assert(dependency('boost', required: false).version() != '999')\n"
        superproject = make_superproject(sources, folder / "windows", text)
        build = setup(superproject, "build", "--cross-file", str(sources / "compat/wine/x86_64-w64-mingw32.ini"))
        count("for Windows", build, {"pdh.dll", "pdh.dll.a"})


# With programs in C and C++, shared, static and with what Windows programs call; and a performance DLL.
EVERY_KIND = """
project('program', 'c', 'cpp', default_options: ['warning_level=3', 'werror=true', 'c_std=c11', 'cpp_std=c++17'])
shared = dependency('pdh')
static = dependency('pdh', static: true)
compat = dependency('pdh-compat')
static_compat = dependency('pdh-compat', static: true)
foreach language, sources : {'c': 'program.c', 'cpp': 'program.cpp'}
    executable('shared-' + language, sources, dependencies: shared, install: true)
    executable('static-' + language, sources, dependencies: static, install: true)
    executable('compat-' + language, sources, dependencies: compat, install: true)
    executable('static_compat-' + language, sources, dependencies: static_compat, install: true)
endforeach
executable('legacy', 'cpu_wide.c', dependencies: compat, c_args: '-DUNICODE', override_options: ['werror=false'])
executable('isolated', 'isolated.c', dependencies: shared, install: true)
shared_library('widget_perf', 'widget_perf.c', dependencies: shared.partial_dependency(includes: true, compile_args: true))
"""


def build_all(sources: pathlib.Path, folder: pathlib.Path) -> None:
    superproject = make_superproject(sources, folder / "every_kind", EVERY_KIND)
    for file in ("tests/legacy/cpu_wide.c", "samples/performance_dll/widget_perf.c", "samples/performance_dll/widget_perf.h"):
        shutil.copy(sources / file, superproject)
    program = (superproject / "program.c").read_text(encoding="ascii")
    (superproject / "program.cpp").write_text(program, encoding="ascii")
    isolated = program.replace(r"\\Memory\\Available MBytes", r"\\Widget Factory\\Stock")
    (superproject / "isolated.c").write_text(isolated, encoding="ascii")
    build = setup(superproject, "build", "-Ddebug=false", "-Doptimization=0")
    run("meson", "compile", "-C", build)

    ini = (sources / "samples/performance_dll/widget_perf.ini").read_text(encoding="ascii")
    ini = ini.replace("[performance]", "[performance]\nIsolation=process")
    (build / "widget_perf.ini").write_text(ini, encoding="ascii")
    shutil.copy(superproject / "widget_perf.h", build)

    def check(folder: pathlib.Path, environment: typing.Dict[str, str]) -> None:
        for kind in ("shared", "static", "compat", "static_compat"):
            for language in ("c", "cpp"):
                said = run(folder / f"{kind}-{language}", env=environment)
                expect(f"{kind}-{language} prints", re.sub(r"\d+", "N", said), "N MB\n")
        environment = {**environment, "PDH_SHIM_SOURCE": f"provider:{build / 'widget_perf.ini'}"}
        expect("an isolated DLL says", re.sub(r"\d+", "N", run(folder / "isolated", env=environment)), "N MB\n")

    clean = {name: value for name, value in os.environ.items() if not name.startswith("PDH_SHIM_") and name != "LD_LIBRARY_PATH"}
    check(build, clean)
    legacy = {**clean, "PDH_SHIM_SOURCE": f"script:{sources / 'tests/legacy/legacy.json'}", "TZ": "UTC"}
    expected = (sources / "tests/legacy/expected/cpu_wide.txt").read_text(encoding="utf-8")
    expect("a program for Windows prints", run(build / "legacy", env=legacy), expected)
    for name in ("static-c", "static-cpp", "static_compat-c", "static_compat-cpp"):
        needed = run("readelf", "-d", build / name)
        expect(f"{name} needs", re.findall(r"NEEDED.*pdh.*", needed), [])

    # Anywhere but where it belongs.
    run("meson", "install", "-C", build, "--no-rebuild", "--destdir", folder / "root")
    prefix = folder / "moved"
    shutil.move(folder / "root/prefix", prefix)
    library = next(prefix.rglob("libpdh.so"))
    check(prefix / "bin", {**clean, "LD_LIBRARY_PATH": str(library.parent)})


def main() -> int:
    arguments = sys.argv[1:]
    build = arguments[:1] == ["--build"]
    sources, folder = (pathlib.Path(argument).resolve() for argument in arguments[1 if build else 0:])
    shutil.rmtree(folder, ignore_errors=True)
    configure_all(sources, folder)
    if build:
        build_all(sources, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
