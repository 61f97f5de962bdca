#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compiles the public headers by themselves, and checks which functions of Windows they declare.

usage: headers_test.py standards INCLUDE COMPAT_INCLUDE -- CC... -- CXX...
       headers_test.py functions INCLUDE COMPAT_INCLUDE NM COMPAT_ARCHIVE -- CC... -- CXX...

standards: each header, first and alone in a source, compiles without a warning in every standard of C and C++, with the
    compilers of the build, and with GCC and Clang where they are installed.
functions: with the flags of pdh no function of pdh-compat is declared, which a program could call and not link; with
    those of pdh-compat all are.
"""
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HEADERS = ("pdh.h", "pdhmsg.h", "winperf.h", "pdh_shim/control.h", "pdh_shim/source.h")
STANDARDS = {"c": ("c11", "c17", "c2x"), "c++": ("c++17", "c++20", "c++2b")}
TEXTS = ([], ["-DUNICODE", "-D_UNICODE"], ["-DPDH_SHIM_UTF16"])
WARNINGS = ("-Wall", "-Wextra", "-pedantic", "-Werror")
OF_ODBC = ("sql", "odbc")  # include ODBC's own headers, which may be missing
OTHER_COMPILERS = {"c": ("gcc", "clang"), "c++": ("g++", "clang++")}


def compile_text(command, language, text):
    """What the compiler says, or None if it accepts the text."""
    made = subprocess.run([*command, "-x", language, "-"], input=text, capture_output=True, text=True, check=False)
    return None if made.returncode == 0 else made.stdout + made.stderr


def split_at_dashes(arguments):
    first, second = (i for i, argument in enumerate(arguments) if argument == "--")
    return arguments[:first], arguments[first + 1 : second], arguments[second + 1 :]


def test_standards(includes, compilers):
    flags = [f"-I{folder}" for folder in includes]
    jobs = []
    for language, command in compilers.items():
        others = [[name] for name in OTHER_COMPILERS[language] if shutil.which(name) and name not in command]
        for compiler in [command, *others]:
            for standard in STANDARDS[language]:
                known = compile_text([*compiler, f"-std={standard}", "-fsyntax-only"], language, "int only;\n") is None
                if not known:
                    print(f"{' '.join(compiler)} does not know {standard}")
                    continue
                for header in HEADERS:
                    for text in TEXTS:
                        jobs.append(([*compiler, f"-std={standard}", "-fsyntax-only", *WARNINGS, *text, *flags],
                                     language, f"#include <{header}>\ntypedef int not_empty;\n"))
    with ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda job: compile_text(*job), jobs))
    print(f"{len(jobs)} compilations")
    return [f"{' '.join(command)}: {text.splitlines()[0]}\n{said}"
            for (command, _, text), said in zip(jobs, results, strict=True) if said is not None]


def functions_of(nm, archive, headers):
    """The functions of Windows in the archive; those of the C run time have other symbols."""
    listing = subprocess.run([nm, "-g", "--defined-only", "--format=posix", archive],
                             check=True, capture_output=True, text=True).stdout
    symbols = {line.split()[0] for line in listing.splitlines() if line.split()[1:2] == ["T"]}
    names = {re.sub(r"_wchar32\Z", "", name) for name in symbols}
    declared = set(re.findall(r"\b\w+\b", "".join(path.read_text(encoding="ascii") for path in headers)))
    return {name for name in names & declared if not name.startswith("pdh_")}


def identifiers(compiler, flags, headers):
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "all.c")
        source.write_text("".join(f"#include <{name}>\n" for name in headers), encoding="ascii")
        text = subprocess.run([*compiler, *flags, "-E", "-P", source], check=True, capture_output=True, text=True).stdout
    return set(re.findall(r"\b\w+\b", text))


def test_functions(arguments, compilers):
    include, compat, nm, archive = arguments
    of_pdh = [f"-I{include}", f"-I{compat}"]
    of_compat = [*of_pdh, f"-I{compat}/crt"]
    all_headers = sorted(path for path in Path(compat).glob("*.h") if not path.name.startswith(OF_ODBC))
    functions = functions_of(nm, archive, all_headers)
    answers = {path.name: compile_text([*compilers["c"], *of_pdh, "-fsyntax-only"], "c", f"#include <{path.name}>\n")
               for path in all_headers}
    with_types = ["pdh.h", *(name for name, said in answers.items() if said is None)]
    refusing = [name for name, said in answers.items() if said is not None]
    faults = [f"declared without pdh-compat: {name}"
              for name in sorted(functions & identifiers(compilers["c"], of_pdh, with_types))]
    faults += [f"not declared with pdh-compat: {name}"
               for name in sorted(functions - identifiers(compilers["c"], of_compat, [*with_types, *refusing]))]
    faults += [f"<{name}> does not say that pdh-compat is needed:\n{answers[name]}"
               for name in refusing if "pkg-config --cflags --libs pdh-compat" not in answers[name]]
    call = "#include <pdh.h>\nint main() { return CreateEventA(nullptr, 1, 0, nullptr) == nullptr; }\n"
    if compile_text([*compilers["c++"], *of_pdh, "-fsyntax-only"], "c++", call) is None:
        faults.append("a call of CreateEventA compiles without pdh-compat")
    said = compile_text([*compilers["c++"], *of_compat, "-fsyntax-only"], "c++", call)
    if said is not None:
        faults.append(f"a call of CreateEventA does not compile with pdh-compat:\n{said}")
    print(f"{len(functions)} functions, {len(refusing)} headers with functions")
    if len(functions) < 200 or len(refusing) < 5:
        faults.append("fewer than there were")
    return faults


def main():
    arguments, c, cxx = split_at_dashes(sys.argv[2:])
    test = {"standards": test_standards, "functions": test_functions}[sys.argv[1]]
    faults = test(arguments, {"c": c, "c++": cxx})
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
