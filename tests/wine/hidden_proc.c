// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Preloaded into Wine's Linux side: hides /proc from it, as a sandbox may, except for what belongs to the
// process itself. HIDE_PROC names the file or folder to hide, /proc if it is not set.
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int is_hidden(const char* path) {
    const char* hidden = getenv("HIDE_PROC");
    if (hidden == NULL) {
        hidden = "/proc";
    }
    // The loader of Windows programs looks for itself there.
    return path != NULL && strncmp(path, hidden, strlen(hidden)) == 0 &&
           strncmp(path, "/proc/self/exe", 14) != 0 && strncmp(path, "/proc/self/maps", 15) != 0 &&
           strncmp(path, "/proc/self/fd", 13) != 0;
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define MODE(flags)                                                                                          \
    mode_t mode = 0;                                                                                         \
    if (((flags) & (O_CREAT | O_TMPFILE)) != 0) {                                                            \
        va_list arguments;                                                                                   \
        va_start(arguments, flags);                                                                          \
        mode = (mode_t)va_arg(arguments, int);                                                               \
        va_end(arguments);                                                                                   \
    }

int open(const char* path, int flags, ...) {
    MODE(flags)
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(open)(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
    MODE(flags)
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(open64)(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
    MODE(flags)
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(openat)(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) {
    MODE(flags)
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(openat64)(folder, path, flags, mode);
}
FILE* fopen(const char* path, const char* mode) {
    return is_hidden(path) ? (errno = ENOENT, NULL) : NEXT(fopen)(path, mode);
}
FILE* fopen64(const char* path, const char* mode) {
    return is_hidden(path) ? (errno = ENOENT, NULL) : NEXT(fopen64)(path, mode);
}
DIR* opendir(const char* path) {
    return is_hidden(path) ? (errno = ENOENT, NULL) : NEXT(opendir)(path);
}
int stat(const char* path, struct stat* found) {
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(stat)(path, found);
}
int lstat(const char* path, struct stat* found) {
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(lstat)(path, found);
}
int stat64(const char* path, struct stat64* found) {
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(stat64)(path, found);
}
int lstat64(const char* path, struct stat64* found) {
    return is_hidden(path) ? (errno = ENOENT, -1) : NEXT(lstat64)(path, found);
}
