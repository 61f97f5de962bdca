// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/passwords.h"

#include <crypt.h>
#include <cstdint>
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <memory>
#include <thread>

namespace pdh_shim::tools::exporter {

namespace {

constexpr std::size_t most_known = 1000;

bool equal_in_constant_time(const std::string& left, const std::string& right) {
    return left.size() == right.size() && gnutls_memcmp(left.data(), right.data(), left.size()) == 0;
}

} // namespace

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
    state_->users = std::move(users);
    state_->results.clear();
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
