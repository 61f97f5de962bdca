// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/title_files.h"

#include "names/ini_file.h"

namespace pdh_shim::machine {

Result<void, Failure> add_title_file(const std::string& path, names::Translations& translations) {
    PDH_SHIM_TRY(auto ini, names::load_ini(path));
    // Without a symbol file, add() refuses the first text.
    if (ini.performance.find(u"First Counter") != nullptr && !ini.symbol_file().empty()) {
        PDH_SHIM_CHECK(names::load_symbols(path, ini));
    }
    return within(path, translations.add(ini));
}

} // namespace pdh_shim::machine
