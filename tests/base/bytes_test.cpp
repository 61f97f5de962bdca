// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/bytes.h"
#include "base/saturating.h"

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <limits>

using namespace pdh_shim;

namespace {

constexpr std::array<std::byte, 8> eight{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}, std::byte{5},
    std::byte{6}, std::byte{7}, std::byte{0xFF}};

} // namespace

TEST_CASE("ByteReader reads numbers in either byte order, aligned or not") {
    ByteReader little(eight);
    CHECK(little.u8(7) == 0xFF);
    CHECK(little.u16(1) == 0x0302);
    CHECK(little.u32(3) == 0x07060504);
    CHECK(little.u64(0) == 0xFF07060504030201);
    CHECK(little.i32(4) == -16316923);
    ByteReader big(eight, std::endian::big);
    CHECK(big.u16(1) == 0x0203);
    CHECK(big.u32(3) == 0x04050607);
    CHECK(big.u64(0) == 0x01020304050607FF);
    CHECK(big.i64(0) == 0x01020304050607FF);
    CHECK(little.ok());
    CHECK(big.ok());
}

TEST_CASE("ByteReader remembers the first read that would leave the bytes") {
    ByteReader reader(eight);
    CHECK(reader.u32(5) == 0);
    CHECK(reader.u64(1) == 0);
    CHECK(reader.u32(0) == 0x04030201);
    CHECK_FALSE(reader.ok());
    CHECK(reader.fault() == 5);
    for (const std::size_t offset : {std::size_t{8}, SIZE_MAX, SIZE_MAX - 3}) {
        ByteReader other(eight);
        CHECK(other.u32(offset) == 0);
        CHECK_FALSE(other.ok());
        CHECK(other.fault() == offset);
    }
}

TEST_CASE("ByteReader gives parts of the bytes, or nothing") {
    ByteReader reader(eight);
    CHECK(reader.part(2, 6).size() == 6);
    CHECK(reader.part(8, 0).empty());
    CHECK(reader.ok());
    CHECK(reader.part(2, 7).empty());
    CHECK_FALSE(reader.ok());
    ByteReader other(eight);
    CHECK(other.part(4, SIZE_MAX).empty());
    CHECK_FALSE(other.ok());
}

TEST_CASE("ByteWriter writes what ByteReader reads") {
    for (const std::endian order : {std::endian::little, std::endian::big}) {
        std::vector<std::byte> bytes;
        ByteWriter writer(bytes, SIZE_MAX, order);
        writer.u16(0x1234);
        writer.align(4);
        writer.u32(0x89ABCDEF);
        writer.u64(0x0123456789ABCDEF);
        writer.i64(-2);
        writer.bytes(eight);
        writer.zeros(3);
        CHECK(writer.size() == 35);
        writer.set_u16(2, 0x5678);
        writer.set_u32(4, 7);
        writer.set_u64(8, 8);
        ByteReader reader(bytes, order);
        CHECK(reader.u16(0) == 0x1234);
        CHECK(reader.u16(2) == 0x5678);
        CHECK(reader.u32(4) == 7);
        CHECK(reader.u64(8) == 8);
        CHECK(reader.i64(16) == -2);
        CHECK(reader.u8(31) == 0xFF);
        CHECK(reader.u8(34) == 0);
        CHECK(reader.ok());
        CHECK(writer.ok());
    }
}

TEST_CASE("ByteWriter aligns from a given start") {
    std::vector<std::byte> bytes(3);
    ByteWriter writer(bytes);
    writer.align(8, 3);
    CHECK(writer.size() == 3);
    writer.u16(1);
    writer.align(8, 3);
    CHECK(writer.size() == 11);
}

TEST_CASE("ByteWriter sets single bits, the lowest first") {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes);
    writer.zeros(3);
    writer.set_bit(1, 0);
    writer.set_bit(1, 9);
    writer.set_bit(1, 16);
    CHECK(bytes == std::vector{std::byte{0}, std::byte{1}, std::byte{2}});
}

TEST_CASE("ByteWriter stops at its limit, and writes over nothing that is not there") {
    std::vector<std::byte> bytes;
    ByteWriter writer(bytes, 6);
    writer.u32(1);
    writer.u32(2);
    CHECK_FALSE(writer.ok());
    CHECK(writer.size() == 4);
    writer.u16(3);
    CHECK(writer.size() == 4);
    writer.set_u32(1, 0xFFFFFFFF);
    writer.set_u32(SIZE_MAX, 0xFFFFFFFF);
    CHECK(ByteReader(bytes).u32(0) == 1);
}

namespace {

constexpr std::int64_t most = INT64_MAX;
constexpr std::int64_t least = INT64_MIN;

} // namespace

TEST_CASE("a sum, a difference and a product in range are exact") {
    CHECK(saturated_add<std::int64_t>(most - 1, 1) == most);
    CHECK(saturated_add<std::int64_t>(least, most) == -1);
    CHECK(saturated_subtract<std::int64_t>(-1, most) == least);
    CHECK(saturated_subtract(least, least) == 0);
    CHECK(saturated_multiply<std::int64_t>(-3, 7) == -21);
    CHECK(saturated_multiply<std::int64_t>(least, 1) == least);
}

TEST_CASE("a result out of range is the nearest number in range") {
    CHECK(saturated_add<std::int64_t>(most, 1) == most);
    CHECK(saturated_add<std::int64_t>(least, -1) == least);
    CHECK(saturated_subtract<std::int64_t>(most, -1) == most);
    CHECK(saturated_subtract<std::int64_t>(0, least) == most);
    CHECK(saturated_subtract<std::int64_t>(-2, most) == least);
    CHECK(saturated_multiply<std::int64_t>(most, 2) == most);
    CHECK(saturated_multiply<std::int64_t>(least, -1) == most);
    CHECK(saturated_multiply<std::int64_t>(most, -2) == least);
    CHECK(saturated_multiply<std::int64_t>(-2, most) == least);
}

TEST_CASE("numbers without a sign stay in their range, too") {
    CHECK(saturated_add<std::uint64_t>(UINT64_MAX, 1) == UINT64_MAX);
    CHECK(saturated_subtract<std::uint64_t>(1, 2) == 0);
    CHECK(saturated_multiply<std::uint64_t>(1ULL << 40U, 1ULL << 40U) == UINT64_MAX);
}

TEST_CASE("numbers are as far apart as there are numbers at most") {
    CHECK(saturated_distance<std::int64_t>(-3, 4) == 7);
    CHECK(saturated_distance<std::int64_t>(4, -3) == 7);
    CHECK(saturated_distance(least, most) == most);
}

TEST_CASE("the whole part of any number has 64 bits") {
    CHECK(saturated_whole(-1.9) == -1);
    CHECK(saturated_whole(9.3e18) == most);
    CHECK(saturated_whole(-9.3e18) == least);
    CHECK(saturated_whole(9223372036854774784.0) == most - 1023);
    CHECK(saturated_whole(std::numeric_limits<double>::infinity()) == most);
    CHECK(saturated_whole(std::numeric_limits<double>::quiet_NaN()) == 0);
}
