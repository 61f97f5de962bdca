// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/processor/cpu_files.h"

#include "source/linux/kernel/number_text.h"

namespace pdh_shim::source::linux {
namespace {

constexpr std::string_view cpu_folder = "/sys/devices/system/cpu/cpu";
// So many files of CPUs are kept open, those of the first CPUs: a machine with 64 of them has hundreds, and
// other objects need descriptors too.
constexpr std::size_t most_kept_files = 32;

} // namespace

std::string folder_of_cpu(std::int64_t number) {
    std::string folder(cpu_folder);
    append_number(folder, number);
    return folder;
}

std::int64_t CpuFiles::read_number(const std::string& path) {
    return linux::read_number(files_, path, buffer_);
}

std::int64_t CpuFiles::read_again(KeptFile& file, const std::string& path) {
    if (kept_ == most_kept_files) {
        file.release();
        return read_number(path);
    }
    ++kept_;
    const auto text = file.read(files_, path, buffer_);
    return text ? whole_number(text.value()).value_or(unread) : unread;
}

} // namespace pdh_shim::source::linux
