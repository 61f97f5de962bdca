// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/names.h"

#include <pdh.h>

#include <doctest/doctest.h>

using namespace pdh_shim::tools::exporter;

namespace {

std::string whole_name(const char* object, const char* counter, DWORD type) {
    const auto& row = *type_row(type);
    return pdh_name(object, counter, row).name + std::string(row.suffix);
}

} // namespace

TEST_CASE("a counter's series has base units, and no words that its type says") {
    CHECK(whole_name("Processor Information", "% Processor Time", PERF_100NSEC_TIMER_INV) ==
          "pdh_processor_information_processor_time_idle_seconds_total");
    CHECK(whole_name("Memory", "Page Faults/sec", PERF_COUNTER_COUNTER) == "pdh_memory_page_faults_total");
    CHECK(whole_name("PhysicalDisk", "Avg. Disk sec/Read", PERF_AVERAGE_TIMER) ==
          "pdh_physicaldisk_disk_read_seconds");
    CHECK(whole_name("LogicalDisk", "% Free Space", PERF_RAW_FRACTION) == "pdh_logicaldisk_free_space_ratio");
    CHECK(whole_name("Network Interface", "Bytes Total/sec", PERF_COUNTER_BULK_COUNT) ==
          "pdh_network_interface_bytes_total");
    CHECK(whole_name("System", "System Up Time", PERF_ELAPSED_TIME) == "pdh_system_start_time_seconds");
    CHECK(whole_name("Process", "Handle Count", PERF_COUNTER_RAWCOUNT) == "pdh_process_handles");
    CHECK(whole_name("Cash", "Grand Total", PERF_COUNTER_RAWCOUNT) == "pdh_cash_grand_total_value");
    CHECK(whole_name("\xC3\xA4", "%", PERF_COUNTER_RAWCOUNT) == "pdh_object_value");

    const auto megabytes = pdh_name("Memory", "Available MBytes", *type_row(PERF_COUNTER_LARGE_RAWCOUNT));
    CHECK(megabytes.name == "pdh_memory_available_bytes");
    CHECK(megabytes.factor == 1024 * 1024);
    const auto milliseconds = pdh_name("Web", "Latency (ms)", *type_row(PERF_COUNTER_RAWCOUNT));
    CHECK(milliseconds.name == "pdh_web_latency_seconds");
    CHECK(milliseconds.factor == 0.001);
}

TEST_CASE("each counter type has a row, and one with a value has a query for it") {
    CHECK(type_rows().size() == 40);
    CHECK(type_row(12345) == nullptr);
    for (const auto& row : type_rows()) {
        CAPTURE(row.constant);
        CHECK((row.metric == Metric::none) == row.query.empty());
        CHECK((row.metric == Metric::counter) == row.suffix.ends_with("_total"));
    }
    CHECK(type_row(PERF_PRECISION_100NS_TIMER)->second_suffix == "_base_seconds_total");
}

TEST_CASE("windows_exporter's names are made as its documentation shows") {
    CHECK(windows_exporter_name("Memory", "Cache Faults/sec") ==
          "windows_performancecounter_memory_cache_faults_sec");
    CHECK(windows_exporter_name("Processor Information", "% Processor Time") ==
          "windows_performancecounter_processor_information_percent_processor_time");
    CHECK(windows_exporter_name("A(b)", "_C_") == "windows_performancecounter_ab__c");
    CHECK(windows_exporter_name("(\xC3\xA4)", "\xE2\x82\xAC") == "windows_performancecounter");
    CHECK(windows_exporter_name(".NET CLR Memory", "# Bytes in all Heaps") ==
          "windows_performancecounter__net_clr_memory___bytes_in_all_heaps");
}

TEST_CASE("a text is safe where it stands") {
    CHECK(label_value("a\"b\\c\nd\r") == "a\\\"b\\\\c\\nd\r");
    CHECK(label_value("\xFFx") == "\xEF\xBF\xBDx");
    CHECK(help_text("say \"no\"\\\n") == "say 'no'\\\\\\n");
    CHECK(html_text("<a href='x'>&\"") == "&lt;a href=&#39;x&#39;&gt;&amp;&quot;");
    CHECK(url_text("a b&c=\xC3\xA4~") == "a%20b%26c%3D%C3%A4~");
    CHECK(is_metric_name("a:b_1"));
    CHECK_FALSE(is_metric_name("1a"));
    CHECK_FALSE(is_metric_name(""));
    CHECK(is_label_name("_a"));
    CHECK_FALSE(is_label_name("a:b"));
    CHECK_FALSE(is_label_name("__name__"));
}

TEST_CASE("a pattern matches in either case") {
    CHECK(matches("*", ""));
    CHECK(matches("java*", "Java:12"));
    CHECK(matches("a*b?d", "axxbbcd"));
    CHECK_FALSE(matches("java", "java:12"));
    CHECK_FALSE(matches("?", ""));
    CHECK_FALSE(matches("a*b", "abc"));
    CHECK(equal("Process V2", "process v2"));
    CHECK_FALSE(equal("Process", "process v2"));
}
