#include "source/linux/linux_source.h"

#include "base/saturating.h"
#include "source/linux/control_group.h"
#include "source/linux/disk.h"
#include "source/linux/kernel_files.h"
#include "source/linux/known_objects.h"
#include "source/linux/memory.h"
#include "source/linux/network.h"
#include "source/linux/paging_file.h"
#include "source/linux/process.h"
#include "source/linux/processor.h"
#include "source/linux/row_writer.h"
#include "source/linux/space_probes.h"
#include "source/linux/system.h"

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

/// What all sessions of a source share. It lives as long as one of them does.
struct Shared {
    Shared(std::shared_ptr<FileSystem> system, Clock& source_clock, const LinuxOptions& source_options)
        : file_system(std::move(system)), files(*file_system, source_options.foreign_root),
          clock(source_clock), options(source_options), objects(files), probes(file_system, options.probes) {}

    std::shared_ptr<FileSystem> file_system;
    KernelFiles files;
    Clock& clock;
    LinuxOptions options;
    KnownObjects objects;
    DiskNumbers disk_numbers;
    SpaceProbes probes;
};

class LinuxSession final : public model::Session {
  public:
    explicit LinuxSession(std::shared_ptr<Shared> shared)
        : shared_(std::move(shared)), process_id_(shared_->file_system->process_id()),
          cpus_(*shared_->file_system, shared_->options.units),
          processes_(shared_->files, shared_->options.units, shared_->options.windows_processes),
          disks_(shared_->files, shared_->disk_numbers, shared_->probes, shared_->options.windows_drives),
          network_(shared_->files) {
        if (shared_->options.cgroup) {
            group_.emplace(*shared_->file_system);
        }
    }

    Result<void> collect(std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override;

  private:
    [[nodiscard]] Needs needs_of(std::span<const model::ObjectRequest> requests) const;
    void leave_parents_files();
    void take_samples(const Instant& now, Needs needed);
    void write(ObjectId id, RowWriter& rows);

    std::shared_ptr<Shared> shared_;
    long process_id_;
    KernelTexts texts_;
    StatText stat_;
    BootTime boot_;
    CpuState cpus_;
    ProcessState processes_;
    DiskState disks_;
    NetworkState network_;
    std::optional<ControlGroup> group_; // that stands for the machine
    std::vector<std::uint32_t> wanted_;
};

Needs LinuxSession::needs_of(std::span<const model::ObjectRequest> requests) const {
    Needs needed = 0;
    for (const model::ObjectRequest& request : requests) {
        const ObjectLayout& layout = shared_->objects.layout(request.object);
        Needs wanted = layout.table->needs;
        for (std::size_t column = 0; column < request.columns.size(); ++column) {
            wanted |= request.columns[column] ? layout.columns[column].needs : 0;
        }
        needed |= request.only_total ? wanted & ~layout.table->instances_only : wanted;
    }
    return needed;
}

/// Descriptors inherited from a parent are shared with it, their positions and all: a child opens its own.
void LinuxSession::leave_parents_files() {
    const long process = shared_->file_system->process_id();
    if (process != process_id_) {
        process_id_ = process;
        processes_.after_fork();
        disks_.after_fork();
        network_.after_fork();
    }
}

Result<void> LinuxSession::collect(
    std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
    leave_parents_files();
    Needs needed = needs_of(requests);
    const Instant now = shared_->clock.now();
    if ((needed & needs::diskstats) != 0) {
        needed |= disks_.look_for_drives(now.time_100ns);
    }
    texts_.read(shared_->files, needed);
    snapshot.perf_time = now.perf_time;
    snapshot.time_100ns = now.time_100ns;
    snapshot.system_time = now.system_time;
    take_samples(now, needed);
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const ObjectLayout& layout = shared_->objects.layout(requests[i].object);
        RowWriter rows(layout, requests[i], wanted_, snapshot.objects[i]);
        write(layout.table->id, rows);
        snapshot.objects[i].set_object_time(now.time_100ns);
    }
    return outcome::success();
}

void LinuxSession::take_samples(const Instant& now, Needs needed) {
    boot_.update(texts_.get(KernelFile::uptime), now.time_100ns);
    parse_stat(texts_.get(KernelFile::stat).value_or(std::string_view{}), stat_);
    if ((needed & needs::stat) != 0) {
        cpus_.update({stat_, texts_.get(KernelFile::interrupts), texts_.get(KernelFile::softirqs),
            now.time_100ns, needed, group_ ? group_->cpu() : std::nullopt});
    }
    if ((needed & needs::process_list) != 0) {
        processes_.update({now.time_100ns, saturated_subtract(now.system_time, now.time_100ns), boot_.value(),
            cpus_.idle_time(), cpus_.online(), needed});
    }
    if ((needed & needs::diskstats) != 0) {
        disks_.update(
            {texts_.get(KernelFile::diskstats), texts_.get(KernelFile::mounts), now.time_100ns, needed});
    }
    if ((needed & needs::net_dev) != 0) {
        network_.update(texts_.get(KernelFile::net_dev), needed);
    }
}

void LinuxSession::write(ObjectId id, RowWriter& rows) {
    switch (id) {
    case ObjectId::system:
        write_system(
            {stat_, texts_.get(KernelFile::loadavg), cpus_.online(), boot_.value(), processes_.count()},
            rows);
        break;
    case ObjectId::memory:
        write_memory(texts_.get(KernelFile::meminfo), texts_.get(KernelFile::vmstat),
            group_ ? group_->memory() : MemoryLimit{}, rows);
        break;
    case ObjectId::processor:
        cpus_.write(rows, false);
        break;
    case ObjectId::processor_information:
        cpus_.write(rows, true);
        break;
    case ObjectId::process:
        processes_.write(rows, false);
        break;
    case ObjectId::process_v2:
        processes_.write(rows, true);
        break;
    case ObjectId::physical_disk:
        disks_.write_physical(rows);
        break;
    case ObjectId::logical_disk:
        disks_.write_logical(rows);
        break;
    case ObjectId::network_interface:
        network_.write(rows);
        break;
    case ObjectId::paging_file:
        write_paging_file(texts_.get(KernelFile::swaps), rows);
        break;
    }
}

class LinuxSource final : public model::Source {
  public:
    explicit LinuxSource(std::shared_ptr<Shared> shared) : shared_(std::move(shared)) {}

    std::shared_ptr<const model::Catalogue> catalogue() override { return shared_->objects.catalogue(); }

    std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view counter) override {
        return shared_->objects.catalogue_for(object, counter);
    }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<LinuxSession>(shared_);
    }

    Result<void> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        const auto session = open_session(); // not on the stack, of which a program's thread may have little
        model::ObjectRequest request;
        request.object = object;
        return model::collect_instances(*session, request, instances);
    }

  private:
    std::shared_ptr<Shared> shared_;
};

} // namespace

std::shared_ptr<model::Source> make_linux_source(
    std::shared_ptr<FileSystem> files, Clock& clock, const LinuxOptions& options) {
    return std::make_shared<LinuxSource>(std::make_shared<Shared>(std::move(files), clock, options));
}

Result<std::shared_ptr<model::Source>> make_linux_source(
    const std::string& root, Clock& clock, LinuxOptions options) {
    auto files = make_file_system(root);
    if (!files) {
        return Status::invalid_datasource;
    }
    options.foreign_root = options.foreign_root || (!root.empty() && root != "/");
    if (options.foreign_root) {
        options.windows_processes = [] { return std::vector<platform::WindowsProcess>(); };
        options.windows_drives = [] { return std::vector<platform::WindowsDrive>(); };
    }
    return make_linux_source(std::move(files).value(), clock, options);
}

} // namespace pdh_shim::source::linux
