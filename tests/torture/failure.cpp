// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Replaces functions of the C library, for all libraries in the process.
#include "failure.h"

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/types.h>

namespace pdh_shim::torture {
namespace {

struct Plan {
    std::atomic<bool> armed{false};
    std::atomic<Resource> resource{};
    std::atomic<Extent> extent{};
    std::atomic<long> left{0}; // requests before the first that fails
    std::atomic<bool> happened{false};
};
constinit Plan plan;

} // namespace

Failure::Failure(Resource resource, long nth, Extent extent) noexcept {
    plan.resource = resource;
    plan.extent = extent;
    plan.left = nth;
    plan.happened = false;
    plan.armed = true;
}

Failure::~Failure() {
    plan.armed = false;
}

bool Failure::happened()
    const noexcept { // NOLINT(readability-convert-member-functions-to-static): of this one
    return plan.happened;
}

namespace {

bool is_armed() noexcept {
    return plan.armed;
}

bool has_to_fail(Resource resource) noexcept {
    if (!is_armed() || plan.resource != resource) {
        return false;
    }
    const long left = plan.left--;
    const bool fails = left == 0 || (left < 0 && plan.extent == Extent::rest);
    if (fails) {
        plan.happened = true;
    }
    return fails;
}

} // namespace
} // namespace pdh_shim::torture

using pdh_shim::torture::has_to_fail;
using pdh_shim::torture::Resource;

#ifdef TORTURE_SYSTEM_CALLS

namespace {

// The replaced function of that name.
template <class Function>
Function* next(const char* name) noexcept {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

template <class Value>
Value refuse(int code, Value value) noexcept {
    errno = code;
    return value;
}

mode_t mode_of(int flags, va_list& arguments) {
    return (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
}

} // namespace

extern "C" {

// The C library's own, under the names that it has for programs that replace malloc().
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);

void* malloc(std::size_t size) noexcept {
    return has_to_fail(Resource::memory) ? refuse<void*>(ENOMEM, nullptr) : __libc_malloc(size);
}

void* calloc(std::size_t count, std::size_t size) noexcept {
    return has_to_fail(Resource::memory) ? refuse<void*>(ENOMEM, nullptr) : __libc_calloc(count, size);
}

void* realloc(void* memory, std::size_t size) noexcept {
    return has_to_fail(Resource::memory) ? refuse<void*>(ENOMEM, nullptr) : __libc_realloc(memory, size);
}

int open(const char* path, int flags, ...) { // NOLINT(cert-dcl50-cpp): so it is declared
    static auto* const real = next<int(const char*, int, mode_t)>("open64");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return has_to_fail(Resource::open) ? refuse(EMFILE, -1) : real(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) { // NOLINT(cert-dcl50-cpp): so it is declared
    static auto* const real = next<int(int, const char*, int, mode_t)>("openat64");
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = mode_of(flags, arguments);
    va_end(arguments);
    return has_to_fail(Resource::open) ? refuse(EMFILE, -1) : real(folder, path, flags, mode);
}

FILE* fopen(const char* path, const char* mode) {
    static auto* const real = next<FILE*(const char*, const char*)>("fopen64");
    return has_to_fail(Resource::open) ? refuse<FILE*>(EMFILE, nullptr) : real(path, mode);
}

ssize_t pread(int file, void* buffer, std::size_t size, off_t offset) {
    static auto* const real = next<ssize_t(int, void*, std::size_t, off_t)>("pread64");
    return has_to_fail(Resource::read) ? refuse(EIO, ssize_t{-1}) : real(file, buffer, size, offset);
}

ssize_t read(int file, void* buffer, std::size_t size) {
    static auto* const real = next<ssize_t(int, void*, std::size_t)>("read");
    return has_to_fail(Resource::read) ? refuse(EIO, ssize_t{-1}) : real(file, buffer, size);
}

std::size_t fread(void* buffer, std::size_t size, std::size_t count, FILE* file) {
    static auto* const real = next<std::size_t(void*, std::size_t, std::size_t, FILE*)>("fread");
    if (!has_to_fail(Resource::read)) {
        return real(buffer, size, count, file);
    }
    std::fputc(0, file); // ferror() is true then, since the file is open for reading only
    return refuse(EIO, std::size_t{0});
}

dirent* readdir(DIR* folder) {
    static auto* const real = next<dirent*(DIR*)>("readdir64");
    return has_to_fail(Resource::read) ? refuse<dirent*>(EIO, nullptr) : real(folder);
}

int pthread_create(
    pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) noexcept {
    static auto* const real =
        next<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
    return has_to_fail(Resource::thread) ? EAGAIN : real(thread, attributes, run, argument);
}

// Retries do not wait.
int nanosleep(const timespec* time, timespec* left) {
    static auto* const real = next<int(const timespec*, timespec*)>("nanosleep");
    return pdh_shim::torture::is_armed() ? 0 : real(time, left);
}

void* mmap(void* address, std::size_t size, int protection, int flags, int file, off_t offset) noexcept {
    static auto* const real = next<void*(void*, std::size_t, int, int, int, off_t)>("mmap64");
    return has_to_fail(Resource::map) ? refuse(ENOMEM, MAP_FAILED)
                                      : real(address, size, protection, flags, file, offset);
}

} // extern "C"

constexpr bool is_malloc_replaced = true;
#else
constexpr bool is_malloc_replaced = false;
#endif

// The compiler takes malloc() and free() for mismatched once it inlines these.
[[gnu::noinline]] void* operator new(std::size_t size) {
    const bool fails =
        has_to_fail(Resource::object) || (!is_malloc_replaced && has_to_fail(Resource::memory));
    void* const memory = fails ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    return memory;
}

[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}

[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
