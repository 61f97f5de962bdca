// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/blg/name_table.h"

#include "base/bytes.h"
#include "base/text.h"
#include "log/blg/utf16.h"

#include <optional>
#include <utility>

namespace pdh_shim::log::blg {
namespace {

Failure corrupt_names(std::size_t offset, std::string what) {
    return {Status::binary_log_corrupt, "byte " + std::to_string(offset) + " of the names", std::move(what)};
}

} // namespace

Result<void, Failure> read_names(std::span<const std::byte> payload, NameTables& tables) {
    ByteReader bytes(payload);
    std::u16string machine = utf16_at(bytes, 0);
    std::size_t offset = utf16_size(machine);
    machine.erase(0, machine.find_first_not_of(u'\\'));
    auto& table = tables[machine];
    while (bytes.ok() && offset + 2 <= payload.size()) {
        const std::u16string number = utf16_at(bytes, offset);
        if (number.empty()) { // the end, and then what fills up the payload
            return outcome::success();
        }
        const std::optional<std::uint32_t> index = parse_decimal(number);
        if (!index) {
            return corrupt_names(offset, "an index is no number");
        }
        offset += utf16_size(number);
        std::u16string name = utf16_at(bytes, offset);
        offset += utf16_size(name);
        table.insert_or_assign(*index, std::move(name));
    }
    if (!bytes.ok()) {
        return corrupt_names(bytes.fault(), "a name has no end");
    }
    return outcome::success();
}

} // namespace pdh_shim::log::blg
