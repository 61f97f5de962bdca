// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/hosts_file.h"

#include "base/bytes.h"
#include "base/named_file.h"
#include "base/platform.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace pdh_shim::source::winhost {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::size_t longest_setting = 4096;

char lower(char letter) noexcept {
    return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

bool equal(std::string_view left, std::string_view right) noexcept {
    return std::ranges::equal(left, right, {}, lower, lower);
}

std::string_view trimmed(std::string_view text) noexcept {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

bool is_numeric_address(std::string_view name) {
    return !platform::parse_address(std::string(name)).empty();
}

Failure malformed(std::size_t line, std::string what) {
    return {Status::invalid_datasource, "line " + std::to_string(line), std::move(what)};
}

// Text that goes into messages and to other programs.
bool is_plain(std::string_view text) noexcept {
    return std::ranges::none_of(text, [](char letter) {
        const auto byte = static_cast<unsigned char>(letter);
        return byte < 0x20 || byte == 0x7F;
    });
}

// A section while its lines are read.
class SectionReader {
  public:
    SectionReader(std::string_view name, std::size_t line) : line_(line) { settings_.name = name; }

    [[nodiscard]] const HostSettings& settings() const noexcept { return settings_; }

    Result<void, Failure> set(std::string_view key, std::string_view value, std::size_t line) {
        using Set = Result<void, Failure> (SectionReader::*)(std::string_view value, std::size_t line);
        static constexpr std::array<std::pair<std::string_view, Set>, 10> keys{{
            {"engine", &SectionReader::set_engine},
            {"address", &SectionReader::set_address},
            {"port", &SectionReader::set_port},
            {"auth", &SectionReader::set_authentication},
            {"user", &SectionReader::set_user},
            {"domain", &SectionReader::set_domain},
            {"password-file", &SectionReader::set_password_file},
            {"keytab", &SectionReader::refuse_keytab},
            {"ccache", &SectionReader::set_ccache},
            {"protection", &SectionReader::set_protection},
        }};
        const auto* const known = std::ranges::find(keys, key, &std::pair<std::string_view, Set>::first);
        if (known == keys.end()) {
            return malformed(line, "there is no key '" + std::string(key) + "'");
        }
        if (std::ranges::find(seen_, key) != seen_.end()) {
            return malformed(line, "'" + std::string(key) + "' stands here twice");
        }
        seen_.push_back(known->first);
        if (value.empty() || value.size() > longest_setting) {
            return malformed(line, "'" + std::string(key) + "' has no value, or one of more than 4096 bytes");
        }
        return (this->*known->second)(value, line);
    }

    /// What belongs together.
    [[nodiscard]] Result<void, Failure> finish() const {
        if (settings_.engine == Engine::pcp) {
            return seen_.size() > 1 || settings_.is_suffix()
                       ? Result<void, Failure>(
                             malformed(line_, "engine = pcp is for one host, and takes no other key"))
                       : outcome::success();
        }
        const bool has_password = !settings_.user.empty() && !settings_.password_file.empty();
        if (settings_.authentication == Authentication::ntlm) {
            if (!has_password) {
                return malformed(line_, "auth = ntlm needs user and password-file");
            }
            if (settings_.is_suffix()) {
                return malformed(line_,
                    "auth = ntlm is for one host: a name with an ending may be anybody's, "
                    "who would get a hash of the password");
            }
            if (!settings_.ccache.empty()) {
                return malformed(line_, "ccache is for auth = kerberos");
            }
            return outcome::success();
        }
        if (is_numeric_address(settings_.name)) {
            return malformed(line_, "Kerberos knows hosts by their names: name the section so, and give it "
                                    "address = " +
                                        settings_.name);
        }
        const bool has_ntlm = std::ranges::any_of(seen_,
            [](std::string_view key) { return key == "user" || key == "domain" || key == "password-file"; });
        if (has_ntlm) {
            return malformed(line_,
                "user, domain and password-file are for auth = ntlm; Kerberos takes the ticket of "
                "ccache, or the user's");
        }
        return outcome::success();
    }

  private:
    template <class Value>
    Result<void, Failure> set_one_of(Value& place, std::string_view value, std::size_t line,
        std::pair<std::string_view, Value> first, std::pair<std::string_view, Value> second) {
        for (const auto& [name, meaning] : {first, second}) {
            if (value == name) {
                place = meaning;
                return outcome::success();
            }
        }
        return malformed(
            line, "it is neither '" + std::string(first.first) + "' nor '" + std::string(second.first) + "'");
    }

    Result<void, Failure> set_engine(std::string_view value, std::size_t line) {
        return set_one_of<Engine>(
            settings_.engine, value, line, {"winhost", Engine::winhost}, {"pcp", Engine::pcp});
    }

    Result<void, Failure> set_address(std::string_view value, std::size_t line) {
        if (settings_.is_suffix()) {
            return malformed(line, "a section of many hosts has no address");
        }
        if (!is_host_name(value) && !is_numeric_address(value)) {
            return malformed(line, "it is neither a name nor an address");
        }
        settings_.address = value;
        return outcome::success();
    }

    Result<void, Failure> set_port(std::string_view value, std::size_t line) {
        const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), settings_.port);
        if (error != std::errc{} || rest != value.data() + value.size() || settings_.port == 0) {
            return malformed(line, "it is no number from 1 to 65535");
        }
        return outcome::success();
    }

    Result<void, Failure> set_authentication(std::string_view value, std::size_t line) {
        return set_one_of<Authentication>(settings_.authentication, value, line,
            {"kerberos", Authentication::kerberos}, {"ntlm", Authentication::ntlm});
    }

    Result<void, Failure> set_user(std::string_view value, std::size_t /*line*/) {
        settings_.user = value;
        return outcome::success();
    }

    Result<void, Failure> set_domain(std::string_view value, std::size_t /*line*/) {
        settings_.domain = value;
        return outcome::success();
    }

    Result<void, Failure> set_password_file(std::string_view value, std::size_t line) {
        const std::string_view name = value.starts_with(credential_prefix)
                                          ? value.substr(credential_prefix.size())
                                          : std::string_view();
        const bool is_credential =
            !name.empty() && name.find('/') == std::string_view::npos && name != "." && name != "..";
        if (!value.starts_with('/') && !is_credential) {
            return malformed(line, "it is neither an absolute path nor credential:NAME");
        }
        settings_.password_file = value;
        return outcome::success();
    }

    // NOLINTNEXTLINE(readability-make-member-function-const): it stands in a table with those that change
    Result<void, Failure> refuse_keytab(std::string_view value, std::size_t line) {
        return malformed(
            line, "a keytab is not read here: `kinit -k -t " + std::string(value) +
                      " -c FILE USER`, or k5start, gets a ticket, which ccache = FILE:FILE of [" +
                      settings_.name + "] names");
    }

    Result<void, Failure> set_ccache(std::string_view value, std::size_t /*line*/) {
        settings_.ccache = value;
        return outcome::success();
    }

    Result<void, Failure> set_protection(std::string_view value, std::size_t line) {
        return set_one_of<Protection>(
            settings_.protection, value, line, {"seal", Protection::seal}, {"sign", Protection::sign});
    }

    HostSettings settings_;
    std::vector<std::string_view> seen_; // keys
    std::size_t line_;                   // of the section
};

Result<SectionReader, Failure> begin_section(
    std::string_view line, std::size_t number, const std::vector<HostSettings>& sections) {
    if (line.back() != ']') {
        return malformed(number, "there is no ']' at its end");
    }
    const std::string_view name = trimmed(line.substr(1, line.size() - 2));
    if (name == "*") {
        return malformed(
            number, "credentials are for hosts by their names, or by an ending such as .example.com");
    }
    if (!is_host_name(name.substr(name.starts_with('.') ? 1 : 0)) && !is_numeric_address(name)) {
        return malformed(number, "a section is the name of a host, or an ending such as .example.com");
    }
    if (std::ranges::any_of(
            sections, [name](const HostSettings& known) { return equal(known.name, name); })) {
        return malformed(number, "this section stands here twice");
    }
    return SectionReader(name, number);
}

} // namespace

const HostSettings* Hosts::find(std::string_view name) const {
    const HostSettings* found = nullptr;
    for (const HostSettings& section : sections_) {
        if (equal(section.name, name)) {
            return &section;
        }
        // The dot of an ending lets it begin only where a part of the name does.
        const bool fits = section.is_suffix() && name.size() > section.name.size() &&
                          equal(name.substr(name.size() - section.name.size()), section.name);
        if (fits && (found == nullptr || found->name.size() < section.name.size())) {
            found = &section;
        }
    }
    return found;
}

void Hosts::add(Hosts less) {
    for (HostSettings& section : less.sections_) {
        if (std::ranges::none_of(
                sections_, [&](const HostSettings& known) { return equal(known.name, section.name); })) {
            sections_.push_back(std::move(section));
        }
    }
}

bool is_host_name(std::string_view text) noexcept {
    constexpr std::size_t longest = 255; // of a name in DNS
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    return !text.empty() && text.size() <= longest &&
           text.find_first_not_of(letters) == std::string_view::npos && text.front() != '.' &&
           text.front() != '-' && text.back() != '.' && text.find("..") == std::string_view::npos;
}

Result<Hosts, Failure> read_hosts(std::string_view text) {
    Hosts hosts;
    std::optional<SectionReader> section;
    const auto end_section = [&]() -> Result<void, Failure> {
        if (section) {
            PDH_SHIM_CHECK(section->finish());
            hosts.sections_.push_back(section->settings());
        }
        return outcome::success();
    };
    text.remove_prefix(text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
    for (std::size_t number = 1; !text.empty(); ++number) {
        const std::string_view line = trimmed(text.substr(0, text.find('\n')));
        text.remove_prefix(std::min(text.find('\n'), text.size() - 1) + 1);
        if (line.empty() || line.front() == '#' || line.front() == ';') {
            continue;
        }
        if (!is_plain(line)) {
            return malformed(number, "it has control characters");
        }
        if (line.front() == '[') {
            PDH_SHIM_CHECK(end_section());
            PDH_SHIM_TRY(section, begin_section(line, number, hosts.sections_));
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos) {
            return malformed(number, "it is neither [HOST] nor KEY = VALUE");
        }
        if (!section) {
            return malformed(number, "a section [HOST] has to stand before it");
        }
        PDH_SHIM_CHECK(
            section->set(trimmed(line.substr(0, equals)), trimmed(line.substr(equals + 1)), number));
    }
    PDH_SHIM_CHECK(end_section());
    return hosts;
}

namespace {

constexpr std::string_view system_file = "/etc/pdh-shim/hosts.ini";

// A variable with an absolute path; the base directory specification has relative ones ignored.
std::optional<std::string> path_in(const char* variable) {
    auto path = platform::environment(variable);
    return path && path->starts_with('/') ? path : std::nullopt;
}

std::vector<std::string> files() {
    if (auto chosen = platform::environment("PDH_SHIM_HOSTS")) {
        return {std::move(*chosen)};
    }
    std::vector<std::string> files;
    if (const auto folder = path_in("XDG_CONFIG_HOME")) {
        files.push_back(*folder + "/pdh-shim/hosts.ini");
    } else if (const auto home = path_in("HOME")) {
        files.push_back(*home + "/.config/pdh-shim/hosts.ini");
    }
    files.emplace_back(system_file);
    return files;
}

Result<Hosts, Failure> load(const std::string& file) {
    auto bytes = read_named_file(file, longest_hosts_file);
    if (!bytes) {
        return std::move(bytes).error().as(Status::invalid_datasource).within(file);
    }
    if (bytes.value().size() > longest_hosts_file) {
        return Failure(Status::invalid_datasource, file, "it is longer than 4 MiB");
    }
    // It says who gets a user's credentials.
    if (const std::string reason = reason_for_distrust_by_anyone(file); !reason.empty()) {
        return Failure(Status::invalid_datasource, file, "it is not used, since " + reason);
    }
    return within(file, read_hosts(as_text(bytes.value())));
}

} // namespace

Result<Hosts, Failure> load_hosts() {
    const bool is_chosen = platform::environment("PDH_SHIM_HOSTS").has_value();
    Hosts hosts;
    for (const std::string& file : files()) {
        if (!is_chosen && file_kind(file) == FileKind::none) {
            continue;
        }
        PDH_SHIM_TRY(auto more, load(file));
        hosts.add(std::move(more));
    }
    return hosts;
}

std::string hosts_files() {
    std::string names;
    for (const std::string& file : files()) {
        names += (names.empty() ? "" : ", ") + file;
    }
    return names;
}

} // namespace pdh_shim::source::winhost
