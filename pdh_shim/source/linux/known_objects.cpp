#include "source/linux/known_objects.h"

#include "base/text.h"
#include "source/linux/disk.h"
#include "source/linux/memory.h"
#include "source/linux/network.h"
#include "source/linux/paging_file.h"
#include "source/linux/process.h"
#include "source/linux/processor.h"
#include "source/linux/system.h"

#include <algorithm>
#include <mutex>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

// In the order in which programs see them listed.
constexpr std::array<const ObjectTable*, object_count> object_tables{&system_table, &memory_table,
    &processor_table, &processor_information_table, &process_table, &process_v2_table, &physical_disk_table,
    &logical_disk_table, &network_interface_table, &paging_file_table};

/// What the machine has of these; it is not asked for others.
Needs find_sources(KernelFiles& files, Needs wanted) {
    const auto wants = [wanted](Needs any) { return (wanted & any) != 0; };
    Needs found = needs::topology | needs::space | needs::link_speed;
    found |= wants(needs::idle_states) ? find_idle_sources(files.system()) : 0;
    found |= wants(needs::frequencies) ? find_frequency_sources(files.system()) : 0;
    found |= wants(needs::processes) ? find_process_sources(files.system()) : 0;
    found |= wants(needs::block_devices) && files.system().info("/sys/block") ? needs::block_devices : 0;
    for (std::size_t i = 0; i < kernel_file_count; ++i) {
        const auto file = static_cast<KernelFile>(i);
        found |= wants(needs_file(file)) && files.exists(file) ? needs_file(file) : 0;
    }
    return found;
}

/// How many rows of the table are looked for on behalf of one counter: those before it, so that columns stay,
/// and those behind it that need nothing more. A counter that is costly, or unknown, takes the whole table.
std::size_t rows_for(const ObjectTable& table, std::u16string_view counter) {
    const auto cheap = cheap_rows(table);
    const auto asked = std::ranges::find_if(
        cheap, [counter](const CounterRow& row) { return equal_folded(row.name, counter); });
    if (asked == cheap.end()) {
        return table.counters.size();
    }
    const Needs needed = all_needs(table, {cheap.begin(), asked + 1});
    const auto end = std::find_if(
        asked, cheap.end(), [needed](const CounterRow& row) { return (row.needs & ~needed) != 0; });
    return static_cast<std::size_t>(end - cheap.begin());
}

std::shared_ptr<const model::Catalogue> make_empty_catalogue() {
    auto catalogue = std::make_shared<model::Catalogue>();
    catalogue->default_scale_applies = false;
    return catalogue;
}

} // namespace

KnownObjects::KnownObjects(KernelFiles& files) : files_(files), catalogue_(make_empty_catalogue()) {}

std::shared_ptr<const model::Catalogue> KnownObjects::catalogue() {
    Rows all{};
    std::ranges::transform(
        object_tables, all.begin(), [](const ObjectTable* table) { return table->counters.size(); });
    return look_for(all);
}

std::shared_ptr<const model::Catalogue> KnownObjects::catalogue_for(
    std::u16string_view object, std::u16string_view counter) {
    Rows wanted{};
    for (std::size_t i = 0; i < object_count; ++i) {
        const ObjectTable& table = *object_tables[i];
        if (equal_folded(table.name, object)) {
            wanted[i] = rows_for(table, counter);
        }
    }
    return look_for(wanted);
}

Needs KnownObjects::missing_needs(const Rows& wanted) const {
    Needs needed = 0;
    for (std::size_t i = 0; i < object_count; ++i) {
        if (wanted[i] > known_[i]) {
            needed |= all_needs(*object_tables[i], object_tables[i]->counters.first(wanted[i]));
        }
    }
    return needed & ~looked_for_;
}

std::shared_ptr<const model::Catalogue> KnownObjects::look_for(const Rows& wanted) {
    Needs missing = 0;
    {
        const std::scoped_lock lock(mutex_);
        missing = missing_needs(wanted);
    }
    const Needs found = missing == 0 ? 0 : find_sources(files_, missing);
    const std::scoped_lock lock(mutex_);
    // Another thread may have been faster: each source is found once and for all, so that columns stay.
    available_ |= found & missing & ~looked_for_;
    looked_for_ |= missing;
    publish(wanted);
    return catalogue_;
}

void KnownObjects::publish(const Rows& wanted) {
    // Nothing is known before all of it is.
    Rows known = known_;
    Positions positions = positions_;
    std::shared_ptr<model::Catalogue> catalogue; // another one, if something is found
    for (std::size_t i = 0; i < object_count; ++i) {
        if (wanted[i] <= known[i]) {
            continue;
        }
        known[i] = wanted[i];
        const ObjectTable& table = *object_tables[i];
        if (auto made = make_object(table, table.counters.first(wanted[i]), available_)) {
            catalogue = catalogue != nullptr ? catalogue : std::make_shared<model::Catalogue>(*catalogue_);
            publish_object(positions[i], std::move(*made), *catalogue);
        }
    }
    if (catalogue != nullptr) {
        catalogue_ = std::move(catalogue);
    }
    known_ = known;
    positions_ = positions;
}

void KnownObjects::publish_object(
    std::optional<std::uint32_t>& position, LinuxObject&& made, model::Catalogue& catalogue) {
    if (!position) {
        position = static_cast<std::uint32_t>(catalogue.objects.size());
        catalogue.objects.emplace_back();
    }
    catalogue.objects[*position] = std::move(made.definition);
    all_layouts_.push_back(std::make_unique<const ObjectLayout>(std::move(made.layout)));
    layouts_[*position].store(all_layouts_.back().get(), std::memory_order_release);
}

} // namespace pdh_shim::source::linux
