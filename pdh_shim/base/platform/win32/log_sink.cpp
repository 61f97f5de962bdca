// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/log_sink.h"

#include "base/named_file.h"
#include "base/platform/win32/system.h"

#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <cerrno>
#include <memory>

namespace pdh_shim::trace {

spdlog::sink_ptr make_sink(const std::string& file) {
    if (file.empty()) {
        return std::make_shared<spdlog::sinks::stderr_sink_mt>();
    }
    const std::string folder = folder_of(file);
    if (!folder.empty() && file_kind(folder) != FileKind::folder) { // spdlog would make it
        throw spdlog::spdlog_ex(file, ENOENT);
    }
    return std::make_shared<spdlog::sinks::basic_file_sink_mt>(platform::to_wide(file));
}

} // namespace pdh_shim::trace
