#include "base/file.h"

#include "base/platform.h"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <dirent.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim {
namespace {

constexpr std::size_t first_buffer_size = 4096;
// A named pipe that somebody put in the place of a file must not hold the caller up.
constexpr int read_flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
// To ask about a place that may not be read.
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
    case ESRCH:
        return FileError::not_found;
    case EACCES:
    case EPERM:
        return FileError::denied;
    default:
        return FileError::failed;
    }
}

class Descriptor {
  public:
    explicit Descriptor(int number) noexcept : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&&) = delete;
    ~Descriptor() {
        if (number_ >= 0) {
            close(number_);
        }
    }

    [[nodiscard]] int number() const noexcept { return number_; }
    [[nodiscard]] int release() noexcept { return std::exchange(number_, -1); }

  private:
    int number_;
};

FileResult<std::string_view> read_all(int descriptor, FileBuffer& buffer) {
    if (buffer.empty()) {
        buffer.resize(first_buffer_size);
    }
    std::size_t size = 0;
    for (;;) {
        const ssize_t got =
            pread(descriptor, buffer.data() + size, buffer.size() - size, static_cast<off_t>(size));
        if (got == 0) {
            return std::string_view(buffer.data(), size);
        }
        if (got < 0 && errno != EINTR) {
            return error_of(errno);
        }
        size += got > 0 ? static_cast<std::size_t>(got) : 0;
        if (size == buffer.size()) {
            if (size >= longest_file) {
                return FileError::failed;
            }
            buffer.resize(size * 2);
        }
    }
}

class PosixFile final : public OpenFile {
  public:
    explicit PosixFile(Descriptor descriptor) noexcept : descriptor_(std::move(descriptor)) {}

    FileResult<std::string_view> read(FileBuffer& buffer) override {
        return read_all(descriptor_.number(), buffer);
    }

  private:
    Descriptor descriptor_;
};

class PosixDirectory final : public OpenDirectory {
  public:
    explicit PosixDirectory(DIR* stream) noexcept : stream_(stream) {}
    PosixDirectory(const PosixDirectory&) = delete;
    PosixDirectory& operator=(const PosixDirectory&) = delete;
    PosixDirectory(PosixDirectory&&) = delete;
    PosixDirectory& operator=(PosixDirectory&&) = delete;
    ~PosixDirectory() override { closedir(stream_); }

    FileResult<void> list(const std::function<void(std::string_view)>& visit) override {
        rewinddir(stream_);
        for (;;) {
            errno = 0;
            const dirent* const entry = readdir(stream_);
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

  private:
    DIR* stream_;
};

class PosixFileSystem final : public FileSystem {
  public:
    /// `root` is the descriptor of the folder that stands for the root, or -1.
    explicit PosixFileSystem(Descriptor root) noexcept : root_(std::move(root)) {}

    FileResult<std::string_view> read(const std::string& path, FileBuffer& buffer) override {
        const Descriptor file(open_at(path, read_flags));
        if (file.number() < 0) {
            return error_of(errno);
        }
        return read_all(file.number(), buffer);
    }

    FileResult<std::unique_ptr<OpenFile>> open(const std::string& path) override {
        Descriptor file(open_at(path, read_flags));
        if (file.number() < 0) {
            return error_of(errno);
        }
        return std::unique_ptr<OpenFile>(std::make_unique<PosixFile>(std::move(file)));
    }

    FileResult<std::unique_ptr<OpenDirectory>> open_directory(const std::string& path) override {
        Descriptor directory(open_at(path, read_flags | O_DIRECTORY));
        if (directory.number() < 0) {
            return error_of(errno);
        }
        DIR* const stream = fdopendir(directory.number());
        if (stream == nullptr) {
            return FileError::failed;
        }
        static_cast<void>(directory.release());
        return std::unique_ptr<OpenDirectory>(std::make_unique<PosixDirectory>(stream));
    }

    FileResult<std::string> read_link(const std::string& path) override {
        std::array<char, 4096> target{};
        const ssize_t length = readlinkat(start(), relative(path), target.data(), target.size());
        if (length < 0) {
            return error_of(errno);
        }
        return std::string(target.data(), static_cast<std::size_t>(length));
    }

    FileResult<FileInfo> info(const std::string& path) override {
        struct stat status {};
        if (fstatat(start(), relative(path), &status, 0) != 0) {
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
        return FileSpace{block * status.f_blocks, block * status.f_bavail};
    }

    [[nodiscard]] long process_id() const override { return platform::process_id(); }

    [[nodiscard]] std::size_t descriptor_limit() const override {
        rlimit limit{};
        return getrlimit(RLIMIT_NOFILE, &limit) == 0 ? static_cast<std::size_t>(limit.rlim_cur) : 0;
    }

  private:
    [[nodiscard]] int start() const noexcept { return root_.number() < 0 ? AT_FDCWD : root_.number(); }

    /// The path as seen from start(): without its slash, where a folder stands for the root.
    [[nodiscard]] const char* relative(const std::string& path) const noexcept {
        if (root_.number() < 0) {
            return path.c_str();
        }
        return path.size() > 1 ? path.c_str() + 1 : ".";
    }

    [[nodiscard]] int open_at(const std::string& path, int flags) const noexcept {
        return openat(start(), relative(path), flags);
    }

    Descriptor root_;
};

} // namespace

FileResult<std::unique_ptr<FileSystem>> make_file_system(const std::string& root) {
    int folder = -1;
    if (!root.empty() && root != "/") {
        folder = ::open(root.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (folder < 0) {
            return error_of(errno);
        }
    }
    return std::unique_ptr<FileSystem>(std::make_unique<PosixFileSystem>(Descriptor(folder)));
}

KernelUnits kernel_units() {
    KernelUnits units;
    units.ticks_per_second = sysconf(_SC_CLK_TCK);
    units.page_size = sysconf(_SC_PAGESIZE);
    return units;
}

} // namespace pdh_shim
