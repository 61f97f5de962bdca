// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/set_store.h"

#include "base/named_file.h"
#include "tools/command/text_file.h"
#include "tools/logman/command_process.h"
#include "tools/logman/set_file.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::logman {

namespace {

constexpr std::string_view set_extension = ".set";

std::string own_folder(const char* variable, const char* below_home) {
    const auto folder = folder_of_user(variable, below_home);
    if (folder.empty()) {
        throw terminal::ProgramError(
            "Neither " + std::string(variable) + " nor HOME says where sets are kept.");
    }
    return folder + "/pdh-shim/";
}

struct flock whole_file() {
    struct flock lock = {};
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    return lock;
}

} // namespace

terminal::ProgramError set_not_found(const std::string& name) {
    return terminal::ProgramError("The set \"" + name + "\" does not exist; logman query lists all sets.",
        terminal::ExitStatus::cannot, {"Data Collector Set was not found."});
}

terminal::ProgramError set_is_running(const std::string& name) {
    return terminal::ProgramError("The set \"" + name + "\" is running already.",
        terminal::ExitStatus::nothing, {"The operator or administrator has refused the request."});
}

std::string folder_of_user(const char* variable, const char* below_home) {
    const char* const base = std::getenv(variable);
    if (base != nullptr && *base == '/') {
        return base;
    }
    const char* const home = std::getenv("HOME");
    return home != nullptr && *home == '/' ? std::string(home) + below_home : std::string();
}

SetStore::SetStore(std::string sets, std::string states, std::string logs, bool is_for_all)
    : sets_(std::move(sets)), states_(std::move(states)), logs_(std::move(logs)), is_for_all_(is_for_all) {}

SetStore SetStore::of_user() {
    const auto states = own_folder("XDG_STATE_HOME", "/.local/state");
    return {own_folder("XDG_CONFIG_HOME", "/.config") + "sets", states + "sets", states + "logs", false};
}

SetStore SetStore::of_system() {
    return {"/etc/pdh-shim/sets", "/var/lib/pdh-shim/sets", "/var/log/pdh-shim", true};
}

std::string SetStore::usual_output(const std::string& name) const {
    check_set_name(name);
    return logs_ + '/' + name;
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
    if (unknown && unknown != std::errc::no_such_file_or_directory) {
        throw terminal::ProgramError(
            "The sets in \"" + sets_ + "\" cannot be listed: " + unknown.message() + ".");
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
        throw set_not_found(name);
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
    terminal::make_own_folders(sets_, is_for_all_);
    terminal::replace_own_file(file, text, is_for_all_);
}

void SetStore::remove(const std::string& name) const {
    if (::unlink(set_file_of(name).c_str()) != 0) {
        terminal::fail_at(set_file_of(name));
    }
    for (const auto* const extension : {".state", ".log", ".lock", ".start"}) {
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
    terminal::make_own_folders(states_, is_for_all_);
    terminal::replace_own_file(state_file_of(name, ".state"), state_text(state), is_for_all_);
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

std::unique_ptr<terminal::LockFile> SetStore::lock_sets() const {
    terminal::make_own_folders(sets_, is_for_all_);
    auto held = std::make_unique<terminal::LockFile>(sets_ + "/.lock");
    held->lock();
    return held;
}

std::unique_ptr<terminal::LockFile> SetStore::lock_start(const std::string& name) const {
    terminal::make_own_folders(states_, is_for_all_);
    auto held = std::make_unique<terminal::LockFile>(state_file_of(name, ".start"));
    held->lock();
    return held;
}

// Of this kind of lock the kernel says who has it.
std::unique_ptr<terminal::LockFile> SetStore::lock_runner(const std::string& name) const {
    terminal::make_own_folders(states_, is_for_all_);
    const auto path = state_file_of(name, ".lock");
    auto held = std::make_unique<terminal::LockFile>(path);
    auto lock = whole_file();
    if (::fcntl(held->descriptor(), F_SETLK, &lock) != 0) {
        if (errno == EACCES || errno == EAGAIN) {
            throw set_is_running(name);
        }
        terminal::fail_at(path);
    }
    return held;
}

} // namespace pdh_shim::tools::logman
