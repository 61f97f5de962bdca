// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/library_state.h"

#include "base/lazy.h"
#include "base/trace.h"

#include <mutex>
#include <utility>

namespace pdh_shim::api {

void FrozenClock::freeze(SwitchableClock& clock, std::int64_t system_time) {
    Instant start = clock.now();
    if (system_time != 0) {
        start.system_time = system_time;
        start.time_100ns = system_time;
    }
    const std::scoped_lock lock(mutex_);
    frozen_ = std::make_shared<ManualClock>(start);
    clock.use(frozen_);
}

bool FrozenClock::advance(std::int64_t ticks) {
    std::shared_ptr<ManualClock> frozen;
    {
        const std::scoped_lock lock(mutex_);
        frozen = frozen_;
    }
    if (frozen != nullptr) {
        frozen->advance(ticks);
    }
    return frozen != nullptr;
}

void FrozenClock::release(SwitchableClock& clock) {
    const std::scoped_lock lock(mutex_);
    frozen_ = nullptr;
    clock.use(nullptr);
}

const void* LastingTexts::keep(Encoding encoding, std::u16string_view text) {
    std::string bytes = encode(encoding, text);
    bytes.append(unit_size(encoding), '\0');
    const std::scoped_lock lock(mutex_);
    return texts_.insert(std::move(bytes)).first->data();
}

void PathList::replace(std::vector<std::u16string> paths) {
    const std::scoped_lock lock(mutex_);
    paths_ = std::move(paths);
}

std::optional<std::u16string> PathList::at(std::int64_t index) {
    const std::scoped_lock lock(mutex_);
    if (index < 1 || static_cast<std::uint64_t>(index) > paths_.size()) {
        return std::nullopt;
    }
    return paths_[static_cast<std::size_t>(index) - 1];
}

void OpenQueries::opened() noexcept {
    constexpr unsigned usual = 1000;
    if (++count_ > usual && !warned_.test_and_set()) {
        trace::write(trace::Level::warning,
            "more than 1000 queries are open: each one should be closed with PdhCloseQuery");
    }
}

LibraryState& library() {
    static constinit Singleton<LibraryState> the_library;
    return the_library.get();
}

HandleTable& handles() {
    return library().handles;
}

} // namespace pdh_shim::api
