// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "source/pcp/context.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <pcp/pmapi.h>
#include <span>
#include <string>
#include <sys/time.h>
#include <vector>

namespace pdh_shim::source::pcp {

/// The functions of libpcp that are used, by their names. The library is loaded at run time, so that programs
/// start without it; it stays loaded. One thread at a time uses a context; each thread has a present one.
struct Libpcp {
    decltype(&::pmNewContext) new_context = nullptr;
    decltype(&::pmDestroyContext) destroy_context = nullptr;
    decltype(&::pmUseContext) use_context = nullptr;
    decltype(&::pmWhichContext) present_context = nullptr;
    decltype(&::pmLookupName) lookup_name = nullptr;
    decltype(&::pmLookupDescs) lookup_descs = nullptr;
    decltype(&::pmTraversePMNS_r) traverse = nullptr;
    decltype(&::pmGetInDom) get_indom = nullptr;
    decltype(&::pmGetInDomArchive) get_indom_archive = nullptr;
    decltype(&::pmFetch) fetch = nullptr;
    decltype(&::pmFetchArchive) fetch_archive = nullptr;
    decltype(&::pmGetArchiveLabel) archive_label = nullptr;
    decltype(&::pmGetArchiveEnd) archive_end = nullptr;
    decltype(&::pmSetMode) set_mode = nullptr;
    decltype(&::pmFreeResult) free_result = nullptr;
    decltype(&::pmErrStr_r) error_text = nullptr;

    /// @param file  name or path of the shared library
    /// @retval access_denied      see check_may_use_libpcp()
    /// @retval invalid_datasource it is not there, or too old
    [[nodiscard]] static Result<std::shared_ptr<const Libpcp>, Failure> load(const std::string& file);

    /// What a negative return value means, in English.
    [[nodiscard]] std::string text_of(int error) const;
};

/// @retval access_denied the program is set-id: libpcp takes files, and programs to run, from variables of
/// the
///                       environment
[[nodiscard]] Result<void, Failure> check_may_use_libpcp();

/// Values of metrics at one time.
using FetchedResult = std::unique_ptr<pmResult, std::function<void(pmResult*)>>;

/// How many metrics of one host or archive are listed: that many take the limit of memory.
[[nodiscard]] std::size_t most_listed_metrics() noexcept;

/// A context of libpcp, in this process. The functions below need an open one.
class LibpcpContext : public Context {
  public:
    [[nodiscard]] std::optional<std::vector<pmDesc>> describe(std::span<const std::string> names) override;
    [[nodiscard]] std::optional<std::vector<std::string>> list(const std::string& prefix) override;
    [[nodiscard]] std::optional<InstanceNames> instances(pmInDom domain) override;
    /// The same of an archive, wherever it is read.
    [[nodiscard]] std::optional<InstanceNames> all_instances(pmInDom domain);

  protected:
    explicit LibpcpContext(std::shared_ptr<const Libpcp> library) : library_(std::move(library)) {}
    ~LibpcpContext() { close(); }

    [[nodiscard]] const Libpcp& library() const noexcept { return *library_; }
    [[nodiscard]] FetchedResult owned(pmResult* fetched) const;

    /// Its number for libpcp; negative while it is closed.
    [[nodiscard]] int number() const noexcept { return number_; }
    void set_number(int number) noexcept { number_ = number; }
    void close() noexcept;

  private:
    using GetInstances = int(pmInDom domain, int** numbers, char*** names);

    [[nodiscard]] std::optional<InstanceNames> instances_by(GetInstances* get, pmInDom domain);
    /// Logs an error that ends it.
    virtual void fail(int error) = 0;

    const std::shared_ptr<const Libpcp> library_;
    int number_ = -1;
};

} // namespace pdh_shim::source::pcp

// The times of libpcp as FILETIMEs of UTC.

namespace pdh_shim::source::pcp {

inline constexpr std::int64_t ticks_per_microsecond = ticks_per_second / 1'000'000;

[[nodiscard]] inline std::int64_t to_file_time(const timeval& time) noexcept {
    return unix_epoch_as_file_time + static_cast<std::int64_t>(time.tv_sec) * ticks_per_second +
           static_cast<std::int64_t>(time.tv_usec) * ticks_per_microsecond;
}

/// Of a time from 1970 on.
[[nodiscard]] inline timeval to_timeval(std::int64_t file_time) noexcept {
    const std::int64_t ticks = file_time - unix_epoch_as_file_time;
    return {.tv_sec = static_cast<time_t>(ticks / ticks_per_second),
        .tv_usec = static_cast<suseconds_t>(ticks % ticks_per_second / ticks_per_microsecond)};
}

} // namespace pdh_shim::source::pcp
