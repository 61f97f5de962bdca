// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "use_pdh.h"

#include <nlohmann/json.hpp>

#include <cstdio>

namespace {

void print_all() {
    const auto value =
        nlohmann::json::parse(R"({"double": 3.75, "list": [1, -2, 1e300, null], "text": "\u00e9"})");
    std::puts(value.dump(2).c_str());
    std::printf("%.2f\n", value["double"].get<double>());
    try {
        (void)nlohmann::json::parse("{\"open\": [1, }");
    } catch (const nlohmann::json::parse_error& error) {
        std::puts(error.what());
    }
    try {
        (void)value.at("none");
    } catch (const nlohmann::json::out_of_range& error) {
        std::puts(error.what());
    }
}

} // namespace

int main() {
    print_all();
    use_pdh();
    print_all();
}
