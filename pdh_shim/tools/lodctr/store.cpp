// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/lodctr/store.h"

#include "base/bytes.h"
#include "base/file.h"
#include "base/named_file.h"
#include "names/ini_file.h"
#include "names/title_database.h"
#include "source/provider/settings.h"
#include "tools/lodctr/ini_text.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::lodctr {

namespace {

namespace provider = source::provider;

// The first line of a saved text: restoring removes all other registrations, so no other file may be taken
// for one.
constexpr std::string_view saved_line = ";;;; pdh-shim saved by lodctr\n";
// The first line of a registration, and of its symbol header, in a saved text. No INI file of this program
// has such a line.
constexpr std::string_view ini_line = ";;;; pdh-shim registration";
constexpr std::string_view symbols_line = ";;;; pdh-shim symbols";

// What the library loaded, or else why it could not ends the program.
template <class T>
T value_or_end(Result<T, Failure> loaded) {
    if (!loaded) {
        throw terminal::ProgramError(loaded.error().message());
    }
    return std::move(loaded).value();
}

std::unique_ptr<FileSystem> file_system() {
    auto files = make_file_system();
    if (!files) {
        throw terminal::ProgramError("the files of this computer cannot be read");
    }
    return std::move(files).value();
}

// The name becomes part of a file name.
void check_name(const std::string& name) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ._-";
    if (name.empty() || name.size() > 100 || name.front() == '.' ||
        name.find_first_not_of(allowed) != std::string::npos) {
        throw terminal::ProgramError(
            "The driver name \"" + name + "\" is not made of letters, digits, blanks, dots, _ and -.");
    }
}

bool is_same_name(std::string_view left, std::string_view right) {
    const auto lower = [](char letter) {
        return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    };
    return std::ranges::equal(left, right, {}, lower, lower);
}

// A section with other values for some keys.
class SectionEditor {
  public:
    explicit SectionEditor(names::IniSection section) : section_(std::move(section)) {}

    void set(std::u16string_view key, const std::u16string& value) {
        names::IniSection edited;
        edited.add({std::u16string(key), value, 0});
        for (const names::IniValue& other : section_.values()) {
            if (!equal_folded(other.key, key)) {
                edited.add(other);
            }
        }
        section_ = std::move(edited);
    }
    void set(std::u16string_view key, const std::string& value) {
        std::u16string text;
        append_utf8_lossy(text, value);
        set(key, text);
    }
    void set(std::u16string_view key, std::uint32_t value) { set(key, std::to_string(value)); }

    [[nodiscard]] const names::IniSection& section() const noexcept { return section_; }

  private:
    names::IniSection section_;
};

std::uint32_t largest_offset(const names::LodctrIni& ini) {
    std::uint32_t largest = 0;
    for (const names::LodctrLanguage& language : ini.languages) {
        for (const names::LodctrText& text : language.texts) {
            largest = std::max(largest, text.offset.value_or(0));
        }
    }
    for (const names::LodctrSymbol& object : ini.objects) {
        largest = std::max(largest, object.offset.value_or(0));
    }
    return largest;
}

std::uint32_t number_of(const Registration& registration, std::u16string_view key) {
    const auto number = registration.ini.performance.number(key);
    if (!number || !number.value()) {
        throw terminal::ProgramError(registration.name + ": " + utf8(key) + " is missing");
    }
    return *number.value();
}

bool is_enabled(const Registration& registration) {
    auto disabled = registration.ini.performance.number(provider::disable_key);
    return value_or_end(within(registration.name, std::move(disabled))).value_or(0) == 0;
}

Registration read_registration(const std::string& path) {
    Registration registration;
    registration.ini = value_or_end(names::load_ini(path));
    value_or_end(names::load_symbols(path, registration.ini));
    registration.name = utf8(registration.ini.driver_name());
    check_name(registration.name);
    registration.enabled = is_enabled(registration);
    return registration;
}

// Reads the indexes that were assigned to it.
void read_indexes(Registration& registration, const StoreLocation& location) {
    registration.first_counter = number_of(registration, u"First Counter");
    registration.last_counter = number_of(registration, u"Last Counter");
    if (registration.first_counter < location.first_index ||
        registration.last_counter >= location.end_index ||
        registration.last_counter != registration.first_counter + largest_offset(registration.ini)) {
        throw terminal::ProgramError(registration.name + ": its indexes are not in the range of lodctr");
    }
}

Registration read_stored(const std::string& path, const StoreLocation& location) {
    Registration registration = read_registration(path);
    read_indexes(registration, location);
    return registration;
}

std::vector<Registration> read_all(const StoreLocation& location) {
    std::vector<Registration> all;
    for (const std::string& path : provider::registered_files(*file_system(), location.folder)) {
        all.push_back(read_stored(path, location));
    }
    return all;
}

// The lowest indexes that are free for it.
void assign_indexes(
    Registration& registration, std::vector<Registration> others, const StoreLocation& location) {
    const std::uint32_t span = largest_offset(registration.ini);
    std::ranges::sort(others, {}, &Registration::first_counter);
    std::uint32_t first = location.first_index;
    for (const Registration& other : others) {
        if (first + span + 1 < other.first_counter) {
            break;
        }
        first = std::max(first, other.last_counter + 2);
    }
    if (first + span + 1 >= location.end_index) {
        throw terminal::ProgramError("There are no indexes left for " + registration.name + ".");
    }
    registration.first_counter = first;
    registration.last_counter = first + span;
    SectionEditor performance(registration.ini.performance);
    performance.set(u"Last Help", first + span + 1);
    performance.set(u"Last Counter", first + span);
    performance.set(u"First Help", first + 1);
    performance.set(u"First Counter", first);
    registration.ini.performance = performance.section();
}

// What is registered for the system runs in the programs of every user: only root may change it.
void check_library(const Registration& registration, const StoreLocation& location) {
    const auto library = registration.ini.performance.text(u"Library");
    if (!location.is_for_all || !library) {
        return;
    }
    const std::string reason = reason_for_distrust_by_anyone(
        provider::path_beside(location.folder + "/" + registration.name, utf8(*library)));
    if (!reason.empty()) {
        throw terminal::ProgramError(
            registration.name + ": its library is not safe for all users: " + reason);
    }
}

void write(const LockedFolder& folder, Registration& registration) {
    SectionEditor info(registration.ini.info);
    info.set(u"symbolfile", registration.name + ".h");
    registration.ini.info = info.section();
    // The INI file makes the registration valid, so its symbols are written first.
    folder.write(registration.name + ".h", write_symbols(registration.ini));
    folder.write(registration.name + ".ini", write_ini(registration.ini));
}

void erase(const LockedFolder& folder, const std::string& name) {
    folder.remove(name + ".ini");
    folder.remove(name + ".h");
}

// The content of an INI file, with an absolute path of its library.
Registration read_new(const std::string& ini_file) {
    Registration registration = read_registration(ini_file);
    const auto library = registration.ini.performance.text(u"Library");
    if (!library) {
        throw terminal::ProgramError(ini_file + ": [performance] has no Library");
    }
    SectionEditor performance(registration.ini.performance);
    performance.set(u"Library", std::filesystem::absolute(provider::path_beside(ini_file, utf8(*library)))
                                    .lexically_normal()
                                    .string());
    registration.ini.performance = performance.section();
    return registration;
}

// Removes and returns the text before the first line that begins with `line`.
std::string_view take_until(std::string_view& text, std::string_view line) {
    const std::size_t end = std::min(text.find(line), text.size());
    const std::string_view taken = text.substr(0, end);
    text.remove_prefix(end);
    return taken;
}

// No two of them share a name or an index.
void check_apart(std::vector<Registration> registrations) {
    std::ranges::sort(registrations, {}, &Registration::first_counter);
    for (std::size_t i = 1; i < registrations.size(); ++i) {
        const auto has_its_name = [&](const Registration& other) {
            return is_same_name(other.name, registrations[i].name);
        };
        if (registrations[i].first_counter <= registrations[i - 1].last_counter + 1 ||
            std::any_of(registrations.begin(), registrations.begin() + static_cast<std::ptrdiff_t>(i),
                has_its_name)) {
            throw terminal::ProgramError(
                registrations[i].name + ": another registration has the same name or indexes");
        }
    }
}

Result<names::LodctrIni, Failure> parse_ini(std::string_view text, std::string_view header) {
    PDH_SHIM_TRY(auto ini, names::read_lodctr_ini(text));
    PDH_SHIM_TRY(const auto symbols, names::read_symbol_header(header));
    PDH_SHIM_CHECK(names::resolve_symbols(ini, symbols));
    return ini;
}

std::vector<Registration> parse_saved(
    const std::string& file, std::string_view text, const StoreLocation& location) {
    if (take_until(text, ini_line) != saved_line) {
        throw terminal::ProgramError(file + ": was not saved by lodctr /s:");
    }
    std::vector<Registration> all;
    while (!text.empty()) {
        text.remove_prefix(ini_line.size());
        std::string_view one = take_until(text, ini_line);
        const std::string_view ini_text = take_until(one, symbols_line);
        const std::string where = file + ": registration " + std::to_string(all.size() + 1);
        Registration registration;
        registration.ini = value_or_end(within(where, parse_ini(ini_text, one)));
        registration.name = utf8(registration.ini.driver_name());
        check_name(registration.name);
        read_indexes(registration, location);
        all.push_back(std::move(registration));
    }
    check_apart(all);
    return all;
}

void replace_all(
    const LockedFolder& folder, std::vector<Registration> registrations, const StoreLocation& location) {
    for (const Registration& registration : registrations) {
        check_library(registration, location);
    }
    for (Registration& registration : registrations) {
        write(folder, registration);
    }
    for (const std::string& path : provider::registered_files(*file_system(), folder.path())) {
        const std::string name = std::filesystem::path(path).stem().string();
        if (std::ranges::find(registrations, name, &Registration::name) == registrations.end()) {
            erase(folder, name);
        }
    }
}

std::optional<Registration> find_in(const std::vector<Registration>& all, const std::string& name) {
    const auto found =
        std::ranges::find_if(all, [&](const Registration& other) { return is_same_name(other.name, name); });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

} // namespace

void Store::add(const std::string& ini_file) const {
    Registration registration = read_new(ini_file);
    check_library(registration, location_);
    const LockedFolder folder(location_.folder, location_.is_for_all);
    const std::vector<Registration> others = read_all(location_);
    if (find_in(others, registration.name)) {
        throw terminal::ProgramError("The performance counters of " + registration.name +
                                     " are installed already. unlodctr removes them.");
    }
    assign_indexes(registration, others, location_);
    write(folder, registration);
}

void Store::remove(const std::string& name) const {
    const LockedFolder folder(location_.folder, location_.is_for_all);
    erase(folder, find(name).name);
}

Registration Store::find(const std::string& name) const {
    auto found = find_in(read_all(location_), name);
    if (!found) {
        throw terminal::ProgramError("There are no performance counters of " + name + ".");
    }
    return std::move(*found);
}

void Store::set_enabled(const std::string& name, bool enabled) const {
    const LockedFolder folder(location_.folder, location_.is_for_all);
    Registration registration = find(name);
    SectionEditor performance(registration.ini.performance);
    performance.set(provider::disable_key, enabled ? 0U : 1U);
    registration.ini.performance = performance.section();
    write(folder, registration);
}

std::vector<Registration> Store::list() const {
    return read_all(location_);
}

void Store::save(const std::string& file) const {
    std::string text(saved_line);
    for (const Registration& registration : read_all(location_)) {
        text += std::string(ini_line) + "\n" + write_ini(registration.ini);
        text += std::string(symbols_line) + "\n" + write_symbols(registration.ini);
    }
    write_file(file, text);
}

void Store::restore(const std::string& file) const {
    const auto bytes = value_or_end(within(file, read_named_file(file, longest_file)));
    if (bytes.size() > longest_file) {
        throw terminal::ProgramError(file + ": cannot be read");
    }
    std::vector<Registration> saved = parse_saved(file, as_text(bytes), location_);
    replace_all(LockedFolder(location_.folder, location_.is_for_all), std::move(saved), location_);
}

void Store::rebuild() const {
    const LockedFolder folder(location_.folder, location_.is_for_all);
    std::vector<Registration> readable;
    for (const std::string& path : provider::registered_files(*file_system(), location_.folder)) {
        try {
            Registration registration = read_registration(path);
            assign_indexes(registration, readable, location_);
            readable.push_back(std::move(registration));
        } catch (const terminal::ProgramError&) {
            continue; // a rebuild removes what cannot be read
        }
    }
    replace_all(folder, std::move(readable), location_);
}

namespace {

// Not a symbolic link, and trusted if it is for all.
std::string checked_folder(std::string path, bool is_for_all) {
    terminal::make_own_folders(path, is_for_all);
    const std::string reason = is_for_all ? reason_for_distrust_by_anyone(path) : std::string();
    if (!reason.empty()) {
        throw terminal::ProgramError(reason);
    }
    const int folder = open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) {
        terminal::fail_at(path);
    }
    close(folder);
    return path;
}

} // namespace

LockedFolder::LockedFolder(std::string path, bool is_for_all)
    : path_(checked_folder(std::move(path), is_for_all)), is_for_all_(is_for_all), lock_(path_ + "/.lock") {
    lock_.lock();
}

void LockedFolder::write(const std::string& name, const std::string& text) const {
    terminal::replace_own_file(path_ + "/" + name, text, is_for_all_);
}

void LockedFolder::remove(const std::string& name) const {
    const std::string path = path_ + "/" + name;
    if (unlink(path.c_str()) != 0 && errno != ENOENT) {
        terminal::fail_at(path);
    }
}

void write_file(const std::string& path, const std::string& text) {
    const int file =
        terminal::open_file(path, O_WRONLY | O_CREAT | O_TRUNC, 0666, terminal::WritableKind::file_or_stream);
    terminal::write_and_close(file, path, text);
}

} // namespace pdh_shim::tools::lodctr
