// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/relog/block_reader.h"
#include "tools/relog/input_logs.h"

#include <doctest/doctest.h>

#include <cstddef>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

using namespace pdh_shim::tools;

namespace {

// A log whose values count on, from row to row.
class CountingLog {
  public:
    CountingLog(std::size_t columns, std::size_t records) {
        std::ofstream log(folder_.path("log.csv"));
        log << "\"(PDH-CSV 4.0) (UTC)(0)\"";
        for (std::size_t i = 0; i < columns; ++i) {
            log << ",\"\\\\BOX\\Widget(" << i << ")\\Depth\"";
        }
        for (std::size_t record = 0; record < records; ++record) {
            log << "\r\n\"01/13/2018 05:" << 10 + record / 60 << ':' << 10 + record % 60 / 2 << ".000\"";
            for (std::size_t i = 0; i < columns; ++i) {
                log << ",\"" << record * columns + i << '"';
            }
        }
        log << "\r\n";
        log.close();
        logs_ = std::make_unique<relog::InputLogs>(std::vector{folder_.path("log.csv")});
        query_ = std::make_unique<command::Query>(logs_->handle());
        for (const auto& path : logs_->counters(true)) {
            REQUIRE(query_->add(path) == 0);
        }
    }

    command::Query& query() { return *query_; }

  private:
    pdh_shim::test::TemporaryFolder folder_;
    std::unique_ptr<relog::InputLogs> logs_;
    std::unique_ptr<command::Query> query_;
};

} // namespace

TEST_CASE("blocks come in order, whether another thread reads ahead or not") {
    constexpr std::size_t records = 500;
    for (const std::size_t columns : {std::size_t{1}, std::size_t{300}}) {
        CountingLog log(columns, records);
        relog::BlockReader reader(log.query());
        std::size_t count = 0;
        std::size_t seen = 0;
        while (const auto* const block = reader.next()) {
            for (std::size_t i = 0; i < block->samples * columns; ++i) {
                REQUIRE(block->values[i] == static_cast<double>(seen++));
            }
            count += block->samples;
        }
        CHECK(count == records);
    }
}

TEST_CASE("a reader that ends early waits for the block that is being read") {
    CountingLog log(300, 500);
    {
        relog::BlockReader reader(log.query());
        REQUIRE(reader.next() != nullptr);
    }
    CHECK(log.query().collect());
}
