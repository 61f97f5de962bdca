// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/logman/systemd.h"

#include "tools/logman/command_process.h"
#include "tools/logman/set_options.h"
#include "tools/logman/set_store.h"
#include "tools/terminal/own_files.h"
#include "tools/terminal/program_end.h"
#include "tools/terminal/terminal_text.h"

#include <array>
#include <cctype>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <string_view>
#include <sys/socket.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace pdh_shim::tools::logman {

namespace {

using terminal::ProgramError;

// As systemd-escape does: other bytes than these become `\x2d`.
std::string escaped_for_unit(std::string_view name) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string escaped;
    for (const char c : name) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x80 && (std::isalnum(byte) != 0 || c == '_' || c == '.')) {
            escaped += c;
        } else {
            escaped.append("\\x").append(1, digits[byte >> 4U]).append(1, digits[byte & 0xFU]);
        }
    }
    return escaped;
}

// A word of ExecStart=, in which systemd replaces nothing.
std::string quoted_for_unit(std::string_view word) {
    std::string quoted = "\"";
    for (const char c : word) {
        quoted.append(c == '"' || c == '\\' ? 1 : 0, '\\')
            .append(c == '$' || c == '%' ? 1 : 0, c)
            .append(1, c);
    }
    return quoted + '"';
}

std::string unit_folder(bool is_system) {
    return is_system ? "/etc/systemd/system"
                     : folder_of_user("XDG_CONFIG_HOME", "/.config") + "/systemd/user";
}

FinishedProgram systemctl(bool is_system, const std::vector<std::string>& arguments) {
    std::vector<std::string> words{"systemctl"};
    if (!is_system) {
        words.emplace_back("--user");
    }
    words.insert(words.end(), arguments.begin(), arguments.end());
    return finish_program(words);
}

void require_success(const FinishedProgram& program, const std::string& what) {
    if (program.status != 0) {
        throw ProgramError(what + " " + program.output.substr(0, program.output.find_last_not_of('\n') + 1));
    }
}

constexpr std::string_view system_hardening = "ProtectSystem=full\n"
                                              "ProtectKernelTunables=yes\n"
                                              "ProtectKernelModules=yes\n"
                                              "ProtectKernelLogs=yes\n"
                                              "ProtectControlGroups=yes\n"
                                              "ProtectClock=yes\n"
                                              "ProtectHostname=yes\n"
                                              "LockPersonality=yes\n"
                                              "NoNewPrivileges=yes\n"
                                              "RestrictNamespaces=yes\n"
                                              "RestrictRealtime=yes\n"
                                              "RestrictSUIDSGID=yes\n"
                                              "SystemCallArchitectures=native\n";

// The folder of the logs, which may be below one that the unit may not write, and the folder of units, if it
// starts another set.
std::string writable_folders(const CollectorSet& set) {
    std::string lines;
    if (has_files(set)) {
        const auto folder = std::filesystem::path(set.output).parent_path().string();
        lines += "ReadWritePaths=" + quoted_for_unit("-" + folder) + "\n";
    }
    if (!set.started_set.empty()) {
        lines += "ReadWritePaths=" + quoted_for_unit("-" + unit_folder(true)) + "\n";
    }
    return lines;
}

} // namespace

// systemd's names have up to 255 bytes, and escaping makes four of one: the end of a long name becomes its
// hash (FNV-1a). The file has five bytes more while it is written.
std::string unit_name(const std::string& set_name) {
    constexpr std::size_t longest = 250;
    constexpr std::size_t kept = 180;
    auto name = "logman_" + escaped_for_unit(set_name) + ".service";
    if (name.size() <= longest) {
        return name;
    }
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const char c : set_name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
    }
    return name.substr(0, kept) + '-' + std::to_string(hash) + ".service";
}

std::string unit_text(const CollectorSet& set, const std::string& executable, bool is_system) {
    std::string start = quoted_for_unit(executable) + " run" + (is_system ? " -system" : "") + " -- " +
                        quoted_for_unit(set.name);
    std::string description;
    for (const char c : set.name) {
        description.append(c == '%' ? 1 : 0, c).append(1, c);
    }
    return "# Made by logman start, removed by logman stop.\n"
           "[Unit]\n"
           "Description=Data collector set " +
           description +
           "\n"
           "\n"
           "[Service]\n"
           "Type=notify\n"
           "ExecStart=" +
           start +
           "\n"
           "ExecReload=kill -HUP $MAINPID\n"
           "Restart=on-failure\n"
           "RestartSec=30\n"
           "RestartPreventExitStatus=2 4\n"
           "SuccessExitStatus=3 4\n"
           "KillMode=process\n" + // the program of -rc goes on
           (is_system ? std::string(system_hardening) + writable_folders(set) : std::string()) +
           "\n"
           "[Install]\n"
           "WantedBy=" +
           (is_system ? "multi-user" : "default") + ".target\n";
}

std::string Systemd::unit_file(const std::string& set_name) const {
    return unit_folder(is_system_) + '/' + unit_name(set_name);
}

bool Systemd::is_running() const {
    return systemctl(is_system_, {"show", "--property=Version"}).status == 0;
}

bool Systemd::has_unit(const std::string& set_name) const {
    std::error_code unknown;
    return std::filesystem::exists(unit_file(set_name), unknown);
}

void Systemd::start(const CollectorSet& set, const std::string& executable) const {
    const auto file = unit_file(set.name);
    terminal::make_own_folders(unit_folder(is_system_), is_system_);
    terminal::replace_own_file(file, unit_text(set, executable, is_system_), true);
    require_success(systemctl(is_system_, {"daemon-reload"}), "systemd does not read its units.");
    const auto started = systemctl(is_system_, {"enable", "--now", unit_name(set.name)});
    if (started.status != 0) {
        stop(set.name);
        require_success(started, "systemd did not start it.");
    }
}

void Systemd::stop(const std::string& set_name) const {
    const auto stopped = systemctl(is_system_, {"disable", "--now", unit_name(set_name)});
    std::error_code unknown;
    std::filesystem::remove(unit_file(set_name), unknown);
    require_success(stopped, "systemd did not end it.");
    require_success(systemctl(is_system_, {"daemon-reload"}), "systemd does not read its units.");
}

bool Systemd::outlives_session() const {
    const auto answer =
        finish_program({"loginctl", "show-user", std::to_string(::getuid()), "--property=Linger", "--value"});
    return is_system_ || answer.status != 0 || answer.output.find("yes") == 0;
}

// The protocol of sd_notify().
void notify_ready() {
    const char* const name = std::getenv("NOTIFY_SOCKET");
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (name == nullptr || (*name != '/' && *name != '@') || std::strlen(name) >= sizeof address.sun_path) {
        return;
    }
    std::memcpy(address.sun_path, name, std::strlen(name));
    const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + std::strlen(name));
    if (*name == '@') { // a name that is not a file
        address.sun_path[0] = '\0';
    }
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (descriptor < 0) {
        return;
    }
    constexpr std::string_view ready = "READY=1";
    (void)::sendto(descriptor, ready.data(), ready.size(), MSG_NOSIGNAL,
        reinterpret_cast<const sockaddr*>(&address), size);
    ::close(descriptor);
}

namespace {

// The form of RFC 3164, as syslog() writes it: always with English names of months.
std::string log_line(const std::string& text) {
    constexpr std::string_view warning_of_user = "<12>";
    constexpr std::array<const char*, 12> months = {
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::time_t now = std::time(nullptr);
    std::tm local = {};
    (void)::localtime_r(&now, &local);
    std::array<char, 32> time = {};
    (void)std::strftime(time.data(), time.size(), " %e %H:%M:%S ", &local);
    return std::string(warning_of_user) + months.at(static_cast<std::size_t>(local.tm_mon)) + time.data() +
           "logman[" + std::to_string(::getpid()) + "]: " + terminal::escaped(text);
}

} // namespace

std::string write_to_system_log(const std::string& text, const std::string& socket) {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    if (socket.size() >= sizeof address.sun_path) {
        return std::generic_category().message(ENAMETOOLONG);
    }
    std::memcpy(address.sun_path, socket.data(), socket.size());
    const int descriptor = ::socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    const auto line = log_line(text);
    // Does not wait for a logger that does not read.
    const bool is_sent =
        descriptor >= 0 && ::sendto(descriptor, line.data(), line.size(), MSG_NOSIGNAL | MSG_DONTWAIT,
                               reinterpret_cast<const sockaddr*>(&address), sizeof address) >= 0;
    const int reason = errno;
    if (descriptor >= 0) {
        ::close(descriptor);
    }
    return is_sent ? std::string() : std::generic_category().message(reason);
}

} // namespace pdh_shim::tools::logman
