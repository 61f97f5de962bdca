// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/recorded_layout.h"

#include "path/counter_path.h"

#include <algorithm>

namespace pdh_shim::recorded {
namespace {

std::u16string folded(std::u16string_view name) {
    std::u16string text(name);
    std::ranges::transform(text, text.begin(), fold);
    return text;
}

// A name that ends in `#n` itself is not taken apart.
model::Instance instance_named(std::u16string_view name) {
    const auto parts = path::parse_instance_name(name);
    if (!parts || parts.value().index != 0) {
        return {.name = std::u16string(name), .parent = {}};
    }
    return {.name = parts.value().name, .parent = parts.value().parent};
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
        recorded.counters.back().row = recorded.rows.row_of(row_name(entry), entry.duplicate);
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
                object.fixed = std::make_shared<const model::InstanceSet>(object.rows.take_instances());
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

std::size_t RecordedRows::row_of(std::u16string_view name, std::uint32_t duplicate) {
    const auto [place, is_new] = rows_.try_emplace({folded(name), duplicate}, instances_.size());
    if (!is_new) {
        return place->second;
    }
    std::uint32_t& count = counts_[place->first.first];
    if (count == duplicate) {
        instances_.push_back(instance_named(name));
        ++count;
        return place->second;
    }
    // Those before it are not in the log: then its number is a part of its name.
    model::Instance& instance = instances_.emplace_back(instance_named(name));
    instance.name += u'#';
    append_decimal(instance.name, duplicate);
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
