// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Requests to HKEY_PERFORMANCE_DATA, which may be text of a program's user. Properties: any text gives
// a block or is an invalid argument; the block has the length in its header, and so has each object in it;
// an object is there because its index was asked for, or because all were.
//
// The input is the text in Latin 1, up to its first NUL.
#include "require.h"

#include <pdh.h>
#include <pdh_shim/control.h>
#include <pdhmsg.h>
#include <windows.h>
#include <winperf.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr const char* script = R"(script:{ "objects": [
    { "name": "Thing", "index": 6000, "instances": "multi", "counters": [
        { "name": "Rate", "index": 6002, "type": "PERF_COUNTER_COUNTER" } ] },
    { "name": "Place", "index": 6100, "instances": "none", "counters": [
        { "name": "Room", "index": 6102, "type": "PERF_COUNTER_LARGE_RAWCOUNT" } ] } ],
  "samples": [ { "data": { "Thing": { "a": [10], "b": [20] }, "Place": [100] } } ],
  "loop": true })";

template <class Structure>
Structure structure_at(const std::vector<std::byte>& bytes, std::size_t offset) {
    require(offset <= bytes.size() && sizeof(Structure) <= bytes.size() - offset);
    Structure structure;
    std::memcpy(&structure, bytes.data() + offset, sizeof structure);
    return structure;
}

bool is_digit(char character) {
    return character >= '0' && character <= '9';
}

// The numbers between blanks; none if the text asks for objects by a name of a kind.
std::optional<std::set<unsigned long>> numbers_in(const std::string& request) {
    std::set<unsigned long> numbers;
    std::istringstream words(request);
    for (std::string word; std::getline(words, word, ' ');) {
        if (word.empty()) {
            continue;
        }
        if (!is_digit(word.front())) {
            return std::nullopt;
        }
        numbers.insert(std::strtoul(word.c_str(), nullptr, 10));
    }
    return numbers.empty() ? std::nullopt : std::optional(numbers);
}

void check_block(const std::vector<std::byte>& bytes, const std::string& request) {
    const auto numbers = numbers_in(request);
    const auto head = structure_at<PERF_DATA_BLOCK>(bytes, 0);
    require(head.TotalByteLength == bytes.size());
    std::size_t offset = head.HeaderLength;
    for (DWORD i = 0; i < head.NumObjectTypes; ++i) {
        const auto object = structure_at<PERF_OBJECT_TYPE>(bytes, offset);
        const DWORD index = object.ObjectNameTitleIndex;
        require(index == 6000 || index == 6100);
        require(!numbers || numbers->contains(index));
        require(object.TotalByteLength >= sizeof object);
        offset += object.TotalByteLength;
    }
    require(offset == bytes.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    [[maybe_unused]] static const bool is_chosen = [] {
        require(pdh_shim_set_sources(script) == ERROR_SUCCESS);
        return true;
    }();
    const std::string request(data, std::find(data, data + size, 0));
    DWORD length = 0;
    const auto status =
        static_cast<DWORD>(pdh_shim_query_performance_data(request.c_str(), nullptr, &length));
    require(status == PDH_MORE_DATA || status == PDH_INVALID_ARGUMENT);
    if (status == PDH_MORE_DATA) {
        std::vector<std::byte> block(length);
        require(pdh_shim_query_performance_data(request.c_str(), block.data(), &length) == ERROR_SUCCESS);
        block.resize(length);
        check_block(block, request);
    }
    return 0;
}
