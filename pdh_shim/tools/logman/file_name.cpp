// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/file_name.h"

#include "tools/command/arguments.h"
#include "tools/command/text_file.h"
#include "tools/command/times.h"

#include <algorithm>
#include <string_view>

namespace pdh_shim::tools::logman {

namespace {

constexpr std::size_t fewest_digits = 6;

std::string extension_of(command::OutputFormat format) {
    switch (format) {
    case command::OutputFormat::csv:
        return ".csv";
    case command::OutputFormat::tsv:
        return ".tsv";
    case command::OutputFormat::sql:
        return {};
    default:
        return ".blg";
    }
}

std::string padded(std::uint64_t number, std::size_t digits) {
    const auto text = std::to_string(number);
    return std::string(digits - std::min(digits, text.size()), '0') + text;
}

// The number in `stem_000001.blg`; 0 for any other name.
std::uint64_t number_in(std::string_view name, std::string_view start, std::string_view extension) {
    if (name.size() < start.size() + fewest_digits + extension.size() || !name.starts_with(start) ||
        !name.ends_with(extension)) {
        return 0;
    }
    name.remove_prefix(start.size());
    name.remove_suffix(extension.size());
    return command::parse_number(name).value_or(0);
}

// mmddhhmm
std::string date_in_name(std::int64_t local_time) {
    const auto time = command::clock_time(local_time);
    return padded(time.month, 2) + padded(time.day, 2) + padded(time.hour, 2) + padded(time.minute, 2);
}

} // namespace

Versioning versioning_of(const CollectorSet& set) {
    const bool has_several = set.segment || (set.megabytes && !set.is_circular);
    return set.versioning == Versioning::none && has_several ? Versioning::number : set.versioning;
}

FileNames::FileNames(const CollectorSet& set, const std::vector<std::string>& folder)
    : versioning_(versioning_of(set)), stem_(set.output), extension_(extension_of(set.format)) {
    if (!extension_.empty() && command::lower_case(stem_).ends_with(extension_)) {
        extension_ = stem_.substr(stem_.size() - extension_.size());
        stem_.resize(stem_.size() - extension_.size());
    }
    const auto start = stem_.substr(stem_.find_last_of('/') + 1) + '_';
    for (const auto& name : folder) {
        number_ = std::max(number_, number_in(name, start, extension_));
    }
}

std::string FileNames::next(std::int64_t local_time, const Exists& exists) {
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

} // namespace pdh_shim::tools::logman
