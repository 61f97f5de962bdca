// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/recorded_layout.h"

#include "path/counter_path.h"

#include <algorithm>

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
            const std::vector<std::size_t> rows = object.rows.settle();
            for (RecordedCell& cell : object.counters) {
                cell.row = rows[cell.row];
            }
            if (object.lists.empty()) {
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

std::size_t RecordedRows::add_column(std::u16string_view name, std::uint32_t duplicate) {
    const auto [place, is_new] = rows_.try_emplace({folded(name), duplicate}, instances_.size());
    if (is_new) {
        instances_.push_back(instance_named(name));
        numbers_.push_back(duplicate);
    }
    return place->second;
}

std::vector<std::size_t> RecordedRows::settle() {
    std::vector<std::size_t> row_of_place(instances_.size());
    std::vector<model::Instance> by_place = std::exchange(instances_, {});
    instances_.resize(by_place.size());
    std::vector<std::size_t> places; // of the instances of one name
    for (auto entry = rows_.begin(); entry != rows_.end();) {
        const auto first = entry;
        places.clear();
        for (; entry != rows_.end() && entry->first.first == first->first.first &&
               entry->first.second == places.size();
             ++entry) {
            places.push_back(entry->second);
        }
        counts_[first->first.first] = static_cast<std::uint32_t>(places.size());
        std::ranges::sort(places);
        std::size_t count = 0;
        for (auto numbered = first; numbered != entry; ++numbered) {
            const std::size_t place = std::exchange(numbered->second, places[count++]);
            row_of_place[place] = numbered->second;
            instances_[numbered->second] = std::move(by_place[place]);
        }
        for (; entry != rows_.end() && entry->first.first == first->first.first; ++entry) {
            const std::size_t place = entry->second;
            row_of_place[place] = place;
            instances_[place] = with_number(std::move(by_place[place]), entry->first.second);
        }
    }
    return row_of_place;
}

std::size_t RecordedRows::row_of(std::u16string_view name, std::uint32_t duplicate) {
    const auto [place, is_new] = rows_.try_emplace({folded(name), duplicate}, instances_.size());
    if (is_new) {
        std::uint32_t& count = counts_[place->first.first];
        const bool is_next = count == duplicate;
        count += is_next ? 1 : 0;
        model::Instance instance = instance_named(name);
        instances_.push_back(is_next ? std::move(instance) : with_number(std::move(instance), duplicate));
        numbers_.push_back(duplicate);
    }
    return place->second;
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
