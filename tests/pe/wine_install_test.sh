#!/usr/bin/env bash
# samples/wine-install.sh installs the DLL into a prefix, for all programs or for one, and undoes exactly that.
#
# usage: wine_install_test.sh BUILD DLL PROGRAM
#
# PROGRAM prints which pdh.dll it got; it lies in another folder than the DLL.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$1
dll=$(realpath "$2")
install=$here/../../samples/wine-install.sh
if ! command -v wine >/dev/null; then
    echo "skipped: there is no wine"
    exit 77
fi
export WINEPREFIX=$build/wine-install-prefix WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml="
unset DISPLAY WAYLAND_DISPLAY
rm -rf "$WINEPREFIX"
wineboot -i >/dev/null 2>&1
wineserver -w
export WINEDLLOVERRIDES=
mkdir -p "$WINEPREFIX/drive_c/programs"
cp "$3" "$WINEPREFIX/drive_c/programs/which.exe"
cp "$3" "$WINEPREFIX/drive_c/programs/other.exe"

failed=0
expect() {
    if [ "$2" != "$3" ]; then
        echo "$1: expected '$3', found '$2'"
        failed=1
    fi
}
which_dll() {
    wine "$WINEPREFIX/drive_c/programs/$1" 2>/dev/null | tr -d '\r'
}
state() {
    wineserver -w
    find "$WINEPREFIX/drive_c/windows" -name 'pdh.dll*' -exec sha1sum {} + | sort
    # Without the times at which keys were changed.
    sed -e '/^#time/d' -e 's/\] [0-9]*$/]/' "$WINEPREFIX/user.reg" | grep -A3 -e DllOverrides -e AppDefaults
}

before=$(state)
expect "before" "$(which_dll which.exe)" "the system's"
for options in "" "--program which.exe"; do
    # shellcheck disable=SC2086
    "$install" --dll64 "$dll" $options >/dev/null
    expect "installed $options" "$(which_dll which.exe)" "pdh-shim"
    expect "another program, installed $options" "$(which_dll other.exe)" "$([ -z "$options" ] && echo pdh-shim || echo "the system's")"
    "$install" --dll64 "$dll" >/dev/null 2>&1 && expect "a second time" "accepted" "refused"
    "$install" --uninstall >/dev/null
    expect "uninstalled $options" "$(which_dll which.exe)" "the system's"
    expect "what was there, after $options" "$(state)" "$before"
done
"$install" --uninstall >/dev/null 2>&1 && expect "nothing to uninstall" "accepted" "refused"
exit "$failed"
