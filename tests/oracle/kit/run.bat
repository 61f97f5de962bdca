@echo off
rem Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
rem Asks this Windows' pdh.dll, and writes the answers into result.json beside this file. README.md says what it does.
"%~dp0oracle_runner.exe" %*
echo.
if not errorlevel 1 echo Done. Please attach %~dp0result.json to an issue of pdh-shim.
pause
