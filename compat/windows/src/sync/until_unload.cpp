// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "sync/until_unload.h"

#include <boost/noncopyable.hpp>

#include <mutex>

namespace pdh_shim::compat {
namespace {

struct KeptObject {
    void* object;
    void (*free)(void* object);
    KeptObject* next;
};

// Neither has a destructor that does anything.
constinit std::mutex mutex;
constinit KeptObject* newest = nullptr; // guarded by mutex

constinit bool is_unloaded = false;

// An unload calls what has this attribute first, and then the destructors of objects. The end of the program
// does it the other way round.
__attribute__((destructor)) void notice_unload() {
    is_unloaded = true;
}

// Made before all other objects, so it is destroyed after all of them. An object instead of atexit(): thread
// sanitizers lose which library calls that.
struct Freeing : private boost::noncopyable {
    ~Freeing() {
        while (is_unloaded && newest != nullptr) {
            KeptObject* const kept = newest;
            newest = kept->next;
            kept->free(kept->object);
            delete kept;
        }
    }
};
__attribute__((init_priority(101))) const Freeing freeing;

} // namespace

void free_at_unload(void* object, void (*free)(void* object)) {
    auto* const kept = new KeptObject{object, free, nullptr};
    const std::scoped_lock lock(mutex);
    kept->next = newest;
    newest = kept;
}

} // namespace pdh_shim::compat
