// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "recorded/block_log_source.h"

#include "base/read_once.h"
#include "base/text.h"
#include "base/trace.h"
#include "block/block.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "names/title_database.h"
#include "path/counter_path.h"
#include "recorded/log_cursor.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::recorded {
namespace {

/// The objects of one computer in a record.
class BlocksOfMachine {
  public:
    explicit BlocksOfMachine(std::u16string machine) : machine_(std::move(machine)) {}

    /// Finds the blocks of this computer in a record. False if there are none.
    Result<bool, Failure> find(const model::LogRecord& record) {
        sample_.clear();
        bool found = false;
        for (const std::span<const std::byte> block : record.blocks) {
            block::BlockObjects alone;
            PDH_SHIM_TRY(const block::BlockHeader header, alone.add_block(block));
            if (!equal_folded(path::without_backslashes(header.machine), machine_)) {
                continue;
            }
            PDH_SHIM_CHECK(sample_.add_block(block));
            header_ = header;
            found = true;
        }
        return found;
    }

    [[nodiscard]] const block::BlockObjects& sample() const noexcept { return sample_; }
    [[nodiscard]] const block::BlockHeader& header() const noexcept { return header_; }

  private:
    std::u16string machine_;
    block::BlockObjects sample_;
    block::BlockHeader header_;
};

class BlockLogSession final : public LogSession {
  public:
    BlockLogSession(std::string name, std::u16string machine,
        std::shared_ptr<const model::Catalogue> catalogue, ReaderFactory open)
        : LogSession(std::move(name), std::move(open)), catalogue_(std::move(catalogue)),
          blocks_(std::move(machine)) {}

    void start(std::span<const model::ObjectRequest> /*requests*/) override { cursor().ask(entries_); }

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        PDH_SHIM_TRY(const model::LogRecord* const record, cursor().next(snapshot));
        if (const auto read = this->read(*record, requests, snapshot); !read) { // only this record
            trace::report(read.error(), trace::Level::warning);
            model::mark_unread(requests, snapshot);
        }
        return outcome::success();
    }

  private:
    Result<void, Failure> read(const model::LogRecord& record, std::span<const model::ObjectRequest> requests,
        model::Snapshot& snapshot) {
        PDH_SHIM_TRY(const bool found, blocks_.find(record));
        if (!found) {
            model::mark_unread(requests, snapshot);
            return outcome::success();
        }
        snapshot.perf_time = blocks_.header().perf_time;
        snapshot.time_100ns = blocks_.header().time_100ns;
        snapshot.system_time = blocks_.header().system_time;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            PDH_SHIM_CHECK(reader_.read(
                blocks_.sample(), catalogue_, requests[i], snapshot.perf_time, snapshot.objects[i]));
        }
        return outcome::success();
    }

    const std::shared_ptr<const model::Catalogue> catalogue_;
    // Each record has its blocks, whatever is chosen.
    const LogCursor::Entries entries_ = std::make_shared<const std::vector<std::size_t>>();
    BlocksOfMachine blocks_;
    block::SnapshotReader reader_;
};

using InstanceSets = std::vector<std::shared_ptr<const model::InstanceSet>>;

/// The instances of all objects, in all records.
class InstancesOfBlocks {
  public:
    explicit InstancesOfBlocks(std::shared_ptr<const model::Catalogue> catalogue)
        : catalogue_(std::move(catalogue)), instances_(catalogue_->objects.size()) {}

    Result<void, Failure> add(const block::BlockObjects& sample) {
        for (std::uint32_t i = 0; i < instances_.size(); ++i) {
            PDH_SHIM_CHECK(reader_.read(
                sample, catalogue_, {.object = i, .columns = {}, .only_total = false}, 0, snapshot_));
            snapshot_.publish(nullptr);
            add(*snapshot_.instances(), instances_[i]);
        }
        return outcome::success();
    }

    /// By object. Expansions list them in the order of the samples.
    [[nodiscard]] InstanceSets sets() const {
        InstanceSets sets;
        for (const FoundInstances& found : instances_) {
            sets.push_back(std::make_shared<const model::InstanceSet>(
                found.instances, std::vector<std::uint32_t>(found.instances.size())));
        }
        return sets;
    }

  private:
    struct FoundInstances {
        std::unordered_map<std::u16string, std::uint32_t, FoldedHash, FoldedEqual>
            counts; // of each joined name
        std::vector<model::Instance> instances;
    };

    static void add(const model::InstanceSet& set, FoundInstances& found) {
        for (std::size_t row = 0; row < set.instances().size(); ++row) {
            const model::Instance& instance = set.instances()[row];
            std::uint32_t& count = found.counts[instance.parent + u'/' + instance.name];
            if (set.duplicate_index(row) == count) {
                found.instances.push_back(instance);
                ++count;
            }
        }
    }

    std::shared_ptr<const model::Catalogue> catalogue_;
    std::vector<FoundInstances> instances_; // by object
    block::SnapshotReader reader_;
    model::ObjectSnapshot snapshot_;
};

class BlockLogSource final : public model::Source {
  public:
    BlockLogSource(std::string name, std::u16string machine,
        std::shared_ptr<const model::Catalogue> catalogue, InstanceSets first, ReaderFactory open)
        : name_(std::move(name)), machine_(std::move(machine)), catalogue_(std::move(catalogue)),
          first_(std::move(first)), open_(std::move(open)) {}

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] bool is_playback() const noexcept override { return true; }

    std::shared_ptr<const model::Catalogue> catalogue() override { return catalogue_; }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<BlockLogSession>(name_, machine_, catalogue_, open_);
    }

    /// The log is read once for the instances of all its records.
    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        PDH_SHIM_TRY(const InstanceSets* const sets, instances_.get([this] { return read_log(); }));
        instances.begin(catalogue_->objects[object].columns, (*sets)[object]);
        return outcome::success();
    }

    /// What the first record has is known without the others.
    Result<std::optional<bool>, Failure> is_recorded(std::uint32_t object, std::uint32_t /*column*/,
        std::u16string_view parent, std::u16string_view name, std::uint32_t duplicate) override {
        if (first_[object]->find(parent, name, duplicate)) {
            return std::optional(true);
        }
        PDH_SHIM_TRY(const InstanceSets* const sets, instances_.get([this] { return read_log(); }));
        return std::optional((*sets)[object]->find(parent, name, duplicate).has_value());
    }

  private:
    Result<InstanceSets, Failure> read_log() {
        InstancesOfBlocks found(catalogue_);
        PDH_SHIM_TRY(const std::unique_ptr<model::LogReader> reader, open_());
        BlocksOfMachine blocks(machine_);
        model::LogRecord record;
        while (true) {
            PDH_SHIM_TRY(const bool is_there, reader->next(record));
            if (!is_there) {
                report_loss(name_, *reader);
                return found.sets();
            }
            PDH_SHIM_TRY(const bool has_blocks, blocks.find(record));
            if (has_blocks) {
                PDH_SHIM_CHECK(found.add(blocks.sample()));
            }
        }
    }

    const std::string name_;
    const std::u16string machine_;
    const std::shared_ptr<const model::Catalogue> catalogue_;
    const InstanceSets first_; // of the first record
    const ReaderFactory open_;
    ReadOnce<InstanceSets> instances_; // of all records
};

// The log's own titles, and English ones where it has none.
block::Titles titles_of(const model::LogReader& log, std::u16string_view machine) {
    const model::LogTitles* const found = log.titles(machine);
    auto own = found == nullptr ? model::LogTitles() : *found;
    const auto english = std::make_shared<const names::TitleDatabase>(names::TitleDatabase::english());
    return {
        .name = [own = std::move(own), english](std::uint32_t index) -> std::optional<std::u16string> {
            if (const auto title = own.find(index); title != own.end()) {
                return title->second;
            }
            const auto known = english->name(index);
            return known ? std::optional(std::u16string(*known)) : std::nullopt;
        },
        .help = {},
    };
}

} // namespace

Result<std::shared_ptr<model::Source>, Failure> make_block_log_source(
    std::string name, model::LogReader& log, std::u16string_view machine, ReaderFactory open) {
    const bool has_objects = std::ranges::any_of(log.entries(), [machine](const model::LogEntry& entry) {
        return entry.kind == model::LogEntryKind::object && equal_folded(entry.machine, machine);
    });
    if (!has_objects) {
        return std::shared_ptr<model::Source>();
    }
    block::Schema schema(titles_of(log, machine));
    BlocksOfMachine blocks{std::u16string(machine)};
    PDH_SHIM_CHECK(log.seek(0));
    model::LogRecord record;
    bool found = false;
    while (!found) {
        PDH_SHIM_TRY(const bool is_there, log.next(record));
        if (!is_there) {
            return std::shared_ptr<model::Source>(); // it has no record of them
        }
        PDH_SHIM_TRY(found, blocks.find(record));
    }
    schema.set_perf_freq(blocks.header().perf_freq);
    PDH_SHIM_CHECK(schema.learn(blocks.sample()));
    InstancesOfBlocks first(schema.catalogue());
    static_cast<void>(first.add(blocks.sample())); // who collects a damaged object is told of it
    return std::shared_ptr<model::Source>(std::make_shared<BlockLogSource>(
        std::move(name), std::u16string(machine), schema.catalogue(), first.sets(), std::move(open)));
}

} // namespace pdh_shim::recorded
