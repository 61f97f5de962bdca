#include "base/platform.h"
#include "base/platform/posix/place.h"

#include <cstdint>
#include <cstdlib>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

namespace pdh_shim::platform {

std::optional<std::string> environment(const char* name) {
    const char* const value = secure_getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

bool has_linux_files() noexcept {
    return true; // if there are none, the source that reads them reports it
}

std::optional<DeviceNumber> device_of(int place) {
    struct stat status {};
    if (fstat(place, &status) != 0) {
        return std::nullopt;
    }
    return DeviceNumber{major(status.st_dev), minor(status.st_dev)};
}

bool has_subvolumes(int place) {
    struct statfs status {};
    return fstatfs(place, &status) == 0 && static_cast<std::uint32_t>(status.f_type) == BTRFS_SUPER_MAGIC;
}

} // namespace pdh_shim::platform
