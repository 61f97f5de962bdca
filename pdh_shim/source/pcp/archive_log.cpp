// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/archive_log.h"

#include "base/clock.h"
#include "base/data_file.h"
#include "base/named_file.h"
#include "base/text.h"
#include "calc/counter_type.h"
#include "calc/formula.h"
#include "source/pcp/found_objects.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

// Metrics that libpcp derives from others when a host is asked; no archive has their values.
constexpr unsigned derived_domain = 511;
constexpr unsigned domain_shift = 22;

// A local time may be one of two where clocks are set back; the reader begins before both.
constexpr std::int64_t most_set_back = ticks_per_second * 2 * 3600;

std::int64_t offset_at(std::int64_t utc) {
    return to_local_file_time(utc) - utc;
}

std::int32_t bias_of_offset(std::int64_t to_local) {
    return static_cast<std::int32_t>(-to_local / (60 * ticks_per_second));
}

std::int64_t earliest_utc(std::int64_t local_time) {
    const std::int64_t likely = local_time - offset_at(local_time);
    return local_time - offset_at(likely) - most_set_back;
}

bool is_derived(const ColumnPlan& column, const ObjectPlan& plan) {
    return std::ranges::any_of(column.terms, [&plan](const MetricTerm& term) {
        return plan.metrics[term.metric].desc.pmid >> domain_shift == derived_domain;
    });
}

const calc::TypeInfo& type_of(const model::CounterDef& counter) {
    return calc::counter_types[calc::type_index(counter.type)];
}

// Bytes of the files of an archive: volumes, metadata and index.
Result<std::uint64_t, Failure> size_of(const std::string& archive) {
    std::uint64_t bytes = 0;
    const std::string start = last_part(archive) + '.';
    PDH_SHIM_TRY(const auto entries, folder_entries(folder_of(archive)));
    for (const FolderEntry& entry : entries) {
        if (entry.kind == FileKind::file && entry.name.starts_with(start)) {
            const std::string name = name_below(folder_of(archive), entry.name);
            PDH_SHIM_TRY(const auto file, open_data_file(name));
            PDH_SHIM_TRY(const std::uint64_t own, file->size());
            bytes += own;
        }
    }
    return bytes;
}

std::u16string name_of(const model::Instance& instance) {
    return instance.parent.empty() ? instance.name : instance.parent + u'/' + instance.name;
}

std::vector<model::Instance> instances_of(const ObjectPlan& plan, const std::map<int, std::string>& known) {
    std::vector<model::Instance> instances;
    for (const auto& [number, given] : known) {
        std::u16string name = plan.name_instance(given, number);
        if (!name.empty()) {
            instances.push_back({std::move(name), {}});
        }
    }
    if (plan.has_total && !instances.empty()) {
        instances.push_back({std::u16string(total_name), {}});
    }
    return instances;
}

void write_gap(model::LogRecord& record) {
    for (model::LogCell& cell : record.cells) {
        cell.is_there = true;
        cell.value = {.cstatus = static_cast<std::uint32_t>(Status::cstatus_invalid_data),
            .time_stamp = record.time_stamp};
        cell.instances.clear();
    }
}

} // namespace

ArchiveLog::LoggedObject::LoggedObject(ObjectPlan object)
    : plan(std::make_shared<const ObjectPlan>(std::move(object))),
      sampler(std::make_unique<ObjectSampler>(plan)), entries(plan->columns.size()),
      columns(plan->columns.size()) {}

Result<std::unique_ptr<ArchiveLog>, Failure> ArchiveLog::open(
    std::shared_ptr<const Libpcp> library, ArchiveFiles files, const model::Catalogue& described) {
    PDH_SHIM_TRY(auto archive, Archive::open(std::move(library), std::move(files)));
    std::unique_ptr<ArchiveLog> log(new ArchiveLog(std::move(archive)));
    PDH_SHIM_CHECK(log->find_objects(described));
    return log;
}

Result<void, Failure> ArchiveLog::find_objects(const model::Catalogue& described) {
    PDH_SHIM_TRY(const auto present, archive_->make_present());
    auto plans = find_all(*archive_, described);
    if (!plans) {
        return Failure(Status::unable_read_log_header, archive_->files().archives.front().name(),
            "its metrics cannot be listed");
    }
    for (ObjectPlan& plan : *plans) {
        for (const Metric& metric : plan.metrics) {
            if (metric.desc.sem == PM_SEM_DISCRETE) {
                lasting_.insert(metric.desc.pmid);
            }
        }
        add_entries(objects_.emplace_back(std::move(plan)));
    }
    return outcome::success();
}

void ArchiveLog::add_entries(LoggedObject& object) {
    const model::ObjectDef& definition = object.plan->definition;
    for (std::size_t column = 0; column < definition.counters.size(); ++column) {
        const model::CounterDef& counter = definition.counters[column];
        if (calc::is_base_type(counter.type) || is_derived(object.plan->columns[column], *object.plan)) {
            continue;
        }
        object.entries[column] = entries_.size();
        object.columns[column] = true;
        if (counter.base != model::no_column) {
            object.columns[counter.base] = true;
        }
        model::LogEntry& entry = entries_.emplace_back();
        entry.kind = definition.instances == model::Instances::multi ? model::LogEntryKind::instances
                                                                     : model::LogEntryKind::counter;
        append_utf8_lossy(entry.machine, archive_->files().host);
        entry.object = definition.name;
        entry.counter = counter.name;
        entry.type = counter.type;
        entry.default_scale = counter.default_scale;
    }
}

void ArchiveLog::choose(const std::vector<std::size_t>& entries) {
    for (LoggedObject& object : objects_) {
        object.columns.assign(object.columns.size(), false);
        for (std::size_t column = 0; column < object.entries.size(); ++column) {
            const auto& entry = object.entries[column];
            if (entry && std::ranges::binary_search(entries, *entry)) {
                const std::uint32_t base = object.plan->definition.counters[column].base;
                object.columns[column] = true;
                object.columns[base == model::no_column ? column : base] = true;
            }
        }
    }
    is_ready_ = false;
}

// The metadata has the instances of domains; but where a metric names them, as that of processes, its values
// do.
Result<bool, Failure> ArchiveLog::all_instances(std::size_t entry, std::vector<std::u16string>& names) {
    const auto object = std::ranges::find_if(objects_, [entry](const LoggedObject& candidate) {
        return std::ranges::find(candidate.entries, entry) != candidate.entries.end();
    });
    if (object == objects_.end() || object->plan->name) {
        return false;
    }
    PDH_SHIM_TRY(const auto present, archive_->make_present());
    const auto known = archive_->all_instances(object->plan->metrics.front().desc.indom);
    if (!known) {
        return false;
    }
    const model::InstanceSet set(instances_of(*object->plan, *known));
    std::ranges::transform(set.instances(), std::back_inserter(names), name_of);
    return true;
}

Result<void, Failure> ArchiveLog::make_ready() {
    if (is_ready_) {
        return outcome::success();
    }
    metrics_.clear();
    for (LoggedObject& object : objects_) {
        object.first_metric = metrics_.size();
        object.metric_count = 0;
        if (std::ranges::find(object.columns, true) == object.columns.end()) {
            continue;
        }
        if (!object.sampler->prepare(*archive_)) {
            return Failure(
                Status::log_file_open_error, archive_->files().archives.front().name(), "cannot be read");
        }
        object.sampler->request(object.columns, metrics_);
        object.metric_count = metrics_.size() - object.first_metric;
    }
    values_.assign(metrics_.size(), nullptr);
    times_.assign(metrics_.size(), 0);
    is_ready_ = true;
    held_.clear();
    return has_begun_ || has_moment_ ? load_lasting(moment_.time) : outcome::success();
}

// What was logged before reading began, or before it was chosen, may still hold.
Result<void, Failure> ArchiveLog::load_lasting(std::int64_t time) {
    std::vector<pmID> metrics;
    std::ranges::copy_if(
        metrics_, std::back_inserter(metrics), [this](pmID metric) { return lasting_.contains(metric); });
    std::ranges::sort(metrics);
    metrics.erase(std::unique(metrics.begin(), metrics.end()), metrics.end());
    Moment found;
    PDH_SHIM_CHECK(archive_->values_at(time, std::move(metrics), found));
    held_ = std::move(found.values);
    return outcome::success();
}

void ArchiveLog::restart() {
    held_.clear();
    for (LoggedObject& object : objects_) {
        object.sampler->restart();
    }
}

// The next moment with values. Gaps before the first and behind the last one are not shown.
Result<bool, Failure> ArchiveLog::read_moment() {
    while (true) {
        PDH_SHIM_TRY(const bool is_there, archive_->next(moment_));
        if (!is_there) {
            return false;
        }
        if (!moment_.is_gap) {
            has_begun_ = true;
            to_local_ = offset_at(moment_.time);
            return true;
        }
        restart();
        gap_ = has_begun_ && !gap_ ? std::optional(moment_.time + offset_at(moment_.time)) : gap_;
    }
}

Result<bool, Failure> ArchiveLog::next(model::LogRecord& record) {
    PDH_SHIM_TRY(const auto present, archive_->make_present());
    PDH_SHIM_CHECK(make_ready());
    record.blocks.clear();
    record.cells.resize(entries_.size());
    if (metrics_.empty()) { // another host of the folder has what is chosen
        return false;
    }
    while (true) {
        if (!has_moment_) {
            PDH_SHIM_TRY(has_moment_, read_moment());
        }
        if (!has_moment_) {
            return false;
        }
        if (const auto gap = std::exchange(gap_, std::nullopt)) {
            record.time_stamp = *gap;
            record.bias = bias_of_offset(to_local_);
            write_gap(record);
            return true;
        }
        has_moment_ = false;
        PDH_SHIM_TRY(const bool is_filled, fill(record));
        if (is_filled) {
            return true;
        }
    }
}

// The values of the chosen metrics, in their order. @return whether one was logged now
bool ArchiveLog::take_values() {
    bool is_any_new = false;
    for (std::size_t i = 0; i < metrics_.size(); ++i) {
        const pmID metric = metrics_[i];
        const auto logged = moment_.values.find(metric);
        values_[i] = nullptr;
        if (logged == moment_.values.end()) {
            if (const auto held = held_.find(metric); held != held_.end()) {
                values_[i] = const_cast<pmValueSet*>(held->second.values);
                times_[i] = moment_.time;
            }
            continue;
        }
        is_any_new = true;
        values_[i] = const_cast<pmValueSet*>(logged->second.values);
        times_[i] = logged->second.time;
        if (lasting_.contains(metric)) {
            held_.insert_or_assign(metric, logged->second);
        }
    }
    return is_any_new;
}

Result<bool, Failure> ArchiveLog::fill(model::LogRecord& record) {
    record.time_stamp = moment_.time + to_local_;
    record.bias = bias_of_offset(to_local_);
    if (!take_values()) {
        return false;
    }
    bool has_values = false;
    for (LoggedObject& object : objects_) {
        if (object.metric_count > 0) {
            PDH_SHIM_TRY(const bool has_some, fill_object(object, record));
            has_values = has_values || has_some;
        }
    }
    return has_values;
}

Result<bool, Failure> ArchiveLog::fill_object(LoggedObject& object, model::LogRecord& record) {
    MetricValues answer{.values = values_, .time = moment_.time, .times = times_};
    for (std::size_t i = object.first_metric; i < object.first_metric + object.metric_count; ++i) {
        if (values_[i] != nullptr) {
            answer.time = times_[i];
            break;
        }
    }
    const bool is_listed = object.sampler->lists_instances(answer);
    if (is_listed && !object.sampler->write(*archive_, answer, object.columns, object.snapshot)) {
        return Failure(
            Status::log_file_open_error, archive_->files().archives.front().name(), "cannot be read");
    }
    if (is_listed) {
        object.snapshot.publish(nullptr);
    }
    bool has_values = false;
    for (std::uint32_t column = 0; column < object.entries.size(); ++column) {
        const auto& entry = object.entries[column];
        if (entry && object.columns[column]) {
            model::LogCell& cell = record.cells[*entry];
            cell.is_there = is_listed && fill_entry(object, column, answer, cell);
            has_values = has_values || cell.is_there;
        }
    }
    return has_values;
}

// @return whether it has a value, or there are no instances; else the cell stays as it is
bool ArchiveLog::fill_entry(const LoggedObject& object, std::uint32_t column, const MetricValues& answer,
    model::LogCell& cell) const {
    const std::uint32_t base = object.plan->definition.counters[column].base;
    const model::InstanceSet& set = *object.snapshot.instances();
    const auto& instances = set.instances();
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < instances.size(); ++row) {
        if (object.snapshot.is_valid(row, column) &&
            (base == model::no_column || object.snapshot.is_valid(row, base))) {
            rows.push_back(row);
        }
    }
    if (rows.empty() && !instances.empty()) {
        return false;
    }
    const std::int64_t time = object.sampler->time_of(column, answer);
    if (object.plan->definition.instances == model::Instances::none) {
        cell.value = value_of(object, rows.front(), column, time);
        return true;
    }
    cell.value = {.cstatus = 0, .time_stamp = time + to_local_};
    cell.instances.resize(rows.size()); // the names keep their memory
    for (std::size_t i = 0; i < rows.size(); ++i) {
        cell.instances[i].name = name_of(instances[rows[i]]);
        cell.instances[i].value = value_of(object, rows[i], column, time);
        cell.instances[i].duplicate = set.duplicate_index(rows[i]);
    }
    return true;
}

model::LogValue ArchiveLog::value_of(
    const LoggedObject& object, std::size_t row, std::uint32_t column, std::int64_t time) const {
    const model::CounterDef& counter = object.plan->definition.counters[column];
    const calc::Clocks clocks{.perf_time = time,
        .perf_freq = ticks_per_second,
        .time_100ns = time,
        .object_time = time,
        .object_freq = ticks_per_second};
    const std::int64_t base = counter.base == model::no_column ? 0 : object.snapshot.cell(row, counter.base);
    const calc::RawSample sample =
        calc::make_raw_sample(type_of(counter), object.snapshot.cell(row, column), base, 1, clocks);
    return {.cstatus = static_cast<std::uint32_t>(sample.cstatus),
        .time_stamp = time + to_local_,
        .first = sample.first,
        .second = sample.second,
        .multi = sample.multi};
}

Result<void, Failure> ArchiveLog::go_to(std::int64_t time) {
    PDH_SHIM_CHECK(archive_->go_to(time));
    restart();
    has_moment_ = false;
    has_begun_ = false;
    gap_.reset();
    return outcome::success();
}

Result<void, Failure> ArchiveLog::seek(std::int64_t local_time) {
    PDH_SHIM_TRY(const auto present, archive_->make_present());
    PDH_SHIM_CHECK(go_to(earliest_utc(local_time)));
    do {
        PDH_SHIM_TRY(has_moment_, read_moment());
    } while (has_moment_ && moment_.time + to_local_ < local_time);
    gap_.reset();
    is_ready_ = false; // what was passed over may hold
    return outcome::success();
}

Result<model::LogRange, Failure> ArchiveLog::range() {
    PDH_SHIM_TRY(const auto present, archive_->make_present());
    PDH_SHIM_CHECK(go_to(0));
    model::LogRange range;
    while (true) {
        PDH_SHIM_TRY(const bool is_there, read_moment());
        if (!is_there) {
            break;
        }
        range.add(moment_.time + to_local_);
        range.records += std::exchange(gap_, std::nullopt) ? 1 : 0;
    }
    PDH_SHIM_CHECK(go_to(0));
    if (range.records == 0) {
        return Failure(Status::no_data, archive_->files().archives.front().name(), "has no record");
    }
    return range;
}

Result<std::uint64_t, Failure> ArchiveLog::size() {
    std::uint64_t bytes = 0;
    for (const PlainArchive& archive : archive_->files().archives) {
        auto own = size_of(archive.name());
        if (!own) {
            return std::move(own).error().as(Status::log_file_open_error); // it was there when it was opened
        }
        bytes += own.value();
    }
    return bytes;
}

Result<std::uint64_t, Failure> ArchiveLog::whole_size() {
    return Failure(Status::log_file_open_error, {}, "nothing can be added to an archive");
}

} // namespace pdh_shim::source::pcp
