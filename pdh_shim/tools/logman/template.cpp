// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The elements come from the documentation of Performance Logs and Alerts: IDataCollectorSet,
// IPerformanceCounterDataCollector, AutoPathFormat and FileFormat.
#include "tools/logman/template.h"

#include "base/text.h"
#include "tools/command/arguments.h"
#include "tools/logman/set_options.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>

#if defined(PDH_SHIM_HAS_EXPAT)
#include <exception>
#include <expat.h>
#include <memory>
#endif

namespace pdh_shim::tools::logman {

#if defined(PDH_SHIM_HAS_EXPAT)
namespace {

constexpr std::size_t deepest = 32;
constexpr std::size_t most_elements = 100'000;
constexpr std::size_t longest_name = 256;
constexpr std::string_view blanks = " \t\r\n";

/// What the callbacks of expat collect. No exception may pass through expat.
struct XmlCollector {
    XML_Parser parser = nullptr;
    std::vector<XmlElement> elements;
    std::vector<std::size_t> open; // places in `elements`
    std::string refusal;

    void refuse(const char* reason) {
        refusal = reason;
        static_cast<void>(XML_StopParser(parser, XML_FALSE));
    }

    template <class Function>
    void guard(const Function& function) noexcept {
        try {
            function();
        } catch (const std::exception&) {
            refusal.assign("no memory"); // short enough to need none
            static_cast<void>(XML_StopParser(parser, XML_FALSE));
        }
    }
};

void XMLCALL on_begin(void* data, const XML_Char* name, const XML_Char** /*attributes*/) {
    auto& collector = *static_cast<XmlCollector*>(data);
    collector.guard([&] {
        if (collector.open.size() == deepest) {
            collector.refuse("its elements are nested too deeply");
            return;
        }
        if (collector.elements.size() == most_elements || std::strlen(name) > longest_name) {
            collector.refuse("it has more than 100,000 elements, or a name of more than 256 bytes");
            return;
        }
        const auto place = collector.elements.size();
        collector.elements.push_back(
            {name, collector.open.empty() ? place : collector.open.back(), {}, collector.open.size()});
        collector.open.push_back(place);
    });
}

void XMLCALL on_end(void* data, const XML_Char* /*name*/) {
    auto& collector = *static_cast<XmlCollector*>(data);
    auto& text = collector.elements[collector.open.back()].text;
    text.erase(text.find_last_not_of(blanks) + 1);
    text.erase(0, text.find_first_not_of(blanks));
    collector.open.pop_back();
}

void XMLCALL on_text(void* data, const XML_Char* text, int length) {
    auto& collector = *static_cast<XmlCollector*>(data);
    collector.guard([&] {
        collector.elements[collector.open.back()].text.append(text, static_cast<std::size_t>(length));
    });
}

void XMLCALL on_document_type(void* data, const XML_Char* /*name*/, const XML_Char* /*system*/,
    const XML_Char* /*public_name*/, int /*is_own*/) {
    auto& collector = *static_cast<XmlCollector*>(data);
    collector.guard([&] { collector.refuse("it has a document type, which a template does not need"); });
}

// Expat 2.9 has functions of 64 bits in place of those that depend on how it was built.
#if XML_MAJOR_VERSION > 2 || XML_MINOR_VERSION >= 9
std::uint64_t line_of(XML_Parser parser) {
    return XML_GetCurrentLineNumber64(parser);
}
#else
std::uint64_t line_of(XML_Parser parser) {
    return XML_GetCurrentLineNumber(parser);
}
#endif

std::string reason_of(const XmlCollector& collector) {
    const auto line = std::to_string(line_of(collector.parser));
    const std::string reason =
        collector.refusal.empty() ? XML_ErrorString(XML_GetErrorCode(collector.parser)) : collector.refusal;
    return "line " + line + ": " + reason;
}

} // namespace

std::vector<XmlElement> parse_xml(std::string_view bytes) {
    const std::unique_ptr<XML_ParserStruct, void (*)(XML_Parser)> parser(
        XML_ParserCreate(nullptr), XML_ParserFree);
    if (!parser || bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw terminal::ProgramError("The XML cannot be read: no memory.");
    }
    XmlCollector collector;
    collector.parser = parser.get();
    XML_SetUserData(parser.get(), &collector);
    XML_SetElementHandler(parser.get(), on_begin, on_end);
    XML_SetCharacterDataHandler(parser.get(), on_text);
    XML_SetStartDoctypeDeclHandler(parser.get(), on_document_type);
    if (XML_Parse(parser.get(), bytes.data(), static_cast<int>(bytes.size()), XML_TRUE) != XML_STATUS_OK) {
        throw terminal::ProgramError("It is not XML that can be read: " + reason_of(collector) + ".");
    }
    return std::move(collector.elements);
}
#else
std::vector<XmlElement> parse_xml(std::string_view /*bytes*/) {
    throw terminal::ProgramError("This logman was built without expat, and cannot read XML.");
}
#endif

std::string xml_text(std::string_view text) {
    const bool has_noncharacter = text.find("\xEF\xBF\xBE") != std::string_view::npos ||
                                  text.find("\xEF\xBF\xBF") != std::string_view::npos;
    if (has_noncharacter || !from_utf8(text)) {
        throw terminal::ProgramError("XML cannot have bytes that are not UTF-8, which a name here has.");
    }
    std::string escaped;
    for (const char c : text) {
        switch (c) {
        case '<':
            escaped += "&lt;";
            break;
        case '>':
            escaped += "&gt;";
            break;
        case '&':
            escaped += "&amp;";
            break;
        default:
            if (static_cast<unsigned char>(c) < ' ') {
                throw terminal::ProgramError("XML cannot have a control character, which a name here has.");
            }
            escaped += c;
        }
    }
    return escaped;
}

namespace {

using command::OutputFormat;
using terminal::ProgramError;

constexpr std::string_view root_element = "DataCollectorSet";
constexpr std::string_view collector_element = "PerformanceCounterDataCollector";
constexpr unsigned pattern = 1;                    // plPattern
constexpr unsigned serial_number = 0x200;          // plSerialNumber
constexpr unsigned month_day_hour_minute = 0x4000; // plMonthDayHourMinute

/// What a template says, before it is a set.
struct Template {
    CollectorSet set;
    std::string file = "log";
    std::string root;
    std::string database;
    std::string file_pattern;
    std::string folder;
    std::uint64_t folder_format = 0;
    std::string folder_pattern;
    std::uint64_t records = 0;
    std::uint64_t duration = 0;
    std::uint64_t interval = 15;
    bool has_segments = false;
    std::uint64_t segment_seconds = 0;
    std::uint64_t segment_megabytes = 0;
    std::uint64_t file_format = 3;
    std::uint64_t name_format = 0;
};

std::uint64_t xml_number(const XmlElement& element) {
    constexpr std::uint64_t most = std::numeric_limits<std::uint32_t>::max();
    const auto number = element.text.empty() ? 0 : command::parse_number(element.text);
    if (!number || *number > most) {
        throw ProgramError("<" + element.name + "> has \"" + element.text + "\", which is not a number.");
    }
    return *number;
}

// Windows' templates write true as -1, others as 1.
bool xml_flag(const XmlElement& element) {
    return element.text == "-1" || xml_number(element) != 0;
}

std::uint64_t interval_of(const XmlElement& element) {
    const auto seconds = xml_number(element);
    if (seconds == 0) {
        throw ProgramError("<SampleInterval> has no seconds.");
    }
    return seconds;
}

struct KnownElement {
    std::string_view parent;
    std::string_view name;
    void (*apply)(Template& found, const XmlElement& element);
};

constexpr std::array known_elements = {
    KnownElement{root_element, "Duration",
        [](Template& found, const XmlElement& element) { found.duration = xml_number(element); }},
    KnownElement{root_element, "RootPath",
        [](Template& found, const XmlElement& element) { found.root = element.text; }},
    KnownElement{root_element, "Segment",
        [](Template& found, const XmlElement& element) { found.has_segments = xml_flag(element); }},
    KnownElement{root_element, "SegmentMaxDuration",
        [](Template& found, const XmlElement& element) { found.segment_seconds = xml_number(element); }},
    KnownElement{root_element, "SegmentMaxSize",
        [](Template& found, const XmlElement& element) { found.segment_megabytes = xml_number(element); }},
    KnownElement{root_element, "Subdirectory",
        [](Template& found, const XmlElement& element) { found.folder = element.text; }},
    KnownElement{root_element, "SubdirectoryFormat",
        [](Template& found, const XmlElement& element) { found.folder_format = xml_number(element); }},
    KnownElement{root_element, "SubdirectoryFormatPattern",
        [](Template& found, const XmlElement& element) { found.folder_pattern = element.text; }},
    KnownElement{collector_element, "FileName",
        [](Template& found, const XmlElement& element) { found.file = element.text; }},
    KnownElement{collector_element, "FileNameFormat",
        [](Template& found, const XmlElement& element) { found.name_format = xml_number(element); }},
    KnownElement{collector_element, "FileNameFormatPattern",
        [](Template& found, const XmlElement& element) { found.file_pattern = element.text; }},
    KnownElement{collector_element, "SegmentMaxRecords",
        [](Template& found, const XmlElement& element) { found.records = xml_number(element); }},
    KnownElement{collector_element, "LogAppend",
        [](Template& found, const XmlElement& element) { found.set.is_appended = xml_flag(element); }},
    KnownElement{collector_element, "LogCircular",
        [](Template& found, const XmlElement& element) { found.set.is_circular = xml_flag(element); }},
    KnownElement{collector_element, "LogOverwrite",
        [](Template& found, const XmlElement& element) { found.set.is_overwritten = xml_flag(element); }},
    KnownElement{collector_element, "DataSourceName",
        [](Template& found, const XmlElement& element) { found.database = element.text; }},
    KnownElement{collector_element, "SampleInterval",
        [](Template& found, const XmlElement& element) { found.interval = interval_of(element); }},
    KnownElement{collector_element, "LogFileFormat",
        [](Template& found, const XmlElement& element) { found.file_format = xml_number(element); }},
    KnownElement{collector_element, "Counter",
        [](Template& found, const XmlElement& element) { found.set.counters.push_back(element.text); }},
};

// Elements that say nothing of what is collected: names, texts, and what Windows last did.
constexpr std::array<std::string_view, 17> other_elements = {"Status", "Description", "DescriptionUnresolved",
    "DisplayName", "DisplayNameUnresolved", "SchedulesEnabled", "Keyword", "LatestOutputLocation", "Name",
    "OutputLocation", "SerialNumber", "Server", "UserAccount", "Security", "StopOnCompletion",
    "DataCollectorType", "CounterDisplayName"};

// Of elements that the set has nothing for, those are named that are not empty.
bool says_nothing(const XmlElement& element, bool has_elements) {
    return std::ranges::find(other_elements, element.name) != other_elements.end() ||
           (!has_elements && (element.text.empty() || element.text == "0"));
}

const KnownElement* find_known(const std::vector<XmlElement>& elements, const XmlElement& element) {
    const auto& parent = elements[element.parent].name;
    const auto* const found = std::ranges::find_if(known_elements,
        [&](const KnownElement& known) { return known.name == element.name && known.parent == parent; });
    return found == known_elements.end() ? nullptr : found;
}

// Reads the elements of a template into `found`, and names those that it does not know.
std::vector<std::string> read_elements(const std::vector<XmlElement>& elements, Template& found) {
    std::vector<std::string> unknown;
    std::set<std::string_view> named;
    std::size_t skipped = SIZE_MAX; // the depth of an element whose contents are left out
    for (std::size_t i = 1; i < elements.size(); ++i) {
        const auto& element = elements[i];
        if (element.depth > skipped) {
            continue;
        }
        skipped = SIZE_MAX;
        const bool has_elements = i + 1 < elements.size() && elements[i + 1].depth > element.depth;
        if (const auto* const known = find_known(elements, element); known != nullptr) {
            known->apply(found, element);
        } else if (element.name != collector_element) {
            skipped = element.depth;
            if (!says_nothing(element, has_elements) && named.insert(element.name).second) {
                unknown.push_back(element.name);
            }
        }
    }
    return unknown;
}

void set_format_of(Template& found) {
    constexpr std::array formats = {
        OutputFormat::csv, OutputFormat::tsv, OutputFormat::sql, OutputFormat::bin};
    if (found.file_format >= formats.size()) {
        throw ProgramError("<LogFileFormat> has " + std::to_string(found.file_format) +
                           ", which is not a format of Windows.");
    }
    found.set.format = formats[found.file_format];
}

std::optional<std::chrono::seconds> seconds_if_any(std::uint64_t seconds) {
    return seconds == 0 ? std::nullopt : std::optional(std::chrono::seconds(seconds));
}

void set_versioning_of(Template& found, std::vector<std::string>& notes) {
    // A pattern without characters adds nothing to the name.
    const auto format = found.file_pattern.empty() ? found.name_format & ~pattern : found.name_format;
    if (format != 0 && found.set.format == OutputFormat::sql) {
        notes.emplace_back("<FileNameFormat> " + std::to_string(found.name_format) +
                           " is left out: it is for files, not for a database.");
    } else if ((format & serial_number) != 0) {
        found.set.versioning = Versioning::number;
    } else if ((format & month_day_hour_minute) != 0) {
        found.set.versioning = Versioning::date;
    } else if (format != 0) {
        found.set.versioning = Versioning::number;
        notes.emplace_back("Its logs are numbered: <FileNameFormat> " + std::to_string(found.name_format) +
                           (format == pattern ? " with the pattern " + found.file_pattern : std::string()) +
                           " is not possible here.");
    }
}

// The data source has a name and, in FileName, a set of logs.
void set_database_of(Template& found) {
    if (found.database.empty()) {
        throw ProgramError(
            "<DataSourceName> is empty: it names the data source of ODBC for <LogFileFormat> 2.");
    }
    const auto& logs = found.file.empty() ? found.set.name : found.file;
    found.set.output = command::database_log_name(found.database);
    if (found.database.find('!') == std::string::npos) {
        found.set.output += '!' + logs;
    }
}

// A database has records in place of megabytes.
void set_sizes_of(Template& found, std::vector<std::string>& notes) {
    constexpr std::uint64_t most_of_circular = 4095;
    CollectorSet& set = found.set;
    const bool is_database = set.format == OutputFormat::sql;
    if (found.has_segments) {
        set.segment = seconds_if_any(found.segment_seconds);
    }
    const auto size = is_database ? found.records : found.segment_megabytes;
    if (size > 0) {
        set.megabytes = size;
        set.ends_when_full = is_database || !found.has_segments;
    }
    if (is_database && found.segment_megabytes > 0) {
        notes.emplace_back("<SegmentMaxSize> is left out: it is for files, not for a database.");
    } else if (!is_database && found.records > 0) {
        notes.emplace_back("<SegmentMaxRecords> is left out: it is for a database.");
    }
    if (set.is_circular && (set.format != OutputFormat::bin || !set.megabytes)) {
        set.is_circular = false;
        notes.emplace_back(set.format != OutputFormat::bin
                               ? "Its logs are not circular: only binary ones can be."
                               : "Its log is not circular: <SegmentMaxSize> does not say how large it is.");
    }
    if (set.is_circular && *set.megabytes > most_of_circular) {
        notes.emplace_back("Its circular log has 4095 megabytes in place of " +
                           std::to_string(*set.megabytes) + ", the most that is possible.");
        set.megabytes = most_of_circular;
    }
}

// Without the folder that a template may want for each run.
void note_folder_of(const Template& found, std::vector<std::string>& notes) {
    const auto format = found.folder_pattern.empty() ? found.folder_format & ~pattern : found.folder_format;
    if (!found.folder.empty()) {
        notes.emplace_back("<Subdirectory> " + found.folder + " is left out: all logs are in one folder.");
    }
    if (format != 0) {
        notes.emplace_back("<SubdirectoryFormat> " + std::to_string(found.folder_format) +
                           " is left out: all logs are in one folder.");
    }
}

void set_output_of(Template& found, const std::string& folder, std::vector<std::string>& notes) {
    if (found.set.format == OutputFormat::sql) {
        set_database_of(found);
        return;
    }
    note_folder_of(found, notes);
    const bool is_here = found.root.starts_with('/');
    if (!is_here && !found.root.empty()) {
        notes.emplace_back("Its logs go to " + folder + " in place of " + found.root + "; logman update " +
                           found.set.name + " -o changes that.");
    }
    const auto slash = found.file.find_last_of("/\\");
    const auto file = slash == std::string::npos ? found.file : found.file.substr(slash + 1);
    found.set.output =
        (std::filesystem::path(is_here ? found.root : folder) / file).lexically_normal().string();
}

/// Lines of elements.
class XmlLines {
  public:
    void open(std::string_view name) { text_.append(depth_++, '\t').append("<").append(name).append(">\n"); }
    void close(std::string_view name) {
        text_.append(--depth_, '\t').append("</").append(name).append(">\n");
    }
    void add(std::string_view name, std::string_view value) {
        text_.append(depth_, '\t').append("<").append(name).append(">").append(xml_text(value));
        text_.append("</").append(name).append(">\n");
    }
    void add(std::string_view name, std::int64_t number) { add(name, std::to_string(number)); }
    void add_flag(std::string_view name, bool is_set) { add(name, is_set ? -1 : 0); }

    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    std::string text_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
    std::size_t depth_ = 0;
};

std::int64_t format_number(OutputFormat format) {
    switch (format) {
    case OutputFormat::csv:
        return 0;
    case OutputFormat::tsv:
        return 1;
    case OutputFormat::sql:
        return 2;
    default:
        return 3;
    }
}

std::int64_t name_format_of(Versioning versioning) {
    if (versioning == Versioning::none) {
        return 0;
    }
    return versioning == Versioning::number ? serial_number : month_day_hour_minute;
}

void add_collector(XmlLines& xml, const CollectorSet& set) {
    const bool is_database = set.format == OutputFormat::sql;
    xml.open(collector_element);
    xml.add("DataCollectorType", 0);
    xml.add("Name", set.name);
    // Of SQL:DSN!LOGS, Windows keeps the parts.
    const auto mark = is_database ? set.output.find('!') : std::string::npos;
    const auto source = is_database ? set.output.substr(4, mark - 4) : std::string();
    xml.add("FileName",
        is_database ? set.output.substr(mark + 1) : std::filesystem::path(set.output).filename().string());
    xml.add("FileNameFormat", name_format_of(logs_of(set).versioning));
    xml.add("FileNameFormatPattern", "");
    xml.add_flag("LogAppend", set.is_appended);
    xml.add_flag("LogCircular", set.is_circular);
    xml.add_flag("LogOverwrite", set.is_overwritten);
    xml.add("DataSourceName", source);
    xml.add("SampleInterval", set.interval.count());
    xml.add("SegmentMaxRecords", is_database ? static_cast<std::int64_t>(set.megabytes.value_or(0)) : 0);
    xml.add("LogFileFormat", format_number(set.format));
    for (const auto& counter : set.counters) {
        xml.add("Counter", counter);
    }
    xml.close(collector_element);
}

// The options of a set that a template has nothing for.
std::vector<std::string> options_without_element(const CollectorSet& set) {
    std::vector<std::string> notes;
    const auto note = [&notes](bool is_there, const char* option) {
        if (is_there) {
            notes.push_back(std::string(option) + " is not in the template.");
        }
    };
    note(!set.command.empty(), "-rc");
    note(set.most_commands != CollectorSet().most_commands, "-rcmax");
    note(!set.user.empty(), "-u");
    note(set.samples.has_value(), "-sc");
    note(set.begin.has_value(), "-b");
    note(set.end.has_value(), "-e");
    note(set.is_daily, "-r");
    if (command::has_line_for_each_value(set.format)) {
        notes.emplace_back("The template has BIN in place of the format of -f.");
    }
    return notes;
}

} // namespace

std::string read_template_file(const std::string& name) {
    constexpr std::size_t largest = std::size_t{4} << 20U;
    std::error_code unknown;
    std::ifstream file(name, std::ios::binary);
    std::string bytes(largest + 1, '\0');
    if (!std::filesystem::is_regular_file(name, unknown) || !file) {
        throw ProgramError("The template \"" + name + "\" cannot be read: it is missing, or not a file.");
    }
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(file.gcount()));
    if (bytes.size() > largest) {
        throw ProgramError("The template \"" + name + "\" is larger than 4 MiB.");
    }
    return bytes;
}

ImportedSet read_template(const std::string& name, std::string_view bytes, const std::string& folder) {
    const auto elements = parse_xml(bytes);
    const auto collectors = std::ranges::count_if(
        elements, [](const XmlElement& element) { return element.name == collector_element; });
    if (elements.front().name != root_element || collectors == 0) {
        throw ProgramError("It is not a template of counters: it has no <DataCollectorSet> with a "
                           "<PerformanceCounterDataCollector>.");
    }
    Template found;
    found.set.name = name;
    std::vector<std::string> notes;
    for (const auto& element : read_elements(elements, found)) {
        notes.push_back("<" + element + "> is left out.");
    }
    if (collectors > 1) {
        notes.push_back(
            "Its " + std::to_string(collectors) + " collectors become one, with the counters of all.");
    }
    set_format_of(found);
    set_versioning_of(found, notes);
    set_output_of(found, folder, notes);
    found.set.interval = std::chrono::seconds(found.interval);
    found.set.run_time = seconds_if_any(found.duration);
    set_sizes_of(found, notes);
    std::ranges::move(leave_out_meaningless(found.set), std::back_inserter(notes));
    check_set(found.set);
    return {std::move(found.set), std::move(notes)};
}

ExportedSet template_of(const CollectorSet& set) {
    if (set.kind == SetKind::alert) {
        throw ProgramError("An alert has no template: only sets of counters can be exported.");
    }
    const bool is_file = set.format != OutputFormat::sql;
    XmlLines xml;
    xml.open(root_element);
    xml.add("Status", 0);
    xml.add("Duration", set.run_time.value_or(std::chrono::seconds(0)).count());
    xml.add("Description", "");
    xml.add("DisplayName", "");
    xml.add("SchedulesEnabled", -1);
    xml.add("Name", set.name);
    xml.add("RootPath", is_file ? std::filesystem::path(set.output).parent_path().string() : std::string());
    xml.add_flag("Segment", set.segment || (is_file && set.megabytes && !set.ends_when_full));
    xml.add("SegmentMaxDuration", set.segment.value_or(std::chrono::seconds(0)).count());
    xml.add("SegmentMaxSize", is_file ? static_cast<std::int64_t>(set.megabytes.value_or(0)) : 0);
    xml.add("SerialNumber", 1);
    add_collector(xml, set);
    xml.close(root_element);
    return {xml.text(), options_without_element(set)};
}

} // namespace pdh_shim::tools::logman
