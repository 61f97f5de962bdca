// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/source_picker.h"

#include "base/named_file.h"
#include "base/text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace pdh_shim::dialogs {
namespace {

constexpr std::u16string_view sql_prefix = u"SQL:";

// A name that is not UTF-8 cannot be passed to the program, so it is not offered.
std::optional<std::u16string> text_of(const std::string& name) {
    const auto text = from_utf8(name);
    return text ? std::optional(text.value()) : std::nullopt;
}

std::string name_of(std::u16string_view text) {
    const auto name = to_utf8(text);
    return name ? name.value() : std::string();
}

bool is_folder(const std::string& name) {
    return file_kind(name) == FileKind::folder;
}

bool is_root(const std::string& folder) {
    return folder_of(folder) == folder;
}

} // namespace

SourcePicker::SourcePicker(bool files_only, std::u16string_view first)
    : files_only_(files_only), first_(first) {
    const std::string begin = name_of(first);
    const std::string current = absolute_name({});
    const std::string folder = folder_of(name_below(current, begin));
    open_folder(!first.empty() && is_folder(folder) ? folder : current);
    const std::optional<std::u16string> name = text_of(last_part(begin));
    for (std::size_t item = 0; name && item < entries_.size(); ++item) {
        if (entries_[item].kind == EntryKind::file && entries_[item].name == *name) {
            list_.go_to(item);
        }
    }
}

std::u16string SourcePicker::folder() const {
    return text_of(folder_).value_or(u"?");
}

void SourcePicker::open_folder(const std::string& folder) {
    folder_ = absolute_name(folder);
    const auto found = folder_entries(folder_);
    if (!found) {
        note_ = u"The folder cannot be read.";
        list_entries({});
        return;
    }
    std::vector<SourceEntry> entries;
    for (const FolderEntry& entry : found.value()) {
        const std::optional<std::u16string> name = text_of(entry.name);
        if (name && name->front() != u'.') {
            entries.push_back({entry.kind == FileKind::folder ? EntryKind::folder : EntryKind::file, *name});
        }
    }
    list_entries(std::move(entries));
}

// First the parent folder, then the folders, then the files.
void SourcePicker::list_entries(std::vector<SourceEntry> entries) {
    if (!files_only_) {
        entries.push_back({EntryKind::activity, u"Current activity of this computer"});
    }
    if (!is_root(folder_)) {
        entries.push_back({EntryKind::parent, u".."});
    }
    std::sort(entries.begin(), entries.end(), [](const SourceEntry& left, const SourceEntry& right) {
        const int order = compare_folded(left.name, right.name);
        return left.kind != right.kind ? left.kind < right.kind
               : order != 0            ? order < 0
                                       : left.name < right.name;
    });
    std::vector<std::u16string> names;
    for (const SourceEntry& entry : entries) {
        const bool is_file = entry.kind == EntryKind::file || entry.kind == EntryKind::activity;
        names.push_back(is_file ? entry.name : entry.name + u"/");
    }
    entries_ = std::move(entries);
    list_.assign(std::move(names));
    typed_.clear();
}

void SourcePicker::open_parent() {
    const std::optional<std::u16string> from = text_of(last_part(folder_));
    open_folder(folder_of(folder_));
    for (std::size_t item = 0; item < entries_.size(); ++item) {
        if (entries_[item].kind == EntryKind::folder && entries_[item].name == from) {
            list_.go_to(item);
        }
    }
}

SourcePicker::Step SourcePicker::press(Key key, int page) {
    if (key == Key::closed || key == Key::cancel) {
        return Step::cancel;
    }
    if (key == Key::resized) {
        return Step::go_on;
    }
    note_.clear();
    if (key == Key::escape && typed_.empty()) {
        return Step::cancel;
    }
    if (key == Key::enter) {
        return list_.current() ? choose_current() : choose_typed();
    }
    if (!press_movement(key, page)) {
        type(key == Key::escape ? Key::clear_line : key);
    }
    return Step::go_on;
}

bool SourcePicker::press_movement(Key key, int page) {
    const auto rows = static_cast<std::ptrdiff_t>(list_.size());
    switch (key) {
    case Key::up:
        list_.move(-1);
        return true;
    case Key::down:
        list_.move(1);
        return true;
    case Key::page_up:
        list_.move(-page);
        return true;
    case Key::page_down:
        list_.move(page);
        return true;
    case Key::home:
        list_.move(-rows);
        return true;
    case Key::end:
        list_.move(rows);
        return true;
    default:
        return false;
    }
}

// A separator ends the name of a folder, which is opened; other typed text is searched in the list.
void SourcePicker::type(Key key) {
    if (key == Key::left || (key == Key::backspace && typed_.empty())) {
        open_parent();
        return;
    }
    if (!type_into(typed_, key)) {
        return;
    }
    if (key == character(U'/') && !equal_folded(typed_.substr(0, sql_prefix.size()), sql_prefix)) {
        const std::string folder = name_below(folder_, name_of(typed_));
        if (is_folder(folder)) {
            open_folder(folder);
            return;
        }
        note_ = u"There is no such folder.";
    }
    list_.set_search(typed_);
}

SourcePicker::Step SourcePicker::choose_current() {
    const SourceEntry& entry = entries_[*list_.current()];
    switch (entry.kind) {
    case EntryKind::activity:
        return choose({});
    case EntryKind::parent:
        open_parent();
        break;
    case EntryKind::folder:
        open_folder(name_below(folder_, name_of(entry.name)));
        break;
    case EntryKind::file:
        return choose(text_of(name_below(folder_, name_of(entry.name))).value_or(u""));
    }
    return Step::go_on;
}

SourcePicker::Step SourcePicker::choose_name(std::u16string_view typed) {
    note_.clear();
    typed_ = typed;
    return choose_typed();
}

SourcePicker::Step SourcePicker::choose_typed() {
    if (equal_folded(typed_.substr(0, sql_prefix.size()), sql_prefix)) {
        return choose(typed_);
    }
    const std::string file = name_below(folder_, name_of(typed_));
    if (!typed_.empty() && file_kind(file) == FileKind::file) {
        return choose(text_of(file).value_or(u""));
    }
    note_ = u"There is no such file.";
    return Step::go_on;
}

SourcePicker::Step SourcePicker::choose(std::u16string name) {
    chosen_ = std::move(name);
    return Step::choose;
}

} // namespace pdh_shim::dialogs
