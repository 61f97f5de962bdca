// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "log/text/text_options.h"

#include "base/lazy.h"

#include <utility>

namespace pdh_shim::log::text {
namespace {

// Not in a function: the guard of such a static costs a first query under Wine a third of its time.
constinit Singleton<TextOptions> options_of_all_logs;

} // namespace

const TextOptions& text_options() {
    return options_of_all_logs.get();
}

void set_text_options(TextOptions options) {
    options_of_all_logs.get() = std::move(options);
}

} // namespace pdh_shim::log::text
