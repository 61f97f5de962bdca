// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace pdh_shim {

/// The facts that decide who can change a file or the contents of a folder.
struct FileOwner {
    std::uint32_t user = 0;
    bool writable_by_others = false; ///< by more than the owner
    bool is_folder = false;
    bool is_sticky = false;            ///< users can remove only their own files in that folder
    std::optional<std::string> target; ///< of a symbolic link
};

/// Why this user must not run or trust the file at a path; empty if the user may: the file, every folder
/// above it and every link on the way belong to the user or to root, and nobody else may write there. A
/// sticky folder is no danger to the user's own files.
/// @param path    absolute
/// @param look_up what is at a path, links not followed; none if nothing is
[[nodiscard]] std::string reason_for_distrust(const std::string& path, std::uint32_t user,
    const std::function<std::optional<FileOwner>(const std::string& path)>& look_up);

/// Whether this process is root or a set-id program: only their files are checked. Never on Windows.
[[nodiscard]] bool checks_trust() noexcept;

/// The same for the user of this process. Where checks_trust() is false the result is always empty: a group
/// may often write the files of other users.
[[nodiscard]] std::string reason_for_distrust(const std::string& path);
/// The same for what every user loads: also where checks_trust() is false.
[[nodiscard]] std::string reason_for_distrust_by_anyone(const std::string& path);
/// Refuses a file that the user of this process must not run or trust.
/// @retval access_denied
[[nodiscard]] Result<void, Failure> check_trust(const std::string& path);

/// Why a folder belongs neither to the user of this process nor to root; empty if it does, or does
/// not exist.
[[nodiscard]] std::string reason_not_own(const std::string& folder);

} // namespace pdh_shim
