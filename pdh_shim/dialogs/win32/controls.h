#pragma once

namespace pdh_shim::dialogs::win32 {

/// Numbers of the controls, for those who look for them in a dialog. Add or OK, and Close or Cancel, have the
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
    note_line, ///< what would be added, or what there is to tell

    current_activity = 200,
    log_file,
    file_box,
    browse_files,
};

} // namespace pdh_shim::dialogs::win32
