// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/saturating.h"
#include "calc/running_total.h"
#include "source/linux/kernel/boot_time.h"
#include "source/linux/kernel/performance_object.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/process_state.h"
#include "source/linux/process/process_text.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::linux {

using calc::RunningTotal;
using calc::Summing;
namespace {

constexpr Inputs thread_status = inputs::own(0);
/// What can change in the line of a thread while its process does not run.
constexpr Inputs thread_line = inputs::own(1);

struct ThreadField {
    enum Index : std::uint8_t {
        processor_time,
        user_time,
        privileged_time,
        context_switches,
        start_time,
        priority,
        state,
        process_id,
        id,
        count
    };
};
using ThreadValues = std::array<std::int64_t, ThreadField::count>;

constexpr auto thread_rows = std::to_array<CounterRow>({
    {u"% Processor Time", 6, CounterType::perf_100nsec_timer, model::Detail::novice, {},
        ThreadField::processor_time, u"Processor time that the thread used, in percent of one processor's."},
    {u"% User Time", 142, CounterType::perf_100nsec_timer, model::Detail::advanced, {},
        ThreadField::user_time,
        u"Processor time that the thread used in user mode, in percent of one processor's."},
    {u"% Privileged Time", 144, CounterType::perf_100nsec_timer, model::Detail::advanced, {},
        ThreadField::privileged_time,
        u"Processor time that the kernel used for the thread, in percent of one processor's."},
    {u"Context Switches/sec", 146, CounterType::perf_counter_counter, model::Detail::advanced, thread_status,
        ThreadField::context_switches,
        u"How often a processor went over from the thread to another one in a second."},
    {u"Elapsed Time", 684, CounterType::perf_elapsed_time, model::Detail::advanced, {},
        ThreadField::start_time, u"Seconds since the thread was started."},
    {u"Priority Current", 694, CounterType::perf_counter_rawcount, model::Detail::advanced, thread_line,
        ThreadField::priority, u"Priority that stands for the thread's scheduling policy and nice value."},
    {u"Priority Base", 682, CounterType::perf_counter_rawcount, model::Detail::advanced, thread_line,
        ThreadField::priority,
        u"Base priority that stands for the thread's scheduling policy and nice value: 24 for real time, 8 "
        u"for the usual."},
    {u"Thread State", 46, CounterType::perf_counter_rawcount, model::Detail::wizard, thread_line,
        ThreadField::state,
        u"2: the thread runs or could run, 4: it has ended, 5: it waits, 7: it is in another state."},
    {u"ID Process", 784, CounterType::perf_counter_rawcount, model::Detail::novice, {},
        ThreadField::process_id, u"Number of the thread's process."},
    {u"ID Thread", 804, CounterType::perf_counter_rawcount, model::Detail::novice, {}, ThreadField::id,
        u"Number of the thread, which is given to another one when it has ended."},
});

Inputs find_thread_sources(FileSystem& files, Inputs wanted) {
    const Inputs found = find_process_sources(files, wanted);
    return found == 0 ? 0 : found | thread_status | thread_line;
}

constexpr std::array<Summing, ThreadField::count> make_thread_rules() {
    std::array<Summing, ThreadField::count> rules{};
    rules.fill(Summing::whole_sum);
    for (std::size_t i = ThreadField::processor_time; i <= ThreadField::context_switches; ++i) {
        rules[i] = Summing::whole_growth;
    }
    return rules;
}

constexpr std::array<Summing, ThreadField::count> thread_rules = make_thread_rules();

constexpr std::array<std::string_view, 2> switch_names{
    "voluntary_ctxt_switches", "nonvoluntary_ctxt_switches"};

constexpr std::size_t no_place = SIZE_MAX;

struct Thread {
    std::int64_t id = 0;
    std::int64_t start_ticks = 0;
    std::u16string_view process; // its name, which its process keeps until the next collect
    std::int64_t position = 0;   // among the threads of the process
    std::size_t last = no_place; // in the last sample, if it was not read again
    ThreadValues now{};
};

/// A process whose threads were read.
struct ThreadOwner {
    std::int64_t id = 0;
    std::int64_t run_time = unread; // before they were read
    Inputs read = 0;                // of the object's own inputs
    std::size_t first = 0;          // of its threads
    std::size_t end = 0;
    bool all_read = true; // nothing of it may not be read
    bool complete = true; // nothing of it failed to be read
};

/// The threads as one session sees them.
class Threads final : public Sampler {
  public:
    explicit Threads(const Shown& shown)
        : files_(shown.files), tick_(ticks_per_second / shown.units.ticks_per_second), boot_(shown.boot),
          processes_(shown.processes), total_(thread_rules) {
        total_values_.fill(unread);
    }

    void sample(const Collect& collect, Inputs needed) override;
    void write(InstanceWriter& instances) const override;

  private:
    /// What a sample has; memory for the next one.
    struct Reading {
        std::vector<Thread> threads;                             // in the order of the processes
        std::vector<std::pair<std::int64_t, std::size_t>> by_id; // numbers of threads, and their places
        std::vector<ThreadOwner> owners;                         // by number
    };

    void add_process(std::u16string_view name, ThreadOwner owner);
    [[nodiscard]] bool keep_threads(std::u16string_view name, ThreadOwner& owner);
    void read_threads(std::u16string_view name, ThreadOwner& owner);
    [[nodiscard]] FileResult<Thread> read(std::int64_t process, std::int64_t id, Inputs needed);
    [[nodiscard]] FileResult<std::int64_t> read_switches(const std::string& folder);
    [[nodiscard]] std::int64_t start_time(std::int64_t start_ticks) const;
    void index();
    [[nodiscard]] const Thread* find_last(const Thread& thread) const;
    [[nodiscard]] bool is_born(const Thread& thread) const;
    void sum_up(bool all_read, std::int64_t time_100ns);

    FileSystem& files_;
    const std::int64_t tick_;
    const BootTime& boot_;
    const ProcessState& processes_;
    FileBuffer buffer_;
    std::vector<std::int64_t> ids_; // of the threads of one process
    Reading last_;
    Reading next_;
    bool readable_ = false;
    std::int64_t time_ = 0; // of the last sample, or 0
    RunningTotal<ThreadField::count> total_;
    ThreadValues total_values_{};
};

void Threads::sample(const Collect& collect, Inputs needed) {
    readable_ = processes_.readable();
    if (!readable_) {
        return;
    }
    next_.threads.clear();
    next_.owners.clear();
    processes_.for_each([&](std::u16string_view name, std::int64_t id, std::int64_t run_time) {
        add_process(name, {.id = id, .run_time = run_time, .read = needed & inputs::all_own});
    });
    std::ranges::sort(next_.owners, {}, &ThreadOwner::id);
    index();
    const bool all_read =
        !processes_.has_denied() && std::ranges::all_of(next_.owners, &ThreadOwner::all_read);
    sum_up(all_read, collect.now.time_100ns); // nothing from here on allocates memory
    std::swap(last_, next_);
}

void Threads::add_process(std::u16string_view name, ThreadOwner owner) {
    owner.first = next_.threads.size();
    if (!keep_threads(name, owner)) {
        read_threads(name, owner);
    }
    owner.end = next_.threads.size();
    next_.owners.push_back(owner);
}

/// While a process does not run, its threads have the same times and are the same ones. False if they have to
/// be read.
bool Threads::keep_threads(std::u16string_view name, ThreadOwner& owner) {
    const auto known = std::ranges::lower_bound(last_.owners, owner.id, {}, &ThreadOwner::id);
    const bool is_known = known != last_.owners.end() && known->id == owner.id;
    const bool has_run = !is_known || owner.run_time == unread || known->run_time != owner.run_time;
    if (has_run || !known->all_read || !known->complete || (owner.read & ~known->read) != 0 ||
        (owner.read & thread_line) != 0) {
        return false;
    }
    for (std::size_t place = known->first; place < known->end; ++place) {
        Thread& thread = next_.threads.emplace_back(last_.threads[place]);
        thread.process = name;
        thread.last = place;
        thread.now[ThreadField::start_time] = start_time(thread.start_ticks);
    }
    owner.read = known->read;
    return true;
}

/// A process that has ended has no threads.
void Threads::read_threads(std::u16string_view name, ThreadOwner& owner) {
    ids_.clear();
    const auto listed =
        files_.list("/proc/" + std::to_string(owner.id) + "/task", [this](std::string_view entry) {
            if (const auto number = whole_number(entry)) {
                ids_.push_back(*number);
            }
        });
    if (!listed) {
        owner.all_read = listed.error() != FileError::denied;
        owner.complete = listed.error() == FileError::not_found;
        return;
    }
    std::ranges::sort(ids_);
    std::int64_t position = 0;
    for (const std::int64_t thread_id : ids_) {
        if (auto thread = read(owner.id, thread_id, owner.read)) {
            thread.value().process = name;
            thread.value().position = position++;
            next_.threads.push_back(thread.value());
            const bool lacks_status = (owner.read & thread_status) != 0 &&
                                      thread.value().now[ThreadField::context_switches] == unread;
            owner.complete = owner.complete && !lacks_status;
        } else {
            owner.all_read = owner.all_read && thread.error() != FileError::denied;
            owner.complete = owner.complete && thread.error() == FileError::not_found;
        }
    }
}

FileResult<Thread> Threads::read(std::int64_t process, std::int64_t id, Inputs needed) {
    const std::string folder = "/proc/" + std::to_string(process) + "/task/" + std::to_string(id);
    const auto text = files_.read(folder + "/stat", buffer_);
    if (!text) {
        return text.error();
    }
    const auto stat = parse_process_stat(text.value());
    if (!stat) {
        return FileError::failed;
    }
    Thread thread;
    thread.id = id;
    thread.start_ticks = stat->start_ticks;
    ThreadValues& now = thread.now;
    now[ThreadField::user_time] = scaled(stat->user_ticks, tick_);
    now[ThreadField::privileged_time] = scaled(stat->system_ticks, tick_);
    now[ThreadField::processor_time] = scaled(sum_of({stat->user_ticks, stat->system_ticks}), tick_);
    now[ThreadField::start_time] = start_time(stat->start_ticks);
    now[ThreadField::priority] = base_priority(stat->policy, stat->nice);
    now[ThreadField::state] = thread_state(stat->state);
    now[ThreadField::process_id] = process;
    now[ThreadField::id] = id;
    now[ThreadField::context_switches] = unread;
    if ((needed & thread_status) != 0) {
        const auto switches = read_switches(folder);
        if (!switches && switches.error() == FileError::not_found) {
            return FileError::not_found; // it has ended since its line was read
        }
        now[ThreadField::context_switches] = switches ? switches.value() : unread;
    }
    return thread;
}

FileResult<std::int64_t> Threads::read_switches(const std::string& folder) {
    const auto text = files_.read(folder + "/status", buffer_);
    if (!text) {
        return text.error();
    }
    std::array<std::int64_t, switch_names.size()> switches{};
    parse_named_values(text.value(), switch_names, switches);
    return sum_of({switches[0], switches[1]});
}

std::int64_t Threads::start_time(std::int64_t start_ticks) const {
    const std::int64_t boot = boot_.value();
    return boot == unread ? unread : saturated_add(boot, scaled(start_ticks, tick_));
}

/// Sorts the numbers of the threads, unless all are where they were.
void Threads::index() {
    const auto& threads = next_.threads;
    bool are_same = threads.size() == last_.threads.size();
    for (std::size_t i = 0; are_same && i < threads.size(); ++i) {
        are_same = threads[i].last == i;
    }
    if (are_same) {
        next_.by_id = last_.by_id;
        return;
    }
    next_.by_id.resize(threads.size());
    for (std::size_t i = 0; i < threads.size(); ++i) {
        next_.by_id[i] = {threads[i].id, i};
    }
    std::ranges::sort(next_.by_id);
}

/// The thread as it was at the last sample; null if it was not there.
const Thread* Threads::find_last(const Thread& thread) const {
    if (thread.last != no_place) {
        return &last_.threads[thread.last];
    }
    const auto known =
        std::ranges::lower_bound(last_.by_id, thread.id, {}, [](const auto& place) { return place.first; });
    if (known == last_.by_id.end() || known->first != thread.id) {
        return nullptr;
    }
    const Thread& last = last_.threads[known->second];
    return last.start_ticks == thread.start_ticks ? &last : nullptr;
}

/// Whether a thread that was not there at the last sample was started since then, so that all of its time is
/// growth. The kernel's starts and the clock differ a little.
bool Threads::is_born(const Thread& thread) const {
    const std::int64_t started = thread.now[ThreadField::start_time];
    return time_ != 0 && started != unread && saturated_add(started, ticks_per_second) >= time_;
}

void Threads::sum_up(bool all_read, std::int64_t time_100ns) {
    static constexpr ThreadValues nothing{};
    total_.begin();
    if (!all_read) {
        ThreadValues hidden{};
        hidden.fill(unread);
        total_.add(hidden, nullptr);
    }
    for (const Thread& thread : next_.threads) {
        if (const Thread* const last = find_last(thread)) {
            total_.add(thread.now, &last->now);
        } else {
            total_.add(thread.now, is_born(thread) ? &nothing : nullptr);
        }
    }
    time_ = time_100ns;
    total_values_ = total_.end();
    for (const auto none :
        {ThreadField::priority, ThreadField::state, ThreadField::process_id, ThreadField::id}) {
        total_values_[none] = 0;
    }
    total_values_[ThreadField::start_time] = time_100ns;
}

void Threads::write(InstanceWriter& instances) const {
    if (!readable_) {
        instances.fail();
        return;
    }
    std::u16string name;
    for (const Thread& thread : last_.threads) {
        name.clear();
        append_number(name, thread.position);
        instances.add(name, task_id(thread.id, thread.start_ticks), thread.now, thread.process);
    }
    instances.add(total_name, model::no_unique_id, total_values_, total_name);
}

} // namespace

constexpr ObjectTable objects::thread{u"Thread", 232, model::Instances::multi,
    {uptime_file, inputs::process_list | inputs::process_stat}, {}, u"% Processor Time",
    u"The threads of each process by their position in it, and all of them together.", thread_rows,
    find_thread_sources, nullptr, open<Threads>};

} // namespace pdh_shim::source::linux
