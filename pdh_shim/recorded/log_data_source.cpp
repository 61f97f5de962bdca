// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/log_data_source.h"

#include "base/text.h"
#include "base/trace.h"
#include "machine/enumeration.h"
#include "machine/resolve.h"
#include "path/counter_path.h"
#include "recorded/database_log.h"
#include "recorded/log_cursor.h"
#include "recorded/recorded_source.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

namespace pdh_shim::recorded {
namespace {

using ReaderPointer = std::unique_ptr<model::LogReader>;

// Several binary logs as one.
Result<ReaderPointer, Failure> open_together(const std::vector<std::string>& files) {
    std::vector<ReaderPointer> readers;
    for (const std::string& name : files) {
        PDH_SHIM_TRY(LogToRead file, open_log_file(name));
        if (file.type != LogType::binary) {
            return Failure(Status::unknown_log_format, name, "only binary logs can be read together");
        }
        readers.push_back(std::move(file.reader));
    }
    return merge_logs(std::move(readers));
}

Result<LogToRead, Failure> open_all(const std::vector<std::string>& files) {
    if (files.size() == 1) {
        return open_log_file(files.front());
    }
    ReaderFactory open = [files] { return open_together(files); };
    PDH_SHIM_TRY(ReaderPointer reader, open());
    return LogToRead{LogType::binary, std::move(reader), std::move(open)};
}

// What a counter, or for an empty name all counters, of an object is found by.
std::u16string listed_key(
    std::u16string_view machine, std::u16string_view object, std::u16string_view counter) {
    std::u16string key;
    for (const std::u16string_view part : {machine, object, counter}) {
        for (std::size_t i = 0; i < part.size(); ++i) {
            key += fold(well_formed_unit(part, i));
        }
        key += u'\0';
    }
    return key;
}

std::vector<std::u16string> machine_names(const std::vector<model::LogEntry>& entries) {
    std::vector<std::u16string> names;
    for (const model::LogEntry& entry : entries) {
        const auto is_it = [&entry](const std::u16string& name) { return equal_folded(name, entry.machine); };
        if (std::ranges::none_of(names, is_it)) {
            names.push_back(entry.machine);
        }
    }
    return names;
}

std::string log_name(const std::vector<std::string>& files) {
    std::string name = "log";
    for (const std::string& file : files) {
        name += ' ' + file;
    }
    return name;
}

constexpr std::uint32_t all_rows = LogDataSource::all_rows;

/// The paths of counters.
class PathList {
  public:
    explicit PathList(bool with_instances) : with_instances_(with_instances) {}

    /// @param row of an instance, or all_rows
    /// @retval memory_allocation_failure see machine::longest_expansion
    Result<void> add(
        const machine::Machine& machine, machine::ObjectRef object, std::uint32_t column, std::uint32_t row) {
        path::CounterPath path{
            machine.name(), machine.object_name(object), {}, machine.counter_name(object, column)};
        const model::ObjectDef& definition = machine.definition(object);
        if (definition.instances != model::Instances::multi) {
            return add(path);
        }
        if (row == all_rows && !with_instances_) {
            path.instance = path::InstanceName{{}, u"*", 0};
            return add(path);
        }
        PDH_SHIM_TRY(const model::ObjectSnapshot* const rows, rows_of(machine, object));
        const model::InstanceSet& set = *rows->instances();
        const std::size_t end = row == all_rows ? set.instances().size() : row + std::size_t{1};
        for (std::size_t i = row == all_rows ? 0 : row; i < end; ++i) {
            if (rows->status(i, column) != Status::cstatus_no_instance) {
                path.instance = machine::shown_instance(definition, machine::instance_name(set, i));
                PDH_SHIM_CHECK(add(path));
            }
        }
        return outcome::success();
    }

    /// An object that is logged as a whole: each instance with all its counters, as an expansion has them.
    Result<void> add_object(
        const machine::Machine& machine, machine::ObjectRef object, std::span<const std::uint32_t> columns) {
        const bool has_rows = machine.definition(object).instances == model::Instances::multi;
        std::size_t rows = 1;
        if (has_rows && with_instances_) {
            PDH_SHIM_TRY(const model::ObjectSnapshot* const snapshot, rows_of(machine, object));
            rows = snapshot->instances()->instances().size();
        }
        for (std::size_t row = 0; row < rows; ++row) {
            for (const std::uint32_t column : columns) {
                PDH_SHIM_CHECK(add(
                    machine, object, column, with_instances_ ? static_cast<std::uint32_t>(row) : all_rows));
            }
        }
        return outcome::success();
    }

    [[nodiscard]] std::size_t size() const noexcept { return paths_.size(); }

    /// Puts a path with `*` in place of the paths from `first` on, if it is expanded to these in this order:
    /// a counter of all instances takes less memory and time than one for each.
    void join(std::size_t first, machine::DataSource& log) {
        if (paths_.size() < first + 2) {
            return;
        }
        auto path = path::parse_counter_path(paths_[first]);
        if (!path) {
            return;
        }
        path.value().instance = path::InstanceName{{}, u"*", 0};
        const auto expanded = machine::expand(log, path.value(), {});
        if (expanded && std::ranges::equal(expanded.value(), std::span(paths_).subspan(first))) {
            paths_.resize(first);
            paths_.push_back(path::make_counter_path(path.value()));
        }
    }

    [[nodiscard]] std::vector<std::u16string> take() && { return std::move(paths_); }

  private:
    Result<void> add(const path::CounterPath& path) {
        paths_.push_back(path::make_counter_path(path));
        length_ += paths_.back().size() + 1;
        if (length_ > machine::longest_expansion) {
            return Status::memory_allocation_failure;
        }
        return outcome::success();
    }

    Result<const model::ObjectSnapshot*> rows_of(const machine::Machine& machine, machine::ObjectRef object) {
        const auto key = std::tuple(&machine, object.source, object.object);
        auto place = rows_.find(key);
        if (place == rows_.end()) {
            PDH_SHIM_TRY(auto rows, machine::instance_rows(machine, object));
            place = rows_.emplace(key, std::move(rows)).first;
        }
        return &place->second;
    }

    const bool with_instances_;
    std::map<std::tuple<const machine::Machine*, std::uint32_t, std::uint32_t>, model::ObjectSnapshot> rows_;
    std::vector<std::u16string> paths_;
    std::uint64_t length_ = 0;
};

} // namespace

Result<std::shared_ptr<LogDataSource>, Failure> LogDataSource::open(std::vector<std::string> files) {
    PDH_SHIM_TRY(LogToRead log, open_all(files));
    std::shared_ptr<LogDataSource> source(
        new LogDataSource(std::move(files), log.type, std::move(log.open_again)));
    source->utf16_ = log.utf16;
    source->caption_ = log.reader->caption();
    PDH_SHIM_CHECK(source->read_catalogue(*log.reader));
    if (source->files_.size() > 1) { // their zones may not go together
        PDH_SHIM_CHECK(source->find_zone(0));
    }
    return source;
}

Result<void, Failure> LogDataSource::read_catalogue(model::LogReader& log) {
    for (const model::LogEntry& entry : log.entries()) {
        if (entry.kind != model::LogEntryKind::counter) {
            listed_.insert(listed_key(entry.machine, entry.object, entry.counter));
        }
    }
    for (std::u16string& name : machine_names(log.entries())) {
        std::vector<machine::ActiveSource> sources;
        const auto add = [&sources](std::shared_ptr<model::Source> source) {
            if (source != nullptr) {
                auto catalogue = source->catalogue();
                sources.push_back({std::move(source), std::move(catalogue)});
            }
        };
        RecordedLayout layout = lay_out(log.entries(), name);
        list_counters(layout);
        add(make_recorded_source(log_name(files_), std::move(layout), open_));
        PDH_SHIM_TRY(auto blocks, make_block_log_source(log_name(files_), log, name, open_));
        if (blocks != nullptr) {
            list_objects(
                *blocks->catalogue(), log.entries(), name, static_cast<std::uint32_t>(sources.size()));
        }
        add(std::move(blocks));
        auto machine = std::make_shared<const machine::Machine>([name] { return name; }, std::move(sources));
        machines_.push_back({std::move(name), std::move(machine)});
    }
    // A counter that a text log has twice is listed where it stands first.
    const auto cell = [](const ListedCounter& listed) {
        return std::tuple(
            listed.machine, listed.object.source, listed.object.object, listed.column, listed.row);
    };
    std::ranges::sort(catalogue_, [&cell](const ListedCounter& left, const ListedCounter& right) {
        return std::pair(cell(left), left.entry) < std::pair(cell(right), right.entry);
    });
    const auto is_same = [&cell](const ListedCounter& left, const ListedCounter& right) {
        return cell(left) == cell(right);
    };
    catalogue_.erase(std::unique(catalogue_.begin(), catalogue_.end(), is_same), catalogue_.end());
    std::ranges::sort(catalogue_, {},
        [&cell](const ListedCounter& listed) { return std::pair(listed.entry, cell(listed)); });
    catalogue_.shrink_to_fit();
    return outcome::success();
}

/// Of the computer that machines_ gets next, whose first source has them.
void LogDataSource::list_counters(const RecordedLayout& layout) {
    const auto machine = static_cast<std::uint32_t>(machines_.size());
    for (std::uint32_t i = 0; i < layout.objects.size(); ++i) {
        const RecordedObject& object = layout.objects[i];
        for (const RecordedCell& cell : object.counters) {
            catalogue_.push_back({static_cast<std::uint32_t>(cell.entry), machine, {0, i}, cell.column,
                static_cast<std::uint32_t>(cell.row)});
        }
        for (const RecordedCell& cell : object.lists) {
            catalogue_.push_back(
                {static_cast<std::uint32_t>(cell.entry), machine, {0, i}, cell.column, all_rows});
        }
    }
}

/// The same for objects that are logged as a whole. Those that the catalogue does not name come last.
void LogDataSource::list_objects(const model::Catalogue& objects, std::span<const model::LogEntry> entries,
    std::u16string_view machine, std::uint32_t source) {
    for (std::uint32_t i = 0; i < objects.objects.size(); ++i) {
        const auto entry = std::ranges::find_if(entries, [&](const model::LogEntry& one) {
            return one.kind == model::LogEntryKind::object && equal_folded(one.machine, machine) &&
                   equal_folded(one.object, objects.objects[i].name);
        });
        catalogue_.push_back({static_cast<std::uint32_t>(entry - entries.begin()),
            static_cast<std::uint32_t>(machines_.size()), {source, i}, model::no_column, all_rows});
    }
}

Result<std::vector<std::u16string>> LogDataSource::counters(bool with_instances) {
    PathList paths(with_instances);
    std::size_t first = 0; // path of the instances of a counter that stand side by side
    const auto is_of_same_counter = [](const ListedCounter& left, const ListedCounter& right) {
        return left.machine == right.machine && left.object == right.object && left.column == right.column;
    };
    for (std::size_t i = 0; i < catalogue_.size(); ++i) {
        const ListedCounter& listed = catalogue_[i];
        if (!with_instances && i > 0 && !is_of_same_counter(catalogue_[i - 1], listed)) {
            paths.join(first, *this);
            first = paths.size();
        }
        const machine::Machine& machine = *machines_[listed.machine].machine;
        const model::ObjectDef& definition = machine.definition(listed.object);
        if (listed.column != model::no_column) {
            PDH_SHIM_CHECK(paths.add(machine, listed.object, listed.column, listed.row));
            continue;
        }
        const auto first_part = machine.find_object(definition.name).value_or(listed.object);
        std::vector<std::uint32_t> columns;
        for (std::uint32_t column = 0; column < definition.counters.size(); ++column) {
            if (machine::has_value(definition, definition.counters[column]) &&
                machine::is_first_of_name(machine, first_part, listed.object, column)) {
                columns.push_back(column);
            }
        }
        PDH_SHIM_CHECK(paths.add_object(machine, listed.object, columns));
        first = paths.size();
    }
    if (!with_instances) {
        paths.join(first, *this);
    }
    return std::move(paths).take();
}

Result<std::uint64_t> LogDataSource::comments(std::int64_t begin, std::int64_t end) const {
    return trace::reported(count_comments(begin, end));
}

Result<std::uint64_t, Failure> LogDataSource::count_comments(std::int64_t begin, std::int64_t end) const {
    std::uint64_t count = 0;
    if (!caption_) {
        return count;
    }
    PDH_SHIM_TRY(const ReaderPointer log, open_());
    log->choose({});
    model::LogRecord record;
    while (true) {
        PDH_SHIM_TRY(const bool is_there, log->next(record));
        if (!is_there) {
            return count;
        }
        const bool is_chosen = record.time_stamp >= begin && record.time_stamp <= end;
        count += is_chosen && !record.comment.empty() ? 1 : 0;
    }
}

Result<std::vector<std::u16string>> LogDataSource::machines() {
    std::vector<std::u16string> names;
    std::ranges::transform(machines_, std::back_inserter(names), &KnownMachine::name);
    return names;
}

Result<std::shared_ptr<const machine::Machine>> LogDataSource::machine(std::u16string_view name) {
    const std::u16string_view wanted = path::without_backslashes(name);
    const auto found = std::ranges::find_if(machines_,
        [wanted](const KnownMachine& known) { return wanted.empty() || equal_folded(known.name, wanted); });
    if (found == machines_.end()) {
        return Status::cstatus_no_machine;
    }
    return found->machine;
}

Result<void> LogDataSource::set_range(model::Session& session, std::int64_t begin, std::int64_t end) {
    static_cast<LogSession&>(session).set_range(begin, end);
    return outcome::success();
}

void LogDataSource::share_cursor(model::Session& session, const model::Session& first) {
    static_cast<LogSession&>(session).share_cursor(static_cast<const LogSession&>(first));
}

Result<model::ZoneAt> LogDataSource::zone_at(std::int64_t local_time) {
    return trace::reported(find_zone(local_time));
}

// Records correct what the log says of its zone: the first ones that have a bias of their own.
Result<model::ZoneAt, Failure> LogDataSource::find_zone(std::int64_t local_time) const {
    constexpr int most_records = 8;
    PDH_SHIM_TRY(const ReaderPointer log, open_());
    if (type_ == LogType::csv || type_ == LogType::tsv) {
        log->choose({}); // only the times are of use
    }
    if (local_time > 0) {
        PDH_SHIM_CHECK(log->seek(local_time));
    }
    model::LogRecord record;
    std::optional<std::int64_t> first;
    model::RecordZone zone(zone_of(*log, local_time));
    for (int i = 0; i < most_records; ++i) {
        PDH_SHIM_TRY(const bool is_there, log->next(record));
        if (!is_there) {
            break;
        }
        if (!first) {
            first = record.time_stamp;
            zone = model::RecordZone(zone_of(*log, *first));
        }
        const auto bias = zone.bias_of(record);
        if (record.bias) {
            return model::ZoneAt{zone.zone(), i == 0 ? bias : zone.zone().bias_at_local(*first)};
        }
    }
    return model::ZoneAt{zone.zone(), zone.zone().bias_at_local(first.value_or(local_time))};
}

bool LogDataSource::has_all_instances(const path::CounterPath& path) const {
    const std::u16string_view machine = path::without_backslashes(path.machine);
    return listed_.contains(listed_key(machine, path.object, path.counter)) ||
           listed_.contains(listed_key(machine, path.object, {}));
}

Result<model::LogRange> LogDataSource::range() {
    const auto read = [this]() -> Result<model::LogRange> {
        PDH_SHIM_TRY(const ReaderPointer log, trace::reported(open_()));
        PDH_SHIM_TRY(const model::LogRange range, trace::reported(log->range()));
        report_loss(log_name(files_), *log);
        return range;
    };
    PDH_SHIM_TRY(const model::LogRange* const range, range_.get(read));
    return *range;
}

Result<model::LogRun> LogDataSource::run() const {
    if (type_ != LogType::sql) {
        return Status::invalid_handle;
    }
    return trace::reported(newest_run(files_.front()));
}

Result<void> LogDataSource::set_run_number(std::int32_t number) const {
    if (type_ != LogType::sql) {
        return Status::invalid_handle;
    }
    if (const auto set = set_newest_run_number(files_.front(), number); !set) {
        return trace::report(set.error());
    }
    return outcome::success();
}

Result<std::uint64_t> LogDataSource::size() {
    PDH_SHIM_TRY(const ReaderPointer log, trace::reported(open_()));
    return trace::reported(log->size());
}

Result<RawLogRecord> LogDataSource::raw_record(std::int64_t local_time) {
    if (type_ == LogType::sql) {
        return Status::not_implemented;
    }
    return trace::reported(find_raw_record(local_time));
}

// A reader goes to the first record that is not before a time. So it goes back in time further and further
// until one is found that is not after it, and from there on forwards.
Result<RawLogRecord, Failure> LogDataSource::find_raw_record(std::int64_t local_time) const {
    PDH_SHIM_TRY(const ReaderPointer log, open_());
    model::LogRecord record;
    RawLogRecord found{.type = type_, .bytes = {}};
    for (std::int64_t step = 1; found.bytes.empty(); step *= 2) {
        const bool is_start = step > local_time || step > std::numeric_limits<std::int64_t>::max() / 4;
        PDH_SHIM_CHECK(log->seek(is_start ? 0 : local_time - step + 1));
        while (true) {
            PDH_SHIM_TRY(const bool is_there, log->next(record));
            if (!is_there || record.time_stamp > local_time) {
                break;
            }
            const auto bytes = log->bytes();
            found.bytes.assign(bytes.begin(), bytes.end());
        }
        if (is_start && found.bytes.empty()) {
            return Failure(Status::entry_not_in_log_file, {}, "all records are later");
        }
    }
    if (found.type != LogType::binary) {
        found.bytes.push_back(std::byte{0});
    }
    return found;
}

} // namespace pdh_shim::recorded
