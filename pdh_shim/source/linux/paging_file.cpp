#include "source/linux/paging_file.h"

#include "source/linux/disk_text.h"
#include "source/linux/kernel_instance.h"

#include <algorithm>
#include <array>
#include <string>

namespace pdh_shim::source::linux {
namespace {

struct PagingField {
    enum Index : std::uint8_t { used, size, count };
};

constexpr auto paging_rows = std::to_array<CounterRow>({
    {u"% Usage", 702, calc::CounterType::perf_raw_fraction, model::Detail::novice, 0, PagingField::used,
        u"Share of the swap file or partition that is in use.", PagingField::size},
});

} // namespace

constexpr ObjectTable paging_file_table{ObjectId::paging_file, u"Paging File", 700, model::Instances::multi,
    needs::swaps, 0, u"% Usage", u"The swap files and partitions, and all of them together.", paging_rows};

void parse_swaps(std::string_view text, std::vector<SwapLine>& swaps) {
    swaps.clear();
    Scanner lines(text);
    lines.line(); // the headings
    while (!lines.at_end()) {
        Scanner line(lines.line());
        SwapLine swap;
        swap.path = line.word();
        line.word(); // file or partition
        const auto size = line.number();
        const auto used = line.number();
        if (size && used) {
            swap.kilobytes = std::max<std::int64_t>(0, *size);
            swap.used_kilobytes = std::max<std::int64_t>(0, *used);
            swaps.push_back(swap);
        }
    }
}

void write_paging_file(std::optional<std::string_view> swaps, RowWriter& rows) {
    if (!swaps) {
        rows.fail();
        return;
    }
    std::vector<SwapLine> lines;
    parse_swaps(*swaps, lines);
    std::array<std::int64_t, PagingField::count> total{};
    for (const SwapLine& swap : lines) {
        const std::array<std::int64_t, PagingField::count> values{swap.used_kilobytes, swap.kilobytes};
        total[PagingField::used] = sum_of({total[PagingField::used], swap.used_kilobytes});
        total[PagingField::size] = sum_of({total[PagingField::size], swap.kilobytes});
        if (!rows.only_total()) {
            rows.add(kernel_instance(path_instance(unescaped(swap.path))), model::no_unique_id, values);
        }
    }
    if (!lines.empty()) {
        rows.add(total_name, model::no_unique_id, total);
    }
}

} // namespace pdh_shim::source::linux
