#include "source/linux/kernel_files.h"

#include "base/rollback.h"

#include <algorithm>
#include <utility>

namespace pdh_shim::source::linux {

KernelFiles::KernelFiles(FileSystem& files, bool foreign_root) : files_(files) {
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

FileResult<std::string_view> KernelFiles::read(KernelFile file, FileBuffer& buffer) {
    Shared& shared = shared_[static_cast<std::size_t>(file)];
    const long process = files_.process_id();
    // The kernel makes the text anew for a reading and hands it out in parts: two readers of one descriptor
    // would mix them up. Nobody waits here, so that a child forked meanwhile finds no lock held for ever.
    if (!begin_reading(shared, process)) {
        return read_once(shared, buffer);
    }
    const Rollback reading([&shared] { shared.reader.store(0, std::memory_order_release); });
    return read_kept(shared, process, buffer);
}

/// False if another thread is reading.
bool KernelFiles::begin_reading(Shared& shared, long process) noexcept {
    long reader = 0;
    if (shared.reader.compare_exchange_strong(reader, process, std::memory_order_acquire)) {
        return true;
    }
    if (reader == process || !shared.reader.compare_exchange_strong(reader, process)) {
        return false;
    }
    shared.file.abandon(); // a thread of the parent was reading when this process was forked
    return true;
}

FileResult<std::string_view> KernelFiles::read_kept(Shared& shared, long process, FileBuffer& buffer) {
    if (shared.owner != process) {
        shared.file.release();
        shared.owner = process;
    }
    for (const std::string& path : shared.paths) {
        if (auto text = shared.file.read(files_, path, buffer)) {
            return text;
        }
    }
    return FileError::not_found;
}

FileResult<std::string_view> KernelFiles::read_once(const Shared& shared, FileBuffer& buffer) {
    for (const std::string& path : shared.paths) {
        if (auto text = files_.read(path, buffer)) {
            return text;
        }
    }
    return FileError::not_found;
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

FileResult<std::string_view> KeptFile::read(FileSystem& files, const std::string& path, FileBuffer& buffer) {
    if (file_) {
        auto text = file_->read(buffer);
        if (text) {
            return text;
        }
        file_.reset();
    }
    auto opened = files.open(path);
    if (opened) {
        file_ = std::move(opened).value();
        return file_->read(buffer);
    }
    return opened.error() == FileError::too_many ? files.read(path, buffer) : opened.error();
}

} // namespace pdh_shim::source::linux
