// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Runs a fuzz target over files, so that every corpus is replayed by the ordinary test run with any compiler.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

std::vector<std::uint8_t> read_file(const std::filesystem::path& path) {
    std::ifstream file;
    file.exceptions(std::ios::failbit | std::ios::badbit);
    file.open(path, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    return {bytes.begin(), bytes.end()};
}

// False if the file cannot be read: an empty input in its place would test nothing.
bool replay(const std::filesystem::path& path) {
    try {
        const std::vector<std::uint8_t> input = read_file(path);
        LLVMFuzzerTestOneInput(input.data(), input.size());
        return true;
    } catch (const std::ios::failure& failure) {
        std::fprintf(stderr, "%s: %s\n", path.c_str(), failure.what());
        return false;
    }
}

} // namespace

int main(int argc, char** argv) {
    int inputs = 0;
    int unreadable = 0;
    const auto count = [&](const std::filesystem::path& path) { ++(replay(path) ? inputs : unreadable); };
    for (int i = 1; i < argc; ++i) {
        if (!std::filesystem::is_directory(argv[i])) {
            count(argv[i]);
            continue;
        }
        for (const auto& entry : std::filesystem::directory_iterator(argv[i])) {
            count(entry.path());
        }
    }
    std::printf("%d inputs replayed, %d cannot be read\n", inputs, unreadable);
    return inputs == 0 || unreadable != 0 ? 1 : 0;
}
