// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/set_store.h"

#include "base/trusted_file.h"
#include "tools/command/text_file.h"
#include "tools/logman/runner_process.h"
#include "tools/logman/set_file.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_error.h"
#include "tools/terminal/standard_output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::logman {

namespace {

constexpr std::string_view set_extension = ".set";

[[noreturn]] void fail_at(const std::string& path) {
    throw terminal::ProgramError(path + ": " + std::generic_category().message(errno));
}

// A folder of the user: of a variable, or of the home.
std::string folder_of_user(const char* variable, const char* below_home) {
    const char* const base = std::getenv(variable);
    if (base != nullptr && *base == '/') {
        return std::string(base) + "/pdh-shim/sets";
    }
    const char* const home = std::getenv("HOME");
    if (home != nullptr && *home == '/') {
        return std::string(home) + below_home + "/pdh-shim/sets";
    }
    throw terminal::ProgramError("Neither " + std::string(variable) + " nor HOME says where sets are kept.");
}

// Makes a folder and those above it. Nothing is made in the home of another user (`sudo -E`).
void make_set_folder(const std::filesystem::path& path, bool is_for_all) {
    if (const auto reason = reason_not_own(path.string()); !reason.empty()) {
        throw terminal::ProgramError(reason);
    }
    std::error_code unknown;
    if (std::filesystem::exists(path, unknown) || !path.has_relative_path()) {
        return;
    }
    make_set_folder(path.parent_path(), is_for_all);
    if (::mkdir(path.c_str(), is_for_all ? 0755 : 0700) != 0 && errno != EEXIST) {
        fail_at(path.string());
    }
}

// Others see the old text or the new one, also after the power failed.
void replace_file(const std::string& path, const std::string& text, bool is_for_all) {
    const mode_t mode = is_for_all ? 0644 : 0600;
    const std::string temporary = path + ".new";
    (void)::unlink(temporary.c_str()); // of one that was killed: there is a lock, so that nobody else has it
    const int file = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    if (file < 0) {
        fail_at(temporary);
    }
    auto error = terminal::write_all(file, text);
    if (!error && ::fsync(file) != 0) {
        error = {errno, std::generic_category()};
    }
    ::close(file);
    if (!error && std::rename(temporary.c_str(), path.c_str()) != 0) {
        error = {errno, std::generic_category()};
    }
    if (error) {
        throw terminal::ProgramError(path + ": " + error.message());
    }
}

// Nobody else may lock it: that would look as if the set ran.
int open_lock(const std::string& path) {
    const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        fail_at(path);
    }
    return file;
}

struct flock whole_file() {
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

FileLock::~FileLock() {
    ::close(descriptor_);
}

SetStore::SetStore(std::string sets, std::string states, bool is_for_all)
    : sets_(std::move(sets)), states_(std::move(states)), is_for_all_(is_for_all) {}

SetStore SetStore::of_user() {
    return {folder_of_user("XDG_CONFIG_HOME", "/.config"), folder_of_user("XDG_STATE_HOME", "/.local/state"),
        false};
}

SetStore SetStore::of_system() {
    return {"/etc/pdh-shim/sets", "/var/lib/pdh-shim/sets", true};
}

std::string SetStore::set_file_of(const std::string& name) const {
    check_set_name(name);
    return sets_ + '/' + name + std::string(set_extension);
}

std::string SetStore::state_file_of(const std::string& name, const char* extension) const {
    check_set_name(name);
    return states_ + '/' + name + extension;
}

std::string SetStore::messages_file(const std::string& name) const {
    return state_file_of(name, ".log");
}

std::vector<std::string> SetStore::names() const {
    std::vector<std::string> names;
    std::error_code unknown;
    for (std::filesystem::directory_iterator entry(sets_, unknown), end; !unknown && entry != end;
         entry.increment(unknown)) {
        const auto file = entry->path().filename().string();
        auto name = file.substr(0, file.size() - std::min(file.size(), set_extension.size()));
        std::error_code error;
        if (file.ends_with(set_extension) && is_set_name(name) && entry->is_regular_file(error)) {
            names.push_back(std::move(name));
        }
    }
    std::ranges::sort(names);
    return names;
}

bool SetStore::has(const std::string& name) const {
    std::error_code unknown;
    return std::filesystem::exists(set_file_of(name), unknown);
}

CollectorSet SetStore::read(const std::string& name) const {
    const auto file = set_file_of(name);
    if (!has(name)) {
        throw terminal::ProgramError("The set \"" + name + "\" does not exist; logman query lists all sets.");
    }
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown)) {
        throw terminal::ProgramError("\"" + file + "\" is not a file.");
    }
    // Its command is run with the rights of whoever runs the set.
    for (const auto& reason : {reason_not_own(file),
             is_for_all_ ? reason_for_distrust_by_anyone(file) : reason_for_distrust(file)}) {
        if (!reason.empty()) {
            throw terminal::ProgramError(reason);
        }
    }
    try {
        return parse_set(name, command::read_file(file));
    } catch (const terminal::UsageError& error) {
        throw terminal::ProgramError("The file \"" + file + "\" is not that of a set: " + error.what());
    }
}

void SetStore::write(const CollectorSet& set) const {
    const auto file = set_file_of(set.name);
    const auto text = set_text(set);
    make_set_folder(sets_, is_for_all_);
    replace_file(file, text, is_for_all_);
}

void SetStore::remove(const std::string& name) const {
    if (::unlink(set_file_of(name).c_str()) != 0) {
        fail_at(set_file_of(name));
    }
    for (const auto* const extension : {".state", ".log", ".lock"}) {
        (void)::unlink(state_file_of(name, extension).c_str());
    }
}

RunState SetStore::state(const std::string& name) const {
    const auto file = state_file_of(name, ".state");
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown)) {
        return {};
    }
    try {
        return parse_state(command::read_file(file));
    } catch (const terminal::ProgramError&) {
        return {};
    }
}

void SetStore::write_state(const std::string& name, const RunState& state) const {
    make_set_folder(states_, is_for_all_);
    replace_file(state_file_of(name, ".state"), state_text(state), is_for_all_);
}

// The kernel knows who holds the lock, and takes it from a process that ends, however it ends.
std::optional<pid_t> SetStore::runner(const std::string& name) const {
    const int file = ::open(state_file_of(name, ".lock").c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (file < 0) {
        return errno == EACCES ? living_process(state(name).process) : std::nullopt; // for the set of another
    }
    auto lock = whole_file();
    const bool is_known = ::fcntl(file, F_GETLK, &lock) == 0;
    ::close(file);
    return is_known && lock.l_type != F_UNLCK ? std::optional(lock.l_pid) : std::nullopt;
}

std::unique_ptr<FileLock> SetStore::lock_sets() const {
    make_set_folder(sets_, is_for_all_);
    const auto path = sets_ + "/.lock";
    auto held = std::make_unique<FileLock>(open_lock(path));
    auto lock = whole_file();
    while (::fcntl(held->descriptor(), F_SETLKW, &lock) != 0) {
        if (errno != EINTR) {
            fail_at(path);
        }
    }
    return held;
}

std::unique_ptr<FileLock> SetStore::lock_runner(const std::string& name) const {
    make_set_folder(states_, is_for_all_);
    const auto path = state_file_of(name, ".lock");
    auto held = std::make_unique<FileLock>(open_lock(path));
    auto lock = whole_file();
    if (::fcntl(held->descriptor(), F_SETLK, &lock) != 0) {
        if (errno == EACCES || errno == EAGAIN) {
            throw terminal::ProgramError(
                "The set \"" + name + "\" is running already.", terminal::ExitStatus::nothing);
        }
        fail_at(path);
    }
    return held;
}

} // namespace pdh_shim::tools::logman
