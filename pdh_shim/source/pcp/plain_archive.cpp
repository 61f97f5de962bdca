// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/plain_archive.h"

#include "base/data_file.h"
#include "base/input_limits.h"
#include "base/named_file.h"
#ifdef PDH_SHIM_HAS_COMPRESSION
#include "compression/decompressor.h"
#endif

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <fcntl.h>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::source::pcp {
namespace {

constexpr std::string_view metadata_suffix = "meta";

// What libpcp takes for the names of compressed files.
constexpr std::array<std::string_view, 7> compressed_suffixes{"xz", "lzma", "bz2", "bz", "gz", "Z", "zst"};

struct FileOfArchive {
    std::string name; // absolute
    bool is_compressed = false;
};

// `meta`, `index`, or the number of a volume
bool is_part(std::string_view suffix) {
    return suffix == metadata_suffix || suffix == "index" ||
           (!suffix.empty() && suffix.find_first_not_of("0123456789") == std::string_view::npos);
}

// By the suffixes of their plain names. libpcp prefers a plain file to a compressed one.
std::map<std::string, FileOfArchive> files_of_archive(const std::string& archive) {
    const std::string folder = absolute_name(folder_of(archive));
    const std::string start = last_part(archive) + '.';
    std::map<std::string, FileOfArchive> files;
    const auto entries = folder_entries(folder);
    if (!entries) {
        return files; // libpcp says why
    }
    for (const FolderEntry& entry : entries.value()) {
        if (entry.kind != FileKind::file || !entry.name.starts_with(start)) {
            continue;
        }
        const std::string_view suffixes = std::string_view(entry.name).substr(start.size());
        const std::string_view part = suffixes.substr(0, suffixes.find('.'));
        const std::string_view rest = suffixes.substr(std::min(part.size() + 1, suffixes.size()));
        const bool is_plain = part.size() == suffixes.size();
        const bool is_compressed =
            !is_plain && std::ranges::find(compressed_suffixes, rest) != compressed_suffixes.end();
        if (is_part(part) && is_plain) {
            files.insert_or_assign(std::string(part), FileOfArchive{name_below(folder, entry.name), false});
        } else if (is_part(part) && is_compressed) {
            files.try_emplace(std::string(part), FileOfArchive{name_below(folder, entry.name), true});
        }
    }
    return files;
}

#ifdef PDH_SHIM_HAS_COMPRESSION
using compression::Decompressor;

Result<std::unique_ptr<Decompressor>, Failure> open_compressed(DataFile& file, std::uint64_t most) {
    std::array<std::byte, compression::longest_magic> start{};
    PDH_SHIM_TRY(const std::size_t count, file.read(0, start));
    const auto format = compression::format_of(std::span(start).first(count));
    if (!format) {
        return Failure(Status::log_file_open_error, {}, "is not compressed with gzip, xz, zstd or bzip2");
    }
    return Decompressor::open(*format,
        [&file, place = std::uint64_t{0}](
            std::span<std::byte> bytes) mutable -> Result<std::size_t, Failure> {
            auto read = file.read(place, bytes);
            place += read ? read.value() : 0;
            return read;
        },
        {.bytes = most, .memory = memory_limit()});
}

/// The program reads an archive, and does not know that a file is written for that.
template <class T>
Result<T, Failure> written_to(const std::string& name, Result<T, Failure>&& result) {
    if (!result) {
        return std::move(result).error().as(Status::log_file_open_error).within(name);
    }
    return std::move(result);
}

/// Returns how many bytes there were.
Result<std::uint64_t, Failure> decompress_file(
    const std::string& from, const std::string& to, std::uint64_t most) {
    auto file = open_data_file(from);
    if (!file) {
        return std::move(file).error().as(Status::log_file_open_error);
    }
    PDH_SHIM_TRY(const auto input, open_compressed(*file.value(), most));
    PDH_SHIM_TRY(const auto output, written_to(to, open_writable_file(to, Creation::create_new)));
    std::vector<std::byte> buffer(std::size_t{256} << 10U);
    for (std::uint64_t done = 0;;) {
        PDH_SHIM_TRY(const std::size_t count, input->read(buffer));
        PDH_SHIM_CHECK(written_to(to, output->write(done, std::span(buffer).first(count))));
        done += count;
        if (count < buffer.size()) {
            return done;
        }
    }
}
#else
Result<std::uint64_t, Failure> decompress_file(
    const std::string& /*from*/, const std::string& /*to*/, std::uint64_t /*most*/) {
    return Failure(Status::log_file_open_error, {}, "this library was built without decompression");
}
#endif

Failure too_much_metadata(const std::string& name) {
    return {Status::log_file_open_error, name, "has more metadata than PDH_SHIM_MEMORY_LIMIT allows"};
}

/// Bytes of a plain file; 0 if it cannot be read, which libpcp reports.
std::uint64_t size_of_file(const std::string& name) {
    const auto file = open_data_file(name);
    const auto size = file ? file.value()->size() : Result<std::uint64_t, Failure>(0);
    return size ? size.value() : 0;
}

/// Decompresses a file into a folder.
Result<void, Failure> add_compressed(
    const PrivateFolder& folder, const std::string& name, const FileOfArchive& file, ArchiveBudget& budget) {
    const std::uint64_t most = std::min(budget.disk, folder.room());
    PDH_SHIM_TRY(const std::uint64_t size,
        within(file.name, decompress_file(file.name, folder.path() + '/' + name, most)));
    budget.disk -= size;
    return outcome::success();
}

/// Opens a file; -1 if libpcp has to do with its name: too many descriptors are kept, or it cannot be read,
/// which libpcp reports. @retval file_not_found it has been compressed or removed in the meantime
Result<platform::KeptDescriptor, Failure> open_plain(const FileOfArchive& file) {
    auto share = DescriptorShare::take(most_below_select);
    if (!share) {
        return platform::KeptDescriptor();
    }
    const int number = platform::above_standard_streams(::open(file.name.c_str(), platform::read_flags));
    if (number < 0 && errno == ENOENT) {
        return Failure(Status::file_not_found, file.name, "is gone");
    }
    return platform::KeptDescriptor(number, number < 0 ? DescriptorShare() : std::move(*share));
}

} // namespace

Result<std::shared_ptr<const PlainArchive::HeldFiles>, Failure> PlainArchive::hold(
    ArchiveBudget& budget) const {
    const auto files = files_of_archive(name_);
    auto held = std::make_shared<HeldFiles>();
    if (files.empty()) {
        return std::shared_ptr<const HeldFiles>(held); // libpcp says why
    }
    auto folder = PrivateFolder::make();
    const bool is_plain =
        std::ranges::none_of(files, [](const auto& known) { return known.second.is_compressed; });
    if (!folder && is_plain) {
        return std::shared_ptr<const HeldFiles>(held);
    }
    PDH_SHIM_TRY(held->folder, std::move(folder));
    for (const auto& [part, file] : files) {
        const std::string name = last_part(name_) + '.' + part;
        if (file.is_compressed) {
            PDH_SHIM_CHECK(add_compressed(*held->folder, name, file, budget));
            continue;
        }
        PDH_SHIM_TRY(auto opened, open_plain(file));
        PDH_SHIM_CHECK(held->folder->link(
            name, opened.number() < 0 ? file.name : "/proc/self/fd/" + std::to_string(opened.number())));
        held->plain.push_back(std::move(opened));
    }
    return std::shared_ptr<const HeldFiles>(held);
}

Result<std::string, Failure> PlainArchive::plain_name(ArchiveBudget& budget) {
    constexpr int tries = 5; // while pmlogger_daily compresses one file after the other
    const bool is_held = files_ != nullptr && (files_->folder == nullptr || files_->folder->is_own());
    for (int i = 1; !is_held; ++i) {
        ArchiveBudget left = budget;
        auto held = hold(left);
        if (held) {
            files_ = std::move(held).value();
            budget = left;
            break;
        }
        if (i == tries || held.error().status() != Status::file_not_found) {
            return std::move(held).error();
        }
    }
    const std::string plain =
        files_->folder == nullptr ? name_ : files_->folder->path() + '/' + last_part(name_);
    const std::uint64_t metadata = size_of_file(plain + '.' + std::string(metadata_suffix));
    if (metadata > budget.metadata) {
        return too_much_metadata(name_);
    }
    budget.metadata -= metadata;
    return plain;
}

} // namespace pdh_shim::source::pcp
