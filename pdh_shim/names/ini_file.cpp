// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "names/ini_file.h"

#include "base/bytes.h"
#include "base/named_file.h"
#include "base/text.h"

#include <cstddef>
#include <vector>

namespace pdh_shim::names {
namespace {

// The readers refuse a longer one.
Result<std::vector<std::byte>, Failure> read_trusted_file(const std::string& path) {
    auto bytes = read_named_file(path, longest_lodctr_file);
    if (!bytes) {
        return std::move(bytes).error().as(Status::file_not_found).within(path);
    }
    PDH_SHIM_CHECK(check_trust(path));
    return bytes;
}

Result<SymbolOffsets, Failure> load_header(const std::string& path) {
    PDH_SHIM_TRY(const auto bytes, read_trusted_file(path));
    return within(path, read_symbol_header(as_text(bytes)));
}

} // namespace

Result<LodctrIni, Failure> load_ini(const std::string& path) {
    PDH_SHIM_TRY(const auto bytes, read_trusted_file(path));
    return within(path, read_lodctr_ini(as_text(bytes)));
}

Result<void, Failure> load_symbols(const std::string& path, LodctrIni& ini) {
    SymbolOffsets offsets;
    if (!ini.symbol_file().empty()) {
        const auto header = to_utf8(ini.symbol_file());
        if (!header) {
            return malformed_line(0, "the name of the symbol file is no text").within(path);
        }
        PDH_SHIM_TRY(offsets, load_header(name_below(folder_of(path), header.value())));
    }
    return within(path, resolve_symbols(ini, offsets));
}

} // namespace pdh_shim::names
