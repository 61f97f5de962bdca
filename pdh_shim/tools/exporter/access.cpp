// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/access.h"

#include "tools/exporter/config.h"
#include "tools/exporter/yaml.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <condition_variable>
#include <crypt.h>
#include <cstdint>
#include <cstring>
#include <deque>
#include <fcntl.h>
#include <filesystem>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <mutex>
#include <new>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace pdh_shim::tools::exporter {

namespace {

// Each version, and those above it.
std::string priorities_from(const Yaml& value) {
    const auto version = value.text();
    std::string all = "NORMAL:-VERS-TLS-ALL";
    bool is_in = false;
    for (const auto& [name, of_gnutls] :
        {std::pair("TLS10", "TLS1.0"), {"TLS11", "TLS1.1"}, {"TLS12", "TLS1.2"}, {"TLS13", "TLS1.3"}}) {
        is_in = is_in || version == name;
        if (is_in) {
            all.append(":+VERS-").append(of_gnutls);
        }
    }
    if (!is_in) {
        value.fail("'" + version + "' is not TLS10, TLS11, TLS12 or TLS13");
    }
    return all;
}

bool needs_certificate(const Yaml& value) {
    const auto type = value.text();
    if (type != "RequireAndVerifyClientCert" && type != "NoClientCert") {
        value.fail("'" + type + "' is not supported: NoClientCert or RequireAndVerifyClientCert");
    }
    return type == "RequireAndVerifyClientCert";
}

void parse_tls(const std::string& file, const Yaml& tls, WebConfig& config) {
    const auto path_of = [&file](const Yaml& value) {
        return (std::filesystem::path(file).parent_path() / value.text()).string();
    };
    std::optional<bool> needs_client;
    config.priorities = "NORMAL:-VERS-TLS-ALL:+VERS-TLS1.2:+VERS-TLS1.3";
    tls.read("is not supported",
        {{"cert_file", [&](const Yaml& value) { config.certificate = path_of(value); }},
            {"key_file", [&](const Yaml& value) { config.key = path_of(value); }},
            {"client_ca_file", [&](const Yaml& value) { config.client_authority = path_of(value); }},
            {"min_version", [&](const Yaml& value) { config.priorities = priorities_from(value); }},
            {"client_auth_type", [&](const Yaml& value) { needs_client = needs_certificate(value); }}});
    if (config.certificate.empty() || config.key.empty()) {
        tls.fail("TLS needs cert_file and key_file");
    }
    if (needs_client && *needs_client == config.client_authority.empty()) {
        tls.fail("client_ca_file belongs to RequireAndVerifyClientCert");
    }
}

void parse_users(const Yaml& users, WebConfig& config) {
    for (const auto& [user, hash] : users.members()) {
        const auto bcrypt = hash.text();
        constexpr std::size_t length = 60;
        if (bcrypt.size() != length || !bcrypt.starts_with("$2") || user.find(':') != std::string::npos) {
            hash.fail("'" + user + "' needs a hash of bcrypt, and no colon");
        }
        config.users[user] = bcrypt;
    }
}

gnutls_datum_t data_of(const std::string& text) {
    // GnuTLS does not write it.
    auto* const bytes = reinterpret_cast<unsigned char*>(
        const_cast<char*>(text.data())); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    return {bytes, static_cast<unsigned>(text.size())};
}

// What GnuTLS says of files, before they are used.
class Credentials : boost::noncopyable {
  public:
    Credentials() {
        if (gnutls_certificate_allocate_credentials(&credentials_) < 0) {
            throw std::bad_alloc();
        }
    }
    ~Credentials() { gnutls_certificate_free_credentials(credentials_); }

    void check_pair(const WebConfig& web, const gnutls_datum_t& certificate, const gnutls_datum_t& key) {
        const int status =
            gnutls_certificate_set_x509_key_mem(credentials_, &certificate, &key, GNUTLS_X509_FMT_PEM);
        if (status < 0) {
            throw ConfigError(web.certificate + ", " + web.key + ": " + gnutls_strerror(status));
        }
    }
    void check_authority(const WebConfig& web, const gnutls_datum_t& authority) {
        if (gnutls_certificate_set_x509_trust_mem(credentials_, &authority, GNUTLS_X509_FMT_PEM) <= 0) {
            throw ConfigError(web.client_authority + ": is no certificate in PEM");
        }
    }

  private:
    gnutls_certificate_credentials_t credentials_ = nullptr;
};

// A certificate with its key, as GnuTLS wants them for a handshake.
class Certificate : boost::noncopyable {
  public:
    explicit Certificate(const WebConfig& web)
        : certificate_(read_config_file(web.certificate)), key_text_(read_config_file(web.key)) {
        const auto certificate_data = data_of(certificate_);
        const auto key_data = data_of(key_text_);
        count_ = most_of_chain;
        if (gnutls_pcert_list_import_x509_raw(
                chain_.data(), &count_, &certificate_data, GNUTLS_X509_FMT_PEM, 0) < 0) {
            throw ConfigError(web.certificate + ": is no certificate in PEM");
        }
        try {
            if (gnutls_privkey_init(&key_) < 0 ||
                gnutls_privkey_import_x509_raw(key_, &key_data, GNUTLS_X509_FMT_PEM, nullptr, 0) < 0) {
                throw ConfigError(web.key + ": is no key in PEM");
            }
            Credentials().check_pair(web, certificate_data, key_data);
        } catch (...) {
            release();
            throw;
        }
    }
    ~Certificate() { release(); }

    [[nodiscard]] bool is_same(const Certificate& other) const {
        return certificate_ == other.certificate_ && key_text_ == other.key_text_;
    }
    void give(gnutls_pcert_st** chain, unsigned* count, gnutls_privkey_t* key) {
        *chain = chain_.data();
        *count = count_;
        *key = key_;
    }

  private:
    void release() {
        for (unsigned i = 0; i < count_; ++i) {
            gnutls_pcert_deinit(&chain_[i]);
        }
        if (key_ != nullptr) {
            gnutls_privkey_deinit(key_);
        }
    }

    static constexpr unsigned most_of_chain = 16;
    std::string certificate_;
    std::string key_text_;
    std::array<gnutls_pcert_st, most_of_chain> chain_ = {};
    unsigned count_ = 0;
    gnutls_privkey_t key_ = nullptr;
};

// GnuTLS asks without saying for whom: a program has one server. A handshake may use what it was given long
// after: no certificate is freed while the program runs. There are as many as its operator has had.
struct Certificates {
    std::mutex mutex;
    std::vector<std::unique_ptr<Certificate>> all;
    Certificate* newest = nullptr;

    static Certificates& of_program() {
        static auto* const certificates = new Certificates(); // the server's thread outlives main()
        return *certificates;
    }
    void use(std::unique_ptr<Certificate> certificate) {
        const std::scoped_lock lock(mutex);
        const auto same =
            std::ranges::find_if(all, [&certificate](const auto& one) { return one->is_same(*certificate); });
        newest = same == all.end() ? all.emplace_back(std::move(certificate)).get() : same->get();
    }
};

int give_certificate(gnutls_session_t /*session*/, const gnutls_datum_t* /*authorities*/, int /*count*/,
    const gnutls_pk_algorithm_t* /*algorithms*/, int /*algorithms_count*/, gnutls_pcert_st** chain,
    unsigned* chain_count, gnutls_privkey_t* key) {
    auto& certificates = Certificates::of_program();
    const std::scoped_lock lock(certificates.mutex);
    certificates.newest->give(chain, chain_count, key);
    return 0;
}

constexpr std::size_t most_bytes = 1U << 20U; // of a file
constexpr std::size_t most_known = 1000;

bool equal_in_constant_time(const std::string& left, const std::string& right) {
    return left.size() == right.size() && gnutls_memcmp(left.data(), right.data(), left.size()) == 0;
}

} // namespace

std::string read_config_file(const std::string& file) {
    const auto fail = [&file](const std::string& what) -> void { throw ConfigError(file + ": " + what); };
    const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) {
        fail(std::strerror(errno));
    }
    struct stat status = {};
    std::string text;
    std::string problem;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        problem = "is not a regular file";
    }
    while (problem.empty()) {
        constexpr std::size_t part = 65536;
        const auto had = text.size();
        text.resize(had + part);
        const auto count = read(descriptor, text.data() + had, part);
        text.resize(had + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
        if (count < 0) {
            problem = std::strerror(errno);
        } else if (count == 0) {
            break;
        } else if (text.size() > most_bytes) {
            problem = "has more than a megabyte";
        }
    }
    close(descriptor);
    if (!problem.empty()) {
        fail(problem);
    }
    return text;
}

WebConfig parse_web_config(const std::string& file, const std::string& text) {
    WebConfig config;
    Yaml::parse(file, text)
        .read("is not supported",
            {{"tls_server_config", [&](const Yaml& value) { parse_tls(file, value, config); }},
                {"basic_auth_users", [&](const Yaml& value) { parse_users(value, config); }}});
    return config;
}

void check_files(const WebConfig& web) {
    if (web.has_tls()) {
        const Certificate certificate(web);
        (void)authority_of(web);
    }
}

std::string authority_of(const WebConfig& web) {
    auto authority = web.client_authority.empty() ? "" : read_config_file(web.client_authority);
    if (!authority.empty()) {
        Credentials().check_authority(web, data_of(authority));
    }
    return authority;
}

void use_certificate(const WebConfig& web) {
    Certificates::of_program().use(std::make_unique<Certificate>(web));
}

void* certificate_callback() {
    return reinterpret_cast<void*>(&give_certificate);
}

bool is_client(void* session) {
    std::string purpose = GNUTLS_KP_TLS_WWW_CLIENT;
    gnutls_typed_vdata_st wanted = {.type = GNUTLS_DT_KEY_PURPOSE_OID,
        .data = reinterpret_cast<unsigned char*>(purpose.data()),
        .size = 0};
    unsigned problems = 1;
    return gnutls_certificate_verify_peers(static_cast<gnutls_session_t>(session), &wanted, 1, &problems) ==
               0 &&
           problems == 0;
}

struct Passwords::State {
    struct Check {
        std::string user;
        std::string password;
        Done done;
    };

    std::mutex mutex;
    std::condition_variable changed;
    bool is_stopped = false;
    std::map<std::string, std::string> users;
    std::deque<Check> checks;
    std::map<std::string, bool> results; // by key()
    std::array<char, 32> secret = {};

    // Says nothing about the password to who reads the memory later.
    [[nodiscard]] std::string key(const std::string& user, const std::string& password) const {
        const auto found = users.find(user);
        auto text = user + '\n' + password + '\n' + (found == users.end() ? "" : found->second);
        std::string digest(32, '\0');
        (void)gnutls_hmac_fast(
            GNUTLS_MAC_SHA256, secret.data(), secret.size(), text.data(), text.size(), digest.data());
        gnutls_memset(text.data(), 0, text.size());
        return digest;
    }

    void run() {
        const auto data = std::make_unique<crypt_data>();
        while (true) {
            std::unique_lock lock(mutex);
            changed.wait(lock, [this] { return is_stopped || !checks.empty(); });
            if (is_stopped) {
                return;
            }
            const auto check = std::move(checks.front());
            checks.pop_front();
            const auto known_as = key(check.user, check.password);
            const auto found = users.find(check.user);
            // A user that does not exist takes as long as one that does.
            const auto used = found == users.end() ? users.begin() : found;
            const std::string hash = used == users.end() ? "" : used->second;
            const bool exists = found != users.end();
            lock.unlock();
            // Not crypt_r(): sanitizers have one of their own, which finds no library behind it.
            const char* const computed =
                crypt_rn(check.password.c_str(), hash.c_str(), data.get(), sizeof(*data));
            const bool is_right = exists && computed != nullptr && equal_in_constant_time(computed, hash);
            lock.lock();
            if (results.size() == most_known) {
                std::erase_if(results, [](const auto& result) { return !result.second; });
            }
            results[known_as] = is_right;
            lock.unlock();
            check.done(is_right);
        }
    }
};

Passwords::Passwords() : state_(std::make_shared<State>()) {
    (void)gnutls_rnd(GNUTLS_RND_KEY, state_->secret.data(), state_->secret.size());
    std::thread([state = state_] { state->run(); }).detach();
}

Passwords::~Passwords() {
    const std::scoped_lock lock(state_->mutex);
    state_->is_stopped = true;
    state_->changed.notify_one();
}

void Passwords::set_users(std::map<std::string, std::string> users) {
    const std::scoped_lock lock(state_->mutex);
    if (users != state_->users) { // else who is known stays so, also while others guess
        state_->users = std::move(users);
        state_->results.clear();
    }
}

std::optional<bool> Passwords::known(const std::string& user, const std::string& password) {
    const std::scoped_lock lock(state_->mutex);
    if (state_->users.empty()) {
        return true;
    }
    const auto found = state_->results.find(state_->key(user, password));
    return found == state_->results.end() ? std::nullopt : std::optional(found->second);
}

bool Passwords::check(const std::string& user, const std::string& password, Done done) {
    const std::scoped_lock lock(state_->mutex);
    if (state_->checks.size() >= most_waiting) {
        return false;
    }
    state_->checks.push_back({user, password, std::move(done)});
    state_->changed.notify_one();
    return true;
}

} // namespace pdh_shim::tools::exporter
