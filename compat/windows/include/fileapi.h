// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Files and folders. In a path `\` and `/` separate folders, a drive is a folder of its name, and `NUL` is
// /dev/null: compat/windows/PORTING.md, which also says what sharing means here. Names of new files cannot
// contain `< > " | ? *` or control characters (ERROR_INVALID_NAME), as on Windows; files that have such names
// can be opened.

#include <minwinbase.h>
#include <pdh_shim_need_compat.h>
#include <winerror.h>

#ifdef __cplusplus
extern "C" {
#endif

/// @name Open files
/// The functions for handles also take handles of GetStdHandle. A handle that is closed, of another kind or
/// garbage gives ERROR_INVALID_HANDLE, and a handle without the right that is needed ERROR_ACCESS_DENIED.
/// @{
#define CREATE_NEW 1        ///< fails with ERROR_FILE_EXISTS if the file exists
#define CREATE_ALWAYS 2     ///< empties the file if it exists; the last error is ERROR_ALREADY_EXISTS then
#define OPEN_EXISTING 3     ///< fails with ERROR_FILE_NOT_FOUND if there is no such file
#define OPEN_ALWAYS 4       ///< the last error is ERROR_ALREADY_EXISTS if the file exists
#define TRUNCATE_EXISTING 5 ///< needs GENERIC_WRITE
#define FILE_FLAG_WRITE_THROUGH 0x80000000 ///< each write has reached the disk when it returns
#define FILE_FLAG_OVERLAPPED 0x40000000    ///< an OVERLAPPED is needed; operations have ended on return
#define FILE_FLAG_NO_BUFFERING 0x20000000  ///< this and the next two have no effect
#define FILE_FLAG_RANDOM_ACCESS 0x10000000
#define FILE_FLAG_SEQUENTIAL_SCAN 0x08000000
#define FILE_FLAG_DELETE_ON_CLOSE 0x04000000  ///< also at the end of a program that does not close it
#define FILE_FLAG_BACKUP_SEMANTICS 0x02000000 ///< opens folders, too
/// @param attributes  NULL, or whether programs that this one starts have the file open, too
/// @param flags       FILE_FLAG_..., and FILE_ATTRIBUTE_READONLY for a new file
/// @param pattern     ignored
/// @retval INVALID_HANDLE_VALUE  ERROR_FILE_NOT_FOUND, ERROR_PATH_NOT_FOUND (a folder of the path is missing,
///     or there is no path), ERROR_ACCESS_DENIED (also: a folder, or a read-only file to write to),
///     ERROR_SHARING_VIOLATION, ERROR_INVALID_NAME, ERROR_INVALID_PARAMETER, ERROR_TOO_MANY_OPEN_FILES,
///     ERROR_DISK_FULL
HANDLE WINAPI CreateFileA(LPCSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES attributes,
    DWORD disposition, DWORD flags, HANDLE pattern);
HANDLE WINAPI CreateFileW(LPCWSTR name, DWORD access, DWORD share, LPSECURITY_ATTRIBUTES attributes,
    DWORD disposition, DWORD flags, HANDLE pattern) PDH_SHIM_TEXT_OF_WCHAR(CreateFileW);
/// At the end of a file it succeeds with 0 bytes, or with an OVERLAPPED fails with ERROR_HANDLE_EOF. Of pipes
/// and terminals it reads what is there.
/// @param read        may be NULL if there is an OVERLAPPED
/// @param overlapped  where to read; NULL: at the file's position
/// @retval FALSE  ERROR_BROKEN_PIPE: the writer of the pipe has closed it; ERROR_NOACCESS: `buffer` is not
///     valid; ERROR_INVALID_PARAMETER: `read` and `overlapped` are NULL
BOOL WINAPI ReadFile(HANDLE file, LPVOID buffer, DWORD bytes, LPDWORD read, LPOVERLAPPED overlapped);
/// As ReadFile. @retval FALSE  ERROR_DISK_FULL: `*written` bytes had room
BOOL WINAPI WriteFile(HANDLE file, LPCVOID buffer, DWORD bytes, LPDWORD written, LPOVERLAPPED overlapped);
/// The outcome of an operation, which has always ended. @retval FALSE  as the operation
BOOL WINAPI GetOverlappedResult(HANDLE file, LPOVERLAPPED overlapped, LPDWORD transferred, BOOL wait);

#define FILE_BEGIN 0
#define FILE_CURRENT 1
#define FILE_END 2
#define INVALID_SET_FILE_POINTER ((DWORD)-1)
/// @param high  NULL, or the high 32 bits of the distance, and of the new position
/// @return the low 32 bits of the new position; INVALID_SET_FILE_POINTER can be such bits, and the last error
///     is NO_ERROR then
/// @retval INVALID_SET_FILE_POINTER  ERROR_NEGATIVE_SEEK; ERROR_INVALID_PARAMETER (also: `high` is NULL and
///     the position needs it); ERROR_SEEK_ON_DEVICE: a pipe or a terminal
DWORD WINAPI SetFilePointer(HANDLE file, LONG distance, PLONG high, DWORD from);
/// @param position  NULL, or the new position
BOOL WINAPI SetFilePointerEx(HANDLE file, LARGE_INTEGER distance, PLARGE_INTEGER position, DWORD from);
BOOL WINAPI SetEndOfFile(HANDLE file); ///< the file ends at its position: it is cut off, or grows by zeros
/// Returns when what was written has reached the disk. @retval FALSE ERROR_INVALID_HANDLE: also a terminal
BOOL WINAPI FlushFileBuffers(HANDLE file);
#define INVALID_FILE_SIZE ((DWORD)0xFFFFFFFF)
/// @param high  NULL, or the high 32 bits
/// @retval INVALID_FILE_SIZE  a failure unless the last error is NO_ERROR; ERROR_INVALID_FUNCTION: not a file
DWORD WINAPI GetFileSize(HANDLE file, LPDWORD high);
BOOL WINAPI GetFileSizeEx(HANDLE file, PLARGE_INTEGER size);
/// Each time may be NULL. They are UTC. Where the file system has no time of creation, it is the oldest time.
BOOL WINAPI GetFileTime(HANDLE file, LPFILETIME creation, LPFILETIME access, LPFILETIME write);
#define FILE_TYPE_UNKNOWN 0x0000
#define FILE_TYPE_DISK 0x0001
#define FILE_TYPE_CHAR 0x0002          ///< a terminal or another device
#define FILE_TYPE_PIPE 0x0003          ///< also a socket
DWORD WINAPI GetFileType(HANDLE file); ///< @retval FILE_TYPE_UNKNOWN a failure unless NO_ERROR is the error
/// @}

/// @name Files and folders by their paths
/// @{
#define INVALID_FILE_ATTRIBUTES ((DWORD)-1)
DWORD WINAPI GetFileAttributesA(LPCSTR name); ///< @retval INVALID_FILE_ATTRIBUTES  as CreateFile
DWORD WINAPI GetFileAttributesW(LPCWSTR name) PDH_SHIM_TEXT_OF_WCHAR(GetFileAttributesW);
typedef struct _WIN32_FILE_ATTRIBUTE_DATA {
    DWORD dwFileAttributes;
    FILETIME ftCreationTime;
    FILETIME ftLastAccessTime;
    FILETIME ftLastWriteTime;
    DWORD nFileSizeHigh;
    DWORD nFileSizeLow;
} WIN32_FILE_ATTRIBUTE_DATA, *LPWIN32_FILE_ATTRIBUTE_DATA;
BOOL WINAPI GetFileAttributesExA(LPCSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID data);
BOOL WINAPI GetFileAttributesExW(LPCWSTR name, GET_FILEEX_INFO_LEVELS level, LPVOID data)
    PDH_SHIM_TEXT_OF_WCHAR(GetFileAttributesExW);
/// FILE_ATTRIBUTE_READONLY takes the right to write from everybody, and without it the owner has this right.
/// Other attributes have no effect. Folders stay as they are.
BOOL WINAPI SetFileAttributesA(LPCSTR name, DWORD attributes);
BOOL WINAPI SetFileAttributesW(LPCWSTR name, DWORD attributes) PDH_SHIM_TEXT_OF_WCHAR(SetFileAttributesW);
/// @retval FALSE  ERROR_ACCESS_DENIED: a folder, or a read-only file
BOOL WINAPI DeleteFileA(LPCSTR name);
BOOL WINAPI DeleteFileW(LPCWSTR name) PDH_SHIM_TEXT_OF_WCHAR(DeleteFileW);
/// As MoveFileEx with MOVEFILE_COPY_ALLOWED.
BOOL WINAPI MoveFileA(LPCSTR from, LPCSTR to);
BOOL WINAPI MoveFileW(LPCWSTR from, LPCWSTR to) PDH_SHIM_TEXT_OF_WCHAR(MoveFileW);
#define MOVEFILE_REPLACE_EXISTING 0x00000001
#define MOVEFILE_COPY_ALLOWED 0x00000002       ///< to another file system, for files
#define MOVEFILE_DELAY_UNTIL_REBOOT 0x00000004 ///< refused: ERROR_NOT_SUPPORTED
#define MOVEFILE_WRITE_THROUGH 0x00000008      ///< the new name has reached the disk on return
/// @retval FALSE  ERROR_ALREADY_EXISTS: `to` is there, and is not to be replaced; ERROR_ACCESS_DENIED: a
/// folder
///     or a read-only file would be replaced; ERROR_NOT_SAME_DEVICE
BOOL WINAPI MoveFileExA(LPCSTR from, LPCSTR to, DWORD flags);
BOOL WINAPI MoveFileExW(LPCWSTR from, LPCWSTR to, DWORD flags) PDH_SHIM_TEXT_OF_WCHAR(MoveFileExW);
/// Copies the contents, the rights and the time of the last write. A copy that fails is removed.
/// @retval FALSE  ERROR_FILE_EXISTS: `to` is there and `fail_if_exists` is TRUE; ERROR_SHARING_VIOLATION:
/// also
///     a copy to itself
BOOL WINAPI CopyFileA(LPCSTR from, LPCSTR to, BOOL fail_if_exists);
BOOL WINAPI CopyFileW(LPCWSTR from, LPCWSTR to, BOOL fail_if_exists) PDH_SHIM_TEXT_OF_WCHAR(CopyFileW);
/// @retval FALSE  ERROR_ALREADY_EXISTS; ERROR_PATH_NOT_FOUND: the folder that it would be in is missing
BOOL WINAPI CreateDirectoryA(LPCSTR name, LPSECURITY_ATTRIBUTES attributes);
BOOL WINAPI CreateDirectoryW(LPCWSTR name, LPSECURITY_ATTRIBUTES attributes)
    PDH_SHIM_TEXT_OF_WCHAR(CreateDirectoryW);
/// Of a symbolic link to a folder, the link is removed.
/// @retval FALSE  ERROR_DIR_NOT_EMPTY; ERROR_DIRECTORY: not a folder
BOOL WINAPI RemoveDirectoryA(LPCSTR name);
BOOL WINAPI RemoveDirectoryW(LPCWSTR name) PDH_SHIM_TEXT_OF_WCHAR(RemoveDirectoryW);
/// @}

/// @name Paths
/// Sizes are in characters. The functions return the length of the text without its NUL; if `size` is too
/// small they return the size that is needed, with the NUL. 0 is a failure.
/// @{
/// The variable TMP, TEMP or TMPDIR, or /tmp; it ends with `/`.
DWORD WINAPI GetTempPathA(DWORD size, LPSTR path);
DWORD WINAPI GetTempPathW(DWORD size, LPWSTR path) PDH_SHIM_TEXT_OF_WCHAR(GetTempPathW);
/// The folder, three characters of `prefix`, a number in hexadecimal digits, and `.tmp`. If `number` is 0, a
/// number is chosen, and the file is made, which only its user can read.
/// @param name  has room for MAX_PATH characters
/// @return the number. @retval 0  ERROR_DIRECTORY: no such folder; ERROR_BUFFER_OVERFLOW: it is too long
UINT WINAPI GetTempFileNameA(LPCSTR folder, LPCSTR prefix, UINT number, LPSTR name);
UINT WINAPI GetTempFileNameW(LPCWSTR folder, LPCWSTR prefix, UINT number, LPWSTR name)
    PDH_SHIM_TEXT_OF_WCHAR(GetTempFileNameW);
/// The path from the root, with `/`, and with `.` and `..` resolved. Nothing needs to exist there.
/// @param file  NULL, or set to the last name in `path`; to NULL if the path ends with a separator
DWORD WINAPI GetFullPathNameA(LPCSTR name, DWORD size, LPSTR path, LPSTR* file);
DWORD WINAPI GetFullPathNameW(LPCWSTR name, DWORD size, LPWSTR path, LPWSTR* file)
    PDH_SHIM_TEXT_OF_WCHAR(GetFullPathNameW);
DWORD WINAPI GetCurrentDirectoryA(DWORD size, LPSTR path);
DWORD WINAPI GetCurrentDirectoryW(DWORD size, LPWSTR path) PDH_SHIM_TEXT_OF_WCHAR(GetCurrentDirectoryW);
BOOL WINAPI SetCurrentDirectoryA(LPCSTR path); ///< @retval FALSE  ERROR_DIRECTORY: not a folder
BOOL WINAPI SetCurrentDirectoryW(LPCWSTR path) PDH_SHIM_TEXT_OF_WCHAR(SetCurrentDirectoryW);
/// @}

/// @name Searching a folder
/// `*` and `?` of the last name have Windows' meaning: `*.*` is every name, `*.` every name without an
/// extension, and `?` in front of a dot or at the end may also stand for nothing. The case of letters does
/// not matter. Names come in the order of their letters, as from NTFS; `.` and `..` are among them. A path
/// without a wildcard finds the file of exactly this name.
/// @{
/// @retval INVALID_HANDLE_VALUE  ERROR_FILE_NOT_FOUND; ERROR_PATH_NOT_FOUND: no such folder
HANDLE WINAPI FindFirstFileA(LPCSTR name, LPWIN32_FIND_DATAA data);
HANDLE WINAPI FindFirstFileW(LPCWSTR name, LPWIN32_FIND_DATAW data) PDH_SHIM_TEXT_OF_WCHAR(FindFirstFileW);
BOOL WINAPI FindNextFileA(HANDLE search, LPWIN32_FIND_DATAA data); ///< @retval FALSE  ERROR_NO_MORE_FILES
BOOL WINAPI FindNextFileW(HANDLE search, LPWIN32_FIND_DATAW data) PDH_SHIM_TEXT_OF_WCHAR(FindNextFileW);
BOOL WINAPI FindClose(HANDLE search); ///< CloseHandle does not take these handles
/// @}

#ifdef __cplusplus
}
#endif

#define CreateFile PDH_SHIM_AW(CreateFile)
#define GetFileAttributes PDH_SHIM_AW(GetFileAttributes)
#define GetFileAttributesEx PDH_SHIM_AW(GetFileAttributesEx)
#define SetFileAttributes PDH_SHIM_AW(SetFileAttributes)
#define DeleteFile PDH_SHIM_AW(DeleteFile)
#define MoveFile PDH_SHIM_AW(MoveFile)
#define MoveFileEx PDH_SHIM_AW(MoveFileEx)
#define CopyFile PDH_SHIM_AW(CopyFile)
#define CreateDirectory PDH_SHIM_AW(CreateDirectory)
#define RemoveDirectory PDH_SHIM_AW(RemoveDirectory)
#define GetTempPath PDH_SHIM_AW(GetTempPath)
#define GetTempFileName PDH_SHIM_AW(GetTempFileName)
#define GetFullPathName PDH_SHIM_AW(GetFullPathName)
#define GetCurrentDirectory PDH_SHIM_AW(GetCurrentDirectory)
#define SetCurrentDirectory PDH_SHIM_AW(SetCurrentDirectory)
#define FindFirstFile PDH_SHIM_AW(FindFirstFile)
#define FindNextFile PDH_SHIM_AW(FindNextFile)
