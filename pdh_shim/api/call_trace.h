// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/encoding.h"

#include <pdh.h>

#include <boost/noncopyable.hpp>

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace pdh_shim::api {

/// An argument or a returned value, without its type: what the trace of calls needs to show it.
struct Argument {
    /// From `text` on, what an address leads to is shown too.
    enum class Kind : std::uint8_t {
        none,
        number,
        real,
        address,
        text,
        number_at,
        handle_at,
        raw_at,
        value_at
    };

    Argument() = default;
    template <std::integral T>
    Argument(T value) noexcept
        : kind(Kind::number), is_signed(std::is_signed_v<T>), bits(static_cast<std::uint64_t>(value)) {}
    Argument(const FILETIME& time) noexcept : kind(Kind::number), bits(std::bit_cast<std::uint64_t>(time)) {}
    Argument(double value) noexcept : kind(Kind::real), bits(std::bit_cast<std::uint64_t>(value)) {}
    template <class T>
    Argument(T* pointer) noexcept
        : kind(kind_at<std::remove_const_t<T>>()), is_const(std::is_const_v<T>),
          bits(reinterpret_cast<std::uintptr_t>(pointer)) {
        if constexpr (std::integral<T>) {
            is_signed = std::is_signed_v<T>;
            size = sizeof(T);
        }
    }

    template <class T>
    [[nodiscard]] static constexpr Kind kind_at() noexcept {
        if constexpr (std::same_as<T, char> || std::same_as<T, char16_t> || std::same_as<T, wchar_t>) {
            return Kind::text;
        } else if constexpr (std::integral<T>) {
            return Kind::number_at;
        } else if constexpr (std::same_as<T, void*>) {
            return Kind::handle_at;
        } else if constexpr (std::same_as<T, PDH_RAW_COUNTER>) {
            return Kind::raw_at;
        } else if constexpr (std::same_as<T, PDH_FMT_COUNTERVALUE>) {
            return Kind::value_at;
        } else {
            return Kind::address;
        }
    }

    Kind kind = Kind::none;
    bool is_const = false;  ///< the function only reads what it points to
    bool is_signed = false; ///< the number
    std::uint8_t size = 0;  ///< of the number or the unit of text at the address
    std::uint64_t bits = 0; ///< the value or the address
};

/// An exported function in the words of its row in exports.inc.
struct Prototype {
    const char* name;
    const char* parameters; ///< `(PDH_HQUERY query, CSTR path, ...)`
    bool returns_status;    ///< or a value
};

/// The line that one call has in the log, in the level `calls`:
///
///   THREAD FUNCTION(NAME=VALUE, ...) -> NAME=OUTPUT, ..., STATUS
///
/// Whatever the arguments are, it neither faults nor waits, and never changes what the call does: memory is
/// read as platform::copy_memory() does, and a line that cannot be made is left out.
class CallTrace : boost::noncopyable {
  public:
    /// Takes down the arguments. Reads the environment, if nobody has done so yet.
    CallTrace(const Prototype& prototype, std::span<const Argument> arguments) noexcept;
    ~CallTrace(); // not inline: there is one in each exported function

    /// Writes the line.
    void end(const Argument& returned) noexcept;

  private:
    struct Parameter;

    void begin(std::span<const Argument> arguments);
    void append_outputs(bool only_sizes);

    const Prototype prototype_;
    std::vector<Parameter> parameters_;
    std::uint32_t format_ = 0; // PDH_FMT_..., which says what member of a value is set
    std::string line_;         // empty: the call is not traced
};

/// Calls an exported function, and logs the call.
template <class Body>
struct TracedCall {
    template <class... Arguments>
    [[gnu::cold, gnu::noinline]] auto operator()(Arguments... arguments) const {
        const std::array<Argument, sizeof...(Arguments)> list{Argument(arguments)...};
        CallTrace trace(prototype, list);
        if constexpr (std::is_void_v<std::invoke_result_t<const Body&, Arguments...>>) {
            body(arguments...);
            trace.end({});
        } else {
            const auto returned = body(arguments...);
            trace.end(Argument(returned));
            return returned;
        }
    }

    const Prototype& prototype;
    Body body;
};
template <class Body>
TracedCall(const Prototype&, Body) -> TracedCall<Body>;

} // namespace pdh_shim::api
