// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Objects that last until the library that contains this copy of the compat library is unloaded with
// FreeLibrary. The end of the program destroys none of them: threads and destructors may still use them.

namespace pdh_shim::compat {

/// Calls `free` with the object at the unload.
void free_at_unload(void* object, void (*free)(void* object));

/// Keeps an object until the unload, which deletes it.
template <class Object>
Object& keep_until_unload(Object* object) {
    free_at_unload(object, [](void* given) { delete static_cast<Object*>(given); });
    return *object;
}

} // namespace pdh_shim::compat
