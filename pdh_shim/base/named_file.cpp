// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/named_file.h"

#include "base/data_file.h"

#include <algorithm>
#include <cerrno>

namespace pdh_shim {
namespace {

constexpr std::size_t first_room = std::size_t{64} << 10U;

} // namespace

Result<std::vector<std::byte>, Failure> read_named_file(const std::string& name, std::size_t longest) {
    PDH_SHIM_TRY(const FileStream opened, open_regular_file(name));
    std::FILE* const file = opened.get();
    const std::size_t wanted = longest + 1;
    std::vector<std::byte> bytes;
    std::size_t size = 0;
    while (size < wanted && std::feof(file) == 0) {
        bytes.resize(std::min(wanted, std::max(first_room, size * 2)));
        size += std::fread(bytes.data() + size, 1, bytes.size() - size, file);
        if (std::ferror(file) != 0) {
            return file_failure::unreadable(static_cast<unsigned long>(errno));
        }
    }
    bytes.resize(size);
    return bytes;
}

namespace {

constexpr int most_links = 40;
constexpr std::uint32_t superuser = 0;

// Removes the first name from a path, and returns it.
std::string take_name(std::string& path) {
    const std::size_t start = path.find_first_not_of('/');
    if (start == std::string::npos) {
        path.clear();
        return {};
    }
    const std::size_t end = std::min(path.find('/', start), path.size());
    std::string name = path.substr(start, end - start);
    path.erase(0, end);
    return name;
}

std::string distrust_of(const std::string& path, const FileOwner& owner, std::uint32_t user) {
    if (owner.user != user && owner.user != superuser) {
        return path + " belongs to user " + std::to_string(owner.user);
    }
    const bool is_link = owner.target.has_value(); // permissions of links have no meaning
    if (owner.writable_by_others && !is_link && !(owner.is_folder && owner.is_sticky)) {
        return path + " can be written by others than its owner";
    }
    return {};
}

} // namespace

std::string reason_for_distrust(const std::string& path, std::uint32_t user,
    const std::function<std::optional<FileOwner>(const std::string& path)>& look_up) {
    std::string here; // empty = the root
    std::string rest = path;
    int links = 0;
    for (;;) {
        const std::string shown = here.empty() ? "/" : here;
        const auto owner = look_up(shown);
        if (!owner) {
            return {}; // opening it will fail
        }
        if (auto reason = distrust_of(shown, *owner, user); !reason.empty()) {
            return reason;
        }
        if (owner->target) {
            if (++links > most_links) {
                return path + " has too many links";
            }
            rest = *owner->target + "/" + rest;
            here = owner->target->starts_with('/') ? std::string() : here.substr(0, here.rfind('/'));
        }
        std::string name = take_name(rest);
        while (name == "." || name == "..") {
            here.erase(name == ".." ? std::min(here.rfind('/'), here.size()) : here.size());
            name = take_name(rest);
        }
        if (name.empty()) {
            return {};
        }
        here += "/" + name;
    }
}

Result<void, Failure> check_trust(const std::string& path) {
    if (const std::string reason = reason_for_distrust(path); !reason.empty()) {
        return Failure(Status::access_denied, path, "not used by a privileged process, since " + reason);
    }
    return outcome::success();
}

} // namespace pdh_shim
