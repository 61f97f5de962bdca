// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// File mappings: memory that processes share, over shm_open.
//
// Windows removes a mapping with its last handle or view; POSIX keeps the memory until a process
// unlinks it. So each mapping has its memory's description locked (flock, shared) for as long as it lives:
// who closes and gets the exclusive lock was the last and unlinks, and memory that nobody has locked was left
// behind by a crash. A second lock, the user's, is held while one is created, opened or closed, so that these
// never meet.
#include "files/mapping.h"

#include "files/file.h"
#include "sync/handle.h"
#include "sync/until_unload.h"

#include <boost/noncopyable.hpp>

#include <cerrno>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <optional>
#include <string_view>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::compat {
namespace {

constexpr mode_t owner_only = 0600;

/// EINVAL is the error of shm_open in the GNU C library for a name that is too long.
void set_memory_error(int number) {
    SetLastError(number == EINVAL ? ERROR_FILENAME_EXCED_RANGE : error_of(number));
}

std::string own_prefix() {
    return "/pdh-shim." + std::to_string(geteuid()) + '.';
}

/// The name of the memory. A slash cannot be part of it.
std::string memory_name(std::string_view name) {
    std::string encoded = own_prefix() + "map.";
    for (const char byte : name) {
        if (byte == '/') {
            encoded += "%2F";
        } else if (byte == '%') {
            encoded += "%25";
        } else {
            encoded += byte;
        }
    }
    return encoded;
}

/// Opens shared memory of this user. Fails, with the last error, if it does not exist or belongs to another
/// user, who may have made it to deceive this one.
Descriptor open_own(const std::string& name, int flags) {
    Descriptor memory(shm_open(name.c_str(), O_RDWR | flags, owner_only));
    struct stat status = {};
    if (!memory || fstat(memory.get(), &status) != 0) {
        set_memory_error(errno);
        return Descriptor();
    }
    if (status.st_uid != geteuid() || !S_ISREG(status.st_mode)) {
        SetLastError(ERROR_ACCESS_DENIED);
        return Descriptor();
    }
    return memory;
}

/// The user's lock.
class UserLock : boost::noncopyable {
  public:
    UserLock() : file_(open_own(own_prefix() + "lock", O_CREAT)) {
        while (file_ && flock(file_.get(), LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    ~UserLock() {
        if (file_) {
            flock(file_.get(), LOCK_UN); // a child that was forked meanwhile has the descriptor too
        }
    }

    explicit operator bool() const noexcept { return static_cast<bool>(file_); }

  private:
    Descriptor file_;
};

/// Memory and its size. Shared by the handle and the views that were made through it.
class Section : boost::noncopyable {
  public:
    Section(Descriptor memory, std::string name, ULONGLONG size)
        : memory_(std::move(memory)), name_(std::move(name)), size_(size) {}
    ~Section() {
        if (name_.empty()) {
            return;
        }
        const UserLock lock;
        if (lock && flock(memory_.get(), LOCK_EX | LOCK_NB) == 0) { // the last one
            shm_unlink(name_.c_str());
        }
        memory_ = Descriptor();
    }

    [[nodiscard]] int descriptor() const noexcept { return memory_.get(); }
    [[nodiscard]] ULONGLONG size() const noexcept { return size_; }

  private:
    Descriptor memory_;
    std::string name_; ///< empty: no other process finds it
    ULONGLONG size_;
};

using SectionPointer = std::shared_ptr<Section>;

/// The handle of a mapping: a section, and what may be done with it.
class Mapping final : public KernelObject {
  public:
    Mapping(SectionPointer section, DWORD access)
        : KernelObject(ObjectType::mapping, -1), section_(std::move(section)), access_(access) {}

    bool try_take() override { return false; }
    void give_back() override {}

    [[nodiscard]] const SectionPointer& section() const noexcept { return section_; }
    [[nodiscard]] bool allows(DWORD access) const noexcept { return (access & ~access_) == 0; }

  private:
    SectionPointer section_;
    DWORD access_;
};

constexpr DWORD read_access = SECTION_QUERY | SECTION_MAP_READ; // copying asks for no more than reading

/// What the views of a mapping of this protection may do; nothing for a protection that is not there.
std::optional<DWORD> access_of(DWORD protection) {
    switch (protection & ~static_cast<DWORD>(SEC_COMMIT | SEC_RESERVE)) {
    case PAGE_READONLY:
    case PAGE_WRITECOPY:
        return read_access;
    case PAGE_READWRITE:
        return SECTION_ALL_ACCESS;
    default:
        return std::nullopt;
    }
}

/// Sets the size of new memory, with room for all of it: else the first write would end the program.
bool reserve(const Descriptor& memory, ULONGLONG size) {
    const int failed =
        size > MAXLONGLONG ? EFBIG : posix_fallocate(memory.get(), 0, static_cast<off_t>(size));
    if (failed != 0) {
        set_memory_error(failed);
    }
    return failed == 0;
}

SectionPointer make_unnamed(ULONGLONG size) {
    Descriptor memory(memfd_create("pdh-shim", MFD_CLOEXEC));
    if (!memory) {
        set_memory_error(errno);
        return nullptr;
    }
    return reserve(memory, size) ? std::make_shared<Section>(std::move(memory), std::string(), size)
                                 : nullptr;
}

/// Opens and locks the memory of this name if a process uses it; null sets the last error. Memory
/// that a crash has left is removed. Under the user's lock.
SectionPointer find_section(const std::string& name) {
    Descriptor memory = open_own(name, 0);
    if (!memory) {
        return nullptr;
    }
    if (flock(memory.get(), LOCK_EX | LOCK_NB) == 0) {
        shm_unlink(name.c_str());
        SetLastError(ERROR_FILE_NOT_FOUND);
        return nullptr;
    }
    struct stat status = {};
    if (flock(memory.get(), LOCK_SH | LOCK_NB) != 0 || fstat(memory.get(), &status) != 0) {
        SetLastError(ERROR_ACCESS_DENIED);
        return nullptr;
    }
    return std::make_shared<Section>(std::move(memory), name, static_cast<ULONGLONG>(status.st_size));
}

/// Under the user's lock.
SectionPointer make_section(const std::string& name, ULONGLONG size) {
    Descriptor memory = open_own(name, O_CREAT | O_EXCL);
    if (!memory) {
        return nullptr;
    }
    if (!reserve(memory, size) || flock(memory.get(), LOCK_SH | LOCK_NB) != 0) {
        shm_unlink(name.c_str());
        return nullptr;
    }
    return std::make_shared<Section>(std::move(memory), name, size);
}

/// The name without the session's prefix. Others are of folders, which cannot be made.
std::optional<std::string> plain_name(const std::string& name) {
    std::string plain = without_session(name);
    if (plain.find('\\') != std::string::npos) {
        SetLastError(ERROR_PATH_NOT_FOUND);
        return std::nullopt;
    }
    return plain;
}

SectionPointer find(const std::string& name) {
    const UserLock lock;
    return lock ? find_section(memory_name(name)) : nullptr;
}

SectionPointer find_or_make(const std::string& name, ULONGLONG size) {
    const UserLock lock;
    if (!lock) {
        return nullptr;
    }
    if (auto section = find_section(memory_name(name))) {
        SetLastError(ERROR_ALREADY_EXISTS);
        return section;
    }
    if (GetLastError() != ERROR_FILE_NOT_FOUND) {
        return nullptr;
    }
    auto section = make_section(memory_name(name), size);
    if (section) {
        SetLastError(ERROR_SUCCESS);
    }
    return section;
}

HANDLE handle_of(SectionPointer section, DWORD access, const std::string& name) {
    return section ? add_named(name, std::make_shared<Mapping>(std::move(section), access)) : nullptr;
}

/// The views of this process, by where they begin.
class MappedViews {
  public:
    static MappedViews& instance() {
        static auto& views = keep_until_unload(new MappedViews);
        return views;
    }

    void add(void* address, SIZE_T size, SectionPointer section) {
        const std::scoped_lock lock(mutex_);
        views_.insert_or_assign(address_of(address), MappedView{size, std::move(section)});
    }

    bool unmap(const void* address) {
        std::optional<MappedView> view; // its section ends outside the lock
        const std::scoped_lock lock(mutex_);
        const auto node = views_.extract(address_of(address));
        if (node.empty()) {
            return false;
        }
        view = node.mapped();
        munmap(const_cast<void*>(address), view->size);
        return true;
    }

    /// Bytes from an address to the end of its view; 0 if no view contains it.
    SIZE_T rest(const void* address) {
        const std::scoped_lock lock(mutex_);
        const auto next = views_.upper_bound(address_of(address));
        if (next == views_.begin()) {
            return 0;
        }
        const auto& [begin, view] = *std::prev(next);
        const std::uintptr_t offset = address_of(address) - begin;
        return offset < view.size ? view.size - offset : 0;
    }

  private:
    struct MappedView {
        SIZE_T size;
        SectionPointer section;
    };

    static std::uintptr_t address_of(const void* address) {
        return reinterpret_cast<std::uintptr_t>(address);
    }

    std::mutex mutex_;
    std::map<std::uintptr_t, MappedView> views_; // guarded by mutex_
};

/// What a view asks of its mapping.
DWORD needed_access(DWORD access) {
    if (access == FILE_MAP_COPY) {
        return SECTION_MAP_READ;
    }
    return access & (SECTION_MAP_READ | SECTION_MAP_WRITE);
}

bool is_inside(const Section& section, ULONGLONG offset, SIZE_T size) {
    return offset < section.size() && size <= section.size() - offset;
}

void* map_view(const Mapping& mapping, DWORD access, ULONGLONG offset, SIZE_T size) {
    const SectionPointer& section = mapping.section();
    if (offset % static_cast<ULONGLONG>(sysconf(_SC_PAGESIZE)) != 0) {
        SetLastError(ERROR_MAPPED_ALIGNMENT);
        return nullptr;
    }
    const DWORD needed = needed_access(access);
    if (needed == 0) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    if (!mapping.allows(needed) || !is_inside(*section, offset, size)) {
        SetLastError(ERROR_ACCESS_DENIED);
        return nullptr;
    }
    const SIZE_T length = size != 0 ? size : static_cast<SIZE_T>(section->size() - offset);
    const bool copy = access == FILE_MAP_COPY;
    const bool writable = copy || (needed & SECTION_MAP_WRITE) != 0;
    void* const view = mmap(nullptr, length, writable ? PROT_READ | PROT_WRITE : PROT_READ,
        copy ? MAP_PRIVATE : MAP_SHARED, section->descriptor(), static_cast<off_t>(offset));
    if (view == MAP_FAILED) {
        SetLastError(ERROR_NOT_ENOUGH_MEMORY);
        return nullptr;
    }
    MappedViews::instance().add(view, length, section);
    return view;
}

} // namespace

HANDLE create_mapping(HANDLE file, DWORD protection, ULONGLONG size, const std::string& name) {
    const auto access = access_of(protection);
    const auto plain = plain_name(name);
    if (!plain) {
        return nullptr;
    }
    if (!access || size == 0) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    if (file != INVALID_HANDLE_VALUE) { // NOLINT(cppcoreguidelines-pro-type-cstyle-cast): Windows' constant
        SetLastError(ERROR_INVALID_HANDLE);
        return nullptr;
    }
    if (plain->empty()) {
        auto section = make_unnamed(size);
        if (section) {
            SetLastError(ERROR_SUCCESS);
        }
        return handle_of(std::move(section), *access, *plain);
    }
    return handle_of(find_or_make(*plain, size), *access, *plain);
}

HANDLE open_mapping(DWORD access, const std::string& name) {
    const auto plain = plain_name(name);
    if (!plain) {
        return nullptr;
    }
    if (plain->empty()) {
        SetLastError(ERROR_INVALID_PARAMETER);
        return nullptr;
    }
    return handle_of(find(*plain), access, *plain);
}

} // namespace pdh_shim::compat

namespace compat = pdh_shim::compat;

namespace {

ULONGLONG join(DWORD high, DWORD low) {
    return static_cast<ULONGLONG>(high) << 32 | low;
}

} // namespace

LPVOID WINAPI MapViewOfFile(HANDLE mapping, DWORD dwDesiredAccess, DWORD dwFileOffsetHigh,
    DWORD dwFileOffsetLow, SIZE_T dwNumberOfBytesToMap) {
    const auto found = compat::find_object<compat::Mapping>(mapping);
    return found ? compat::map_view(
                       *found, dwDesiredAccess, join(dwFileOffsetHigh, dwFileOffsetLow), dwNumberOfBytesToMap)
                 : nullptr;
}

LPVOID WINAPI MapViewOfFileEx(HANDLE mapping, DWORD dwDesiredAccess, DWORD dwFileOffsetHigh,
    DWORD dwFileOffsetLow, SIZE_T dwNumberOfBytesToMap, LPVOID address) {
    if (address != nullptr) {
        SetLastError(ERROR_INVALID_ADDRESS);
        return nullptr;
    }
    return MapViewOfFile(mapping, dwDesiredAccess, dwFileOffsetHigh, dwFileOffsetLow, dwNumberOfBytesToMap);
}

BOOL WINAPI UnmapViewOfFile(LPCVOID address) {
    return compat::result(compat::MappedViews::instance().unmap(address), ERROR_INVALID_ADDRESS);
}

BOOL WINAPI FlushViewOfFile(LPCVOID address, SIZE_T bytes) {
    // Memory without a file needs no writing back; only the end of the view is checked.
    const SIZE_T rest = compat::MappedViews::instance().rest(address);
    return compat::result(rest != 0 && bytes <= rest, ERROR_INVALID_ADDRESS);
}
