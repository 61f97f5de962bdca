// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/process_mutex.h"

#include "base/fork_epoch.h"

namespace pdh_shim {

ProcessMutex::ProcessMutex() : epoch_(fork_epoch()) {}

ProcessMutex::Held& ProcessMutex::of_this_process() {
    const std::scoped_lock lock(mutex_);
    if (epoch_ != fork_epoch()) {
        auto another = std::make_unique<Held>();
        another->interrupted = held_->busy || held_->interrupted;
        held_.swap(another);
        static_cast<void>(another.release()); // the forking thread may hold it, and unlock it later
        epoch_ = fork_epoch();
    }
    return *held_;
}

} // namespace pdh_shim
