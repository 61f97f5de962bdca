#include "base/own_thread.h"

#include <windows.h>

namespace pdh_shim {

std::thread start_thread(const std::function<void()>& run) {
    return std::thread(run);
}

void start_lasting_thread(const std::function<void()>& run) {
    HMODULE self = nullptr;
    constexpr DWORD for_good = GET_MODULE_HANDLE_EX_FLAG_PIN | GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS;
    GetModuleHandleExW(for_good, reinterpret_cast<LPCWSTR>(&start_lasting_thread), &self);
    start_thread(run).detach();
}

} // namespace pdh_shim
