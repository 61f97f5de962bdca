// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/foreign_call.h"
#include "base/shared_library.h"
#include "source/provider/module.h"

#include <algorithm>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

constexpr std::uint32_t error_success = 0;
constexpr std::uint32_t error_more_data = 234;
constexpr std::size_t first_buffer = std::size_t{64} << 10U;

// PM_OPEN_PROC, PM_COLLECT_PROC and PM_CLOSE_PROC of winperf.h. Texts are UTF-16 on every system.
using OpenFunction = std::uint32_t(char16_t* devices);
using CollectFunction = std::uint32_t(
    char16_t* request, void** data, std::uint32_t* bytes, std::uint32_t* objects);
using CloseFunction = std::uint32_t();
using SetIndexesFunction = void(std::uint32_t first_counter, std::uint32_t first_help);
// Of the compat library, in a DLL that reads the registry through it: compat/windows/src/registry/registry.h.
using SetServiceFunction = void(const char* name, const char* values);
constexpr const char* set_service = "pdh_shim_compat_set_service";

class LoadedModule final : public Module {
  public:
    explicit LoadedModule(Settings settings) : settings_(std::move(settings)) {}
    ~LoadedModule() override { close_if_open(); }

    Result<void, Failure> load() override {
        PDH_SHIM_TRY(library_, SharedLibrary::load_until_unused(settings_.library));
        auto found = library_.find(settings_.open.c_str(), open_, settings_.collect.c_str(), collect_,
            settings_.close.c_str(), close_);
        if (found && !settings_.set_indexes.empty()) {
            found = library_.find(settings_.set_indexes.c_str(), set_indexes_);
        }
        if (!found) {
            return std::move(found).error().as(Status::function_not_found);
        }
        static_cast<void>(library_.find(set_service, set_service_)); // null if it has none
        return outcome::success();
    }

    Result<void, Failure> open() override {
        std::u16string devices = settings_.devices; // the DLL may write into it
        PDH_SHIM_TRY(const std::uint32_t status, call_foreign("Open", [&] {
            if (set_service_ != nullptr) {
                set_service_(settings_.name.c_str(), settings_.registry_values.c_str());
            }
            if (set_indexes_ != nullptr) {
                set_indexes_(settings_.first_counter, settings_.first_help);
            }
            return open_(devices.empty() ? nullptr : devices.data());
        }));
        is_open_ = status == error_success;
        if (!is_open_) {
            return refuse("Open returned error " + std::to_string(status));
        }
        return outcome::success();
    }

    Result<CollectedObjects, Failure> collect(const std::u16string& request) override {
        if (buffer_.size() == 0) {
            PDH_SHIM_TRY(buffer_, GuardedBuffer::make(first_buffer));
        }
        for (;;) {
            PDH_SHIM_TRY(const auto sample, collect_once(request));
            if (sample) {
                return *sample;
            }
            if (buffer_.size() >= largest_sample) {
                return refuse("Collect asked for more than " + std::to_string(largest_sample) + " bytes");
            }
            PDH_SHIM_TRY(buffer_, GuardedBuffer::make(buffer_.size() * 2));
        }
    }

    void close() override { close_if_open(); }

    void abandon() noexcept override {} // it ends when it ends

  private:
    static Failure refuse(std::string what) { return {Status::invalid_data, "", std::move(what)}; }

    // None if it needs more memory.
    Result<std::optional<CollectedObjects>, Failure> collect_once(const std::u16string& request) {
        std::u16string text = request; // the DLL may write into it
        void* end = buffer_.data();
        auto bytes = static_cast<std::uint32_t>(buffer_.size());
        std::uint32_t objects = 0;
        auto returned =
            call_foreign("Collect", [&] { return collect_(text.data(), &end, &bytes, &objects); });
        if (!buffer_.is_intact()) {
            return refuse("Collect wrote outside its buffer");
        }
        PDH_SHIM_TRY(const std::uint32_t status, std::move(returned));
        if (status == error_more_data) {
            return std::optional<CollectedObjects>();
        }
        if (status != error_success) {
            return refuse("Collect returned error " + std::to_string(status));
        }
        PDH_SHIM_CHECK(check_size(bytes, end));
        return std::optional(CollectedObjects{{buffer_.data(), bytes}, objects});
    }

    Result<void, Failure> check_size(std::uint32_t bytes, const void* end) const {
        if (bytes > buffer_.size()) {
            return refuse("Collect says that it wrote " + std::to_string(bytes) + " bytes, of " +
                          std::to_string(buffer_.size()));
        }
        if (end != buffer_.data() + bytes) {
            return refuse("Collect says that it wrote " + std::to_string(bytes) +
                          " bytes, but its data pointer stands elsewhere");
        }
        if (bytes % 8 != 0) {
            return refuse("Collect wrote " + std::to_string(bytes) + " bytes, no multiple of 8");
        }
        return outcome::success();
    }

    void close_if_open() {
        if (std::exchange(is_open_, false)) {
            end_foreign(owner_, "Close", close_);
        }
    }

    const Settings settings_;
    const std::string owner_ = "provider " + settings_.name; // for the log
    SharedLibrary library_;
    OpenFunction* open_ = nullptr;
    CollectFunction* collect_ = nullptr;
    CloseFunction* close_ = nullptr;
    SetIndexesFunction* set_indexes_ = nullptr;
    SetServiceFunction* set_service_ = nullptr;
    bool is_open_ = false;
    GuardedBuffer buffer_;
};

} // namespace

std::shared_ptr<Module> make_loaded_module(const Settings& settings) {
    return std::make_shared<LoadedModule>(settings);
}

namespace {

// Neither zero nor a byte that a program is likely to write.
constexpr std::byte mark{0xE3};

bool is_marked(std::span<const std::byte> bytes) noexcept {
    return std::ranges::all_of(bytes, [](std::byte byte) { return byte == mark; });
}

} // namespace

Result<GuardedBuffer> GuardedBuffer::make(std::size_t size) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t usable = (size + 2 * mark_bytes + page - 1) / page * page;
    const std::size_t length = usable + 2 * page;
    void* const start = mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) {
        return Status::memory_allocation_failure;
    }
    auto* const bytes = static_cast<std::byte*>(start);
    if (mprotect(bytes + page, usable, PROT_READ | PROT_WRITE) != 0) {
        munmap(start, length);
        return Status::memory_allocation_failure;
    }
    return GuardedBuffer({bytes, length}, page, size);
}

GuardedBuffer::GuardedBuffer(std::span<std::byte> mapping, std::size_t page, std::size_t size) noexcept
    : mapping_(mapping), page_(page), data_(mapping.data() + page + mark_bytes), size_(size) {
    std::ranges::fill(mark_before(), mark);
    std::ranges::fill(mark_behind(), mark);
}

GuardedBuffer::GuardedBuffer(GuardedBuffer&& other) noexcept
    : mapping_(std::exchange(other.mapping_, {})), page_(other.page_),
      data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

GuardedBuffer& GuardedBuffer::operator=(GuardedBuffer&& other) noexcept {
    if (this != &other) {
        release();
        mapping_ = std::exchange(other.mapping_, {});
        page_ = other.page_;
        data_ = std::exchange(other.data_, nullptr);
        size_ = std::exchange(other.size_, 0);
    }
    return *this;
}

GuardedBuffer::~GuardedBuffer() {
    release();
}

bool GuardedBuffer::is_intact() const noexcept {
    return is_marked(mark_before()) && is_marked(mark_behind());
}

std::span<std::byte> GuardedBuffer::mark_before() const noexcept {
    return mapping_.empty() ? std::span<std::byte>() : mapping_.subspan(page_, mark_bytes);
}

std::span<std::byte> GuardedBuffer::mark_behind() const noexcept {
    if (mapping_.empty()) {
        return {};
    }
    const std::size_t begin = page_ + mark_bytes + size_;
    return mapping_.subspan(begin, mapping_.size() - page_ - begin);
}

void GuardedBuffer::release() noexcept {
    if (!mapping_.empty()) {
        munmap(mapping_.data(), mapping_.size());
    }
}

} // namespace pdh_shim::source::provider
