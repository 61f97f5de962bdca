// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "api/argument.h"
#include "base/status.h"

#include <boost/noncopyable.hpp>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pdh_shim::api {

/// An exported function in the words of its row in exports.inc.
struct Prototype {
    const char* name;
    const char* parameters; ///< `(PDH_HQUERY query, CSTR path, ...)`
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
    void end(Status status) noexcept;
    void end_value(Argument value) noexcept;
    void end_value(double value) noexcept;
    void end_value() noexcept;

  private:
    /// A parameter as its row declares it, and what it is in this call.
    struct Parameter {
        std::string_view name;
        std::string_view type;
        Argument argument;

        [[nodiscard]] bool is_read() const noexcept;
        [[nodiscard]] bool is_written() const noexcept;
        [[nodiscard]] bool is_size() const noexcept; ///< of a buffer, or of what is in it
    };

    enum class Outputs : std::uint8_t { none, sizes, all };

    void begin(std::span<const Argument> arguments);
    void finish(Outputs outputs, const std::string& outcome);
    void append_argument(std::size_t place);
    void append_target(std::size_t place);
    void append_text_buffer(std::size_t place);
    [[nodiscard]] std::uint32_t format() const noexcept;
    [[nodiscard]] std::optional<std::size_t> count_before(std::size_t place) const noexcept;

    const Prototype prototype_;
    std::vector<Parameter> parameters_;
    std::string line_; // empty: the call is not traced
};

/// Calls an exported function, and logs the call.
/// @tparam ReturnsStatus or a value
template <bool ReturnsStatus, class Body>
class TracedCall {
  public:
    constexpr TracedCall(const Prototype& prototype, const Body& body) noexcept
        : prototype_(prototype), body_(body) {}

    template <class... Arguments>
    [[gnu::cold, gnu::noinline]] auto operator()(Arguments... arguments) const {
        const std::array<Argument, sizeof...(Arguments)> list{Argument(arguments)...};
        CallTrace trace(prototype_, list);
        if constexpr (std::is_void_v<std::invoke_result_t<const Body&, Arguments...>>) {
            body_(arguments...);
            trace.end_value();
        } else {
            const auto returned = body_(arguments...);
            if constexpr (ReturnsStatus) {
                trace.end(static_cast<Status>(static_cast<std::uint32_t>(returned)));
            } else if constexpr (std::is_floating_point_v<decltype(returned)>) {
                trace.end_value(returned);
            } else {
                trace.end_value(Argument(returned));
            }
            return returned;
        }
    }

  private:
    const Prototype& prototype_;
    const Body body_;
};

template <bool ReturnsStatus, class Body>
[[nodiscard]] constexpr TracedCall<ReturnsStatus, Body> make_traced(
    const Prototype& prototype, const Body& body) noexcept {
    return {prototype, body};
}

} // namespace pdh_shim::api
