// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "machine/local_names.h"

#include <doctest/doctest.h>

using pdh_shim::machine::LocalNames;
using pdh_shim::names::Language;
using pdh_shim::names::TitleDatabase;

namespace model = pdh_shim::model;

namespace {

model::Catalogue widgets() {
    model::Catalogue catalogue;
    for (const auto* const name : {u"Widget", u"Gadget"}) {
        model::ObjectDef& object = catalogue.objects.emplace_back();
        object.name = name;
        object.help = u"Help.";
        object.counters.resize(2);
        object.counters[0].name = u"Rate";
        object.counters[1].name = u"Level";
    }
    return catalogue;
}

} // namespace

TEST_CASE("names and help texts are those of the language, or else English") {
    Language german;
    german.by_name[u"Widget"] = {u"Ding", {}};
    german.by_name[u"Level"] = {{}, u"Wie hoch."};
    const LocalNames names(widgets(), TitleDatabase(), german);
    CHECK(names.object(0).name == u"Ding");
    CHECK(names.object(0).help == u"Help.");
    CHECK(names.object(1).name == u"Gadget");
    CHECK(names.counter(1, 0).name == u"Rate");
    CHECK(names.counter(1, 1).name == u"Level");
    CHECK(names.counter(1, 1).help == u"Wie hoch.");
}

TEST_CASE("only translated names are looked up, in any case, and the first of several is found") {
    Language german;
    german.by_name[u"Widget"] = {u"Ding", {}};
    german.by_name[u"Gadget"] = {u"Ding", {}};
    german.by_name[u"Rate"] = {u"Rate", {}};
    german.by_name[u"Level"] = {u"Stand", {}};
    const LocalNames names(widgets(), TitleDatabase(), german);
    CHECK(names.find_object(u"DING") == 0);
    CHECK_FALSE(names.find_object(u"Widget"));
    CHECK(names.find_counter(1, u"stand") == 1);
    CHECK_FALSE(names.find_counter(1, u"Rate"));
    CHECK_FALSE(names.find_counter(0, u""));
}

TEST_CASE("an object without an index has the translation of the index that its English name has") {
    Language german;
    german.by_index[238] = {u"Processor", {u"Prozessor", {}}};
    model::Catalogue catalogue = widgets();
    catalogue.objects[0].name = u"Processor";
    CHECK(LocalNames(catalogue, TitleDatabase::english(), german).object(0).name == u"Prozessor");
    CHECK(LocalNames(catalogue, TitleDatabase(), german).object(0).name == u"Processor");
    catalogue.objects[0].title_index = 238;
    CHECK(LocalNames(catalogue, TitleDatabase(), german).object(0).name == u"Prozessor");
}
