// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Runs the kit: registers its performance DLL, runs each case and each probe in a process of its own,
// unregisters the DLL, and writes result.json. ../README.md describes it.
#include "../text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr int default_limit_s = 60;
constexpr const wchar_t* service_key = L"SYSTEM\\CurrentControlSet\\Services\\PdhOracle";
constexpr const wchar_t* performance_key = L"SYSTEM\\CurrentControlSet\\Services\\PdhOracle\\Performance";

struct Options {
    int limit_s = default_limit_s;
    std::wstring lodctr = L"lodctr.exe"; // of the system
    std::wstring unlodctr = L"unlodctr.exe";
    bool everything = false;
    std::wstring only; // what the names have in them
};

// -- Text -----------------------------------------------------------------------------------------

std::string narrow(const std::wstring& text) {
    const auto units = static_cast<int>(text.size());
    std::string bytes(text.size() * 3, '\0');
    bytes.resize(static_cast<std::size_t>(WideCharToMultiByte(
        CP_UTF8, 0, text.data(), units, bytes.data(), static_cast<int>(bytes.size()), nullptr, nullptr)));
    return bytes;
}

std::wstring wide(const std::string& text) {
    const auto size = static_cast<int>(text.size());
    std::wstring units(text.size(), L'\0');
    units.resize(
        static_cast<std::size_t>(MultiByteToWideChar(CP_UTF8, 0, text.data(), size, units.data(), size)));
    return units;
}

std::string environment(const wchar_t* name) {
    std::array<wchar_t, 1024> value{};
    const DWORD length = GetEnvironmentVariableW(name, value.data(), static_cast<DWORD>(value.size()));
    return length < value.size() ? narrow({value.data(), length}) : "";
}

bool is_of_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_' ||
           static_cast<unsigned char>(letter) >= 0x80;
}

bool is_same_letter(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

/// Replaces a name, in any case, where it is a whole word.
void hide(std::string& text, const std::string& name, std::string_view replacement) {
    if (name.empty()) {
        return;
    }
    auto from = text.begin();
    while (true) {
        const auto found = std::search(from, text.end(), name.begin(), name.end(), is_same_letter);
        if (found == text.end()) {
            return;
        }
        const auto end = found + static_cast<std::ptrdiff_t>(name.size());
        const bool is_word =
            (found == text.begin() || !is_of_word(found[-1])) && (end == text.end() || !is_of_word(*end));
        const auto place = found - text.begin();
        if (is_word) {
            text.replace(found, end, replacement);
        }
        const auto length = is_word ? replacement.size() : name.size();
        from = text.begin() + place + static_cast<std::ptrdiff_t>(length);
    }
}

/// The name of this machine in networks, which may be longer than COMPUTERNAME.
std::string host_name() {
    std::array<wchar_t, 256> name{};
    auto size = static_cast<DWORD>(name.size());
    return GetComputerNameExW(ComputerNameDnsHostname, name.data(), &size) != 0 ? narrow(name.data()) : "";
}

/// Neither users nor machines are named in the result.
std::string without_names(std::string text) {
    static const std::array machines{host_name(), environment(L"COMPUTERNAME"), environment(L"USERDOMAIN")};
    static const std::string user = environment(L"USERNAME");
    for (const std::string& machine : machines) {
        hide(text, machine, "MACHINE");
    }
    hide(text, user, "USER");
    return text;
}

std::string json_of(std::string_view text) {
    return oracle::json_text(text, true);
}

// -- Processes ------------------------------------------------------------------------------------

fs::path kit_folder() {
    std::array<wchar_t, 1024> program{};
    GetModuleFileNameW(nullptr, program.data(), static_cast<DWORD>(program.size()));
    return fs::path(program.data()).parent_path();
}

/// An argument as a Windows program takes its command line apart.
std::wstring argument(const std::wstring& text) {
    std::wstring out = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t unit : text) {
        if (unit == L'"') {
            out.append(backslashes + 1, L'\\'); // those before it once more, and one for it
        }
        backslashes = unit == L'\\' ? backslashes + 1 : 0;
        out += unit;
    }
    return out + std::wstring(backslashes, L'\\') + L"\"";
}

struct Ended {
    DWORD start_error = ERROR_SUCCESS; // why it could not be started
    bool timed_out = false;
    DWORD status = 0;
    std::string output;
};

/// The file that the programs print into.
class Output {
  public:
    explicit Output(fs::path path) : path_(std::move(path)) {
        SECURITY_ATTRIBUTES inherited{sizeof inherited, nullptr, TRUE};
        handle_ = CreateFileW(path_.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited,
            CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY, nullptr);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;
    Output(Output&&) = delete;
    Output& operator=(Output&&) = delete;
    ~Output() {
        CloseHandle(handle_);
        std::error_code ignored;
        fs::remove(path_, ignored);
    }

    [[nodiscard]] HANDLE handle() const { return handle_; }
    [[nodiscard]] std::string read() const {
        std::ifstream file(path_, std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
        std::erase(text, '\r');
        return text;
    }

  private:
    fs::path path_;
    HANDLE handle_ = INVALID_HANDLE_VALUE;
};

/// Runs a program with what it starts, and ends all of it at the end of the time.
Ended run(std::wstring command_line, const fs::path& folder, int limit_s) {
    Ended ended;
    const Output output(kit_folder() / "output.txt");
    STARTUPINFOW startup{};
    startup.cb = sizeof startup;
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdOutput = output.handle();
    startup.hStdError = output.handle();
    PROCESS_INFORMATION process{};
    if (CreateProcessW(nullptr, command_line.data(), nullptr, nullptr, TRUE,
            CREATE_SUSPENDED | CREATE_NO_WINDOW, nullptr, folder.c_str(), &startup, &process) == 0) {
        ended.start_error = GetLastError();
        return ended;
    }
    const HANDLE job = CreateJobObjectW(nullptr, nullptr);
    AssignProcessToJobObject(job, process.hProcess);
    ResumeThread(process.hThread);
    ended.timed_out =
        WaitForSingleObject(process.hProcess, static_cast<DWORD>(limit_s) * 1000) != WAIT_OBJECT_0;
    TerminateJobObject(job, 1);
    if (ended.timed_out) {
        TerminateProcess(process.hProcess, 1); // where a job within a job cannot be had
        WaitForSingleObject(process.hProcess, INFINITE);
    }
    GetExitCodeProcess(process.hProcess, &ended.status);
    CloseHandle(job);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    ended.output = output.read();
    return ended;
}

/// A program that crashes ends with the code of the exception, or with what abort() has; no program of the
/// kit ends so.
bool crashed(const Ended& ended) {
    return ended.status > 1;
}

// -- Registration ---------------------------------------------------------------------------------

/// A value of a registry key under HKEY_LOCAL_MACHINE; nothing if it is not there.
std::optional<std::wstring> registry_text(const wchar_t* key, const wchar_t* value) {
    std::array<wchar_t, 1024> text{};
    auto size = static_cast<DWORD>((text.size() - 1) * sizeof(wchar_t));
    HKEY opened = nullptr;
    if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, key, 0, KEY_READ | KEY_WOW64_64KEY, &opened) != ERROR_SUCCESS) {
        return std::nullopt;
    }
    const LONG error =
        RegQueryValueExW(opened, value, nullptr, nullptr, reinterpret_cast<BYTE*>(text.data()), &size);
    RegCloseKey(opened);
    return error == ERROR_SUCCESS ? std::optional<std::wstring>(text.data()) : std::nullopt;
}

bool has_key(const wchar_t* key) {
    HKEY opened = nullptr;
    const LONG error = RegOpenKeyExW(HKEY_LOCAL_MACHINE, key, 0, KEY_READ, &opened);
    if (error == ERROR_SUCCESS) {
        RegCloseKey(opened);
    }
    return error != ERROR_FILE_NOT_FOUND;
}

bool is_administrator() {
    SID_IDENTIFIER_AUTHORITY authority = SECURITY_NT_AUTHORITY;
    PSID administrators = nullptr;
    BOOL is_member = FALSE;
    if (AllocateAndInitializeSid(&authority, 2, SECURITY_BUILTIN_DOMAIN_RID, DOMAIN_ALIAS_RID_ADMINS, 0, 0, 0,
            0, 0, 0, &administrators) != 0) {
        CheckTokenMembership(nullptr, administrators, &is_member);
        FreeSid(administrators);
    }
    return is_member != FALSE;
}

/// The performance DLL of the kit, registered while this lives. A registration that is not the kit's stays as
/// it is.
class Registration {
  public:
    explicit Registration(const Options& options) : options_(options) {
        if (!is_administrator()) {
            reason_ = "not an administrator";
        } else if (has_key(service_key) && !is_ours()) {
            reason_ = "another PdhOracle is registered";
        } else {
            remove(); // what a run that was ended from outside left behind
            add();
        }
    }
    Registration(const Registration&) = delete;
    Registration& operator=(const Registration&) = delete;
    Registration(Registration&&) = delete;
    Registration& operator=(Registration&&) = delete;
    ~Registration() {
        if (mine_) {
            remove();
        }
    }

    [[nodiscard]] bool succeeded() const { return reason_.empty(); }
    [[nodiscard]] const std::string& reason() const { return reason_; }

  private:
    static std::wstring library() { return (kit_folder() / "oracle_perf.dll").wstring(); }

    static bool is_ours() { return registry_text(performance_key, L"Library") == library(); }

    static bool set(const wchar_t* name, const std::wstring& text) {
        const auto size = static_cast<DWORD>((text.size() + 1) * sizeof(wchar_t));
        HKEY key = nullptr;
        if (RegCreateKeyExW(HKEY_LOCAL_MACHINE, performance_key, 0, nullptr, 0, KEY_WRITE, nullptr, &key,
                nullptr) != ERROR_SUCCESS) {
            return false;
        }
        const LONG error =
            RegSetValueExW(key, name, 0, REG_SZ, reinterpret_cast<const BYTE*>(text.c_str()), size);
        RegCloseKey(key);
        return error == ERROR_SUCCESS;
    }

    void add() {
        mine_ = true;
        if (!set(L"Library", library()) || !set(L"Open", L"OpenPerfData") ||
            !set(L"Collect", L"CollectPerfData") || !set(L"Close", L"ClosePerfData")) {
            reason_ = "the registry refused the registration";
            return;
        }
        const std::wstring ini = (kit_folder() / "oracle_perf.ini").wstring();
        run(argument(options_.lodctr) + L" " + argument(ini), kit_folder(), options_.limit_s);
        if (!has_first_counter()) {
            reason_ = "lodctr did not register the performance DLL";
        }
    }

    static bool has_first_counter() {
        HKEY key = nullptr;
        if (RegOpenKeyExW(HKEY_LOCAL_MACHINE, performance_key, 0, KEY_READ, &key) != ERROR_SUCCESS) {
            return false;
        }
        const LONG error = RegQueryValueExW(key, L"First Counter", nullptr, nullptr, nullptr, nullptr);
        RegCloseKey(key);
        return error == ERROR_SUCCESS;
    }

    void remove() const {
        if (!has_key(performance_key)) {
            return;
        }
        if (has_first_counter()) {
            run(argument(options_.unlodctr) + L" PdhOracle", kit_folder(), options_.limit_s);
        }
        RegDeleteKeyW(HKEY_LOCAL_MACHINE, performance_key);
        RegDeleteKeyW(HKEY_LOCAL_MACHINE, service_key);
    }

    const Options& options_;
    bool mine_ = false;
    std::string reason_;
};

// -- What is run ----------------------------------------------------------------------------------

struct Item {
    std::string id;
    std::string needs; ///< "-" for nothing
};

std::vector<Item> items_of(const fs::path& program, const Options& options) {
    std::vector<Item> items;
    const Ended listed = run(argument(program.wstring()) + L" --list", kit_folder(), options.limit_s);
    std::istringstream lines(listed.output);
    std::string line;
    while (std::getline(lines, line)) {
        const std::size_t tab = line.find('\t');
        if (tab == std::string::npos) {
            continue;
        }
        if (line.find(narrow(options.only)) < tab) {
            items.push_back({line.substr(0, tab), line.substr(tab + 1)});
        }
    }
    return items;
}

/// The checks that failed in doctest's report, without the folder that the kit was built in.
std::string failed_checks(std::string output) {
    constexpr std::size_t enough = 4000;
    const std::size_t error = std::min(output.find("ERROR:"), output.size());
    const std::size_t line = output.rfind('\n', error) + 1; // npos + 1 is the start
    const std::size_t file = output.find("tests/", line);
    output.erase(0, line);
    if (file < error) {
        const std::string folder = output.substr(0, file - line);
        for (std::size_t found = 0; !folder.empty() && (found = output.find(folder)) != std::string::npos;) {
            output.erase(found, folder.size());
        }
    }
    return output.substr(0, enough);
}

struct Verdict {
    std::string outcome;
    std::string detail;
};

Verdict verdict_of(const Ended& ended, const char* success, const char* failure) {
    if (ended.start_error != ERROR_SUCCESS) {
        return {"crashed", "the program could not be started: error " + std::to_string(ended.start_error)};
    }
    if (ended.timed_out) {
        return {"timed out", ""};
    }
    if (crashed(ended)) {
        std::array<char, 16> code{};
        std::snprintf(code.data(), code.size(), "0x%08lX", ended.status);
        return {"crashed", code.data()};
    }
    // What a case says that takes something which is missing here.
    if (const std::size_t need = ended.output.find("the case needs "); need != std::string::npos) {
        const std::size_t begin = ended.output.find("needs ", need);
        return {"skipped", ended.output.substr(begin, ended.output.find('\n', begin) - begin)};
    }
    return ended.status == 0 ? Verdict{success, ""} : Verdict{failure, failed_checks(ended.output)};
}

/// Runs all items of a program. Each line of the result is an object of JSON.
class Runs {
  public:
    explicit Runs(const Options& options) : options_(options), temporary_(kit_folder() / "temporary") {}

    std::string cases(const fs::path& program) {
        return all(
            program,
            [](const Item& item, const Verdict& verdict, const Ended&) {
                return "{\"name\": " + json_of(item.id) + ", \"outcome\": " + json_of(verdict.outcome) +
                       ", \"detail\": " + json_of(without_names(verdict.detail)) + "}";
            },
            "passed", "failed");
    }

    std::string probes(const fs::path& program) {
        return all(
            program,
            [](const Item& item, const Verdict& verdict, const Ended& ended) {
                std::string json =
                    "{\"id\": " + json_of(item.id) + ", \"outcome\": " + json_of(verdict.outcome);
                if (verdict.outcome == "answered") {
                    return json + ", \"answer\": " + without_names(ended.output) + "}";
                }
                return json + ", \"detail\": " + json_of(without_names(verdict.detail)) + "}";
            },
            "answered", "crashed");
    }

  private:
    template <class Write>
    std::string all(const fs::path& program, const Write& write, const char* success, const char* failure) {
        std::string json;
        const std::vector<Item> items = items_of(program, options_);
        for (const Item& item : items) {
            const bool is_skipped = item.needs == "script" && !options_.everything;
            const Ended ended = is_skipped ? Ended{} : run_one(program, item);
            const Verdict verdict =
                is_skipped ? Verdict{"skipped", "needs a script"} : verdict_of(ended, success, failure);
            std::printf("%s: %s\n", verdict.outcome.c_str(), item.id.c_str());
            std::fflush(stdout);
            std::string line = write(item, verdict, ended);
            std::erase(line, '\n'); // of a probe's answer
            json += (json.empty() ? "\n    " : ",\n    ") + line;
        }
        return "[" + json + "\n  ]";
    }

    // Each has a folder for temporary files of its own, under a name of its own: that of the one before is
    // gone only when nothing uses it any more.
    [[nodiscard]] Ended run_one(const fs::path& program, const Item& item) {
        std::error_code ignored;
        const fs::path folder = temporary_ / std::to_string(++runs_);
        fs::create_directories(folder, ignored);
        SetEnvironmentVariableW(L"TMP", folder.c_str());
        SetEnvironmentVariableW(L"TEMP", folder.c_str());
        Ended ended =
            run(argument(program.wstring()) + L" --run " + argument(wide(item.id)), folder, options_.limit_s);
        fs::remove_all(folder, ignored);
        fs::remove(temporary_, ignored); // if it is empty
        fs::remove(kit_folder() / "current.samples", ignored);
        return ended;
    }

    const Options& options_;
    fs::path temporary_;
    int runs_ = 0;
};

// -- The machine ----------------------------------------------------------------------------------

std::string windows_version() {
    RTL_OSVERSIONINFOW version{};
    version.dwOSVersionInfoSize = sizeof version;
    using GetVersion = LONG(WINAPI*)(RTL_OSVERSIONINFOW*);
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    const auto get =
        reinterpret_cast<GetVersion>(reinterpret_cast<void*>(GetProcAddress(ntdll, "RtlGetVersion")));
    if (get == nullptr || get(&version) != 0) {
        return "";
    }
    return std::to_string(version.dwMajorVersion) + "." + std::to_string(version.dwMinorVersion) + "." +
           std::to_string(version.dwBuildNumber);
}

/// "Windows 10 Pro", or "Wine 8.0".
std::string windows_product() {
    using GetText = const char*(__cdecl*)();
    const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    const auto wine =
        reinterpret_cast<GetText>(reinterpret_cast<void*>(GetProcAddress(ntdll, "wine_get_version")));
    if (wine != nullptr) {
        return std::string("Wine ") + wine();
    }
    return narrow(
        registry_text(L"SOFTWARE\\Microsoft\\Windows NT\\CurrentVersion", L"ProductName").value_or(L""));
}

struct DllVersion {
    std::string number;
    std::string product;
};

DllVersion version_of_pdh() {
    DllVersion version;
    std::array<wchar_t, 1024> file{};
    const HMODULE pdh = LoadLibraryW(L"pdh.dll");
    if (pdh == nullptr || GetModuleFileNameW(pdh, file.data(), static_cast<DWORD>(file.size())) == 0) {
        return version;
    }
    DWORD unused = 0;
    std::vector<std::byte> resource(GetFileVersionInfoSizeW(file.data(), &unused));
    VS_FIXEDFILEINFO* fixed = nullptr;
    UINT size = 0;
    if (resource.empty() ||
        GetFileVersionInfoW(file.data(), 0, static_cast<DWORD>(resource.size()), resource.data()) == 0) {
        return version;
    }
    if (VerQueryValueW(resource.data(), L"\\", reinterpret_cast<void**>(&fixed), &size) != 0) {
        version.number = std::to_string(HIWORD(fixed->dwFileVersionMS)) + "." +
                         std::to_string(LOWORD(fixed->dwFileVersionMS)) + "." +
                         std::to_string(HIWORD(fixed->dwFileVersionLS)) + "." +
                         std::to_string(LOWORD(fixed->dwFileVersionLS));
    }
    wchar_t* product = nullptr;
    if (VerQueryValueW(resource.data(), L"\\StringFileInfo\\040904B0\\ProductName",
            reinterpret_cast<void**>(&product), &size) != 0) {
        version.product = narrow(product);
    }
    return version;
}

bool write_result(const Options& options) {
    std::string cases;
    std::string probes;
    std::string registered;
    {
        const Registration registration(options);
        registered = registration.succeeded() ? "yes" : registration.reason();
        SetEnvironmentVariableW(L"ORACLE_NO_PERFORMANCE_DLL",
            registration.succeeded() ? nullptr : wide(registration.reason()).c_str());
        Runs runs(options);
        cases = runs.cases(kit_folder() / "oracle_cases.exe");
        probes = runs.probes(kit_folder() / "oracle_probes.exe");
    }
    const DllVersion pdh = version_of_pdh();
    std::ofstream file(kit_folder() / "result.json", std::ios::binary);
    file << "{\n  \"format\": 1,\n  \"windows\": {\"version\": " << json_of(windows_version())
         << ", \"product\": " << json_of(windows_product())
         << "},\n  \"pdh\": {\"version\": " << json_of(pdh.number)
         << ", \"product\": " << json_of(pdh.product)
         << "},\n  \"architecture\": " << json_of(sizeof(void*) == 8 ? "x64" : "x86")
         << ",\n  \"administrator\": " << (is_administrator() ? "true" : "false")
         << ",\n  \"performance_dll\": " << json_of(registered) << ",\n  \"cases\": " << cases
         << ",\n  \"probes\": " << probes << "\n}\n";
    return file.good();
}

std::optional<Options> read_options(int argc, wchar_t** argv) {
    Options options;
    for (int i = 1; i < argc; ++i) {
        const std::wstring_view name = argv[i];
        const bool has_value = i + 1 < argc;
        if (name == L"--everything") {
            options.everything = true;
        } else if (name == L"--only" && has_value) {
            options.only = argv[++i];
        } else if (name == L"--limit" && has_value) {
            options.limit_s = std::max(1, _wtoi(argv[++i]));
        } else if (name == L"--lodctr" && has_value) {
            options.lodctr = argv[++i];
        } else if (name == L"--unlodctr" && has_value) {
            options.unlodctr = argv[++i];
        } else {
            return std::nullopt;
        }
    }
    return options;
}

} // namespace

int wmain(int argc, wchar_t** argv) {
    const std::optional<Options> options = read_options(argc, argv);
    if (!options) {
        std::fputs("usage: oracle_runner [--only TEXT] [--limit SECONDS] [--everything] [--lodctr FILE] "
                   "[--unlodctr FILE]\n"
                   "\n"
                   "Runs each case and each probe of this folder, and writes result.json into it.\n"
                   "--only        those with this text in their names; all unless given\n"
                   "--limit       how long one may take; 60 seconds unless given\n"
                   "--everything  runs those, too, for which something is missing here\n"
                   "--lodctr, --unlodctr  in place of the system's programs, for tests\n",
            stderr);
        return 2;
    }
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOGPFAULTERRORBOX); // no windows; the programs inherit it
    if (!write_result(*options)) {
        std::fputs("result.json could not be written.\n", stderr);
        return 1;
    }
    return 0;
}
