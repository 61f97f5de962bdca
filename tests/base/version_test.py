#!/usr/bin/env python3
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
"""pdh_shim/base/version.sh says the version of a commit, a release, an archive, and of sources that nobody knows.

It is stated in meson.build; CHANGELOG.md begins with it, and the Debian packages are given it when they are built.

version_test.py SOURCES
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FILES = ("meson.build", "pdh_shim/base/version.sh", "pdh_shim/base/dist_commit.sh", "pdh_shim/base/commit.txt",
         "pdh_shim/base/.gitattributes")
# 23:30 in New York is the next day in UTC.
ENVIRONMENT = {
    **os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": "2026-11-23T23:30:00-0500", "GIT_COMMITTER_DATE": "2026-11-23T23:30:00-0500",
}


def run(*command: str, folder: pathlib.Path, **more: str) -> str:
    return subprocess.run(command, cwd=folder, env={**ENVIRONMENT, **more}, check=True, capture_output=True, text=True).stdout.strip()


def copy_sources(sources: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    for name in FILES:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(sources / name, folder / name)
    # As in a repository; the sources of this test may be an archive.
    (folder / "pdh_shim/base/commit.txt").write_text("$Format:%ct %H %D$\n", encoding="ascii")
    return folder


def version(folder: pathlib.Path, **more: str) -> str:
    return run("sh", str(folder / "pdh_shim/base/version.sh"), folder=pathlib.Path("/"), **more)


def expect(what: str, found: str, expected: str) -> None:
    if found != expected:
        sys.exit(f"{what}: {found} in place of {expected}")


def archive(repository: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    folder.mkdir()
    run("sh", "-c", 'git archive HEAD | tar -x -C "$1"', "sh", str(folder), folder=repository)
    return folder


def without_git(folder: pathlib.Path) -> str:
    """A PATH that has what the script uses, but for git."""
    folder.mkdir()
    for tool in ("sh", "sed", "cat", "date", "dirname"):
        (folder / tool).symlink_to(shutil.which(tool))
    return str(folder)


def main() -> int:
    sources = pathlib.Path(sys.argv[1]).resolve()
    if not shutil.which("git"):
        print("skipped: there is no git")
        return 77
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name).resolve()
        plain = version(copy_sources(sources, work / "no repository"))
        release = plain.removesuffix("~unknown")
        expect("no repository", plain, release + "~unknown")
        numbers = release.split(".")
        sections = re.findall(r"^## \[([^]]*)\]", (sources / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
        expect("the newest section of CHANGELOG.md", sections[0], release)
        packages = (sources / "compat/debian/changelog").read_text(encoding="utf-8")
        expect("the Debian packages", packages.partition(")")[0], "pdh-shim (VERSION")
        expect("the version has three numbers", str([number.isdigit() for number in numbers]), str([True] * 3))

        repository = copy_sources(sources, work / "repository")
        run("git", "init", "--quiet", "--initial-branch=main", folder=repository)
        run("git", "add", ".", folder=repository)
        run("git", "commit", "--quiet", "--message=a", folder=repository)
        commit = run("git", "rev-parse", "HEAD", folder=repository)
        between = f"{release}~git20261124.{commit[:7]}"
        expect("a commit", version(repository), between)
        expect("a commit with a user's settings", version(repository, GIT_CONFIG_COUNT="2", GIT_CONFIG_KEY_0="core.abbrev",
               GIT_CONFIG_VALUE_0="20", GIT_CONFIG_KEY_1="log.decorate", GIT_CONFIG_VALUE_1="full", TZ="Asia/Tokyo"), between)
        path = without_git(work / "tools")
        expect("no git", version(repository, PATH=path), release + "~unknown")
        expect("an archive, without git", version(archive(repository, work / "archive"), PATH=path), between)
        expect("a copy in another repository", version(copy_sources(sources, repository / "subprojects/pdh-shim")), release + "~unknown")

        dist = copy_sources(sources, work / "dist")
        run(str(repository / "pdh_shim/base/dist_commit.sh"), folder=dist, MESON_SOURCE_ROOT=str(repository), MESON_DIST_ROOT=str(dist))
        expect("meson dist", version(dist, PATH=path), between)

        run("git", "tag", "v9.9.9", folder=repository)
        run("git", "tag", f"v{release}-rc1", folder=repository)
        expect("a tag of something else", version(repository), between)
        run("git", "tag", f"v{release}", folder=repository)
        expect("a release", version(repository), release)
        expect("an archive of a release", version(archive(repository, work / "release"), PATH=path), release)
        run("git", "commit", "--quiet", "--allow-empty", "--message=b", folder=repository)
        after = run("git", "rev-parse", "HEAD", folder=repository)
        expect("after a release", version(repository), f"{release}~git20261124.{after[:7]}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
