// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/linux/process/windows_numbers.h"

#include "base/clock.h"
#include "base/saturating.h"
#include "base/text.h"
#include "model/instance_writer.h"
#include "source/linux/process/process_text.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace pdh_shim::source::linux {
namespace {

// Wine's server notes the start when the program is loaded, which takes its time on a busy machine.
constexpr std::int64_t longest_start = 30 * ticks_per_second;

/// How well two lists of starts go together: the more pairs the better, then the closer.
struct Fit {
    std::size_t pairs = 0;
    std::int64_t apart = 0;

    [[nodiscard]] bool better_than(const Fit& other) const noexcept {
        return pairs != other.pairs ? pairs > other.pairs : apart < other.apart;
    }
};

/// Pairs the times of two ordered lists without changing their order: programs that were started at once are
/// noted one after the other, each as much later as the next is.
class Alignment {
  public:
    Alignment(std::span<const std::int64_t> left, std::span<const std::int64_t> right)
        : left_(left), right_(right), fits_((left.size() + 1) * (right.size() + 1)) {
        for (std::size_t i = left.size(); i-- > 0;) {
            for (std::size_t j = right.size(); j-- > 0;) {
                fits_[index(i, j)] = best(i, j);
            }
        }
    }

    /// Calls `take` with the places of each pair.
    template <class Take>
    void for_each_pair(const Take& take) const {
        std::size_t i = 0;
        std::size_t j = 0;
        while (i < left_.size() && j < right_.size()) {
            if (!is_pair(i, j)) {
                const bool skips_left = !fits_[index(i, j + 1)].better_than(fits_[index(i + 1, j)]);
                ++(skips_left ? i : j);
                continue;
            }
            take(i++, j++);
        }
    }

  private:
    [[nodiscard]] std::size_t index(std::size_t i, std::size_t j) const noexcept {
        return i * (right_.size() + 1) + j;
    }

    /// Of what begins at these places, when they are a pair. Nothing if they may be none.
    [[nodiscard]] Fit paired(std::size_t i, std::size_t j) const {
        const std::int64_t apart = saturated_distance(left_[i], right_[j]);
        if (apart > longest_start) {
            return {};
        }
        const Fit& rest = fits_[index(i + 1, j + 1)];
        return {rest.pairs + 1, rest.apart + apart};
    }

    /// When one of them has no partner.
    [[nodiscard]] Fit skipped(std::size_t i, std::size_t j) const {
        const Fit& left = fits_[index(i + 1, j)];
        const Fit& right = fits_[index(i, j + 1)];
        return right.better_than(left) ? right : left;
    }

    [[nodiscard]] bool is_pair(std::size_t i, std::size_t j) const {
        const Fit pair = paired(i, j);
        return pair.pairs > 0 && !skipped(i, j).better_than(pair);
    }

    [[nodiscard]] Fit best(std::size_t i, std::size_t j) const {
        return is_pair(i, j) ? paired(i, j) : skipped(i, j);
    }

    std::span<const std::int64_t> left_;
    std::span<const std::int64_t> right_;
    std::vector<Fit> fits_; // of what begins at each two places
};

struct Names {
    std::u16string file;
    std::u16string instance;
};

class Matcher {
  public:
    Matcher(std::span<const KernelProcess> kernel, std::span<const platform::WindowsProcess> windows)
        : kernel_(kernel), windows_(windows), matches_(kernel.size(), nullptr),
          taken_(windows.size(), false) {
        names_.reserve(windows.size());
        for (const platform::WindowsProcess& process : windows) {
            names_.push_back(
                {.file = model::kernel_instance(process.name), .instance = instance_name(process)});
        }
    }

    void match_self() {
        const auto own = std::ranges::find(kernel_, true, &KernelProcess::is_self);
        const auto known = std::ranges::find(windows_, true, &platform::WindowsProcess::is_self);
        if (own != kernel_.end() && known != windows_.end()) {
            pair(static_cast<std::size_t>(own - kernel_.begin()),
                static_cast<std::size_t>(known - windows_.begin()));
            const bool is_known = own->started != 0;
            // A short distance is only the time that the start took.
            if (is_known && saturated_distance(known->started, own->started) > longest_start) {
                shift_ = saturated_subtract(known->started, own->started);
            }
        }
    }

    /// Matches the remaining processes with the same name by `is_same`.
    template <class IsSame>
    void match(const IsSame& is_same) {
        for (std::size_t i = 0; i < windows_.size(); ++i) {
            if (const Names& names = names_[i]; is_first_left(i)) {
                Places kernel = places(kernel_.size(),
                    [&](std::size_t place) { return is_unmatched(place) && is_same(kernel_[place], names); });
                Places windows = places(windows_.size(), [&](std::size_t place) {
                    return is_left(place) && equal_folded(names_[place].file, names.file);
                });
                align(kernel, windows);
            }
        }
    }

    /// Matches what is left by the starts alone.
    void match_rest(const RunsWindowsProgram& runs_windows_program) {
        Places windows = places(windows_.size(), [&](std::size_t place) { return is_left(place); });
        Places kernel = places(kernel_.size(), [&](std::size_t place) {
            return is_unmatched(place) && starts_with_one_of(windows, kernel_[place]) &&
                   runs_windows_program(place);
        });
        align(kernel, windows);
    }

    [[nodiscard]] std::vector<const platform::WindowsProcess*> take() { return std::move(matches_); }

  private:
    using Places = std::vector<std::size_t>;

    template <class Belongs>
    static Places places(std::size_t count, const Belongs& belongs) {
        Places found;
        for (std::size_t place = 0; place < count; ++place) {
            if (belongs(place)) {
                found.push_back(place);
            }
        }
        return found;
    }

    [[nodiscard]] bool is_unmatched(std::size_t kernel) const {
        const KernelProcess& process = kernel_[kernel];
        return matches_[kernel] == nullptr && !process.is_self && !process.has_ended;
    }

    [[nodiscard]] bool starts_with_one_of(const Places& windows, const KernelProcess& process) const {
        return process.started != 0 && std::ranges::any_of(windows, [&](std::size_t place) {
            return saturated_distance(shifted_start(process), windows_[place].started) <= longest_start;
        });
    }

    /// By the clock of Windows' functions; 0 = not known.
    [[nodiscard]] std::int64_t shifted_start(const KernelProcess& process) const {
        return process.started == 0 ? 0 : saturated_add(process.started, shift_);
    }

    [[nodiscard]] bool is_left(std::size_t windows) const {
        return !taken_[windows] && !windows_[windows].is_self;
    }

    /// Whether it is the first of this name, which is processed for all.
    [[nodiscard]] bool is_first_left(std::size_t windows) const {
        if (!is_left(windows)) {
            return false;
        }
        for (std::size_t before = 0; before < windows; ++before) {
            if (is_left(before) && equal_folded(names_[before].file, names_[windows].file)) {
                return false;
            }
        }
        return true;
    }

    void pair(std::size_t kernel, std::size_t windows) {
        matches_[kernel] = &windows_[windows];
        taken_[windows] = true;
    }

    template <class Start>
    static std::vector<std::int64_t> sorted_starts(Places& places, const Start& start) {
        std::ranges::stable_sort(places, {}, start);
        std::vector<std::int64_t> starts;
        std::ranges::transform(places, std::back_inserter(starts), start);
        return starts;
    }

    void align(Places& kernel, Places& windows) {
        const auto kernel_starts =
            sorted_starts(kernel, [&](std::size_t place) { return shifted_start(kernel_[place]); });
        const auto windows_starts =
            sorted_starts(windows, [&](std::size_t place) { return windows_[place].started; });
        Alignment(kernel_starts, windows_starts).for_each_pair([&](std::size_t i, std::size_t j) {
            pair(kernel[i], windows[j]);
        });
    }

    std::span<const KernelProcess> kernel_;
    std::span<const platform::WindowsProcess> windows_;
    std::vector<Names> names_; // of windows_
    std::vector<const platform::WindowsProcess*> matches_;
    std::vector<bool> taken_;
    std::int64_t shift_ = 0; // how much later a time is by Windows' functions
};

bool begins_with(std::u16string_view text, std::u16string_view beginning) {
    return text.size() >= beginning.size() && equal_folded(text.substr(0, beginning.size()), beginning);
}

} // namespace

std::u16string instance_name(const platform::WindowsProcess& process) {
    return model::kernel_instance(without_exe(process.name));
}

bool has_wine(std::string_view maps) noexcept {
    constexpr auto libraries =
        std::to_array<std::string_view>({"/ntdll.so", "/ntdll.dll.so"}); // since Wine 6; before
    return std::ranges::any_of(
        libraries, [maps](std::string_view library) { return maps.find(library) != std::string_view::npos; });
}

std::vector<const platform::WindowsProcess*> match_windows_processes(std::span<const KernelProcess> kernel,
    std::span<const platform::WindowsProcess> windows, const RunsWindowsProgram& runs_windows_program) {
    Matcher matcher(kernel, windows);
    matcher.match_self();
    matcher.match([](const KernelProcess& process, const Names& names) {
        return equal_folded(process.name, names.instance);
    });
    matcher.match([](const KernelProcess& process, const Names& names) {
        return process.may_be_cut && begins_with(names.file, process.name);
    });
    matcher.match_rest(runs_windows_program);
    return matcher.take();
}

} // namespace pdh_shim::source::linux
