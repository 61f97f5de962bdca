// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/pid_namespace.h"

#include "source/linux/process/process_text.h"

#include <string_view>

namespace pdh_shim::source::linux {
namespace {

/// The namespace that the kernel starts with has this number on all machines.
constexpr std::string_view first_namespace = "pid:[4026531836]";

/// The kernel's own processes are in the first namespace only, and the second process is the one that starts
/// them. Whoever is in a container may still have the /proc of the host.
bool has_kernel_threads(FileSystem& files) {
    FileBuffer buffer;
    const auto text = files.read("/proc/2/stat", buffer);
    const auto second = text ? parse_process_stat(text.value()) : std::nullopt;
    return second && second->comm == "kthreadd" && second->parent == 0 && second->virtual_bytes == 0;
}

} // namespace

bool PidNamespace::is_whole_machine() {
    if (const std::uint32_t epoch = files_.fork_epoch(); asked_by_ != epoch) {
        const auto own = files_.read_link("/proc/self/ns/pid");
        is_whole_machine_ = !own || own.value() == first_namespace || has_kernel_threads(files_);
        asked_by_ = epoch;
    }
    return is_whole_machine_;
}

} // namespace pdh_shim::source::linux
