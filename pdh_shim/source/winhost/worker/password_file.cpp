// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/worker/password_file.h"

#include "base/data_file.h"
#include "base/named_file.h"
#include "base/platform.h"
#include "base/platform/posix/descriptor.h"
#include "source/winhost/hosts_file.h"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::source::winhost {
namespace {

constexpr std::size_t longest_password = 1024;

struct PlaceOfPassword {
    std::string path;
    mode_t forbidden = S_IRWXG | S_IRWXO;
};

Result<PlaceOfPassword, Failure> find_place(const std::string& file) {
    if (!file.starts_with(credential_prefix)) {
        return PlaceOfPassword{.path = file};
    }
    const auto folder = platform::environment("CREDENTIALS_DIRECTORY");
    if (!folder || !folder->starts_with('/')) {
        return Failure(Status::file_not_found, file, "systemd has given this program no credentials");
    }
    // systemd gives the user of the service access by an ACL, which shows as the group's rights.
    return PlaceOfPassword{.path = *folder + "/" + file.substr(credential_prefix.size()),
        .forbidden = S_IWGRP | S_IXGRP | S_IRWXO};
}

std::string reason_to_refuse(const struct stat& status, mode_t forbidden) {
    if (!S_ISREG(status.st_mode)) {
        return "it is not a regular file";
    }
    if (status.st_uid != geteuid() && status.st_uid != 0) {
        return "it belongs to user " + std::to_string(status.st_uid);
    }
    if ((status.st_mode & forbidden) != 0) {
        return "others than its owner have rights to it: chmod 0600";
    }
    return {};
}

} // namespace

Password::Password(Password&& other) noexcept : text_(std::move(other.text_)) {
    explicit_bzero(other.text_.data(), other.text_.capacity()); // a short one was copied
    other.text_.clear();
}

Password::~Password() {
    explicit_bzero(text_.data(), text_.capacity());
}

Result<Password, Failure> read_password(const std::string& file) {
    PDH_SHIM_TRY(const PlaceOfPassword place, find_place(file));
    if (const std::string reason = reason_for_distrust_by_anyone(place.path); !reason.empty()) {
        return Failure(Status::access_denied, file, reason);
    }
    const platform::KeptDescriptor opened(open(place.path.c_str(), platform::read_flags | O_NOFOLLOW));
    if (opened.number() < 0) {
        return platform::open_failure(errno).within(file);
    }
    struct stat status {};
    if (fstat(opened.number(), &status) != 0) {
        return file_failure::unreadable(static_cast<unsigned long>(errno)).within(file);
    }
    if (std::string reason = reason_to_refuse(status, place.forbidden); !reason.empty()) {
        return Failure(Status::access_denied, file, std::move(reason));
    }
    Password password{std::string(longest_password, '\0')};
    const ssize_t count = read(opened.number(), password.data(), longest_password);
    if (count < 0) {
        return file_failure::unreadable(static_cast<unsigned long>(errno)).within(file);
    }
    if (std::strcspn(password.data(), "\r\n") == 0 || static_cast<std::size_t>(count) == longest_password) {
        return Failure(Status::invalid_data, file, "its first line is no password");
    }
    password.data()[std::strcspn(password.data(), "\r\n")] = '\0';
    return password;
}

std::string file_mark(const std::string& file) {
    const auto place = find_place(file);
    struct stat status {};
    if (!place || stat(place.value().path.c_str(), &status) != 0) {
        return {};
    }
    std::string mark;
    for (const auto number : {static_cast<std::int64_t>(status.st_ino), std::int64_t{status.st_size},
             std::int64_t{status.st_mtim.tv_sec}, std::int64_t{status.st_mtim.tv_nsec}}) {
        mark += std::to_string(number) + " ";
    }
    return mark;
}

} // namespace pdh_shim::source::winhost
