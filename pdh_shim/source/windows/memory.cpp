// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/windows/memory.h"

#include "calc/total_name.h"

namespace pdh_shim::source::windows {
namespace {

using calc::difference;
using calc::scaled;

constexpr std::int64_t kilobyte = 1024;

} // namespace

bool MemoryInformation::is_plausible() const noexcept {
    return basic.page_size > 0 && pages.available > 0 && pages.available <= basic.physical &&
           pages.commit_limit >= basic.physical;
}

std::int64_t MemoryInformation::swap() const noexcept {
    constexpr std::int64_t surplus = 2; // that Wine adds when it rounds
    return difference(difference(pages.commit_limit, basic.physical), surplus);
}

std::optional<MemoryInformation> ask_memory(SystemApi& api, std::vector<std::byte>& buffer) {
    const auto basic = parse_basic(api.query(Information::basic, buffer));
    const auto pages = parse_performance(api.query(Information::performance, buffer));
    return basic && pages ? std::optional(MemoryInformation{*basic, *pages}) : std::nullopt;
}

void Memory::sample(SystemApi& api) {
    answer_ = ask_memory(api, buffer_);
    if (answer_ && !answer_->is_plausible()) {
        answer_ = std::nullopt;
    }
}

void Memory::write(model::InstanceWriter& instances) const {
    if (!answer_) {
        instances.fail();
        return;
    }
    const MemoryPages& pages = answer_->pages;
    const auto bytes = [this](std::int64_t count) { return scaled(count, answer_->basic.page_size); };
    std::array<std::int64_t, MemoryField::count> values{};
    values[MemoryField::available] = bytes(pages.available);
    values[MemoryField::available_kbytes] = bytes(pages.available) / kilobyte;
    values[MemoryField::available_mbytes] = bytes(pages.available) / kilobyte / kilobyte;
    values[MemoryField::committed] = bytes(pages.committed);
    values[MemoryField::commit_limit] = bytes(pages.commit_limit);
    values[MemoryField::committed_pages] = pages.committed;
    values[MemoryField::commit_limit_pages] = pages.commit_limit;
    instances.add({}, model::no_unique_id, values);
}

void Memory::write_paging(model::InstanceWriter& instances) const {
    if (!answer_) {
        instances.fail();
        return;
    }
    const MemoryPages& pages = answer_->pages;
    const std::int64_t free = difference(difference(pages.commit_limit, pages.committed), pages.available);
    std::array<std::int64_t, PagingField::count> values{};
    values[PagingField::size] = answer_->swap();
    values[PagingField::used] = difference(answer_->swap(), free);
    instances.add(calc::total_name, model::no_unique_id, values);
}

} // namespace pdh_shim::source::windows
