// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <pdh.h>
#include <pdhmsg.h>
#include <windows.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace oracle {

/// "PDH_INVALID_HANDLE", "ERROR_SUCCESS", or the number.
[[nodiscard]] std::string name_of(PDH_STATUS status);
[[nodiscard]] std::string name_of_cstatus(DWORD cstatus);

/// The text with HOST for the name of this computer.
[[nodiscard]] std::string without_host(std::string_view text);

/// What a probe found out: names with values, printed as one JSON object. No value names this computer, and
/// no probe gives the names of users, processes or files of theirs.
class Answer {
  public:
    void status(std::string_view what, PDH_STATUS status);
    void cstatus(std::string_view what, DWORD cstatus);
    void text(std::string_view what, std::string_view text);
    void number(std::string_view what, std::int64_t number);
    void real(std::string_view what, double number);
    void yes(std::string_view what, bool yes);
    /// The texts, with ` | ` between them.
    void texts(std::string_view what, const std::vector<std::string>& texts);
    /// The probe cannot be made on this machine.
    void skip(std::string_view why);

    [[nodiscard]] std::string json() const;

  private:
    std::vector<std::pair<std::string, std::string>> members_; // the values are JSON
};

} // namespace oracle
