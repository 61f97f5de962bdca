// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/descriptor_share.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace pdh_shim {
namespace {

constinit std::atomic<std::size_t> kept{0};
constinit std::atomic<std::size_t> most_kept{default_descriptors};

} // namespace

bool DescriptorShare::is_used_up() noexcept {
    return kept.load(std::memory_order_relaxed) >= most_kept.load(std::memory_order_relaxed);
}

std::optional<DescriptorShare> DescriptorShare::take(std::size_t most) noexcept {
    const std::size_t limit = std::min(most, most_kept.load(std::memory_order_relaxed));
    std::size_t now = kept.load(std::memory_order_relaxed);
    do {
        if (now >= limit) {
            return std::nullopt;
        }
    } while (!kept.compare_exchange_weak(now, now + 1, std::memory_order_relaxed));
    return DescriptorShare(true);
}

DescriptorShare DescriptorShare::acquire_unchecked() noexcept {
    kept.fetch_add(1, std::memory_order_relaxed);
    return DescriptorShare(true);
}

void DescriptorShare::set_limit(std::size_t limit) noexcept {
    most_kept.store(std::min(limit, most_descriptors), std::memory_order_relaxed);
}

std::size_t DescriptorShare::count() noexcept {
    return kept.load(std::memory_order_relaxed);
}

DescriptorShare::DescriptorShare(DescriptorShare&& other) noexcept
    : taken_(std::exchange(other.taken_, false)) {}

DescriptorShare& DescriptorShare::operator=(DescriptorShare&& other) noexcept {
    std::swap(taken_, other.taken_);
    return *this;
}

DescriptorShare::~DescriptorShare() {
    if (taken_) {
        kept.fetch_sub(1, std::memory_order_relaxed);
    }
}

} // namespace pdh_shim
