#include "source/provider/settings.h"

#include "base/bytes.h"
#include "base/clock.h"
#include "base/named_file.h"
#include "base/text.h"
#include "base/trusted_file.h"

#include <optional>
#include <string_view>
#include <utility>

namespace pdh_shim::source::provider {
namespace {

constexpr Status malformed = Status::cannot_read_name_strings;
constexpr std::uint32_t longest_timeout = 3'600'000; // an hour

Result<void> check_trust(const std::string& path, std::string& fault) {
    if (const std::string reason = reason_for_distrust(path); !reason.empty()) {
        fault = path + ": not used by the superuser, since " + reason;
        return Status::access_denied;
    }
    return outcome::success();
}

Result<std::string> read_file(const std::string& path, std::string& fault) {
    const auto bytes = read_named_file(path, names::longest_lodctr_file); // the readers refuse a longer one
    if (!bytes) {
        fault = path + ": " + std::string(reason_of(bytes.error()));
        return Status::file_not_found;
    }
    PDH_SHIM_CHECK(check_trust(path, fault));
    return std::string(as_text(bytes.value()));
}

/// Empty if UTF-8 cannot tell it.
std::string utf8(std::u16string_view text) {
    auto converted = to_utf8(text);
    return converted ? std::move(converted).value() : std::string();
}

// Reads the values of [performance]; the first that is wrong is the fault.
class Reader {
  public:
    Reader(const std::string& path, const names::IniSection& section, std::string& fault)
        : path_(path), section_(section), fault_(fault) {}

    [[nodiscard]] Status refuse(const std::string& reason) const {
        fault_ = path_ + ": [performance] " + reason;
        return malformed;
    }

    [[nodiscard]] Result<std::string> optional_text(std::u16string_view key) const {
        auto text = to_utf8(section_.text(key).value_or(u""));
        return text ? std::move(text) : refuse(utf8(key) + " is no text");
    }

    [[nodiscard]] Result<std::string> text(std::u16string_view key) const {
        PDH_SHIM_TRY(auto text, optional_text(key));
        return text.empty() ? Result<std::string>(refuse("has no " + utf8(key))) : std::move(text);
    }

    [[nodiscard]] Result<std::optional<std::uint32_t>> optional_number(std::u16string_view key) const {
        names::LodctrFault where;
        const auto number = section_.number(key, where);
        if (!number) {
            fault_ = path_ + ": " + where.message();
        }
        return number;
    }

    [[nodiscard]] Result<std::uint32_t> number(std::u16string_view key) const {
        PDH_SHIM_TRY(const auto number, optional_number(key));
        return number ? Result<std::uint32_t>(*number) : refuse("has no " + utf8(key));
    }

    /// In ticks of 100 ns.
    [[nodiscard]] Result<std::int64_t> timeout(std::u16string_view key) const {
        PDH_SHIM_TRY(const auto given, optional_number(key));
        const std::uint32_t milliseconds = given.value_or(default_timeout);
        if (milliseconds == 0 || milliseconds > longest_timeout) {
            return refuse(utf8(key) + " is not from 1 to 3600000 ms");
        }
        return milliseconds * (ticks_per_second / 1000);
    }

    [[nodiscard]] Result<bool> flag(std::u16string_view key) const {
        PDH_SHIM_TRY(const auto number, optional_number(key));
        return number.value_or(0) != 0;
    }

    [[nodiscard]] Result<bool> is_isolated() const {
        const std::u16string_view isolation = section_.text(u"Isolation").value_or(u"none");
        if (equal_folded(isolation, u"process")) {
            return true;
        }
        return equal_folded(isolation, u"none") ? Result<bool>(false)
                                                : refuse("Isolation is neither process nor none");
    }

    /// Names with commas between them, as the list that Open is given.
    [[nodiscard]] std::u16string devices() const {
        std::u16string list(section_.text(u"Export").value_or(u""));
        if (list.empty()) {
            return list;
        }
        for (char16_t& unit : list) {
            unit = unit == u',' ? u'\0' : unit;
        }
        list.append(2, u'\0');
        return list;
    }

  private:
    const std::string& path_;
    const names::IniSection& section_;
    std::string& fault_;
};

std::string registry_values(const names::IniSection& section, const Settings& settings) {
    // Of two with the same name the first counts.
    std::string lines = "First Counter=" + std::to_string(settings.first_counter) +
                        "\nFirst Help=" + std::to_string(settings.first_help) + "\n";
    for (const names::IniValue& value : section.values()) {
        lines += utf8(value.key) + "=" + utf8(value.value) + "\n";
    }
    return lines;
}

void add_titles(const names::LodctrIni& ini, Settings& settings) {
    const names::LodctrLanguage* language = ini.find_language(names::english_language);
    if (language == nullptr && !ini.languages.empty()) {
        language = &ini.languages.front();
    }
    if (language == nullptr) {
        return;
    }
    for (const names::LodctrText& text : language->texts) {
        const std::uint32_t offset = text.offset.value_or(0);
        settings.titles[settings.first_counter + offset] = text.name;
        settings.titles[settings.first_help + offset] = text.help;
    }
}

Result<void> read_functions(const Reader& reader, Settings& settings) {
    PDH_SHIM_TRY(settings.library, reader.text(u"Library"));
    PDH_SHIM_TRY(settings.open, reader.text(u"Open"));
    PDH_SHIM_TRY(settings.collect, reader.text(u"Collect"));
    PDH_SHIM_TRY(settings.close, reader.text(u"Close"));
    PDH_SHIM_TRY(settings.set_indexes, reader.optional_text(u"Set Indexes"));
    return outcome::success();
}

Result<void> read_indexes(const Reader& reader, Settings& settings) {
    PDH_SHIM_TRY(settings.first_counter, reader.number(u"First Counter"));
    PDH_SHIM_TRY(const auto first_help, reader.optional_number(u"First Help"));
    settings.first_help = first_help.value_or(settings.first_counter + 1);
    if (settings.first_counter > UINT32_MAX - 0x10000 || settings.first_help > UINT32_MAX - 0x10000) {
        return reader.refuse("First Counter or First Help is too large");
    }
    return outcome::success();
}

} // namespace

std::string path_beside(const std::string& file, const std::string& path) {
    const std::size_t slash = file.rfind('/');
    if (path.starts_with('/')) {
        return path;
    }
    // dlopen() would look for a name without a slash in the system's folders.
    return slash == std::string::npos ? "./" + path : file.substr(0, slash + 1) + path;
}

Result<IniFile> read_ini_file(const std::string& path, std::string& fault) {
    IniFile file;
    PDH_SHIM_TRY(file.text, read_file(path, fault));
    names::LodctrFault where;
    auto ini = names::read_lodctr_ini(file.text, where);
    if (!ini) {
        fault = path + ": " + where.message();
        return ini.error();
    }
    file.ini = std::move(ini).value();
    names::SymbolOffsets offsets;
    if (!file.ini.symbol_file().empty()) {
        const std::string header = path_beside(path, utf8(file.ini.symbol_file()));
        PDH_SHIM_TRY(file.symbols, read_file(header, fault));
        auto read = names::read_symbol_header(file.symbols, where);
        if (!read) {
            fault = header + ": " + where.message();
            return read.error();
        }
        offsets = std::move(read).value();
    }
    const auto resolved = names::resolve_symbols(file.ini, offsets, where);
    if (!resolved) {
        fault = path + ": " + where.message();
        return resolved.error();
    }
    return file;
}

Result<Settings> load_settings(const std::string& path, std::string& fault) {
    PDH_SHIM_TRY(const IniFile file, read_ini_file(path, fault));
    const Reader reader(path, file.ini.performance, fault);
    Settings settings;
    settings.name = utf8(file.ini.driver_name());
    if (settings.name.empty()) {
        settings.name = path;
    }
    PDH_SHIM_CHECK(read_functions(reader, settings));
    settings.library = path_beside(path, settings.library);
    PDH_SHIM_CHECK(check_trust(settings.library, fault));
    PDH_SHIM_CHECK(read_indexes(reader, settings));
    PDH_SHIM_TRY(settings.open_timeout, reader.timeout(u"Open Timeout"));
    PDH_SHIM_TRY(settings.collect_timeout, reader.timeout(u"Collect Timeout"));
    PDH_SHIM_TRY(settings.disabled, reader.flag(disable_key));
    PDH_SHIM_TRY(settings.supports_metadata, reader.flag(u"Collect Supports Metadata"));
    PDH_SHIM_TRY(settings.isolated, reader.is_isolated());
    PDH_SHIM_TRY(const auto memory_limit, reader.optional_number(u"Memory Limit"));
    PDH_SHIM_TRY(const auto cpu_limit, reader.optional_number(u"CPU Limit"));
    settings.memory_limit = memory_limit.value_or(default_memory_limit);
    settings.cpu_limit = cpu_limit.value_or(default_cpu_limit);
    settings.devices = reader.devices();
    settings.registry_values = registry_values(file.ini.performance, settings);
    add_titles(file.ini, settings);
    return settings;
}

} // namespace pdh_shim::source::provider
