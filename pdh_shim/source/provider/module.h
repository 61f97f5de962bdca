// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "source/provider/settings.h"

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace pdh_shim::source::provider {

/// Bytes of a mark on either side that a write past the buffer is noticed by. What reaches further than that
/// hits a page without access.
inline constexpr std::size_t mark_bytes = std::size_t{64} << 10U;

/// Memory for foreign code to write into, with marked memory on both sides that shows afterwards whether it
/// stayed inside.
class GuardedBuffer {
  public:
    /// No memory yet; to be assigned to.
    GuardedBuffer() noexcept = default;
    GuardedBuffer(const GuardedBuffer&) = delete;
    GuardedBuffer& operator=(const GuardedBuffer&) = delete;
    GuardedBuffer(GuardedBuffer&& other) noexcept;
    GuardedBuffer& operator=(GuardedBuffer&& other) noexcept;
    ~GuardedBuffer();

    /// Zeros, on an address that is a multiple of 8.
    /// @retval memory_allocation_failure
    [[nodiscard]] static Result<GuardedBuffer> make(std::size_t size);

    [[nodiscard]] std::byte* data() const noexcept { return data_; }
    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    /// False after a write into the marks.
    [[nodiscard]] bool is_intact() const noexcept;

  private:
    GuardedBuffer(std::span<std::byte> mapping, std::size_t page, std::size_t size) noexcept;

    [[nodiscard]] std::span<std::byte> mark_before() const noexcept;
    [[nodiscard]] std::span<std::byte> mark_behind() const noexcept;
    void release() noexcept;

    std::span<std::byte> mapping_; // with the pages without access at both ends
    std::size_t page_ = 0;         // size of one of these
    std::byte* data_ = nullptr;
    std::size_t size_ = 0;
};

/// The data that a Collect procedure wrote: objects one after the other, each a PERF_OBJECT_TYPE.
struct CollectedObjects {
    std::span<const std::byte> bytes;
    std::uint32_t objects = 0;
};

/// Limit for the bytes of a sample.
inline constexpr std::size_t largest_sample = std::size_t{16} << 20U;
/// Most objects that a provider may define while it runs, and most instances of all objects of a sample.
inline constexpr std::size_t most_objects = 1'000;
inline constexpr std::size_t most_instances = 100'000;

/// A performance DLL, wherever it runs. Its functions are called one at a time, but from any thread.
class Module : boost::noncopyable {
  public:
    virtual ~Module() = default;

    /// Loads it, without calling anything but its initializers.
    /// @retval memory_allocation_failure the system lacks something that it may have again later
    /// @retval file_not_found the library, or its process, cannot be started
    /// @retval function_not_found it does not export what the INI file names
    [[nodiscard]] virtual Result<void, Failure> load() = 0;

    /// Calls Open.
    /// @retval invalid_data Open failed
    [[nodiscard]] virtual Result<void, Failure> open() = 0;

    /// Calls Collect, and again with more memory while it needs more. The sample is valid until the next
    /// call.
    /// @param request `Global`, `238 6`...
    /// @retval invalid_data Collect failed, or broke a rule of its interface
    [[nodiscard]] virtual Result<CollectedObjects, Failure> collect(const std::u16string& request) = 0;

    /// Calls Close, if Open succeeded.
    virtual void close() = 0;

    /// Gives up the call that is running in another thread.
    virtual void abandon() noexcept = 0;
};

/// The DLL in this process.
[[nodiscard]] std::shared_ptr<Module> make_loaded_module(const Settings& settings);

/// The DLL in a child process, which ends with this or with the parent.
/// @param file its INI file
[[nodiscard]] std::shared_ptr<Module> make_isolated_module(const std::string& file);

} // namespace pdh_shim::source::provider
