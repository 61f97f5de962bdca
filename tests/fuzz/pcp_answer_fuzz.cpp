// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What pdh-pcp-host answers, and what it is asked. The first byte of the input is the number of metrics.
// Properties: what is read lies in the bytes, and what was encoded is read as it was.
#include "require.h"
#include "source/pcp/metric.h"
#include "source/pcp/protocol.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace {

namespace pcp = pdh_shim::source::pcp;

// Reads all values. How many there are.
std::size_t read_all(const pcp::FetchedValues& values) {
    std::size_t count = 0;
    for (const pmValueSet* const set : values.sets()) {
        for (const pmValue& value :
            std::span(set->vlist, static_cast<std::size_t>(std::max(set->numval, 0)))) {
            for (const int type : {PM_TYPE_32, PM_TYPE_DOUBLE, PM_TYPE_STRING}) {
                count += pcp::number_of(type, set->valfmt, value, {}) ? 1 : 0;
                count += pcp::text_of(type, set->valfmt, value).size();
            }
        }
    }
    return count;
}

void check_values(std::span<const std::byte> bytes, std::size_t metrics) {
    const auto values = pcp::FetchedValues::read({bytes.begin(), bytes.end()}, 0, metrics);
    if (!values) {
        return;
    }
    require(values->sets().size() == metrics);
    const std::size_t count = read_all(*values);
    // As libpcp has them; its structure has room for one.
    std::vector<std::byte> memory(sizeof(pmResult) + metrics * sizeof(pmValueSet*));
    auto* const result = reinterpret_cast<pmResult*>(memory.data());
    result->timestamp = values->timestamp();
    result->numpmid = static_cast<int>(metrics);
    std::ranges::copy(values->sets(), result->vset);
    const auto same = pcp::FetchedValues::read(pcp::encode_values(*result), 0, metrics);
    require(same.has_value() && read_all(*same) == count);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) {
        return 0;
    }
    const std::span bytes(reinterpret_cast<const std::byte*>(data + 1), size - 1);
    check_values(bytes, data[0]);
    const auto texts = pcp::read_texts(bytes);
    require(pcp::read_texts(pcp::encode_texts(texts)) == texts);
    const auto instances = pcp::read_instances(bytes);
    require(pcp::read_instances(pcp::encode_instances(instances)) == instances);
    if (const auto request = pcp::read_request(bytes)) {
        const auto same = pcp::encode_request(request->head, request->host, request->subject);
        require(std::ranges::equal(same, bytes));
    }
    return 0;
}
