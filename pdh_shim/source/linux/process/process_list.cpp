// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/process_list.h"

#include "base/clock.h"
#include "source/linux/kernel/scanner.h"
#include "source/linux/process/process_text.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <string_view>

namespace pdh_shim::source::linux {
namespace {

/// The namespace that the kernel starts with has this number on all machines.
constexpr std::string_view first_namespace = "pid:[4026531836]";

/// The kernel's own processes are in the first namespace only, and the second process is the one that starts
/// them. Whoever is in a container may still have the /proc of the host.
bool has_kernel_threads(FileSystem& files) {
    FileBuffer buffer;
    const auto text = files.read("/proc/2/stat", buffer);
    const auto second = text ? parse_process_stat(text.value()) : std::nullopt;
    return second && second->comm == "kthreadd" && second->parent == 0 && second->virtual_bytes == 0;
}

} // namespace

bool PidNamespace::is_whole_machine() {
    if (const std::uint32_t epoch = files_.fork_epoch(); asked_by_ != epoch) {
        const auto own = files_.read_link("/proc/self/ns/pid");
        is_whole_machine_ = !own || own.value() == first_namespace || has_kernel_threads(files_);
        asked_by_ = epoch;
    }
    return is_whole_machine_;
}

namespace {

// A number that nothing has takes as long to try as one entry of the whole list (2 us of Wine 8): so as many
// are tried as there are processes, or a few more.
constexpr std::int64_t few_numbers = 64;
constexpr std::int64_t longest_trust = 10 * ticks_per_second;

} // namespace

bool ProcessList::update(std::vector<std::int64_t>& ids, std::int64_t time_100ns, bool may_keep) {
    const std::int64_t newest = read_newest(); // first: what is started meanwhile is tried the next time
    missed_ = false;
    if (may_keep && can_seek(std::ssize(ids), newest, time_100ns)) {
        seek(ids, newest);
    } else if (list(ids, newest)) {
        listed_at_ = time_100ns;
    } else {
        return false;
    }
    // A caller that keeps no processes does not know the older numbers: all are listed the next time.
    older_ = may_keep && !missed_ ? newest_ : unread;
    newest_ = may_keep ? newest : unread;
    return true;
}

std::int64_t ProcessList::read_newest() {
    if (!seeks_) {
        return unread;
    }
    const auto text = loadavg_.read(files_, "/proc/loadavg", buffer_);
    return text ? parse_newest_task(text.value()) : unread;
}

bool ProcessList::can_seek(std::int64_t known, std::int64_t newest, std::int64_t time_100ns) const {
    return newest != unread && older_ != unread && newest_ >= older_ && newest >= newest_ &&
           newest - older_ <= std::max(known, few_numbers) && time_100ns >= listed_at_ &&
           time_100ns - listed_at_ < longest_trust;
}

/// Tries a number that has no folder twice, in two updates: a process gets its number before its folder
/// appears.
void ProcessList::seek(std::vector<std::int64_t>& ids, std::int64_t newest) {
    std::erase_if(threads_, [this](std::int64_t id) { return id <= older_; });
    for (std::int64_t id = older_ + 1; id <= newest; ++id) {
        const auto place = std::ranges::lower_bound(ids, id);
        const bool is_known =
            (place != ids.end() && *place == id) || std::ranges::find(threads_, id) != threads_.end();
        if (!is_known && has_folder(id)) {
            ids.insert(place, id);
        }
    }
}

/// A new process whose number was not to be tried shows that /proc and /proc/loadavg number processes
/// differently: in a container, loadavg may have the numbers of the host.
bool ProcessList::list(std::vector<std::int64_t>& ids, std::int64_t newest) {
    listed_.clear();
    const auto found = files_.list("/proc", [this](std::string_view name) {
        if (const auto id = whole_number(name)) {
            listed_.push_back(*id);
        }
    });
    if (!found) {
        return false;
    }
    std::ranges::sort(listed_);
    const bool is_ascending = older_ != unread && newest_ >= older_ && newest >= newest_;
    const bool is_strange = is_ascending && std::ranges::any_of(listed_, [&](std::int64_t id) {
        return !std::ranges::binary_search(ids, id) && (id <= older_ || id > newest + few_numbers);
    });
    seeks_ = seeks_ && !is_strange;
    ids.swap(listed_);
    return true;
}

/// Whether it is a process or a thread. Wine answers without its server.
bool ProcessList::has_folder(std::int64_t id) {
    const auto found = files_.info("/proc/" + std::to_string(id) + "/stat");
    missed_ = missed_ || (!found && found.error() == FileError::failed);
    return found.has_value();
}

} // namespace pdh_shim::source::linux
