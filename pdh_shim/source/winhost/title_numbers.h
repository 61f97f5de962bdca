// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "block/block.h"
#include "model/catalogue.h"
#include "model/source.h"
#include "names/title_list.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace pdh_shim::source::winhost {

/// The title indexes of a host's objects and counters, which it may number anew (`lodctr /R`) while counters
/// of them are in use. These keep the numbers that they were known by first: answers are rewritten, and
/// requests have the host's numbers. Names tell what is the same. Costs nothing while nothing has changed.
/// One thread at a time.
class TitleNumbers {
  public:
    /// Compares what is known of a host with its titles of now.
    void check(const model::Catalogue& known, const names::TitleList& titles);
    [[nodiscard]] bool have_changed() const noexcept { return have_changed_; }

    /// The value that asks for the objects that are known by these title indexes.
    [[nodiscard]] std::u16string value_of(std::span<const std::uint32_t> indexes) const;

    /// Whether rewrite() has to look for titles.
    [[nodiscard]] bool needs_titles(const block::BlockObjects& objects) const;
    /// Gives the objects of an answer and their counters the numbers that are known.
    /// @param bytes   of the answer, into which the objects look
    /// @param titles  of now; may be empty if they are not needed
    void rewrite(std::vector<std::byte>& bytes, const block::BlockObjects& objects,
        const model::Catalogue& known, const names::TitleList& titles);

    /// The name of a number that was made up, because the host's stands for something else.
    [[nodiscard]] std::optional<std::u16string> name(std::uint32_t number) const;

  private:
    using CounterKey =
        std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>; // host's numbers, and the type

    [[nodiscard]] std::uint32_t made_up(std::u16string_view name);
    [[nodiscard]] std::uint32_t number_of_object(
        std::uint32_t index, const model::Catalogue& known, const names::TitleList& titles);
    [[nodiscard]] std::uint32_t number_of_counter(std::uint32_t index, std::uint32_t type,
        const model::ObjectDef* object, const names::TitleList& titles);

    bool have_changed_ = false;
    std::map<std::uint32_t, std::vector<std::uint32_t>> asked_as_; // known number of an object: the host's
    std::map<std::uint32_t, std::uint32_t> objects_;               // host's number: the known one
    std::map<CounterKey, std::uint32_t> counters_;
    std::map<std::u16string, std::uint32_t> made_up_;
};

} // namespace pdh_shim::source::winhost
