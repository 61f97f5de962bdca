// Performance data blocks from anywhere: they are refused with an offset that lies in them, or every object
// can be read, collect after collect.
#include "block/block.h"
#include "block/request.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "source/perfdata/perfdata_source.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::source;

void expect(bool holds) {
    if (!holds) {
        std::abort();
    }
}

// Everything in the catalogue must be usable.
void check_catalogue(const Catalogue& catalogue) {
    for (const ObjectDef& object : catalogue.objects) {
        expect(object.counters.size() <= object.columns && object.object_freq > 0);
        for (const CounterDef& counter : object.counters) {
            expect(counter.base == no_column || counter.base < object.counters.size());
            expect(counter.multi == no_column || counter.multi < object.columns);
        }
    }
}

std::vector<ObjectRequest> requests_of_all(const Catalogue& catalogue) {
    std::vector<ObjectRequest> requests;
    for (std::uint32_t i = 0; i < catalogue.objects.size(); ++i) {
        requests.push_back({.object = i,
            .columns = std::vector<bool>(catalogue.objects[i].columns, true),
            .only_total = false});
    }
    return requests;
}

// Looks at every cell.
std::int64_t checksum(const ObjectDef& object, const ObjectSnapshot& snapshot) {
    std::int64_t sum = 0;
    for (std::size_t row = 0; row < snapshot.rows(); ++row) {
        for (std::uint32_t column = 0; column < object.columns; ++column) {
            sum ^= snapshot.is_valid(row, column) ? snapshot.cell(row, column) : 0;
        }
    }
    return sum;
}

void check_snapshot(const ObjectDef& object, ObjectSnapshot& snapshot) {
    snapshot.publish(nullptr);
    expect(snapshot.rows() == snapshot.instances()->instances().size());
    expect(object.instances == Instances::multi || snapshot.rows() == 1);
    const std::int64_t once = checksum(object, snapshot);
    expect(once == checksum(object, snapshot));
}

// The file of a capture.
void replay(std::span<const std::byte> bytes) {
    std::string error;
    const auto source = perfdata::make_perfdata_source({bytes.begin(), bytes.end()}, error);
    if (!source) {
        expect(!error.empty());
        return;
    }
    const auto catalogue = source.value()->catalogue();
    check_catalogue(*catalogue);
    const auto requests = requests_of_all(*catalogue);
    const auto session = source.value()->open_session();
    Snapshot snapshot;
    snapshot.objects.resize(requests.size());
    for (int i = 0; i < 8 && session->collect(requests, snapshot); ++i) {
        for (std::size_t object = 0; object < requests.size(); ++object) {
            check_snapshot(catalogue->objects[object], snapshot.objects[object]);
        }
    }
    for (std::uint32_t object = 0; object < requests.size(); ++object) {
        ObjectSnapshot instances;
        expect(source.value()->enumerate(object, instances).has_value());
    }
}

// What a performance DLL returned: two collects, in which the definitions may change.
void read_objects(std::span<const std::byte> bytes) {
    if (bytes.size() < 2) {
        return;
    }
    block::Schema schema({}, true);
    block::SnapshotReader reader;
    const auto count = std::to_integer<std::uint32_t>(bytes[0]) % 8;
    const std::size_t first = std::to_integer<std::size_t>(bytes[1]) * bytes.size() / 256;
    for (const auto part : {bytes.subspan(2).first(std::min(first, bytes.size() - 2)), bytes.subspan(2)}) {
        block::Sample sample;
        block::Fault fault;
        if (!sample.add_objects(part, count, fault) || !schema.learn(sample, fault)) {
            expect(fault.offset <= part.size() && !fault.reason.empty());
            continue;
        }
        const auto catalogue = schema.catalogue();
        check_catalogue(*catalogue);
        const auto requests = requests_of_all(*catalogue);
        const std::u16string asked = block::index_list(requests, *catalogue);
        expect(asked.find_first_not_of(u"0123456789 ") == std::u16string::npos);
        for (const ObjectRequest& request : requests) {
            ObjectSnapshot snapshot;
            if (!reader.read(sample, catalogue, request, 0, snapshot, fault)) {
                expect(fault.offset <= part.size() && !fault.reason.empty());
            }
            check_snapshot(catalogue->objects[request.object], snapshot);
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const auto bytes = std::as_bytes(std::span(data, size));
    replay(bytes);
    read_objects(bytes);
    return 0;
}
