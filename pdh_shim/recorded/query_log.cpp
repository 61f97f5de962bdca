// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/query_log.h"

#include "base/platform.h"
#include "base/text.h"
#include "base/trace.h"
#include "machine/enumeration.h"
#include "path/counter_path.h"
#include "recorded/log_data_source.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace pdh_shim::recorded {
namespace {

constexpr std::uint32_t format_of_text = 0x8200; // PDH_FMT_DOUBLE | PDH_FMT_NOCAP100

// How long records may wait until they are written to the file.
constexpr std::int64_t longest_wait = ticks_per_second;

// How long the system may keep them in its memory.
constexpr std::int64_t longest_in_memory = 30 * ticks_per_second;

// A counter that has no time base may have one in a log, which is kept.
model::LogEntry entry_of(query::Counter& counter) {
    const path::CounterPath path = counter.path();
    model::LogEntry entry;
    entry.kind = counter.is_wildcard() ? model::LogEntryKind::instances : model::LogEntryKind::counter;
    entry.machine = counter.column().found.machine->name();
    entry.object = path.object;
    entry.counter = path.counter;
    const bool has_instance = counter.column().found.object_definition().instances == model::Instances::multi;
    if (path.instance && has_instance) { // a `*` of an object without instances means no instance
        entry.parent = path.instance->parent;
        entry.instance = path.instance->name;
        entry.duplicate = path.instance->index == path::any_index ? 0 : path.instance->index;
    }
    entry.type = counter.definition().type;
    entry.default_scale = counter.definition().default_scale;
    entry.time_base = counter.time_base().value_or(counter.definition().time_base);
    return entry;
}

model::LogValue to_log_value(const query::RawValue& raw) {
    return {.cstatus = static_cast<std::uint32_t>(raw.sample.cstatus),
        .time_stamp = raw.time_stamp,
        .first = raw.sample.first,
        .second = raw.sample.second,
        .multi = raw.sample.multi};
}

// A list has one CStatus for all its instances. Where some have a value, those without one are left out.
void set_instances(model::LogCell& cell, const Result<std::vector<query::Item<query::RawValue>>>& items) {
    if (!items) {
        cell.value.cstatus = static_cast<std::uint32_t>(items.error());
        cell.instances.clear();
        return;
    }
    const auto is_valid = [](const query::Item<query::RawValue>& item) {
        return is_valid_data(item.value.sample.cstatus);
    };
    const bool has_values = std::ranges::any_of(items.value(), is_valid);
    std::size_t count = 0;
    cell.instances.resize(items.value().size()); // the names keep their memory
    for (const query::Item<query::RawValue>& item : items.value()) {
        if (!has_values || is_valid(item)) {
            cell.instances[count].name = item.name;
            cell.instances[count].value = to_log_value(item.value);
            cell.instances[count].duplicate = item.duplicate;
            ++count;
        }
    }
    cell.instances.resize(count);
    cell.value.cstatus = has_values || count == 0 ? 0 : cell.instances.front().value.cstatus;
}

void set_raw(model::LogCell& cell, const query::RawValue& raw) {
    cell.is_there = true;
    cell.value = to_log_value(raw);
}

void set_displayed(model::LogCell& cell, Status status, const calc::Datum& datum) {
    cell.is_there = status == Status::success && is_valid_data(datum.cstatus);
    cell.value = {.first = std::bit_cast<std::int64_t>(datum.value.real)};
}

// A value of a text log knows how it was written there, unless it was changed on its way.
void keep_spelling(model::LogCell& cell, const query::RawValue& raw) {
    const bool is_text =
        !cell.is_there && raw.sample.multi == model::multi_of_text && !is_valid_data(raw.sample.cstatus);
    if (is_text || (cell.is_there && raw.sample.first == cell.value.first)) {
        cell.value.second = raw.sample.second;
        cell.value.multi = raw.sample.multi;
    }
}

bool has_spellings(const query::Counter& counter) {
    return counter.definition().type == model::displayed_value_type;
}

// A displayed value, and the sample that it comes from.
struct SpelledValue {
    calc::Datum datum;
    query::RawValue raw;
};

// Both lists are of the same collect.
std::vector<query::Item<SpelledValue>> spelled(std::vector<query::Item<calc::Datum>>&& values,
    const std::vector<query::Item<query::RawValue>>& samples) {
    std::vector<query::Item<SpelledValue>> items;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool is_same = i < samples.size() && samples[i].name == values[i].name;
        items.push_back({std::move(values[i].name),
            {values[i].value, is_same ? samples[i].value : query::RawValue{}}, values[i].duplicate});
    }
    return items;
}

void set_item(model::LogCell& cell, const query::RawValue& raw) {
    set_raw(cell, raw);
}

void set_item(model::LogCell& cell, const calc::Datum& datum) {
    set_displayed(cell, Status::success, datum);
}

void set_item(model::LogCell& cell, const SpelledValue& value) {
    set_displayed(cell, Status::success, value.datum);
    keep_spelling(cell, value.raw);
}

// In a log a wildcard for the counter's name stands for the counters that it matched.
std::vector<std::shared_ptr<query::Counter>> single_counters(
    const std::vector<std::shared_ptr<query::Counter>>& added) {
    std::vector<std::shared_ptr<query::Counter>> counters;
    for (const std::shared_ptr<query::Counter>& counter : added) {
        const auto members = counter->members();
        for (const std::shared_ptr<query::Counter>& member : members) {
            counters.emplace_back(counter, member.get()); // shares the group, which alone the query lists
        }
        if (members.empty()) {
            counters.push_back(counter);
        }
    }
    return counters;
}

} // namespace

QueryLog::QueryLog(std::shared_ptr<query::Query> query, std::vector<std::shared_ptr<query::Counter>> counters,
    NewLog settings, Clock& clock)
    : query_(std::move(query)), counters_(std::move(counters)), clock_(clock), epoch_(fork_epoch()),
      settings_(std::move(settings)) {}

Result<std::shared_ptr<QueryLog>, Failure> QueryLog::create(std::shared_ptr<query::Query> query,
    const std::vector<std::shared_ptr<query::Counter>>& counters, NewLog log, Clock& clock) {
    if (counters.empty()) {
        return Status::no_counters;
    }
    bool keeps_comments = false;
    if (const auto* const source = dynamic_cast<LogDataSource*>(&query->data_source())) {
        log.utf16 = source->utf16(); // perfmon saves text logs so, and whoever reads them expects it
        const bool is_text = log.type == LogType::csv || log.type == LogType::tsv;
        if (is_text && !log.has_comments && source->caption()) {
            log.has_comments = true;
            log.caption = *source->caption();
            keeps_comments = true;
        }
    }
    std::shared_ptr<QueryLog> made(
        new QueryLog(std::move(query), single_counters(counters), std::move(log), clock));
    made->keeps_comments_ = keeps_comments;
    if (!made->waits_for_instances()) {
        PDH_SHIM_CHECK(made->begin());
    }
    return made;
}

// Of supplied samples nobody knows the instances before they come.
bool QueryLog::waits_for_instances() const {
    return is_text() && std::ranges::any_of(counters_, [](const std::shared_ptr<query::Counter>& counter) {
        return counter->supplied() != nullptr && counter->is_wildcard();
    });
}

Result<void, Failure> QueryLog::begin() {
    columns_.clear();
    columns_.reserve(counters_.size());
    PDH_SHIM_CHECK(expand_columns());
    readers_.clear();
    readers_.resize(is_text() ? 0 : counters_.size());
    for (std::size_t i = 0; i < readers_.size(); ++i) {
        if (!counters_[i]->is_wildcard()) {
            readers_[i].emplace(counters_[i], format_of_text);
        }
    }
    PDH_SHIM_TRY(settings_.zone, query_->zone());
    NewLog log = settings_;
    log.entries = entries(); // which are not kept: there may be 30,000
    PDH_SHIM_TRY(writer_, create_log_file(std::move(log), clock_));
    flushed_ = clock_.now().perf_time;
    stored_ = flushed_;
    return outcome::success();
}

std::vector<model::LogEntry> QueryLog::entries() const {
    std::vector<model::LogEntry> entries;
    entries.reserve(columns_.size());
    for (const LogColumn& column : columns_) {
        model::LogEntry& entry = entries.emplace_back(entry_of(*counters_[column.counter]));
        entry.kind = is_text() ? model::LogEntryKind::counter : entry.kind;
        entry.type = column.is_displayed ? model::displayed_value_type : entry.type;
        if (column.instance) {
            entry.kind = model::LogEntryKind::counter;
            entry.parent = column.parent;
            entry.instance = column.instance->substr(column.parent.empty() ? 0 : column.parent.size() + 1);
            entry.duplicate = column.duplicate;
        }
    }
    return entries;
}

// A text log has the instances that there are now. A binary log keeps all that there will be, unless the
// counter is read from a log that has no others.
bool QueryLog::is_expanded(const query::Counter& counter) const {
    if (!counter.is_wildcard() || counter.is_unknown()) {
        return false;
    }
    const auto* const log = dynamic_cast<LogDataSource*>(&query_->data_source());
    return is_text() ||
           (counter.supplied() == nullptr && log != nullptr && !log->has_all_instances(counter.path()));
}

Result<void> QueryLog::expand_columns() {
    for (std::size_t i = 0; i < counters_.size(); ++i) {
        if (is_expanded(*counters_[i])) {
            PDH_SHIM_CHECK(expand_column(i));
        } else {
            add_whole_column(i);
        }
    }
    return outcome::success();
}

void QueryLog::add_whole_column(std::size_t counter) {
    columns_.push_back({.counter = counter,
        .instance = std::nullopt,
        .parent = {},
        .duplicate = 0,
        .numbered = {},
        .is_displayed = counters_[counter]->is_unknown()});
}

Result<void> QueryLog::expand_column(std::size_t counter) {
    std::unordered_map<std::u16string, std::uint32_t> seen;
    const auto add = [&](const std::u16string& name) {
        columns_.push_back({.counter = counter,
            .instance = name,
            .parent = {},
            .duplicate = seen[name]++,
            .numbered = name,
            .of_item = columns_.size()});
    };
    if (counters_[counter]->supplied() != nullptr) {
        if (const auto items = counters_[counter]->raw_items()) {
            std::ranges::for_each(items.value(), add, &query::Item<query::RawValue>::name);
        }
        return outcome::success();
    }
    const path::CounterPath path = counters_[counter]->path();
    const auto paths = machine::expand(query_->data_source(), path, {});
    if (!paths && paths.error() == Status::cstatus_no_machine) { // its instances come when it answers
        add_whole_column(counter);
        return outcome::success();
    }
    if (!paths) {
        return paths.error();
    }
    const std::size_t first = columns_.size();
    for (const std::u16string& text : paths.value()) {
        PDH_SHIM_TRY(const path::CounterPath one, path::parse_counter_path(text));
        const path::InstanceName instance = one.instance.value_or(path::InstanceName());
        columns_.push_back({.counter = counter,
            .instance = query::display_name(instance),
            .parent = instance.parent,
            .duplicate = instance.index,
            .numbered = path::make_instance_name(instance)});
    }
    note_order(first);
    return outcome::success();
}

// In an array the instances of one name stand side by side, in the order of their numbers.
void QueryLog::note_order(std::size_t first) {
    std::unordered_map<std::u16string_view, std::size_t, FoldedHash, FoldedEqual> begins; // of each name
    std::vector<std::tuple<std::size_t, std::uint32_t, std::size_t>> items;
    for (std::size_t i = first; i < columns_.size(); ++i) {
        items.emplace_back(
            begins.try_emplace(*columns_[i].instance, i).first->second, columns_[i].duplicate, i);
    }
    std::ranges::sort(items);
    for (std::size_t i = 0; i < items.size(); ++i) {
        columns_[first + i].of_item = std::get<2>(items[i]);
    }
}

Result<void> QueryLog::check_open() const {
    if (is_closed_ || epoch_ != fork_epoch()) {
        return Status::invalid_handle;
    }
    return outcome::success();
}

Result<void> QueryLog::update(std::u16string_view comment) {
    const auto lock = writing_.lock();
    PDH_SHIM_CHECK(check_open());
    const std::uint64_t before = query_->collects();
    const Result<std::int64_t> collected = query_->collect();
    // An instance that does not exist now leaves a gap in the log.
    const bool is_gap = !collected && collected.error() == Status::no_data && query_->collects() != before;
    if (!collected && !is_gap) {
        return collected.error();
    }
    const auto newest = query_->newest();
    const model::Snapshot& snapshot = newest->parts[newest->first_part].snapshot;
    record_.texts = snapshot.texts;
    const bool is_kept = comment.empty() && keeps_comments_;
    return add_record(newest->local_time, newest->bias, is_kept ? snapshot.comment : comment);
}

Result<void> QueryLog::write(std::int64_t local_time) {
    const auto lock = writing_.lock();
    PDH_SHIM_CHECK(check_open());
    record_.texts.clear();
    return add_record(local_time, std::nullopt, {});
}

Result<void> QueryLog::add_record(
    std::int64_t local_time, std::optional<std::int32_t> bias, std::u16string_view comment) {
    if (writer_ == nullptr) {
        if (const auto begun = begin(); !begun) {
            return trace::report(begun.error());
        }
    }
    if (settings_.type != LogType::binary && settings_.max_bytes != 0 &&
        writer_->size() >= settings_.max_bytes) {
        return Status::end_of_log_file;
    }
    record_.time_stamp = local_time;
    record_.bias = bias ? bias : settings_.zone.zone.bias_at_local(local_time);
    record_.comment = comment;
    fill_record();
    if (const auto written = write_record(); !written) {
        return trace::report(written.error());
    }
    return outcome::success();
}

Result<void, Failure> QueryLog::write_record() {
    PDH_SHIM_CHECK(within(settings_.file, writer_->write(record_)));
    const std::int64_t now = clock_.now().perf_time;
    if (now - flushed_ >= longest_wait) {
        PDH_SHIM_CHECK(within(settings_.file, writer_->flush()));
        flushed_ = now;
    }
    if (now - stored_ >= longest_in_memory) {
        stored_ = now;
        if (const auto stored = within(settings_.file, writer_->sync()); !stored) {
            trace::report(stored.error(), trace::Level::warning); // the record is in the file all the same
        }
    }
    return outcome::success();
}

void QueryLog::fill_record() {
    record_.cells.resize(columns_.size());
    const query::CollectedPair newest{query_->newest(), nullptr}; // a raw value has no older one
    for (std::size_t first = 0; first < columns_.size();) {
        std::size_t end = first + 1;
        while (end < columns_.size() && columns_[end].counter == columns_[first].counter) {
            ++end;
        }
        if (columns_[first].instance) {
            fill_instances(first, end);
        } else {
            fill_column(first, newest);
        }
        first = end;
    }
}

void QueryLog::fill_column(std::size_t column, const query::CollectedPair& newest) {
    query::Counter& counter = *counters_[columns_[column].counter];
    model::LogCell& cell = record_.cells[column];
    if (is_text()) {
        const calc::Formatted value = counter.format(format_of_text);
        set_displayed(cell, value.status, value.datum);
        if (has_spellings(counter)) {
            query::Counter::LastRaw last; // of the value that was formatted just now
            keep_spelling(cell, counter.read_raw(last) ? last.raw : counter.raw());
        }
    } else if (columns_[column].is_displayed) {
        fill_displayed(cell, counter);
    } else if (counter.is_wildcard()) {
        cell.is_there = true;
        set_instances(cell, counter.raw_items());
        cell.value.time_stamp = record_.time_stamp;
    } else {
        query::RawValue raw;
        static_cast<void>(readers_[columns_[column].counter]->read(newest, &raw));
        set_raw(cell, raw);
    }
}

// The log says that there is nothing to calculate: nobody knew the type when it was begun.
void QueryLog::fill_displayed(model::LogCell& cell, query::Counter& counter) const {
    const auto to_raw = [this](Status status, const calc::Datum& datum) {
        return query::RawValue{.sample = {.first = std::bit_cast<std::int64_t>(datum.value.real),
                                   .cstatus = status == Status::success ? datum.cstatus : status},
            .time_stamp = record_.time_stamp};
    };
    if (!counter.is_wildcard()) {
        const calc::Formatted value = counter.format(format_of_text);
        set_raw(cell, to_raw(value.status, value.datum));
        return;
    }
    cell.is_there = true;
    const auto formatted = counter.formatted_items(format_of_text);
    if (!formatted) {
        set_instances(cell, formatted.error());
        return;
    }
    std::vector<query::Item<query::RawValue>> values;
    for (const query::Item<calc::Datum>& item : formatted.value().items) {
        values.push_back({item.name, to_raw(Status::success, item.value), item.duplicate});
    }
    set_instances(cell, std::move(values));
    cell.value.time_stamp = record_.time_stamp;
}

void QueryLog::fill_instances(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
        model::LogCell& cell = record_.cells[i];
        cell.is_there = !is_text();
        cell.value = {.cstatus = static_cast<std::uint32_t>(Status::cstatus_no_instance),
            .time_stamp = record_.time_stamp};
    }
    query::Counter& counter = *counters_[columns_[first].counter];
    if (!is_text()) {
        if (const auto items = counter.raw_items()) {
            place_items(first, end, items.value());
        }
        return;
    }
    auto formatted = counter.formatted_items(format_of_text);
    if (!formatted) {
        return;
    }
    auto& items = formatted.value().items;
    const auto samples = has_spellings(counter)
                             ? counter.raw_items()
                             : Result<std::vector<query::Item<query::RawValue>>>(Status::no_data);
    if (samples) {
        place_items(first, end, spelled(std::move(items), samples.value()));
    } else {
        place_items(first, end, items);
    }
}

// Whether the items are the instances of the columns, as they mostly are.
template <class Items>
bool QueryLog::are_columns_of(std::size_t first, std::size_t end, const Items& items) const {
    if (items.size() != end - first) {
        return false;
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
        const LogColumn& column = column_of_item(first + i);
        if (items[i].name != *column.instance || items[i].duplicate != column.duplicate) {
            return false;
        }
    }
    return true;
}

template <class Items>
void QueryLog::place_items(std::size_t first, std::size_t end, const Items& items) {
    if (are_columns_of(first, end, items)) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            set_item(record_.cells[columns_[first + i].of_item], items[i].value);
        }
        return;
    }
    find_columns(first, end, items);
}

// Most of the instances of the columns are there, in the order of items.
template <class Items>
void QueryLog::find_columns(std::size_t first, std::size_t end, const Items& items) {
    std::size_t next = first;
    for (const auto& item : items) {
        const auto is_its = [&](const LogColumn& column) {
            return (column.duplicate == item.duplicate && equal_folded(*column.instance, item.name)) ||
                   (item.duplicate == 0 && equal_folded(column.numbered, item.name));
        };
        if (next == end || !is_its(column_of_item(next))) {
            next = first;
            while (next < end && !is_its(column_of_item(next))) {
                ++next;
            }
        }
        if (next < end) {
            set_item(record_.cells[columns_[next].of_item], item.value);
            ++next;
        }
    }
}

void QueryLog::reset_supplied() {
    for (const std::shared_ptr<query::Counter>& counter : counters_) {
        if (query::SuppliedSamples* const supplied = counter->supplied()) {
            supplied->reset();
        }
    }
}

Result<model::LogRun> QueryLog::run() {
    const auto lock = writing_.lock();
    PDH_SHIM_CHECK(check_open());
    const auto run = writer_ == nullptr ? std::nullopt : writer_->run();
    if (!run) {
        return Status::invalid_handle;
    }
    return *run;
}

Result<void> QueryLog::set_run_number(std::int32_t number) {
    const auto lock = writing_.lock();
    PDH_SHIM_CHECK(check_open());
    if (writer_ == nullptr) {
        return Status::invalid_handle;
    }
    if (const auto set = within(settings_.file, writer_->set_run_number(number)); !set) {
        return trace::report(set.error());
    }
    return outcome::success();
}

Result<std::uint64_t> QueryLog::size() {
    const auto lock = writing_.lock();
    PDH_SHIM_CHECK(check_open());
    return writer_ == nullptr ? std::uint64_t{0} : writer_->size();
}

Result<void> QueryLog::close() {
    const auto lock = writing_.lock();
    PDH_SHIM_CHECK(check_open());
    is_closed_ = true;
    const std::unique_ptr<model::LogWriter> writer = std::move(writer_);
    if (writer == nullptr) {
        return outcome::success();
    }
    if (const auto closed = within(settings_.file, writer->close()); !closed) {
        return trace::report(closed.error());
    }
    return outcome::success();
}

} // namespace pdh_shim::recorded
