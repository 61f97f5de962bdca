// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/command/status_text.h"

#include "tools/command/output_file.h"

#include <pdh_shim/control.h>
#include <pdhmsg.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace pdh_shim::tools::command {

std::string hexadecimal(DWORD status) {
    std::array<char, 8> digits = {};
    const auto result = std::to_chars(digits.data(), digits.data() + digits.size(), status, 16);
    return "0x" + std::string(digits.data(), result.ptr);
}

namespace {

std::string sentence_of(const std::string& reason) {
    return reason.empty() ? "" : " The reason: " + reason + '.';
}

} // namespace

std::string text_of(DWORD status) {
    const char* const name = pdh_shim_status_name(static_cast<LONG>(status));
    const char* const text = pdh_shim_status_text(static_cast<LONG>(status));
    if (name == nullptr || text == nullptr) {
        return "status " + hexadecimal(status);
    }
    std::string sentence = text;
    sentence.resize(
        std::min(sentence.find(" with %1"), sentence.size())); // the place of a reason, which is in the log
    return sentence.substr(0, sentence.find_last_not_of('.') + 1) + " (" + name + ")";
}

std::string last_reason(std::optional<DWORD> only) {
    DWORD size = 0;
    const auto sized = static_cast<DWORD>(pdh_shim_last_failure(nullptr, nullptr, &size));
    if (sized != PDH_MORE_DATA || size == 0) {
        return {};
    }
    LONG status = ERROR_SUCCESS;
    std::string reason(size, '\0');
    if (pdh_shim_last_failure(&status, reason.data(), &size) != ERROR_SUCCESS ||
        (only && static_cast<DWORD>(status) != *only)) {
        return {};
    }
    reason.pop_back(); // the terminator
    return reason;
}

std::string unreached(const std::string& computer, const std::string& reason) {
    return computer + ": " + text_of(PDH_CSTATUS_NO_MACHINE) + '.' + sentence_of(reason);
}

bool is_loss(DWORD status) {
    return status == PDH_BINARY_LOG_CORRUPT || status == PDH_INVALID_DATA;
}

terminal::WindowsError windows_error(DWORD status) {
    const char* const text = pdh_shim_status_text(static_cast<LONG>(status));
    return {text == nullptr ? std::string_view() : text, status};
}

terminal::ProgramError status_error(const std::string& what, DWORD status, const std::string& reason) {
    if (status == PDH_INVALID_DATASOURCE && !reason.empty() && !is_database_log(reason)) {
        return terminal::ProgramError(
            what + ": " + reason + ". (status " + hexadecimal(status) + ", PDH_INVALID_DATASOURCE)",
            terminal::ExitStatus::cannot, windows_error(status));
    }
    return terminal::ProgramError(
        what + " (status " + hexadecimal(status) + "): " + text_of(status) + '.' + sentence_of(reason),
        terminal::ExitStatus::cannot, windows_error(status));
}

} // namespace pdh_shim::tools::command
