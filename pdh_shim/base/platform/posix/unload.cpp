// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/unload.h"

#include <atomic>
#include <dlfcn.h>
#ifdef __GLIBC__
#include <link.h>
#endif

namespace pdh_shim {
namespace {

#ifdef __GLIBC__ // Linux' other C libraries unload nothing
// In whatever the library was linked into.
constinit std::atomic_flag is_asked_to_stay = ATOMIC_FLAG_INIT;

void stay_loaded() {
    Dl_info place{};
    link_map* module = nullptr;
    const bool is_found =
        dladdr1(&is_asked_to_stay, &place, reinterpret_cast<void**>(&module), RTLD_DL_LINKMAP) != 0;
    // The program itself has no name, and stays. A name that the loader has needs no file.
    if (is_found && module != nullptr && module->l_name[0] != '\0') {
        dlopen(module->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    }
}
#endif

} // namespace

// A thread may run in this code for as long as the program does. The shared library is linked so that it
// stays loaded (pdh_shim/meson.build); a plug-in that the archive is linked into stays once it has used PDH.
// It is asked by the first call, which holds no lock yet: the loader's may be held by a thread that waits for
// one of ours.
void at_unload(void (* /*destroy*/)(void* object), void* /*object*/) {
#ifdef __GLIBC__
    if (!is_asked_to_stay.test_and_set()) {
        stay_loaded();
    }
#endif
}

bool is_unloading() noexcept {
    return false;
}

} // namespace pdh_shim
