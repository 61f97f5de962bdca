// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/clock.h"
#include "base/saturating.h"
#include "source/linux/parts.h"
#include "source/linux/running_total.h"
#include "source/linux/subject.h"
#include "source/linux/text/named_values.h"
#include "source/linux/text/process_text.h"
#include "source/linux/text_util.h"

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
namespace {

constexpr Needs thread_status = needs::own(0);

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
    {u"Priority Current", 694, CounterType::perf_counter_rawcount, model::Detail::advanced, {},
        ThreadField::priority, u"Priority that stands for the thread's scheduling policy and nice value."},
    {u"Priority Base", 682, CounterType::perf_counter_rawcount, model::Detail::advanced, {},
        ThreadField::priority,
        u"Base priority that stands for the thread's scheduling policy and nice value: 24 for real time, 8 "
        u"for the usual."},
    {u"Thread State", 46, CounterType::perf_counter_rawcount, model::Detail::wizard, {}, ThreadField::state,
        u"2: the thread runs or could run, 4: it has ended, 5: it waits, 7: it is in another state."},
    {u"ID Process", 784, CounterType::perf_counter_rawcount, model::Detail::novice, {},
        ThreadField::process_id, u"Number of the thread's process."},
    {u"ID Thread", 804, CounterType::perf_counter_rawcount, model::Detail::novice, {}, ThreadField::id,
        u"Number of the thread, which is given to another one when it has ended."},
});

Needs find_thread_sources(FileSystem& files, Needs wanted) {
    const Needs found = find_process_sources(files, wanted);
    return found == 0 ? 0 : found | thread_status;
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

struct Thread {
    std::int64_t id = 0;
    std::int64_t start_ticks = 0;
    std::u16string_view process; // its name, which its process keeps until the next collect
    std::int64_t position = 0;   // among the threads of the process
    ThreadValues now{};
};

/// The threads as one session sees them.
class Threads final : public Sampler {
  public:
    explicit Threads(Parts& parts) : parts_(parts), total_(thread_rules) { total_values_.fill(unread); }

    void sample(const Collect& collect, Needs needed) override;
    void write(RowWriter& rows) const override;

  private:
    using List = std::vector<Thread>;

    [[nodiscard]] bool add_process(std::u16string_view name, std::int64_t id, Needs needed, List& threads);
    [[nodiscard]] FileResult<Thread> read(std::int64_t process, std::int64_t id, Needs needed);
    [[nodiscard]] FileResult<std::int64_t> read_switches(const std::string& folder);
    [[nodiscard]] const Thread* find_last(const Thread& thread) const;
    [[nodiscard]] bool is_born(const Thread& thread) const;
    void sum_up(const List& threads, bool all_read, std::int64_t time_100ns);

    Parts& parts_;
    FileBuffer buffer_;
    std::vector<std::int64_t> ids_;                           // of the threads of one process
    List threads_;                                            // in the order of the processes
    std::vector<std::pair<std::int64_t, std::size_t>> by_id_; // numbers of threads, and their places
    bool readable_ = false;
    std::int64_t time_ = 0; // of the last sample, or 0
    RunningTotal<ThreadField::count> total_;
    ThreadValues total_values_{};
};

void Threads::sample(const Collect& collect, Needs needed) {
    readable_ = parts_.processes().readable();
    if (!readable_) {
        return;
    }
    List threads;
    threads.reserve(threads_.size());
    bool all_read = !parts_.processes().has_denied();
    parts_.processes().for_each([&](std::u16string_view name, std::int64_t id) {
        all_read = add_process(name, id, needed, threads) && all_read;
    });
    std::vector<std::pair<std::int64_t, std::size_t>> by_id(threads.size());
    for (std::size_t i = 0; i < threads.size(); ++i) {
        by_id[i] = {threads[i].id, i};
    }
    std::ranges::sort(by_id);
    sum_up(threads, all_read, collect.now.time_100ns); // nothing from here on allocates memory
    threads_.swap(threads);
    by_id_.swap(by_id);
}

/// False if something of the process may not be read. One that has ended has no threads.
bool Threads::add_process(std::u16string_view name, std::int64_t id, Needs needed, List& threads) {
    ids_.clear();
    const auto listed =
        parts_.files().system().list("/proc/" + std::to_string(id) + "/task", [this](std::string_view entry) {
            if (const auto number = whole_number(entry)) {
                ids_.push_back(*number);
            }
        });
    if (!listed) {
        return listed.error() != FileError::denied;
    }
    std::ranges::sort(ids_);
    std::int64_t position = 0;
    bool all_read = true;
    for (const std::int64_t thread_id : ids_) {
        if (auto thread = read(id, thread_id, needed)) {
            thread.value().process = name;
            thread.value().position = position++;
            threads.push_back(thread.value());
        } else {
            all_read = all_read && thread.error() != FileError::denied;
        }
    }
    return all_read;
}

FileResult<Thread> Threads::read(std::int64_t process, std::int64_t id, Needs needed) {
    const std::string folder = "/proc/" + std::to_string(process) + "/task/" + std::to_string(id);
    const auto text = parts_.files().system().read(folder + "/stat", buffer_);
    if (!text) {
        return text.error();
    }
    const auto stat = parse_process_stat(text.value());
    if (!stat) {
        return FileError::failed;
    }
    const std::int64_t tick = ticks_per_second / parts_.units().ticks_per_second;
    const std::int64_t boot = parts_.boot().value();
    Thread thread;
    thread.id = id;
    thread.start_ticks = stat->start_ticks;
    ThreadValues& now = thread.now;
    now[ThreadField::user_time] = scaled(stat->user_ticks, tick);
    now[ThreadField::privileged_time] = scaled(stat->system_ticks, tick);
    now[ThreadField::processor_time] = scaled(sum_of({stat->user_ticks, stat->system_ticks}), tick);
    now[ThreadField::start_time] =
        boot == unread ? unread : saturated_add(boot, scaled(stat->start_ticks, tick));
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
    const auto text = parts_.files().system().read(folder + "/status", buffer_);
    if (!text) {
        return text.error();
    }
    std::array<std::int64_t, switch_names.size()> switches{};
    parse_named_values(text.value(), switch_names, switches);
    return sum_of({switches[0], switches[1]});
}

/// The thread as it was at the last sample; null if it was not there.
const Thread* Threads::find_last(const Thread& thread) const {
    const auto known =
        std::ranges::lower_bound(by_id_, thread.id, {}, [](const auto& place) { return place.first; });
    if (known == by_id_.end() || known->first != thread.id) {
        return nullptr;
    }
    const Thread& last = threads_[known->second];
    return last.start_ticks == thread.start_ticks ? &last : nullptr;
}

/// Whether a thread that was not there at the last sample was started since then, so that all of its time is
/// growth. The kernel's starts and the clock differ a little.
bool Threads::is_born(const Thread& thread) const {
    const std::int64_t started = thread.now[ThreadField::start_time];
    return time_ != 0 && started != unread && saturated_add(started, ticks_per_second) >= time_;
}

void Threads::sum_up(const List& threads, bool all_read, std::int64_t time_100ns) {
    static constexpr ThreadValues nothing{};
    total_.begin();
    if (!all_read) {
        ThreadValues hidden{};
        hidden.fill(unread);
        total_.add(hidden, nullptr);
    }
    for (const Thread& thread : threads) {
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

void Threads::write(RowWriter& rows) const {
    if (!readable_) {
        rows.fail();
        return;
    }
    std::u16string name;
    for (const Thread& thread : threads_) {
        name.clear();
        append_number(name, thread.position);
        rows.add(name, task_id(thread.id, thread.start_ticks), thread.now, thread.process);
    }
    rows.add(total_name, model::no_unique_id, total_values_, total_name);
}

} // namespace

constexpr Subject objects::thread{
    .object{u"Thread", 232, model::Instances::multi, {uptime_file, needs::process_list | needs::process_stat},
        {}, u"% Processor Time",
        u"The threads of each process by their position in it, and all of them together.", thread_rows},
    .find = find_thread_sources,
    .open = open<Threads>};

} // namespace pdh_shim::source::linux
