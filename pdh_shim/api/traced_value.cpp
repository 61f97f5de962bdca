// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/traced_value.h"

#include "base/clock.h"
#include "base/platform.h"
#include "base/status.h"
#include "base/text.h"
#include "calc/counter_type.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <chrono>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace pdh_shim::api {
namespace {

constexpr std::size_t longest_shown = 300;                      // units of a text
constexpr std::size_t longest_counted = std::size_t{64} << 10U; // units of a text that are looked at
constexpr std::size_t most_shown = 4;                           // of an array or a list

// A constant of pdh.h: the bits that it stands for, among those that others of its kind share.
struct NamedConstant {
    std::uint32_t mask;
    std::uint32_t value;
    const char* name;
};
#define BIT(constant)                                                                                        \
    NamedConstant {                                                                                          \
        constant, constant, #constant                                                                        \
    }
#define NUMBER(mask, constant)                                                                               \
    NamedConstant {                                                                                          \
        mask, constant, #constant                                                                            \
    }

constexpr NamedConstant format_words[] = {BIT(PDH_FMT_RAW), BIT(PDH_FMT_ANSI), BIT(PDH_FMT_UNICODE),
    BIT(PDH_FMT_LONG), BIT(PDH_FMT_DOUBLE), BIT(PDH_FMT_LARGE), BIT(PDH_FMT_NOSCALE), BIT(PDH_FMT_1000),
    BIT(PDH_FMT_NODATA), BIT(PDH_FMT_NOCAP100)};
constexpr NamedConstant detail_words[] = {BIT(PERF_DETAIL_COSTLY), NUMBER(0xFFFF, PERF_DETAIL_NOVICE),
    NUMBER(0xFFFF, PERF_DETAIL_ADVANCED), NUMBER(0xFFFF, PERF_DETAIL_EXPERT),
    NUMBER(0xFFFF, PERF_DETAIL_WIZARD), NUMBER(0xFFFF, PERF_DETAIL_STANDARD)};
constexpr NamedConstant access_words[] = {NUMBER(PDH_LOG_ACCESS_MASK, PDH_LOG_READ_ACCESS),
    NUMBER(PDH_LOG_ACCESS_MASK, PDH_LOG_WRITE_ACCESS), NUMBER(PDH_LOG_ACCESS_MASK, PDH_LOG_UPDATE_ACCESS),
    NUMBER(PDH_LOG_CREATE_MASK, PDH_LOG_CREATE_NEW), NUMBER(PDH_LOG_CREATE_MASK, PDH_LOG_CREATE_ALWAYS),
    NUMBER(PDH_LOG_CREATE_MASK, PDH_LOG_OPEN_ALWAYS), NUMBER(PDH_LOG_CREATE_MASK, PDH_LOG_OPEN_EXISTING),
    BIT(PDH_LOG_OPT_USER_STRING), BIT(PDH_LOG_OPT_CIRCULAR), BIT(PDH_LOG_OPT_MAX_IS_BYTES),
    BIT(PDH_LOG_OPT_APPEND)};
constexpr std::uint32_t all_bits = 0xFFFFFFFF;
constexpr NamedConstant log_type_words[] = {NUMBER(all_bits, PDH_LOG_TYPE_UNDEFINED),
    NUMBER(all_bits, PDH_LOG_TYPE_CSV), NUMBER(all_bits, PDH_LOG_TYPE_TSV),
    NUMBER(all_bits, PDH_LOG_TYPE_RETIRED_BIN), NUMBER(all_bits, PDH_LOG_TYPE_TRACE_KERNEL),
    NUMBER(all_bits, PDH_LOG_TYPE_TRACE_GENERIC), NUMBER(all_bits, PDH_LOG_TYPE_PERFMON),
    NUMBER(all_bits, PDH_LOG_TYPE_SQL), NUMBER(all_bits, PDH_LOG_TYPE_BINARY)};
constexpr NamedConstant path_words[] = {BIT(PDH_PATH_WBEM_RESULT), BIT(PDH_PATH_WBEM_INPUT)};
constexpr NamedConstant expand_words[] = {
    BIT(PDH_NOEXPANDCOUNTERS), BIT(PDH_NOEXPANDINSTANCES), BIT(PDH_REFRESHCOUNTERS)};
constexpr NamedConstant close_words[] = {BIT(PDH_FLAGS_CLOSE_QUERY)};
constexpr NamedConstant browse_words[] = {BIT(PDH_FLAGS_FILE_BROWSER_ONLY)};
constexpr NamedConstant real_time_words[] = {
    BIT(DATA_SOURCE_REGISTRY), BIT(DATA_SOURCE_LOGFILE), BIT(DATA_SOURCE_WBEM)};
#undef BIT
#undef NUMBER

struct ConstantNames {
    std::string_view parameter;
    std::span<const NamedConstant> words;
};
// The names of parameters in exports.inc that have constants.
constexpr ConstantNames vocabularies[] = {
    {"format", format_words},
    {"detail", detail_words},
    {"access", access_words},
    {"log_type", log_type_words},
    {"path_flags", path_words},
    {"expand_flags", expand_words},
    {"close_flags", close_words},
    {"browse_flags", browse_words},
    {"real_time_source", real_time_words},
};

void append_decimal_text(std::string& line, std::uint64_t bits, bool is_signed) {
    line += is_signed ? std::to_string(static_cast<std::int64_t>(bits)) : std::to_string(bits);
}

void append_words(std::string& line, std::span<const NamedConstant> words, std::uint32_t number) {
    std::uint32_t rest = number;
    bool is_first = true;
    const auto append = [&](std::string_view word) {
        line += is_first ? "" : "|";
        line += word;
        is_first = false;
    };
    for (const NamedConstant& word : words) {
        if ((rest & word.mask) == word.value && (word.value != 0 || number == 0)) {
            append(word.name);
            rest &= ~word.mask;
        }
    }
    if (rest != 0) {
        line += is_first ? "" : "|";
        append_hex(line, rest);
    } else if (is_first) {
        line += '0';
    }
}

void append_status(std::string& line, std::uint32_t code) {
    const std::string_view name = status_name(static_cast<Status>(code));
    if (name.empty()) {
        append_hex(line, code);
    } else {
        line += name;
    }
}

void append_counter_type(std::string& line, std::uint32_t type) {
    const calc::TypeInfo* const known = calc::find_type(type);
    if (known == nullptr) {
        append_hex(line, type);
    } else {
        line += known->name;
    }
}

void append_padded(std::string& line, std::int64_t number, std::size_t digits) {
    const std::string text = std::to_string(number);
    line.append(digits - std::min(digits, text.size()), '0');
    line += text;
}

// A FILETIME, whose time zone is not known here: the number, and the date if it is one of this age.
void append_time(std::string& line, std::int64_t time) {
    line += std::to_string(time);
    constexpr std::int64_t ticks_of_day = std::int64_t{86'400} * ticks_per_second;
    constexpr std::int64_t days_to_1970 = 134'774;
    constexpr std::int64_t days_to_2200 = 218'779;
    const std::int64_t day = time / ticks_of_day;
    if (day < days_to_1970 || day > days_to_2200) {
        return;
    }
    const std::chrono::year_month_day date{
        std::chrono::sys_days{std::chrono::days{static_cast<int>(day - days_to_1970)}}};
    const std::int64_t milliseconds = time % ticks_of_day / (ticks_per_second / 1000);
    line += " (";
    append_padded(line, int{date.year()}, 4);
    line += '-';
    append_padded(line, unsigned{date.month()}, 2);
    line += '-';
    append_padded(line, unsigned{date.day()}, 2);
    line += 'T';
    append_padded(line, milliseconds / 3'600'000, 2);
    line += ':';
    append_padded(line, milliseconds / 60'000 % 60, 2);
    line += ':';
    append_padded(line, milliseconds / 1000 % 60, 2);
    line += '.';
    append_padded(line, milliseconds % 1000, 3);
    line += ')';
}

void append_unreadable(std::string& line, const void* address) {
    append_hex(line, reinterpret_cast<std::uintptr_t>(address));
    line += " (unreadable)";
}

template <class T>
std::optional<T> read(const void* address) noexcept {
    std::array<std::byte, sizeof(T)> bytes{};
    if (platform::copy_memory(address, bytes) != bytes.size()) {
        return std::nullopt;
    }
    T value;
    std::memcpy(&value, bytes.data(), bytes.size());
    return value;
}

const void* behind(const void* address, std::size_t bytes) noexcept {
    return reinterpret_cast<const void*>(reinterpret_cast<std::uintptr_t>(address) + bytes);
}

// What can be read of a text.
struct ReadText {
    std::vector<std::uint32_t> units; // the first ones
    std::size_t length = 0;           // units before the terminator, or before what cannot be read
    bool has_end = false;
};

ReadText read_text(Encoding encoding, const void* address, std::size_t longest) {
    ReadText text;
    const std::size_t size = unit_size(encoding);
    std::array<std::byte, 256> chunk{};
    while (text.length < longest) {
        const std::size_t copied = platform::copy_memory(behind(address, text.length * size), chunk) / size;
        for (std::size_t i = 0; i < copied && text.length < longest; ++i) {
            std::uint32_t unit = 0;
            if (encoding == Encoding::utf16) {
                char16_t narrow = 0;
                std::memcpy(&narrow, chunk.data() + i * size, size);
                unit = narrow;
            } else if (encoding == Encoding::utf32) {
                std::memcpy(&unit, chunk.data() + i * size, size);
            } else {
                unit = static_cast<std::uint8_t>(chunk[i]);
            }
            if (unit == 0) {
                text.has_end = true;
                return text;
            }
            if (text.length < longest_shown) {
                text.units.push_back(unit);
            }
            ++text.length;
        }
        if (copied * size != chunk.size()) {
            break;
        }
    }
    return text;
}

void append_digits(std::string& line, std::uint32_t value, unsigned digits) {
    constexpr std::string_view hex = "0123456789abcdef";
    for (unsigned digit = digits; digit-- > 0;) {
        line += hex[value >> (4 * digit) & 0xFU];
    }
}

void append_escape(std::string& line, char kind, std::uint32_t value, unsigned digits) {
    line += '\\';
    line += kind;
    append_digits(line, value, digits);
}

// The units of UTF-16 or UTF-32, well-formed or not.
void append_units(std::string& line, std::span<const std::uint32_t> units) {
    for (std::size_t i = 0; i < units.size(); ++i) {
        std::uint32_t code = units[i];
        const std::uint32_t next = i + 1 < units.size() ? units[i + 1] : 0;
        if ((code & ~0x3FFU) == 0xD800 && (next & ~0x3FFU) == 0xDC00) {
            code = 0x10000 + ((code & 0x3FFU) << 10U) + (next & 0x3FFU);
            ++i;
        }
        const bool looks_escaped = code == '\\' && (next == 'x' || next == 'u' || next == 'U');
        if (code > 0x10FFFF) {
            append_escape(line, 'U', code, 8);
        } else if ((code & ~0x7FFU) == 0xD800) {
            append_escape(line, 'u', code, 4);
        } else if (code < 0x80 && (is_control(code) || code == '"' || looks_escaped)) {
            append_escape(line, 'x', code, 2);
        } else if (is_control(code)) {
            append_escape(line, 'u', code, 4);
        } else {
            const std::array<char16_t, 2> pair{static_cast<char16_t>(0xD7C0U + (code >> 10U)),
                static_cast<char16_t>(0xDC00U + (code & 0x3FFU))};
            const auto single = static_cast<char16_t>(code);
            append_utf16_lossy(
                line, code > 0xFFFF ? std::u16string_view(pair.data(), 2) : std::u16string_view(&single, 1));
        }
    }
}

void append_narrow(std::string& line, const ReadText& text) {
    std::string bytes;
    std::ranges::transform(
        text.units, std::back_inserter(bytes), [](std::uint32_t unit) { return static_cast<char>(unit); });
    while (text.units.size() < text.length && (bytes.back() & 0x80) != 0) {
        bytes.pop_back(); // perhaps half a character
    }
    if (const auto wide = platform::from_narrow(bytes)) {
        const std::vector<std::uint32_t> units(wide.value().begin(), wide.value().end());
        append_units(line, units);
        return;
    }
    for (const char byte : bytes) {
        const auto unit = static_cast<std::uint8_t>(byte);
        if (unit < 0x80) {
            const std::uint32_t ascii = unit;
            append_units(line, {&ascii, 1});
        } else {
            append_escape(line, 'x', unit, 2);
        }
    }
}

void append_read_text(std::string& line, Encoding encoding, const void* address, const ReadText& text) {
    if (text.length == 0 && !text.has_end) {
        append_unreadable(line, address);
        return;
    }
    line += '"';
    if (encoding == Encoding::ansi) {
        append_narrow(line, text);
    } else {
        append_units(line, text.units);
    }
    line += text.units.size() < text.length ? "...\"" : "\"";
    if (!text.has_end) {
        line += " (no end in " + std::to_string(text.length) + " characters)";
    } else if (text.units.size() < text.length) {
        line += " (" + std::to_string(text.length) + " characters)";
    }
}

void append_raw(std::string& line, const PDH_RAW_COUNTER& raw) {
    line += '{';
    append_status(line, raw.CStatus);
    line += ", TimeStamp=";
    append_time(line, std::bit_cast<std::int64_t>(raw.TimeStamp));
    line += ", FirstValue=" + std::to_string(raw.FirstValue) +
            ", SecondValue=" + std::to_string(raw.SecondValue) +
            ", MultiCount=" + std::to_string(raw.MultiCount) + '}';
}

void append_value(std::string& line, const PDH_FMT_COUNTERVALUE& value, std::uint32_t format) {
    line += '{';
    append_status(line, value.CStatus);
    line += ", ";
    if ((format & PDH_FMT_DOUBLE) != 0) {
        append_double(line, value.doubleValue);
    } else if ((format & PDH_FMT_LARGE) != 0) {
        line += std::to_string(value.largeValue);
    } else {
        line += std::to_string(value.longValue);
    }
    line += '}';
}

void append_member(std::string& line, const char* name, Encoding encoding, const void* text) {
    line += name;
    append_text(line, encoding, text);
}

// The three forms of a structure with texts have one layout (tests/abi).
void append_elements(std::string& line, const PDH_COUNTER_PATH_ELEMENTS_W& elements, Encoding encoding) {
    append_member(line, "{machine=", encoding, elements.szMachineName);
    append_member(line, ", object=", encoding, elements.szObjectName);
    append_member(line, ", instance=", encoding, elements.szInstanceName);
    append_member(line, ", parent=", encoding, elements.szParentInstance);
    line += ", index=";
    line += elements.dwInstanceIndex == all_bits ? "-1" : std::to_string(elements.dwInstanceIndex);
    append_member(line, ", counter=", encoding, elements.szCounterName);
    line += '}';
}

void append_info(std::string& line, const PDH_COUNTER_INFO_W& info, Encoding encoding) {
    line += "{type=";
    append_counter_type(line, info.dwType);
    line += ", ";
    append_status(line, info.CStatus);
    line +=
        ", scale=" + std::to_string(info.lScale) + ", default_scale=" + std::to_string(info.lDefaultScale);
    append_member(line, ", path=", encoding, info.szFullPath);
    append_member(line, ", explain=", encoding, info.szExplainText);
    line += '}';
}

void append_dialog(std::string& line, const PDH_BROWSE_DLG_CONFIG_HW& dialog, Encoding encoding) {
    std::uint32_t options = 0;
    std::memcpy(&options, static_cast<const void*>(&dialog), sizeof options);
    line += "{options=";
    append_hex(line, options);
    line += ", paths=";
    append_hex(line, reinterpret_cast<std::uintptr_t>(dialog.szReturnPathBuffer));
    line += ", size=" + std::to_string(dialog.cchReturnPathLength) +
            ", callback=" + (dialog.pCallBack == nullptr ? "NULL" : "given") + ", detail=";
    append_words(line, detail_words, dialog.dwDefaultDetailLevel);
    append_member(line, ", caption=", encoding, dialog.szDialogBoxCaption);
    line += '}';
}

void append_guid(std::string& line, const GUID& guid) {
    line += '{';
    append_digits(line, guid.Data1, 8);
    line += '-';
    append_digits(line, guid.Data2, 4);
    line += '-';
    append_digits(line, guid.Data3, 4);
    for (std::size_t i = 0; i < sizeof guid.Data4; ++i) {
        line += i == 0 || i == 2 ? "-" : "";
        append_digits(line, guid.Data4[i], 2);
    }
    line += '}';
}

template <class Item, class Append>
void append_item(std::string& line, const void* address, Encoding encoding, const Append& append) {
    const auto item = read<Item>(address);
    if (!item) {
        append_unreadable(line, address);
        return;
    }
    line += '{';
    append_text(line, encoding, item->szName);
    line += ", ";
    append(*item);
    line += '}';
}

template <class T, class Append>
void append_structure(std::string& line, const void* address, const Append& append) {
    if (const auto value = read<T>(address)) {
        append(*value);
    } else {
        append_unreadable(line, address);
    }
}

std::size_t size_of(const PointeeType& type) noexcept {
    switch (type.pointee) {
    case Pointee::raw_counter:
        return sizeof(PDH_RAW_COUNTER);
    case Pointee::raw_counter_item:
        return sizeof(PDH_RAW_COUNTER_ITEM_W);
    case Pointee::value_item:
        return sizeof(PDH_FMT_COUNTERVALUE_ITEM_W);
    case Pointee::time_info:
        return sizeof(PDH_TIME_INFO);
    default:
        return 0; // there is but one
    }
}

} // namespace

void append_hex(std::string& line, std::uint64_t number) {
    std::array<char, 16> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number, 16).ptr;
    line += "0x";
    line.append(digits.data(), end);
}

void append_double(std::string& line, double value) {
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    line.append(digits.data(), end);
}

void append_number(std::string& line, std::string_view name, std::uint64_t bits, const PointeeType& type) {
    constexpr std::string_view time_names[] = {"time_stamp", "system_time"};
    const auto* const known = std::ranges::find(vocabularies, name, &ConstantNames::parameter);
    const auto number = static_cast<std::uint32_t>(bits);
    if (known != std::end(vocabularies)) {
        append_words(line, known->words, number);
    } else if (name == "counter_type") {
        append_counter_type(line, number);
    } else if (name == "status") {
        append_status(line, number);
    } else if (std::ranges::find(time_names, name) != std::end(time_names)) {
        append_time(line, static_cast<std::int64_t>(bits));
    } else if (name == "user_data" && bits > 0xFFFF) {
        append_hex(line, bits);
    } else {
        append_decimal_text(line, bits, type.is_signed);
    }
}

void append_text(std::string& line, Encoding encoding, const void* address) {
    if (address == nullptr) {
        line += "NULL";
        return;
    }
    append_read_text(line, encoding, address, read_text(encoding, address, longest_counted));
}

void append_texts(
    std::string& line, Encoding encoding, const void* address, std::optional<std::size_t> units) {
    std::size_t texts = 0;
    std::size_t place = 0; // in units
    line += '[';
    while (!units || place < *units) {
        const void* const start = behind(address, place * unit_size(encoding));
        const ReadText text =
            read_text(encoding, start, units ? std::min(*units - place, longest_counted) : longest_counted);
        if (text.length == 0 && text.has_end) {
            break;
        }
        if (texts < most_shown) {
            line += texts == 0 ? "" : ", ";
            append_read_text(line, encoding, start, text);
        }
        ++texts;
        place += text.length + 1;
        if (!text.has_end) {
            break;
        }
    }
    line += texts > most_shown ? ", ...] (" + std::to_string(texts) + " texts)" : "]";
}

bool has_list(Encoding encoding, const void* address, std::size_t units) noexcept {
    const std::size_t size = unit_size(encoding);
    std::array<std::byte, 2 * sizeof(char32_t)> last{};
    const auto end = std::span(last).first(2 * size);
    return units >= 2 && platform::copy_memory(behind(address, (units - 2) * size), end) == end.size() &&
           std::ranges::all_of(end, [](std::byte byte) { return byte == std::byte{0}; });
}

std::optional<std::uint64_t> read_number(const Argument& argument) noexcept {
    const auto extended = [&argument](auto value) {
        return argument.type.is_signed ? static_cast<std::uint64_t>(std::int64_t{
                                             static_cast<std::make_signed_t<decltype(value)>>(value)})
                                       : std::uint64_t{value};
    };
    if (argument.type.size == sizeof(std::uint32_t)) {
        const auto value = read<std::uint32_t>(argument.address());
        return value ? std::optional(extended(*value)) : std::nullopt;
    }
    return read<std::uint64_t>(argument.address());
}

void append_pointee(
    std::string& line, std::string_view name, const Argument& argument, std::uint32_t format) {
    const void* const address = argument.address();
    const Encoding encoding = argument.type.encoding;
    switch (argument.type.pointee) {
    case Pointee::anything:
        append_hex(line, argument.bits);
        return;
    case Pointee::text:
        append_text(line, encoding, address);
        return;
    case Pointee::integer:
        if (const auto number = read_number(argument)) {
            append_number(line, name, *number, argument.type);
        } else {
            append_unreadable(line, address);
        }
        return;
    case Pointee::handle:
        append_structure<std::uintptr_t>(line, address, [&](std::uintptr_t handle) {
            if (handle == 0) {
                line += "NULL";
            } else {
                append_hex(line, handle);
            }
        });
        return;
    case Pointee::file_time:
        append_structure<std::int64_t>(line, address, [&](std::int64_t time) { append_time(line, time); });
        return;
    case Pointee::guid:
        append_structure<GUID>(line, address, [&](const GUID& guid) { append_guid(line, guid); });
        return;
    case Pointee::raw_counter:
        append_structure<PDH_RAW_COUNTER>(line, address, [&](const auto& raw) { append_raw(line, raw); });
        return;
    case Pointee::value:
        append_structure<PDH_FMT_COUNTERVALUE>(
            line, address, [&](const auto& value) { append_value(line, value, format); });
        return;
    case Pointee::raw_counter_item:
        append_item<PDH_RAW_COUNTER_ITEM_W>(
            line, address, encoding, [&](const auto& item) { append_raw(line, item.RawValue); });
        return;
    case Pointee::value_item:
        append_item<PDH_FMT_COUNTERVALUE_ITEM_W>(
            line, address, encoding, [&](const auto& item) { append_value(line, item.FmtValue, format); });
        return;
    case Pointee::statistics:
        append_structure<PDH_STATISTICS>(line, address, [&](const PDH_STATISTICS& statistics) {
            line += "{count=" + std::to_string(statistics.count) + ", min=";
            append_value(line, statistics.min, statistics.dwFormat);
            line += ", max=";
            append_value(line, statistics.max, statistics.dwFormat);
            line += ", mean=";
            append_value(line, statistics.mean, statistics.dwFormat);
            line += '}';
        });
        return;
    case Pointee::path_elements:
        append_structure<PDH_COUNTER_PATH_ELEMENTS_W>(
            line, address, [&](const auto& elements) { append_elements(line, elements, encoding); });
        return;
    case Pointee::counter_info:
        append_structure<PDH_COUNTER_INFO_W>(
            line, address, [&](const auto& info) { append_info(line, info, encoding); });
        return;
    case Pointee::time_info:
        append_structure<PDH_TIME_INFO>(line, address, [&](const PDH_TIME_INFO& range) {
            line += "{StartTime=";
            append_time(line, range.StartTime);
            line += ", EndTime=";
            append_time(line, range.EndTime);
            line += ", SampleCount=" + std::to_string(range.SampleCount) + '}';
        });
        return;
    case Pointee::log_record:
        append_structure<PDH_RAW_LOG_RECORD>(line, address, [&](const PDH_RAW_LOG_RECORD& record) {
            line += "{type=";
            append_words(line, log_type_words, record.dwRecordType);
            line += ", bytes=" + std::to_string(record.dwItems) + '}';
        });
        return;
    case Pointee::dialog:
        append_structure<PDH_BROWSE_DLG_CONFIG_HW>(
            line, address, [&](const auto& dialog) { append_dialog(line, dialog, encoding); });
        return;
    case Pointee::program_source:
        append_structure<pdh_shim_source>(line, address, [&](const pdh_shim_source& source) {
            append_member(line, "{name=", Encoding::ansi, source.name);
            line +=
                ", size=" + std::to_string(source.size) + ", version=" + std::to_string(source.version) + '}';
        });
        return;
    }
}

void append_array(std::string& line, std::string_view name, const Argument& argument, std::uint32_t format,
    std::size_t count) {
    const std::size_t size = size_of(argument.type);
    line += '[';
    for (std::size_t i = 0; i < count && i < most_shown; ++i) {
        Argument element = argument;
        element.bits += i * size;
        line += i == 0 ? "" : ", ";
        append_pointee(line, name, element, format);
    }
    line += count > most_shown ? ", ...]" : "]";
}

} // namespace pdh_shim::api
