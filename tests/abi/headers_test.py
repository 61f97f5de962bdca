#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Compiles the public headers by themselves, and checks which functions of Windows they declare.

usage: headers_test.py standards INCLUDE COMPAT_INCLUDE -- CC... -- CXX...
       headers_test.py functions INCLUDE COMPAT_INCLUDE NM COMPAT_ARCHIVE -- CC... -- CXX... [--write]

standards: each header, first and alone in a source, compiles without a warning in every standard of C and C++, with the
    compilers of the build, and with GCC and Clang where they are installed.
functions: with the flags of pdh alone <pdh.h> declares no function of pdh-compat, and a call of any function of
    <windows.h> and <tchar.h> is refused with the words that winbase.h has, in C and C++; with the flags of pdh-compat all are
    declared. --write writes the lists of these functions into pdh_shim_missing_functions.h and pdh_shim_missing_tchar.h.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HEADERS = ("pdh.h", "pdhmsg.h", "winperf.h", "pdh_shim/control.h", "pdh_shim/source.h")
LIST = "pdh_shim_missing_functions.h"
LIST_OF_TCHAR = "pdh_shim_missing_tchar.h"
MACRO = "pdh_shim_in_compat.h"
NO_FUNCTIONS_OF_TCHAR = {"_tmain", "_TEOF"}  # a program has the first one itself
ADVICE = "The functions of Windows are in pdh-compat: use the flags of pkg-config --cflags --libs pdh-compat"
STANDARDS = {"c": ("c11", "c17", "c2x"), "c++": ("c++17", "c++20", "c++2b")}
TEXTS = ([], ["-DUNICODE", "-D_UNICODE"], ["-DPDH_SHIM_UTF16"])
WARNINGS = ("-Wall", "-Wextra", "-pedantic", "-Werror")
OF_ODBC = ("sql", "odbc")  # include ODBC's own headers, which may be missing
OTHER_COMPILERS = {"c": ("gcc", "clang"), "c++": ("g++", "clang++")}


def compile_text(command, language, text):
    """What the compiler says, or None if it accepts the text."""
    made = subprocess.run([*command, "-x", language, "-"], input=text, capture_output=True, text=True, check=False,
                          env=dict(os.environ, LC_ALL="C"))
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


def included_from(folder, name):
    """The headers of the folder that a header includes, and those that they include."""
    found, waiting = set(), [name]
    while waiting:
        text = (folder / waiting.pop()).read_text(encoding="ascii")
        more = {each for each in re.findall(r"#include <(.*)>", text) if (folder / each).exists()} - found
        found |= more
        waiting += more
    return found


def callable_names(functions, texts):
    """The functions that these texts declare, and the macros that stand for one or look like one."""
    names = functions & set(re.findall(r"\b\w+\b", "".join(texts)))
    macros = [macro for text in texts for macro in re.findall(r"^#define (\w+)(\(?)[^\S\n]*(.*)", text, re.MULTILINE)]
    for name, parameters, _ in macros:
        if parameters and not name.startswith("PDH_SHIM"):
            names.add(name)
    for name, _, value in macros:
        if value in names or re.fullmatch(r"PDH_SHIM_AW\((\w+)\)", value) and f"{name}A" in names:
            names.add(name)
    return names


def compare_list(path, names, header, is_written):
    """A list of the functions that a header has with pdh-compat; with --write it is written."""
    text = path.read_text(encoding="ascii")
    if is_written:
        head = text[:text.index("\n", text.index("--write")) + 1]
        text = head + "".join(f"PDH_SHIM_IN_COMPAT({name})\n" for name in names)
        path.write_text(text, encoding="ascii")
    known = re.findall(r"^PDH_SHIM_IN_COMPAT\((\w+)\)", text, re.MULTILINE)
    return [f"<{path.name}> does not list what <{header}> declares: {', '.join(sorted(set(known) ^ set(names)))}; see its end"
            ] if known != names else []


def test_refusals(flags, header, names, compiler, language):
    calls = "".join(f"int call_{name}(void) {{ return {name}(0); }}\n" for name in names)
    said = compile_text([*compiler, *flags, "-fsyntax-only", *(["-ferror-limit=0"] if any("clang" in part for part in compiler) else [])],
                        language, f"#include <{header}>\n" + calls) or ""
    refused = set(re.findall(rf"'(?:int )?(\w+)(?:\(\.\.\.\))?' is unavailable: {re.escape(ADVICE)}", said))
    return [f"{' '.join(compiler)}, {language}: a call of {name} does not say that pdh-compat is needed"
            for name in sorted(set(names) - refused)]


def test_functions(arguments, compilers):
    include, compat, nm, archive = [argument for argument in arguments if argument != "--write"]
    of_pdh = [f"-I{include}", f"-I{compat}"]
    of_compat = [*of_pdh, f"-I{compat}/crt"]
    all_headers = sorted(path for path in Path(compat).glob("*.h") if not path.name.startswith(OF_ODBC) and path.name not in (LIST, LIST_OF_TCHAR, MACRO))
    functions = functions_of(nm, archive, all_headers)
    answers = {path.name: compile_text([*compilers["c"], *of_pdh, "-fsyntax-only"], "c", f"#include <{path.name}>\n")
               for path in all_headers}
    refusing = [name for name, said in answers.items() if said is not None]
    with_types = [name for name in answers if name not in refusing]
    through_windows = sorted(included_from(Path(compat), "windows.h") & set(refusing))
    names = sorted(callable_names(functions, [Path(compat, name).read_text(encoding="ascii") for name in through_windows]))
    tchar = Path(compat, "crt/pdh_shim_crt/tchar.h").read_text(encoding="ascii")
    of_tchar = sorted(set(re.findall(r"^#define (_\w+)", tchar, re.MULTILINE)) - NO_FUNCTIONS_OF_TCHAR)
    is_written = "--write" in arguments
    faults = compare_list(Path(compat, LIST), names, "windows.h", is_written)
    faults += compare_list(Path(compat, LIST_OF_TCHAR), of_tchar, "tchar.h", is_written)
    faults += [f"declared by <pdh.h> without pdh-compat: {name}"
               for name in sorted(set(names) & identifiers(compilers["c"], of_pdh, HEADERS))]
    faults += [f"not declared with pdh-compat: {name}"
               for name in sorted(functions - identifiers(compilers["c"], of_compat, answers))]
    faults += [f"<{name}> does not say that pdh-compat is needed:\n{answers[name]}"
               for name in refusing if ADVICE not in answers[name]]
    for language, command in compilers.items():
        for compiler in [command, *([name] for name in OTHER_COMPILERS[language] if shutil.which(name))]:
            faults += test_refusals(of_pdh, "windows.h", names, compiler, language)
            faults += test_refusals(of_pdh, "tchar.h", of_tchar, compiler, language)
    # Headers that Windows has its functions in, and we have types in, or nothing.
    for name in with_types:
        text = f"#include <{name}>\nint main(void) {{ return CreateEventA(0, 1, 0, 0) == 0; }}\n"
        if compile_text([*compilers["c"], *of_compat, "-fsyntax-only", "-Werror"], "c", text) is None:
            said = compile_text([*compilers["c"], *of_pdh, "-fsyntax-only"], "c", text) or ""
            faults += [] if ADVICE in said else [f"<{name}>: CreateEventA does not need pdh-compat"]
    faults += test_own_functions(of_pdh, compilers)
    print(f"{len(functions)} functions, {len(names)} names, {len(refusing)} headers with functions")
    if len(functions) < 240 or len(names) < 300 or len(refusing) < 6:
        faults.append("fewer than there were")
    return faults


def test_own_functions(flags, compilers):
    """Programs that have functions of these names themselves, with the flags of pdh alone."""
    own = "void CloseHandle(HANDLE handle);\nint main(void) { CloseHandle(0); return 0; }\n"
    programs = {"<pdh.h> in C": ("c", "#include <pdh.h>\n" + own),
                "PDH_SHIM_OWN_FUNCTIONS in C": ("c", "#define PDH_SHIM_OWN_FUNCTIONS\n#include <windows.h>\n" + own),
                "<windows.h> in C++": ("c++", "#include <windows.h>\n" + own)}
    made = {name: compile_text([*compilers[language], *flags, "-fsyntax-only"], language, text)
            for name, (language, text) in programs.items()}
    return [f"a program has CloseHandle() itself, with {name}:\n{said}" for name, said in made.items() if said is not None]


def main():
    writes = [argument for argument in sys.argv if argument == "--write"]
    arguments, c, cxx = split_at_dashes([argument for argument in sys.argv[2:] if argument != "--write"])
    arguments += writes
    test = {"standards": test_standards, "functions": test_functions}[sys.argv[1]]
    faults = test(arguments, {"c": c, "c++": cxx})
    print(*faults, sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
