// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/log_names.h"

#include "base/file_time.h"
#include "tools/command/arguments.h"
#include "tools/command/numbers_and_times.h"
#include "tools/command/text_file.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace pdh_shim::tools::command {

namespace {

constexpr std::size_t fewest_digits = 6;

// The number in `stem_000001.blg`; 0 for any other name.
std::uint64_t number_in(std::string_view name, std::string_view start, std::string_view extension) {
    if (name.size() < start.size() + fewest_digits + extension.size() || !name.starts_with(start) ||
        !name.ends_with(extension)) {
        return 0;
    }
    name.remove_prefix(start.size());
    name.remove_suffix(extension.size());
    return parse_number(name).value_or(0);
}

// mmddhhmm
std::string date_in_name(std::int64_t local_time) {
    const auto [year, month, weekday, day, hour, minute, second, millisecond] = to_system_time(local_time);
    return padded(month, 2) + padded(day, 2) + padded(hour, 2) + padded(minute, 2);
}

} // namespace

Versioning versioning_of(const LogFiles& files) {
    const bool has_several =
        files.segment || (files.megabytes && !files.is_circular && !files.ends_when_full);
    return files.versioning == Versioning::none && has_several ? Versioning::number : files.versioning;
}

LogNames::LogNames(const LogFiles& files, const std::vector<std::string>& folder)
    : versioning_(versioning_of(files)), stem_(files.output), extension_(extension_of(files.format)) {
    if (!extension_.empty() && lower_case(stem_).ends_with(extension_)) {
        extension_ = stem_.substr(stem_.size() - extension_.size());
        stem_.resize(stem_.size() - extension_.size());
    }
    const auto start = std::filesystem::path(stem_).filename().string() + '_';
    for (const auto& name : folder) {
        number_ = std::max(number_, number_in(name, start, extension_));
    }
}

std::string LogNames::next(std::int64_t local_time, const Exists& exists) {
    if (versioning_ == Versioning::none) {
        return stem_ + extension_;
    }
    if (versioning_ == Versioning::number) {
        std::string name;
        do {
            name = stem_ + '_' + padded(++number_, fewest_digits) + extension_;
        } while (exists(name));
        return name;
    }
    const auto dated = stem_ + '_' + date_in_name(local_time);
    auto name = dated + extension_;
    for (std::uint64_t copy = 2; exists(name); ++copy) { // a second one in the same minute
        name = dated + '_' + std::to_string(copy) + extension_;
    }
    return name;
}

bool LogNames::has(const std::string& name) const {
    const auto start = stem_ + '_';
    if (versioning_ == Versioning::none) {
        return name == stem_ + extension_ || number_in(name, start, extension_) > 0;
    }
    return name.starts_with(start) && name.size() > start.size() + extension_.size() &&
           name.ends_with(extension_) && name.find('/', start.size()) == std::string::npos;
}

} // namespace pdh_shim::tools::command
