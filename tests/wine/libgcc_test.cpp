// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A 32-bit program that has a libgcc of its own before the DLL is loaded.
#include <pdh.h>
#include <windows.h>

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace {

/// All address space in pieces of this size, given back at the end.
class NoAddressSpace {
  public:
    explicit NoAddressSpace(SIZE_T piece) {
        constexpr std::size_t most = 4096; // of 1 MB each fill 4 GB
        pieces_.reserve(most);
        while (void* const taken = VirtualAlloc(nullptr, piece, MEM_RESERVE, PAGE_NOACCESS)) {
            pieces_.push_back(taken);
        }
    }
    NoAddressSpace(const NoAddressSpace&) = delete;
    NoAddressSpace& operator=(const NoAddressSpace&) = delete;
    NoAddressSpace(NoAddressSpace&&) = delete;
    NoAddressSpace& operator=(NoAddressSpace&&) = delete;
    ~NoAddressSpace() {
        for (void* const piece : pieces_) {
            VirtualFree(piece, 0, MEM_RELEASE);
        }
    }

  private:
    std::vector<void*> pieces_;
};

} // namespace

TEST_CASE("the DLL handles its exceptions itself, whatever libgcc the program has") {
    REQUIRE(LoadLibraryW(L"libgcc_s_dw2-1.dll") != nullptr);
    const HMODULE pdh = LoadLibraryW(L"pdh.dll");
    REQUIRE(pdh != nullptr);
    const auto validate = reinterpret_cast<decltype(&PdhValidatePathW)>(
        reinterpret_cast<void*>(GetProcAddress(pdh, "PdhValidatePathW")));
    const std::wstring path(std::size_t{8} << 20U, L'a');
    PDH_STATUS status = ERROR_SUCCESS;
    {
        const NoAddressSpace none(std::size_t{1} << 20U);
        status = validate(path.c_str());
    }
    CHECK(status == PDH_MEMORY_ALLOCATION_FAILURE);
}
