// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace pdh_shim::tools::streams {

/// As many bytes as a temporary file may have at most: PDH_SHIM_DISK_LIMIT, in MiB, as for the library.
[[nodiscard]] std::uint64_t spool_limit();

/// As many bytes as are free in the folder of temporary files; UINT64_MAX if the system does not say it.
[[nodiscard]] std::uint64_t free_for_spools();

/// As many bytes as a decoder may take: PDH_SHIM_MEMORY_LIMIT, in MiB, as for the library.
[[nodiscard]] std::uint64_t decoder_limit();

/// A temporary file in the folder that TMPDIR names, for what has to be read or written at any place. It has
/// no name where the system allows that (Linux); elsewhere it is removed with this. As the library's
/// archives, it takes spool_limit() at most, and half of what was free when it was made.
class SpoolFile : boost::noncopyable {
  public:
    /// @throws terminal::ProgramError
    explicit SpoolFile(std::uint64_t free = free_for_spools());
    ~SpoolFile();

    /// The name by which this process opens it.
    [[nodiscard]] const std::string& path() const { return path_; }

    /// @throws terminal::ProgramError
    [[nodiscard]] std::uint64_t size() const;

    /// Appends bytes.
    /// @throws terminal::ProgramError it cannot, or the file would exceed its limit
    void append(std::string_view bytes);

    /// Frees the disk blocks before a place, where the system can do that.
    void forget(std::uint64_t end);

    /// Checks that what is not forgotten is within its limit: of a file that somebody else writes.
    /// @throws terminal::ProgramError
    void check_limit() const { check_size(size() - forgotten_); }

    /// Reads the bytes at a place. @return how many there were
    /// @throws terminal::ProgramError
    [[nodiscard]] std::size_t read(std::uint64_t place, std::span<char> bytes) const;

  private:
    void check_size(std::uint64_t bytes) const;

    [[maybe_unused]] std::intptr_t file_ = -1; // a descriptor; not used on Windows
    std::string path_;
    std::uint64_t room_; // half of what was free
    std::uint64_t appended_ = 0;
    std::uint64_t forgotten_ = 0;
};

} // namespace pdh_shim::tools::streams
