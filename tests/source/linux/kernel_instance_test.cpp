#include "source/linux/kernel_instance.h"

#include <doctest/doctest.h>

using pdh_shim::source::linux::kernel_instance;

TEST_CASE("the name in the kernel is the name of the instance") {
    CHECK(kernel_instance("bash") == u"bash");
    CHECK(kernel_instance("kworker/0:1") == u"kworker/0:1");
    CHECK(kernel_instance("(sd-pam)") == u"(sd-pam)");
    CHECK(kernel_instance("").empty());
}

TEST_CASE("bytes that are not UTF-8 become U+FFFD, one by one") {
    CHECK(kernel_instance("a\xFF\xC3z") == u"a\uFFFD\uFFFDz");
}

TEST_CASE("a # in a name of the kernel is replaced, because #n would be another instance") {
    CHECK(kernel_instance("a#1") == u"a_1");
    CHECK(kernel_instance("a#0") == u"a_0");
    CHECK(kernel_instance("#") == u"_");
}

TEST_CASE("a kernel name _Total gets a suffix, because _Total is the sum of the instances") {
    CHECK(kernel_instance("_Total") == u"_Total_");
    CHECK(kernel_instance("_TOTAL") == u"_TOTAL_");
    CHECK(kernel_instance("_Total_") == u"_Total_");
    CHECK(kernel_instance("_Totals") == u"_Totals");
}
