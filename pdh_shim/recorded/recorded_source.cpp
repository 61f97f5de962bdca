// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/recorded_source.h"

#include "base/lazy.h"
#include "recorded/log_cursor.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::recorded {
namespace {

// What a record has of a counter, or where its next rate begins.
struct RecordedSample {
    model::LogValue value;
    bool is_earlier = false;
};

void set_sample(model::ObjectSnapshot& snapshot, std::size_t row, const model::ObjectDef& object,
    std::uint32_t column, const RecordedSample& sample) {
    const model::LogValue& value = sample.value;
    std::int64_t* const cells = snapshot.cells_of(row);
    const RestOfSample rest(object, column);
    cells[column] = value.first;
    cells[rest.second] = value.second;
    cells[rest.multi] = value.multi | (sample.is_earlier ? RestOfSample::earlier : 0);
    cells[rest.time_stamp] = value.time_stamp;
    const auto cstatus = static_cast<Status>(value.cstatus);
    if (cstatus != snapshot.status(row, column)) {
        snapshot.set_status(row, column, cstatus);
    }
}

// A counter without a sample in this record.
RecordedSample no_sample(Status why, std::int64_t time_stamp) {
    return {{.cstatus = static_cast<std::uint32_t>(why), .time_stamp = time_stamp}};
}

RecordedSample sample_of(const model::LogCell& cell, model::LogValue value, std::int64_t time_stamp) {
    if (cell.is_there) {
        if (!is_valid_data(static_cast<Status>(value.cstatus)) && value.time_stamp == 0) {
            value.time_stamp = time_stamp; // it was never measured, which was found out then
        }
        return {value};
    }
    if (value.time_stamp == 0 || !is_valid_data(static_cast<Status>(value.cstatus))) {
        return no_sample(Status::cstatus_invalid_data, time_stamp);
    }
    value.cstatus = static_cast<std::uint32_t>(Status::cstatus_invalid_data);
    return {value, true};
}

std::vector<ListedName> names_of(const std::vector<model::LogInstance>& instances) {
    std::vector<ListedName> names;
    names.reserve(instances.size());
    for (const model::LogInstance& instance : instances) {
        names.emplace_back(instance.name, instance.duplicate);
    }
    return names;
}

bool are_names_of(const std::vector<model::LogInstance>& instances, const std::vector<ListedName>& names) {
    return std::ranges::equal(
        instances, names, [](const model::LogInstance& instance, const ListedName& name) {
            return instance.name == name.first && instance.duplicate == name.second;
        });
}

/// The rows of an object with lists of instances. While the lists name the same instances, they stay.
class ListedRows {
  public:
    explicit ListedRows(const RecordedObject& object)
        : object_(object), names_(object.lists.size()), rows_(object.lists.size()) {}

    /// Finds the rows of a record's instances.
    void update(const model::LogRecord& record) {
        bool differs = set_ == nullptr;
        for (std::size_t i = 0; i < object_.lists.size(); ++i) {
            differs = !has_names(i, instances_of(record, i)) || differs;
        }
        if (differs) {
            place_all(record);
        }
    }

    [[nodiscard]] const std::shared_ptr<const model::InstanceSet>& set() const noexcept { return set_; }
    [[nodiscard]] std::size_t row(std::size_t list, std::size_t place) const { return rows_[list][place]; }
    [[nodiscard]] std::size_t row_of_column(const RecordedCell& cell) const {
        return row_of_place_[cell.row];
    }
    [[nodiscard]] std::size_t count(std::size_t list) const { return rows_[list].size(); }
    [[nodiscard]] bool are_all_in_each_list(std::size_t rows) const {
        return std::ranges::all_of(rows_, [rows](const auto& list) { return list.size() == rows; });
    }

  private:
    // Those of an earlier record, if this one does not have the list.
    [[nodiscard]] const std::vector<model::LogInstance>& instances_of(
        const model::LogRecord& record, std::size_t list) const {
        return record.cells[object_.lists[list].entry].instances;
    }

    [[nodiscard]] bool has_names(std::size_t list, const std::vector<model::LogInstance>& instances) const {
        return are_names_of(instances, names_[list]);
    }

    void place_all(const model::LogRecord& record) {
        set_ = nullptr; // until all of them are in place
        RecordedRows rows = object_.rows;
        for (std::size_t i = 0; i < object_.lists.size(); ++i) {
            names_[i] = names_of(instances_of(record, i));
            rows_[i] = rows.add_list(names_[i]);
        }
        row_of_place_ = rows.settle();
        for (std::vector<std::size_t>& list : rows_) {
            std::ranges::transform(
                list, list.begin(), [this](std::size_t place) { return row_of_place_[place]; });
        }
        set_ = rows.set();
    }

    const RecordedObject& object_;
    std::vector<std::vector<ListedName>> names_; // of each list
    std::vector<std::vector<std::size_t>> rows_; // of each of its instances
    std::vector<std::size_t> row_of_place_;
    std::shared_ptr<const model::InstanceSet> set_;
};

/// Puts the samples of one object into snapshots.
class ObjectFiller {
  public:
    ObjectFiller(const RecordedObject& object, const model::ObjectDef& definition)
        : object_(object), definition_(definition), listed_(object) {}

    void fill(
        const model::LogRecord& record, const std::vector<bool>& columns, model::ObjectSnapshot& snapshot) {
        if (object_.lists.empty()) {
            snapshot.begin(definition_.columns, object_.fixed);
        } else {
            listed_.update(record);
            snapshot.begin(definition_.columns, listed_.set());
        }
        mark_all_absent(columns, snapshot, record.time_stamp);
        for (const RecordedCell& cell : object_.counters) {
            if (columns[cell.column]) {
                const std::size_t row = object_.lists.empty() ? cell.row : listed_.row_of_column(cell);
                set(snapshot, row, cell, record);
            }
        }
        for (std::size_t i = 0; i < object_.lists.size(); ++i) {
            if (columns[object_.lists[i].column]) {
                set_list(snapshot, i, record);
            }
        }
    }

  private:
    // Not every instance has to have every counter.
    void mark_all_absent(
        const std::vector<bool>& columns, model::ObjectSnapshot& snapshot, std::int64_t time_stamp) {
        if (has_all_cells(snapshot.rows())) {
            return;
        }
        const RecordedSample absent = no_sample(Status::cstatus_no_instance, time_stamp);
        for (std::size_t row = 0; row < snapshot.rows(); ++row) {
            for (std::uint32_t column = 0; column < definition_.counters.size(); ++column) {
                if (columns[column]) {
                    set_sample(snapshot, row, definition_, column, absent);
                }
            }
        }
    }

    [[nodiscard]] bool has_all_cells(std::size_t rows) const {
        if (object_.lists.empty()) {
            return object_.counters.size() == definition_.counters.size() * rows;
        }
        return object_.counters.empty() && listed_.are_all_in_each_list(rows);
    }

    void set(model::ObjectSnapshot& snapshot, std::size_t row, const RecordedCell& place,
        const model::LogRecord& record) const {
        const model::LogCell& cell = record.cells[place.entry];
        set_sample(snapshot, row, definition_, place.column, sample_of(cell, cell.value, record.time_stamp));
    }

    void set_list(model::ObjectSnapshot& snapshot, std::size_t list, const model::LogRecord& record) const {
        const RecordedCell& place = object_.lists[list];
        const model::LogCell& cell = record.cells[place.entry];
        for (std::size_t i = 0; i < listed_.count(list); ++i) {
            set_sample(snapshot, listed_.row(list, i), definition_, place.column,
                sample_of(cell, cell.instances[i].value, record.time_stamp));
        }
    }

    const RecordedObject& object_;
    const model::ObjectDef& definition_;
    ListedRows listed_;
};

class RecordedSession final : public LogSession {
  public:
    RecordedSession(std::string name, std::shared_ptr<const RecordedLayout> layout, ReaderFactory open)
        : LogSession(std::move(name), std::move(open)), layout_(std::move(layout)) {
        for (std::size_t i = 0; i < layout_->objects.size(); ++i) {
            fillers_.emplace_back(layout_->objects[i], layout_->catalogue->objects[i]);
        }
    }

    void start(std::span<const model::ObjectRequest> requests) override {
        if (entries_ == nullptr || !std::ranges::equal(requests, requests_)) { // other counters than before
            entries_ = std::make_shared<const std::vector<std::size_t>>(needed_entries(requests));
            requests_.assign(requests.begin(), requests.end());
        }
        cursor().ask(entries_);
    }

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        PDH_SHIM_TRY(const model::LogRecord* const record, cursor().next(snapshot));
        for (std::size_t i = 0; i < requests.size(); ++i) {
            fillers_[requests[i].object].fill(*record, requests[i].columns, snapshot.objects[i]);
        }
        return outcome::success();
    }

  private:
    [[nodiscard]] std::vector<std::size_t> needed_entries(
        std::span<const model::ObjectRequest> requests) const {
        std::vector<std::size_t> entries;
        for (const model::ObjectRequest& request : requests) {
            const RecordedObject& object = layout_->objects[request.object];
            for (const auto* const cells : {&object.counters, &object.lists}) {
                for (const RecordedCell& cell : *cells) {
                    if (request.columns[cell.column]) {
                        entries.push_back(cell.entry);
                    }
                }
            }
        }
        std::ranges::sort(entries);
        return entries;
    }

    const std::shared_ptr<const RecordedLayout> layout_;
    std::vector<model::ObjectRequest> requests_; // of the last collect
    LogCursor::Entries entries_;                 // for these
    std::vector<ObjectFiller> fillers_;          // by object
};

/// All rows of an object. A program may ask for them for each of thousands of paths.
struct AllRows {
    struct MissingCell {
        std::size_t row = 0;
        std::uint32_t column = 0;
    };

    std::uint32_t columns = 0;
    std::shared_ptr<const model::InstanceSet> instances;
    std::vector<MissingCell> missing; ///< counters that an instance does not have, rising

    [[nodiscard]] bool has(std::optional<std::size_t> row, std::uint32_t column) const {
        const auto place = [](const MissingCell& cell) { return std::pair(cell.row, cell.column); };
        return row && !std::ranges::binary_search(missing, std::pair(*row, column), {}, place);
    }

    void write(model::ObjectSnapshot& snapshot) const {
        snapshot.begin(columns, instances);
        for (const MissingCell& place : missing) {
            snapshot.set_status(place.row, place.column, Status::cstatus_no_instance);
        }
    }
};

/// All instances that an object has in a log, and which counters each of them has.
class AllInstances {
  public:
    AllInstances(const RecordedObject& object, const model::ObjectDef& definition)
        : object_(object), definition_(definition), rows_(object.rows), newest_(object.lists.size()) {
        for (const RecordedCell& cell : object.counters) {
            add(cell.row, cell.column);
        }
    }

    void add(const model::LogRecord& record) {
        for (std::size_t i = 0; i < object_.lists.size(); ++i) {
            const model::LogCell& cell = record.cells[object_.lists[i].entry];
            if (cell.is_there && !are_names_of(cell.instances, newest_[i])) {
                newest_[i] = names_of(cell.instances);
                add(newest_[i], object_.lists[i].column);
            }
        }
    }

    /// Adds what the log knows without being read. @param unknown gets the entries of the other lists
    Result<void, Failure> add_known(model::LogReader& log, std::vector<std::size_t>& unknown) {
        for (const RecordedCell& list : object_.lists) {
            std::vector<std::u16string> names;
            PDH_SHIM_TRY(const bool is_known, log.all_instances(list.entry, names));
            if (is_known) {
                std::unordered_map<std::u16string, std::uint32_t> seen; // folded
                std::vector<ListedName> listed;
                listed.reserve(names.size());
                for (const std::u16string& name : names) {
                    listed.emplace_back(name, seen[folded(name)]++);
                }
                add(listed, list.column);
            } else {
                unknown.push_back(list.entry);
            }
        }
        return outcome::success();
    }

    [[nodiscard]] AllRows rows() const {
        if (object_.lists.empty()) {
            return {definition_.columns, object_.fixed, missing_in(has_)};
        }
        RecordedRows settled = rows_;
        const std::vector<std::size_t> row_of_place = settled.settle();
        const auto set = settled.set();
        std::vector<std::vector<bool>> has(
            set->instances().size(), std::vector<bool>(definition_.counters.size()));
        for (std::size_t place = 0; place < has_.size(); ++place) {
            for (std::uint32_t column = 0; column < definition_.counters.size(); ++column) {
                if (has_[place][column]) {
                    has[row_of_place[place]][column] = true;
                }
            }
        }
        return {definition_.columns, set, missing_in(has)};
    }

  private:
    [[nodiscard]] std::vector<AllRows::MissingCell> missing_in(
        const std::vector<std::vector<bool>>& has) const {
        std::vector<AllRows::MissingCell> missing;
        for (std::size_t row = 0; row < has.size(); ++row) {
            for (std::uint32_t column = 0; column < definition_.counters.size(); ++column) {
                if (!has[row][column]) {
                    missing.push_back({row, column});
                }
            }
        }
        return missing;
    }

    void add(const std::vector<ListedName>& names, std::uint32_t column) {
        for (const std::size_t place : rows_.add_list(names)) {
            add(place, column);
        }
    }

    void add(std::size_t place, std::uint32_t column) {
        while (has_.size() <= place) {
            has_.emplace_back(definition_.counters.size());
        }
        has_[place][column] = true;
    }

    const RecordedObject& object_;
    const model::ObjectDef& definition_;
    RecordedRows rows_;
    std::vector<std::vector<bool>> has_;          // by place and column
    std::vector<std::vector<ListedName>> newest_; // names in each list: most records repeat them
};

class RecordedSource final : public model::Source {
  public:
    RecordedSource(std::string name, RecordedLayout layout, ReaderFactory open)
        : name_(std::move(name)), layout_(std::make_shared<const RecordedLayout>(std::move(layout))),
          open_(std::move(open)) {}

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] bool is_playback() const noexcept override { return true; }

    std::shared_ptr<const model::Catalogue> catalogue() override { return layout_->catalogue; }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<RecordedSession>(name_, layout_, open_);
    }

    /// The instances of lists are not in the catalogue, but in any record: the log is read for them once,
    /// unless it knows them otherwise.
    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        PDH_SHIM_TRY(const auto* const rows, has_lists(object) ? all_rows() : first_rows());
        rows->rows[object].write(instances);
        keep_loss(name_, rows->loss);
        return outcome::success();
    }

    /// What the catalogue and the first record have is known without the others.
    Result<std::optional<bool>, Failure> is_recorded(std::uint32_t object, std::uint32_t column,
        std::u16string_view parent, std::u16string_view name, std::uint32_t duplicate) override {
        const auto is_in = [&](const RowsOfLog& found) {
            const AllRows& rows = found.rows[object];
            return rows.has(rows.instances->find(parent, name, duplicate), column);
        };
        PDH_SHIM_TRY(const auto* const first, first_rows());
        if (is_in(*first) || !has_lists(object)) {
            return std::optional(is_in(*first));
        }
        PDH_SHIM_TRY(const auto* const rows, all_rows());
        return std::optional(is_in(*rows));
    }

  private:
    struct RowsOfLog {
        std::vector<AllRows> rows; // by object
        model::LogLoss loss;
    };
    using RowsOrFailure = Result<const RowsOfLog*, Failure>;

    [[nodiscard]] bool has_lists(std::uint32_t object) const {
        return !layout_->objects[object].lists.empty();
    }

    /// Of the catalogue and the first record. If that record cannot be read, callers that need it get the
    /// failure.
    RowsOrFailure first_rows() {
        return first_rows_.get([this] {
            return read_rows([this](std::vector<AllInstances>& found) -> Result<model::LogLoss, Failure> {
                if (const auto reader = open_()) {
                    model::LogRecord record;
                    static_cast<void>(read_record(*reader.value(), record, found));
                }
                return model::LogLoss();
            });
        });
    }

    RowsOrFailure all_rows() {
        return rows_.get([this] {
            return read_rows([this](std::vector<AllInstances>& found) { return read_records(found); });
        });
    }

    template <class Read>
    Result<RowsOfLog, Failure> read_rows(const Read& read) {
        RowsOfLog rows;
        std::vector<AllInstances> found;
        for (std::size_t i = 0; i < layout_->objects.size(); ++i) {
            found.emplace_back(layout_->objects[i], layout_->catalogue->objects[i]);
        }
        if (std::ranges::any_of(layout_->objects, [](const auto& object) { return !object.lists.empty(); })) {
            PDH_SHIM_TRY(rows.loss, read(found));
        }
        std::ranges::transform(found, std::back_inserter(rows.rows), &AllInstances::rows);
        return rows;
    }

    static Result<bool, Failure> read_record(
        model::LogReader& reader, model::LogRecord& record, std::vector<AllInstances>& found) {
        PDH_SHIM_TRY(const bool is_there, reader.next(record));
        for (std::size_t i = 0; is_there && i < found.size(); ++i) {
            found[i].add(record);
        }
        return is_there;
    }

    Result<model::LogLoss, Failure> read_records(std::vector<AllInstances>& found) {
        PDH_SHIM_TRY(const std::unique_ptr<model::LogReader> reader, open_());
        std::vector<std::size_t> unknown;
        for (AllInstances& object : found) {
            PDH_SHIM_CHECK(object.add_known(*reader, unknown));
        }
        if (unknown.empty()) {
            return model::LogLoss();
        }
        std::ranges::sort(unknown);
        reader->choose(unknown);
        model::LogRecord record;
        bool is_there = true;
        while (is_there) {
            PDH_SHIM_TRY(is_there, read_record(*reader, record, found));
        }
        report_loss(name_, *reader);
        return reader->loss();
    }

    const std::string name_;
    const std::shared_ptr<const RecordedLayout> layout_;
    const ReaderFactory open_;
    ReadOnce<RowsOfLog> first_rows_; // in the catalogue or the first record
    ReadOnce<RowsOfLog> rows_;       // in any record
};

} // namespace

query::RawValue RecordedSamples::read(const CollectedCell& cell) const {
    const model::ObjectDef& object = cell.column.found.object_definition();
    if (!object.has_whole_samples || !cell.row) {
        return CollectedSamples::read(cell);
    }
    const std::uint32_t column = cell.column.found.column;
    const RestOfSample rest(object, column);
    const auto value = [&cell](std::uint32_t at) { return cell.object.cell(*cell.row, at); };
    const bool is_earlier = (value(rest.multi) & RestOfSample::earlier) != 0;
    if (is_earlier && !cell.begins_rate) {
        return {.sample = {.cstatus = cell.status()}, .time_stamp = cell.local_time()};
    }
    return {.sample = {.first = value(column),
                .second = value(rest.second),
                .multi = static_cast<std::uint32_t>(value(rest.multi)),
                .cstatus = is_earlier ? Status::cstatus_valid_data : cell.status()},
        .time_stamp = value(rest.time_stamp)};
}

std::shared_ptr<model::Source> make_recorded_source(
    std::string name, RecordedLayout layout, ReaderFactory open) {
    if (layout.objects.empty()) {
        return nullptr;
    }
    return std::make_shared<RecordedSource>(std::move(name), std::move(layout), std::move(open));
}

} // namespace pdh_shim::recorded
