// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/dialog_host.h"

namespace pdh_shim::dialogs {

std::optional<Result<void>> add_chosen(Picker& picker, const TakePaths& take) {
    const std::vector<std::u16string> paths = picker.chosen_paths();
    if (paths.empty()) {
        return std::nullopt;
    }
    const Result<bool> taken = take(paths);
    if (!taken) {
        return Result<void>(taken.error());
    }
    if (picker.options().single_per_dialog) {
        return taken.value() ? Result<void>(outcome::success()) : Result<void>(Status::more_data);
    }
    if (taken.value()) {
        picker.tell_added(paths);
    } else {
        picker.set_note(u"The program has no room for these.");
    }
    return std::nullopt;
}

} // namespace pdh_shim::dialogs
