// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "use_pdh.h"

#include <spdlog/sinks/ostream_sink.h>
#include <spdlog/spdlog.h>

#include <cstdio>
#include <memory>
#include <sstream>

namespace {

void log_all(spdlog::logger& logger) {
    logger.trace("not printed");
    logger.info("[{}] [{:.2f}]", 3.75, 2.5);
    logger.warn("{} and {:#x}", "text", 255);
    logger.error("{}", 1e300);
}

} // namespace

int main() {
    std::ostringstream text;
    const auto sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
    const auto logger = std::make_shared<spdlog::logger>("host", sink);
    logger->set_pattern("%n %l %v");
    spdlog::set_default_logger(logger);
    spdlog::set_level(spdlog::level::debug);
    log_all(*logger);
    use_pdh();
    log_all(*logger);
    spdlog::debug("the default logger is still {}", spdlog::default_logger()->name());
    logger->set_pattern("%t");
    logger->info("");
    std::fputs(text.str().substr(0, text.str().rfind('\n', text.str().size() - 2)).c_str(), stdout);
    const std::string thread = text.str().substr(text.str().rfind('\n', text.str().size() - 2) + 1);
    std::printf("\nthread %s\n", thread == "0\n" ? "unknown" : "known");
    try {
        throw spdlog::spdlog_ex("thrown", 2);
    } catch (const spdlog::spdlog_ex& error) {
        std::puts(error.what());
    }
    spdlog::shutdown();
}
