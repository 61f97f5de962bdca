// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/linux_source.h"

#include "base/locks.h"
#include "base/text.h"
#include "base/trace.h"
#include "model/instance_writer.h"
#include "source/linux/group/control_group.h"
#include "source/linux/known_objects.h"
#include "source/linux/session_state.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

/// What all sessions of a source share. It lives as long as one of them does.
struct Shared {
    Shared(std::shared_ptr<FileSystem> system, Clock& clock, const LinuxOptions& options)
        : state(std::move(system), clock, options),
          objects(state.files, options.always_gpus ? inputs::gpus | inputs::gpu_clients : 0) {}

    SourceState state;
    KnownObjects objects;
};

class LinuxSession final : public model::Session {
  public:
    explicit LinuxSession(std::shared_ptr<Shared> shared)
        : shared_(std::move(shared)), epoch_(shared_->state.file_system->fork_epoch()),
          texts_(shared_->state.files), state_(shared_->state), shown_(state_.shown(texts_)) {}

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override;
    /// Closes the open files. A collect opens them again.
    void close_files();

  private:
    void leave_parents_files();
    void write(const Collect& collect, const model::ObjectRequest& request, model::ObjectSnapshot& snapshot);

    std::shared_ptr<Shared> shared_;
    std::uint32_t epoch_; // of the process that has opened the files
    CollectedTexts texts_;
    SessionState state_;
    const Shown shown_;                                                 // of this session
    std::array<std::unique_ptr<Sampler>, all_objects.size()> samplers_; // of the objects that were collected
    std::vector<std::uint32_t> wanted_;
};

/// What the columns that are wanted of an object need.
Inputs inputs_of(const ObjectLayout& layout, const model::ObjectRequest& request) {
    const Inputs left_out = request.only_total ? layout.instances_only : 0;
    Inputs needed = layout.inputs & ~left_out;
    for (std::size_t column = 0; column < request.columns.size(); ++column) {
        const Inputs of_column = request.columns[column] ? layout.column_inputs[column] : 0;
        needed |= (of_column & ~left_out) != 0 ? of_column : 0;
    }
    return needed;
}

/// Descriptors inherited from a parent are shared with it, their positions and all: a child opens its own.
void LinuxSession::leave_parents_files() {
    const std::uint32_t epoch = shared_->state.file_system->fork_epoch();
    if (epoch == epoch_) {
        return;
    }
    epoch_ = epoch;
    close_files();
}

void LinuxSession::close_files() {
    state_.close_files();
    for (const auto& sampler : samplers_) {
        if (sampler != nullptr) {
            sampler->close_files();
        }
    }
}

Result<void, Failure> LinuxSession::collect(
    std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
    leave_parents_files();
    Inputs needed = 0;
    for (const model::ObjectRequest& request : requests) {
        needed |= inputs_of(shared_->objects.layout(request.object), request) & ~inputs::all_own;
    }
    const Instant now = shared_->state.clock.now();
    needed |= state_.prepare(now, needed);
    texts_.read(needed);
    snapshot.take_clocks(now);
    const Collect collect{now, needed, texts_};
    state_.sample(collect);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        write(collect, requests[i], snapshot.objects[i]);
    }
    return outcome::success();
}

void LinuxSession::write(
    const Collect& collect, const model::ObjectRequest& request, model::ObjectSnapshot& snapshot) {
    const ObjectLayout& layout = shared_->objects.layout(request.object);
    const ObjectTable& table = *all_objects[layout.object];
    auto& sampler = samplers_[layout.object];
    if (sampler == nullptr && table.open != nullptr) {
        sampler = table.open(shown_);
    }
    if (sampler != nullptr) {
        sampler->sample(collect, inputs_of(layout, request));
    }
    InstanceWriter instances(layout.fields, request, wanted_, snapshot);
    if (sampler != nullptr) {
        sampler->write(instances);
    } else {
        table.write(shown_, instances);
    }
    snapshot.set_object_time(collect.now.time_100ns);
}

class LinuxSource final : public model::Source {
  public:
    explicit LinuxSource(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

    [[nodiscard]] std::string name() const override { return "linux"; }

    std::shared_ptr<const model::Catalogue> catalogue() override { return shared_->objects.catalogue(); }

    std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view counter) override {
        return shared_->objects.catalogue_for(object, counter);
    }

    std::optional<model::CounterDef> unmeasured(
        std::u16string_view object, std::u16string_view counter) override;

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<LinuxSession>(shared_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        auto lister = lister_.replace(nullptr);
        if (lister == nullptr) { // or another thread has it
            lister = std::make_unique<LinuxSession>(shared_);
        }
        PDH_SHIM_CHECK(model::collect_instances(*lister, object, 0, instances));
        lister->close_files();
        lister_.replace(std::move(lister));
        return outcome::success();
    }

  private:
    void report_unmeasured(std::u16string_view object, std::u16string_view counter);

    std::shared_ptr<Shared> shared_;
    Locked<std::set<std::string>> reported_; // counters that cannot be measured
    /// Has listed instances before: of the processes that have not run since, it knows the names.
    Locked<std::unique_ptr<LinuxSession>> lister_;
};

std::optional<model::CounterDef> LinuxSource::unmeasured(
    std::u16string_view object, std::u16string_view counter) {
    if (shared_->state.options.refuse_unmeasured) {
        return std::nullopt;
    }
    auto found = unmeasured_counter(object, counter);
    if (found) {
        report_unmeasured(object, found->name);
    }
    return found;
}

void LinuxSource::report_unmeasured(std::u16string_view object, std::u16string_view counter) {
    std::string path = "\\";
    append_utf16_lossy(path, object);
    path += '\\';
    append_utf16_lossy(path, counter);
    if (!reported_.with([&path](std::set<std::string>& reported) { return reported.insert(path).second; })) {
        return;
    }
    trace::write(trace::Level::warning, "linux: " + path + " cannot be measured: it has no value");
}

} // namespace

std::shared_ptr<const model::Catalogue> described_objects() {
    auto catalogue = std::make_shared<model::Catalogue>();
    catalogue->default_scale_applies = false;
    for (const ObjectTable* const object : all_objects) {
        catalogue->objects.push_back(describe(*object));
    }
    return catalogue;
}

std::shared_ptr<model::Source> make_linux_source(
    std::shared_ptr<FileSystem> files, Clock& clock, const LinuxOptions& options) {
    if (options.cgroup && !ControlGroup(*files).is_there()) {
        trace::write(trace::Level::warning, "linux: no control groups of memory or processors are mounted: "
                                            "the limits are those of the machine");
    }
    return std::make_shared<LinuxSource>(std::make_shared<Shared>(std::move(files), clock, options));
}

Result<std::shared_ptr<model::Source>, Failure> make_linux_source(
    const std::string& root, Clock& clock, LinuxOptions options) {
    auto files = make_file_system(root);
    if (!files) {
        return Failure(Status::invalid_datasource, root, "is not a folder that can be opened");
    }
    options.foreign_root = options.foreign_root || (!root.empty() && root != "/");
    if (options.foreign_root) {
        options.windows_processes = [] { return std::vector<platform::WindowsProcess>(); };
        options.run_time = nullptr;
        options.windows_drives = [] { return std::vector<platform::WindowsDrive>(); };
        options.windows_adapters = [] { return std::vector<platform::WindowsAdapter>(); };
        options.nvml = nullptr; // it would show the GPUs of this machine
    }
    return make_linux_source(std::move(files).value(), clock, options);
}

} // namespace pdh_shim::source::linux
