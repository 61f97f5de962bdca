// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Writes the page that counters_page_test.cpp checks: write_counters_page FILE
#include "counters_page.h"

#include <exception>
#include <fstream>
#include <iostream>

int main(int count, char** arguments) {
    if (count != 2) {
        return 2;
    }
    try {
        std::ofstream file(arguments[1], std::ios::binary);
        file << pdh_shim::test::counters_page();
        return file.flush() ? 0 : 1;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
