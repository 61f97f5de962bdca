// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/relog/range_instances.h"

#include "tools/command/listing.h"
#include "tools/command/paths.h"
#include "tools/command/query.h"
#include "tools/command/status_text.h"
#include "tools/command/text_file.h"
#include "tools/relog/log_values.h"

#include <pdh.h>
#include <pdhmsg.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pdh_shim::tools::relog {

namespace {

// A name, and how many instances of the same name stand before it.
using NumberedName = std::pair<std::string, DWORD>;

// The instances of one name.
struct KnownName {
    std::uint64_t record = 0;   // the last one that has the name
    std::size_t count = 0;      // of them in that record
    std::vector<bool> is_there; // by place: whether a record had it with the counter
};

// `#*` in a path.
constexpr DWORD any_index = 0xFFFFFFFF;

// A counter with a wildcard for its instances, and those that the records have.
class ScannedCounter {
  public:
    ScannedCounter(PDH_HCOUNTER counter, const std::string& pattern) : counter_(counter) {
        const auto status = command::read_items<PDH_COUNTER_PATH_ELEMENTS_A>(
            parts_buffer_, parts_, [&](DWORD* size, DWORD* count, PDH_COUNTER_PATH_ELEMENTS_A* parts) {
                *count = 1;
                return PdhParseCounterPathA(pattern.c_str(), parts, size, 0);
            });
        if (status != ERROR_SUCCESS) {
            throw command::status_error("The instances of " + pattern + " cannot be found", status);
        }
        // `a*#1` matches only the second of each name.
        first_index_ = parts_[0].dwInstanceIndex == any_index ? 0 : parts_[0].dwInstanceIndex;
    }

    void take_newest_record() {
        const auto status = command::read_items<PDH_RAW_COUNTER_ITEM_A>(
            items_buffer_, items_, [&](DWORD* size, DWORD* count, PDH_RAW_COUNTER_ITEM_A* items) {
                return PdhGetRawCounterArrayA(counter_, size, count, items);
            });
        command::check_list(status, std::string("The instances of ") + parts_[0].szObjectName);
        ++records_;
        for (const auto& item :
            status == ERROR_SUCCESS ? items_ : std::span<const PDH_RAW_COUNTER_ITEM_A>()) {
            auto& known = known_[command::lower_case(item.szName)];
            if (known.record != records_) {
                known.record = records_;
                known.count = 0;
            }
            const auto place = known.count++;
            known.is_there.resize(std::max(known.is_there.size(), known.count));
            // Not every instance of an object has every counter.
            if (!known.is_there[place] && item.RawValue.CStatus != PDH_CSTATUS_NO_INSTANCE) {
                known.is_there[place] = true;
                instances_.emplace_back(item.szName, first_index_ + static_cast<DWORD>(place));
            }
        }
    }

    /// In the order in which they occur.
    [[nodiscard]] const std::vector<NumberedName>& instances() const { return instances_; }

    [[nodiscard]] std::string path_of(NumberedName instance) const {
        auto parts = parts_[0];
        parts.szParentInstance = nullptr; // names of items begin with it
        parts.szInstanceName = instance.first.data();
        parts.dwInstanceIndex = instance.second;
        const auto made = command::read_list(
            [&](char* buffer, DWORD* size) { return PdhMakeCounterPathA(&parts, buffer, size, 0); });
        if (made.status != ERROR_SUCCESS) {
            throw command::status_error(
                "The path of the instance " + instance.first + " cannot be made", made.status);
        }
        return made.strings.empty() ? std::string() : made.strings.front();
    }

  private:
    PDH_HCOUNTER counter_;
    std::vector<char> parts_buffer_;
    std::span<const PDH_COUNTER_PATH_ELEMENTS_A> parts_; // one, in the buffer
    DWORD first_index_ = 0;
    std::vector<char> items_buffer_;
    std::span<const PDH_RAW_COUNTER_ITEM_A> items_; // in the buffer
    std::uint64_t records_ = 0;
    std::unordered_map<std::string, KnownName> known_; // in lower case
    std::vector<NumberedName> instances_;              // in the order in which they occur
};

std::vector<ScannedCounter> counters_to_scan(
    const command::Query& query, const InputLogs& logs, const std::string& path) {
    std::vector<ScannedCounter> counters;
    const auto expansion = command::expand(logs.handle(), path, PDH_NOEXPANDINSTANCES);
    command::check_list(expansion.status, "The counters of " + path);
    for (const auto& expanded : expansion.strings) {
        const auto pattern = command::computer_of(path) + command::without_computer(expanded);
        if (!command::has_wildcard(pattern)) {
            continue;
        }
        PDH_HCOUNTER counter = nullptr;
        const auto status = static_cast<DWORD>(PdhAddCounterA(query.handle(), pattern.c_str(), 0, &counter));
        if (status != ERROR_SUCCESS) {
            throw command::status_error("The instances of " + pattern + " cannot be found", status);
        }
        counters.emplace_back(counter, pattern);
    }
    return counters;
}

// An instance that counters have.
struct FoundInstance {
    std::string name; // in lower case
    std::vector<std::string> paths;
};

// Puts instances of one name into the order that they have in an expansion, which may read the whole log.
void put_as_columns_stand(
    const InputLogs& logs, const std::string& path, std::vector<FoundInstance>& instances) {
    std::unordered_map<std::string, std::vector<std::size_t>> places; // of each name
    for (std::size_t i = 0; i < instances.size(); ++i) {
        places[instances[i].name].push_back(i);
    }
    if (places.size() == instances.size()) {
        return;
    }
    std::unordered_map<std::string, std::size_t> order;
    for (const auto& expanded : command::expand(logs.handle(), path).strings) {
        order.emplace(command::lower_case(command::without_computer(expanded)), order.size());
    }
    const auto place_in_order = [&](const FoundInstance& instance) {
        const auto found = order.find(command::lower_case(command::without_computer(instance.paths.front())));
        return found == order.end() ? order.size() : found->second;
    };
    for (const auto& [name, of_name] : places) {
        std::vector<FoundInstance> numbered;
        for (const auto place : of_name) {
            numbered.push_back(std::move(instances[place]));
        }
        std::stable_sort(numbered.begin(), numbered.end(), [&](const auto& left, const auto& right) {
            return place_in_order(left) < place_in_order(right);
        });
        for (std::size_t i = 0; i < of_name.size(); ++i) {
            instances[of_name[i]] = std::move(numbered[i]);
        }
    }
}

// The paths of counters, as an expansion has them: each instance with all its counters.
std::vector<std::string> found_paths(
    const InputLogs& logs, const std::string& path, const std::vector<ScannedCounter>& counters) {
    std::vector<FoundInstance> instances;
    std::map<NumberedName, std::size_t> known;
    for (const auto& counter : counters) {
        for (const auto& instance : counter.instances()) {
            const auto name = command::lower_case(instance.first);
            const auto [place, is_new] = known.try_emplace({name, instance.second}, instances.size());
            if (is_new) {
                instances.push_back({name, {}});
            }
            instances[place->second].paths.push_back(counter.path_of(instance));
        }
    }
    put_as_columns_stand(logs, path, instances);
    std::vector<std::string> paths;
    for (const auto& instance : instances) {
        paths.insert(paths.end(), instance.paths.begin(), instance.paths.end());
    }
    return paths;
}

} // namespace

ExpandedPaths expand_in_range(const InputLogs& logs, const std::vector<std::string>& paths,
    const Options& options, command::Platform& platform) {
    command::Query query(logs.handle());
    std::map<std::string, std::vector<ScannedCounter>> scanned;
    for (const auto& path : paths) {
        auto counters =
            scanned.contains(path) ? std::vector<ScannedCounter>() : counters_to_scan(query, logs, path);
        if (!counters.empty()) {
            scanned.emplace(path, std::move(counters));
        }
    }
    query.set_range(options.begin, options.end);
    while (!scanned.empty() && query.collect()) {
        end_if_stopped(platform);
        for (auto& [path, counters] : scanned) {
            std::for_each(counters.begin(), counters.end(), std::mem_fn(&ScannedCounter::take_newest_record));
        }
    }
    ExpandedPaths expansions;
    for (const auto& [path, counters] : scanned) {
        expansions[path] = found_paths(logs, path, counters);
    }
    const bool has_any = std::any_of(
        expansions.begin(), expansions.end(), [](const auto& one) { return !one.second.empty(); });
    return has_any ? expansions : ExpandedPaths();
}

} // namespace pdh_shim::tools::relog
