// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "../../block/blocks.h"
#include "source/registry/performance_key.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

// A registry that a test fills and looks into.

namespace pdh_shim::source::registry {

struct FakeRegistry {
    std::vector<block::TestObject> objects;
    std::vector<block::TestObject> costly;
    std::u16string names; ///< as `Counter` has them
    std::u16string helps;
    std::int64_t perf_time = 0;
    std::uint32_t error = KeyAnswer::success;    ///< of every query
    std::optional<std::vector<std::byte>> block; ///< in place of one of the objects

    std::vector<std::u16string> queries; ///< that were answered
    int title_reads = 0;
    int closes = 0;
};

class FakeKey final : public PerformanceKey {
  public:
    explicit FakeKey(std::shared_ptr<FakeRegistry> registry) : registry_(std::move(registry)) {}

    KeyAnswer query(std::u16string_view value, std::span<std::byte> buffer) override {
        if (registry_->error != KeyAnswer::success) {
            return {.error = registry_->error};
        }
        const KeyAnswer answer = give(registry_->block ? *registry_->block : block_of_value(value), buffer);
        if (answer.error == KeyAnswer::success) {
            registry_->queries.emplace_back(value);
        }
        return answer;
    }

    KeyAnswer titles(TitleTexts texts, std::span<std::byte> buffer) override {
        ++registry_->title_reads;
        const std::u16string& text = texts == TitleTexts::names ? registry_->names : registry_->helps;
        return text.empty() ? KeyAnswer{.error = 2} : give(std::as_bytes(std::span(text)), buffer);
    }

    void close() noexcept override { ++registry_->closes; }

  private:
    static KeyAnswer give(std::span<const std::byte> bytes, std::span<std::byte> buffer) {
        if (bytes.size() > buffer.size()) {
            return {.error = KeyAnswer::more_data};
        }
        std::ranges::copy(bytes, buffer.begin());
        return {.bytes = bytes.size()};
    }

    [[nodiscard]] std::vector<std::byte> block_of_value(std::u16string_view value) const {
        if (value == u"Global") {
            return block::block_of(registry_->objects, {}, registry_->perf_time);
        }
        if (value == u"Costly") {
            return block::block_of(registry_->costly, {}, registry_->perf_time);
        }
        std::vector<block::TestObject> listed;
        for (const auto* list : {&registry_->objects, &registry_->costly}) {
            std::ranges::copy_if(*list, std::back_inserter(listed), [&](const block::TestObject& object) {
                return (u" " + std::u16string(value) + u" ")
                           .find(u" " + decimal(object.definition.title_index) + u" ") !=
                       std::u16string::npos;
            });
        }
        return block::block_of(listed, {}, registry_->perf_time);
    }

    static std::u16string decimal(std::uint32_t number) {
        const std::string digits = std::to_string(number);
        return {digits.begin(), digits.end()};
    }

    std::shared_ptr<FakeRegistry> registry_;
};

/// Strings one behind the other, then an empty one.
inline std::u16string multi_string(const std::vector<std::u16string>& strings) {
    std::u16string joined;
    for (const std::u16string& text : strings) {
        joined += text + u'\0';
    }
    return joined + u'\0';
}

} // namespace pdh_shim::source::registry
