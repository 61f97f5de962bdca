// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/perfdata/perfdata_source.h"

#include "base/named_file.h"
#include "base/trace.h"
#include "block/block.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "names/title_database.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace pdh_shim::source::perfdata {
namespace {

using block::BlockHeader;
using block::BlockObjects;

// More than a file may hold that is read.
constexpr std::size_t longest_capture = std::size_t{1} << 30U;

// The blocks of one collect: where they begin, and where the last one ends.
struct ReplayedCollect {
    BlockHeader header; // of the first block
    std::size_t begin = 0;
    std::size_t end = 0;
};

// What a source shares with its sessions, which may outlive it.
struct Playback {
    std::vector<std::byte> bytes;
    std::vector<ReplayedCollect> collects;
    std::shared_ptr<const model::Catalogue> catalogue;
    std::atomic<std::size_t> newest_taken{0}; // position of a collect
};

// Finds the blocks of a collect again, which is known to work.
void find_blocks(const Playback& playback, const ReplayedCollect& collect, BlockObjects& sample) {
    const std::span<const std::byte> bytes(playback.bytes);
    sample.clear();
    for (std::size_t offset = collect.begin; offset < collect.end;) {
        const auto header = sample.add_block(bytes.subspan(offset, collect.end - offset), offset);
        if (!header) {
            return;
        }
        offset += header.value().total_bytes;
    }
}

block::Titles english_titles() {
    const auto titles = std::make_shared<const names::TitleDatabase>(names::TitleDatabase::english());
    const auto copy = [](std::optional<std::u16string_view> text) {
        return text.has_value() ? std::optional(std::u16string(*text)) : std::nullopt;
    };
    return {.name = [=](std::uint32_t index) { return copy(titles->name(index)); },
        .help = [=](std::uint32_t index) { return copy(titles->help(index)); }};
}

// Takes the bytes of a file apart, and checks all that sessions will read.
class Loader {
  public:
    Loader(Playback& playback, const std::string& name) : playback_(playback), name_(name) {}

    Result<void, Failure> load() {
        PDH_SHIM_CHECK(find_collects());
        playback_.catalogue = schema_.catalogue();
        return check_instances();
    }

  private:
    Result<void, Failure> find_collects() {
        const std::span<const std::byte> bytes(playback_.bytes);
        std::size_t offset = 0;
        do {
            sample_.clear();
            auto header = sample_.add_block(bytes.subspan(offset), offset);
            if (!header && offset != 0 && block::is_cut(bytes.subspan(offset))) {
                trace::write(trace::Level::warning, name_ + " ends within a block, which is left out");
                return outcome::success();
            }
            PDH_SHIM_CHECK(std::move(header));
            PDH_SHIM_CHECK(add_block(header.value(), offset));
            offset += header.value().total_bytes;
        } while (offset < bytes.size());
        return outcome::success();
    }

    Result<void, Failure> add_block(const BlockHeader& header, std::size_t offset) {
        auto& collects = playback_.collects;
        if (collects.empty()) {
            schema_.set_perf_freq(header.perf_freq);
        } else if (header.perf_freq != collects.front().header.perf_freq) {
            return block::malformed(offset, "its clock has another frequency than that of the first block");
        }
        PDH_SHIM_CHECK(schema_.learn(sample_));
        if (collects.empty() || repeats_an_object()) {
            seen_.clear();
            collects.push_back({.header = header, .begin = offset, .end = offset});
        }
        for (const block::ObjectBytes& object : sample_.objects()) {
            seen_.insert(object.title_index);
        }
        collects.back().end = offset + header.total_bytes;
        return outcome::success();
    }

    [[nodiscard]] bool repeats_an_object() const {
        return std::ranges::any_of(sample_.objects(),
            [this](const block::ObjectBytes& object) { return seen_.contains(object.title_index); });
    }

    // Looks at all instances of all objects.
    Result<void, Failure> check_instances() {
        const model::Catalogue& catalogue = *playback_.catalogue;
        std::map<std::uint32_t, std::uint32_t> positions; // of objects in the catalogue, by title index
        for (std::uint32_t i = 0; i < catalogue.objects.size(); ++i) {
            positions.emplace(catalogue.objects[i].title_index, i);
        }
        for (const ReplayedCollect& collect : playback_.collects) {
            find_blocks(playback_, collect, sample_);
            for (const block::ObjectBytes& object : sample_.objects()) {
                const model::ObjectRequest request{.object = positions.at(object.title_index), .columns = {}};
                PDH_SHIM_CHECK(reader_.read(sample_, playback_.catalogue, request, 0, snapshot_));
            }
        }
        return outcome::success();
    }

    Playback& playback_;
    const std::string& name_;
    block::Schema schema_{english_titles()};
    BlockObjects sample_;
    std::set<std::uint32_t> seen_; // title indexes in the blocks of the collect at hand
    block::SnapshotReader reader_;
    model::ObjectSnapshot snapshot_;
};

class PerfdataSession final : public model::Session {
  public:
    explicit PerfdataSession(std::shared_ptr<Playback> playback) : playback_(std::move(playback)) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        if (next_ == playback_->collects.size()) {
            return Status::no_more_data;
        }
        PDH_SHIM_CHECK(collect_blocks(playback_->collects[next_], requests, snapshot));
        playback_->newest_taken.store(next_, std::memory_order_relaxed);
        ++next_; // last: where memory runs out, the sample is still to come
        return outcome::success();
    }

  private:
    Result<void, Failure> collect_blocks(const ReplayedCollect& collect,
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
        find_blocks(*playback_, collect, sample_);
        snapshot.perf_time = collect.header.perf_time;
        snapshot.time_100ns = collect.header.time_100ns;
        snapshot.system_time = collect.header.system_time;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            PDH_SHIM_CHECK(reader_.read(
                sample_, playback_->catalogue, requests[i], snapshot.perf_time, snapshot.objects[i]));
        }
        return outcome::success();
    }

    const std::shared_ptr<Playback> playback_;
    std::size_t next_ = 0;
    BlockObjects sample_;
    block::SnapshotReader reader_;
};

class PerfdataSource final : public model::Source {
  public:
    PerfdataSource(std::shared_ptr<Playback> playback, std::string name)
        : name_(std::move(name)), playback_(std::move(playback)) {}

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] bool is_playback() const noexcept override { return true; }

    std::shared_ptr<const model::Catalogue> catalogue() override { return playback_->catalogue; }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<PerfdataSession>(playback_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        const std::size_t newest = playback_->newest_taken.load(std::memory_order_relaxed);
        BlockObjects sample;
        find_blocks(*playback_, playback_->collects[newest], sample);
        block::SnapshotReader reader;
        const model::ObjectRequest request{.object = object, .columns = {}};
        return reader.read(sample, playback_->catalogue, request, 0, instances);
    }

  private:
    const std::string name_;
    const std::shared_ptr<Playback> playback_;
};

} // namespace

Result<std::unique_ptr<model::Source>, Failure> make_perfdata_source(
    std::vector<std::byte> bytes, std::string name) {
    const auto playback = std::make_shared<Playback>();
    playback->bytes = std::move(bytes);
    if (auto loaded = Loader(*playback, name).load(); !loaded) {
        return std::move(loaded).error().as(Status::invalid_datasource);
    }
    return std::unique_ptr<model::Source>(std::make_unique<PerfdataSource>(playback, std::move(name)));
}

Result<std::unique_ptr<model::Source>, Failure> load_perfdata_source(const std::string& path) {
    auto bytes = read_named_file(path, longest_capture);
    if (!bytes) {
        return std::move(bytes).error().as(Status::file_not_found).within(path);
    }
    if (bytes.value().size() > longest_capture) {
        return Failure(Status::file_not_found, path, "cannot be read");
    }
    return within(path, make_perfdata_source(std::move(bytes).value(), "perfdata:" + path));
}

} // namespace pdh_shim::source::perfdata
