#pragma once

namespace pdh_shim {

/// Has `destroy` called with the object when the library is unloaded from a program that goes on: a DLL of
/// Windows, by FreeLibrary. The last one first, under the loader's lock. Never called when the program ends,
/// nor elsewhere, where the library stays once it is loaded.
void at_unload(void (*destroy)(void* object), void* object);

/// The one object of its kind, made where this is called. A program may call the library while its own
/// statics are torn down, and threads may outlive them, so it is no static itself.
template <class Object>
[[nodiscard]] Object& lasting(Object* made) {
    at_unload([](void* object) { delete static_cast<Object*>(object); }, made);
    return *made;
}

} // namespace pdh_shim
