// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/streams/output_compression.h"

#include <doctest/doctest.h>

using namespace pdh_shim::tools::streams;

TEST_CASE("the end of a name asks for compression, in either case") {
    for (const auto* const name : {"a.csv.gz", "a.XZ", "folder/a.zst"}) {
        CHECK(is_compressed_name(name));
    }
    for (const auto* const name : {"a.csv", ".gz", "gz", "a.gz.csv", "a.bz2", "", "-"}) {
        CHECK_FALSE(is_compressed_name(name));
        CHECK(compression_of(name) == nullptr);
    }
}

#ifdef PDH_SHIM_HAS_COMPRESSION
TEST_CASE("each end of a name is that of a format") {
    CHECK(compression_of("a.gz")->end().starts_with("\x1F\x8B"));
    CHECK(compression_of("a.xz")->end().starts_with("\xFD"
                                                    "7zXZ"));
    CHECK(compression_of("a.zst")->end().starts_with("\x28\xB5\x2F\xFD"));
}

TEST_CASE("behind the end another stream begins, if there is more") {
    const auto compression = compression_of("a.gz");
    (void)compression->write("first");
    CHECK_FALSE(compression->end().empty());
    CHECK(compression->end().empty());
    CHECK(compression->flush().empty());
    const auto begin = compression->write("second");
    CHECK((begin + compression->end()).starts_with("\x1F\x8B"));
}
#endif
