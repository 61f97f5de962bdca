// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/archive_files.h"

#include "base/named_file.h"
#include "source/pcp/archive.h"
#include "source/pcp/archive_log.h"
#include "source/pcp/libpcp.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

using Readers = std::vector<std::unique_ptr<model::LogReader>>;

/// Archives of a host that libpcp can read as one: no two overlap.
struct Sequence {
    ArchiveFiles files;
    std::int64_t end = 0; // a FILETIME
};

// The name before a suffix, behind which there may be that of a compressed file.
std::optional<std::string> before_suffix(const std::string& file, std::string_view suffix) {
    const std::size_t place = file.rfind(suffix);
    const bool is_suffix = place != std::string::npos && place != 0 &&
                           (place + suffix.size() == file.size() || file[place + suffix.size()] == '.');
    return is_suffix ? std::optional(file.substr(0, place)) : std::nullopt;
}

std::optional<std::string> archive_of(const std::string& metadata) {
    return before_suffix(metadata, ".meta");
}

// The archive that one of its files belongs to; a volume has its number as suffix.
std::string without_suffix(const std::string& name) {
    for (const std::string_view suffix : {".meta", ".index"}) {
        if (auto archive = before_suffix(name, suffix)) {
            return std::move(*archive);
        }
    }
    const std::size_t digits = name.find_last_not_of("0123456789");
    const bool is_volume = digits != std::string::npos && digits + 1 < name.size() && name[digits] == '.';
    return is_volume ? name.substr(0, digits) : name;
}

Result<std::vector<FolderEntry>, Failure> entries_of(const std::string& folder) {
    auto entries = folder_entries(folder);
    if (!entries) {
        return std::move(entries).error().as(Status::log_file_open_error).within(folder);
    }
    return entries;
}

void add_archives_in(
    const std::string& folder, const std::vector<FolderEntry>& entries, std::vector<std::string>& archives) {
    for (const FolderEntry& entry : entries) {
        if (entry.kind == FileKind::file) {
            if (const auto name = archive_of(entry.name)) {
                archives.push_back(name_below(folder, *name));
            }
        }
    }
}

Result<void, Failure> add_archives_of(const std::string& folder, std::vector<std::string>& archives) {
    const std::size_t before = archives.size();
    PDH_SHIM_TRY(const auto entries, entries_of(folder));
    add_archives_in(folder, entries, archives);
    const bool is_flat = archives.size() > before;
    for (const FolderEntry& entry : entries) {
        if (!is_flat && entry.kind == FileKind::folder) {
            const std::string inner = name_below(folder, entry.name);
            PDH_SHIM_TRY(const auto inner_entries, entries_of(inner));
            add_archives_in(inner, inner_entries, archives);
        }
    }
    if (archives.size() == before) {
        return Failure(Status::file_not_found, folder, "has no archive of pmlogger");
    }
    return outcome::success();
}

Result<void, Failure> add_archives(const std::string& name, std::vector<std::string>& archives) {
    const FileKind kind = file_kind(name);
    if (kind == FileKind::folder) {
        return add_archives_of(name, archives);
    }
    archives.push_back(kind == FileKind::file ? without_suffix(name) : name);
    return outcome::success();
}

Result<std::vector<std::string>, Failure> archives_of(std::string_view names) {
    std::vector<std::string> archives;
    while (!names.empty()) {
        const std::string_view name = names.substr(0, names.find(','));
        names.remove_prefix(std::min(name.size() + 1, names.size()));
        PDH_SHIM_CHECK(add_archives(std::string(name), archives));
    }
    if (archives.empty()) {
        return Failure(Status::file_not_found, {}, "no archive is named");
    }
    std::ranges::sort(archives);
    archives.erase(std::unique(archives.begin(), archives.end()), archives.end());
    return archives;
}

// One archive more, behind others of its host that have ended, or beside those that have not.
void add(const ArchiveLabel& label, PlainArchive archive, std::vector<Sequence>& sequences) {
    auto place = std::ranges::find_if(sequences, [&label](const Sequence& sequence) {
        return sequence.files.host == label.host && sequence.end < label.start;
    });
    if (place == sequences.end()) {
        place = sequences.insert(place, Sequence{{label.host, {}, {}}, 0});
    }
    place->files.archives.push_back(std::move(archive));
    place->files.starts.push_back(label.start);
    place->end = label.end;
}

Result<std::vector<Sequence>, Failure> sequences_of(
    const Libpcp& library, const std::vector<std::string>& archives) {
    std::vector<std::pair<ArchiveLabel, PlainArchive>> labels;
    ArchiveBudget budget;
    for (const std::string& name : archives) {
        PlainArchive archive(name);
        PDH_SHIM_TRY(const std::string plain_name, archive.plain_name(budget));
        PDH_SHIM_TRY(ArchiveLabel label, read_label(library, name, plain_name));
        labels.emplace_back(std::move(label), std::move(archive));
    }
    std::ranges::stable_sort(labels, {}, [](const auto& known) { return known.first.start; });
    std::vector<Sequence> sequences;
    for (auto& [label, archive] : labels) {
        add(label, std::move(archive), sequences);
    }
    std::ranges::stable_sort(sequences, {}, [](const Sequence& sequence) { return sequence.files.host; });
    return sequences;
}

} // namespace

Result<ArchiveOpener, Failure> find_archives(
    std::string_view names, std::shared_ptr<const model::Catalogue> described, const std::string& library) {
    PDH_SHIM_TRY(auto loaded, Libpcp::load(library));
    PDH_SHIM_TRY(const auto archives, archives_of(names));
    PDH_SHIM_TRY(auto sequences, sequences_of(*loaded, archives));
    return ArchiveOpener([loaded, described = std::move(described),
                             sequences = std::move(sequences)]() -> Result<Readers, Failure> {
        Readers readers;
        for (const Sequence& sequence : sequences) {
            PDH_SHIM_TRY(auto log, ArchiveLog::open(loaded, sequence.files, *described));
            readers.push_back(std::move(log));
        }
        return readers;
    });
}

} // namespace pdh_shim::source::pcp
