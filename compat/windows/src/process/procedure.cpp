// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What GetProcAddress finds: the names that libpdh exports, and those of the compat library. They are
// declared without their parameters, so that this file includes none of their headers.
#include "process/procedure.h"

#include <iterator>

// clang-format off
#define KERNEL_PROCEDURES                                                                                    \
    PLAIN(GetLastError) PLAIN(SetLastError) PLAIN(SetErrorMode) PLAIN(CloseHandle) PLAIN(CreateEventA)       \
    WIDE(CreateEventW) PLAIN(CreateEventExA) WIDE(CreateEventExW) PLAIN(SetEvent) PLAIN(ResetEvent)          \
    PLAIN(CreateMutexA) WIDE(CreateMutexW) PLAIN(ReleaseMutex) PLAIN(CreateSemaphoreA)                       \
    WIDE(CreateSemaphoreW) PLAIN(ReleaseSemaphore) PLAIN(CreateWaitableTimerA)                               \
    WIDE(CreateWaitableTimerW) PLAIN(SetWaitableTimer) PLAIN(CancelWaitableTimer)                            \
    PLAIN(CreateFileMappingA)                  \
    WIDE(CreateFileMappingW) PLAIN(OpenFileMappingA) WIDE(OpenFileMappingW) PLAIN(MapViewOfFile)             \
    PLAIN(MapViewOfFileEx) PLAIN(UnmapViewOfFile) PLAIN(FlushViewOfFile)                                      \
    PLAIN(OpenEventA) WIDE(OpenEventW) PLAIN(OpenMutexA) WIDE(OpenMutexW) PLAIN(OpenSemaphoreA)              \
    WIDE(OpenSemaphoreW) PLAIN(OpenWaitableTimerA) WIDE(OpenWaitableTimerW)                                  \
    PLAIN(WaitForSingleObject) PLAIN(WaitForSingleObjectEx) PLAIN(WaitForMultipleObjects)                    \
    PLAIN(WaitForMultipleObjectsEx) PLAIN(RegisterWaitForSingleObject) PLAIN(UnregisterWait)                 \
    PLAIN(UnregisterWaitEx) PLAIN(CreateThread) PLAIN(ExitThread) PLAIN(ResumeThread)                        \
    PLAIN(GetExitCodeThread) PLAIN(GetCurrentThread) PLAIN(GetCurrentThreadId) PLAIN(GetCurrentProcess)      \
    PLAIN(GetCurrentProcessId) PLAIN(ExitProcess) PLAIN(SwitchToThread) PLAIN(SetThreadPriority)             \
    PLAIN(GetThreadPriority) PLAIN(GetProcessTimes) PLAIN(GetSystemTimes)                                    \
    PLAIN(InitializeCriticalSection) PLAIN(InitializeCriticalSectionAndSpinCount)                            \
    PLAIN(InitializeCriticalSectionEx) PLAIN(EnterCriticalSection) PLAIN(TryEnterCriticalSection)            \
    PLAIN(LeaveCriticalSection) PLAIN(DeleteCriticalSection) PLAIN(InitializeSRWLock)                        \
    PLAIN(AcquireSRWLockExclusive) PLAIN(ReleaseSRWLockExclusive) PLAIN(AcquireSRWLockShared)                \
    PLAIN(ReleaseSRWLockShared) PLAIN(TryAcquireSRWLockExclusive) PLAIN(TryAcquireSRWLockShared)             \
    PLAIN(InitializeConditionVariable) PLAIN(SleepConditionVariableCS) PLAIN(WakeConditionVariable)          \
    PLAIN(WakeAllConditionVariable) PLAIN(Sleep) PLAIN(SleepEx) PLAIN(GetTickCount)                          \
    PLAIN(GetTickCount64) PLAIN(QueryPerformanceCounter) PLAIN(QueryPerformanceFrequency)                    \
    PLAIN(GetSystemTime) PLAIN(GetLocalTime) PLAIN(GetSystemTimeAsFileTime)                                  \
    PLAIN(GetSystemTimePreciseAsFileTime) PLAIN(FileTimeToSystemTime) PLAIN(SystemTimeToFileTime)            \
    PLAIN(FileTimeToLocalFileTime) PLAIN(LocalFileTimeToFileTime) PLAIN(CompareFileTime)                     \
    PLAIN(LocalAlloc) PLAIN(LocalFree) PLAIN(GlobalAlloc) PLAIN(GlobalFree) PLAIN(GetProcessHeap)            \
    PLAIN(HeapAlloc) PLAIN(HeapReAlloc) PLAIN(HeapSize) PLAIN(HeapFree) PLAIN(LoadLibraryA)                  \
    WIDE(LoadLibraryW) PLAIN(LoadLibraryExA) WIDE(LoadLibraryExW) PLAIN(FreeLibrary) PLAIN(GetModuleHandleExA) WIDE(GetModuleHandleExW) PLAIN(DisableThreadLibraryCalls) PLAIN(OpenProcess) PLAIN(GetProcessId) PLAIN(QueryFullProcessImageNameA) WIDE(QueryFullProcessImageNameW)                         \
    PLAIN(GetModuleHandleA) WIDE(GetModuleHandleW) PLAIN(GetModuleFileNameA) WIDE(GetModuleFileNameW)        \
    WIDE(GetProcAddress) PLAIN(FormatMessageA) WIDE(FormatMessageW) PLAIN(GetComputerNameA)                  \
    WIDE(GetComputerNameW) PLAIN(GetComputerNameExA) WIDE(GetComputerNameExW) PLAIN(GetSystemInfo)           \
    PLAIN(GetNativeSystemInfo) PLAIN(GlobalMemoryStatus) PLAIN(GlobalMemoryStatusEx) PLAIN(GetEnvironmentVariableA) \
    WIDE(GetEnvironmentVariableW) PLAIN(SetEnvironmentVariableA) WIDE(SetEnvironmentVariableW)               \
    PLAIN(OutputDebugStringA) WIDE(OutputDebugStringW) PLAIN(IsDebuggerPresent) PLAIN(lstrlenA)              \
    WIDE(lstrlenW) PLAIN(lstrcpyA) WIDE(lstrcpyW) PLAIN(lstrcpynA) WIDE(lstrcpynW) PLAIN(lstrcatA)           \
    WIDE(lstrcatW) PLAIN(lstrcmpA) WIDE(lstrcmpW) PLAIN(lstrcmpiA) WIDE(lstrcmpiW) WIDE(wsprintfA)           \
    WIDE(wsprintfW) WIDE(wvsprintfA) WIDE(wvsprintfW) WIDE(MultiByteToWideChar)                              \
    WIDE(WideCharToMultiByte) PLAIN(GetACP) PLAIN(GetStdHandle) PLAIN(WriteConsoleA) WIDE(WriteConsoleW)     \
    PLAIN(SetConsoleOutputCP) PLAIN(SetConsoleCP) PLAIN(GetConsoleOutputCP) PLAIN(GetConsoleCP)              \
    PLAIN(SetConsoleCtrlHandler) PLAIN(GetVersionExA) WIDE(GetVersionExW) PLAIN(GetVersion)                  \
    PLAIN(GetUserDefaultUILanguage) PLAIN(GetSystemDefaultUILanguage) PLAIN(GetUserDefaultLangID)            \
    PLAIN(GetSystemDefaultLangID) PLAIN(GetUserDefaultLCID) PLAIN(GetSystemDefaultLCID)                      \
    PLAIN(GetThreadLocale) PLAIN(IsBadReadPtr) PLAIN(IsBadWritePtr) PLAIN(IsBadStringPtrA)                   \
    WIDE(IsBadStringPtrW) PLAIN(SetConsoleTextAttribute) PLAIN(GetConsoleScreenBufferInfo)                   \
    PLAIN(SetConsoleCursorPosition) PLAIN(SetConsoleTitleA) WIDE(SetConsoleTitleW)                           \
    PLAIN(FlushConsoleInputBuffer) PLAIN(GetConsoleMode) PLAIN(SetConsoleMode)                               \
    PLAIN(CreateFileA) WIDE(CreateFileW) PLAIN(GetFileAttributesA) WIDE(GetFileAttributesW) \
    PLAIN(GetFileAttributesExA) WIDE(GetFileAttributesExW) PLAIN(SetFileAttributesA) \
    WIDE(SetFileAttributesW) PLAIN(DeleteFileA) WIDE(DeleteFileW) PLAIN(MoveFileA) WIDE(MoveFileW) \
    PLAIN(MoveFileExA) WIDE(MoveFileExW) PLAIN(CopyFileA) WIDE(CopyFileW) PLAIN(CreateDirectoryA) \
    WIDE(CreateDirectoryW) PLAIN(RemoveDirectoryA) WIDE(RemoveDirectoryW) PLAIN(GetTempPathA) \
    WIDE(GetTempPathW) PLAIN(GetTempFileNameA) WIDE(GetTempFileNameW) PLAIN(GetFullPathNameA) \
    WIDE(GetFullPathNameW) PLAIN(GetCurrentDirectoryA) WIDE(GetCurrentDirectoryW) \
    PLAIN(SetCurrentDirectoryA) WIDE(SetCurrentDirectoryW) PLAIN(FindFirstFileA) \
    WIDE(FindFirstFileW) PLAIN(FindNextFileA) WIDE(FindNextFileW) PLAIN(ReadFile) PLAIN(WriteFile) \
    PLAIN(GetOverlappedResult) PLAIN(SetFilePointer) PLAIN(SetFilePointerEx) PLAIN(SetEndOfFile) \
    PLAIN(FlushFileBuffers) PLAIN(GetFileSize) PLAIN(GetFileSizeEx) PLAIN(GetFileTime) \
    PLAIN(GetFileType) PLAIN(FindClose)

#define PSAPI_PROCEDURES                                                                                     \
    PLAIN(EnumProcesses) PLAIN(EnumProcessModules) PLAIN(GetPerformanceInfo) PLAIN(GetProcessMemoryInfo)     \
    PLAIN(GetModuleFileNameExA) WIDE(GetModuleFileNameExW) PLAIN(GetModuleBaseNameA)                         \
    WIDE(GetModuleBaseNameW) PLAIN(GetProcessImageFileNameA) WIDE(GetProcessImageFileNameW)

#define SHLWAPI_PROCEDURES \
    PLAIN(PathFindFileNameA) WIDE(PathFindFileNameW) PLAIN(PathFindExtensionA) WIDE(PathFindExtensionW) \
    PLAIN(PathRemoveFileSpecA) WIDE(PathRemoveFileSpecW) PLAIN(PathRemoveExtensionA) \
    WIDE(PathRemoveExtensionW) PLAIN(PathRenameExtensionA) WIDE(PathRenameExtensionW) \
    PLAIN(PathStripPathA) WIDE(PathStripPathW) PLAIN(PathAddBackslashA) WIDE(PathAddBackslashW) \
    PLAIN(PathCombineA) WIDE(PathCombineW) PLAIN(PathAppendA) WIDE(PathAppendW) PLAIN(PathIsRelativeA) \
    WIDE(PathIsRelativeW) PLAIN(PathFileExistsA) WIDE(PathFileExistsW) PLAIN(PathIsDirectoryA) \
    WIDE(PathIsDirectoryW) PLAIN(StrCmpIA) WIDE(StrCmpIW) PLAIN(StrCmpNIA) WIDE(StrCmpNIW) \
    PLAIN(StrStrA) WIDE(StrStrW) PLAIN(StrStrIA) WIDE(StrStrIW) PLAIN(StrChrA) WIDE(StrChrW) \
    PLAIN(StrToIntA) WIDE(StrToIntW) PLAIN(StrToIntExA) WIDE(StrToIntExW) PLAIN(StrDupA) WIDE(StrDupW) \
    PLAIN(StrTrimA) WIDE(StrTrimW)

#define POWER_PROCEDURES PLAIN(CallNtPowerInformation)

#define ADVAPI_PROCEDURES                                                                                    \
    PLAIN(RegOpenKeyA) WIDE(RegOpenKeyW) PLAIN(RegQueryInfoKeyA) WIDE(RegQueryInfoKeyW)                      \
    PLAIN(RegOpenKeyExA) WIDE(RegOpenKeyExW) PLAIN(RegCloseKey) WIDE(RegQueryValueExA)                       \
    WIDE(RegQueryValueExW) PLAIN(RegConnectRegistryA) WIDE(RegConnectRegistryW)                              \
    PLAIN(RegisterEventSourceA) WIDE(RegisterEventSourceW) PLAIN(ReportEventA) WIDE(ReportEventW)            \
    PLAIN(DeregisterEventSource) PLAIN(InitializeSecurityDescriptor) PLAIN(SetSecurityDescriptorDacl)
// clang-format on

#define PLAIN(name) void name();
#define WIDE(name)                                                                                           \
    void name();                                                                                             \
    void name##_wchar32();
#define PDH_PLAIN PLAIN
#define PDH_WIDE WIDE
extern "C" {
KERNEL_PROCEDURES
ADVAPI_PROCEDURES
PSAPI_PROCEDURES
SHLWAPI_PROCEDURES
POWER_PROCEDURES
#include "pdh_procedures.inc"
}
#undef PLAIN
#undef WIDE

namespace pdh_shim::compat {
namespace {

#define PLAIN(name) {#name, &::name, nullptr},
#define WIDE(name) {#name, &::name, &::name##_wchar32},
constexpr Procedure kernel_procedures[] = {KERNEL_PROCEDURES};
constexpr Procedure advapi_procedures[] = {ADVAPI_PROCEDURES};
constexpr Procedure psapi_procedures[] = {PSAPI_PROCEDURES};
constexpr Procedure power_procedures[] = {POWER_PROCEDURES};
constexpr Procedure shlwapi_procedures[] = {SHLWAPI_PROCEDURES};
constexpr Procedure pdh_procedures[] = {
#include "pdh_procedures.inc"
};

struct ProcedureTable {
    std::string_view module;
    const Procedure* begin;
    const Procedure* end;
};

constexpr ProcedureTable tables[] = {
    {"kernel32", std::begin(kernel_procedures), std::end(kernel_procedures)},
    {"advapi32", std::begin(advapi_procedures), std::end(advapi_procedures)},
    {"psapi", std::begin(psapi_procedures), std::end(psapi_procedures)},
    {"shlwapi", std::begin(shlwapi_procedures), std::end(shlwapi_procedures)},
    {"powrprof", std::begin(power_procedures), std::end(power_procedures)},
    {"pdh", std::begin(pdh_procedures), std::end(pdh_procedures)},
};

const Procedure* find(const ProcedureTable& table, std::string_view name) {
    for (const Procedure* procedure = table.begin; procedure != table.end; ++procedure) {
        if (procedure->name == name) {
            return procedure;
        }
    }
    return nullptr;
}

} // namespace

const Procedure* find_procedure(std::string_view module, std::string_view name) {
    constexpr std::string_view in_kernel = "K32"; // in front of psapi's names there
    if (module == "kernel32" && name.starts_with(in_kernel)) {
        return find_procedure("psapi", name.substr(in_kernel.size()));
    }
    for (const ProcedureTable& table : tables) {
        if (table.module == module) {
            return find(table, name);
        }
    }
    return nullptr;
}

} // namespace pdh_shim::compat
