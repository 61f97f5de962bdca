// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/data_source.h"

#include "api/library_state.h"
#include "base/named_file.h"
#include "base/text.h"
#include "base/trace.h"
#include "core/live_data_source.h"
#include "core/sources.h"
#include "path/log_set_name.h"

#include <optional>
#include <utility>
#include <vector>

namespace pdh_shim::api {

namespace {

struct NextFile {
    TextIn place;
    Result<std::string> name; // or why it cannot be read
};

// What stands behind a text of the caller may be the next of a list, or anything at all: an argument of
// main() is followed by the environment. It is taken for the name of a log if there is such a file, or should
// be.
std::optional<NextFile> next_file(const TextIn& name) {
    const TextIn next = name.next_of_list(longest_data_source);
    if (next.is_null()) {
        return std::nullopt;
    }
    const auto read = next.read_doubtful(longest_data_source);
    const std::u16string text = read ? read.value() : std::u16string();
    Result<std::string> log = existing_log(TextIn(text.c_str()));
    constexpr std::u16string_view suffix = u".blg";
    const bool is_named_as_log =
        text.size() > suffix.size() &&
        equal_folded(std::u16string_view(text).substr(text.size() - suffix.size()), suffix);
    return log || is_named_as_log ? std::optional(NextFile{next, std::move(log)}) : std::nullopt;
}

Result<std::shared_ptr<recorded::LogDataSource>> open_files(std::vector<std::string> names) {
    auto opened = recorded::LogDataSource::open(std::move(names));
    if (!opened) {
        return trace::report(opened.error());
    }
    return std::shared_ptr<recorded::LogDataSource>(std::move(opened).value());
}

bool is_source_of_data(const TextIn& name) {
    constexpr std::size_t longest_prefix = 9; // of `perfdata:`
    for (std::size_t length = 1; length <= longest_prefix; ++length) {
        const auto prefix = name.read_doubtful(length); // ill-formed where it ends within a character
        if (prefix && prefix.value().ends_with(u':')) {
            const auto text = to_utf8(prefix.value());
            return text && core::is_source_of_data(text.value());
        }
    }
    return false;
}

// The text of a script may be longer than the name of a log.
Result<DataSourcePointer> open_source_of_data(const TextIn& name) {
    read_settings(); // before something is read that fails
    PDH_SHIM_TRY(const std::u16string text, name.read());
    PDH_SHIM_TRY(const std::string utf8, to_utf8(text));
    Clock& clock = library().runtime.clock();
    PDH_SHIM_TRY(auto source, core::make_source_of_data(utf8, {clock, ""}));
    return std::make_shared<core::LiveDataSource>(clock, std::move(source));
}

} // namespace

bool is_sql_name(std::u16string_view name) {
    return path::is_log_set_name(name);
}

Result<void> check_sql_name(std::u16string_view name) {
    return success_if(path::parse_log_set_name(name).has_value(), Status::invalid_sql_log_format);
}

Result<std::string> file_name(const TextIn& name) {
    if (name.is_empty() || name.is_longer_than(longest_data_source)) {
        return Status::invalid_argument;
    }
    PDH_SHIM_TRY(const std::u16string text, name.read());
    return to_utf8(text);
}

Result<std::string> existing_log(const TextIn& name) {
    read_settings(); // before something is read that fails
    PDH_SHIM_TRY(auto file, file_name(name));
    if (recorded::is_archive_name(file)) { // whose files have other names
        return file;
    }
    PDH_SHIM_TRY(const std::u16string text, name.read());
    if (is_sql_name(text)) {
        PDH_SHIM_CHECK(check_sql_name(text));
        return file;
    }
    switch (file_kind(file)) {
    case FileKind::none:
        return Status::file_not_found;
    case FileKind::folder:
        return Status::log_file_open_error;
    default:
        return file;
    }
}

DataSourcePointer live_data_source() {
    return library().runtime.live();
}

Result<std::shared_ptr<recorded::LogDataSource>> open_log_to_read(const TextIn& name) {
    PDH_SHIM_TRY(std::string file, existing_log(name));
    return open_files({std::move(file)});
}

Result<DataSourcePointer> open_data_source(const SourceArgument& source) {
    if (source.is_handle) {
        return find_data_source(source.handle);
    }
    const TextIn& name = source.name;
    if (name.is_empty()) {
        return live_data_source();
    }
    if (is_source_of_data(name)) {
        return open_source_of_data(name);
    }
    PDH_SHIM_TRY(auto log, open_log_to_read(name));
    return log;
}

Result<DataSourcePointer> open_data_sources(const TextIn& files) {
    if (files.is_empty()) {
        return live_data_source();
    }
    if (is_source_of_data(files)) {
        return open_source_of_data(files);
    }
    PDH_SHIM_TRY(std::string first, existing_log(files));
    std::vector<std::string> names{std::move(first)};
    for (auto next = next_file(files); next; next = next_file(next->place)) {
        if (names.size() == recorded::LogDataSource::most_files) {
            return Status::invalid_argument;
        }
        PDH_SHIM_TRY(std::string file, std::move(next->name));
        names.push_back(std::move(file));
    }
    PDH_SHIM_TRY(auto log, open_files(std::move(names)));
    return log;
}

recorded::LogDataSource* as_log(machine::DataSource& source) noexcept {
    return dynamic_cast<recorded::LogDataSource*>(&source);
}

std::shared_ptr<recorded::LogDataSource> as_log(const DataSourcePointer& source) noexcept {
    return std::dynamic_pointer_cast<recorded::LogDataSource>(source);
}

Result<DataSourcePointer> find_data_source(PDH_HLOG handle) {
    auto* const wbem = H_WBEM_DATASOURCE; // NOLINT(cppcoreguidelines-pro-type-cstyle-cast): Windows' constant
    if (handle == H_REALTIME_DATASOURCE || handle == wbem) {
        return live_data_source();
    }
    return find<machine::DataSource>(handle);
}

Result<std::shared_ptr<recorded::LogDataSource>> find_log_to_read(PDH_HLOG handle, Status live) {
    PDH_SHIM_TRY(const DataSourcePointer source, find_data_source(handle));
    auto log = as_log(source);
    if (log == nullptr) {
        return live;
    }
    return log;
}

Result<std::shared_ptr<const machine::Machine>> find_machine(
    machine::DataSource& source, const TextIn& machine) {
    PDH_SHIM_CHECK(source.start()); // its status comes before that of the name
    PDH_SHIM_TRY(const std::u16string name, machine.read());
    return source.machine(name);
}

Result<std::shared_ptr<const machine::Machine>> find_machine_with(
    machine::DataSource& source, const TextIn& machine, std::u16string_view object) {
    PDH_SHIM_CHECK(source.start());
    PDH_SHIM_TRY(const std::u16string name, machine.read());
    return source.machine_with(name, object);
}

Result<path::CounterPath> parse_path(const TextIn& path) {
    PDH_SHIM_TRY(const std::u16string text, path.read());
    auto parsed = path::parse_counter_path(text);
    if (!parsed) {
        return Status::invalid_path;
    }
    return parsed;
}

Result<void> complete(path::CounterPath& path) {
    if (path.machine.empty()) {
        PDH_SHIM_TRY(const auto machine, live_data_source()->machine(u""));
        path.machine = machine->name();
    }
    return outcome::success();
}

} // namespace pdh_shim::api
