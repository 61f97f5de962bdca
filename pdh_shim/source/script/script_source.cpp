// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/script_source.h"

#include "base/bytes.h"
#include "base/named_file.h"
#include "source/script/json_tape.h"
#include "source/script/sample_clock.h"
#include "source/script/script_reader.h"

#include <algorithm>
#include <atomic>
#include <span>
#include <utility>
#include <vector>

namespace pdh_shim::source::script {
namespace {

// What a source shares with its sessions, which may outlive it.
struct Playback {
    explicit Playback(Script&& read) : script(std::move(read)) {
        const auto first = std::ranges::find(script.samples, Status::success, &ScriptSample::status);
        newest_taken = static_cast<std::size_t>(first - script.samples.begin());
    }

    const Script script;
    // Position of a sample with data, or after the last one if there is none.
    std::atomic<std::size_t> newest_taken{0};
};

const ObjectSample* find_object(const ScriptSample& sample, std::uint32_t object) {
    const auto found = std::ranges::lower_bound(sample.objects, object, {}, &ObjectSample::object);
    return found != sample.objects.end() && found->object == object ? &*found : nullptr;
}

std::int64_t object_time(const Script& script, const ScriptSample& sample, std::uint32_t object) {
    const auto found = std::ranges::lower_bound(
        sample.object_times, object, {}, &std::pair<std::uint32_t, std::int64_t>::first);
    if (found != sample.object_times.end() && found->first == object) {
        return found->second;
    }
    return script.object_times[object].value_or(rescale(
        sample.clocks.perf_time, script.catalogue.perf_freq, script.catalogue.objects[object].object_freq));
}

class ScriptSession final : public model::Session {
  public:
    explicit ScriptSession(std::shared_ptr<Playback> playback) : playback_(std::move(playback)) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        const Script& script = playback_->script;
        const std::size_t taken = next_ == script.samples.size() && script.loop ? 0 : next_;
        if (taken == script.samples.size()) {
            return Status::no_more_data;
        }
        const ScriptSample& sample = script.samples[taken];
        if (sample.status == Status::success) {
            collect_sample(sample, requests, snapshot);
            playback_->newest_taken.store(taken, std::memory_order_relaxed);
        }
        next_ = taken + 1; // last: where memory runs out, the sample is still to come
        if (sample.status != Status::success) {
            return sample.status;
        }
        return outcome::success();
    }

  private:
    void collect_sample(const ScriptSample& sample, std::span<const model::ObjectRequest> requests,
        model::Snapshot& snapshot) {
        snapshot.perf_time = sample.clocks.perf_time;
        snapshot.time_100ns = sample.clocks.time_100ns;
        snapshot.system_time = sample.clocks.system_time;
        for (std::size_t i = 0; i < requests.size(); ++i) {
            collect_object(sample, requests[i], snapshot.objects[i]);
        }
    }

    void collect_object(
        const ScriptSample& sample, const model::ObjectRequest& request, model::ObjectSnapshot& snapshot) {
        const model::ObjectDef& definition = playback_->script.catalogue.objects[request.object];
        const ObjectSample* const object = find_object(sample, request.object);
        if (object == nullptr) {
            begin_missing(definition, snapshot);
        } else if (object->status != Status::success) {
            begin_missing(definition, snapshot);
            snapshot.set_status(object->status);
        } else {
            snapshot.begin(definition.columns, object->instances);
            choose_columns(request, definition);
            copy_cells(*object, definition.counters.size(), snapshot);
            copy_exceptions(*object, snapshot);
        }
        snapshot.set_object_time(object_time(playback_->script, sample, request.object));
    }

    static void begin_missing(const model::ObjectDef& definition, model::ObjectSnapshot& snapshot) {
        snapshot.begin(definition.columns);
        if (definition.instances == model::Instances::none) {
            snapshot.add_instance({});
            snapshot.set_status(Status::cstatus_invalid_data);
        }
    }

    void choose_columns(const model::ObjectRequest& request, const model::ObjectDef& definition) {
        counter_columns_.clear();
        multi_columns_.clear();
        for (std::uint32_t column = 0; column < definition.columns; ++column) {
            if (request.columns[column]) {
                auto& columns = column < definition.counters.size() ? counter_columns_ : multi_columns_;
                columns.push_back(column);
            }
        }
    }

    void copy_cells(const ObjectSample& object, std::size_t counters, model::ObjectSnapshot& snapshot) const {
        const std::int64_t* cells = object.cells.data();
        for (std::size_t row = 0; row < snapshot.rows(); ++row, cells += counters) {
            for (const std::uint32_t column : counter_columns_) {
                snapshot.set(row, column, cells[column]);
            }
            for (const std::uint32_t column : multi_columns_) {
                snapshot.set(row, column, 1);
            }
        }
    }

    static void copy_exceptions(const ObjectSample& object, model::ObjectSnapshot& snapshot) {
        for (const ObjectSample::MultiCount& multi : object.multi) {
            snapshot.set(multi.cell.row, multi.cell.column, multi.count);
        }
        for (const ObjectSample::MissingValue& missing : object.missing) {
            snapshot.set_status(missing.cell.row, missing.cell.column, missing.cstatus);
        }
    }

    const std::shared_ptr<Playback> playback_;
    std::size_t next_ = 0;
    // Needed columns of the current object; members, so that their memory is reused.
    std::vector<std::uint32_t> counter_columns_;
    std::vector<std::uint32_t> multi_columns_;
};

class ScriptSource final : public model::Source {
  public:
    ScriptSource(Script&& script, std::string name)
        : name_(std::move(name)), playback_(std::make_shared<Playback>(std::move(script))) {}

    [[nodiscard]] std::string name() const override { return name_; }

    [[nodiscard]] bool is_playback() const noexcept override { return true; }

    std::shared_ptr<const model::Catalogue> catalogue() override {
        return {playback_, &playback_->script.catalogue};
    }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<ScriptSession>(playback_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        const Script& script = playback_->script;
        const model::ObjectDef& definition = script.catalogue.objects[object];
        instances.begin(definition.columns);
        if (definition.instances == model::Instances::none) {
            instances.add_instance({});
            return outcome::success();
        }
        const std::size_t newest = playback_->newest_taken.load(std::memory_order_relaxed);
        if (newest == script.samples.size()) {
            return outcome::success();
        }
        const ObjectSample* const found = find_object(script.samples[newest], object);
        if (found != nullptr && found->status == Status::success) {
            instances.begin(definition.columns, found->instances);
        }
        return outcome::success();
    }

  private:
    const std::string name_;
    const std::shared_ptr<Playback> playback_;
};

} // namespace

Result<std::unique_ptr<model::Source>, Failure> make_script_source(
    std::string_view json_text, std::string name) {
    PDH_SHIM_TRY(auto script, read_script(json_text));
    return std::unique_ptr<model::Source>(std::make_unique<ScriptSource>(std::move(script), std::move(name)));
}

Result<std::unique_ptr<model::Source>, Failure> load_script_source(const std::string& path) {
    auto bytes = read_named_file(path, Tape::max_bytes); // which refuses a longer one
    if (!bytes) {
        return std::move(bytes).error().as(Status::file_not_found).within(path);
    }
    return within(path, make_script_source(as_text(bytes.value()), "script:" + path), ":");
}

} // namespace pdh_shim::source::script
