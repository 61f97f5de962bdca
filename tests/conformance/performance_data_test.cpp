// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Performance data blocks: those of HKEY_PERFORMANCE_DATA, and captures, which besides PDH's functions need
// those of <pdh_shim/control.h>.
#include "support.h"

#include <pdh_shim/control.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

using namespace conformance;

namespace {

using Bytes = std::vector<unsigned char>;

// Blocks are little-endian on every machine.

void reverse(unsigned char* number, std::size_t size) {
    if constexpr (std::endian::native == std::endian::big) {
        std::reverse(number, number + size);
    }
}

template <class Number>
void from_little(Number& number) {
    reverse(reinterpret_cast<unsigned char*>(&number), sizeof number);
}

/// For structures that have members of 32 bits only.
template <class Structure>
void words_from_little(Structure& structure) {
    auto* const bytes = reinterpret_cast<unsigned char*>(&structure);
    for (std::size_t i = 0; i < sizeof structure; i += sizeof(DWORD)) {
        reverse(bytes + i, sizeof(DWORD));
    }
}
void from_little(PERF_COUNTER_DEFINITION& counter) {
    words_from_little(counter);
}
void from_little(PERF_INSTANCE_DEFINITION& instance) {
    words_from_little(instance);
}
void from_little(PERF_COUNTER_BLOCK& block) {
    words_from_little(block);
}
void from_little(PERF_OBJECT_TYPE& object) {
    const auto bytes = [&](std::size_t offset) { return reinterpret_cast<unsigned char*>(&object) + offset; };
    for (std::size_t i = 0; i < offsetof(PERF_OBJECT_TYPE, PerfTime); i += sizeof(DWORD)) {
        reverse(bytes(i), sizeof(DWORD));
    }
    from_little(object.PerfTime.QuadPart);
    from_little(object.PerfFreq.QuadPart);
}
void from_little(PERF_DATA_BLOCK& block) {
    for (auto& unit : block.Signature) {
        from_little(unit);
    }
    for (DWORD* const word : {&block.LittleEndian, &block.Version, &block.Revision, &block.TotalByteLength,
             &block.HeaderLength, &block.NumObjectTypes, &block.SystemNameLength, &block.SystemNameOffset}) {
        from_little(*word);
    }
    from_little(block.DefaultObject);
    from_little(block.SystemTime.wYear); // the only one that the cases look at
    for (LARGE_INTEGER* const number : {&block.PerfTime, &block.PerfFreq, &block.PerfTime100nSec}) {
        from_little(number->QuadPart);
    }
}

/// A structure somewhere in a block. @throws nothing; the case fails if it does not lie in the block
template <class Structure>
Structure structure_at(const Bytes& block, std::size_t offset) {
    REQUIRE(offset + sizeof(Structure) <= block.size());
    Structure structure;
    std::memcpy(&structure, block.data() + offset, sizeof structure);
    from_little(structure);
    return structure;
}

Bytes query_block(const char* request) {
    CAPTURE(request);
    DWORD size = 0;
    REQUIRE_STATUS(pdh_shim_query_performance_data(request, nullptr, &size), PDH_MORE_DATA);
    Bytes block(size);
    REQUIRE_SUCCESS(pdh_shim_query_performance_data(request, block.data(), &size));
    REQUIRE(size == block.size());
    return block;
}

/// A block as programs read it that ask the registry for it.
class Block {
  public:
    explicit Block(const char* request) : bytes_(query_block(request)) {
        const auto head = this->head();
        REQUIRE(head.TotalByteLength == bytes_.size());
        std::size_t offset = head.HeaderLength;
        for (DWORD i = 0; i < head.NumObjectTypes; ++i) {
            offsets_.push_back(offset);
            offset += structure_at<PERF_OBJECT_TYPE>(bytes_, offset).TotalByteLength;
        }
        REQUIRE(offset == bytes_.size());
    }

    [[nodiscard]] PERF_DATA_BLOCK head() const { return structure_at<PERF_DATA_BLOCK>(bytes_, 0); }

    /// Title indexes of the objects in their order, "5000 5100".
    [[nodiscard]] std::string objects() const {
        std::string indexes;
        for (const std::size_t offset : offsets_) {
            indexes += (indexes.empty() ? "" : " ") + std::to_string(object_at(offset).ObjectNameTitleIndex);
        }
        return indexes;
    }

    [[nodiscard]] PERF_OBJECT_TYPE object(DWORD title_index) const { return object_at(find(title_index)); }

    [[nodiscard]] PERF_COUNTER_DEFINITION counter(DWORD object, DWORD title_index) const {
        const std::size_t start = find(object);
        std::size_t offset = start + object_at(start).HeaderLength;
        for (DWORD i = 0; i < object_at(start).NumCounters; ++i) {
            const auto counter = structure_at<PERF_COUNTER_DEFINITION>(bytes_, offset);
            if (counter.CounterNameTitleIndex == title_index) {
                return counter;
            }
            offset += counter.ByteLength;
        }
        FAIL("there is no such counter");
        return {};
    }

    struct Instance {
        std::string name;
        DWORD parent_object;
        DWORD parent;
        LONG unique_id;
        std::size_t values; // where its counter block is
    };
    [[nodiscard]] std::vector<Instance> instances(DWORD object) const {
        std::vector<Instance> instances;
        const std::size_t start = find(object);
        std::size_t offset = start + object_at(start).DefinitionLength;
        for (LONG i = 0; i < object_at(start).NumInstances; ++i) {
            const auto head = structure_at<PERF_INSTANCE_DEFINITION>(bytes_, offset);
            std::basic_string<char16_t> name(head.NameLength / 2 - 1, u'\0');
            std::memcpy(name.data(), bytes_.data() + offset + head.NameOffset, name.size() * 2);
            for (char16_t& unit : name) {
                from_little(unit);
            }
            offset += head.ByteLength;
            instances.push_back({std::string(name.begin(), name.end()), head.ParentObjectTitleIndex,
                head.ParentObjectInstance, head.UniqueID, offset});
            offset += structure_at<PERF_COUNTER_BLOCK>(bytes_, offset).ByteLength;
        }
        return instances;
    }

    /// The value of a counter of 32 bits.
    [[nodiscard]] DWORD value(DWORD object, DWORD counter, const std::string& instance) const {
        const auto definition = this->counter(object, counter);
        REQUIRE(definition.CounterSize == sizeof(DWORD));
        for (const Instance& candidate : instances(object)) {
            if (candidate.name == instance) {
                return structure_at<DWORD>(bytes_, candidate.values + definition.CounterOffset);
            }
        }
        FAIL("there is no such instance");
        return 0;
    }

  private:
    [[nodiscard]] PERF_OBJECT_TYPE object_at(std::size_t offset) const {
        return structure_at<PERF_OBJECT_TYPE>(bytes_, offset);
    }
    [[nodiscard]] std::size_t find(DWORD title_index) const {
        for (const std::size_t offset : offsets_) {
            if (object_at(offset).ObjectNameTitleIndex == title_index) {
                return offset;
            }
        }
        FAIL("there is no such object");
        return 0;
    }

    Bytes bytes_;
    std::vector<std::size_t> offsets_;
};

/// A file that is filled with captured samples and replayed.
class Capture {
  public:
    Capture() {
        const auto number = std::to_string(std::random_device()());
        file_ = (std::filesystem::temp_directory_path() / ("pdh-shim-" + number + ".perfdata")).string();
    }
    Capture(const Capture&) = delete;
    Capture& operator=(const Capture&) = delete;
    Capture(Capture&&) = delete;
    Capture& operator=(Capture&&) = delete;
    ~Capture() {
        use_script("widgets.json");
        std::error_code ignored;
        std::filesystem::remove(file_, ignored);
    }

    void add(PDH_HQUERY query) {
        const DWORD flags = is_begun_ ? 0 : PDH_SHIM_CAPTURE_TITLES;
        is_begun_ = true;
        DWORD size = 0;
        REQUIRE_STATUS(pdh_shim_capture_sample(query, flags, nullptr, &size), PDH_MORE_DATA);
        std::string blocks(size, '\0');
        REQUIRE_SUCCESS(pdh_shim_capture_sample(query, flags, blocks.data(), &size));
        std::ofstream(file_, std::ios::binary | std::ios::app) << blocks;
    }
    void add(const Bytes& block) const {
        std::ofstream(file_, std::ios::binary | std::ios::app) << std::string(block.begin(), block.end());
    }

    void replay() const { REQUIRE_SUCCESS(choose_sources(source())); }
    [[nodiscard]] std::string source() const { return "perfdata:" + file_; }

  private:
    std::string file_;
    bool is_begun_ = false;
};

/// All data of a counter, in one line.
std::string line_of(PDH_HCOUNTER counter) {
    std::ostringstream line;
    DWORD type = 0;
    PDH_RAW_COUNTER raw = {};
    line << status_name(PdhGetRawCounterValue(counter, &type, &raw)) << ' ' << type << ' '
         << name_of(raw.CStatus) << ' ' << raw.FirstValue << ' ' << raw.SecondValue << ' ' << raw.MultiCount
         << ' ' << as_number(raw.TimeStamp);
    LONGLONG time_base = 0;
    line << ' ' << status_name(PdhGetCounterTimeBase(counter, &time_base)) << ' ' << time_base;
    PDH_FMT_COUNTERVALUE value = {};
    const auto status =
        PdhGetFormattedCounterValue(counter, PDH_FMT_DOUBLE | PDH_FMT_NOCAP100, nullptr, &value);
    line << ' ' << status_name(status) << ' ' << name_of(value.CStatus) << ' ' << value.doubleValue;
    return line.str();
}

/// The data of all counters of an object for each collect; also written into the capture if there is one.
std::vector<std::string> replay_of(const TCHAR* paths, Capture* capture) {
    Query query;
    std::vector<std::string> lines = expand(paths);
    std::vector<PDH_HCOUNTER> counters;
    for (const std::string& path : std::vector<std::string>(lines)) {
        counters.push_back(query.add(from_utf8(path).c_str()));
    }
    PDH_STATUS status = ERROR_SUCCESS;
    while ((status = PdhCollectQueryData(query.handle())) == ERROR_SUCCESS) {
        if (capture != nullptr) {
            capture->add(query.handle());
        }
        for (auto* const counter : counters) {
            lines.push_back(line_of(counter));
        }
    }
    CHECK_STATUS(status, PDH_NO_MORE_DATA);
    return lines;
}

void check_replay(const char* script, const TCHAR* paths) {
    use_script(script);
    Capture capture;
    const auto live = replay_of(paths, &capture);
    REQUIRE(live.size() > 4);
    capture.replay();
    const auto replayed = replay_of(paths, nullptr);
    REQUIRE(replayed.size() == live.size());
    for (std::size_t i = 0; i < live.size(); ++i) {
        CHECK(replayed[i] == live[i]);
    }
}

} // namespace

TEST_CASE("a capture is replayed with the values that it was made with: every counter type") {
    check_replay("types.json", TEXT("\\Types(*)\\*"));
}

TEST_CASE("a capture is replayed with its values: parents, instances of one name") {
    check_replay("family.json", TEXT("\\Child(*)\\*"));
    check_replay("family.json", TEXT("\\Parent(*)\\*"));
}

TEST_CASE("a capture is replayed with its values: names without an index") {
    check_replay("widgets.json", TEXT("\\GPU Engine(*)\\*"));
}

TEST_CASE_FIXTURE(Widgets, "a block without titles is replayed with Windows' names, or with numbers") {
    Capture capture;
    capture.add(query_block("5000"));
    capture.add(query_block("5000"));
    {
        const Query replayed(from_utf8(capture.source())); // a source for this query alone
        auto* const depth = replayed.add(TEXT("\\#5000(a)\\#5004"));
        replayed.collect(2);
        CHECK(long_value(depth) == 6);
        CHECK_STATUS(PdhCollectQueryData(replayed.handle()), PDH_NO_MORE_DATA);
    }
    capture.replay();
    CHECK(expand(TEXT("\\#5000(a)\\*")) ==
          std::vector<std::string>{"\\#5000(a)\\#5002", "\\#5000(a)\\#5004", "\\#5000(a)\\#5006"});
    Query query;
    auto* const rate = query.add(TEXT("\\#5000(a)\\#5002"));
    auto* const fraction = query.add(TEXT("\\#5000(a)\\#5006"));
    query.collect(2);
    CHECK(double_value(rate) == 5);
    CHECK(double_value(fraction) == 40);
}

TEST_CASE("the default scale of a captured counter is reported, and not applied") {
    use_script("scale.json");
    Capture capture;
    Query live;
    auto* const scaled = live.add(TEXT("\\Scaled\\Tenth"));
    live.collect();
    capture.add(live.handle());
    const double value = double_value(scaled, PDH_FMT_NOSCALE);
    CHECK(double_value(scaled) == doctest::Approx(value / 10));
    capture.replay();
    Query replayed;
    auto* const counter = replayed.add(TEXT("\\Scaled\\Tenth"));
    replayed.collect();
    CHECK(double_value(counter) == value);
    DWORD size = 0;
    REQUIRE_STATUS(PdhGetCounterInfo(counter, FALSE, &size, nullptr), PDH_MORE_DATA);
    std::vector<PDH_COUNTER_INFO> info(size / sizeof(PDH_COUNTER_INFO) + 1);
    REQUIRE_SUCCESS(PdhGetCounterInfo(counter, FALSE, &size, info.data()));
    CHECK(info.front().lDefaultScale == -1);
}

TEST_CASE_FIXTURE(Widgets, "pdh_shim_capture_sample: arguments") {
    Query query;
    REQUIRE(query.add(TEXT("\\Widget(*)\\Depth")) != nullptr);
    DWORD size = 0;
    CHECK_STATUS(pdh_shim_capture_sample(query.handle(), 0, nullptr, &size), PDH_NO_DATA);
    query.collect();
    CHECK_STATUS(pdh_shim_capture_sample(query.handle(), 2, nullptr, &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_capture_sample(nullptr, 0, nullptr, &size), PDH_INVALID_HANDLE);
    check_buffer_protocol<char>([&](char* buffer, DWORD* bytes) {
        return pdh_shim_capture_sample(query.handle(), PDH_SHIM_CAPTURE_TITLES, buffer, bytes);
    });
}

TEST_CASE("captured blocks: another or a damaged file is refused") {
    CHECK_STATUS(choose_sources("perfdata:" + utf8(script_path("missing.perfdata"))), PDH_INVALID_DATASOURCE);
    CHECK_STATUS(choose_sources("perfdata:" + utf8(script_path("widgets.json"))), PDH_INVALID_DATASOURCE);
    use_script("widgets.json");
}

TEST_CASE_FIXTURE(Widgets, "a program that reads the block of HKEY_PERFORMANCE_DATA computes what PDH does") {
    Query query;
    auto* const rate = query.add(TEXT("\\Widget(a)\\Items/sec"));
    auto* const fraction = query.add(TEXT("\\Widget(a)\\Hit %"));
    query.collect(2);
    const Block older("5000");
    const Block newer("5000");
    const auto change = [&](DWORD counter) {
        return static_cast<double>(newer.value(5000, counter, "a") - older.value(5000, counter, "a"));
    };
    const auto ticks = newer.head().PerfTime.QuadPart - older.head().PerfTime.QuadPart;
    const auto seconds = static_cast<double>(ticks) / static_cast<double>(newer.head().PerfFreq.QuadPart);
    CHECK(change(5002) / seconds == doctest::Approx(double_value(rate)));
    CHECK(100 * change(5006) / change(5008) == doctest::Approx(double_value(fraction)));
    CHECK(newer.value(5000, 5004, "b") == 2);
}

TEST_CASE_FIXTURE(Widgets, "the block of HKEY_PERFORMANCE_DATA: head, objects, counters and instances") {
    const Block block("5000 5100");
    const auto head = block.head();
    CHECK(std::u16string(head.Signature, head.Signature + 4) == u"PERF");
    CHECK(head.LittleEndian == 1);
    CHECK(head.Version == PERF_DATA_VERSION);
    CHECK(head.Revision == PERF_DATA_REVISION);
    CHECK(head.HeaderLength % 8 == 0);
    CHECK(head.SystemTime.wYear == 2026);
    CHECK(head.DefaultObject == 5000);
    const auto widget = block.object(5000);
    CHECK(widget.ObjectHelpTitleIndex == 5001);
    CHECK(widget.NumInstances == 2);
    CHECK(widget.NumCounters == 4);
    CHECK(widget.CodePage == 0);
    CHECK(widget.DetailLevel == PERF_DETAIL_NOVICE);
    CHECK(block.object(5100).NumInstances == PERF_NO_INSTANCES);
    CHECK(block.counter(5000, 5008).CounterType == PERF_SAMPLE_BASE);
    CHECK(block.counter(5100, 5104).CounterSize == 8);
    const auto instances = block.instances(5000);
    CHECK(instances.at(1).name == "b");
    CHECK(instances.at(1).unique_id == PERF_NO_UNIQUE_ID);
}

TEST_CASE_FIXTURE(Widgets, "pdh_shim_query_performance_data: the kinds of requests") {
    struct Row {
        const char* request;
        const char* objects;
    };
    // Each takes a sample, of which there are three.
    for (const Row& row : {Row{"5100 5000", "5100 5000"}, Row{" 5300  5002 7 5300 ", "5300"}}) {
        CHECK(Block(row.request).objects() == row.objects);
    }
    const std::string all = Block("gLOBAL").objects();
    CHECK(all.starts_with("5000 5100 5200 5300 "));
    use_script("widgets.json");
    CHECK(Block("").objects() == all);
    for (const char* const nothing : {"Costly", "MetadataCostly", "Foreign FAR", "foreign FAR 5000", "7"}) {
        CHECK(Block(nothing).objects().empty());
    }
    const Block metadata("MetadataGlobal");
    CHECK(metadata.objects() == all);
    CHECK(metadata.object(5000).NumInstances == PERF_METADATA_MULTIPLE_INSTANCES);
    CHECK(metadata.object(5100).NumInstances == PERF_METADATA_NO_INSTANCES);
    DWORD size = 0;
    for (const char* const wrong : {"5000,5100", "5000x", "Process", "-1", "4294967296"}) {
        CAPTURE(wrong);
        CHECK_STATUS(pdh_shim_query_performance_data(wrong, nullptr, &size), PDH_INVALID_ARGUMENT);
    }
    CHECK_STATUS(pdh_shim_query_performance_data(nullptr, nullptr, &size), PDH_INVALID_ARGUMENT);
    CHECK_STATUS(pdh_shim_query_performance_data("5000", nullptr, nullptr), PDH_INVALID_ARGUMENT);
    size = 1;
    CHECK_STATUS(pdh_shim_query_performance_data("5000", nullptr, &size), PDH_INVALID_ARGUMENT);
}

TEST_CASE("a block has one clock: objects by another are left out") {
    const auto script = [](const char* file) { return "script:" + utf8(script_path(file)); };
    REQUIRE_SUCCESS(choose_sources(script("types.json") + "," + script("widgets.json")));
    Query query;
    REQUIRE(query.add(TEXT("\\Types(x)\\PERF_COUNTER_RAWCOUNT")) != nullptr);
    auto* const depth = query.add(TEXT("\\Gadget\\Depth"));
    query.collect();
    CHECK(long_value(depth) == 7);
    Capture capture;
    capture.add(query.handle());
    const Block all("Global");
    CHECK(all.head().PerfFreq.QuadPart == 1'000'000);
    CHECK(all.head().NumObjectTypes > 0);
    CHECK(all.objects().find("5000") == std::string::npos);
    const Block widget("5000");
    CHECK(widget.head().PerfFreq.QuadPart == one_second);
    CHECK(widget.objects() == "5000");
    capture.replay();
    CHECK(expand(TEXT("\\Types(*)\\*")).size() > 0);
    CHECK_STATUS(PdhValidatePath(TEXT("\\Gadget\\Depth")), PDH_CSTATUS_NO_OBJECT);
}

TEST_CASE("the objects of parents come along, and the instances refer to them") {
    use_script("family.json");
    const Block block("6300");
    CHECK(block.objects() == "6300 6200");
    const auto children = block.instances(6300);
    REQUIRE(children.size() == 3);
    CHECK(children[0].name == "Joe");
    CHECK(children[0].parent_object == 6200);
    CHECK(block.instances(6200).at(children[0].parent).name == "Ann");
    CHECK(block.instances(6200).at(children[2].parent).name == "Ben");
    CHECK(children[1].unique_id == 8);
    CHECK(block.instances(6200).at(0).parent_object == 0);
}

TEST_CASE("a block that the caller had no room for is not lost, for a second") {
    FrozenClock clock;
    use_script("widgets.json");
    DWORD needed = 0;
    REQUIRE_STATUS(pdh_shim_query_performance_data("5000", nullptr, &needed), PDH_MORE_DATA);
    Bytes small(needed - 1);
    DWORD size = needed - 1;
    CHECK_STATUS(pdh_shim_query_performance_data("5000", small.data(), &size), PDH_MORE_DATA);
    CHECK(size == needed);
    Bytes block(needed);
    REQUIRE_SUCCESS(pdh_shim_query_performance_data("5000", block.data(), &size));
    CHECK(structure_at<PERF_DATA_BLOCK>(block, 0).PerfTime.QuadPart == 0);
    // The second sample is left to itself for too long.
    size = 0;
    REQUIRE_STATUS(pdh_shim_query_performance_data("5000", nullptr, &size), PDH_MORE_DATA);
    FrozenClock::advance(2);
    REQUIRE_SUCCESS(pdh_shim_query_performance_data("5000", block.data(), &size));
    CHECK(structure_at<PERF_DATA_BLOCK>(block, 0).PerfTime.QuadPart == 2 * one_second);
    CHECK_STATUS(pdh_shim_query_performance_data("5000", block.data(), &size), PDH_NO_MORE_DATA);
}
