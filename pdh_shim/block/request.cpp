// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "block/request.h"

#include "base/text.h"

namespace pdh_shim::block {

std::u16string index_list(std::span<const model::ObjectRequest> requests, const model::Catalogue& catalogue) {
    std::u16string list;
    for (const model::ObjectRequest& request : requests) {
        if (!list.empty()) {
            list += u' ';
        }
        append_decimal(list, catalogue.objects[request.object].title_index);
    }
    return list;
}

} // namespace pdh_shim::block
