#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Runs each probe with our library, and compares its answer with answers.tsv.

probes_test.py ANSWERS LOG... PROGRAM [DLL] [TOOL...] [-- WRAPPER...] [--write]

Each probe runs in a folder of its own, beside the logs, the DLL and the tools, under a name of its own: some count the
processes of their name. WRAPPER runs a Windows program: wine.sh and its build. --write writes the answers.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import sys
import tempfile

import compare

SKIPPED = 77
# What is otherwise for a program of Windows under Wine.
OTHERWISE_UNDER_WINE = {
    "values.instance-that-ends": "a process that has ended stays listed until the first process of the system notices",
    "written.emptied-text-log": "a file that is open cannot be emptied",
}
LIMIT = 600  # seconds; only a hang reaches it


def split(arguments):
    write = "--write" in arguments
    arguments = [one for one in arguments if one != "--write"]
    cut = arguments.index("--") if "--" in arguments else len(arguments)
    return arguments[:cut], arguments[cut + 1:], write


class Probes:
    def __init__(self, files, wrapper):
        self.files = [pathlib.Path(one).resolve() for one in files]
        self.program = next(one for one in self.files if one.stem == "oracle_probes")
        self.wrapper = wrapper

    def run(self, name, *arguments):
        """The program's output and a failure, from a folder of its own."""
        with tempfile.TemporaryDirectory(prefix="oracle_") as folder:
            for file in self.files:
                shown = file.name if file.suffix else file.name + ".exe" # the tools, by their names on Windows
                shown = self.program.with_stem(name).name if file == self.program else shown
                os.symlink(file, pathlib.Path(folder) / shown)
            program = pathlib.Path(folder) / self.program.with_stem(name).name
            if self.wrapper: # it resolves links
                program.unlink()
                shutil.copy(self.program, program)
            environment = {**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]}
            try:
                ended = subprocess.run([*self.wrapper, program, *arguments], stdin=subprocess.DEVNULL, cwd=folder,
                                       env=environment, capture_output=True, timeout=LIMIT, check=False)
            except subprocess.TimeoutExpired:
                return "", "it ran past the limit of time"
        if ended.returncode == SKIPPED and self.wrapper:
            print(ended.stdout.decode(errors="replace"))
            sys.exit(SKIPPED)
        failure = "" if ended.returncode == 0 else f"status {ended.returncode}: {ended.stderr.decode(errors='replace')}"
        host = re.escape(socket.gethostname().partition(".")[0])
        return re.sub(rf"(?<![\w-]){host}(?![\w-])", "MACHINE", ended.stdout.decode(), flags=re.IGNORECASE), failure

    def ids(self):
        listed, failure = self.run("probe_list", "--list")
        if failure:
            sys.exit(f"--list: {failure}")
        return [line.split("\t")[0] for line in listed.splitlines()]

    def answer(self, numbered):
        number, probe = numbered
        output, failure = self.run(f"p{os.getpid()}n{number}", "--run", probe)
        if failure:
            return probe, None, failure
        try:
            return probe, json.loads(output), ""
        except json.JSONDecodeError as error:
            return probe, None, f"its output is not JSON: {error}: {output!r}"


def main():
    files, wrapper, write = split(sys.argv[1:])
    answers_file = pathlib.Path(files[0])
    known = dict(line.split("\t", 1) for line in answers_file.read_text().splitlines())
    probes = Probes(files[1:], wrapper)
    # Under Wine one after the other, whose server would be the bottleneck.
    with concurrent.futures.ThreadPoolExecutor(max_workers=1 if wrapper else 4) as pool:
        results = list(pool.map(probes.answer, enumerate(probes.ids())))
    wrong = []
    for probe, answer, failure in results:
        if failure:
            wrong.append(f"{probe}: {failure}")
        elif write:
            if probe.startswith("types."): # types of counters that this machine does not have stay
                answer = {**json.loads(known.get(probe, "{}")), **answer}
            if "skipped" not in answer:
                known[probe] = json.dumps(answer, separators=(",", ":"))
        elif wrapper and probe in OTHERWISE_UNDER_WINE:
            continue
        elif probe not in known:
            wrong.append(f"{probe}: answers.tsv has no answer to it")
        else:
            for name, ours, theirs in compare.differences(json.loads(known[probe]), answer) or []:
                wrong.append(f"{probe}: {name}: {theirs!r}, and answers.tsv has {ours!r}")
    if write:
        answered = {probe for probe, _, _ in results}
        answers_file.write_text("".join(f"{probe}\t{known[probe]}\n" for probe in sorted(known) if probe in answered))
    print("\n".join(wrong or [f"{len(results)} probes answered"]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
