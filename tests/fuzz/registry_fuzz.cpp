// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Data of the registry of Windows and Wine: any performance DLL writes the blocks, and
// setup programs the texts. Properties: a text is the one that the registry has for its index; of a block
// that Wine has written with a gap, objects move and nothing else, once.
//
// The input is the list of texts, in UTF-16, and the buffer of a block as well.
#include "base/text.h"
#include "block/layout.h"
#include "require.h"
#include "source/registry/performance_key.h"
#include "source/registry/registry_titles.h"
#include "source/registry/wine_block.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::source::registry;

namespace {

using Bytes = std::vector<std::byte>;

// A registry with these texts, both as names and as help texts.
class Key final : public PerformanceKey {
  public:
    explicit Key(const Bytes& texts) : texts_(texts) {}

    KeyAnswer query(std::u16string_view, std::span<std::byte>) override { return {}; }

    KeyAnswer titles(TitleTexts, std::span<std::byte> buffer) override {
        if (texts_.size() > buffer.size()) {
            return {.error = KeyAnswer::more_data};
        }
        std::ranges::copy(texts_, buffer.begin());
        return {.bytes = texts_.size()};
    }

    void close() noexcept override {}

  private:
    const Bytes& texts_;
};

std::vector<std::u16string> split_at_nuls(const Bytes& bytes) {
    std::u16string units(bytes.size() / sizeof(char16_t), u'\0');
    std::ranges::copy(std::span(bytes).first(units.size() * sizeof(char16_t)),
        std::as_writable_bytes(std::span(units)).begin());
    std::vector<std::u16string> texts(1);
    for (const char16_t unit : units) {
        if (unit == u'\0') {
            texts.emplace_back();
        } else {
            texts.back() += unit;
        }
    }
    return texts;
}

void check_titles(const Bytes& bytes) {
    Key key(bytes);
    RegistryTitles titles(key);
    std::map<std::uint32_t, std::u16string> seen;
    const std::vector<std::u16string> texts = split_at_nuls(bytes);
    for (std::size_t i = 0; i + 1 < texts.size() && !texts[i].empty(); i += 2) {
        const auto index = parse_decimal(texts[i]);
        if (index && !texts[i + 1].empty()) {
            const std::u16string& first = seen.try_emplace(*index, texts[i + 1]).first->second;
            require(titles.name(*index) == first && titles.help(*index) == first);
        }
    }
    constexpr std::uint32_t processor = 238;
    const bool is_told = seen.contains(processor);
    require(titles.name(processor) == (is_told ? seen[processor] : u"Processor"));
    require(titles.help(processor).has_value() == is_told);
}

std::size_t number_at(const Bytes& bytes, std::size_t offset) {
    std::uint32_t number = 0;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

void check_gap(const Bytes& before) {
    Bytes after = before;
    close_wine_gap(after);
    if (after != before) {
        const std::size_t header = number_at(before, block::layout::block::header_length);
        const std::size_t total = number_at(before, block::layout::block::total_length);
        Bytes moved = before;
        moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(header),
            moved.begin() + static_cast<std::ptrdiff_t>(header + wine_gap));
        moved.resize(total);
        moved.insert(moved.end(), before.begin() + static_cast<std::ptrdiff_t>(total), before.end());
        require(after == moved);
    }
    Bytes again = after;
    close_wine_gap(again);
    require(again == after);

    clear_heads(again);
    const Bytes cleared = again;
    close_wine_gap(again);
    require(again == cleared);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto input = std::as_bytes(std::span(data, size));
    const Bytes bytes(input.begin(), input.end());
    check_titles(bytes);
    check_gap(bytes);
    return 0;
}
