// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "tools/terminal/program_end.h"

#include <pdh.h>

#include <optional>
#include <string>

namespace pdh_shim::tools::command {

/// A status as `0xc0000bd6`.
[[nodiscard]] std::string hexadecimal(DWORD status);

/// The meaning of a PDH status and its name: `The specified instance is not present
/// (PDH_CSTATUS_NO_INSTANCE)`.
[[nodiscard]] std::string text_of(DWORD status);

/// What the library says about the last call: why it failed, or what it could not reach. To be asked before
/// the next call. Empty if the status is all that there is to say.
/// @param only if set, empty for other statuses too: a call may keep the reason of a step, and go on
[[nodiscard]] std::string last_reason(std::optional<DWORD> only = {});

/// Says that a computer cannot be reached, and why.
/// @param computer its name @param reason last_reason() after the call that needed it
[[nodiscard]] std::string unreached(const std::string& computer, const std::string& reason);

/// Whether a log ends with this status once, because parts of it were passed over.
[[nodiscard]] bool is_loss(DWORD status);

/// What Windows' program says of a status, and ends with.
[[nodiscard]] terminal::WindowsError windows_error(DWORD status);

/// `what`, a status, and its reason. The text of PDH_INVALID_DATASOURCE is about
/// databases: for other sources, such as a script, the reason takes its place.
[[nodiscard]] terminal::ProgramError status_error(
    const std::string& what, DWORD status, const std::string& reason = last_reason());

/// What a query reads cannot be read any further. Whoever knows its name can say that.
class SourceError : public terminal::ProgramError {
  public:
    /// @param status of the last call
    explicit SourceError(DWORD status)
        : ProgramError(status_error("The performance data cannot be collected", status)), status_(status),
          reason_(last_reason()) {}

    /// The same with other words.
    [[nodiscard]] terminal::ProgramError with(const std::string& what) const {
        return status_error(what, status_, reason_);
    }

    [[nodiscard]] DWORD pdh_status() const noexcept { return status_; }

  private:
    DWORD status_;
    std::string reason_;
};

} // namespace pdh_shim::tools::command
