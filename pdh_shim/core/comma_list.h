// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <string>
#include <string_view>

namespace pdh_shim::core {

/// Takes the first item off a comma list of the environment, with its comma. An item with a comma in it
/// needs double quotes, in which two quotes mean one: `"script:a,b.json",linux`.
/// @retval invalid_datasource a quote, or the comma behind one, is missing
[[nodiscard]] Result<std::string, Failure> take_item(std::string_view& list);

/// Removes the comma after an item from the list, if the list does not end there.
/// @retval invalid_datasource something else follows
[[nodiscard]] Result<void, Failure> take_comma(std::string_view& list, std::string_view item);

} // namespace pdh_shim::core
