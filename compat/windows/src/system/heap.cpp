// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Memory of the heap.
#include <windows.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

void* allocate(SIZE_T size, bool zero) {
    const SIZE_T wanted = size == 0 ? 1 : size; // memory of no bytes has an address too
    void* const memory = zero ? std::calloc(1, wanted) : std::malloc(wanted);
    if (memory == nullptr) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
    }
    return memory;
}

bool is_heap(HANDLE heap) {
    if (heap != GetProcessHeap()) {
        SetLastError(ERROR_INVALID_HANDLE);
    }
    return heap == GetProcessHeap();
}

/// In front of each block of the heap.
struct alignas(alignof(std::max_align_t)) BlockHead {
    SIZE_T size;
};

BlockHead* head_of(void* memory) {
    return static_cast<BlockHead*>(memory) - 1;
}

bool has_good_flags(DWORD flags) {
    const bool good = (flags & HEAP_GENERATE_EXCEPTIONS) == 0;
    if (!good) {
        SetLastError(ERROR_INVALID_PARAMETER);
    }
    return good;
}

} // namespace

HLOCAL WINAPI LocalAlloc(UINT uFlags, SIZE_T uBytes) {
    if ((uFlags & ~static_cast<UINT>(LPTR)) != 0) { // movable memory is not there
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    return allocate(uBytes, (uFlags & LMEM_ZEROINIT) != 0);
}

HLOCAL WINAPI LocalFree(HLOCAL hMem) {
    std::free(hMem);
    return nullptr;
}

HGLOBAL WINAPI GlobalAlloc(UINT uFlags, SIZE_T dwBytes) {
    return LocalAlloc(uFlags, dwBytes);
}

HGLOBAL WINAPI GlobalFree(HGLOBAL hMem) {
    return LocalFree(hMem);
}

HANDLE WINAPI GetProcessHeap(void) {
    static char heap = 0;
    return &heap;
}

LPVOID WINAPI HeapAlloc(HANDLE hHeap, DWORD dwFlags, SIZE_T dwBytes) {
    if (!is_heap(hHeap) || !has_good_flags(dwFlags) || dwBytes > SIZE_MAX - sizeof(BlockHead)) {
        return nullptr;
    }
    void* const memory = allocate(sizeof(BlockHead) + dwBytes, (dwFlags & HEAP_ZERO_MEMORY) != 0);
    return memory == nullptr ? nullptr : new (memory) BlockHead{dwBytes} + 1;
}

LPVOID WINAPI HeapReAlloc(HANDLE hHeap, DWORD dwFlags, LPVOID lpMem, SIZE_T dwBytes) {
    if (!is_heap(hHeap) || !has_good_flags(dwFlags) || lpMem == nullptr ||
        dwBytes > SIZE_MAX - sizeof(BlockHead)) {
        return nullptr;
    }
    BlockHead* const block = head_of(lpMem);
    const SIZE_T before = block->size;
    void* const memory = std::realloc(block, sizeof(BlockHead) + dwBytes);
    if (memory == nullptr) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return nullptr;
    }
    auto* const bytes = reinterpret_cast<char*>(new (memory) BlockHead{dwBytes} + 1);
    if ((dwFlags & HEAP_ZERO_MEMORY) != 0 && dwBytes > before) {
        std::memset(bytes + before, 0, dwBytes - before);
    }
    return bytes;
}

BOOL WINAPI HeapFree(HANDLE hHeap, DWORD, LPVOID lpMem) {
    if (!is_heap(hHeap)) {
        return FALSE;
    }
    if (lpMem != nullptr) {
        std::free(head_of(lpMem));
    }
    return TRUE;
}

SIZE_T WINAPI HeapSize(HANDLE hHeap, DWORD, LPCVOID lpMem) {
    return is_heap(hHeap) && lpMem != nullptr ? head_of(const_cast<void*>(lpMem))->size
                                              : static_cast<SIZE_T>(-1);
}

PVOID WINAPI PdhShimSecureZeroMemory(PVOID destination, SIZE_T length) {
    explicit_bzero(destination, length);
    return destination;
}
