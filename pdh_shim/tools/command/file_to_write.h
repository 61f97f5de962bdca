// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace pdh_shim::tools::command {

/// A file that is created, emptied or kept, and written at its end. While a regular file is open here, or in
/// the library as a log, nobody else can open it to write.
class FileToWrite : boost::noncopyable {
  public:
    /// What becomes of a file that exists.
    enum class ExistingFile { emptied, kept };
    /// Whether it may be a pipe or a device.
    enum class Streams { refused, taken };

    /// @throws terminal::ProgramError it cannot be created, or somebody else is writing it
    FileToWrite(const std::string& name, ExistingFile existing, Streams streams);
    ~FileToWrite();

    /// Whether it is a regular file without contents: others may have emptied it.
    [[nodiscard]] bool is_empty() const;

    /// The bytes at a place of a file that was kept: fewer than asked for at its end, none where it cannot be
    /// read.
    [[nodiscard]] std::string read(std::uint64_t place, std::size_t count) const;
    [[nodiscard]] std::uint64_t size() const;
    /// @return why it was not cut after so many bytes
    [[nodiscard]] std::error_code cut(std::uint64_t size) const;

    /// Whether the file of this name is another one, or does not exist any more.
    [[nodiscard]] bool is_moved_from(const std::string& name) const;

    /// Writes all of the bytes at once, or, to a regular file, none of them. @return why it did not
    [[nodiscard]] std::error_code write(std::string_view bytes) const;

    /// Has the system store what was written, if it can: then a power failure does not take it.
    void store() const;

  private:
    std::intptr_t file_; // a descriptor, or Windows' handle
};

/// Differs between the file of this name and others that had the name; empty if there is none, or the system
/// does not let an open file lose its name.
[[nodiscard]] std::string identity_of_file(const std::string& name);

} // namespace pdh_shim::tools::command
