// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Performance data blocks from anywhere: they are refused with an offset that lies in them, or every object
// can be read, collect after collect.
#include "block/block.h"
#include "block/known_objects.h"
#include "block/schema.h"
#include "block/snapshot_reader.h"
#include "require.h"
#include "require_offset.h"
#include "source/perfdata/perfdata_source.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace {

using namespace pdh_shim;
using namespace pdh_shim::model;
using namespace pdh_shim::source;

// Everything in the catalogue must be usable.
void check_catalogue(const Catalogue& catalogue) {
    for (const ObjectDef& object : catalogue.objects) {
        require(object.counters.size() <= object.columns && object.object_freq > 0);
        for (const CounterDef& counter : object.counters) {
            require(counter.base == no_column || counter.base < object.counters.size());
            require(counter.multi == no_column || counter.multi < object.columns);
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
    require(snapshot.rows() == snapshot.instances()->instances().size());
    require(object.instances == Instances::multi || snapshot.rows() == 1);
    const std::int64_t once = checksum(object, snapshot);
    require(once == checksum(object, snapshot));
}

// The file of a capture.
void replay(std::span<const std::byte> bytes) {
    const auto source = perfdata::make_perfdata_source({bytes.begin(), bytes.end()});
    if (!source) {
        require(!source.error().what().empty());
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
        require(source.value()->enumerate(object, instances).has_value());
    }
}

Result<void, Failure> learn(block::Schema& schema, block::BlockObjects& sample,
    std::span<const std::byte> bytes, std::uint32_t count) {
    PDH_SHIM_CHECK(sample.add_objects(bytes, count));
    return schema.learn(sample);
}

// What a performance DLL returned: two collects, in which the definitions may change.
void read_objects(std::span<const std::byte> bytes) {
    if (bytes.size() < 2) {
        return;
    }
    block::Schema schema({});
    block::SnapshotReader reader;
    const auto count = std::to_integer<std::uint32_t>(bytes[0]) % 8;
    const std::size_t first = std::to_integer<std::size_t>(bytes[1]) * bytes.size() / 256;
    for (const auto part : {bytes.subspan(2).first(std::min(first, bytes.size() - 2)), bytes.subspan(2)}) {
        block::BlockObjects sample;
        if (const auto learnt = learn(schema, sample, part, count); !learnt) {
            require_offset(learnt.error(), part.size());
            continue;
        }
        const auto catalogue = schema.catalogue();
        check_catalogue(*catalogue);
        const auto requests = requests_of_all(*catalogue);
        const std::u16string asked = block::index_list(block::title_indexes(requests, *catalogue));
        require(asked.find_first_not_of(u"0123456789 ") == std::u16string::npos);
        for (const ObjectRequest& request : requests) {
            ObjectSnapshot snapshot;
            if (const auto read = reader.read(sample, catalogue, request, 0, snapshot); !read) {
                require_offset(read.error(), part.size());
            }
            check_snapshot(catalogue->objects[request.object], snapshot);
        }
    }
}

// A record of a log, and then another one: what is damaged is left out.
void read_records(std::span<const std::byte> bytes) {
    if (bytes.empty()) {
        return;
    }
    const auto known = std::make_shared<block::KnownObjects>();
    const std::size_t first = std::to_integer<std::size_t>(bytes[0]) * bytes.size() / 256;
    const std::array records{bytes.subspan(1), bytes.subspan(std::max<std::size_t>(first, 1))};
    for (const auto record : records) {
        block::BlockObjects sample;
        if (const auto found = sample.add_found(record); !found) {
            require_offset(found.error(), record.size());
        }
        static_cast<void>(known->add(sample, 1000));
    }
    block::Schema schema({});
    known->teach(schema);
    const auto catalogue = schema.catalogue();
    check_catalogue(*catalogue);
    block::SnapshotReader reader(known);
    for (const auto record : records) {
        block::BlockObjects sample;
        static_cast<void>(sample.add_found(record));
        for (const ObjectRequest& request : requests_of_all(*catalogue)) {
            ObjectSnapshot snapshot;
            if (const auto read = reader.read(sample, catalogue, request, 0, snapshot); !read) {
                require_offset(read.error(), record.size());
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
    read_records(bytes);
    return 0;
}
