#include "base/log_sink.h"

#include <spdlog/sinks/basic_file_sink.h>

#include <memory>

namespace pdh_shim::trace {

spdlog::sink_ptr make_file_sink(const std::string& file) {
    return std::make_shared<spdlog::sinks::basic_file_sink_mt>(file);
}

} // namespace pdh_shim::trace
