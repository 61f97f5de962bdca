// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

namespace pdh_shim::compat {

void free_at_unload(void* object, void (*free)(void* object));

/// Keeps an object until the library that has this copy of the compat library is unloaded. The end of the
/// program frees nothing: threads and destructors may still use it.
template <class Object>
Object& lasting(Object* object) {
    free_at_unload(object, [](void* given) { delete static_cast<Object*>(given); });
    return *object;
}

} // namespace pdh_shim::compat
