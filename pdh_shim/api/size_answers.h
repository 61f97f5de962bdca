#pragma once

#include "api/output.h"
#include "base/result.h"

#include <windows.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::api {

// Programs ask for a size and then for the data, and instances come and go between the two. So what a thread
// was told the size of is kept for its next call with the same arguments whose buffer is large enough, which
// gets just that; then it is forgotten. It is forgotten too after a second of the library's clock, when the
// thread collects, refreshes or changes something, and when it is told other sizes. A call without a size
// query before it looks anew.
//
// What is kept lies with the library and not with the thread, which may never call again: it is freed by the
// next call of any thread, and there is a limit for all threads together.

/// Function and arguments of a call.
class CallKey {
  public:
    CallKey(std::string_view function, Encoding encoding) : bytes_(function) {
        bytes_ += static_cast<char>(encoding);
    }

    CallKey& add(const void* handle) { return add(reinterpret_cast<std::uintptr_t>(handle)); }
    CallKey& add(std::uint64_t number);
    CallKey& add(std::u16string_view text);

    friend bool operator==(const CallKey& left, const CallKey& right) { return left.bytes_ == right.bytes_; }

  private:
    std::string bytes_;
};

/// What does not fit is not kept: bytes of one answer.
inline constexpr std::size_t largest_kept_answer = std::size_t{4} << 20U;
/// Bytes of the answers of all threads: the oldest make room for others.
inline constexpr std::size_t most_kept = std::size_t{8} << 20U;

/// The items of a counter array.
struct ItemArray {
    PackedBuffer packed;
    DWORD count = 0;
};

namespace size_answers {

/// Whether any thread has been told the size of anything. All that other calls pay for this.
[[nodiscard]] bool any() noexcept;

/// Bytes that are kept for all threads.
[[nodiscard]] std::size_t kept_bytes();

/// What the calling thread was told the size of under this key, if that is not larger than `room`. Forgets it
/// in either case. Lists are as encode_list() gives them; their `room` counts bytes too.
[[nodiscard]] std::optional<std::string> take_list(const CallKey& key, std::uint64_t room);
[[nodiscard]] std::optional<ItemArray> take_items(const CallKey& key, std::uint64_t room);

void keep_list(CallKey key, const std::string& list);
void keep_items(CallKey key, const ItemArray& items);

/// Forgets what the calling thread has been told: what it is told next is to be new.
void forget();

} // namespace size_answers

/// As write_list(), for a list that may change between two calls. `make_key` makes the CallKey, `make_list`
/// the texts.
template <class MakeKey, class MakeList>
[[nodiscard]] Result<void> write_changing_list(
    const TextOut& buffer, DWORD* size, const MakeKey& make_key, const MakeList& make_list) {
    const std::uint64_t room = std::uint64_t{*size} * unit_size(buffer.encoding());
    if (room > 0 && size_answers::any()) {
        if (const auto kept = size_answers::take_list(make_key(), room)) {
            return write_encoded(buffer, size, *kept);
        }
    }
    Result<std::vector<std::u16string>> texts = make_list();
    if (!texts) {
        return texts.error();
    }
    PDH_SHIM_TRY(const std::string list, encode_list(buffer.encoding(), texts.value()));
    if (list.size() > room) {
        size_answers::keep_list(make_key(), list);
    }
    return write_encoded(buffer, size, list);
}

/// The same for a counter array. `make_items` makes the ItemArray.
template <class MakeKey, class MakeItems>
[[nodiscard]] Result<void> write_changing_items(
    void* buffer, DWORD* size, DWORD* count, const MakeKey& make_key, const MakeItems& make_items) {
    const std::uint64_t room = *size;
    if (room > 0 && size_answers::any()) {
        if (const auto kept = size_answers::take_items(make_key(), room)) {
            *count = kept->count;
            return kept->packed.write(buffer, size);
        }
    }
    Result<ItemArray> made = make_items();
    if (!made) {
        return made.error();
    }
    const ItemArray& items = made.value();
    if (items.packed.size() > room) {
        size_answers::keep_items(make_key(), items);
    }
    *count = items.count;
    return items.packed.write(buffer, size);
}

} // namespace pdh_shim::api
