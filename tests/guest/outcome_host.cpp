// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "use_pdh.h"

#include <boost/nowide/utf/utf.hpp>
#include <boost/outcome/std_outcome.hpp>
#include <boost/outcome/std_result.hpp>

#include <cstdio>
#include <memory>
#include <string>
#include <system_error>

namespace {

namespace outcome = boost::outcome_v2;

outcome::std_result<std::shared_ptr<std::string>> half(int number) {
    if (number % 2 != 0) {
        return std::make_error_code(std::errc::invalid_argument);
    }
    return std::make_shared<std::string>(std::to_string(number / 2));
}

outcome::std_outcome<int> doubled(int number) {
    const auto text = half(number);
    if (!text) {
        return text.as_failure();
    }
    return std::stoi(*text.value()) * 4;
}

void print_all() {
    std::printf("%s %d\n", half(6).value()->c_str(), doubled(6).value());
    std::printf("%d\n", doubled(7).has_value() ? 1 : 0);
    std::puts(half(7).error().message().c_str());
    try {
        (void)half(7).value();
    } catch (const std::system_error& error) {
        std::puts(error.code().message().c_str());
    }
    const std::string text = "\xC3\xA9";
    auto at = text.begin();
    std::printf(
        "U+%04X\n", static_cast<unsigned>(boost::nowide::utf::utf_traits<char>::decode(at, text.end())));
}

} // namespace

int main() {
    print_all();
    use_pdh();
    print_all();
}
