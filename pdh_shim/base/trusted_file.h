#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace pdh_shim {

/// What decides who can change a file or what a folder leads to.
struct FileOwner {
    std::uint32_t user = 0;
    bool writable_by_others = false; ///< by more than the owner
    bool is_folder = false;
    bool is_sticky = false;            ///< in that folder, everyone can only remove what is his
    std::optional<std::string> target; ///< of a symbolic link
};

/// Why this user must not run or believe what stands at a path; empty if he may: the file, every folder above
/// it and every link on the way belong to him or to the superuser, and nobody else may write there. A sticky
/// folder is no danger to what belongs to him.
/// @param path    absolute
/// @param look_up what is at a path, links not followed; none if nothing is
[[nodiscard]] std::string reason_for_distrust(const std::string& path, std::uint32_t user,
    const std::function<std::optional<FileOwner>(const std::string& path)>& look_up);

/// The same for the user of this process. Only the superuser has to be so careful: others, whose files a
/// group may often write, are always told that they may. So are programs on Windows.
[[nodiscard]] std::string reason_for_distrust(const std::string& path);

/// Why a folder does not belong to the user of this process, nor to the superuser; empty if it does, or is
/// not there.
[[nodiscard]] std::string reason_not_own(const std::string& folder);

} // namespace pdh_shim
