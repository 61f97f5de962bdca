// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/name_table.h"

#include "base/bytes.h"
#include "base/text.h"
#include "log/blg/utf16.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace pdh_shim::log::blg {
namespace {

Failure corrupt_names(std::size_t offset, std::string what) {
    return {Status::binary_log_corrupt, "byte " + std::to_string(offset) + " of the names", std::move(what)};
}

} // namespace

Result<void, Failure> read_names(std::span<const std::byte> payload, NameTables& tables) {
    constexpr std::size_t most_filler = 8;
    ByteReader bytes(payload);
    std::u16string machine = utf16_at(bytes, 0);
    std::size_t offset = utf16_size(machine);
    machine.erase(0, machine.find_first_not_of(u'\\'));
    auto& table = tables[machine];
    std::optional<std::size_t> damaged;
    std::optional<std::uint32_t> newest; // index that was read last
    while (bytes.ok() && offset + 2 <= payload.size()) {
        const std::u16string number = utf16_at(bytes, offset);
        const std::optional<std::uint32_t> index = parse_decimal(number);
        if (index) {
            offset += utf16_size(number);
            std::u16string name = utf16_at(bytes, offset);
            offset += utf16_size(name);
            newest = name.empty() ? std::nullopt : index;
            if (newest) {
                table.insert_or_assign(*index, std::move(name));
                continue;
            }
        }
        // The end, and then what fills up the payload; or zeros, which may have cut the name before them and
        // the text behind them.
        const std::size_t start = offset;
        while (offset + 2 <= payload.size() && bytes.u16(offset) == 0) {
            offset += 2;
        }
        if (payload.size() - std::min(offset, payload.size()) < most_filler) {
            break;
        }
        damaged = damaged.value_or(start);
        if (number.empty() && newest) {
            table.erase(*newest);
        }
        newest.reset();
        offset += utf16_size(utf16_at(bytes, offset));
    }
    if (!bytes.ok()) {
        return corrupt_names(bytes.fault(), "a name has no end");
    }
    if (damaged) {
        return corrupt_names(*damaged, "an index is no number");
    }
    return outcome::success();
}

} // namespace pdh_shim::log::blg
