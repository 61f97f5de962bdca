// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/recorded_layout.h"

#include "path/counter_path.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <unordered_map>

namespace pdh_shim::recorded {
namespace {

// A name that ends in `#n` itself is not taken apart.
model::Instance instance_named(std::u16string_view name) {
    const auto parts = path::parse_instance_name(name);
    if (!parts || parts.value().index != 0) {
        return {.name = std::u16string(name), .parent = {}};
    }
    return {.name = parts.value().name, .parent = parts.value().parent};
}

// Where those before it are not in the log, its number is a part of its name.
model::Instance with_number(model::Instance instance, std::uint32_t duplicate) {
    instance.name += u'#';
    append_decimal(instance.name, duplicate);
    return instance;
}

bool has_instances(const model::LogEntry& entry) {
    return entry.kind == model::LogEntryKind::instances || !entry.instance.empty();
}

std::u16string row_name(const model::LogEntry& entry) {
    return entry.parent.empty() ? entry.instance : entry.parent + u'/' + entry.instance;
}

class LayoutBuilder {
  public:
    void add(const model::LogEntry& entry, std::size_t position) {
        const std::size_t object = object_of(entry);
        const RecordedCell cell{position, column_of(object, entry), 0};
        if (has_instances(entry)) {
            catalogue_->objects[object].instances = model::Instances::multi;
        } else {
            catalogue_->objects[object].has_row_without_name = true;
        }
        if (entry.kind == model::LogEntryKind::instances) {
            layout_.objects[object].lists.push_back(cell);
            return;
        }
        RecordedObject& recorded = layout_.objects[object];
        recorded.counters.push_back(cell);
        recorded.counters.back().row = recorded.rows.add_column(row_name(entry), entry.duplicate);
    }

    RecordedLayout finish() {
        for (std::size_t i = 0; i < layout_.objects.size(); ++i) {
            model::ObjectDef& definition = catalogue_->objects[i];
            definition.has_row_without_name =
                definition.has_row_without_name && definition.instances == model::Instances::multi;
            definition.has_whole_samples = true;
            definition.columns =
                static_cast<std::uint32_t>(definition.counters.size()) * (1 + RestOfSample::columns);
            RecordedObject& object = layout_.objects[i];
            if (object.lists.empty()) {
                const std::vector<std::size_t> rows = object.rows.settle();
                for (RecordedCell& cell : object.counters) {
                    cell.row = rows[cell.row];
                }
                object.fixed = object.rows.set();
                object.rows = {}; // there may be 30,000
            }
        }
        layout_.catalogue = std::move(catalogue_);
        return std::move(layout_);
    }

  private:
    std::size_t object_of(const model::LogEntry& entry) {
        const auto [place, is_new] = objects_.try_emplace(entry.object, layout_.objects.size());
        if (is_new) {
            layout_.objects.emplace_back();
            catalogue_->objects.emplace_back().name = entry.object;
            columns_.emplace_back();
        }
        return place->second;
    }

    std::uint32_t column_of(std::size_t object, const model::LogEntry& entry) {
        auto& counters = catalogue_->objects[object].counters;
        const auto [place, is_new] =
            columns_[object].try_emplace(entry.counter, static_cast<std::uint32_t>(counters.size()));
        if (is_new) {
            model::CounterDef& counter = counters.emplace_back();
            counter.name = entry.counter;
            counter.type = entry.type;
            counter.default_scale = entry.default_scale;
            counter.time_base = entry.time_base;
        }
        return place->second;
    }

    using ObjectIndexes = std::unordered_map<std::u16string_view, std::size_t, FoldedHash, FoldedEqual>;
    using ColumnIndexes = std::unordered_map<std::u16string_view, std::uint32_t, FoldedHash, FoldedEqual>;

    RecordedLayout layout_;
    std::shared_ptr<model::Catalogue> catalogue_ = make_catalogue();
    ObjectIndexes objects_;
    std::vector<ColumnIndexes> columns_;

    static std::shared_ptr<model::Catalogue> make_catalogue() {
        auto catalogue = std::make_shared<model::Catalogue>();
        catalogue->default_scale_applies = false; // it is that of a chart of Windows, which does not apply it
        return catalogue;
    }
};

} // namespace

std::size_t RecordedRows::add(std::u16string_view name, std::uint32_t duplicate) {
    const auto [place, is_new] = places_.try_emplace({folded(name), duplicate}, instances_.size());
    if (is_new) {
        instances_.push_back(instance_named(name));
        numbers_.push_back(duplicate);
    }
    return place->second;
}

std::size_t RecordedRows::add_column(std::u16string_view name, std::uint32_t duplicate) {
    const std::size_t place = add(name, duplicate);
    columns_ = instances_.size();
    return place;
}

std::vector<std::size_t> RecordedRows::add_list(std::span<const ListedName> list) {
    std::vector<std::size_t> places;
    places.reserve(list.size());
    std::set<Key> own; // of this list, if it has numbers in names
    for (const ListedName& listed : list) {
        places.push_back(add(listed.first, listed.second));
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto numbered = list[i].second == 0 ? model::as_numbered(list[i].first) : std::nullopt;
        if (!numbered || !numbered->is_as_in_path) {
            continue;
        }
        const Key meant(folded(numbered->name), numbered->number);
        if (own.empty()) {
            for (const ListedName& listed : list) {
                own.emplace(folded(listed.first), listed.second);
            }
        }
        if (own.contains(meant)) {
            numbered_[places[i]] = std::nullopt; // both are there, so it is the name of another instance
        } else {
            numbered_.try_emplace(places[i], meant);
        }
    }
    return places;
}

// Gives an instance with two spellings, `name#1` and the second `name`, the first of its two places. Returns
// the place that is kept for each.
std::vector<std::size_t> RecordedRows::merge_spellings() {
    std::vector<std::size_t> kept(instances_.size());
    std::iota(kept.begin(), kept.end(), std::size_t{0});
    for (const auto& [place, meant] : numbered_) {
        const auto other = meant ? places_.find(*meant) : places_.end();
        if (other == places_.end()) {
            continue;
        }
        places_.erase({folded(instances_[place].name), 0});
        const std::size_t last = std::max(place, other->second);
        instances_[place] = instances_[other->second];
        other->second = std::min(place, other->second);
        kept[last] = other->second;
    }
    return kept;
}

// The instances from `first` on have one name.
void RecordedRows::settle_name(
    Places::const_iterator first, Places::const_iterator last, SettledRows& settled) {
    std::vector<std::size_t> places;     // of those whose predecessors are all there
    std::vector<std::uint32_t> of_lists; // their numbers
    auto tail = first;
    for (; tail != last && tail->first.second == places.size(); ++tail) {
        places.push_back(tail->second);
        if (tail->second >= columns_) {
            of_lists.push_back(tail->first.second);
        }
    }
    std::ranges::sort(places);
    std::vector<std::size_t> rows;
    auto of_list = of_lists.begin();
    for (const std::size_t place : places) {
        rows.push_back(settled.row_of_place[place]);
        settled.numbers[rows.back()] = place < columns_ ? numbers_[place] : *of_list++;
    }
    auto row = rows.begin();
    for (auto entry = first; entry != tail; ++entry, ++row) {
        settled.instances[*row] = std::move(instances_[entry->second]);
        settled.row_of_place[entry->second] = *row;
    }
    for (; tail != last; ++tail) {
        const std::size_t own = settled.row_of_place[tail->second];
        settled.instances[own] = with_number(std::move(instances_[tail->second]), tail->first.second);
        settled.numbers[own] = tail->first.second;
    }
}

std::vector<std::size_t> RecordedRows::settle() {
    const std::vector<std::size_t> kept = merge_spellings();
    SettledRows settled;
    std::size_t rows = 0;
    for (std::size_t place = 0; place < kept.size(); ++place) {
        settled.row_of_place.push_back(rows); // of its name's places, for now
        rows += kept[place] == place ? 1 : 0;
    }
    settled.instances.resize(rows);
    settled.numbers.resize(rows);
    for (auto first = places_.cbegin(); first != places_.cend();) {
        const auto last = std::find_if(first, places_.cend(),
            [first](const auto& entry) { return entry.first.first != first->first.first; });
        settle_name(first, last, settled);
        first = last;
    }
    for (std::size_t place = 0; place < kept.size(); ++place) {
        settled.row_of_place[place] = settled.row_of_place[kept[place]];
    }
    instances_ = std::move(settled.instances);
    numbers_ = std::move(settled.numbers);
    return std::move(settled.row_of_place);
}

RecordedLayout lay_out(std::span<const model::LogEntry> entries, std::u16string_view machine) {
    LayoutBuilder builder;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const model::LogEntry& entry = entries[i];
        if (entry.kind != model::LogEntryKind::object && equal_folded(entry.machine, machine)) {
            builder.add(entry, i);
        }
    }
    return builder.finish();
}

} // namespace pdh_shim::recorded
