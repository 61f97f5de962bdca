// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/file.h"

#include "base/descriptor_share.h"
#include "base/lazy.h"
#include "base/locks.h"
#include "base/named_file.h"
#include "base/platform/kernel_file.h"
#include "base/platform/posix/descriptor.h"
#include "base/platform/posix/place.h"
#include "base/saturating.h"
#include "base/scope_guard.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim {
namespace {

constexpr std::size_t first_buffer_size = 4096;
// No file is kept open while the program has fewer free descriptors than these.
constexpr std::size_t left_to_program = 32;
// To query a place without permission to read it.
#ifdef O_PATH
constexpr int locate_flags = O_PATH | O_CLOEXEC;
#else
constexpr int locate_flags = O_RDONLY | O_CLOEXEC;
#endif

FileError error_of(int code) {
    switch (code) {
    case ENOENT:
    case ENOTDIR:
    case ENODEV:
    case ENXIO:
    case ESRCH:
    case ESTALE:
        return FileError::not_found;
    case EACCES:
    case EPERM:
        return FileError::denied;
    default:
        return FileError::failed;
    }
}

bool is_out_of_descriptors(int code) noexcept {
    return code == EMFILE || code == ENFILE;
}

// A descriptor that the call which opens it also closes.
class Descriptor {
  public:
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() { close(); }

    [[nodiscard]] int number() const noexcept { return number_; }
    void close() noexcept {
        if (number_ >= 0) {
            ::close(std::exchange(number_, -1));
        }
    }
    void release() noexcept { number_ = -1; }

  private:
    int number_;
};

/// pread() that no signal interrupts.
ssize_t read_at(int descriptor, char* to, std::size_t room, std::size_t offset) {
    ssize_t got = -1;
    do {
        got = pread(descriptor, to, room, static_cast<off_t>(offset));
    } while (got < 0 && errno == EINTR);
    return got;
}

FileResult<std::string_view> read_all(int descriptor, bool one_record, FileBuffer& buffer) {
    if (buffer.empty()) {
        buffer.resize(first_buffer_size);
    }
    std::size_t size = 0;
    for (;;) {
        const std::size_t room = buffer.size() - size;
        const ssize_t got = read_at(descriptor, buffer.data() + size, room, size);
        if (got < 0) {
            return error_of(errno);
        }
        const auto count = static_cast<std::size_t>(got);
        size += count;
        if (count == 0 || (one_record && count < room)) {
            return std::string_view(buffer.data(), size);
        }
        if (size == buffer.size()) {
            if (size >= longest_file) {
                return FileError::failed;
            }
            buffer.resize(size * 2);
        }
    }
}

/// Whether a file has no name left, because it was removed or another one was put in its place.
bool is_removed(int descriptor) {
    struct stat status {};
    return fstat(descriptor, &status) == 0 && status.st_nlink == 0;
}

struct CloseFolder {
    void operator()(DIR* stream) const noexcept { closedir(stream); }
};

FileResult<void> list_all(DIR& stream, const std::function<void(std::string_view)>& visit) {
    for (;;) {
        errno = 0;
        const dirent* const entry = readdir(&stream);
        if (entry == nullptr) {
            break;
        }
        const std::string_view name(static_cast<const char*>(entry->d_name));
        if (name != "." && name != "..") {
            visit(name);
        }
    }
    if (errno != 0) {
        return error_of(errno);
    }
    return outcome::success();
}

class PosixFile;

// The files that are kept open. When the program has no descriptor left, they close theirs.
class KeptFiles {
  public:
    static KeptFiles& instance() {
        static constinit Singleton<KeptFiles> files;
        return files.get();
    }

    void add(PosixFile& file) {
        files_.with([&file](Files& files) { files.push_back(&file); });
    }
    void remove(const PosixFile& file) noexcept {
        files_.with([&file](Files& files) { std::erase(files, &file); });
    }
    /// Closes those that no thread is reading. False if there was none.
    bool give_up();

  private:
    using Files = std::vector<PosixFile*>;

    Locked<Files> files_;
};

class PosixFile final : public OpenFile {
  public:
    PosixFile(platform::KeptDescriptor descriptor, bool one_record, bool replaceable)
        : descriptor_(std::move(descriptor)), one_record_(one_record), replaceable_(replaceable) {
        KeptFiles::instance().add(*this);
    }
    ~PosixFile() override { KeptFiles::instance().remove(*this); }

    FileResult<std::string_view> read(FileBuffer& buffer) override {
        if (busy_.test_and_set(std::memory_order_acquire)) {
            return FileError::not_found; // it is being closed
        }
        const ScopeGuard reading([this] { busy_.clear(std::memory_order_release); });
        if (!descriptor_.is_ours() || (replaceable_ && is_removed(descriptor_.number()))) {
            return FileError::not_found;
        }
        return read_all(descriptor_.number(), one_record_, buffer);
    }

    /// Its descriptor, or none while a thread is reading it.
    platform::KeptDescriptor give_up() noexcept {
        if (busy_.test_and_set(std::memory_order_acquire)) {
            return {};
        }
        auto given_up = std::move(descriptor_);
        busy_.clear(std::memory_order_release);
        return given_up;
    }

  private:
    std::atomic_flag busy_;
    platform::KeptDescriptor descriptor_;
    bool one_record_;
    bool replaceable_; // in a folder that shows a machine, a program may put another file in its place
};

bool KeptFiles::give_up() {
    const auto given_up = files_.with([](const Files& files) {
        std::vector<platform::KeptDescriptor> taken;
        taken.reserve(files.size());
        for (PosixFile* const file : files) {
            taken.push_back(file->give_up());
        }
        return taken;
    });
    return std::ranges::any_of(given_up, [](const auto& kept) { return kept.number() >= 0; });
}

std::size_t descriptor_limit() noexcept {
    rlimit limit{};
    return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<std::size_t>(limit.rlim_cur) : 0;
}

/// Reads the file that `open` opens.
template <class Open>
FileResult<std::string_view> read_once(const std::string& path, FileBuffer& buffer, const Open& open) {
    const Descriptor file(open());
    if (file.number() < 0) {
        return error_of(errno);
    }
    return read_all(file.number(), platform::is_one_record(path), buffer);
}

/// Keeps the file that `open` opens.
template <class Open>
FileResult<std::unique_ptr<OpenFile>> keep_open(const std::string& path, bool replaceable, const Open& open) {
    if (DescriptorShare::is_used_up()) {
        return FileError::too_many; // without a system call, as thousands of processes need it
    }
    const std::size_t limit = descriptor_limit();
    auto share = DescriptorShare::take(limit / 4);
    if (!share) {
        return FileError::too_many;
    }
    int number = open();
    if (number < 0) {
        return error_of(errno);
    }
    if (DescriptorShare::count() > most_below_select) {
        number = platform::not_below(FD_SETSIZE, number);
    }
    if (number < 0) {
        return FileError::too_many;
    }
    platform::KeptDescriptor file(number, std::move(*share));
    file.mark();
    if (static_cast<std::size_t>(number) + left_to_program >= limit) {
        return FileError::too_many;
    }
    return std::unique_ptr<OpenFile>(
        std::make_unique<PosixFile>(std::move(file), platform::is_one_record(path), replaceable));
}

class PosixFileSystem final : public FileSystem {
  public:
    /// `root` is put before each path.
    explicit PosixFileSystem(std::string root) noexcept : root_(std::move(root)) {}

    FileResult<std::string_view> read(const std::string& path, FileBuffer& buffer) override {
        return read_once(path, buffer, [&] { return open_at(path, platform::read_flags); });
    }

    FileResult<std::unique_ptr<OpenFile>> open(const std::string& path) override {
        return keep_open(path, is_replaceable(), [&] { return open_at(path, platform::read_flags); });
    }

    FileResult<void> list(
        const std::string& path, const std::function<void(std::string_view)>& visit) override {
        Descriptor folder(open_at(path, platform::read_flags | O_DIRECTORY));
        if (folder.number() < 0) {
            return error_of(errno);
        }
        const std::unique_ptr<DIR, CloseFolder> stream(fdopendir(folder.number()));
        if (stream == nullptr) {
            return FileError::failed;
        }
        folder.release();
        return list_all(*stream, visit);
    }

    FileResult<std::string> read_link(const std::string& path) override {
        std::string target(PATH_MAX, '\0');
        const ssize_t length =
            with_root(path, [&](const char* name) { return readlink(name, target.data(), target.size()); });
        if (length < 0) {
            return error_of(errno);
        }
        target.resize(static_cast<std::size_t>(length));
        return target;
    }

    FileResult<FileInfo> info(const std::string& path) override {
        struct stat status {};
        if (with_root(path, [&](const char* name) { return stat(name, &status); }) != 0) {
            return error_of(errno);
        }
        return FileInfo{static_cast<std::uint64_t>(status.st_size), S_ISDIR(status.st_mode)};
    }

    FileResult<FileSpace> space(const std::string& path) override {
        const Descriptor place(open_at(path, locate_flags));
        struct statvfs status {};
        if (place.number() < 0 || fstatvfs(place.number(), &status) != 0) {
            return error_of(errno);
        }
        const auto block = static_cast<std::uint64_t>(status.f_frsize);
        return FileSpace{saturated_multiply<std::uint64_t>(block, status.f_blocks),
            saturated_multiply<std::uint64_t>(block, status.f_bavail), platform::device_of(place.number()),
            platform::has_subvolumes(place.number())};
    }

    FileResult<std::string_view> output_queues(FileBuffer& buffer) override {
        if (!root_.empty()) {
            return FileError::not_found;
        }
        auto queues = platform::output_queues(buffer);
        const bool lacks_descriptor = !queues && queues.error() == FileError::too_many;
        if (lacks_descriptor && KeptFiles::instance().give_up()) {
            queues = platform::output_queues(buffer);
        }
        return queues;
    }

    [[nodiscard]] long process_id() const override { return platform::process_id(); }

    /// A descriptor, or -1 and errno. If there is none left, kept files close theirs.
    [[nodiscard]] int open_at(const std::string& path, int flags) const {
        const auto open = [&] {
            return with_root(path, [flags](const char* name) { return ::open(name, flags); });
        };
        int number = open();
        if (number < 0 && is_out_of_descriptors(errno) && KeptFiles::instance().give_up()) {
            number = open();
        }
        return platform::above_standard_streams(number);
    }

    /// Whether a program may put another file in the place of one.
    [[nodiscard]] bool is_replaceable() const noexcept { return !root_.empty(); }

  private:
    // Calls `use` with the path in the real root. It allocates memory only for a long path.
    template <class Use>
    [[nodiscard]] auto with_root(const std::string& path, const Use& use) const -> decltype(use("")) {
        if (root_.empty()) {
            return use(path.c_str());
        }
        std::array<char, 512> name{};
        if (root_.size() + path.size() >= name.size()) {
            return use((root_ + path).c_str());
        }
        std::ranges::copy(path, std::ranges::copy(root_, name.begin()).out);
        return use(name.data());
    }

    const std::string root_;
};

} // namespace

FileResult<std::unique_ptr<FileSystem>> make_file_system(const std::string& root) {
    if (root.empty() || root == "/") {
        return std::unique_ptr<FileSystem>(std::make_unique<PosixFileSystem>(std::string()));
    }
    // The folder is kept by its absolute name: the program might close a descriptor, or change its current
    // folder.
    const std::string name = absolute_name(root);
    const Descriptor folder(
        platform::above_standard_streams(::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)));
    if (folder.number() < 0) {
        return error_of(errno);
    }
    return std::unique_ptr<FileSystem>(std::make_unique<PosixFileSystem>(name));
}

void set_descriptor_budget(std::size_t most) {
    DescriptorShare::set_limit(most);
    static_cast<void>(KeptFiles::instance().give_up());
}

KernelUnits kernel_units() {
    KernelUnits units;
    units.ticks_per_second = sysconf(_SC_CLK_TCK);
    units.page_size = sysconf(_SC_PAGESIZE);
    return units;
}

} // namespace pdh_shim
