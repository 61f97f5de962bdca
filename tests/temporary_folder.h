// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <boost/noncopyable.hpp>
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <system_error>

namespace pdh_shim::test {

/// A temporary folder; the destructor removes it with its contents.
class TemporaryFolder : boost::noncopyable {
  public:
    TemporaryFolder()
        : path_(
              std::filesystem::temp_directory_path() / ("pdh-shim-" + std::to_string(std::random_device()()) +
                                                           std::to_string(std::random_device()()))) {
        REQUIRE(std::filesystem::create_directory(path_));
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::string path() const { return path_.string(); }
    [[nodiscard]] std::string path(const std::string& name) const { return (path_ / name).string(); }

    /// Writes a file, whose path it returns.
    std::string write(const std::string& name, const std::string& text) const {
        std::ofstream(path_ / name, std::ios::binary) << text;
        return path(name);
    }

    [[nodiscard]] std::string read(const std::string& name) const {
        std::ifstream file(path_ / name, std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }

  private:
    std::filesystem::path path_;
};

} // namespace pdh_shim::test
