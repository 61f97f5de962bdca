#pragma once

#include "api/encoding.h"
#include "base/result.h"
#include "core/machine.h"

#include <pdh.h>

#include <memory>

namespace pdh_shim::api {

/// The data source that a name stands for: NULL or the empty text is this computer, now.
/// @retval file_not_found, unknown_log_format it is not a log that can be read
[[nodiscard]] Result<PDH_HLOG> open_data_source(const TextIn& name);

/// The counters of a data source by its handle. H_REALTIME_DATASOURCE and H_WBEM_DATASOURCE are this
/// computer.
/// @retval invalid_handle it is not a data source
[[nodiscard]] Result<std::shared_ptr<const core::Machine>> find_data_source(PDH_HLOG handle);

/// The counters of a data source and machine. @retval cstatus_no_machine another computer
[[nodiscard]] Result<std::shared_ptr<const core::Machine>> find_machine(
    PDH_HLOG handle, const TextIn& machine);

} // namespace pdh_shim::api
