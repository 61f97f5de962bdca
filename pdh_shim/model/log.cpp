// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "model/log.h"

#include "base/text.h"

#include <iterator>

namespace pdh_shim::model {

std::u16string path_key(const LogEntry& entry) {
    std::u16string key;
    for (const std::u16string* const part :
        {&entry.machine, &entry.object, &entry.parent, &entry.instance, &entry.counter}) {
        std::ranges::transform(*part, std::back_inserter(key), fold);
        key += u'\0';
    }
    append_decimal(key, entry.duplicate);
    return key;
}

} // namespace pdh_shim::model
