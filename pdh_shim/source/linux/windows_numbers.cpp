#include "source/linux/windows_numbers.h"

#include "base/clock.h"
#include "base/text.h"
#include "source/linux/process_text.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace pdh_shim::source::linux {
namespace {

// Wine's server notes the start when the program is loaded, which takes its time on a busy machine.
constexpr std::int64_t longest_start = 30 * ticks_per_second;

struct Pair {
    std::int64_t apart;
    std::size_t kernel;
    std::size_t windows;
};

std::u16string shown_name(const platform::WindowsProcess& process) {
    std::u16string name;
    append_utf8_lossy(name, without_exe(process.name));
    return name;
}

void add_pairs(std::vector<Pair>& pairs, std::span<const KernelProcess> kernel,
    const platform::WindowsProcess& process, std::size_t place) {
    const std::u16string name = shown_name(process);
    for (std::size_t i = 0; i < kernel.size(); ++i) {
        if (kernel[i].is_self || process.is_self) {
            if (kernel[i].is_self && process.is_self) {
                pairs.push_back({0, i, place});
            }
            continue;
        }
        const std::int64_t apart = std::abs(kernel[i].started - process.started);
        if (apart <= longest_start && equal_folded(kernel[i].name, name)) {
            pairs.push_back({apart, i, place});
        }
    }
}

} // namespace

std::vector<const platform::WindowsProcess*> match_windows_processes(
    std::span<const KernelProcess> kernel, std::span<const platform::WindowsProcess> windows) {
    std::vector<Pair> pairs;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        add_pairs(pairs, kernel, windows[i], i);
    }
    std::ranges::stable_sort(pairs, {}, &Pair::apart);
    std::vector<const platform::WindowsProcess*> matches(kernel.size(), nullptr);
    std::vector<bool> taken(windows.size(), false);
    for (const Pair& pair : pairs) {
        if (matches[pair.kernel] == nullptr && !taken[pair.windows]) {
            matches[pair.kernel] = &windows[pair.windows];
            taken[pair.windows] = true;
        }
    }
    return matches;
}

} // namespace pdh_shim::source::linux
