// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/linux/group/control_group.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/memory/memory_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

struct PagingField {
    enum Index : std::uint8_t { used, size, count };
};

constexpr auto paging_rows = std::to_array<CounterRow>({
    {u"% Usage", 702, CounterType::perf_raw_fraction, model::Detail::novice, {}, PagingField::used,
        u"Share of the swap file or partition that is in use.", PagingField::size},
});

using PagingValues = std::array<std::int64_t, PagingField::count>;

class PagingFile final : public Sampler {
  public:
    explicit PagingFile(const Shown& shown) : group_(shown.group) {}

    void sample(const Collect& collect, Needs /*needed*/) override {
        const auto text = collect.text(swaps_file);
        readable_ = text.has_value();
        parse_swaps(text.value_or(std::string_view{}), swaps_);
    }

    void write(InstanceWriter& instances) const override;

  private:
    [[nodiscard]] std::string name_of(const SwapLine& swap) const;

    const std::optional<GroupSample>& group_;
    bool readable_ = false;
    std::vector<SwapLine> swaps_; // of the text of the present collect
};

/// What a limited group has of a machine's swap. Its kernel does not tell which file it uses.
PagingValues swap_of_group(const SwapLimit& swap, const PagingValues& machine) {
    constexpr std::int64_t unit = 1024;
    if (swap.used == unread) {
        return {unread, unread};
    }
    const std::int64_t size = machine[PagingField::size];
    return {swap.used / unit, swap.limit == unread ? size : std::min(size, swap.limit / unit)};
}

/// As volumes are named.
std::string PagingFile::name_of(const SwapLine& swap) const {
    const std::string path = unescaped(swap.path);
    const std::string name = model::path_instance(path);
    const bool is_ambiguous = std::ranges::any_of(swaps_, [&](const SwapLine& other) {
        return other.path != swap.path && model::path_instance(unescaped(other.path)) == name;
    });
    return is_ambiguous ? distinct_path_instance(path) : name;
}

void PagingFile::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    if (swaps_.empty() || (group_ && group_->swap.limit == 0)) {
        return;
    }
    static constexpr PagingValues missing{unread, unread};
    PagingValues total{};
    for (const SwapLine& swap : swaps_) {
        const PagingValues values{swap.used_kilobytes, swap.kilobytes};
        calc::add_to_total(total, values);
        if (!instances.only_total()) {
            instances.add(
                model::kernel_instance(name_of(swap)), model::no_unique_id, group_ ? missing : values);
        }
    }
    instances.add(total_name, model::no_unique_id, group_ ? swap_of_group(group_->swap, total) : total);
}

} // namespace

constexpr ObjectTable objects::paging_file{u"Paging File", 700, model::Instances::multi, {swaps_file}, {},
    u"% Usage", u"The swap files and partitions, and all of them together.", paging_rows, nullptr, nullptr,
    open<PagingFile>};

} // namespace pdh_shim::source::linux
