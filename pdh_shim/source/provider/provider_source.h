// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/clock.h"
#include "base/failure.h"
#include "model/source.h"

#include <memory>
#include <string>

namespace pdh_shim::source::provider {

/// Makes a source of a performance DLL: `file` is a lodctr INI file with a [performance] section.
/// @param clock outlives the source; samples have its time
/// @retval file_not_found, cannot_read_name_strings see load_settings()
/// @retval invalid_datasource it is disabled
/// @retval file_not_found, function_not_found, query_perf_data_timeout see Provider::start()
[[nodiscard]] Result<std::unique_ptr<model::Source>, Failure> load_provider_source(
    const std::string& file, Clock& clock);

} // namespace pdh_shim::source::provider
