#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""Prints the steps of a file for continuous integration as a script for bash, each as the service would run it.

ci_steps.py FILE
"""

import pathlib
import shlex
import sys

import yaml


def steps_of(text: str) -> list:
    """Of a workflow for GitHub Actions, or of a file for GitLab."""
    parsed = yaml.safe_load(text)
    if "jobs" not in parsed:
        job = parsed["linux"]
        return [*job["before_script"], *job["script"]]
    steps = parsed["jobs"]["linux"]["steps"]
    unknown = [step for step in steps if "run" not in step and not step.get("uses", "").startswith("actions/checkout@")]
    if unknown:
        sys.exit(f"steps that are not known: {unknown}")
    return [step["run"] for step in steps if "run" in step]


def main() -> int:
    steps = steps_of(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    print("set -e")
    for step in steps:
        print(f"bash -e -o pipefail -c {shlex.quote(step)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
