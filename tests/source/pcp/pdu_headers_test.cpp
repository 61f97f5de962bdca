// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "pdus.h"
#include "source/pcp/pdu_headers.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>

using pdh_shim::source::pcp::PduHeaders;
using pdh_shim::test::Bytes;
using pdh_shim::test::pdu;

TEST_CASE("the lengths of messages are found however their bytes arrive") {
    Bytes stream = pdu(12);
    for (const std::uint32_t size : std::array<std::uint32_t, 3>{13, 12, 400}) {
        std::ranges::copy(pdu(size), std::back_inserter(stream));
    }
    const std::size_t allowed = stream.size();
    for (const std::uint32_t wrong : std::array<std::uint32_t, 5>{0, 11, 401, 0x60000000, 0xFFFFFFFF}) {
        Bytes all = stream;
        std::ranges::copy(pdu(wrong, 12), std::back_inserter(all));
        for (std::size_t portion = 1; portion <= all.size(); ++portion) {
            CAPTURE(wrong);
            CAPTURE(portion);
            PduHeaders headers(400);
            std::size_t taken = 0;
            std::span<const std::byte> rest = all;
            while (headers.take(rest.first(std::min(portion, rest.size())))) {
                taken += std::min(portion, rest.size());
                rest = rest.subspan(std::min(portion, rest.size()));
                REQUIRE_FALSE(rest.empty());
            }
            CHECK(taken <= allowed + 3); // never the whole length
            CHECK(taken + portion > allowed + 3);
            CHECK(headers.length() == wrong);
        }
    }
}
