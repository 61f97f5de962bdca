// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"
#include "tools/lodctr/store.h"
#include "tools/terminal/program_end.h"

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::lodctr {
namespace {

// Not a symbolic link, and trusted if it is for all.
std::string checked_folder(std::string path, bool is_for_all) {
    terminal::make_own_folders(path, is_for_all);
    const std::string reason = is_for_all ? reason_for_distrust_by_anyone(path) : std::string();
    if (!reason.empty()) {
        throw terminal::ProgramError(reason);
    }
    const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        terminal::fail_at(path);
    }
    close(folder);
    return path;
}

} // namespace

LockedFolder::LockedFolder(std::string path, bool is_for_all)
    : path_(checked_folder(std::move(path), is_for_all)), is_for_all_(is_for_all), lock_(path_ + "/.lock") {
    lock_.lock();
}

void LockedFolder::write(const std::string& name, const std::string& text) const {
    terminal::replace_own_file(path_ + "/" + name, text, is_for_all_);
}

void LockedFolder::remove(const std::string& name) const {
    const std::string path = path_ + "/" + name;
    if (unlink(path.c_str()) != 0 && errno != ENOENT) {
        terminal::fail_at(path);
    }
}

void write_file(const std::string& path, const std::string& text) {
    const int file =
        terminal::open_file(path, O_WRONLY | O_CREAT | O_TRUNC, 0666, terminal::WritableKind::file_or_stream);
    terminal::write_and_close(file, path, text);
}

} // namespace pdh_shim::tools::lodctr
