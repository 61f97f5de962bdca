// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/spool_file.h"
#include "tools/terminal/program_end.h"

#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace pdh_shim::tools::streams {

namespace {

int spool_descriptor(std::intptr_t file) {
    return static_cast<int>(file);
}

std::string spool_folder() {
    const char* const folder = std::getenv("TMPDIR");
    return folder == nullptr || *folder == '\0' ? "/tmp" : folder;
}

[[noreturn]] void fail_spool(int error) {
    throw terminal::ProgramError("A temporary file in \"" + spool_folder() +
                                 "\" cannot be used: " + std::generic_category().message(error) +
                                 "; TMPDIR in the environment names another folder.");
}

std::string spool_name() {
    return spool_folder() + "/pdh-shim-XXXXXX";
}

} // namespace

std::uint64_t free_for_spools() {
    std::error_code unknown;
    return std::filesystem::space(spool_folder(), unknown).available;
}

SpoolFile::SpoolFile(std::uint64_t free) : path_(spool_name()), room_(free / 2) {
    file_ = ::mkstemp(path_.data());
    if (file_ < 0) {
        fail_spool(errno);
    }
    ::fcntl(spool_descriptor(file_), F_SETFD, FD_CLOEXEC);
#ifdef __linux__
    // The kernel opens a file without a name by the descriptor of this process.
    ::unlink(path_.c_str());
    path_ = "/proc/self/fd/" + std::to_string(file_);
#endif
}

SpoolFile::~SpoolFile() {
#ifndef __linux__
    ::unlink(path_.c_str());
#endif
    ::close(spool_descriptor(file_));
}

std::uint64_t SpoolFile::size() const {
    struct stat status = {};
    if (::fstat(spool_descriptor(file_), &status) != 0) {
        fail_spool(errno);
    }
    return static_cast<std::uint64_t>(status.st_size);
}

void SpoolFile::append(std::string_view bytes) {
    appended_ += bytes.size();
    check_size(appended_);
    if (const auto error = terminal::write_all(spool_descriptor(file_), bytes)) {
        fail_spool(error.value());
    }
}

#ifdef FALLOC_FL_PUNCH_HOLE
void SpoolFile::forget(std::uint64_t end) {
    if (::fallocate(spool_descriptor(file_), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0,
            static_cast<off_t>(end)) == 0) {
        forgotten_ = end;
    }
}
#else
void SpoolFile::forget(std::uint64_t /*end*/) {}
#endif

std::size_t SpoolFile::read(std::uint64_t place, std::span<char> bytes) const {
    const auto count =
        ::pread(spool_descriptor(file_), bytes.data(), bytes.size(), static_cast<off_t>(place));
    if (count < 0) {
        fail_spool(errno);
    }
    return static_cast<std::size_t>(count);
}

} // namespace pdh_shim::tools::streams
