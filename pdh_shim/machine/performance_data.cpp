// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/performance_data.h"

#include "base/bytes.h"
#include "base/text.h"
#include "base/trace.h"
#include "calc/counter_type.h"
#include "path/counter_path.h"

#include <algorithm>
#include <charconv>
#include <mutex>
#include <set>
#include <unordered_set>
#include <utility>

namespace pdh_shim::machine {
namespace {

// How long a block is kept for a caller whose buffer was too small, in ticks of the clock.
constexpr std::int64_t keep_time = ticks_per_second;

// Empty at the end.
std::string_view take_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::string_view word = take_word(text); !word.empty(); word = take_word(text)) {
        words.push_back(word);
    }
    return words;
}

bool is_word(std::string_view word, std::string_view expected) noexcept {
    return std::ranges::equal(word, expected, [](char left, char right) {
        return fold(static_cast<unsigned char>(left)) == fold(static_cast<unsigned char>(right));
    });
}

std::optional<std::uint32_t> number_of(std::string_view word) noexcept {
    std::uint32_t number = 0;
    const auto read = std::from_chars(word.data(), word.data() + word.size(), number);
    const bool is_number = read.ec == std::errc() && read.ptr == word.data() + word.size();
    return is_number ? std::optional(number) : std::nullopt;
}

std::uint32_t title_index_of(const Machine& machine, ObjectRef object) {
    const model::ObjectDef& definition = machine.definition(object);
    return definition.title_index != 0
               ? definition.title_index
               : machine.title_index(definition.name, NameLanguage::english).value_or(0);
}

std::optional<ObjectRef> find_object(const Machine& machine, std::uint32_t title_index) {
    const auto found = std::ranges::find_if(
        machine.objects(), [&](ObjectRef object) { return title_index_of(machine, object) == title_index; });
    return found == machine.objects().end() ? std::nullopt : std::optional(*found);
}

constexpr std::uint64_t key_of(ObjectRef object) noexcept {
    return std::uint64_t{object.source} << 32U | object.object;
}

// The names that the instances of an object have now, or the names of their parents.
std::unordered_set<std::u16string> names_of(
    const Machine& machine, ObjectRef object, std::u16string model::Instance::*which) {
    std::unordered_set<std::u16string> names;
    model::ObjectSnapshot rows;
    if (machine.definition(object).instances == model::Instances::none) {
        return names;
    }
    if (const auto listed = machine.sources()[object.source].source->enumerate(object.object, rows);
        !listed) {
        trace::report_reason(listed.error());
        return names;
    }
    rows.publish(nullptr);
    for (const model::Instance& instance : rows.instances()->instances()) {
        names.insert(instance.*which);
    }
    return names;
}

// Leaves out what the clock of the first object does not fit. Returns the sources whose clock does not.
std::set<std::uint32_t> keep_one_clock(const Machine& machine, std::vector<ObjectRef>& objects) {
    const auto perf_freq = [&](ObjectRef object) {
        return machine.sources()[object.source].catalogue->perf_freq;
    };
    std::set<std::uint32_t> left_out;
    std::erase_if(objects, [&, first = objects.empty() ? 0 : perf_freq(objects.front())](ObjectRef object) {
        const bool differs = perf_freq(object) != first;
        if (differs) {
            left_out.insert(object.source);
        }
        return differs;
    });
    return left_out;
}

} // namespace

Result<std::vector<std::byte>> PerformanceData::query(
    const std::shared_ptr<const Machine>& machine, Clock& clock, std::string_view request, std::size_t size) {
    const std::scoped_lock lock(mutex_);
    if (machine_ != machine) {
        machine_ = machine;
        parents_.clear();
        failures_.clear();
        pending_.reset();
    }
    const Instant instant = clock.now();
    const std::int64_t now = instant.perf_time;
    std::vector<std::byte> block;
    if (pending_.has_value() && pending_->request == request && now - pending_->perf_time <= keep_time) {
        block = std::move(pending_->block);
    } else {
        PDH_SHIM_TRY(BlockRequest parsed, parse(*machine, request));
        add_parents(*machine, parsed.objects);
        PDH_SHIM_TRY(block, make_block(*machine, std::move(parsed), instant));
    }
    pending_.reset();
    if (block.size() > size) {
        pending_ = PendingBlock{.request = std::string(request), .perf_time = now, .block = block};
    }
    return block;
}

Result<PerformanceData::BlockRequest> PerformanceData::parse(const Machine& machine, std::string_view text) {
    const std::vector<std::string_view> words = words_of(text);
    const std::string_view first = words.empty() ? "Global" : words.front();
    if (is_word(first, "Foreign") || is_word(first, "Costly") || is_word(first, "MetadataCostly")) {
        return BlockRequest{};
    }
    BlockRequest request;
    request.is_metadata = is_word(first, "MetadataGlobal");
    if (request.is_metadata || is_word(first, "Global")) {
        request.objects = machine.objects();
        return request;
    }
    for (const std::string_view word : words) {
        const auto index = number_of(word);
        if (!index) {
            return Status::invalid_argument;
        }
        const auto object = find_object(machine, *index);
        if (object && std::ranges::find(request.objects, *object) == request.objects.end()) {
            request.objects.push_back(*object);
        }
    }
    return request;
}

void PerformanceData::add_parents(const Machine& machine, std::vector<ObjectRef>& objects) {
    if (objects.size() == machine.objects().size()) {
        return;
    }
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const auto parent = parent_of(machine, objects[i]);
        if (parent && std::ranges::find(objects, *parent) == objects.end()) {
            objects.push_back(*parent);
        }
    }
}

// The object of the same source that has one of the parents among its instances. As soon as there are
// instances to tell it from, it is remembered.
std::optional<ObjectRef> PerformanceData::parent_of(const Machine& machine, ObjectRef object) {
    const auto known = parents_.find(key_of(object));
    if (known != parents_.end()) {
        return known->second;
    }
    auto parents = names_of(machine, object, &model::Instance::parent);
    const bool has_instances = !parents.empty();
    parents.erase(std::u16string());
    std::optional<ObjectRef> found;
    for (const ObjectRef other : machine.objects()) {
        if (found || parents.empty() || other.source != object.source || other == object) {
            continue;
        }
        const auto names = names_of(machine, other, &model::Instance::name);
        if (std::ranges::any_of(parents, [&](const auto& parent) { return names.contains(parent); })) {
            found = other;
        }
    }
    if (has_instances) {
        parents_.emplace(key_of(object), found);
    }
    return found;
}

PerformanceData::OpenedSource& PerformanceData::open(const std::shared_ptr<model::Source>& source) {
    const auto found = std::ranges::find(opened_, source, &OpenedSource::source);
    if (found != opened_.end()) {
        return *found;
    }
    return opened_.emplace_back(
        OpenedSource{.source = source, .session = source->open_session(), .snapshot = {}});
}

// The requests to one source.
struct PerformanceData::Collecting {
    std::vector<model::ObjectRequest> requests;
    const model::Snapshot* snapshot = nullptr; // null where nothing was collected
};

void PerformanceData::forget_old_sources(const Machine& machine) {
    std::erase_if(opened_, [&](const OpenedSource& opened) {
        return std::ranges::find(machine.sources(), opened.source, &ActiveSource::source) ==
               machine.sources().end();
    });
}

Result<void> PerformanceData::collect_from(
    const Machine& machine, std::uint32_t source, Collecting& collecting) {
    OpenedSource& opened = open(machine.sources()[source].source);
    opened.snapshot.objects.resize(collecting.requests.size());
    auto collected = opened.session->collect(collecting.requests, opened.snapshot);
    if (!collected) {
        // The block has the objects of the other sources, whatever fails in a live one.
        if (opened.source->is_playback() || collected.error().status() == Status::no_more_data) {
            return trace::report_reason(collected.error());
        }
        model::report_unread(
            failures_, source, *opened.source, collecting.requests, std::move(collected).error());
        return outcome::success();
    }
    failures_.is_well(source);
    for (model::ObjectSnapshot& object : opened.snapshot.objects) {
        object.publish(nullptr);
        if (object.status() == Status::cstatus_no_machine) {
            return Status::cstatus_no_machine;
        }
    }
    collecting.snapshot = &opened.snapshot;
    return outcome::success();
}

// Collects the objects, each source once. Gives each its snapshot: null where there is none.
Result<std::vector<const model::ObjectSnapshot*>> PerformanceData::collect(
    const Machine& machine, const std::vector<ObjectRef>& objects, block::BlockClocks& clocks) {
    const auto& sources = machine.sources();
    std::vector<Collecting> collecting(sources.size());
    std::vector<std::size_t> places; // of each object in its source's requests
    for (const ObjectRef object : objects) {
        auto& requests = collecting[object.source].requests;
        places.push_back(requests.size());
        requests.push_back({.object = object.object,
            .columns = std::vector<bool>(machine.definition(object).columns, true),
            .only_total = false});
    }
    opened_.reserve(sources.size()); // what is collected is pointed to
    for (std::uint32_t i = 0; i < sources.size(); ++i) {
        if (!collecting[i].requests.empty()) {
            PDH_SHIM_CHECK(collect_from(machine, i, collecting[i]));
        }
    }
    std::vector<const model::ObjectSnapshot*> snapshots;
    for (std::size_t i = 0; i < objects.size(); ++i) {
        const model::Snapshot* const snapshot = collecting[objects[i].source].snapshot;
        snapshots.push_back(snapshot == nullptr ? nullptr : &snapshot->objects[places[i]]);
    }
    const model::Snapshot* const first = objects.empty() ? nullptr : collecting[objects[0].source].snapshot;
    if (first != nullptr) {
        clocks.perf_time = first->perf_time;
        clocks.time_100ns = first->time_100ns;
        clocks.system_time = first->system_time;
    }
    return snapshots;
}

Result<std::vector<std::byte>> PerformanceData::make_block(
    const Machine& machine, BlockRequest request, const Instant& now) {
    forget_old_sources(machine);
    for (const std::uint32_t source : keep_one_clock(machine, request.objects)) {
        failures_.report(source, {Status::invalid_data, machine.sources()[source].source->name(),
                                     "its objects are left out of a block: its clock has another frequency"});
    }
    block::BlockClocks clocks{.perf_time = now.perf_time,
        .perf_freq = ticks_per_second,
        .time_100ns = now.time_100ns,
        .system_time = now.system_time};
    if (!request.objects.empty()) {
        clocks.perf_freq = machine.sources()[request.objects.front().source].catalogue->perf_freq;
    }
    std::vector<const model::ObjectSnapshot*> snapshots(request.objects.size());
    if (!request.is_metadata) {
        PDH_SHIM_TRY(snapshots, collect(machine, request.objects, clocks));
    }
    std::vector<block::ObjectToWrite> objects;
    for (std::size_t i = 0; i < snapshots.size(); ++i) {
        if (request.is_metadata || snapshots[i] != nullptr) {
            auto& object =
                objects.emplace_back(object_to_write(machine, machine.definition(request.objects[i])));
            object.snapshot = snapshots[i];
        }
    }
    std::vector<std::byte> block;
    PDH_SHIM_CHECK(write_block(objects, clocks, machine.name(), {}, block));
    return block;
}

block::ObjectToWrite object_to_write(const Machine& machine, const model::ObjectDef& definition) {
    const auto index_of = [&machine](std::uint32_t given, const std::u16string& name) {
        return given != 0 ? given : machine.title_index(name).value_or(0);
    };
    block::ObjectToWrite object;
    object.definition = &definition;
    object.title_index = index_of(definition.title_index, definition.name);
    object.counter_titles.reserve(definition.counters.size());
    for (const model::CounterDef& counter : definition.counters) {
        const bool has_counters_title =
            counter.title_index == 0 && !object.counter_titles.empty() && calc::is_base_type(counter.type);
        object.counter_titles.push_back(
            has_counters_title ? object.counter_titles.back() : index_of(counter.title_index, counter.name));
    }
    return object;
}

namespace {

struct TitleValue {
    std::uint32_t language = 0;
    bool is_help = false;
};

std::optional<TitleValue> title_value(std::string_view value) {
    const std::string_view texts = take_word(value);
    const std::string_view number = take_word(value);
    TitleValue found{.is_help = !is_word(texts, "Counter")};
    const bool is_known = !found.is_help || is_word(texts, "Help") || is_word(texts, "Explain");
    const char* const end = number.data() + number.size();
    const auto read = std::from_chars(number.data(), end, found.language, 16);
    const bool is_language =
        !number.empty() && read.ec == std::errc() && read.ptr == end && found.language <= largest_language;
    return is_known && is_language ? std::optional(found) : std::nullopt;
}

std::vector<std::byte> multi_string(const std::vector<std::u16string>& texts) {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    for (const std::u16string& text : texts) {
        for (const char16_t unit : text) {
            writer.u16(unit);
        }
        writer.u16(0);
    }
    writer.u16(0);
    return bytes;
}

// What a value needs: some objects or, if it lists no numbers, all.
Result<std::shared_ptr<const Machine>> machine_for(
    DataSource& source, const std::u16string& computer, std::string_view value) {
    const std::vector<std::string_view> words = words_of(value);
    if (words.empty() || is_word(words.front(), "Global") || is_word(words.front(), "MetadataGlobal")) {
        return source.machine(computer);
    }
    auto machine = source.machine_with(computer, u"");
    for (const std::string_view word : words) {
        if (machine && number_of(word)) {
            std::u16string number;
            append_utf8_lossy(number, word);
            machine = source.machine_with(computer, number);
        }
    }
    return machine;
}

} // namespace

std::optional<ForeignRequest> foreign_request(std::string_view request) {
    if (!is_word(take_word(request), "Foreign")) {
        return std::nullopt;
    }
    ForeignRequest found;
    append_utf8_lossy(found.computer, take_word(request));
    found.value = request;
    return found.computer.empty() ? std::nullopt : std::optional(std::move(found));
}

Result<std::vector<std::byte>> ForeignData::query(
    DataSource& source, Clock& clock, const ForeignRequest& request, std::size_t size) {
    if (const auto titles = title_value(request.value)) {
        PDH_SHIM_TRY(const auto machine, source.machine_with(request.computer, u""));
        PDH_SHIM_TRY(const auto list, machine->titles(titles->language, titles->is_help));
        return multi_string(list);
    }
    PDH_SHIM_TRY(const auto machine, machine_for(source, request.computer, request.value));
    const auto data = computers_.with([&](auto& computers) {
        auto& known = computers[folded(path::without_backslashes(request.computer))];
        if (known == nullptr) {
            known = std::make_shared<PerformanceData>();
        }
        return known;
    });
    return data->query(machine, clock, request.value, size);
}

} // namespace pdh_shim::machine
