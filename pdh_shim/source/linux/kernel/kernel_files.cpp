// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/kernel/kernel_files.h"

#include "base/scope_guard.h"
#include "source/linux/kernel/scanner.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::source::linux {

FileResult<std::vector<std::int64_t>> list_numbers(FileSystem& files, const std::string& folder,
    std::optional<std::int64_t> (*number_of)(std::string_view)) {
    std::vector<std::int64_t> numbers;
    const auto listed = files.list(folder, [&](std::string_view name) {
        if (const auto number = number_of(name)) {
            numbers.push_back(*number);
        }
    });
    if (!listed) {
        return listed.error();
    }
    std::ranges::sort(numbers);
    return numbers;
}

std::int64_t read_number(FileSystem& files, const std::string& path, FileBuffer& buffer) {
    const auto text = files.read(path, buffer);
    return text ? whole_number(text.value()).value_or(unread) : unread;
}

std::string read_line(FileSystem& files, const std::string& path, FileBuffer& buffer) {
    const auto text = files.read(path, buffer);
    return text ? std::string(Scanner(text.value()).line()) : std::string();
}

KernelFiles::KernelFiles(FileSystem& files, bool foreign_root) : files_(files), foreign_root_(foreign_root) {
    add(stat_file); // first, so that it is read nearest to the clock
}

std::size_t KernelFiles::add(std::string_view path) {
    const std::size_t known = number_of(path);
    if (known < count_) {
        return known;
    }
    Shared& shared = shared_.at(count_);
    shared.paths = paths_of(path);
    shared.name = path;
    return count_++;
}

std::size_t KernelFiles::number_of(std::string_view path) const noexcept {
    const auto* const known = shared_.begin() + count_;
    const auto* const found =
        std::find_if(shared_.begin(), known, [path](const Shared& shared) { return shared.name == path; });
    return found == known ? inputs::most_files : static_cast<std::size_t>(found - shared_.begin());
}

/// A file and those that stand in for it.
std::vector<std::string> KernelFiles::paths_of(std::string_view name) const {
    std::vector<std::string> paths{std::string(name)};
    if (name == mounts_file) {
        paths.emplace_back("/proc/mounts");
    }
    // What these show depends on the namespaces of who reads them.
    for (const auto& [own, first] : {std::pair<std::string_view, std::string_view>{"/proc/self/", "/proc/1/"},
             {"/proc/net/", "/proc/1/net/"}}) {
        if (foreign_root_ && name.starts_with(own)) {
            paths.insert(paths.begin(), std::string(first).append(name.substr(own.size())));
        }
    }
    return paths;
}

bool KernelFiles::exists(std::size_t number) {
    return std::ranges::any_of(
        shared_[number].paths, [this](const std::string& path) { return files_.info(path).has_value(); });
}

FileResult<std::string_view> KernelFiles::read(std::size_t number, FileBuffer& buffer) {
    Shared& shared = shared_[number];
    const std::uint32_t epoch = files_.fork_epoch();
    // The kernel generates the text for each reading and returns it in parts: two readers of one descriptor
    // would mix them up. Nothing waits here, so that a child of fork() finds no lock held for ever.
    if (!begin_reading(shared, epoch)) {
        return read_once(shared, buffer);
    }
    const ScopeGuard reading([&shared] { shared.reader.store(0, std::memory_order_release); });
    return read_kept(shared, epoch, buffer);
}

/// False if another thread is reading.
bool KernelFiles::begin_reading(Shared& shared, std::uint32_t epoch) noexcept {
    std::uint32_t reader = 0;
    if (shared.reader.compare_exchange_strong(reader, epoch, std::memory_order_acquire)) {
        return true;
    }
    if (reader == epoch || !shared.reader.compare_exchange_strong(reader, epoch)) {
        return false;
    }
    shared.file.abandon(); // a thread of the parent was reading when this process was forked
    return true;
}

FileResult<std::string_view> KernelFiles::read_kept(Shared& shared, std::uint32_t epoch, FileBuffer& buffer) {
    if (shared.owner != epoch) {
        shared.file.release();
        shared.owner = epoch;
    }
    for (const std::string& path : shared.paths) {
        if (auto text = shared.file.read(files_, path, buffer)) {
            return text;
        }
    }
    return FileError::not_found;
}

FileResult<std::string_view> KernelFiles::read_once(const Shared& shared, FileBuffer& buffer) {
    for (const std::string& path : shared.paths) {
        if (auto text = files_.read(path, buffer)) {
            return text;
        }
    }
    return FileError::not_found;
}

void CollectedTexts::read(Inputs needed) {
    for (std::size_t number = 0; number < texts_.size(); ++number) {
        texts_[number].reset();
        if ((needed & file_input(number)) == 0) {
            continue;
        }
        if (auto text = files_.read(number, buffers_[number])) {
            texts_[number] = text.value();
        }
    }
}

FileResult<std::string_view> KeptFile::read(FileSystem& files, const std::string& path, FileBuffer& buffer) {
    if (file_) {
        auto text = file_->read(buffer);
        if (text || text.error() == FileError::failed) {
            return text; // it is there; an interface without a cable has no speed, for example
        }
        file_.reset();
    }
    auto opened = files.open(path);
    if (opened) {
        file_ = std::move(opened).value();
        return file_->read(buffer);
    }
    return opened.error() == FileError::too_many ? files.read(path, buffer) : opened.error();
}

} // namespace pdh_shim::source::linux
