// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace pdh_shim::source::registry {

/// The result of a query of the registry: one of Windows' error codes, and how many bytes were written.
struct KeyAnswer {
    static constexpr std::uint32_t success = 0;
    static constexpr std::uint32_t more_data = 234; ///< ERROR_MORE_DATA: the buffer is too small

    std::uint32_t error = success;
    std::size_t bytes = 0; ///< only of a success
};

/// The texts of counters: names or help.
enum class TitleTexts : std::uint8_t { names, helps };

/// HKEY_PERFORMANCE_DATA and HKEY_PERFORMANCE_TEXT. May be asked by several threads at once.
class PerformanceKey : boost::noncopyable {
  public:
    virtual ~PerformanceKey() = default;

    /// A PERF_DATA_BLOCK of `Global`, `Costly`, or the objects of title indexes in decimal with blanks
    /// between. The size that it needs is not known before.
    [[nodiscard]] virtual KeyAnswer query(std::u16string_view value, std::span<std::byte> buffer) = 0;

    /// The English texts, each after its index: UTF-16 strings one after the other, then an empty one.
    [[nodiscard]] virtual KeyAnswer titles(TitleTexts texts, std::span<std::byte> buffer) = 0;

    /// Closes the key, so that performance DLLs are unloaded. The next query opens it again.
    virtual void close() noexcept = 0;
};

/// More bytes than this are not asked for.
inline constexpr std::size_t largest_answer = std::size_t{256} << 20U;

/// Queries with the buffer, and again with a larger one while it is too small.
[[nodiscard]] KeyAnswer ask_growing(
    const std::function<KeyAnswer(std::span<std::byte>)>& ask, std::vector<std::byte>& buffer);

/// The registry of this Windows.
[[nodiscard]] std::unique_ptr<PerformanceKey> make_performance_key();

} // namespace pdh_shim::source::registry
