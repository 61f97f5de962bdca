#include "source/linux/kernel_instance.h"

#include "base/text.h"
#include "source/linux/row_writer.h"

#include <algorithm>

namespace pdh_shim::source::linux {

std::u16string kernel_instance(std::string_view name) {
    std::u16string instance;
    append_utf8_lossy(instance, name);
    std::ranges::replace(instance, u'#', u'_');
    if (equal_folded(instance, total_name)) {
        instance += u'_';
    }
    return instance;
}

} // namespace pdh_shim::source::linux
