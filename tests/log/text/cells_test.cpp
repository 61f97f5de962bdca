#include "log/text/cells.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim::log::text;

namespace {

using Cells = std::vector<std::string_view>;

Cells split(std::string_view line, char separator = ',') {
    Cells cells;
    split_cells(line, separator, cells);
    return cells;
}

} // namespace

TEST_CASE("a line is split at its separators") {
    CHECK(split("a,b,c") == Cells{"a", "b", "c"});
    CHECK(split("a\tb", '\t') == Cells{"a", "b"});
    CHECK(split(R"("a","b","c")") == Cells{"a", "b", "c"});
    CHECK(split(R"("a",b,"c")") == Cells{"a", "b", "c"});
    CHECK(split("") == Cells{""});
    CHECK(split("a,") == Cells{"a", ""});
    CHECK(split("a,,c") == Cells{"a", "", "c"});
}

TEST_CASE("separators in quotation marks are part of their cell") {
    CHECK(split(R"("a,b","c")") == Cells{"a,b", "c"});
}

TEST_CASE("a quotation mark that no separator follows is part of its cell") {
    CHECK(split(R"("a"b","c")") == Cells{R"(a"b)", "c"});
}

TEST_CASE("a cell that no quotation mark ends is as long as the line") {
    CHECK(split(R"("a","b)") == Cells{"a", "b"});
    CHECK(split("\"") == Cells{""});
}
