#include "lasting.h"

#include <cstdlib>
#include <mutex>

namespace pdh_shim::compat {
namespace {

struct Kept {
    void* object;
    void (*free)(void* object);
    Kept* next;
};

// Neither has a destructor that does anything.
constinit std::mutex mutex;
constinit Kept* newest = nullptr; // guarded by mutex

constinit bool is_unloaded = false;

void free_all() {
    while (is_unloaded && newest != nullptr) {
        Kept* const kept = newest;
        newest = kept->next;
        kept->free(kept->object);
        delete kept;
    }
}

// An unload calls what has this attribute first, and then what was left with atexit(), newest first. The end
// of the program does it the other way round.
__attribute__((destructor)) void notice_unload() {
    is_unloaded = true;
}

// Before the constructors of all objects, hence behind all of their destructors.
__attribute__((constructor(101))) void free_at_the_end() {
    static_cast<void>(std::atexit(free_all));
}

} // namespace

void free_at_unload(void* object, void (*free)(void* object)) {
    auto* const kept = new Kept{object, free, nullptr};
    const std::scoped_lock lock(mutex);
    kept->next = newest;
    newest = kept;
}

} // namespace pdh_shim::compat
