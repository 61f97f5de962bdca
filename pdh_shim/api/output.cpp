// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/output.h"

namespace pdh_shim::api {
namespace {

// A program that uses PdhEnumObjects only to refresh passes a number as the pointer, which works
// on Windows. No system maps anything into the lowest 64 KiB.
bool is_missing(const DWORD* size) {
    constexpr std::uintptr_t lowest_address = 0x10000;
    return reinterpret_cast<std::uintptr_t>(size) < lowest_address;
}

} // namespace

Result<void> check_buffer(const void* buffer, const DWORD* size) {
    if (is_missing(size) || (*size > 0 && buffer == nullptr)) {
        return Status::invalid_argument;
    }
    return outcome::success();
}

Result<DWORD> answer_size(std::uint64_t units) {
    if (units >= too_long_answer) {
        return Status::memory_allocation_failure;
    }
    return static_cast<DWORD>(units);
}

Result<void> write_encoded(const TextOut& buffer, DWORD* size, std::string bytes) {
    return PackedBuffer(buffer.encoding(), std::move(bytes)).write(buffer.data(), size);
}

Result<void> write_text(const TextOut& buffer, DWORD* size, std::u16string_view text) {
    std::string bytes = encode(buffer.encoding(), text);
    bytes.append(unit_size(buffer.encoding()), '\0');
    return write_encoded(buffer, size, std::move(bytes));
}

Result<void> write_cut_text(const TextOut& buffer, DWORD* size, std::u16string_view text) {
    const DWORD room = *size;
    for (;;) {
        const Result<void> written = write_text(buffer, size, text);
        if (written || written.error() != Status::more_data || text.empty()) {
            return written;
        }
        *size = room;
        const bool is_pair = (text.back() & 0xFC00U) == 0xDC00U && text.size() > 1;
        text.remove_suffix(is_pair ? 2 : 1);
    }
}

std::string encode_list(Encoding encoding, std::span<const std::u16string> texts) {
    std::u16string all;
    for (const std::u16string& text : texts) {
        all += text;
        all += u'\0';
    }
    if (texts.empty()) {
        all += u'\0';
    }
    all += u'\0';
    return encode(encoding, all);
}

Result<void> write_list(const TextOut& buffer, DWORD* size, std::span<const std::u16string> texts) {
    return write_encoded(buffer, size, encode_list(buffer.encoding(), texts));
}

void PackedBuffer::put_text(std::size_t pointer_offset, std::u16string_view text) {
    pointers_.push_back({pointer_offset, texts_.size()});
    texts_ += encode(encoding_, text);
    texts_.append(unit_size(encoding_), '\0');
}

Result<void> PackedBuffer::write(void* buffer, DWORD* size) const {
    PDH_SHIM_CHECK(check_buffer(buffer, size));
    PDH_SHIM_TRY(const DWORD needed, answer_size(this->size() / unit_));
    const bool is_enough = fits(*size);
    *size = needed;
    if (!is_enough) {
        return Status::more_data;
    }
    if (needed == 0) { // an empty list may have been asked for without a buffer
        return outcome::success();
    }
    auto* const target = static_cast<std::byte*>(buffer);
    std::ranges::copy(fixed_, target);
    std::ranges::copy(std::as_bytes(std::span(texts_)), target + fixed_.size());
    for (const Pointer& pointer : pointers_) {
        const std::byte* const text = target + fixed_.size() + pointer.target;
        std::memcpy(target + pointer.offset, &text, sizeof text);
    }
    return outcome::success();
}

std::optional<SizeQueryCache::CachedAnswer> SizeQueryCache::take_out(const std::string* key) {
    constexpr std::int64_t longest_cached = ticks_per_second;
    const std::int64_t time = clock_.now().perf_time;
    const auto is_stale = [time](const CachedAnswer& cached) {
        const std::int64_t age = time - cached.asked;
        return age < 0 || age > longest_cached;
    };
    auto taken = store_.take([&](const CachedAnswer& cached, bool is_own) {
        return is_stale(cached) || (is_own && (key == nullptr || cached.key == *key));
    });
    return taken && !is_stale(*taken) && key != nullptr && taken->key == *key ? std::move(taken)
                                                                              : std::nullopt;
}

std::optional<PackedBuffer> SizeQueryCache::take(const std::string& key) {
    auto taken = take_out(&key);
    return taken ? std::optional(std::move(taken->answer)) : std::nullopt;
}

void SizeQueryCache::keep(std::string key, const PackedBuffer& answer) {
    if (answer.size() > largest_cached_answer) {
        return;
    }
    take_out(&key);
    store_.keep({std::move(key), answer, clock_.now().perf_time}, answer.size());
}

void SizeQueryCache::forget() {
    if (bytes() != 0) {
        take_out(nullptr);
    }
}

} // namespace pdh_shim::api
