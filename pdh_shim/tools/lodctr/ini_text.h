#pragma once

#include "names/lodctr_ini.h"

#include <string>

namespace lodctr {

/// An INI file with what was read of one, in UTF-8: reading it again gives the same.
[[nodiscard]] std::string write_ini(const pdh_shim::names::LodctrIni& ini);

/// A symbol header with the symbols of an INI file, whose offsets are known.
[[nodiscard]] std::string write_symbols(const pdh_shim::names::LodctrIni& ini);

/// UTF-8 for what is shown and stored; what it cannot tell becomes `?`.
[[nodiscard]] std::string utf8(std::u16string_view text);

} // namespace lodctr
