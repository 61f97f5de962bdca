// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/plugin/snapshot_writer.h"

#include "base/text.h"

#include <exception>
#include <utility>

namespace pdh_shim::source::plugin {

template <class Action>
void SnapshotWriter::run(pdh_shim_writer* functions, const Action& action) noexcept {
    if (functions == nullptr) {
        return;
    }
    auto& writer = *static_cast<SnapshotWriter*>(functions);
    if (writer.failure_.status() != Status::success) {
        return;
    }
    try {
        action(writer);
    } catch (const std::exception&) { // no memory, or not enough for a text of such a length
        writer.failure_ = Status::memory_allocation_failure;
    }
}

void SnapshotWriter::on_begin(pdh_shim_writer* self, std::uint32_t request) {
    run(self, [=](SnapshotWriter& writer) { writer.begin_object(request); });
}

std::uint32_t SnapshotWriter::on_add_instance(
    pdh_shim_writer* self, const char* name, const char* parent, std::int64_t unique_id) {
    std::uint32_t row = 0;
    run(self, [&](SnapshotWriter& writer) { row = writer.add_row(name, parent, unique_id); });
    return row;
}

void SnapshotWriter::on_set(
    pdh_shim_writer* self, std::uint32_t row, std::uint32_t counter, std::int64_t value) {
    run(self, [=](SnapshotWriter& writer) { writer.set_cell(row, counter, value); });
}

void SnapshotWriter::on_set_invalid(pdh_shim_writer* self, std::uint32_t row, std::uint32_t counter) {
    run(self, [=](SnapshotWriter& writer) { writer.set_cell_invalid(row, counter); });
}

void SnapshotWriter::on_set_multi(
    pdh_shim_writer* self, std::uint32_t row, std::uint32_t counter, std::uint32_t count) {
    run(self, [=](SnapshotWriter& writer) { writer.set_cell_multi(row, counter, count); });
}

void SnapshotWriter::on_set_object_time(pdh_shim_writer* self, std::int64_t ticks) {
    run(self, [=](SnapshotWriter& writer) { writer.set_clock(ticks); });
}

SnapshotWriter::SnapshotWriter(const PluginCatalogue& catalogue,
    std::span<const model::ObjectRequest> requests, std::span<model::ObjectSnapshot> snapshots)
    : pdh_shim_writer{}, catalogue_(catalogue), requests_(requests), snapshots_(snapshots),
      has_time_(requests.size()) {
    size = sizeof(pdh_shim_writer);
    begin = on_begin;
    add_instance = on_add_instance;
    set = on_set;
    set_invalid = on_set_invalid;
    set_multi = on_set_multi;
    set_object_time = on_set_object_time;
    for (std::uint32_t request = 0; request < requests_.size(); ++request) {
        begin_object(request);
        abandon();
    }
}

void SnapshotWriter::begin_object(std::uint32_t request) {
    if (request >= requests_.size()) {
        fail("a request was begun that was not made");
        return;
    }
    current_ = request;
    object_ = &catalogue_.catalogue.objects[requests_[request].object];
    snapshot_ = &snapshots_[request];
    snapshot_->begin(object_->columns);
    if (object_->instances == model::Instances::none) {
        add_row_of({}, {}, model::no_unique_id);
    }
}

std::u16string_view SnapshotWriter::abandon() {
    if (snapshot_ == nullptr) {
        return {};
    }
    const std::u16string_view name = object_->name;
    begin_object(current_);
    snapshot_->set_status(Status::cstatus_invalid_data);
    object_ = nullptr;
    snapshot_ = nullptr;
    return name;
}

// Counters come first; the columns after them are multi counts.
std::uint32_t SnapshotWriter::add_row_of(
    std::u16string_view name, std::u16string_view parent, std::int64_t unique_id) {
    const std::size_t row = snapshot_->add_instance(name, parent, unique_id);
    for (auto column = static_cast<std::uint32_t>(object_->counters.size()); column < object_->columns;
         ++column) {
        snapshot_->set(row, column, 1);
    }
    return static_cast<std::uint32_t>(row);
}

std::uint32_t SnapshotWriter::add_row(const char* name, const char* parent, std::int64_t unique_id) {
    if (snapshot_ == nullptr) {
        fail("an instance was added before its object was begun");
        return 0;
    }
    if (object_->instances == model::Instances::none) {
        fail("an instance was added to an object without instances");
        return 0;
    }
    if (unique_id < model::no_unique_id) {
        fail("an instance has a negative unique id");
        return 0;
    }
    const auto name_text = from_utf8(name == nullptr ? "" : name);
    const auto parent_text = from_utf8(parent == nullptr ? "" : parent);
    if (!name_text || !parent_text || name_text.value().empty()) {
        fail("an instance has no name in UTF-8");
        return 0;
    }
    return add_row_of(name_text.value(), parent_text.value(), unique_id);
}

void SnapshotWriter::set_cell(std::uint32_t row, std::uint32_t counter, std::int64_t value) {
    if (has_cell(row, counter)) {
        snapshot_->set(row, counter, value);
    }
}

void SnapshotWriter::set_cell_invalid(std::uint32_t row, std::uint32_t counter) {
    if (has_cell(row, counter)) {
        snapshot_->set_invalid(row, counter);
    }
}

void SnapshotWriter::set_cell_multi(std::uint32_t row, std::uint32_t counter, std::uint32_t count) {
    if (!has_cell(row, counter)) {
        return;
    }
    const std::uint32_t column = object_->counters[counter].multi;
    if (column == model::no_column) {
        fail("a multi count was set for a counter whose type has none");
        return;
    }
    snapshot_->set(row, column, count);
}

void SnapshotWriter::set_clock(std::int64_t ticks) {
    if (snapshot_ == nullptr) {
        fail("a clock was set before its object was begun");
        return;
    }
    if (!catalogue_.has_own_clock[requests_[current_].object]) {
        fail("a clock was set for an object without an object_freq");
        return;
    }
    snapshot_->set_object_time(ticks);
    has_time_[current_] = true;
}

void SnapshotWriter::finish(std::int64_t perf_time) {
    for (std::size_t request = 0; request < requests_.size(); ++request) {
        const bool begun = snapshots_[request].status() == Status::success;
        if (!catalogue_.has_own_clock[requests_[request].object]) {
            snapshots_[request].set_object_time(perf_time);
        } else if (begun && !has_time_[request]) {
            fail("the clock of an object with an object_freq was not set");
        }
    }
}

Result<void, Failure> SnapshotWriter::take_result() {
    if (failure_.status() != Status::success) {
        return std::move(failure_);
    }
    return outcome::success();
}

bool SnapshotWriter::has_cell(std::uint32_t row, std::uint32_t counter) {
    if (snapshot_ == nullptr) {
        fail("a value was set before its object was begun");
        return false;
    }
    if (row >= snapshot_->rows() || counter >= object_->counters.size()) {
        fail("a value was set for row " + std::to_string(row) + " of " + std::to_string(snapshot_->rows()) +
             ", counter " + std::to_string(counter) + " of " + std::to_string(object_->counters.size()));
        return false;
    }
    return true;
}

void SnapshotWriter::fail(std::string_view reason) {
    if (failure_.status() != Status::success) {
        return;
    }
    std::string place;
    if (object_ != nullptr) {
        place = "object ";
        append_utf16_lossy(place, object_->name);
    }
    failure_ = Failure(Status::invalid_data, std::move(place), std::string(reason));
}

} // namespace pdh_shim::source::plugin
