// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/registry/performance_key.h"

#include <algorithm>

namespace pdh_shim::source::registry {
namespace {

constexpr std::size_t first_size = std::size_t{64} << 10U;

} // namespace

KeyAnswer ask_growing(
    const std::function<KeyAnswer(std::span<std::byte>)>& ask, std::vector<std::byte>& buffer) {
    if (buffer.size() < first_size) {
        buffer.resize(first_size);
    }
    KeyAnswer answer = ask(buffer);
    while (answer.error == KeyAnswer::more_data && buffer.size() < largest_answer) {
        buffer.resize(std::min(buffer.size() * 2, largest_answer));
        answer = ask(buffer);
    }
    answer.bytes = std::min(answer.bytes, buffer.size());
    return answer;
}

} // namespace pdh_shim::source::registry
