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

/// The type of what a pointer argument points to, for the trace of calls.
enum class Pointee : std::uint8_t {
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

/// How the memory that a pointer leads to is read.
struct PointeeType {
    Pointee pointee = Pointee::anything;
    Encoding encoding = Encoding::ansi; ///< of its texts
    std::uint8_t size = 0;              ///< of an integer
    bool is_signed = false;
};

template <class T>
struct PointeeOf {
    static constexpr PointeeType type{
        .pointee = std::integral<T> ? Pointee::integer : Pointee::anything,
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
template <Pointee Is, Encoding TextEncoding = Encoding::ansi>
struct IsPointee {
    static constexpr PointeeType type{.pointee = Is, .encoding = TextEncoding};
};
template <>
struct PointeeOf<char> : IsPointee<Pointee::text> {};
template <>
struct PointeeOf<char16_t> : IsPointee<Pointee::text, Encoding::utf16> {};
template <>
struct PointeeOf<wchar_t>
    : IsPointee<Pointee::text, sizeof(wchar_t) == 4 ? Encoding::utf32 : Encoding::utf16> {};
template <>
struct PointeeOf<void*> : IsPointee<Pointee::handle> {};
template <>
struct PointeeOf<FILETIME> : IsPointee<Pointee::file_time> {};
template <>
struct PointeeOf<GUID> : IsPointee<Pointee::guid> {};
template <>
struct PointeeOf<PDH_RAW_COUNTER> : IsPointee<Pointee::raw_counter> {};
template <>
struct PointeeOf<PDH_FMT_COUNTERVALUE> : IsPointee<Pointee::value> {};
template <>
struct PointeeOf<PDH_STATISTICS> : IsPointee<Pointee::statistics> {};
template <>
struct PointeeOf<PDH_TIME_INFO> : IsPointee<Pointee::time_info> {};
template <>
struct PointeeOf<PDH_RAW_LOG_RECORD> : IsPointee<Pointee::log_record> {};
template <>
struct PointeeOf<pdh_shim_source> : IsPointee<Pointee::program_source> {};
template <>
struct PointeeOf<PDH_RAW_COUNTER_ITEM_A> : IsPointee<Pointee::raw_counter_item> {};
template <>
struct PointeeOf<PDH_RAW_COUNTER_ITEM_W> : IsPointee<Pointee::raw_counter_item, Encoding::utf16> {};
template <>
struct PointeeOf<PDH_FMT_COUNTERVALUE_ITEM_A> : IsPointee<Pointee::value_item> {};
template <>
struct PointeeOf<PDH_FMT_COUNTERVALUE_ITEM_W> : IsPointee<Pointee::value_item, Encoding::utf16> {};
template <>
struct PointeeOf<PDH_COUNTER_PATH_ELEMENTS_A> : IsPointee<Pointee::path_elements> {};
template <>
struct PointeeOf<PDH_COUNTER_PATH_ELEMENTS_W> : IsPointee<Pointee::path_elements, Encoding::utf16> {};
template <>
struct PointeeOf<PDH_COUNTER_INFO_A> : IsPointee<Pointee::counter_info> {};
template <>
struct PointeeOf<PDH_COUNTER_INFO_W> : IsPointee<Pointee::counter_info, Encoding::utf16> {};
template <>
struct PointeeOf<PDH_BROWSE_DLG_CONFIG_A> : IsPointee<Pointee::dialog> {};
template <>
struct PointeeOf<PDH_BROWSE_DLG_CONFIG_W> : IsPointee<Pointee::dialog, Encoding::utf16> {};
template <>
struct PointeeOf<PDH_BROWSE_DLG_CONFIG_HA> : IsPointee<Pointee::dialog> {};
template <>
struct PointeeOf<PDH_BROWSE_DLG_CONFIG_HW> : IsPointee<Pointee::dialog, Encoding::utf16> {};
template <class Wide>
struct PointeeOf<Wide32<Wide>> : IsPointee<PointeeOf<Wide>::type.pointee, Encoding::utf32> {};

/// One argument of an exported function, without its type: what the trace needs to show it.
struct Argument {
    template <std::integral T>
    Argument(T value) noexcept : type(PointeeOf<T>::type), bits(static_cast<std::uint64_t>(value)) {
        type.pointee = Pointee::integer; // a BOOLEAN too, which is a char
    }
    template <class T>
    Argument(T* value) noexcept
        : type(PointeeOf<std::remove_const_t<T>>::type), is_pointer(true), is_const(std::is_const_v<T>),
          bits(reinterpret_cast<std::uintptr_t>(value)) {}
    Argument(const FILETIME& value) noexcept
        : type{.pointee = Pointee::file_time}, bits(std::bit_cast<std::uint64_t>(value)) {}

    [[nodiscard]] const void* address() const noexcept {
        return reinterpret_cast<const void*>(static_cast<std::uintptr_t>(bits));
    }

    PointeeType type;
    bool is_pointer = false;
    bool is_const = false; ///< the function only reads the target
    std::uint64_t bits;    ///< the value or the address
};

} // namespace pdh_shim::api
