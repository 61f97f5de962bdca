// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "function_table.h"

#include <algorithm>
#include <bit>
#include <type_traits>
#include <utility>

namespace conformance {
namespace {

template <class T>
T as_argument(std::uint64_t value) {
    if constexpr (std::is_pointer_v<T>) {
        return reinterpret_cast<T>(static_cast<std::uintptr_t>(value));
    } else if constexpr (std::is_class_v<T>) {
        return std::bit_cast<T>(value);
    } else {
        return static_cast<T>(value);
    }
}

template <class T>
constexpr std::size_t element_size() {
    if constexpr (std::is_pointer_v<T> && !std::is_void_v<std::remove_pointer_t<T>>) {
        return sizeof(std::remove_pointer_t<T>);
    } else {
        return 0;
    }
}

template <auto function, class Result, class... Types, std::size_t... Positions>
DWORD call_with(const Arguments& arguments, Result(WINAPI*)(Types...), std::index_sequence<Positions...>) {
    if constexpr (std::is_same_v<Result, PDH_STATUS>) {
        return static_cast<DWORD>(function(as_argument<Types>(arguments[Positions])...));
    } else {
        static_cast<void>(function(as_argument<Types>(arguments[Positions])...));
        return ERROR_SUCCESS;
    }
}

template <class Result, class... Types>
constexpr std::array<std::size_t, most_parameters> element_sizes(Result(WINAPI*)(Types...)) {
    return {element_size<Types>()...};
}

template <class Result, class... Types>
constexpr auto positions_of(Result(WINAPI*)(Types...)) {
    return std::index_sequence_for<Types...>();
}

template <auto function>
DWORD call_function(const Arguments& arguments) {
    return call_with<function>(arguments, function, positions_of(function));
}

template <auto function>
Function make_function(std::string_view name, std::vector<Parameter> parameters, std::vector<DWORD> statuses,
    bool follows_protocol) {
    constexpr auto sizes = element_sizes(function);
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        parameters[i].element = sizes[i];
    }
    return {name, std::move(parameters), std::move(statuses), follows_protocol, &call_function<function>};
}

} // namespace

bool Function::may_return(DWORD status) const {
    // By the header, any function may return the second and third.
    return statuses.empty() || status == ERROR_SUCCESS || status == PDH_MEMORY_ALLOCATION_FAILURE ||
           status == PDH_NOT_IMPLEMENTED || std::ranges::find(statuses, status) != statuses.end();
}

const std::vector<Function>& functions() {
#define STATUS(name) static_cast<DWORD>(name),
#define PARAMETER(name, kind) Parameter{#name, Kind::kind},
#define FUNCTION(name, parameters, statuses, follows_protocol)                                               \
    make_function<&name>(#name, {parameters}, {statuses}, follows_protocol),
    static const std::vector<Function> all{
#include "function_table.inc"
    };
#undef FUNCTION
#undef PARAMETER
#undef STATUS
    return all;
}

} // namespace conformance
