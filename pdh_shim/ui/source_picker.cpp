#include "ui/source_picker.h"

#include "base/text.h"
#include "ui/typing.h"

#include <algorithm>
#include <optional>
#include <system_error>
#include <utility>

namespace pdh_shim::ui {
namespace {

namespace fs = std::filesystem;

constexpr std::u16string_view sql_prefix = u"SQL:";

// A name that is not UTF-8 cannot be told to the program, so it is not offered.
std::optional<std::u16string> text_of(const fs::path& path) {
    const std::u8string bytes = path.u8string();
    const auto text = from_utf8(std::string(bytes.begin(), bytes.end()));
    return text ? std::optional(text.value()) : std::nullopt;
}

fs::path path_of(std::u16string_view text) {
    const auto bytes = to_utf8(text);
    return bytes ? fs::path(std::u8string(bytes.value().begin(), bytes.value().end())) : fs::path();
}

bool is_folder(const fs::path& path) {
    std::error_code error;
    return fs::is_directory(path, error);
}

fs::path current_folder() {
    std::error_code error;
    fs::path folder = fs::current_path(error);
    return error ? fs::path("/") : folder;
}

} // namespace

SourcePicker::SourcePicker(bool files_only, std::u16string_view first)
    : files_only_(files_only), first_(first) {
    const fs::path begin = path_of(first);
    const fs::path folder = (current_folder() / begin).parent_path();
    open_folder(!first.empty() && is_folder(folder) ? folder : current_folder());
    const std::optional<std::u16string> name = text_of(begin.filename());
    for (std::size_t item = 0; name && item < entries_.size(); ++item) {
        if (entries_[item].kind == Kind::file && entries_[item].name == *name) {
            list_.go_to(item);
        }
    }
}

std::u16string SourcePicker::folder() const {
    return text_of(folder_).value_or(u"?");
}

void SourcePicker::open_folder(const fs::path& folder) {
    folder_ = folder.lexically_normal();
    if (!folder_.has_filename() && folder_.has_relative_path()) {
        folder_ = folder_.parent_path(); // "/a/" is "/a"
    }
    std::vector<Entry> entries;
    std::error_code error;
    fs::directory_iterator entry(folder_, fs::directory_options::skip_permission_denied, error);
    if (error) {
        note_ = u"The folder cannot be read.";
    }
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::optional<std::u16string> name = text_of(entry->path().filename());
        if (name && name->front() != u'.') {
            std::error_code ignored;
            entries.push_back({entry->is_directory(ignored) ? Kind::folder : Kind::file, *name});
        }
    }
    list_entries(std::move(entries));
}

// The files of a folder come behind its folders, and all behind the way out of it.
void SourcePicker::list_entries(std::vector<Entry> entries) {
    if (!files_only_) {
        entries.push_back({Kind::activity, u"Current activity of this computer"});
    }
    if (folder_.has_relative_path()) {
        entries.push_back({Kind::parent, u".."});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& left, const Entry& right) {
        const int order = compare_folded(left.name, right.name);
        return left.kind != right.kind ? left.kind < right.kind
               : order != 0            ? order < 0
                                       : left.name < right.name;
    });
    std::vector<std::u16string> names;
    for (const Entry& entry : entries) {
        const bool is_file = entry.kind == Kind::file || entry.kind == Kind::activity;
        names.push_back(is_file ? entry.name : entry.name + u"/");
    }
    entries_ = std::move(entries);
    list_.assign(std::move(names));
    typed_.clear();
}

void SourcePicker::open_parent() {
    const std::optional<std::u16string> from = text_of(folder_.filename());
    open_folder(folder_.parent_path());
    for (std::size_t item = 0; item < entries_.size(); ++item) {
        if (entries_[item].kind == Kind::folder && entries_[item].name == from) {
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

// A separator ends the name of a folder, which is gone to; what else is typed is searched in the list.
void SourcePicker::type(Key key) {
    if (key == Key::left || (key == Key::backspace && typed_.empty())) {
        open_parent();
        return;
    }
    if (!type_into(typed_, key)) {
        return;
    }
    if (key == character(U'/') && !equal_folded(typed_.substr(0, sql_prefix.size()), sql_prefix)) {
        const fs::path folder = folder_ / path_of(typed_);
        if (is_folder(folder)) {
            open_folder(folder);
            return;
        }
        note_ = u"There is no such folder.";
    }
    list_.set_search(typed_);
}

SourcePicker::Step SourcePicker::choose_current() {
    const Entry& entry = entries_[*list_.current()];
    switch (entry.kind) {
    case Kind::activity:
        return choose({});
    case Kind::parent:
        open_parent();
        break;
    case Kind::folder:
        open_folder(folder_ / path_of(entry.name));
        break;
    case Kind::file:
        return choose(text_of(folder_ / path_of(entry.name)).value_or(u""));
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
    const fs::path file = folder_ / path_of(typed_);
    std::error_code error;
    if (!typed_.empty() && fs::is_regular_file(file, error)) {
        return choose(text_of(file).value_or(u""));
    }
    note_ = u"There is no such file.";
    return Step::go_on;
}

SourcePicker::Step SourcePicker::choose(std::u16string name) {
    chosen_ = std::move(name);
    return Step::choose;
}

} // namespace pdh_shim::ui
