// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "temporary_folder.h"
#include "tools/streams/output_compression.h"
#include "tools/streams/spool_file.h"
#include "tools/terminal/program_end.h"

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>

using namespace pdh_shim::tools;
using namespace pdh_shim::tools::streams;
using streams::SpoolFile;

namespace {

/// An environment variable, until the end of the case.
class Variable : boost::noncopyable {
  public:
    Variable(const char* name, const std::string& value) : name_(name) { ::setenv(name, value.c_str(), 1); }
    ~Variable() { ::unsetenv(name_); }

  private:
    const char* name_;
};

std::string contents_of(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST_CASE("what is appended is read at any place, and by the name of the file") {
    SpoolFile spool;
    spool.append("abc");
    spool.append("def");
    CHECK(spool.size() == 6);
    std::array<char, 4> bytes{};
    CHECK(spool.read(1, bytes) == 4);
    CHECK(std::string(bytes.data(), 4) == "bcde");
    CHECK(spool.read(4, bytes) == 2);
    CHECK(spool.read(6, bytes) == 0);
    CHECK(contents_of(spool.path()) == "abcdef");
}

TEST_CASE("limits are whole numbers of MiB, or those without a variable") {
    for (const auto* const wrong : {"5zz", "0", "", "-1", "1048577"}) {
        const Variable memory("PDH_SHIM_MEMORY_LIMIT", wrong);
        const Variable disk("PDH_SHIM_DISK_LIMIT", wrong);
        CHECK(streams::decoder_limit() == std::uint64_t{512} << 20U);
        CHECK(streams::spool_limit() == std::uint64_t{4096} << 20U);
    }
    const Variable memory("PDH_SHIM_MEMORY_LIMIT", "5");
    CHECK(streams::decoder_limit() == std::uint64_t{5} << 20U);
}

TEST_CASE("a spool file leaves nothing in its folder") {
    const pdh_shim::test::TemporaryFolder folder;
    const Variable temporary("TMPDIR", folder.path("."));
    {
        SpoolFile spool;
        spool.append("abc");
    }
    CHECK(std::filesystem::is_empty(folder.path(".")));
}

TEST_CASE("a folder that cannot be used is named, and how another one is chosen") {
    const Variable temporary("TMPDIR", "/no/folder");
    CHECK_THROWS_WITH_AS(SpoolFile(),
        "A temporary file in \"/no/folder\" cannot be used: No such file or directory; TMPDIR in the "
        "environment names another folder.",
        terminal::ProgramError);
}

TEST_CASE("it has a limit, which counts what is not forgotten") {
    const Variable limit("PDH_SHIM_DISK_LIMIT", "1");
    SpoolFile spool;
    spool.append(std::string(std::size_t{1} << 20U, 'x'));
    spool.check_limit();
    const auto* const refused = "A temporary file would need more than 1 MiB; PDH_SHIM_DISK_LIMIT in the "
                                "environment allows more.";
    CHECK_THROWS_WITH_AS(spool.append("x"), refused, terminal::ProgramError);
    std::ofstream(spool.path(), std::ios::app) << "more";
    CHECK_THROWS_WITH_AS(spool.check_limit(), refused, terminal::ProgramError);
}

TEST_CASE("a temporary file takes half of what is free, or its limit if that is unknown") {
    CHECK(streams::free_for_spools() > 0);
    SpoolFile spool(std::uint64_t{4} << 20U);
    spool.append(std::string(std::size_t{2} << 20U, 'x'));
    spool.check_limit();
    const auto* const refused =
        "A temporary file would need more than half of what was free in its folder (2 MiB); "
        "TMPDIR in the environment names another folder.";
    CHECK_THROWS_WITH_AS(spool.append("x"), refused, terminal::ProgramError);
    CHECK(spool.size() == std::uint64_t{2} << 20U);
    std::ofstream(spool.path(), std::ios::app) << "more";
    CHECK_THROWS_WITH_AS(spool.check_limit(), refused, terminal::ProgramError);
    const Variable temporary("TMPDIR", "/no/folder");
    CHECK(streams::free_for_spools() == UINT64_MAX);
}

TEST_CASE("a limit that is not one is the usual one") {
    CHECK(streams::spool_limit() == std::uint64_t{4} << 30U);
    for (const auto* const value : {"", "0", "-1", "7x", "1048577", "99999999999999999999"}) {
        const Variable limit("PDH_SHIM_DISK_LIMIT", value);
        CHECK(streams::spool_limit() == std::uint64_t{4} << 30U);
    }
    const Variable limit("PDH_SHIM_DISK_LIMIT", "7");
    CHECK(streams::spool_limit() == std::uint64_t{7} << 20U);
}

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
