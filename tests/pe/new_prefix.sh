#!/usr/bin/env bash
# Makes the Wine prefix WINEPREFIX as the tests need it, if it is not there.
#
# With TEST_DISPLAY set, as dialog.sh does, it is one for programs with windows.
set -euo pipefail
[ ! -f "$WINEPREFIX/.complete" ] || exit 0
exec >"$WINEPREFIX.log" 2>&1
WINEDLLOVERRIDES="mscoree,mshtml=" wineboot -i
# Wine's debugger ends the program that crashed, and often with status 0.
wine reg add 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug' /v Debugger /d none /f
# Without a window manager each window would be waited for until a time-out.
[ -z "${TEST_DISPLAY:-}" ] || wine reg add 'HKCU\Software\Wine\X11 Driver' /v Managed /d N /f
wineserver -w
touch "$WINEPREFIX/.complete"
