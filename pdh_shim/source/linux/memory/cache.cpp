// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/named_values.h"
#include "source/linux/memory/memory_objects.h"

#include <array>

namespace pdh_shim::source::linux {
namespace {

struct CacheField {
    enum Index : std::uint8_t { dirty, threshold, count };
};

constexpr std::array<std::string_view, CacheField::count> cache_names{"nr_dirty", "nr_dirty_threshold"};

constexpr auto cache_rows = std::to_array<CounterRow>({
    {u"Dirty Pages", 1810, CounterType::perf_counter_large_rawcount, model::Detail::wizard, {},
        CacheField::dirty, u"Pages of file data that were changed and have yet to be written."},
    {u"Dirty Page Threshold", 1812, CounterType::perf_counter_large_rawcount, model::Detail::wizard, {},
        CacheField::threshold,
        u"Dirty pages from which on a program that changes more of them has to write some out first."},
});

class Cache final : public Sampler {
  public:
    void sample(const Collect& collect, Needs /*needed*/) override {
        parse_named_values(collect.text(vmstat_file).value_or(std::string_view{}), cache_names, values_);
    }

    void write(InstanceWriter& instances) const override { instances.add({}, model::no_unique_id, values_); }

  private:
    std::array<std::int64_t, CacheField::count> values_{};
};

} // namespace

constexpr PerformanceObject<> objects::cache{
    .table{u"Cache", 86, model::Instances::none, {vmstat_file}, {}, u"Dirty Pages",
        u"The cache of file data, which the kernel keeps in memory.", cache_rows},
    .open = open<Cache>};

} // namespace pdh_shim::source::linux
