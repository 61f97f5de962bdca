#include "source/linux/kernel_files.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::source::linux {

KernelFiles::KernelFiles(FileSystem& files, bool foreign_root)
    : files_(files), budget_(files.descriptor_limit()) {
    const auto set = [this](KernelFile file, std::vector<std::string> paths) {
        shared_[static_cast<std::size_t>(file)].paths = std::move(paths);
    };
    set(KernelFile::stat, {"/proc/stat"});
    set(KernelFile::interrupts, {"/proc/interrupts"});
    set(KernelFile::softirqs, {"/proc/softirqs"});
    set(KernelFile::uptime, {"/proc/uptime"});
    set(KernelFile::loadavg, {"/proc/loadavg"});
    set(KernelFile::diskstats, {"/proc/diskstats"});
    set(KernelFile::net_dev, {"/proc/net/dev"});
    set(KernelFile::vmstat, {"/proc/vmstat"});
    set(KernelFile::meminfo, {"/proc/meminfo"});
    set(KernelFile::swaps, {"/proc/swaps"});
    set(KernelFile::mounts, {"/proc/self/mountinfo", "/proc/mounts"});
    if (foreign_root) {
        set(KernelFile::net_dev, {"/proc/1/net/dev", "/proc/net/dev"});
        set(KernelFile::mounts, {"/proc/1/mountinfo", "/proc/self/mountinfo", "/proc/mounts"});
    }
}

bool KernelFiles::exists(KernelFile file) {
    return std::ranges::any_of(shared_[static_cast<std::size_t>(file)].paths,
        [this](const std::string& path) { return files_.info(path).has_value(); });
}

FileResult<std::unique_ptr<OpenFile>> KernelFiles::open(const Shared& shared) {
    for (const std::string& path : shared.paths) {
        if (auto opened = files_.open(path)) {
            return opened;
        }
    }
    return FileError::not_found;
}

FileResult<std::string_view> KernelFiles::read(KernelFile file, FileBuffer& buffer) {
    Shared& shared = shared_[static_cast<std::size_t>(file)];
    // The kernel makes the text anew for a reading and hands it out in parts: two readers of one descriptor
    // would mix them up. Nobody waits here, so that a child forked meanwhile finds no lock held for ever.
    if (shared.busy.test_and_set(std::memory_order_acquire)) {
        const auto own = open(shared);
        return own ? own.value()->read(buffer) : own.error();
    }
    auto text = read_kept(shared, buffer);
    shared.busy.clear(std::memory_order_release);
    return text;
}

FileResult<std::string_view> KernelFiles::read_kept(Shared& shared, FileBuffer& buffer) {
    const long process = files_.process_id();
    if (shared.owner != process) {
        shared.file.reset();
        shared.owner = process;
    }
    if (!shared.file) {
        auto opened = open(shared);
        if (!opened) {
            return opened.error();
        }
        shared.file = std::move(opened).value();
    }
    auto text = shared.file->read(buffer);
    if (!text) {
        shared.file.reset();
    }
    return text;
}

void KernelTexts::read(KernelFiles& files, Needs needed) {
    for (std::size_t i = 0; i < kernel_file_count; ++i) {
        texts_[i].reset();
        const auto file = static_cast<KernelFile>(i);
        if ((needed & needs_file(file)) == 0) {
            continue;
        }
        if (auto text = files.read(file, buffers_[i])) {
            texts_[i] = text.value();
        }
    }
}

FileResult<std::string_view> KeptFile::read(KernelFiles& files, const std::string& path, FileBuffer& buffer) {
    if (file_) {
        auto text = file_->read(buffer);
        if (text) {
            return text;
        }
        release();
    }
    if (!files.budget().take()) {
        return files.system().read(path, buffer);
    }
    budget_ = &files.budget();
    auto opened = files.system().open(path);
    if (!opened) {
        release();
        return opened.error();
    }
    file_ = std::move(opened).value();
    return file_->read(buffer);
}

void KeptFile::release() noexcept {
    file_.reset();
    if (budget_ != nullptr) {
        budget_->give_back();
        budget_ = nullptr;
    }
}

} // namespace pdh_shim::source::linux
