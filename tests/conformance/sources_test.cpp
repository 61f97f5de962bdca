// What this library adds to PDH's data sources: the list of sources.
#include "support.h"

using namespace conformance;

TEST_CASE("a list of sources: double quotes keep the commas of an item") {
    const std::string script = "script:" + utf8(script_path("one,two.json"));
    CHECK_STATUS(choose_sources(script), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(choose_sources("\"" + script), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(choose_sources("\"" + script + "\"script:"), PDH_INVALID_DATASOURCE);
    for (const std::string& list : {
             "\"" + script + "\"",
             "\"" + script + "\",script:" + utf8(script_path("widgets.json")),
             "script:" + utf8(script_path("widgets.json")) + ",\"" + script + "\",",
         }) {
        CAPTURE(list);
        CHECK_SUCCESS(choose_sources(list));
        CHECK_SUCCESS(PdhValidatePath(TEXT("\\Comma\\Count")));
    }
    CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
}

TEST_CASE("a list of sources that cannot be had leaves the old ones") {
    use_script("widgets.json");
    for (const char* const list : {"", "no such source", "script:no such file", "\"", "script"}) {
        CAPTURE(list);
        CHECK_STATUS(choose_sources(list), PDH_INVALID_DATASOURCE);
        CHECK_SUCCESS(PdhValidatePath(TEXT("\\Gadget\\Depth")));
    }
}
