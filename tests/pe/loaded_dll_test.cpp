// Linked into each program that is meant to run with our pdh.dll: says which one it got.
#include <windows.h>

#include <doctest/doctest.h>

#include <array>
#include <string>

namespace {

std::string file_of(HMODULE module) {
    std::array<char, 1024> name{};
    const DWORD length = GetModuleFileNameA(module, name.data(), static_cast<DWORD>(name.size()));
    return {name.data(), length};
}

std::string folder_of(const std::string& file) {
    return file.substr(0, file.rfind('\\'));
}

} // namespace

TEST_CASE("the pdh.dll beside the program is loaded, not the system's") {
    const HMODULE pdh = GetModuleHandleW(L"pdh.dll");
    REQUIRE(pdh != nullptr);
    MESSAGE("loaded: " << file_of(pdh));
    CHECK(folder_of(file_of(pdh)) == folder_of(file_of(nullptr)));
    const bool is_ours = GetProcAddress(pdh, "pdh_shim_status_name") != nullptr;
    CHECK(is_ours);
}
