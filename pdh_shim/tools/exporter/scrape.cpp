// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/scrape.h"

#include "tools/command/status_text.h"

#include <pdhmsg.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <utility>

namespace pdh_shim::tools::exporter {

namespace {

// A text that PDH wants to be writable, and does not write.
char* pdh_text(const std::string& text) {
    return const_cast<char*>(text.c_str()); // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

std::vector<std::string> split(const std::vector<char>& list) {
    std::vector<std::string> texts;
    for (const char* text = list.data(); !list.empty() && *text != '\0'; text += texts.back().size() + 1) {
        texts.emplace_back(text);
    }
    return texts;
}

// The counters of an object.
PDH_STATUS counters_of(const Target& target, const std::string& object, std::vector<std::string>& counters) {
    const char* const source = target.source.empty() ? nullptr : target.source.c_str();
    const auto computer = "\\\\" + target.computer;
    const char* const machine = target.computer.empty() ? nullptr : computer.c_str();
    std::vector<char> names;
    std::vector<char> instances;
    DWORD names_size = 0;
    DWORD instances_size = 0;
    PDH_STATUS status = 0;
    do { // between two calls an instance may appear
        names.resize(names_size);
        instances.resize(instances_size);
        status = PdhEnumObjectItemsA(source, machine, object.c_str(), names.empty() ? nullptr : names.data(),
            &names_size, instances.empty() ? nullptr : instances.data(), &instances_size, PERF_DETAIL_WIZARD,
            0);
    } while (static_cast<DWORD>(status) == PDH_MORE_DATA);
    if (status == ERROR_SUCCESS) {
        counters = split(names);
    }
    return status;
}

bool matches_any(const std::vector<std::string>& patterns, std::string_view name) {
    return std::ranges::any_of(patterns, [name](const std::string& one) { return matches(one, name); });
}

// Sums are left out unless a pattern is for them; for windows_exporter any name that ends as theirs is one,
// and none is if `_Total` is a pattern.
bool is_wanted(Profile profile, const ObjectSpec& spec, std::string_view name) {
    constexpr std::string_view total = "_Total";
    if (matches_any(spec.except, name)) {
        return false;
    }
    const bool is_wanted_name = spec.instances.empty() || matches_any(spec.instances, name);
    if (profile == Profile::windows_exporter) {
        return is_wanted_name &&
               (!name.ends_with(total) || std::ranges::find(spec.instances, total) != spec.instances.end());
    }
    if (name != total && !name.ends_with(",_Total") && !name.ends_with("/_Total")) {
        return is_wanted_name;
    }
    return std::ranges::any_of(
        spec.instances, [&](const std::string& one) { return one.ends_with(total) && matches(one, name); });
}

std::int64_t system_ticks() {
    using Ticks = std::chrono::duration<std::int64_t, std::ratio<1, ticks_per_second>>;
    return std::chrono::duration_cast<Ticks>(std::chrono::system_clock::now().time_since_epoch()).count() +
           unix_epoch;
}

double formatted(const Counter& counter, const std::string& key, const PDH_RAW_COUNTER& raw) {
    const auto found = counter.older.find(key);
    PDH_RAW_COUNTER newer = raw;
    PDH_RAW_COUNTER older = found == counter.older.end() ? PDH_RAW_COUNTER{} : found->second;
    PDH_FMT_COUNTERVALUE value = {};
    const auto status = PdhCalculateCounterFromRawValue(counter.handle, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100,
        &newer, found == counter.older.end() ? nullptr : &older, &value);
    return status == ERROR_SUCCESS ? value.doubleValue : std::nan("");
}

// The instances that match, the largest first: those of a counter that counts up by what was counted since
// the older sample.
std::vector<std::pair<std::int64_t, Instance*>> ranked(Object& object, bool keeps_samples) {
    const auto& counter = object.counters[object.top_counter];
    const auto* const type = type_row(counter.type);
    const bool is_count = type != nullptr && type->metric != Metric::gauge;
    if (keeps_samples) { // a second server that asks just after does not shorten the time of the changes
        object.top_older = std::exchange(object.top_newer, {});
    }
    std::vector<std::pair<std::int64_t, Instance*>> all;
    for (std::size_t i = 0; i < counter.values.size(); ++i) {
        auto& instance = object.instances[i];
        auto value = counter.values[i].first;
        if (!instance.matches || !counter.values[i].is_valid) {
            continue;
        }
        if (is_count && keeps_samples) {
            object.top_newer.emplace(instance.key, value);
        }
        if (const auto before = object.top_older.find(instance.key); before != object.top_older.end()) {
            value -= before->second;
        }
        all.emplace_back(value, &instance);
    }
    std::ranges::stable_sort(all, std::greater(), [](const auto& one) { return one.first; });
    return all;
}

void select_instances(Object& object, bool keeps_samples) {
    const auto top = object.spec->top;
    for (auto& instance : object.instances) {
        instance.is_selected = instance.matches && top == 0;
    }
    if (top == 0 || object.counters.empty()) {
        return;
    }
    const auto all = ranked(object, keeps_samples);
    // Who was among them stays until half as many again are before it: else series come and go with noise.
    const auto stays = std::min(top + top / 2, all.size());
    std::unordered_set<std::string> keys;
    for (std::size_t rank = 0; rank < stays; ++rank) {
        auto& instance = *all[rank].second;
        instance.is_selected = rank < top || object.top_keys.contains(instance.key);
        if (instance.is_selected) {
            keys.insert(instance.key);
        }
    }
    object.top_keys = std::move(keys);
}

} // namespace

std::string reason_of(PDH_STATUS status) {
    const auto reason = command::last_reason();
    return reason.empty() ? command::text_of(static_cast<DWORD>(status)) : reason;
}

Scrape::Scrape(Module module, Target target, std::size_t limit)
    : module_(std::move(module)), target_(std::move(target)), limit_(limit) {}

Scrape::~Scrape() {
    if (query_ != nullptr) {
        (void)PdhCloseQuery(query_);
    }
}

bool Scrape::collect(Clock::time_point now) {
    problems_.clear();
    is_limited_ = false;
    if (!ready(now)) {
        return false;
    }
    for (const auto& one : missing_) {
        problems_.push_back(one.text);
    }
    if (std::ranges::all_of(objects_, [](const Object& one) { return one.counters.empty(); })) {
        return true; // nothing that was asked for is there
    }
    if (const auto status = PdhCollectQueryData(query_); status != ERROR_SUCCESS) {
        problems_ = {reason_of(status)};
        is_open_ = false;
        return false;
    }
    // A computer that does not answer is no error, but has a reason, until another call fails.
    const auto reason =
        target_.computer.empty() ? "" : reason_of(static_cast<PDH_STATUS>(PDH_CSTATUS_NO_MACHINE));
    now_ticks_ = system_ticks();
    std::size_t series = 0;
    for (auto& object : objects_) {
        const auto begin = Clock::now();
        read(object, now);
        limit(object, series);
        object.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    }
    if (target_.computer.empty() || std::ranges::any_of(objects_, &Object::has_answered)) {
        return true;
    }
    problems_.push_back(reason);
    return false;
}

// Opens the query, and again when what was missing has come.
bool Scrape::ready(Clock::time_point now) {
    constexpr std::chrono::minutes between_looks{1};
    if (is_open_ && !missing_.empty() && now - looked_at_ >= between_looks) {
        looked_at_ = now;
        is_open_ = !has_come();
    }
    if (!is_open_) {
        looked_at_ = now;
        is_open_ = open();
    }
    return is_open_;
}

bool Scrape::open() {
    objects_.clear();
    missing_.clear();
    if (query_ != nullptr) {
        (void)PdhCloseQuery(query_);
        query_ = nullptr;
    }
    const char* const source = target_.source.empty() ? nullptr : target_.source.c_str();
    if (const auto status = PdhOpenQueryA(source, 0, &query_); status != ERROR_SUCCESS) {
        query_ = nullptr;
        problems_ = {reason_of(status)};
        return false;
    }
    for (const auto& spec : module_.objects) {
        std::vector<std::string> names;
        const auto status = counters_of(target_, spec.object, names);
        if (static_cast<DWORD>(status) == PDH_CSTATUS_NO_OBJECT) {
            missing_.push_back({spec.object, "", "there is no object '" + spec.object + "'"});
        } else if (status != ERROR_SUCCESS) {
            problems_ = {reason_of(status)};
            return false;
        }
        add_object(spec, names);
    }
    families_ = Families(module_, target_, objects_);
    return true;
}

void Scrape::add_object(const ObjectSpec& spec, const std::vector<std::string>& names) {
    auto& object = objects_.emplace_back();
    object.spec = &spec;
    if (names.empty()) {
        return;
    }
    if (spec.counters.empty()) {
        for (const auto& name : names) {
            (void)add_counter(object, name);
        }
    }
    // A place for each that is named, also where it is missing.
    for (const auto& counter : spec.counters) {
        if (add_counter(object, counter.name)) {
            object.counters.back().spec = &counter;
        } else {
            missing_.push_back({spec.object, counter.name,
                "there is no counter '\\" + spec.object + '\\' + counter.name + "'"});
        }
    }
    if (spec.top != 0) {
        add_top(object);
    }
}

// Finds the counter that says which instances are the top ones; adds it if nothing else asks for it.
void Scrape::add_top(Object& object) {
    const auto& spec = *object.spec;
    const auto find = [&object, &spec] {
        return std::ranges::find_if(
            object.counters, [&spec](const Counter& one) { return equal(one.name, spec.top_by); });
    };
    auto by = find();
    if (by == object.counters.end() && add_counter(object, spec.top_by)) {
        object.counters.back().is_written = false;
        by = find();
    }
    if (by == object.counters.end()) {
        missing_.push_back({spec.object, spec.top_by,
            "there is no counter '\\" + spec.object + '\\' + spec.top_by + "' for 'top'"});
        object.counters.clear();
        return;
    }
    object.top_counter = static_cast<std::size_t>(by - object.counters.begin());
}

bool Scrape::add_counter(Object& object, const std::string& name) {
    const auto computer = "\\\\" + target_.computer;
    const std::string any = "*";
    PDH_COUNTER_PATH_ELEMENTS_A elements = {};
    elements.szMachineName = target_.computer.empty() ? nullptr : pdh_text(computer);
    elements.szObjectName = pdh_text(object.spec->object);
    elements.szInstanceName = pdh_text(any);
    elements.szCounterName = pdh_text(name);
    std::string path(PDH_MAX_COUNTER_PATH, '\0');
    auto size = static_cast<DWORD>(path.size());
    Counter counter;
    if (PdhMakeCounterPathA(&elements, path.data(), &size, 0) != ERROR_SUCCESS ||
        PdhAddCounterA(query_, path.c_str(), 0, &counter.handle) != ERROR_SUCCESS) {
        return false;
    }
    std::vector<std::max_align_t> info;
    DWORD bytes = 0;
    while (
        static_cast<DWORD>(PdhGetCounterInfoA(counter.handle, TRUE, &bytes,
            reinterpret_cast<PDH_COUNTER_INFO_A*>(info.empty() ? nullptr : info.data()))) == PDH_MORE_DATA) {
        info.resize(bytes / sizeof(std::max_align_t) + 1);
    }
    if (!info.empty()) {
        const auto* const found = reinterpret_cast<const PDH_COUNTER_INFO_A*>(info.data());
        counter.type = found->dwType;
        counter.help = found->szExplainText == nullptr ? "" : found->szExplainText;
    }
    LONGLONG time_base = 0;
    (void)PdhGetCounterTimeBase(counter.handle, &time_base);
    counter.time_base = time_base;
    counter.name = name;
    object.counters.push_back(std::move(counter));
    return true;
}

// Whether something that was missing at the start is there now.
bool Scrape::has_come() const {
    return std::ranges::any_of(missing_, [this](const Missing& one) {
        std::vector<std::string> names;
        return counters_of(target_, one.object, names) == ERROR_SUCCESS &&
               (one.counter.empty() || std::ranges::any_of(names, [&one](const std::string& name) {
                   return equal(name, one.counter);
               }));
    });
}

void Scrape::read(Object& object, Clock::time_point now) {
    const bool keeps_samples = now - object.samples_at >= std::chrono::seconds(1);
    object.has_answered = false;
    object.is_left_out = false;
    bool is_first = true;
    for (auto& counter : object.counters) {
        Items items;
        if (!fetch(counter, items)) {
            counter.values.clear();
            continue;
        }
        // All counters of an object are of one sample, and have its instances in the same order.
        if (is_first) {
            name_instances(object, items);
            is_first = items.empty();
        }
        take(object, counter, items, keeps_samples);
    }
    if (keeps_samples) {
        object.samples_at = now;
    }
    select_instances(object, keeps_samples);
    leave_to_earlier(object);
}

// @return false if there are no raw values
bool Scrape::fetch(const Counter& counter, Items& items) {
    constexpr int most_attempts = 4; // instances may come in between
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        DWORD count = 0;
        auto bytes = static_cast<DWORD>(buffer_items_ * sizeof(PDH_RAW_COUNTER_ITEM_A));
        const auto status =
            static_cast<DWORD>(PdhGetRawCounterArrayA(counter.handle, &bytes, &count, buffer_.get()));
        if (status == ERROR_SUCCESS) {
            items = {buffer_.get(), count};
            return true;
        }
        if (status != PDH_MORE_DATA) {
            return false;
        }
        buffer_items_ = bytes / sizeof(PDH_RAW_COUNTER_ITEM_A) * 5 / 4 + 1;
        buffer_.reset(); // first, so that there is never room for both
        buffer_ = std::make_unique_for_overwrite<PDH_RAW_COUNTER_ITEM_A[]>(buffer_items_);
    }
    return false;
}

void Scrape::take(Object& object, Counter& counter, Items items, bool keeps_samples) {
    if (keeps_samples) {
        counter.older = std::exchange(counter.newer, {});
    }
    counter.values.assign(object.instances.size(), {});
    for (std::size_t i = 0; i < std::min(counter.values.size(), items.size()); ++i) {
        const auto& instance = object.instances[i];
        if (instance.name != items[i].szName) {
            continue;
        }
        auto& value = counter.values[i];
        const auto& raw = items[i].RawValue;
        value.first = raw.FirstValue;
        value.second = raw.SecondValue;
        value.multi = raw.MultiCount;
        value.is_valid = raw.CStatus == PDH_CSTATUS_VALID_DATA || raw.CStatus == PDH_CSTATUS_NEW_DATA;
        object.has_answered = object.has_answered || value.is_valid;
        if (object.spec->is_formatted && value.is_valid) {
            value.formatted = formatted(counter, instance.key, raw);
            value.is_valid = std::isfinite(value.formatted);
            if (keeps_samples) {
                counter.newer.insert_or_assign(instance.key, raw);
            }
        }
    }
}

void Scrape::name_instances(Object& object, Items items) const {
    auto& known = object.instances;
    if (std::ranges::equal(
            known, items, [](const auto& one, const auto& item) { return one.name == item.szName; })) {
        return;
    }
    const bool is_single = items.size() == 1 && std::strcmp(items[0].szName, "*") == 0;
    std::unordered_map<std::string_view, unsigned> seen;
    known.resize(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
        auto& instance = known[i];
        const std::string_view name = items[i].szName;
        const auto number = seen[name]++;
        if (number == 0 && instance.name == name && instance.key == name) {
            continue;
        }
        instance.name = instance.key = name;
        if (number != 0) {
            instance.key += '#' + std::to_string(number); // which no name has: PDH replaces it
        }
        instance.matches = is_single || is_wanted(module_.profile, *object.spec, name);
        instance.labels = is_single ? "" : instance_labels(*object.spec, instance.key);
    }
}

// A path that is named twice gives each instance once.
void Scrape::leave_to_earlier(Object& object) const {
    for (auto& counter : object.counters) {
        for (const auto& [other, place] : counter.earlier) {
            const auto& earlier = objects_[other];
            const auto& given = earlier.counters[place];
            std::unordered_set<std::string_view> keys;
            for (std::size_t i = 0; !earlier.is_left_out && i < given.values.size(); ++i) {
                if (earlier.is_given(given, i)) {
                    keys.insert(earlier.instances[i].key);
                }
            }
            for (std::size_t i = 0; i < counter.values.size(); ++i) {
                auto& value = counter.values[i];
                value.is_valid = value.is_valid && !keys.contains(object.instances[i].key);
            }
        }
    }
}

// @param series how many there are; adds those of the object
void Scrape::limit(Object& object, std::size_t& series) {
    std::size_t own = 0;
    for (const auto& counter : object.counters) {
        for (std::size_t i = 0; i < counter.values.size(); ++i) {
            own += object.is_given(counter, i) ? counter.parts : 0;
        }
    }
    object.has_values = own != 0;
    object.is_left_out = series + own > limit_;
    if (!object.is_left_out) {
        series += own;
        return;
    }
    problems_.push_back(
        "the object '" + object.spec->object + "' is left out: it has " + std::to_string(own) + " series");
    is_limited_ = true;
}

std::vector<Scrape::Listed> Scrape::listed() const {
    std::vector<Listed> all;
    for (std::size_t o = 0; o < objects_.size(); ++o) {
        for (std::size_t c = 0; c < objects_[o].counters.size(); ++c) {
            const auto& counter = objects_[o].counters[c];
            if (counter.is_written) {
                const auto* const type = type_row(counter.type);
                all.push_back({.path = path_of(objects_[o], counter),
                    .type = type == nullptr ? "" : std::string(type->constant),
                    .series = families_.series_of(o, c)});
            }
        }
    }
    return all;
}

bool Scrape::needs_two() const {
    return std::ranges::any_of(module_.objects, &ObjectSpec::is_formatted);
}

} // namespace pdh_shim::tools::exporter
