// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/key_search.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

using namespace pdh_shim;
using namespace pdh_shim::block;

namespace {

using Values = std::vector<std::u16string>;

/// A key whose objects have the counter `Count`.
class NamedKey final : public KeySearch {
  public:
    std::shared_ptr<const model::Catalogue> known() override { return catalogue; }

    std::multimap<std::u16string, std::uint32_t> titles;
    std::multimap<std::u16string, std::uint32_t> later_titles; ///< when they are read again
    std::map<std::uint32_t, std::u16string> objects;           ///< by number; Global has the ones below 1,000
    bool answers = true;
    std::int64_t time = 0;

    Values asked;
    int expirations = 0;
    std::shared_ptr<const model::Catalogue> catalogue = std::make_shared<model::Catalogue>();

  private:
    std::int64_t now() override { return time; }

    std::vector<std::uint32_t> indexes_of(std::u16string_view name) override {
        std::vector<std::uint32_t> indexes;
        const auto [first, last] = titles.equal_range(std::u16string(name));
        for (auto title = first; title != last; ++title) {
            indexes.push_back(title->second);
        }
        return indexes;
    }

    bool expire_titles() override {
        ++expirations;
        titles.merge(later_titles);
        return true;
    }

    void ask_and_learn(std::u16string_view value, std::vector<std::uint32_t> indexes) override {
        asked.emplace_back(value);
        auto learnt = std::make_shared<model::Catalogue>();
        for (const auto& [number, name] : objects) {
            const bool is_asked =
                value == u"Global" ? number < 1000 : std::ranges::find(indexes, number) != indexes.end();
            if (answers && is_asked) {
                model::CounterDef counter;
                counter.name = u"Count";
                model::ObjectDef object;
                object.name = name;
                object.title_index = number;
                object.counters = {counter};
                learnt->objects.push_back(object);
            }
        }
        catalogue = learnt;
    }
};

} // namespace

TEST_CASE("an object is asked for by the number of its name, once") {
    NamedKey key;
    key.titles = {{u"Widget", 500}};
    key.objects = {{500, u"Widget"}, {502, u"Gadget"}};
    CHECK(key.find(u"Widget", u"Count")->objects.size() == 1);
    CHECK(key.find(u"widget", u"count")->objects.size() == 1);
    CHECK(key.find(u"500", u"anything")->objects.size() == 1);
    CHECK(key.asked == Values{u"500"});
    static_cast<void>(key.find(u"Widget", u"New")); // a counter that may have appeared since
    CHECK(key.asked == Values{u"500", u"500"});
}

TEST_CASE("an object can be named by its number, with and without a #") {
    for (const std::u16string_view name : {u"502", u"#502"}) {
        NamedKey key;
        key.objects = {{500, u"Widget"}, {502, u"#502"}};
        CHECK(key.find(name, u"")->objects.size() == 1);
        CHECK(key.asked == Values{u"502"});
        CHECK(key.expirations == 0);
    }
}

TEST_CASE("nothing is asked where no object is named, nor of a name that no title has") {
    NamedKey key;
    CHECK(key.find(u"", u"")->objects.empty());
    CHECK(key.expirations == 0);
    CHECK(key.find(u"Widget", u"")->objects.empty());
    CHECK(key.expirations == 1);
    CHECK(key.asked.empty());
}

TEST_CASE("titles are read again for a name that they lack") {
    NamedKey key;
    key.later_titles = {{u"Widget", 500}};
    key.objects = {{500, u"Widget"}};
    CHECK(key.find(u"Widget", u"")->objects.size() == 1);
    CHECK(key.asked == Values{u"500"});
}

TEST_CASE("a name is asked for by all its numbers, but for a key that has very many") {
    NamedKey key;
    key.titles = {{u"Widget", 500}, {u"Widget", 700}};
    static_cast<void>(key.find(u"Widget", u""));
    CHECK(key.asked == Values{u"500 700"});
    for (std::uint32_t number = 0; number < 1000; ++number) {
        key.titles.emplace(u"Hostile", number + 1000);
    }
    static_cast<void>(key.find(u"Hostile", u""));
    CHECK(key.asked.back() == u"1000 1001 1002 1003 1004 1005 1006 1007");
}

TEST_CASE("all objects are asked for by Global, also in vain, at most every ten seconds") {
    for (const bool answers : {true, false}) {
        CAPTURE(answers);
        NamedKey key;
        key.answers = answers;
        key.objects = {{500, u"Widget"}, {1500, u"Costly"}};
        CHECK(key.find_all()->objects.size() == (answers ? 1 : 0));
        key.time += KeySearch::discovery_interval - 1;
        static_cast<void>(key.find_all());
        CHECK(key.asked == Values{u"Global"});
        key.time += 1;
        static_cast<void>(key.find_all());
        CHECK(key.asked == Values{u"Global", u"Global"});
        key.time -= 1; // a clock that is set back delays nothing
        static_cast<void>(key.find_all());
        CHECK(key.asked.size() == 3);
    }
}
