#!/bin/sh
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Prints the version of the sources around it: 0.1.0 if their commit has the tag v0.1.0, otherwise with the date (UTC) and
# the number of the commit, as in 0.1.0~git20261124.14c0ce0.
#
# The commit is in commit.txt if git archive wrote it there (.gitattributes), or meson dist (dist_commit.sh); otherwise a
# repository at the top of the sources knows it. A copy without either is 0.1.0~unknown.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n "s/^    version: '\([0-9.]*\)',$/\1/p" meson.build)

# Time, full number and names of the commit; the last may be missing.
commit=$(cat pdh_shim/base/commit.txt)
case $commit in
[0-9]*) ;;
*)
    # Not a repository further up, of a project that has copied this one. Root may build in a user's folder.
    [ -e .git ] && commit=$(git -c safe.directory="$PWD" log -1 --no-show-signature --format='%ct %H %D' 2>/dev/null) || {
        echo "$version~unknown"
        exit
    }
    ;;
esac

case ", ${commit#* * }," in
*", tag: v$version,"*) echo "$version" ;;
*)
    time=${commit%% *}
    number=${commit#* }
    day=$(date -u -d "@$time" +%Y%m%d 2>/dev/null || date -u -r "$time" +%Y%m%d) # GNU's date, and BSD's
    printf '%s~git%s.%.7s\n' "$version" "$day" "$number"
    ;;
esac
