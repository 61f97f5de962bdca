// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/objects/cpu_rows.h"
#include "source/linux/parts.h"

#include <algorithm>
#include <array>

namespace pdh_shim::source::linux {
namespace {

constexpr auto frequency_rows = std::to_array<CounterRow>({
    {u"Processor Frequency", 0, CounterType::perf_counter_rawcount, model::Detail::novice,
        needs::nominal_frequency, CpuField::frequency, u"Nominal frequency of the processor in megahertz."},
    {u"% of Maximum Frequency", 0, CounterType::perf_counter_rawcount, model::Detail::novice,
        needs::frequency_range, CpuField::percent_of_maximum,
        u"Present frequency of the processor in percent of its highest one."},
    {u"% Processor Performance", 0, CounterType::perf_average_bulk, model::Detail::novice,
        needs::current_frequency, CpuField::performance,
        u"Mean frequency of the processor over the interval in percent of the nominal one, seen at each "
        u"collect.",
        CpuField::time},
    {u"% Processor Utility", 0, CounterType::perf_average_bulk, model::Detail::novice,
        needs::current_frequency, CpuField::utility,
        u"Work that the processor did in percent of what it could do at its nominal frequency; more than 100 "
        u"is possible.",
        CpuField::time},
    {u"% Privileged Utility", 0, CounterType::perf_average_bulk, model::Detail::novice,
        needs::current_frequency, CpuField::privileged_utility,
        u"Work that the processor did in the kernel in percent of what it could do at its nominal frequency.",
        CpuField::time},
});

constexpr auto make_information_rows() {
    std::array<CounterRow, cpu_rows.size() + frequency_rows.size()> rows{};
    auto* const rest = std::copy(cpu_rows.begin(), cpu_rows.end(), rows.begin());
    std::copy(frequency_rows.begin(), frequency_rows.end(), rest);
    for (CounterRow& row : rows) {
        row.title_index = 0;
    }
    return rows;
}

constexpr auto information_rows = make_information_rows();

class ProcessorInformation final : public Sampler {
  public:
    explicit ProcessorInformation(const Parts& parts) : cpus_(parts.cpus()) {}

    void write(RowWriter& rows) const override { cpus_.write_nodes(rows); }

  private:
    const CpuState& cpus_;
};

} // namespace

constexpr Subject objects::processor_information{
    .object{u"Processor Information", 0, model::Instances::multi, {stat_file, needs::topology},
        {interrupts_file, softirqs_file}, u"% Processor Time",
        u"What the processors that are online do, by memory node and number in the node, with their "
        u"frequencies.",
        information_rows},
    .find = find_cpu_sources,
    .open = open<ProcessorInformation>};

} // namespace pdh_shim::source::linux
