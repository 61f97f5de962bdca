// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

namespace pdh_shim::dialogs::win32 {

/// Numbers of the controls, also for tests that look for them. Add or OK, and Close or Cancel, have the
/// usual ones of Windows: 1 and 2.
enum Control : int {
    computer_box = 100,
    search_box,
    detail_box,
    objects_list,
    all_counters,
    selected_counters,
    counters_list,
    all_instances,
    selected_instances,
    instances_list,
    explanation_box,
    note_line, ///< the paths to add, or a message

    current_activity = 200,
    log_file,
    file_box,
    browse_files,
};

} // namespace pdh_shim::dialogs::win32
