// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// The functions of Windows' kernel32 that programs using PDH call, implemented by libpdh-compat
// (pkg-config pdh-compat). A function that is not declared here is not there. Texts of ...A functions are
// UTF-8. Failing functions set the thread's last error; see compat/windows/PORTING.md for what differs from
// Windows.

#include <fileapi.h>
#include <memoryapi.h>
#include <minwinbase.h>
#include <pdh_shim_need_compat.h>
#include <stdarg.h>
#include <winerror.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifdef __clang__ // which always warns of Windows' nameless structures in C++
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnested-anon-types"
#endif

/// @name Errors: each thread has its own last error
/// @{
DWORD WINAPI GetLastError(void);
VOID WINAPI SetLastError(DWORD dwErrCode);
UINT WINAPI SetErrorMode(UINT uMode); ///< stores the mode; it has no effect, since no dialog ever opens
#define SEM_FAILCRITICALERRORS 0x0001
#define SEM_NOGPFAULTERRORBOX 0x0002
#define SEM_NOOPENFILEERRORBOX 0x8000
/// @}

/// @name Handles
/// Events, mutexes, semaphores, threads, waitable timers, files and file mappings. A handle that is closed,
/// of another kind or garbage gives ERROR_INVALID_HANDLE. The handle of an event is the number of its
/// eventfd, as PdhCollectQueryDataEx needs it.
/// @{
BOOL WINAPI CloseHandle(HANDLE hObject);
/// @}

/// @name Security descriptors
/// Programs give what they create a descriptor without an access list, so that services of other users can
/// open it. Nothing reads descriptors here: what has a name is its user's alone.
/// @{
#define SECURITY_DESCRIPTOR_REVISION 1
#define SECURITY_DESCRIPTOR_MIN_LENGTH (sizeof(SECURITY_DESCRIPTOR))
#define SE_DACL_PRESENT 0x0004
#define SE_DACL_DEFAULTED 0x0008
typedef WORD SECURITY_DESCRIPTOR_CONTROL, *PSECURITY_DESCRIPTOR_CONTROL;
typedef PVOID PSID;
typedef PVOID PSECURITY_DESCRIPTOR;
typedef struct _ACL {
    BYTE AclRevision;
    BYTE Sbz1;
    WORD AclSize;
    WORD AceCount;
    WORD Sbz2;
} ACL, *PACL;
typedef struct _SECURITY_DESCRIPTOR {
    BYTE Revision;
    BYTE Sbz1;
    SECURITY_DESCRIPTOR_CONTROL Control;
    PSID Owner;
    PSID Group;
    PACL Sacl;
    PACL Dacl;
} SECURITY_DESCRIPTOR, *PISECURITY_DESCRIPTOR;

/// @retval FALSE ERROR_UNKNOWN_REVISION: not SECURITY_DESCRIPTOR_REVISION
BOOL WINAPI InitializeSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, DWORD revision);
/// @param list NULL: everybody may do everything. There are no functions that make one.
/// @retval FALSE ERROR_UNKNOWN_REVISION: the descriptor is not initialized
BOOL WINAPI SetSecurityDescriptorDacl(
    PSECURITY_DESCRIPTOR descriptor, BOOL present, PACL list, BOOL defaulted);
/// @}

/// @name Events, mutexes and semaphores
/// Names are known within the process: to create what is there opens it, with ERROR_ALREADY_EXISTS as the
/// last error, and ERROR_INVALID_HANDLE fails what is of another kind.
/// @{
HANDLE WINAPI CreateEventA(
    LPSECURITY_ATTRIBUTES attributes, BOOL bManualReset, BOOL bInitialState, LPCSTR name);
HANDLE WINAPI CreateEventW(LPSECURITY_ATTRIBUTES attributes, BOOL bManualReset, BOOL bInitialState,
    LPCWSTR name) PDH_SHIM_TEXT_OF_WCHAR(CreateEventW);
HANDLE WINAPI CreateEventExA(
    LPSECURITY_ATTRIBUTES attributes, LPCSTR name, DWORD dwFlags, DWORD dwDesiredAccess);
HANDLE WINAPI CreateEventExW(LPSECURITY_ATTRIBUTES attributes, LPCWSTR name, DWORD dwFlags,
    DWORD dwDesiredAccess) PDH_SHIM_TEXT_OF_WCHAR(CreateEventExW);
HANDLE WINAPI OpenEventA(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCSTR name);
HANDLE WINAPI OpenEventW(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCWSTR name)
    PDH_SHIM_TEXT_OF_WCHAR(OpenEventW);
BOOL WINAPI SetEvent(HANDLE hEvent);
BOOL WINAPI ResetEvent(HANDLE hEvent);
#define CREATE_EVENT_MANUAL_RESET 0x00000001
#define CREATE_EVENT_INITIAL_SET 0x00000002

HANDLE WINAPI CreateMutexA(LPSECURITY_ATTRIBUTES attributes, BOOL bInitialOwner, LPCSTR name);
HANDLE WINAPI CreateMutexW(LPSECURITY_ATTRIBUTES attributes, BOOL bInitialOwner, LPCWSTR name)
    PDH_SHIM_TEXT_OF_WCHAR(CreateMutexW);
HANDLE WINAPI OpenMutexA(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCSTR name);
HANDLE WINAPI OpenMutexW(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCWSTR name)
    PDH_SHIM_TEXT_OF_WCHAR(OpenMutexW);
BOOL WINAPI ReleaseMutex(HANDLE hMutex);

HANDLE WINAPI CreateSemaphoreA(
    LPSECURITY_ATTRIBUTES attributes, LONG lInitialCount, LONG lMaximumCount, LPCSTR name);
HANDLE WINAPI CreateSemaphoreW(LPSECURITY_ATTRIBUTES attributes, LONG lInitialCount, LONG lMaximumCount,
    LPCWSTR name) PDH_SHIM_TEXT_OF_WCHAR(CreateSemaphoreW);
HANDLE WINAPI OpenSemaphoreA(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCSTR name);
HANDLE WINAPI OpenSemaphoreW(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCWSTR name)
    PDH_SHIM_TEXT_OF_WCHAR(OpenSemaphoreW);
BOOL WINAPI ReleaseSemaphore(HANDLE hSemaphore, LONG lReleaseCount, PLONG lpPreviousCount);

HANDLE WINAPI CreateWaitableTimerA(LPSECURITY_ATTRIBUTES attributes, BOOL bManualReset, LPCSTR name);
HANDLE WINAPI CreateWaitableTimerW(LPSECURITY_ATTRIBUTES attributes, BOOL bManualReset, LPCWSTR name)
    PDH_SHIM_TEXT_OF_WCHAR(CreateWaitableTimerW);
HANDLE WINAPI OpenWaitableTimerA(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCSTR name);
HANDLE WINAPI OpenWaitableTimerW(DWORD dwDesiredAccess, BOOL bInheritHandle, LPCWSTR name)
    PDH_SHIM_TEXT_OF_WCHAR(OpenWaitableTimerW);
typedef VOID(CALLBACK* PTIMERAPCROUTINE)(LPVOID argument, DWORD low, DWORD high);
/// `routine` has to be NULL: there are no asynchronous procedure calls.
BOOL WINAPI SetWaitableTimer(HANDLE hTimer, const LARGE_INTEGER* dueTime, LONG period,
    PTIMERAPCROUTINE routine, LPVOID argument, BOOL resume);
BOOL WINAPI CancelWaitableTimer(HANDLE hTimer);
/// @}

/// @name Waits
/// @{
#define INFINITE 0xFFFFFFFF
#define WAIT_OBJECT_0 ((DWORD)0x00000000)
#define WAIT_ABANDONED ((DWORD)0x00000080)
#define WAIT_ABANDONED_0 ((DWORD)0x00000080)
#define WAIT_FAILED ((DWORD)0xFFFFFFFF)
#define MAXIMUM_WAIT_OBJECTS 64
DWORD WINAPI WaitForSingleObject(HANDLE hHandle, DWORD dwMilliseconds);
DWORD WINAPI WaitForSingleObjectEx(HANDLE hHandle, DWORD dwMilliseconds, BOOL bAlertable);
DWORD WINAPI WaitForMultipleObjects(
    DWORD nCount, const HANDLE* lpHandles, BOOL bWaitAll, DWORD dwMilliseconds);
DWORD WINAPI WaitForMultipleObjectsEx(
    DWORD nCount, const HANDLE* lpHandles, BOOL bWaitAll, DWORD dwMilliseconds, BOOL bAlertable);

typedef VOID(NTAPI* WAITORTIMERCALLBACK)(PVOID context, BOOLEAN timedOut);
typedef WAITORTIMERCALLBACK WAITORTIMERCALLBACKFUNC;
#define WT_EXECUTEDEFAULT 0x00000000
#define WT_EXECUTEINIOTHREAD 0x00000001
#define WT_EXECUTEINWAITTHREAD 0x00000004
#define WT_EXECUTEONLYONCE 0x00000008
#define WT_EXECUTELONGFUNCTION 0x00000010
#define WT_EXECUTEINPERSISTENTTHREAD 0x00000080
/// Each registered wait has its own thread, which calls the callback.
BOOL WINAPI RegisterWaitForSingleObject(PHANDLE phNewWaitObject, HANDLE hObject, WAITORTIMERCALLBACK callback,
    PVOID context, ULONG dwMilliseconds, ULONG dwFlags);
BOOL WINAPI UnregisterWait(HANDLE waitHandle);
BOOL WINAPI UnregisterWaitEx(HANDLE waitHandle, HANDLE completionEvent);
/// @}

/// @name Threads and processes
/// @{
typedef DWORD(WINAPI* PTHREAD_START_ROUTINE)(LPVOID parameter);
typedef PTHREAD_START_ROUTINE LPTHREAD_START_ROUTINE;
#define CREATE_SUSPENDED 0x00000004
#define STACK_SIZE_PARAM_IS_A_RESERVATION 0x00010000
#define STILL_ACTIVE ((DWORD)0x00000103)
HANDLE WINAPI CreateThread(LPSECURITY_ATTRIBUTES attributes, SIZE_T dwStackSize, LPTHREAD_START_ROUTINE start,
    LPVOID parameter, DWORD dwCreationFlags, LPDWORD lpThreadId);
__attribute__((noreturn)) VOID WINAPI ExitThread(DWORD dwExitCode);
DWORD WINAPI ResumeThread(HANDLE hThread); ///< starts a thread that was created suspended
BOOL WINAPI GetExitCodeThread(HANDLE hThread, LPDWORD lpExitCode);
HANDLE WINAPI GetCurrentThread(void);
DWORD WINAPI GetCurrentThreadId(void);
HANDLE WINAPI GetCurrentProcess(void);
DWORD WINAPI GetCurrentProcessId(void);
__attribute__((noreturn)) VOID WINAPI ExitProcess(UINT uExitCode);
BOOL WINAPI SwitchToThread(void);
#define THREAD_PRIORITY_LOWEST (-2)
#define THREAD_PRIORITY_BELOW_NORMAL (-1)
#define THREAD_PRIORITY_NORMAL 0
#define THREAD_PRIORITY_ABOVE_NORMAL 1
#define THREAD_PRIORITY_HIGHEST 2
#define THREAD_PRIORITY_TIME_CRITICAL 15
#define THREAD_PRIORITY_IDLE (-15)
BOOL WINAPI SetThreadPriority(HANDLE hThread, int nPriority); ///< remembered only
int WINAPI GetThreadPriority(HANDLE hThread);
#define THREAD_PRIORITY_ERROR_RETURN (MAXLONG)
#define PROCESS_VM_READ 0x0010
#define PROCESS_QUERY_INFORMATION 0x0400
#define PROCESS_QUERY_LIMITED_INFORMATION 0x1000
#define PROCESS_ALL_ACCESS 0x001FFFFF
/// A process of this machine, of any user, to ask about and to wait for: it is signalled when it has ended.
/// Before Linux 5.3, and where a sandbox forbids it, it cannot be waited for.
/// @retval NULL ERROR_INVALID_PARAMETER: there is no such process; ERROR_TOO_MANY_OPEN_FILES
HANDLE WINAPI OpenProcess(DWORD dwDesiredAccess, BOOL bInheritHandle, DWORD dwProcessId);
DWORD WINAPI GetProcessId(HANDLE process); ///< @retval 0 ERROR_INVALID_HANDLE
/// The executable's path. `size` is in characters: of the buffer, then of the path without its NUL.
/// @retval FALSE ERROR_INSUFFICIENT_BUFFER; ERROR_INVALID_PARAMETER; ERROR_INVALID_HANDLE: no process, or one
///     that has ended; ERROR_ACCESS_DENIED: it is another user's; ERROR_GEN_FAILURE: a thread of the kernel
BOOL WINAPI QueryFullProcessImageNameA(HANDLE process, DWORD flags, LPSTR name, PDWORD size);
BOOL WINAPI QueryFullProcessImageNameW(HANDLE process, DWORD flags, LPWSTR name, PDWORD size)
    PDH_SHIM_TEXT_OF_WCHAR(QueryFullProcessImageNameW);
/// `exit` is 0: it has not ended. Of other processes the times have the kernel's clock ticks, mostly 10 ms.
/// @retval FALSE ERROR_INVALID_HANDLE: no process, or one that has ended
BOOL WINAPI GetProcessTimes(
    HANDLE hProcess, LPFILETIME creation, LPFILETIME exit, LPFILETIME kernel, LPFILETIME user);
BOOL WINAPI GetSystemTimes(LPFILETIME idle, LPFILETIME kernel, LPFILETIME user);
/// @}

/// @name Locks within the process
/// @{
typedef struct _RTL_CRITICAL_SECTION {
    __extension__ union {
        LONGLONG alignment_;
        unsigned char storage_[48];
    };
} CRITICAL_SECTION, *PCRITICAL_SECTION, *LPCRITICAL_SECTION;
VOID WINAPI InitializeCriticalSection(LPCRITICAL_SECTION section);
BOOL WINAPI InitializeCriticalSectionAndSpinCount(LPCRITICAL_SECTION section, DWORD dwSpinCount);
BOOL WINAPI InitializeCriticalSectionEx(LPCRITICAL_SECTION section, DWORD dwSpinCount, DWORD flags);
VOID WINAPI EnterCriticalSection(LPCRITICAL_SECTION section);
BOOL WINAPI TryEnterCriticalSection(LPCRITICAL_SECTION section);
VOID WINAPI LeaveCriticalSection(LPCRITICAL_SECTION section);
VOID WINAPI DeleteCriticalSection(LPCRITICAL_SECTION section);

typedef struct _RTL_SRWLOCK {
    __extension__ union {
        LONGLONG alignment_;
        unsigned char storage_[64];
    };
} SRWLOCK, *PSRWLOCK;
#define SRWLOCK_INIT                                                                                         \
    {                                                                                                        \
        { 0 }                                                                                                \
    }
VOID WINAPI InitializeSRWLock(PSRWLOCK lock);
VOID WINAPI AcquireSRWLockExclusive(PSRWLOCK lock);
VOID WINAPI ReleaseSRWLockExclusive(PSRWLOCK lock);
VOID WINAPI AcquireSRWLockShared(PSRWLOCK lock);
VOID WINAPI ReleaseSRWLockShared(PSRWLOCK lock);
BOOLEAN WINAPI TryAcquireSRWLockExclusive(PSRWLOCK lock);
BOOLEAN WINAPI TryAcquireSRWLockShared(PSRWLOCK lock);

typedef struct _RTL_CONDITION_VARIABLE {
    __extension__ union {
        LONGLONG alignment_;
        unsigned char storage_[64];
    };
} CONDITION_VARIABLE, *PCONDITION_VARIABLE;
#define CONDITION_VARIABLE_INIT                                                                              \
    {                                                                                                        \
        { 0 }                                                                                                \
    }
VOID WINAPI InitializeConditionVariable(PCONDITION_VARIABLE condition);
BOOL WINAPI SleepConditionVariableCS(
    PCONDITION_VARIABLE condition, PCRITICAL_SECTION section, DWORD dwMilliseconds);
VOID WINAPI WakeConditionVariable(PCONDITION_VARIABLE condition);
VOID WINAPI WakeAllConditionVariable(PCONDITION_VARIABLE condition);

#define InterlockedIncrement(target) __sync_add_and_fetch((target), 1)
#define InterlockedDecrement(target) __sync_sub_and_fetch((target), 1)
#define InterlockedExchange(target, value) __atomic_exchange_n((target), (value), __ATOMIC_SEQ_CST)
#define InterlockedExchangeAdd(target, value) __sync_fetch_and_add((target), (value))
#define InterlockedCompareExchange(target, value, expected)                                                  \
    __sync_val_compare_and_swap((target), (expected), (value))
#define InterlockedOr(target, value) __sync_fetch_and_or((target), (value))
#define InterlockedAnd(target, value) __sync_fetch_and_and((target), (value))
#define InterlockedIncrement64 InterlockedIncrement
#define InterlockedDecrement64 InterlockedDecrement
#define InterlockedExchange64 InterlockedExchange
#define InterlockedExchangeAdd64 InterlockedExchangeAdd
#define InterlockedCompareExchange64 InterlockedCompareExchange
#define InterlockedExchangePointer InterlockedExchange
#define InterlockedCompareExchangePointer InterlockedCompareExchange
#define MemoryBarrier() __sync_synchronize()
/// @}

/// @name Time: of the machine, also when the clock of the library is stopped
/// @{
VOID WINAPI Sleep(DWORD dwMilliseconds);
DWORD WINAPI SleepEx(DWORD dwMilliseconds, BOOL bAlertable);
DWORD WINAPI GetTickCount(void);
ULONGLONG WINAPI GetTickCount64(void);
BOOL WINAPI QueryPerformanceCounter(LARGE_INTEGER* lpPerformanceCount);
BOOL WINAPI QueryPerformanceFrequency(LARGE_INTEGER* lpFrequency);
VOID WINAPI GetSystemTime(LPSYSTEMTIME time);
VOID WINAPI GetLocalTime(LPSYSTEMTIME time);
VOID WINAPI GetSystemTimeAsFileTime(LPFILETIME time);
VOID WINAPI GetSystemTimePreciseAsFileTime(LPFILETIME time);
BOOL WINAPI FileTimeToSystemTime(const FILETIME* from, LPSYSTEMTIME to);
BOOL WINAPI SystemTimeToFileTime(const SYSTEMTIME* from, LPFILETIME to);
BOOL WINAPI FileTimeToLocalFileTime(const FILETIME* from, LPFILETIME to); ///< with the offset of today
BOOL WINAPI LocalFileTimeToFileTime(const FILETIME* from, LPFILETIME to); ///< with the offset of today
LONG WINAPI CompareFileTime(const FILETIME* first, const FILETIME* second);
/// @}

/// @name Memory: all of it is malloc's
/// @{
#define LMEM_FIXED 0x0000
#define LMEM_ZEROINIT 0x0040
#define LPTR (LMEM_FIXED | LMEM_ZEROINIT)
#define GMEM_FIXED 0x0000
#define GMEM_ZEROINIT 0x0040
#define GPTR (GMEM_FIXED | GMEM_ZEROINIT)
#define HEAP_NO_SERIALIZE 0x00000001
#define HEAP_GENERATE_EXCEPTIONS 0x00000004 ///< refused: there are no structured exceptions
#define HEAP_ZERO_MEMORY 0x00000008
HLOCAL WINAPI LocalAlloc(UINT uFlags, SIZE_T uBytes);
HLOCAL WINAPI LocalFree(HLOCAL hMem);
HGLOBAL WINAPI GlobalAlloc(UINT uFlags, SIZE_T dwBytes);
HGLOBAL WINAPI GlobalFree(HGLOBAL hMem);
HANDLE WINAPI GetProcessHeap(void);
LPVOID WINAPI HeapAlloc(HANDLE hHeap, DWORD dwFlags, SIZE_T dwBytes);
LPVOID WINAPI HeapReAlloc(HANDLE hHeap, DWORD dwFlags, LPVOID lpMem, SIZE_T dwBytes);
SIZE_T WINAPI HeapSize(HANDLE hHeap, DWORD dwFlags, LPCVOID lpMem);
BOOL WINAPI HeapFree(HANDLE hHeap, DWORD dwFlags, LPVOID lpMem);
#define SecureZeroMemory(destination, length) PdhShimSecureZeroMemory((destination), (length))
PVOID WINAPI PdhShimSecureZeroMemory(PVOID destination, SIZE_T length);
/// @}

/// @name Libraries
/// pdh.dll in any spelling is this library; kernel32, kernelbase, advapi32, psapi, shlwapi and
/// powrprof are what is declared here: of their functions GetProcAddress gives that for the program's own
/// width of wchar_t.
///
/// Others are shared libraries. `folder\\x.dll` also finds `folder/libx.so` and `folder/x.so`; a name
/// without a folder is searched in the program's folder, then where the system looks, whatever flags say
/// where to search.
/// @retval NULL ERROR_MOD_NOT_FOUND, ERROR_BAD_EXE_FORMAT (not a library), ERROR_DLL_INIT_FAILED (its DllMain
///     returned FALSE)
/// @{
#define DONT_RESOLVE_DLL_REFERENCES 0x00000001 ///< as LOAD_LIBRARY_AS_DATAFILE
#define LOAD_LIBRARY_AS_DATAFILE 0x00000002    ///< nothing of it runs, and GetProcAddress finds nothing in it
#define LOAD_WITH_ALTERED_SEARCH_PATH 0x00000008
#define LOAD_IGNORE_CODE_AUTHZ_LEVEL 0x00000010
#define LOAD_LIBRARY_AS_IMAGE_RESOURCE 0x00000020 ///< as LOAD_LIBRARY_AS_DATAFILE
#define LOAD_LIBRARY_AS_DATAFILE_EXCLUSIVE 0x00000040
#define LOAD_LIBRARY_SEARCH_DLL_LOAD_DIR 0x00000100
#define LOAD_LIBRARY_SEARCH_APPLICATION_DIR 0x00000200
#define LOAD_LIBRARY_SEARCH_USER_DIRS 0x00000400
#define LOAD_LIBRARY_SEARCH_SYSTEM32 0x00000800
#define LOAD_LIBRARY_SEARCH_DEFAULT_DIRS 0x00001000
HMODULE WINAPI LoadLibraryA(LPCSTR lpLibFileName);
HMODULE WINAPI LoadLibraryW(LPCWSTR lpLibFileName) PDH_SHIM_TEXT_OF_WCHAR(LoadLibraryW);
HMODULE WINAPI LoadLibraryExA(LPCSTR lpLibFileName, HANDLE hFile, DWORD dwFlags);
HMODULE WINAPI LoadLibraryExW(LPCWSTR lpLibFileName, HANDLE hFile, DWORD dwFlags)
    PDH_SHIM_TEXT_OF_WCHAR(LoadLibraryExW);
BOOL WINAPI FreeLibrary(HMODULE hLibModule);
HMODULE WINAPI GetModuleHandleA(LPCSTR lpModuleName);
HMODULE WINAPI GetModuleHandleW(LPCWSTR lpModuleName) PDH_SHIM_TEXT_OF_WCHAR(GetModuleHandleW);
DWORD WINAPI GetModuleFileNameA(HMODULE hModule, LPSTR lpFilename, DWORD nSize);
DWORD WINAPI GetModuleFileNameW(HMODULE hModule, LPWSTR lpFilename, DWORD nSize)
    PDH_SHIM_TEXT_OF_WCHAR(GetModuleFileNameW);
#define GET_MODULE_HANDLE_EX_FLAG_PIN 0x00000001
#define GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT 0x00000002
#define GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS 0x00000004
BOOL WINAPI GetModuleHandleExA(DWORD flags, LPCSTR name, HMODULE* module);
BOOL WINAPI GetModuleHandleExW(DWORD flags, LPCWSTR name, HMODULE* module)
    PDH_SHIM_TEXT_OF_WCHAR(GetModuleHandleExW);
FARPROC WINAPI GetProcAddress(HMODULE hModule, LPCSTR lpProcName) PDH_SHIM_TEXT_OF_WCHAR(GetProcAddress);
/// @}

/// @name DllMain
/// A shared library that defines `BOOL WINAPI DllMain(HINSTANCE, DWORD, LPVOID)`, and is linked with the
/// compat library, has it called when it is loaded and unloaded, by whatever means; for threads, when
/// CreateThread, _beginthread or _beginthreadex has made them. The last argument is NULL, except for
/// DLL_PROCESS_DETACH at the end of the process. Of a library that the program is linked with, FALSE has no
/// effect.
/// @{
#define DLL_PROCESS_DETACH 0
#define DLL_PROCESS_ATTACH 1
#define DLL_THREAD_ATTACH 2
#define DLL_THREAD_DETACH 3
/// @retval FALSE ERROR_MOD_NOT_FOUND: no library that is linked with the compat library
BOOL WINAPI DisableThreadLibraryCalls(HMODULE library);
/// @}

/// @name Messages: PDH statuses from pdh.dll, common system codes, and texts of the caller
/// @{
#define FORMAT_MESSAGE_ALLOCATE_BUFFER 0x00000100
#define FORMAT_MESSAGE_IGNORE_INSERTS 0x00000200
#define FORMAT_MESSAGE_FROM_STRING 0x00000400
#define FORMAT_MESSAGE_FROM_HMODULE 0x00000800
#define FORMAT_MESSAGE_FROM_SYSTEM 0x00001000
#define FORMAT_MESSAGE_ARGUMENT_ARRAY 0x00002000
#define FORMAT_MESSAGE_MAX_WIDTH_MASK 0x000000FF
DWORD WINAPI FormatMessageA(DWORD dwFlags, LPCVOID lpSource, DWORD dwMessageId, DWORD dwLanguageId,
    LPSTR lpBuffer, DWORD nSize, va_list* Arguments);
DWORD WINAPI FormatMessageW(DWORD dwFlags, LPCVOID lpSource, DWORD dwMessageId, DWORD dwLanguageId,
    LPWSTR lpBuffer, DWORD nSize, va_list* Arguments) PDH_SHIM_TEXT_OF_WCHAR(FormatMessageW);
/// @}

/// @name This computer
/// @{
#define MAX_COMPUTERNAME_LENGTH 15 ///< names of POSIX systems can be longer: take the size that is returned
typedef enum _COMPUTER_NAME_FORMAT {
    ComputerNameNetBIOS,
    ComputerNameDnsHostname,
    ComputerNameDnsDomain,
    ComputerNameDnsFullyQualified,
    ComputerNamePhysicalNetBIOS,
    ComputerNamePhysicalDnsHostname,
    ComputerNamePhysicalDnsDomain,
    ComputerNamePhysicalDnsFullyQualified,
    ComputerNameMax
} COMPUTER_NAME_FORMAT;
BOOL WINAPI GetComputerNameA(LPSTR lpBuffer, LPDWORD nSize);
BOOL WINAPI GetComputerNameW(LPWSTR lpBuffer, LPDWORD nSize) PDH_SHIM_TEXT_OF_WCHAR(GetComputerNameW);
BOOL WINAPI GetComputerNameExA(COMPUTER_NAME_FORMAT NameType, LPSTR lpBuffer, LPDWORD nSize);
BOOL WINAPI GetComputerNameExW(COMPUTER_NAME_FORMAT NameType, LPWSTR lpBuffer, LPDWORD nSize)
    PDH_SHIM_TEXT_OF_WCHAR(GetComputerNameExW);

#define PROCESSOR_ARCHITECTURE_INTEL 0
#define PROCESSOR_ARCHITECTURE_ARM 5
#define PROCESSOR_ARCHITECTURE_AMD64 9
#define PROCESSOR_ARCHITECTURE_ARM64 12
#define PROCESSOR_ARCHITECTURE_UNKNOWN 0xFFFF
typedef struct _SYSTEM_INFO {
    __extension__ union {
        DWORD dwOemId;
        __extension__ struct {
            WORD wProcessorArchitecture;
            WORD wReserved;
        };
    };
    DWORD dwPageSize;
    LPVOID lpMinimumApplicationAddress;
    LPVOID lpMaximumApplicationAddress;
    DWORD_PTR dwActiveProcessorMask;
    DWORD dwNumberOfProcessors;
    DWORD dwProcessorType;
    DWORD dwAllocationGranularity;
    WORD wProcessorLevel;
    WORD wProcessorRevision;
} SYSTEM_INFO, *LPSYSTEM_INFO;
VOID WINAPI GetSystemInfo(LPSYSTEM_INFO info);
VOID WINAPI GetNativeSystemInfo(LPSYSTEM_INFO info);

typedef struct _MEMORYSTATUSEX {
    DWORD dwLength; ///< set to the size of the structure before the call
    DWORD dwMemoryLoad;
    DWORDLONG ullTotalPhys;
    DWORDLONG ullAvailPhys;
    DWORDLONG ullTotalPageFile;
    DWORDLONG ullAvailPageFile;
    DWORDLONG ullTotalVirtual;
    DWORDLONG ullAvailVirtual;
    DWORDLONG ullAvailExtendedVirtual;
} MEMORYSTATUSEX, *LPMEMORYSTATUSEX;
BOOL WINAPI GlobalMemoryStatusEx(LPMEMORYSTATUSEX status);

/// As programs had it before Windows 2000. What a SIZE_T cannot express is its largest number.
typedef struct _MEMORYSTATUS {
    DWORD dwLength; ///< set by the call
    DWORD dwMemoryLoad;
    SIZE_T dwTotalPhys;
    SIZE_T dwAvailPhys;
    SIZE_T dwTotalPageFile;
    SIZE_T dwAvailPageFile;
    SIZE_T dwTotalVirtual;
    SIZE_T dwAvailVirtual;
} MEMORYSTATUS, *LPMEMORYSTATUS;
VOID WINAPI GlobalMemoryStatus(LPMEMORYSTATUS status);

/// @name The version of Windows: 6.2, build 9200, a workstation
/// The version that Windows 8 and newer report to a program without a manifest for them.
/// @{
#define VER_PLATFORM_WIN32s 0
#define VER_PLATFORM_WIN32_WINDOWS 1
#define VER_PLATFORM_WIN32_NT 2
#define VER_NT_WORKSTATION 0x0000001
#define VER_NT_DOMAIN_CONTROLLER 0x0000002
#define VER_NT_SERVER 0x0000003
#define VER_SUITE_ENTERPRISE 0x00000002
#define VER_SUITE_DATACENTER 0x00000080
#define VER_SUITE_SINGLEUSERTS 0x00000100
#define VER_SUITE_PERSONAL 0x00000200
typedef struct _OSVERSIONINFOA {
    DWORD dwOSVersionInfoSize; ///< set to the size of the structure before the call
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    CHAR szCSDVersion[128];
} OSVERSIONINFOA, *POSVERSIONINFOA, *LPOSVERSIONINFOA;
typedef struct _OSVERSIONINFOW {
    DWORD dwOSVersionInfoSize;
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    WCHAR szCSDVersion[128];
} OSVERSIONINFOW, *POSVERSIONINFOW, *LPOSVERSIONINFOW, RTL_OSVERSIONINFOW, *PRTL_OSVERSIONINFOW;
typedef struct _OSVERSIONINFOEXA {
    DWORD dwOSVersionInfoSize;
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    CHAR szCSDVersion[128];
    WORD wServicePackMajor;
    WORD wServicePackMinor;
    WORD wSuiteMask;
    BYTE wProductType;
    BYTE wReserved;
} OSVERSIONINFOEXA, *POSVERSIONINFOEXA, *LPOSVERSIONINFOEXA;
typedef struct _OSVERSIONINFOEXW {
    DWORD dwOSVersionInfoSize;
    DWORD dwMajorVersion;
    DWORD dwMinorVersion;
    DWORD dwBuildNumber;
    DWORD dwPlatformId;
    WCHAR szCSDVersion[128];
    WORD wServicePackMajor;
    WORD wServicePackMinor;
    WORD wSuiteMask;
    BYTE wProductType;
    BYTE wReserved;
} OSVERSIONINFOEXW, *POSVERSIONINFOEXW, *LPOSVERSIONINFOEXW;
/// Takes an OSVERSIONINFO or an OSVERSIONINFOEX, by its size; another gives ERROR_INSUFFICIENT_BUFFER.
BOOL WINAPI GetVersionExA(LPOSVERSIONINFOA lpVersionInformation);
BOOL WINAPI GetVersionExW(LPOSVERSIONINFOW lpVersionInformation) PDH_SHIM_TEXT_OF_WCHAR(GetVersionExW);
DWORD WINAPI GetVersion(void);
/// @}

/// @name Languages: that of the counters' names when the program started, PDH_SHIM_LANGUAGE or US English
/// A key of this language, or of its primary one, is below Perflib.
/// @{
LANGID WINAPI GetUserDefaultUILanguage(void);
LANGID WINAPI GetSystemDefaultUILanguage(void);
LANGID WINAPI GetUserDefaultLangID(void);
LANGID WINAPI GetSystemDefaultLangID(void);
LCID WINAPI GetUserDefaultLCID(void);
LCID WINAPI GetSystemDefaultLCID(void);
LCID WINAPI GetThreadLocale(void);
/// @}

/// @name Whether memory can be used: TRUE if not
/// Found out without a signal. Another thread may change it before the answer is used.
/// @{
BOOL WINAPI IsBadReadPtr(const VOID* memory, UINT_PTR size);
BOOL WINAPI IsBadWritePtr(LPVOID memory, UINT_PTR size);
BOOL WINAPI IsBadStringPtrA(LPCSTR text, UINT_PTR maximum);
BOOL WINAPI IsBadStringPtrW(LPCWSTR text, UINT_PTR maximum) PDH_SHIM_TEXT_OF_WCHAR(IsBadStringPtrW);
/// @}

DWORD WINAPI GetEnvironmentVariableA(LPCSTR lpName, LPSTR lpBuffer, DWORD nSize);
DWORD WINAPI GetEnvironmentVariableW(LPCWSTR lpName, LPWSTR lpBuffer, DWORD nSize)
    PDH_SHIM_TEXT_OF_WCHAR(GetEnvironmentVariableW);
BOOL WINAPI SetEnvironmentVariableA(LPCSTR lpName, LPCSTR lpValue);
BOOL WINAPI SetEnvironmentVariableW(LPCWSTR lpName, LPCWSTR lpValue)
    PDH_SHIM_TEXT_OF_WCHAR(SetEnvironmentVariableW);
VOID WINAPI OutputDebugStringA(LPCSTR lpOutputString); ///< does nothing
VOID WINAPI OutputDebugStringW(LPCWSTR lpOutputString) PDH_SHIM_TEXT_OF_WCHAR(OutputDebugStringW);
BOOL WINAPI IsDebuggerPresent(void); ///< FALSE
/// @}

/// @name Event log: the system's syslog, with its facility `user`
/// @{
#define EVENTLOG_SUCCESS 0x0000
#define EVENTLOG_ERROR_TYPE 0x0001
#define EVENTLOG_WARNING_TYPE 0x0002
#define EVENTLOG_INFORMATION_TYPE 0x0004
#define EVENTLOG_AUDIT_SUCCESS 0x0008
#define EVENTLOG_AUDIT_FAILURE 0x0010
/// @param server NULL, empty or a name of this computer; another computer gives RPC_S_SERVER_UNAVAILABLE
/// @retval NULL ERROR_INVALID_PARAMETER: `source` is NULL or empty
HANDLE WINAPI RegisterEventSourceA(LPCSTR server, LPCSTR source);
HANDLE WINAPI RegisterEventSourceW(LPCWSTR server, LPCWSTR source)
    PDH_SHIM_TEXT_OF_WCHAR(RegisterEventSourceW);
/// Sends one line: the source, the event's number without severity and facility, the category, and the
/// strings. Message files are not read, so the text that they put around the strings is missing. Of `data`
/// only the size is returned.
/// @retval FALSE ERROR_INVALID_HANDLE; ERROR_INVALID_PARAMETER: an unknown type, or `strings` is NULL and
///     `stringCount` is not 0
BOOL WINAPI ReportEventA(HANDLE log, WORD type, WORD category, DWORD event, PVOID user, WORD stringCount,
    DWORD dataSize, LPCSTR* strings, LPVOID data);
BOOL WINAPI ReportEventW(HANDLE log, WORD type, WORD category, DWORD event, PVOID user, WORD stringCount,
    DWORD dataSize, LPCWSTR* strings, LPVOID data) PDH_SHIM_TEXT_OF_WCHAR(ReportEventW);
BOOL WINAPI DeregisterEventSource(HANDLE log); ///< CloseHandle does not take these handles
/// @}

/// @name Text
/// @{
int WINAPI lstrlenA(LPCSTR lpString);
int WINAPI lstrlenW(LPCWSTR lpString) PDH_SHIM_TEXT_OF_WCHAR(lstrlenW);
LPSTR WINAPI lstrcpyA(LPSTR to, LPCSTR from);
LPWSTR WINAPI lstrcpyW(LPWSTR to, LPCWSTR from) PDH_SHIM_TEXT_OF_WCHAR(lstrcpyW);
LPSTR WINAPI lstrcpynA(LPSTR to, LPCSTR from, int size);
LPWSTR WINAPI lstrcpynW(LPWSTR to, LPCWSTR from, int size) PDH_SHIM_TEXT_OF_WCHAR(lstrcpynW);
LPSTR WINAPI lstrcatA(LPSTR to, LPCSTR from);
LPWSTR WINAPI lstrcatW(LPWSTR to, LPCWSTR from) PDH_SHIM_TEXT_OF_WCHAR(lstrcatW);
int WINAPI lstrcmpA(LPCSTR first, LPCSTR second);
int WINAPI lstrcmpW(LPCWSTR first, LPCWSTR second) PDH_SHIM_TEXT_OF_WCHAR(lstrcmpW);
int WINAPI lstrcmpiA(LPCSTR first, LPCSTR second);
int WINAPI lstrcmpiW(LPCWSTR first, LPCWSTR second) PDH_SHIM_TEXT_OF_WCHAR(lstrcmpiW);

/// `to` has room for 1024 characters, as on Windows. `%ls`, `%S` and `%I64d` as in printf.
int WINAPIV wsprintfA(LPSTR to, LPCSTR format, ...) PDH_SHIM_TEXT_OF_WCHAR(wsprintfA);
int WINAPIV wsprintfW(LPWSTR to, LPCWSTR format, ...) PDH_SHIM_TEXT_OF_WCHAR(wsprintfW);
int WINAPI wvsprintfA(LPSTR to, LPCSTR format, va_list arguments) PDH_SHIM_TEXT_OF_WCHAR(wvsprintfA);
int WINAPI wvsprintfW(LPWSTR to, LPCWSTR format, va_list arguments) PDH_SHIM_TEXT_OF_WCHAR(wvsprintfW);

#define CP_ACP 0 ///< UTF-8 here
#define CP_OEMCP 1
#define CP_THREAD_ACP 3
#define CP_UTF8 65001
#define MB_PRECOMPOSED 0x00000001
#define MB_ERR_INVALID_CHARS 0x00000008
#define WC_ERR_INVALID_CHARS 0x00000080
#define WC_NO_BEST_FIT_CHARS 0x00000400
/// Code pages are CP_UTF8 and those that mean it here; others give ERROR_INVALID_PARAMETER.
int WINAPI MultiByteToWideChar(UINT CodePage, DWORD dwFlags, LPCSTR from, int fromLength, LPWSTR to,
    int toSize) PDH_SHIM_TEXT_OF_WCHAR(MultiByteToWideChar);
int WINAPI WideCharToMultiByte(UINT CodePage, DWORD dwFlags, LPCWSTR from, int fromLength, LPSTR to,
    int toSize, LPCSTR defaultChar, BOOL* usedDefaultChar) PDH_SHIM_TEXT_OF_WCHAR(WideCharToMultiByte);
UINT WINAPI GetACP(void);
/// @}

/// @name Console
/// @{
#define STD_INPUT_HANDLE ((DWORD)-10)
#define STD_OUTPUT_HANDLE ((DWORD)-11)
#define STD_ERROR_HANDLE ((DWORD)-12)
HANDLE WINAPI GetStdHandle(DWORD nStdHandle);
BOOL WINAPI WriteConsoleA(HANDLE console, const VOID* text, DWORD length, LPDWORD written, LPVOID reserved);
BOOL WINAPI WriteConsoleW(HANDLE console, const VOID* text, DWORD length, LPDWORD written, LPVOID reserved)
    PDH_SHIM_TEXT_OF_WCHAR(WriteConsoleW);
/// Text is always UTF-8; other code pages give ERROR_INVALID_PARAMETER.
BOOL WINAPI SetConsoleOutputCP(UINT wCodePageID);
BOOL WINAPI SetConsoleCP(UINT wCodePageID);
UINT WINAPI GetConsoleOutputCP(void);
UINT WINAPI GetConsoleCP(void);

typedef struct _COORD {
    SHORT X;
    SHORT Y;
} COORD, *PCOORD;
typedef struct _SMALL_RECT {
    SHORT Left;
    SHORT Top;
    SHORT Right;
    SHORT Bottom;
} SMALL_RECT, *PSMALL_RECT;
typedef struct _CONSOLE_SCREEN_BUFFER_INFO {
    COORD dwSize;           ///< of the terminal, which has no larger buffer
    COORD dwCursorPosition; ///< where SetConsoleCursorPosition has put it: what is printed does not move it
    WORD wAttributes;
    SMALL_RECT srWindow;
    COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO, *PCONSOLE_SCREEN_BUFFER_INFO;
#define FOREGROUND_BLUE 0x0001
#define FOREGROUND_GREEN 0x0002
#define FOREGROUND_RED 0x0004
#define FOREGROUND_INTENSITY 0x0008
#define BACKGROUND_BLUE 0x0010
#define BACKGROUND_GREEN 0x0020
#define BACKGROUND_RED 0x0040
#define BACKGROUND_INTENSITY 0x0080
#define COMMON_LVB_REVERSE_VIDEO 0x4000
#define COMMON_LVB_UNDERSCORE 0x8000
/// These functions send escape sequences to the terminal. An invalid handle gives ERROR_INVALID_HANDLE, as
/// on Windows, so that nothing of it gets into files. The attributes of the start, white on black, are the
/// default colours of the terminal.
BOOL WINAPI SetConsoleTextAttribute(HANDLE hConsoleOutput, WORD wAttributes);
BOOL WINAPI GetConsoleScreenBufferInfo(HANDLE hConsoleOutput, PCONSOLE_SCREEN_BUFFER_INFO info);
BOOL WINAPI SetConsoleCursorPosition(HANDLE hConsoleOutput, COORD dwCursorPosition);
BOOL WINAPI SetConsoleTitleA(LPCSTR lpConsoleTitle);
BOOL WINAPI SetConsoleTitleW(LPCWSTR lpConsoleTitle) PDH_SHIM_TEXT_OF_WCHAR(SetConsoleTitleW);
/// Forgets the keys that were pressed and not read.
BOOL WINAPI FlushConsoleInputBuffer(HANDLE hConsoleInput);
#define ENABLE_PROCESSED_INPUT 0x0001 ///< Ctrl+C is a signal, not a key
#define ENABLE_LINE_INPUT 0x0002
#define ENABLE_ECHO_INPUT 0x0004
#define ENABLE_PROCESSED_OUTPUT 0x0001
#define ENABLE_WRAP_AT_EOL_OUTPUT 0x0002
#define ENABLE_VIRTUAL_TERMINAL_PROCESSING 0x0004
/// Of input, the three modes that are named here are set and others are passed over; output has all of its
/// three.
BOOL WINAPI GetConsoleMode(HANDLE hConsole, LPDWORD lpMode);
BOOL WINAPI SetConsoleMode(HANDLE hConsole, DWORD dwMode);
typedef BOOL(WINAPI* PHANDLER_ROUTINE)(DWORD dwCtrlType);
#define CTRL_C_EVENT 0     ///< SIGINT
#define CTRL_BREAK_EVENT 1 ///< SIGQUIT
#define CTRL_CLOSE_EVENT 2 ///< SIGHUP, SIGTERM
#define CTRL_LOGOFF_EVENT 5
#define CTRL_SHUTDOWN_EVENT 6
BOOL WINAPI SetConsoleCtrlHandler(PHANDLER_ROUTINE handler, BOOL add);
/// @}

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#ifdef __cplusplus
}
#endif

#define CreateEvent PDH_SHIM_AW(CreateEvent)
#define CreateEventEx PDH_SHIM_AW(CreateEventEx)
#define CreateMutex PDH_SHIM_AW(CreateMutex)
#define CreateSemaphore PDH_SHIM_AW(CreateSemaphore)
#define CreateWaitableTimer PDH_SHIM_AW(CreateWaitableTimer)
#define OpenEvent PDH_SHIM_AW(OpenEvent)
#define OpenMutex PDH_SHIM_AW(OpenMutex)
#define OpenSemaphore PDH_SHIM_AW(OpenSemaphore)
#define OpenWaitableTimer PDH_SHIM_AW(OpenWaitableTimer)
#define LoadLibrary PDH_SHIM_AW(LoadLibrary)
#define LoadLibraryEx PDH_SHIM_AW(LoadLibraryEx)
#define GetModuleHandle PDH_SHIM_AW(GetModuleHandle)
#define GetModuleFileName PDH_SHIM_AW(GetModuleFileName)
#define GetModuleHandleEx PDH_SHIM_AW(GetModuleHandleEx)
#define FormatMessage PDH_SHIM_AW(FormatMessage)
#define GetComputerName PDH_SHIM_AW(GetComputerName)
#define GetComputerNameEx PDH_SHIM_AW(GetComputerNameEx)
#define GetEnvironmentVariable PDH_SHIM_AW(GetEnvironmentVariable)
#define SetEnvironmentVariable PDH_SHIM_AW(SetEnvironmentVariable)
#define OutputDebugString PDH_SHIM_AW(OutputDebugString)
#define QueryFullProcessImageName PDH_SHIM_AW(QueryFullProcessImageName)
#define RegisterEventSource PDH_SHIM_AW(RegisterEventSource)
#define ReportEvent PDH_SHIM_AW(ReportEvent)
#define lstrlen PDH_SHIM_AW(lstrlen)
#define lstrcpy PDH_SHIM_AW(lstrcpy)
#define lstrcpyn PDH_SHIM_AW(lstrcpyn)
#define lstrcat PDH_SHIM_AW(lstrcat)
#define lstrcmp PDH_SHIM_AW(lstrcmp)
#define lstrcmpi PDH_SHIM_AW(lstrcmpi)
#define wsprintf PDH_SHIM_AW(wsprintf)
#define wvsprintf PDH_SHIM_AW(wvsprintf)
#define WriteConsole PDH_SHIM_AW(WriteConsole)
#define GetVersionEx PDH_SHIM_AW(GetVersionEx)
#define IsBadStringPtr PDH_SHIM_AW(IsBadStringPtr)
#define SetConsoleTitle PDH_SHIM_AW(SetConsoleTitle)
typedef PDH_SHIM_AW(OSVERSIONINFO) OSVERSIONINFO;
typedef PDH_SHIM_AW(POSVERSIONINFO) POSVERSIONINFO;
typedef PDH_SHIM_AW(LPOSVERSIONINFO) LPOSVERSIONINFO;
typedef PDH_SHIM_AW(OSVERSIONINFOEX) OSVERSIONINFOEX;
typedef PDH_SHIM_AW(POSVERSIONINFOEX) POSVERSIONINFOEX;
typedef PDH_SHIM_AW(LPOSVERSIONINFOEX) LPOSVERSIONINFOEX;
