// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/win32/controls.h"
#include "dialogs/win32/window.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs::win32 {
namespace {

using ListId = Picker::ListId;

// -- Layout ---------------------------------------------------------------------------------------

// Three columns: margins of 7, gaps of 8.
constexpr int picker_width = 420;
constexpr int picker_height = 253;
constexpr int column_width = 130;
constexpr std::array columns{7, 145, 283};
constexpr int all_columns = 406;

constexpr int headings_top = 28;
constexpr int lists_top = 38;
constexpr int short_lists_top = 63; // below two radio buttons
constexpr int lists_bottom = 170;

constexpr DWORD list_style = WS_TABSTOP | WS_VSCROLL | WS_HSCROLL | LBS_NOTIFY | LBS_NOINTEGRALHEIGHT;
constexpr DWORD radio_style = BS_AUTORADIOBUTTON;
constexpr DWORD edit_style = WS_TABSTOP | ES_AUTOHSCROLL;

void add_label(DialogTemplate& to, const ControlRect& place, std::u16string_view text) {
    to.add(ControlClass::label, 0, place, SS_LEFT | WS_GROUP, text);
}

void add_top(DialogTemplate& to, const Picker& picker) {
    add_label(to, {columns[0], 9, 44, 8}, u"&Computer:");
    to.add(ControlClass::edit, computer_box, {columns[0] + 46, 7, column_width - 46, 13},
        edit_style | (picker.allows_other_computers() ? 0U : DWORD{ES_READONLY}));
    add_label(to, {columns[1], 9, 34, 8}, u"&Search:");
    to.add(ControlClass::edit, search_box, {columns[1] + 36, 7, column_width - 36, 13}, edit_style);
    if (!picker.options().hide_detail) {
        add_label(to, {columns[2], 9, 50, 8}, u"&Detail level:");
        to.add(ControlClass::combo_box, detail_box, {columns[2] + 52, 7, column_width - 52, 80},
            WS_TABSTOP | WS_VSCROLL | CBS_DROPDOWNLIST);
    }
}

DWORD selection_style(const Picker& picker, ListId which) {
    return picker.allows_marks(which) ? DWORD{LBS_EXTENDEDSEL} : 0U;
}

void add_objects(DialogTemplate& to, const Picker& picker) {
    const int list_width = picker.options().objects_only ? all_columns : column_width;
    add_label(to, {columns[0], headings_top, column_width, 8}, u"&Objects:");
    to.add(ControlClass::list_box, objects_list,
        {columns[0], lists_top, list_width, lists_bottom - lists_top},
        list_style | selection_style(picker, ListId::objects));
}

struct ListControls {
    int left;
    std::u16string_view heading;
    int all;
    std::u16string_view all_text;
    int selected;
    std::u16string_view selected_text;
    int list;
};

void add_list(DialogTemplate& to, const ListControls& controls, DWORD style) {
    const int left = controls.left;
    add_label(to, {left, headings_top, column_width, 8}, controls.heading);
    to.add(ControlClass::button, controls.all, {left, lists_top, column_width, 10},
        radio_style | WS_GROUP | WS_TABSTOP, controls.all_text);
    to.add(ControlClass::button, controls.selected, {left, lists_top + 12, column_width, 10}, radio_style,
        controls.selected_text);
    to.add(ControlClass::list_box, controls.list,
        {left, short_lists_top, column_width, lists_bottom - short_lists_top}, list_style | WS_GROUP | style);
}

void add_bottom(DialogTemplate& to, const Picker& picker) {
    const bool is_one = picker.options().single_per_dialog;
    add_label(to, {columns[0], 176, column_width, 8}, u"E&xplanation:");
    to.add(ControlClass::edit, explanation_box, {columns[0], 186, all_columns, 38},
        WS_TABSTOP | WS_VSCROLL | ES_MULTILINE | ES_READONLY);
    to.add(ControlClass::label, note_line, {columns[0], 234, 286, 8},
        WS_GROUP | SS_LEFT | SS_NOPREFIX | SS_ENDELLIPSIS);
    to.add(ControlClass::button, IDOK, {309, 231, 50, 15}, WS_GROUP | WS_TABSTOP | BS_DEFPUSHBUTTON,
        is_one ? u"OK" : u"&Add");
    to.add(ControlClass::button, IDCANCEL, {363, 231, 50, 15}, WS_TABSTOP | BS_PUSHBUTTON,
        is_one ? u"Cancel" : u"Close");
}

DialogTemplate description_of(const Picker& picker) {
    DialogTemplate description(picker_width, picker_height);
    add_top(description, picker);
    add_objects(description, picker);
    if (!picker.options().objects_only) {
        add_list(description,
            {columns[1], u"Co&unters:", all_counters, u"A&ll counters", selected_counters,
                u"Selec&ted counters", counters_list},
            selection_style(picker, ListId::counters));
        add_list(description,
            {columns[2], u"&Instances:", all_instances, u"All i&nstances", selected_instances,
                u"S&elected instances", instances_list},
            selection_style(picker, ListId::instances));
    }
    add_bottom(description, picker);
    return description;
}

// -- List boxes -------------------------------------------------------------------------------------

// As wide as its longest name, so that the user can scroll to the end of it.
void set_scroll_width(HWND list, const std::vector<std::wstring>& names) {
    auto* const context = windows().GetDC(list);
    auto* const font = reinterpret_cast<HGDIOBJ>(windows().SendMessageW(list, WM_GETFONT, 0, 0));
    auto* const before = windows().SelectObject(context, font);
    LONG longest = 0;
    for (const std::wstring& name : names) {
        SIZE size{};
        windows().GetTextExtentPoint32W(context, name.c_str(), static_cast<int>(name.size()), &size);
        longest = std::max(longest, size.cx);
    }
    windows().SelectObject(context, before);
    windows().ReleaseDC(list, context);
    constexpr WPARAM margins = 6;
    windows().SendMessageW(list, LB_SETHORIZONTALEXTENT, static_cast<WPARAM>(longest) + margins, 0);
}

void set_names(HWND list, const std::vector<std::wstring>& names) {
    windows().SendMessageW(list, WM_SETREDRAW, FALSE, 0);
    windows().SendMessageW(list, LB_RESETCONTENT, 0, 0);
    for (const std::wstring& name : names) {
        windows().SendMessageW(list, LB_ADDSTRING, 0, reinterpret_cast<LPARAM>(name.c_str()));
    }
    windows().SendMessageW(list, WM_SETREDRAW, TRUE, 0);
    windows().InvalidateRect(list, nullptr, TRUE);
    set_scroll_width(list, names);
}

bool has_many(HWND list) {
    return (windows().GetWindowLongPtrW(list, GWL_STYLE) & LBS_EXTENDEDSEL) != 0;
}

void select_row(HWND list, std::size_t row) {
    if (has_many(list)) {
        windows().SendMessageW(list, LB_SETSEL, TRUE, static_cast<LPARAM>(row));
        windows().SendMessageW(list, LB_SETCARETINDEX, row, FALSE);
    } else {
        windows().SendMessageW(list, LB_SETCURSEL, row, 0);
    }
}

// The current row.
std::size_t current_row(HWND list) {
    const LRESULT row = windows().SendMessageW(list, has_many(list) ? LB_GETCARETINDEX : LB_GETCURSEL, 0, 0);
    return static_cast<std::size_t>(std::max(row, LRESULT{0}));
}

std::vector<std::size_t> selected_rows(HWND list) {
    const std::size_t current = current_row(list);
    if (!has_many(list)) {
        return {current};
    }
    const LRESULT count = windows().SendMessageW(list, LB_GETSELCOUNT, 0, 0);
    std::vector<int> rows(static_cast<std::size_t>(std::max(count, LRESULT{0})));
    windows().SendMessageW(list, LB_GETSELITEMS, rows.size(), reinterpret_cast<LPARAM>(rows.data()));
    if (rows.empty()) {
        select_row(list, current); // one row is always chosen
        return {current};
    }
    return {rows.begin(), rows.end()};
}

std::u16string with_windows_line_ends(std::u16string_view text) {
    std::u16string lines;
    for (const char16_t unit : text) {
        if (unit == u'\n') {
            lines.push_back(u'\r');
        }
        if (unit != u'\r') {
            lines.push_back(unit);
        }
    }
    return lines;
}

// -- Actions --------------------------------------------------------------------------------------

class PickerDialog : public ModalDialog {
  public:
    PickerDialog(Picker& picker, const TakePaths& take) : picker_(picker), take_(take) {}

  private:
    void begin() override;
    void command(int id, int notification) override;
    void list_command(ListId which, int notification);

    [[nodiscard]] static int id_of(ListId which);
    [[nodiscard]] bool is_checked(int id) const { return send(id, BM_GETCHECK) == BST_CHECKED; }
    [[nodiscard]] bool has_all(ListId which) const;
    /// The first item that has a row in the list box.
    [[nodiscard]] std::size_t first_item(ListId which) const;
    [[nodiscard]] std::vector<std::size_t> listed_items(ListId which) const;

    void fill_details();
    void fill(ListId which);
    void fill_object();
    void fill_all();
    void enable_controls() const;
    void tell() const;

    void read(ListId which);
    void read_all(ListId last);
    void search();
    void set_detail();
    bool go_to_computer();
    void add();

    Picker& picker_;
    const TakePaths& take_;
    bool is_busy_ = false; // a program that takes paths may process messages itself
};

int PickerDialog::id_of(ListId which) {
    switch (which) {
    case ListId::objects:
        return objects_list;
    case ListId::counters:
        return counters_list;
    case ListId::instances:
        break;
    }
    return instances_list;
}

bool PickerDialog::has_all(ListId which) const {
    return (which == ListId::counters && is_checked(all_counters)) ||
           (which == ListId::instances && is_checked(all_instances));
}

std::size_t PickerDialog::first_item(ListId which) const {
    return which == ListId::instances && picker_.offers_all_instances() ? 1 : 0;
}

std::vector<std::size_t> PickerDialog::listed_items(ListId which) const {
    std::vector<std::size_t> items = picker_.list(which).rows();
    const std::size_t first = first_item(which);
    items.erase(items.begin(), std::lower_bound(items.begin(), items.end(), first));
    return items;
}

void PickerDialog::begin() {
    set_text(window(), picker_.caption());
    fill_details();
    fill_all();
    windows().SetForegroundWindow(window());
    windows().SetFocus(control(objects_list));
}

void PickerDialog::fill_details() {
    const auto levels = detail_levels();
    for (const DetailLevel& level : levels) {
        static_cast<void>(
            send(detail_box, CB_ADDSTRING, 0, reinterpret_cast<LPARAM>(to_wide(level.name).c_str())));
    }
    const auto above = std::count_if(levels.begin(), levels.end(),
        [&](const DetailLevel& level) { return level.detail <= picker_.detail(); });
    static_cast<void>(send(detail_box, CB_SETCURSEL, static_cast<WPARAM>(above - 1)));
}

void PickerDialog::fill(ListId which) {
    auto* const list = control(id_of(which));
    const std::vector<std::size_t> items = listed_items(which);
    std::vector<std::wstring> names;
    names.reserve(items.size());
    for (const std::size_t item : items) {
        names.push_back(to_wide(picker_.list(which).name(item)));
    }
    set_names(list, names);
    const auto current = picker_.list(which).current();
    const auto found = current ? std::lower_bound(items.begin(), items.end(), *current) : items.end();
    if (found != items.end()) {
        select_row(list, static_cast<std::size_t>(found - items.begin()));
    }
}

// The counters and instances of the current object.
void PickerDialog::fill_object() {
    if (picker_.options().objects_only) {
        return;
    }
    fill(ListId::counters);
    fill(ListId::instances);
    windows().CheckRadioButton(window(), all_counters, selected_counters, selected_counters);
    const bool has_instances = picker_.has(ListId::instances);
    const bool is_all =
        has_instances && picker_.list(ListId::instances).current() < first_item(ListId::instances);
    windows().CheckRadioButton(
        window(), all_instances, selected_instances, is_all ? all_instances : selected_instances);
    enable_controls();
}

void PickerDialog::fill_all() {
    set_text(control(computer_box), u"\\\\" + picker_.computer());
    set_text(control(search_box), picker_.list(ListId::objects).search());
    fill(ListId::objects);
    fill_object();
    tell();
}

void PickerDialog::enable_controls() const {
    const bool has_instances = picker_.has(ListId::instances);
    const auto enable = [&](int id, bool is_usable) {
        windows().EnableWindow(control(id), is_usable ? TRUE : FALSE);
    };
    enable(all_counters, picker_.allows_marks(ListId::counters));
    enable(counters_list, !is_checked(all_counters));
    enable(all_instances, has_instances && picker_.offers_all_instances());
    enable(selected_instances, has_instances);
    enable(instances_list, has_instances && !is_checked(all_instances));
}

void PickerDialog::tell() const {
    const std::u16string explanation = picker_.explanation();
    const bool is_known = !explanation.empty() || picker_.subject().empty();
    set_text(control(explanation_box), is_known ? with_windows_line_ends(explanation) : u"(no explanation)");
    const bool has_note = !picker_.note().empty();
    set_text(control(note_line), has_note ? picker_.note() : picker_.preview());
}

// Passes the selection of a list box to the picker.
void PickerDialog::read(ListId which) {
    const std::vector<std::size_t> items = listed_items(which);
    if (has_all(which)) {
        const bool is_one_item = which == ListId::instances;
        picker_.choose(which, 0, is_one_item ? std::vector<std::size_t>{0} : items);
    } else if (!items.empty() && picker_.has(which)) {
        auto* const list = control(id_of(which));
        std::vector<std::size_t> chosen;
        for (const std::size_t row : selected_rows(list)) {
            chosen.push_back(items[row]);
        }
        picker_.choose(which, items[current_row(list)], chosen);
    }
}

// The same for all of them; the last one gets the focus.
void PickerDialog::read_all(ListId last) {
    const auto before = picker_.list(ListId::objects).current();
    read(ListId::objects);
    if (picker_.list(ListId::objects).current() != before) {
        fill_object();
    }
    if (!picker_.options().objects_only) {
        read(ListId::counters);
        read(ListId::instances);
    }
    read(last);
}

void PickerDialog::command(int id, int notification) {
    if (is_busy_) {
        return;
    }
    switch (id) {
    case IDOK:
        add();
        break;
    case IDCANCEL:
        end(Status::dialog_cancelled);
        break;
    case objects_list:
        list_command(ListId::objects, notification);
        break;
    case counters_list:
        list_command(ListId::counters, notification);
        break;
    case instances_list:
        list_command(ListId::instances, notification);
        break;
    case all_counters:
    case selected_counters:
        enable_controls();
        list_command(ListId::counters, LBN_SELCHANGE);
        break;
    case all_instances:
    case selected_instances:
        enable_controls();
        list_command(ListId::instances, LBN_SELCHANGE);
        break;
    case search_box:
        if (notification == EN_CHANGE) {
            search();
        }
        break;
    case detail_box:
        if (notification == CBN_SELCHANGE) {
            set_detail();
        }
        break;
    case computer_box:
        if (notification == EN_KILLFOCUS) {
            go_to_computer();
        }
        break;
    default:
        break;
    }
}

void PickerDialog::list_command(ListId which, int notification) {
    if (notification == LBN_SELCHANGE || notification == LBN_SETFOCUS) {
        read_all(which);
        tell();
    } else if (notification == LBN_DBLCLK && which != ListId::objects) {
        add();
    }
}

void PickerDialog::search() {
    const std::u16string typed = text_of(control(search_box));
    if (typed != picker_.list(ListId::objects).search()) {
        picker_.find_objects(typed);
        fill_all();
    }
}

void PickerDialog::set_detail() {
    const LRESULT chosen = send(detail_box, CB_GETCURSEL);
    picker_.set_detail(detail_levels()[static_cast<std::size_t>(chosen)].detail);
    fill_all();
}

// @return whether there is such a computer
bool PickerDialog::go_to_computer() {
    const std::u16string typed = text_of(control(computer_box));
    if (typed == u"\\\\" + picker_.computer()) {
        return true;
    }
    const bool is_there = picker_.go_to_computer(typed);
    if (is_there) {
        fill_all();
    } else {
        tell();
    }
    return is_there;
}

void PickerDialog::add() {
    if (!go_to_computer()) {
        return;
    }
    read_all(picker_.focus());
    is_busy_ = true;
    const auto result = add_chosen(picker_, take_);
    is_busy_ = false;
    tell();
    if (result) {
        end(*result);
    }
}

} // namespace

Result<void> show(HWND owner, Picker& picker, const TakePaths& take) {
    return PickerDialog(picker, take).run(owner, description_of(picker));
}

} // namespace pdh_shim::dialogs::win32
