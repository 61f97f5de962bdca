#include "core/collected.h"

#include <mutex>
#include <utility>

namespace pdh_shim::core {

CollectedPool::CollectedPool() {
    // A query has two collects in use and fills a third; readers may hold on to a few more.
    spare_.reserve(4);
}

std::shared_ptr<Collected> CollectedPool::take() {
    std::unique_ptr<Collected> collected;
    {
        const std::scoped_lock lock(mutex_);
        if (!spare_.empty()) {
            collected = std::move(spare_.back());
            spare_.pop_back();
        }
    }
    if (collected == nullptr) {
        collected = std::make_unique<Collected>();
    }
    return {collected.release(),
        [pool = shared_from_this()](Collected* used) { pool->give_back(std::unique_ptr<Collected>(used)); }};
}

void CollectedPool::give_back(std::unique_ptr<Collected> collected) noexcept {
    const std::scoped_lock lock(mutex_);
    if (spare_.size() < spare_.capacity()) {
        spare_.push_back(std::move(collected));
    }
}

CollectedPair Feed::newest() const {
    const std::scoped_lock lock(mutex_);
    return newest_;
}

void Feed::publish(std::shared_ptr<const Collected> collected) {
    const std::uint64_t sequence = collected->sequence;
    CollectedPair retired; // let go of after the lock
    const std::scoped_lock lock(mutex_);
    retired.older = std::exchange(newest_.older, std::exchange(newest_.newer, std::move(collected)));
    sequence_.store(sequence, std::memory_order_release);
}

} // namespace pdh_shim::core
