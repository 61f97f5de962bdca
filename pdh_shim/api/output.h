// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"
#include "base/clock.h"
#include "base/failure.h"
#include "base/thread_store.h"

#include <windows.h>

#include <algorithm>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace pdh_shim::api {

// The only code that writes a caller's buffers. All follow one protocol: *size 0 requests the size
// (PDH_MORE_DATA); a buffer that is too small gets PDH_MORE_DATA and the size needed; one that is large
// enough is filled and *size becomes the used size. Nothing is written on any other failure, but that an
// array whose items all lack a value is written, and says why.

/// The checks that come before any work.
/// @retval invalid_argument no size, or a size without a buffer
[[nodiscard]] Result<void> check_buffer(const void* buffer, const DWORD* size);

/// More than any answer may have, in characters, or in bytes where those are counted: many programs keep
/// sizes in signed numbers.
inline constexpr std::uint64_t too_long_answer = std::uint64_t{1} << 31U;

/// The size of an answer for the caller. @retval memory_allocation_failure it is too long
[[nodiscard]] Result<DWORD> answer_size(std::uint64_t units);

/// Text with its terminator; the size counts characters.
[[nodiscard]] Result<void> write_text(const TextOut& buffer, DWORD* size, std::u16string_view text);

/// The same for a text that is cut to the size of the buffer, which is not 0.
[[nodiscard]] Result<void> write_cut_text(const TextOut& buffer, DWORD* size, std::u16string_view text);

/// A text or a list that is encoded already, terminators included: `bytes` holds whole characters.
[[nodiscard]] Result<void> write_encoded(const TextOut& buffer, DWORD* size, std::string bytes);

/// The bytes of a multi-string.
[[nodiscard]] std::string encode_list(Encoding encoding, std::span<const std::u16string> texts);

/// A multi-string: each text with its terminator, one more at the end; an empty list is two terminators.
[[nodiscard]] Result<void> write_list(
    const TextOut& buffer, DWORD* size, std::span<const std::u16string> texts);

/// An answer: structures of a fixed size, followed by the texts that they point to, whose size counts bytes;
/// or a text or list alone, whose size counts characters.
class PackedBuffer {
  public:
    PackedBuffer(Encoding encoding, std::size_t fixed_size) : encoding_(encoding), fixed_(fixed_size) {}
    /// A text or a list that is encoded already, terminators included.
    PackedBuffer(Encoding encoding, std::string texts)
        : encoding_(encoding), unit_(unit_size(encoding)), texts_(std::move(texts)) {}

    /// Puts a structure at an offset of the fixed part.
    template <class Plain>
    void put(std::size_t offset, const Plain& structure) {
        static_assert(std::is_trivially_copyable_v<Plain>);
        std::memcpy(fixed_.data() + offset, &structure, sizeof structure);
    }

    /// Appends a text; the pointer at this offset of the fixed part will point to it.
    void put_text(std::size_t pointer_offset, std::u16string_view text);

    /// Bytes of the fixed part and the texts.
    [[nodiscard]] std::size_t size() const noexcept { return fixed_.size() + texts_.size(); }

    [[nodiscard]] bool fits(DWORD size) const noexcept { return this->size() / unit_ <= size; }

    /// Copies everything into the buffer by the protocol above.
    [[nodiscard]] Result<void> write(void* buffer, DWORD* size) const;

    DWORD count = 0; ///< of items of a counter array
    /// What the call that fills a buffer returns: the items say why they have no value.
    Status status = Status::success;

  private:
    struct Pointer {
        std::size_t offset;
        std::size_t target; // offset in texts_
    };

    Encoding encoding_;
    std::size_t unit_ = 1;
    std::vector<std::byte> fixed_;
    std::string texts_;
    std::vector<Pointer> pointers_;
};

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
inline constexpr std::size_t largest_cached_answer = std::size_t{4} << 20U;
/// Most bytes for all threads together.
inline constexpr std::size_t cache_limit = std::size_t{8} << 20U;

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
            if (auto cached = take(make_key()); cached && cached->fits(size)) {
                return std::move(*cached);
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
    struct CachedAnswer {
        std::string key;
        PackedBuffer answer;
        std::int64_t asked; // when its size was asked for: perf_time
    };

    /// Forgets what is stale, and takes what the calling thread asked for with this key, or with any.
    std::optional<CachedAnswer> take_out(const std::string* key);

    Clock& clock_;
    std::atomic<std::size_t> bytes_{0};
    ThreadStore<CachedAnswer> store_{cache_limit, bytes_};
};

} // namespace pdh_shim::api
