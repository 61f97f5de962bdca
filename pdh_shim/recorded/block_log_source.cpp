// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/lazy.h"
#include "base/text.h"
#include "block/block.h"
#include "block/known_objects.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "names/title_database.h"
#include "path/counter_path.h"
#include "recorded/log_cursor.h"
#include "recorded/recorded_source.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::recorded {
namespace {

/// Receives a reader's damage reports: see LogReader::lose().
using Lose = std::function<void(std::span<const std::byte> bytes, std::string_view what)>;

/// The computers of a log, and the one whose objects are wanted.
struct Computers {
    std::vector<std::u16string> all;
    std::u16string wanted;
};

/// The objects of one computer in a record.
class BlocksOfMachine {
  public:
    explicit BlocksOfMachine(Computers computers) : computers_(std::move(computers)) {}

    /// Finds the blocks of this computer in a record, as far as they are whole. False if there are none.
    bool find(const model::LogRecord& record, const Lose& lose) {
        sample_.clear();
        is_damaged_ = false;
        bool found = false;
        for (const std::span<const std::byte> block : record.blocks) {
            auto header = block::read_block_header(block);
            if (!header) {
                this->lose(block, header.error(), lose);
                continue;
            }
            const auto machine = path::without_backslashes(header.value().machine);
            if (!equal_folded(machine, computers_.wanted)) {
                const auto is_it = [machine](const auto& name) { return equal_folded(name, machine); };
                if (std::ranges::none_of(computers_.all, is_it)) {
                    is_damaged_ = true;
                    lose(block, "it is of a computer that the log does not have");
                }
                continue;
            }
            if (const auto added = sample_.add_found(block); !added) {
                this->lose(block, added.error(), lose);
            }
            header_ = std::move(header).value();
            found = true;
        }
        return found;
    }

    /// Counts an object, or a block, that cannot be read.
    void lose(std::span<const std::byte> bytes, const Failure& why, const Lose& lose) {
        is_damaged_ = true;
        lose(bytes, why.message());
    }

    [[nodiscard]] const block::BlockObjects& sample() const noexcept { return sample_; }
    [[nodiscard]] const block::BlockHeader& header() const noexcept { return header_; }
    /// Whether anything of the record is damaged. What it lacks may be that.
    [[nodiscard]] bool is_damaged() const noexcept { return is_damaged_; }

  private:
    Computers computers_;
    block::BlockObjects sample_;
    block::BlockHeader header_;
    bool is_damaged_ = false;
};

/// What sessions need of a log, and share.
struct BlockLog {
    std::string name;
    Computers computers;
    std::shared_ptr<const block::KnownObjects> known;
    std::shared_ptr<const model::Catalogue> catalogue;
    ReaderFactory open;
};

/// Reads the objects of one record after the other. What is damaged is left out.
class BlockReader {
  public:
    explicit BlockReader(const BlockLog& log)
        : known_(log.known), catalogue_(log.catalogue), blocks_(log.computers), reader_(log.known) {}

    bool find(const model::LogRecord& record, const Lose& lose) {
        if (!blocks_.find(record, lose)) {
            return false;
        }
        for (const block::ObjectBytes& object : blocks_.sample().objects()) {
            if (!known_->has(object.title_index)) {
                blocks_.lose(
                    object.bytes, block::malformed(object.offset, "no other record has this object"), lose);
            }
        }
        return true;
    }

    void read(const model::ObjectRequest& request, model::ObjectSnapshot& snapshot, const Lose& lose) {
        const auto read =
            reader_.read(blocks_.sample(), catalogue_, request, blocks_.header().perf_time, snapshot);
        const block::ObjectBytes* const object =
            blocks_.sample().find(catalogue_->objects[request.object].title_index);
        if (!read && object != nullptr) {
            blocks_.lose(object->bytes, read.error(), lose);
        }
        if (!read || (object == nullptr && blocks_.is_damaged())) {
            model::mark_unread(request, snapshot);
        }
    }

    [[nodiscard]] const block::BlockHeader& header() const noexcept { return blocks_.header(); }

  private:
    std::shared_ptr<const block::KnownObjects> known_;
    std::shared_ptr<const model::Catalogue> catalogue_;
    BlocksOfMachine blocks_;
    block::SnapshotReader reader_;
};

class BlockLogSession final : public LogSession {
  public:
    explicit BlockLogSession(const BlockLog& log) : LogSession(log.name, log.open), reader_(log) {}

    void start(std::span<const model::ObjectRequest> /*requests*/) override { cursor().ask(entries_); }

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        PDH_SHIM_TRY(const model::LogRecord* const record, cursor().next(snapshot));
        const Lose lose = [this](std::span<const std::byte> bytes, std::string_view what) {
            cursor().lose(bytes, what);
        };
        if (!reader_.find(*record, lose)) {
            model::mark_unread(requests, snapshot);
            return outcome::success();
        }
        const block::BlockHeader& header = reader_.header();
        snapshot.perf_time = header.perf_time;
        snapshot.time_100ns = header.time_100ns;
        snapshot.system_time = header.system_time;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            reader_.read(requests[i], snapshot.objects[i], lose);
        }
        return outcome::success();
    }

  private:
    // Each record has its blocks, whatever is chosen.
    const LogCursor::Entries entries_ = std::make_shared<const std::vector<std::size_t>>();
    BlockReader reader_;
};

/// Instances by object, and what was damaged of the log that was read for them.
struct InstancesOfLog {
    std::vector<std::shared_ptr<const model::InstanceSet>> sets;
    model::LogLoss loss;
};

/// Finds the instances of all objects.
class InstancesOfBlocks {
  public:
    explicit InstancesOfBlocks(const BlockLog& log)
        : catalogue_(log.catalogue), instances_(catalogue_->objects.size()), blocks_(log) {}

    /// Adds the blocks of a record. False if it has none of the computer.
    bool add(const model::LogRecord& record, const Lose& lose) {
        if (!blocks_.find(record, lose)) {
            return false;
        }
        for (std::uint32_t i = 0; i < instances_.size(); ++i) {
            blocks_.read({.object = i, .columns = {}, .only_total = false}, snapshot_, lose);
            snapshot_.publish(nullptr);
            add(*snapshot_.instances(), instances_[i]);
        }
        return true;
    }

    /// By object. Expansions list them in the order of the samples.
    [[nodiscard]] std::vector<std::shared_ptr<const model::InstanceSet>> sets() const {
        std::vector<std::shared_ptr<const model::InstanceSet>> sets;
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
    BlockReader blocks_;
    model::ObjectSnapshot snapshot_;
};

class BlockLogSource final : public model::Source {
  public:
    explicit BlockLogSource(BlockLog log) : log_(std::move(log)) {}

    [[nodiscard]] std::string name() const override { return log_.name; }

    [[nodiscard]] bool is_playback() const noexcept override { return true; }

    std::shared_ptr<const model::Catalogue> catalogue() override { return log_.catalogue; }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<BlockLogSession>(log_);
    }

    /// The log is read once for the instances of all its records.
    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        PDH_SHIM_TRY(const InstancesOfLog* const found, instances_.get([this] { return read_log(false); }));
        instances.begin(log_.catalogue->objects[object].columns, found->sets[object]);
        keep_loss(log_.name, found->loss);
        return outcome::success();
    }

    /// What the first record has is known without the others. If that cannot be read, who needs the others is
    /// told of it.
    Result<std::optional<bool>, Failure> is_recorded(std::uint32_t object, std::uint32_t /*column*/,
        std::u16string_view parent, std::u16string_view name, std::uint32_t duplicate) override {
        const auto first = first_.get([this] { return read_log(true); });
        if (first && first.value()->sets[object]->find(parent, name, duplicate)) {
            return std::optional(true);
        }
        PDH_SHIM_TRY(const InstancesOfLog* const found, instances_.get([this] { return read_log(false); }));
        return std::optional(found->sets[object]->find(parent, name, duplicate).has_value());
    }

  private:
    /// @param only_first only the first record that has blocks of the computer
    Result<InstancesOfLog, Failure> read_log(bool only_first) {
        InstancesOfBlocks found(log_);
        PDH_SHIM_TRY(const std::unique_ptr<model::LogReader> reader, log_.open());
        const Lose lose = [&reader](std::span<const std::byte> bytes, std::string_view what) {
            reader->lose(bytes, what);
        };
        model::LogRecord record;
        bool is_read = false;
        while (!is_read) {
            PDH_SHIM_TRY(const bool is_there, reader->next(record));
            is_read = !is_there || (found.add(record, lose) && only_first);
        }
        if (!only_first) {
            report_loss(log_.name, *reader);
        }
        return InstancesOfLog{.sets = found.sets(), .loss = reader->loss()};
    }

    const BlockLog log_;
    ReadOnce<InstancesOfLog> first_;     // of the first record
    ReadOnce<InstancesOfLog> instances_; // of all records
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

/// Reads the first two records, and more as long as what they define is damaged: each object has to be in two
/// of them, or in all that there are. An object that no two records define alike is looked for only so far.
/// @return null if the log has no blocks of the computer
Result<std::shared_ptr<const block::KnownObjects>, Failure> find_objects(
    model::LogReader& log, BlocksOfMachine& blocks) {
    constexpr std::size_t most = std::size_t{64} << 20U; // bytes, once there are blocks of it
    PDH_SHIM_CHECK(log.seek(0));
    auto known = std::make_shared<block::KnownObjects>();
    model::LogRecord record;
    bool is_found = false;
    for (std::size_t read = 0; read < most;) {
        PDH_SHIM_TRY(const bool is_there, log.next(record));
        if (!is_there) {
            break;
        }
        const bool has_blocks = blocks.find(record, [](auto, auto) {}); // is counted when it is read again
        is_found = is_found || has_blocks;
        if (has_blocks && known->add(blocks.sample(), blocks.header().perf_freq) && !blocks.is_damaged()) {
            break;
        }
        read += is_found ? log.bytes().size() : 0;
    }
    return is_found ? std::shared_ptr<const block::KnownObjects>(std::move(known)) : nullptr;
}

} // namespace

Result<std::shared_ptr<model::Source>, Failure> make_block_log_source(
    std::string name, model::LogReader& log, std::u16string_view machine, ReaderFactory open) {
    Computers computers{.all = {}, .wanted = std::u16string(machine)};
    bool has_objects = false;
    for (const model::LogEntry& entry : log.entries()) {
        has_objects = has_objects ||
                      (entry.kind == model::LogEntryKind::object && equal_folded(entry.machine, machine));
        if (std::ranges::find(computers.all, entry.machine) == computers.all.end()) {
            computers.all.push_back(entry.machine);
        }
    }
    if (!has_objects) {
        return std::shared_ptr<model::Source>();
    }
    BlocksOfMachine blocks(computers);
    PDH_SHIM_TRY(auto known, find_objects(log, blocks));
    if (known == nullptr) {
        return std::shared_ptr<model::Source>(); // it has no record of them
    }
    block::Schema schema(titles_of(log, machine));
    known->teach(schema);
    return std::shared_ptr<model::Source>(std::make_shared<BlockLogSource>(BlockLog{.name = std::move(name),
        .computers = std::move(computers),
        .known = std::move(known),
        .catalogue = schema.catalogue(),
        .open = std::move(open)}));
}

} // namespace pdh_shim::recorded
