#pragma once

#include "input_logs.h"
#include "options.h"
#include "platform.h"
#include "progress.h"

namespace relog {

/// Writes the records of logs that the options choose to the file of -o.
/// @return what was written
/// @throws command::Failure
[[nodiscard]] Extent convert(const InputLogs& logs, const Extent& extent, const Options& options,
    command::Platform& platform, command::Console& console);

} // namespace relog
