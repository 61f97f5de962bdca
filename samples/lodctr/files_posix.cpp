#include "failure.h"
#include "files.h"
#include "standard_output.h"

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace lodctr {
namespace {

[[noreturn]] void fail(const std::string& path) {
    throw Failure(path + ": " + std::generic_category().message(errno));
}

// Pipes and devices have nothing to bring to a disk.
bool synchronize(int descriptor) {
    return fsync(descriptor) == 0 || errno == EINVAL || errno == EROFS;
}

int open_file(const std::string& path, int flags) {
    const int descriptor = open(path.c_str(), flags | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        fail(path);
    }
    return descriptor;
}

} // namespace

LockedFolder::LockedFolder(std::string path) : path_(std::move(path)) {
    std::error_code error;
    std::filesystem::create_directories(path_, error);
    if (error) {
        throw Failure(path_ + ": " + error.message());
    }
    lock_ = open_file(path_ + "/.lock", O_RDWR);
    while (flock(lock_, LOCK_EX) != 0) {
        if (errno != EINTR) {
            const int reason = errno;
            close(lock_);
            errno = reason;
            fail(path_ + "/.lock");
        }
    }
}

LockedFolder::~LockedFolder() {
    close(lock_);
}

void LockedFolder::write(const std::string& name, const std::string& text) const {
    const std::string temporary = path_ + "/.new";
    write_file(temporary, text);
    if (std::rename(temporary.c_str(), (path_ + "/" + name).c_str()) != 0) {
        fail(path_ + "/" + name);
    }
}

void LockedFolder::remove(const std::string& name) const {
    const std::string path = path_ + "/" + name;
    if (unlink(path.c_str()) != 0 && errno != ENOENT) {
        fail(path);
    }
}

void write_file(const std::string& path, const std::string& text) {
    const int descriptor = open_file(path, O_WRONLY | O_TRUNC);
    std::error_code error = terminal::write_all(descriptor, text);
    if (!error && !synchronize(descriptor)) {
        error = {errno, std::generic_category()};
    }
    close(descriptor);
    if (error) {
        throw Failure(path + ": " + error.message());
    }
}

} // namespace lodctr
