// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/data_file.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::test {

using Bytes = std::vector<std::byte>;

inline Bytes bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// A file to read that lies in memory, on a disk that may be damaged.
class MemoryFile final : public DataFile {
  public:
    explicit MemoryFile(Bytes bytes) : bytes_(std::move(bytes)) {}

    Result<std::uint64_t, Failure> size() override { return bytes_.size(); }

    /// From now on nothing behind this place can be read.
    void fail_at(std::size_t place) { readable_ = place; }

    Result<std::size_t, Failure> read(std::uint64_t offset, std::span<std::byte> bytes) override {
        if (offset + bytes.size() > readable_ && readable_ < bytes_.size()) {
            return file_failure::unreadable(EIO);
        }
        const auto start = static_cast<std::size_t>(std::min<std::uint64_t>(offset, bytes_.size()));
        const std::size_t count = std::min(bytes.size(), bytes_.size() - start);
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(start), count, bytes.begin());
        return count;
    }

  private:
    Bytes bytes_;
    std::size_t readable_ = SIZE_MAX;
};

inline std::unique_ptr<DataFile> file_of(Bytes bytes) {
    return std::make_unique<MemoryFile>(std::move(bytes));
}

/// What a MemoryWriter wrote.
struct Disk {
    Bytes bytes;
    Bytes stored = {};           ///< what a power failure does not take
    std::size_t room = SIZE_MAX; ///< bytes that it may still take; then it is full, in the middle of a write
};

/// A file to write that lies in memory, on a disk that may become full.
class MemoryWriter final : public WritableFile {
  public:
    explicit MemoryWriter(Disk& disk) : disk_(disk) {}

    Result<std::uint64_t, Failure> size() override { return disk_.bytes.size(); }

    Result<void, Failure> write(std::uint64_t offset, std::span<const std::byte> bytes) override {
        const std::size_t count = std::min(bytes.size(), disk_.room);
        const auto end = static_cast<std::size_t>(offset) + count;
        disk_.bytes.resize(std::max(disk_.bytes.size(), end));
        std::copy_n(bytes.begin(), count, disk_.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
        if (disk_.room != SIZE_MAX) {
            disk_.room -= count;
        }
        if (count < bytes.size()) {
            return file_failure::no_space();
        }
        return outcome::success();
    }

    Result<void, Failure> append(std::span<const std::byte> bytes) override {
        return write(disk_.bytes.size(), bytes);
    }

    Result<void, Failure> sync() override {
        disk_.stored = disk_.bytes;
        return outcome::success();
    }

    Result<void, Failure> cut(std::uint64_t size) override {
        disk_.bytes.resize(static_cast<std::size_t>(size));
        return outcome::success();
    }

  private:
    Disk& disk_;
};

inline std::unique_ptr<WritableFile> writer_to(Disk& disk) {
    return std::make_unique<MemoryWriter>(disk);
}

} // namespace pdh_shim::test
