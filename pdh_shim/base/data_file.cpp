// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/data_file.h"

#include <string_view>

namespace pdh_shim::file_failure {
namespace {

// The system's own text may be in another language.
std::string with_number(std::string_view what, unsigned long error) {
    return std::string(what).append(error == 0 ? "" : ": error " + std::to_string(error));
}

} // namespace

Failure not_found() {
    return {Status::file_not_found, {}, "cannot be read: No such file or directory"};
}

Failure denied() {
    return {Status::log_file_open_error, {}, "cannot be read: Permission denied"};
}

Failure not_regular() {
    return {Status::log_file_open_error, {}, "is not a regular file"};
}

Failure gone() {
    return {Status::log_file_open_error, {}, "is gone"};
}

Failure unreadable(unsigned long error) {
    return {Status::log_file_open_error, {}, with_number("cannot be read", error)};
}

Failure of(FileError error) {
    switch (error) {
    case FileError::not_found:
        return not_found();
    case FileError::denied:
        return denied();
    case FileError::not_regular:
        return not_regular();
    case FileError::failed:
    case FileError::too_many:
        break;
    }
    return unreadable(0);
}

Failure exists() {
    return {Status::file_already_exists, {}, "exists already"};
}

Failure without_folder() {
    return {Status::log_file_create_error, {}, "its folder does not exist"};
}

Failure write_denied() {
    return {Status::log_file_create_error, {}, "access is denied"};
}

Failure not_writable_kind() {
    return {Status::log_file_create_error, {}, "is not a regular file"};
}

Failure untrusted_link() {
    return {Status::log_file_create_error, {}, "others can change this link, or what it leads to"};
}

Failure in_use(Creation creation) {
    const bool is_kept = creation == Creation::open_always;
    return {is_kept ? Status::log_file_open_error : Status::log_file_create_error, {},
        "another log writer has it open"};
}

Failure no_space() {
    return {Status::log_file_create_error, {}, "there is no room for it"};
}

Failure unwritable(unsigned long error) {
    return {Status::log_file_create_error, {}, with_number("cannot be written", error)};
}

} // namespace pdh_shim::file_failure
