#!/usr/bin/env bash
# Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
# Makes the Wine prefix WINEPREFIX as the tests need it, if it is not there.
#
# With TEST_DISPLAY set, as dialog.sh does, it is one for programs with windows.
set -euo pipefail
[ ! -f "$WINEPREFIX/.complete-with-drives" ] || exit 0
exec >"$WINEPREFIX.log" 2>&1
WINEDLLOVERRIDES="mscoree,mshtml=" wineboot -i
# Wine's debugger ends the program that crashed, and often with status 0.
wine reg add 'HKLM\Software\Microsoft\Windows NT\CurrentVersion\AeDebug' /v Debugger /d none /f
# Without a window manager each window would be waited for until a time-out.
[ -z "${TEST_DISPLAY:-}" ] || wine reg add 'HKCU\Software\Wine\X11 Driver' /v Managed /d N /f
# Beside C: and Z: a second drive to the folder of C:, one of a CD, and one that leads nowhere.
ln -sfn ../drive_c "$WINEPREFIX/dosdevices/d:"
ln -sfn ../drive_c "$WINEPREFIX/dosdevices/g:"
wine reg add 'HKLM\Software\Wine\Drives' /v g: /d cdrom /f
ln -sfn /nowhere "$WINEPREFIX/dosdevices/n:"
wineserver -w
touch "$WINEPREFIX/.complete-with-drives"
