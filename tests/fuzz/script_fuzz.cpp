// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Any text is refused with a line and a column, or makes a source that replays it in the same way each time.
#include "require.h"
#include "source/script/json_tape.h"
#include "source/script/script_source.h"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::source;

// The place is `line:column`, of a line that the text has (an error at the very end may be on the line after
// the last).
void check_failure(std::string_view text, const Failure& failure) {
    std::size_t line = 0;
    std::size_t column = 0;
    const char* const end = failure.where().data() + failure.where().size();
    const auto first = std::from_chars(failure.where().data(), end, line);
    const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
    require(first.ec == std::errc() && first.ptr != end && *first.ptr == ':' && line >= 1 && line <= lines);
    const auto second = std::from_chars(first.ptr + 1, end, column);
    require(second.ec == std::errc() && second.ptr == end && column >= 1 && column <= text.size() + 1);
    require(!failure.what().empty());
}

// A script in a list of sources ends at its last brace: if the whole text is one, that is all except
// the blanks and comments after it.
void check_extent(std::string_view text) {
    const std::size_t length = script::object_length(text);
    require(length >= 1 && length <= text.size());
    if (script::make_script_source(text)) {
        require(text[length - 1] == '}' && script::make_script_source(text.substr(0, length)).has_value());
    }
}

void check_definitions(const ObjectDef& object) {
    require(!object.name.empty() && !object.counters.empty());
    require(object.columns >= object.counters.size());
    for (const CounterDef& counter : object.counters) {
        require(!counter.name.empty());
        require(counter.base == no_column || counter.base < object.counters.size());
        require(counter.multi == no_column || counter.multi < object.columns);
    }
}

void check_rows(const ObjectDef& object, const ObjectSnapshot& snapshot) {
    require(snapshot.instances() != nullptr && snapshot.instances()->instances().size() == snapshot.rows());
    require(object.instances == Instances::multi || snapshot.rows() == 1);
    for (const Instance& instance : snapshot.instances()->instances()) {
        require(instance.name.empty() == (object.instances == Instances::none));
    }
}

// Two sources of the same text, used in turn.
class Twins {
  public:
    explicit Twins(std::string_view text) : first_(make(text)), second_(make(text)) {}

    void check() {
        const auto catalogue = first_->catalogue();
        std::vector<ObjectRequest> requests;
        for (std::uint32_t object = 0; object < catalogue->objects.size(); ++object) {
            check_definitions(catalogue->objects[object]);
            requests.push_back({object, std::vector<bool>(catalogue->objects[object].columns, true), false});
        }
        enumerate_all(*catalogue);
        const auto first_session = first_->open_session();
        const auto second_session = second_->open_session();
        Snapshot one;
        Snapshot other;
        one.objects.resize(requests.size());
        other.objects.resize(requests.size());
        constexpr int most_rounds = 20; // a script may loop
        for (int round = 0; round < most_rounds; ++round) {
            const auto collected = first_session->collect(requests, one);
            const auto second = second_session->collect(requests, other);
            require(collected.has_value() == second.has_value());
            if (collected) {
                compare(*catalogue, one, other);
                continue;
            }
            require(collected.error().status() == second.error().status());
            if (collected.error().status() == Status::no_more_data) {
                break; // else the sample has a status, which others may follow
            }
        }
        enumerate_all(*catalogue);
    }

  private:
    static std::unique_ptr<Source> make(std::string_view text) {
        auto source = script::make_script_source(text);
        require(source.has_value());
        return std::move(source).value();
    }

    void enumerate_all(const Catalogue& catalogue) {
        for (std::uint32_t object = 0; object < catalogue.objects.size(); ++object) {
            ObjectSnapshot rows;
            require(first_->enumerate(object, rows).has_value());
            rows.publish(nullptr);
            check_rows(catalogue.objects[object], rows);
        }
    }

    static void compare(const Catalogue& catalogue, Snapshot& one, Snapshot& other) {
        require(one.perf_time == other.perf_time && one.time_100ns == other.time_100ns &&
                one.system_time == other.system_time);
        for (std::size_t i = 0; i < one.objects.size(); ++i) {
            one.objects[i].publish(nullptr);
            other.objects[i].publish(nullptr);
            check_rows(catalogue.objects[i], one.objects[i]);
            require(one.objects[i].instances()->instances() == other.objects[i].instances()->instances());
            require(one.objects[i].object_time() == other.objects[i].object_time());
            require(one.objects[i].status() == other.objects[i].status());
            compare_cells(catalogue.objects[i].columns, one.objects[i], other.objects[i]);
        }
    }

    static void compare_cells(std::uint32_t columns, const ObjectSnapshot& one, const ObjectSnapshot& other) {
        for (std::size_t row = 0; row < one.rows(); ++row) {
            for (std::uint32_t column = 0; column < columns; ++column) {
                require(one.cell(row, column) == other.cell(row, column));
                require(one.status(row, column) == other.status(row, column));
            }
        }
    }

    std::unique_ptr<Source> first_;
    std::unique_ptr<Source> second_;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    if (text.starts_with('{')) {
        check_extent(text);
    }
    if (const auto source = script::make_script_source(text); source) {
        Twins(text).check();
    } else {
        check_failure(text, source.error());
    }
    return 0;
}
