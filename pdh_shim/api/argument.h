// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"

#include <pdh.h>
#include <pdh_shim/source.h>

#include <bit>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace pdh_shim::api {

/// What a pointer of an exported function points to, for the trace of calls.
enum class Target : std::uint8_t {
    anything, ///< a handle by value, an event, a buffer without a type
    text,
    integer,
    handle,
    file_time,
    guid,
    raw_counter,
    raw_counter_item,
    value,
    value_item,
    statistics,
    path_elements,
    counter_info,
    time_info,
    log_record,
    dialog,
    program_source
};

/// How the memory of a target is read.
struct TargetType {
    Target target = Target::anything;
    Encoding encoding = Encoding::ansi; ///< of its texts
    std::uint8_t size = 0;              ///< of an integer
    bool is_signed = false;
};

template <class T>
struct TargetOf {
    static constexpr TargetType type{
        .target = std::integral<T> ? Target::integer : Target::anything,
        .size =
            [] {
                if constexpr (std::integral<T>) {
                    return static_cast<std::uint8_t>(sizeof(T));
                }
                return std::uint8_t{0};
            }(),
        .is_signed = std::is_signed_v<T>,
    };
};
template <Target Is, Encoding TextEncoding = Encoding::ansi>
struct IsTarget {
    static constexpr TargetType type{.target = Is, .encoding = TextEncoding};
};
template <>
struct TargetOf<char> : IsTarget<Target::text> {};
template <>
struct TargetOf<char16_t> : IsTarget<Target::text, Encoding::utf16> {};
template <>
struct TargetOf<wchar_t> : IsTarget<Target::text, sizeof(wchar_t) == 4 ? Encoding::utf32 : Encoding::utf16> {
};
template <>
struct TargetOf<void*> : IsTarget<Target::handle> {};
template <>
struct TargetOf<FILETIME> : IsTarget<Target::file_time> {};
template <>
struct TargetOf<GUID> : IsTarget<Target::guid> {};
template <>
struct TargetOf<PDH_RAW_COUNTER> : IsTarget<Target::raw_counter> {};
template <>
struct TargetOf<PDH_FMT_COUNTERVALUE> : IsTarget<Target::value> {};
template <>
struct TargetOf<PDH_STATISTICS> : IsTarget<Target::statistics> {};
template <>
struct TargetOf<PDH_TIME_INFO> : IsTarget<Target::time_info> {};
template <>
struct TargetOf<PDH_RAW_LOG_RECORD> : IsTarget<Target::log_record> {};
template <>
struct TargetOf<pdh_shim_source> : IsTarget<Target::program_source> {};
template <>
struct TargetOf<PDH_RAW_COUNTER_ITEM_A> : IsTarget<Target::raw_counter_item> {};
template <>
struct TargetOf<PDH_RAW_COUNTER_ITEM_W> : IsTarget<Target::raw_counter_item, Encoding::utf16> {};
template <>
struct TargetOf<PDH_FMT_COUNTERVALUE_ITEM_A> : IsTarget<Target::value_item> {};
template <>
struct TargetOf<PDH_FMT_COUNTERVALUE_ITEM_W> : IsTarget<Target::value_item, Encoding::utf16> {};
template <>
struct TargetOf<PDH_COUNTER_PATH_ELEMENTS_A> : IsTarget<Target::path_elements> {};
template <>
struct TargetOf<PDH_COUNTER_PATH_ELEMENTS_W> : IsTarget<Target::path_elements, Encoding::utf16> {};
template <>
struct TargetOf<PDH_COUNTER_INFO_A> : IsTarget<Target::counter_info> {};
template <>
struct TargetOf<PDH_COUNTER_INFO_W> : IsTarget<Target::counter_info, Encoding::utf16> {};
template <>
struct TargetOf<PDH_BROWSE_DLG_CONFIG_A> : IsTarget<Target::dialog> {};
template <>
struct TargetOf<PDH_BROWSE_DLG_CONFIG_W> : IsTarget<Target::dialog, Encoding::utf16> {};
template <>
struct TargetOf<PDH_BROWSE_DLG_CONFIG_HA> : IsTarget<Target::dialog> {};
template <>
struct TargetOf<PDH_BROWSE_DLG_CONFIG_HW> : IsTarget<Target::dialog, Encoding::utf16> {};
template <class Wide>
struct TargetOf<Wide32<Wide>> : IsTarget<TargetOf<Wide>::type.target, Encoding::utf32> {};

/// One argument of an exported function, without its type: what the trace needs to show it.
struct Argument {
    template <std::integral T>
    Argument(T value) noexcept : type(TargetOf<T>::type), bits(static_cast<std::uint64_t>(value)) {
        type.target = Target::integer; // a BOOLEAN too, which is a char
    }
    template <class T>
    Argument(T* value) noexcept
        : type(TargetOf<std::remove_const_t<T>>::type), is_pointer(true), is_const(std::is_const_v<T>),
          bits(reinterpret_cast<std::uintptr_t>(value)) {}
    Argument(const FILETIME& value) noexcept
        : type{.target = Target::file_time}, bits(std::bit_cast<std::uint64_t>(value)) {}

    [[nodiscard]] const void* address() const noexcept {
        return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(bits));
    }

    TargetType type;
    bool is_pointer = false;
    bool is_const = false; ///< the function only reads the target
    std::uint64_t bits;    ///< the value or the address
};

} // namespace pdh_shim::api
