// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/output.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/thread_store.h"

#include <windows.h>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pdh_shim::api {

// Programs ask for a size and then for the data, and instances come and go between the two calls. So the
// library keeps the data whose size a thread asked for. The thread's next call with the same arguments and a
// large enough buffer gets this data, and the library forgets it. It also forgets the data after a second of
// its clock, when the thread collects, refreshes or changes something, and when the thread asks for another
// size. A call without a size query before it makes a new list.

/// Function and arguments of a call: texts, numbers and handles.
template <class... Arguments>
[[nodiscard]] std::string call_key(
    std::string_view function, Encoding encoding, const Arguments&... arguments) {
    std::string key(function);
    key += static_cast<char>(encoding);
    const auto add = [&key](const auto& argument) {
        using Argument = std::remove_cvref_t<decltype(argument)>;
        if constexpr (std::convertible_to<Argument, std::u16string_view>) {
            const std::u16string_view text = argument;
            key += std::to_string(text.size()) + ':' + encode(Encoding::utf16, text);
        } else if constexpr (std::is_pointer_v<Argument>) {
            key += std::to_string(reinterpret_cast<std::uintptr_t>(argument)) + ',';
        } else {
            key += std::to_string(argument) + ',';
        }
    };
    (add(arguments), ...);
    return key;
}

/// Most bytes of one list or array; a larger one is not kept.
inline constexpr std::size_t largest_kept_data = std::size_t{4} << 20U;
/// Most bytes for all threads together.
inline constexpr std::size_t most_kept = std::size_t{8} << 20U;

/// What the caller of an empty list must have room for: its terminators, or, as Windows was seen to want for
/// expansions, nothing.
enum class EmptyList : std::uint8_t { terminators, nothing };

/// The lists and arrays whose size threads have asked for, each for one thread. Any thread may call anything.
class SizeQueryCache {
  public:
    explicit SizeQueryCache(Clock& clock) noexcept : clock_(clock) {}

    /// What a function answers to a caller whose buffer has this size: what the thread has asked the size of,
    /// or what `make_answer` makes. `make_key` makes the key of the call.
    template <class MakeKey, class MakeAnswer>
    [[nodiscard]] Result<PackedBuffer> answer(
        DWORD size, const MakeKey& make_key, const MakeAnswer& make_answer) {
        if (size > 0 && bytes() != 0) { // other calls pay for nothing else
            if (auto kept = take(make_key()); kept && kept->fits(size)) {
                return std::move(*kept);
            }
        }
        Result<PackedBuffer> made = make_answer();
        if (made && !made.value().fits(size)) {
            keep(make_key(), made.value());
        }
        return made;
    }

    /// As api::write_list(), for a list that may change between a size query and the call for the data.
    template <class MakeKey, class MakeList>
    [[nodiscard]] Result<void> write_list(const TextOut& buffer, DWORD* size, const MakeKey& make_key,
        const MakeList& make_list, EmptyList empty_needs = EmptyList::terminators) {
        PDH_SHIM_TRY(const PackedBuffer list, answer(*size, make_key, [&]() -> Result<PackedBuffer> {
            PDH_SHIM_TRY(const std::vector<std::u16string> texts, make_list());
            std::string bytes = encode_list(buffer.encoding(), texts);
            if (texts.empty() && empty_needs == EmptyList::nothing) {
                bytes.resize(std::min(bytes.size(), std::size_t{*size} * unit_size(buffer.encoding())));
            }
            return PackedBuffer(buffer.encoding(), std::move(bytes));
        }));
        return list.write(buffer.data(), size);
    }

    /// The answer whose size the calling thread asked for with this key. Forgets it.
    [[nodiscard]] std::optional<PackedBuffer> take(const std::string& key);
    void keep(std::string key, const PackedBuffer& answer);

    /// Forgets the data of the calling thread: its next calls make new lists.
    void forget();

    /// Bytes that are kept for all threads.
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_.load(std::memory_order_relaxed); }

  private:
    struct Kept {
        std::string key;
        PackedBuffer answer;
        std::int64_t asked; // when its size was asked for: perf_time
    };

    /// Forgets what is stale, and takes what the calling thread asked for with this key, or with any.
    std::optional<Kept> take_out(const std::string* key);

    Clock& clock_;
    std::atomic<std::size_t> bytes_{0};
    ThreadStore<Kept> store_{most_kept, bytes_};
};

} // namespace pdh_shim::api
