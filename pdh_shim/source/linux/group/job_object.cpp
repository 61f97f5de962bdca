// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/file.h"
#include "calc/running_total.h"
#include "model/instance_writer.h"
#include "source/linux/group/job_text.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {
namespace {

using calc::remember;
using calc::RunningTotal;
using calc::Summing;

constexpr Inputs job_list = inputs::own(0);
constexpr Inputs job_times = inputs::own(1);
constexpr Inputs job_faults = inputs::own(2);
constexpr Inputs job_processes = inputs::own(3);

struct JobField {
    enum Index : std::uint8_t {
        time, // in units of 100 ns
        user,
        kernel,
        faults,
        processes, // that it has now
        milliseconds,
        user_milliseconds,
        kernel_milliseconds,
        count
    };
};
using JobValues = std::array<std::int64_t, JobField::count>;

constexpr auto job_rows = std::to_array<CounterRow>({
    {u"Current % Processor Time", 1502, CounterType::perf_100nsec_timer, model::Detail::novice, job_times,
        JobField::time, u"Processor time of the group's processes; 100 % are one processor."},
    {u"Current % User Mode Time", 1504, CounterType::perf_100nsec_timer, model::Detail::novice, job_times,
        JobField::user, u"Processor time of the group's processes in user mode."},
    {u"Current % Kernel Mode Time", 1506, CounterType::perf_100nsec_timer, model::Detail::novice, job_times,
        JobField::kernel, u"Processor time of the group's processes in the kernel."},
    {u"Pages/Sec", 1514, CounterType::perf_counter_counter, model::Detail::novice, job_faults,
        JobField::faults, u"Page faults of the group's processes in a second."},
    {u"Process Count - Active", 1518, CounterType::perf_counter_rawcount, model::Detail::novice,
        job_processes, JobField::processes, u"Processes that are in the group now, or in groups within it."},
    {u"Total mSec - Processor", 1522, CounterType::perf_counter_large_rawcount, model::Detail::novice,
        job_times, JobField::milliseconds,
        u"Milliseconds of processor time that processes have used in the group."},
    {u"Total mSec - User Mode", 1524, CounterType::perf_counter_large_rawcount, model::Detail::novice,
        job_times, JobField::user_milliseconds,
        u"Milliseconds of processor time that processes have used in the group in user mode."},
    {u"Total mSec - Kernel Mode", 1526, CounterType::perf_counter_large_rawcount, model::Detail::novice,
        job_times, JobField::kernel_milliseconds,
        u"Milliseconds of processor time that processes have used in the group in the kernel."},
});

constexpr std::array<Summing, JobField::count> job_rules{Summing::whole_growth, Summing::whole_growth,
    Summing::whole_growth, Summing::whole_growth, Summing::whole_sum, Summing::none, Summing::none,
    Summing::none};

// Of version 2 the one hierarchy; of version 1 those of processor time and of memory.
constexpr const char* new_groups_mark = "/sys/fs/cgroup/cgroup.controllers";
constexpr const char* new_groups = "/sys/fs/cgroup";
constexpr const char* old_time_groups = "/sys/fs/cgroup/cpuacct";
constexpr const char* old_memory_groups = "/sys/fs/cgroup/memory";
constexpr std::size_t most_jobs = 16384;
constexpr std::size_t most_job_depth = 32;

bool has_new_groups(FileSystem& files) {
    return files.info(new_groups_mark).has_value();
}

Inputs find_jobs(FileSystem& files, Inputs /*wanted*/) {
    const bool has_any = has_new_groups(files) || files.info(old_time_groups).has_value();
    return has_any ? job_list | job_times | job_faults | job_processes : 0;
}

/// The groups of a hierarchy, each before those within it.
class JobWalk {
  public:
    JobWalk(FileSystem& files, std::string root) : files_(files), root_(std::move(root)) {}

    /// None if the hierarchy cannot be listed.
    [[nodiscard]] std::optional<std::vector<std::string>> paths() {
        return visit({}, 0) ? std::optional(std::move(paths_)) : std::nullopt;
    }

  private:
    /// False if the path is not a folder.
    bool visit(const std::string& path, std::size_t depth) {
        std::vector<std::string> inside;
        const auto listed = files_.list(root_ + path, [&](std::string_view name) {
            if (!is_group_file(name)) {
                inside.emplace_back(name);
            }
        });
        if (!listed) {
            return false;
        }
        if (!path.empty()) {
            paths_.push_back(path);
        }
        std::ranges::sort(inside);
        for (const std::string& name : inside) {
            if (depth < most_job_depth && paths_.size() < most_jobs) {
                std::string inner = path;
                inner += '/';
                inner += name;
                visit(inner, depth + 1);
            }
        }
        return true;
    }

    FileSystem& files_;
    std::string root_;
    std::vector<std::string> paths_;
};

/// The name of the instance for each path.
std::vector<std::u16string> job_names(const std::vector<std::string>& paths) {
    std::map<std::string, int> uses;
    for (const std::string& path : paths) {
        ++uses[model::path_instance(path)];
    }
    std::vector<std::u16string> names;
    names.reserve(paths.size());
    for (const std::string& path : paths) {
        std::string name = model::path_instance(path);
        if (uses[name] > 1) {
            name = distinct_path_instance(path);
        }
        names.push_back(model::kernel_instance(name));
    }
    return names;
}

struct Job {
    std::int64_t id = 0;
    bool lasts = false; // since the last sample
    JobValues now{};
    JobValues before{};
};

std::int64_t divided_job_value(std::int64_t value, std::int64_t divisor) {
    return value == unread ? unread : value / divisor;
}

void set_milliseconds(JobValues& values) {
    constexpr std::int64_t millisecond = ticks_per_second / 1000;
    for (const auto& [shown, time] : {std::pair(JobField::milliseconds, JobField::time),
             std::pair(JobField::user_milliseconds, JobField::user),
             std::pair(JobField::kernel_milliseconds, JobField::kernel)}) {
        values[shown] = divided_job_value(values[time], millisecond);
    }
}

/// The control groups as one session sees them.
class JobObjects final : public Sampler {
  public:
    explicit JobObjects(const Shown& shown)
        : files_(shown.files), tick_(ticks_per_second / shown.units.ticks_per_second), total_(job_rules) {
        total_values_.fill(unread);
    }

    void sample(const Collect& collect, Inputs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    [[nodiscard]] JobValues read(const std::string& path, Inputs needed);
    void read_new_times(const std::string& folder, JobValues& values);
    void read_old_times(const std::string& folder, JobValues& values);
    [[nodiscard]] std::int64_t read_faults(const std::string& path);
    [[nodiscard]] bool was_removed(const std::string& path, const Job& job);
    [[nodiscard]] Job job_of(const std::string& path, std::size_t likely, Inputs needed);
    void sum_up() noexcept;

    FileSystem& files_;
    const std::int64_t tick_;
    FileBuffer buffer_;
    bool is_new_ = false;
    std::vector<std::string> paths_; // each before those within it
    std::vector<std::u16string> names_;
    std::vector<Job> jobs_;
    std::int64_t ids_ = 0; // that were given out
    RunningTotal<JobField::count> total_;
    JobValues total_values_{};
    bool readable_ = false;
};

bool is_job_within(std::string_view path, std::string_view outer) {
    return path.size() > outer.size() && path.starts_with(outer) && path[outer.size()] == '/';
}

/// The kernel lists the processes of a group without those of the groups within it.
void add_inner_processes(const std::vector<std::string>& paths, std::vector<Job>& jobs) {
    for (std::size_t outer = jobs.size(); outer-- > 0;) {
        std::int64_t& processes = jobs[outer].now[JobField::processes];
        for (std::size_t i = outer + 1; i < jobs.size() && is_job_within(paths[i], paths[outer]); ++i) {
            const bool is_next = paths[i].find('/', paths[outer].size() + 1) == std::string::npos;
            const std::int64_t inner = jobs[i].now[JobField::processes];
            processes = is_next && inner != unread ? sum_of({processes, inner}) : processes;
        }
    }
}

void JobObjects::sample(const Collect& /*collect*/, Inputs needed) {
    is_new_ = has_new_groups(files_);
    auto paths = JobWalk(files_, is_new_ ? new_groups : old_time_groups).paths();
    readable_ = paths.has_value();
    if (!readable_) {
        return;
    }
    std::vector<Job> jobs;
    jobs.reserve(paths->size());
    std::vector<std::string> there;
    there.reserve(paths->size());
    for (std::string& path : *paths) {
        Job job = job_of(path, jobs.size(), needed);
        if (!was_removed(path, job)) {
            jobs.push_back(job);
            there.push_back(std::move(path));
        }
    }
    add_inner_processes(there, jobs);
    if (there != paths_) {
        names_ = job_names(there);
    }
    paths_ = std::move(there); // from here on nothing allocates memory
    jobs_ = std::move(jobs);
    sum_up();
}

/// Whether a group was removed since it was listed: not to read it is not a failure then.
bool JobObjects::was_removed(const std::string& path, const Job& job) {
    if (std::ranges::find(job.now, unread) == job.now.end()) {
        return false;
    }
    const auto folder = files_.info((is_new_ ? new_groups : old_time_groups) + path);
    return !folder && folder.error() == FileError::not_found;
}

/// `likely` is its position if the groups are those of the last sample. A group that was removed and made
/// again under its name begins to count anew: it is another instance.
Job JobObjects::job_of(const std::string& path, std::size_t likely, Inputs needed) {
    Job job;
    job.now = read(path, needed);
    const auto known = likely < paths_.size() && paths_[likely] == path
                           ? paths_.begin() + static_cast<std::ptrdiff_t>(likely)
                           : std::ranges::find(paths_, path);
    if (known == paths_.end()) {
        job.id = ++ids_;
        return job;
    }
    const Job& earlier = jobs_[static_cast<std::size_t>(known - paths_.begin())];
    job.before = earlier.before;
    remember(job.before, earlier.now, true);
    job.lasts = std::ranges::none_of(std::array{JobField::time, JobField::faults},
        [&](auto field) { return job.now[field] != unread && job.now[field] < job.before[field]; });
    job.id = job.lasts ? earlier.id : ++ids_;
    return job;
}

JobValues JobObjects::read(const std::string& path, Inputs needed) {
    JobValues values{};
    values.fill(unread);
    const std::string folder = (is_new_ ? new_groups : old_time_groups) + path;
    if ((needed & job_times) != 0) {
        if (is_new_) {
            read_new_times(folder, values);
        } else {
            read_old_times(folder, values);
        }
        set_milliseconds(values);
    }
    if ((needed & job_faults) != 0) {
        values[JobField::faults] = read_faults(path);
    }
    if ((needed & job_processes) != 0) {
        const auto text = files_.read(folder + "/cgroup.procs", buffer_);
        values[JobField::processes] = text ? std::ranges::count(text.value(), '\n') : unread;
    }
    return values;
}

void JobObjects::read_new_times(const std::string& folder, JobValues& values) {
    constexpr auto names = std::to_array<std::string_view>({"usage_usec", "user_usec", "system_usec"});
    constexpr std::int64_t microsecond = ticks_per_second / 1'000'000;
    std::array<std::int64_t, names.size()> shown{};
    const auto text = files_.read(folder + "/cpu.stat", buffer_);
    parse_named_values(text ? text.value() : std::string_view{}, names, shown);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        values[JobField::time + i] = scaled(shown[i], microsecond);
    }
}

void JobObjects::read_old_times(const std::string& folder, JobValues& values) {
    constexpr auto names = std::to_array<std::string_view>({"user", "system"});
    constexpr std::int64_t unit = 100; // nanoseconds
    std::array<std::int64_t, names.size()> shown{};
    const auto text = files_.read(folder + "/cpuacct.stat", buffer_);
    parse_named_values(text ? text.value() : std::string_view{}, names, shown);
    for (std::size_t i = 0; i < shown.size(); ++i) {
        values[JobField::user + i] = scaled(shown[i], tick_);
    }
    values[JobField::time] = divided_job_value(read_number(files_, folder + "/cpuacct.usage", buffer_), unit);
}

std::int64_t JobObjects::read_faults(const std::string& path) {
    const auto names = std::to_array<std::string_view>({is_new_ ? "pgfault" : "total_pgfault"});
    std::array<std::int64_t, 1> faults{};
    const auto text =
        files_.read((is_new_ ? new_groups : old_memory_groups) + path + "/memory.stat", buffer_);
    parse_named_values(text ? text.value() : std::string_view{}, names, faults);
    return faults[0];
}

/// Groups within others are in those already.
void JobObjects::sum_up() noexcept {
    total_.begin();
    for (std::size_t i = 0; i < jobs_.size(); ++i) {
        if (paths_[i].find('/', 1) == std::string::npos) {
            total_.add(jobs_[i].now, jobs_[i].lasts ? &jobs_[i].before : nullptr);
        }
    }
    total_values_ = total_.end();
    set_milliseconds(total_values_);
}

void JobObjects::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    for (std::size_t i = 0; i < jobs_.size() && !instances.only_total(); ++i) {
        instances.add(names_[i], jobs_[i].id, jobs_[i].now);
    }
    if (!jobs_.empty()) {
        instances.add(total_name, model::no_unique_id, total_values_);
    }
}

} // namespace

constexpr ObjectTable objects::job_object{u"Job Object", 1500, model::Instances::multi, {job_list}, {},
    u"Current % Processor Time",
    u"The control groups of processes, such as those of services and containers.", job_rows, find_jobs,
    nullptr, open<JobObjects>};

} // namespace pdh_shim::source::linux
