// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/worker/log_ins.h"

#include "base/saturating.h"
#include "source/winhost/worker/password_file.h"

#include <utility>

namespace pdh_shim::source::winhost {
namespace {

// A ticket that is refused locks no account.
bool has_password(const HostSettings& settings) noexcept {
    return settings.authentication == Authentication::ntlm;
}

std::size_t place_of(const HostSettings& settings) noexcept {
    return static_cast<std::size_t>(settings.authentication);
}

bool is_refusal(const TransportFailure& failure) noexcept {
    return failure.trouble == Trouble::log_in_failed || failure.trouble == Trouble::account;
}

} // namespace

std::string LogIns::account_of(const HostSettings& settings) {
    return settings.domain + '\n' + settings.user + '\n' + settings.password_file;
}

bool LogIns::may_begin(const HostSettings& settings, std::int64_t now) const {
    const auto account = accounts_.find(account_of(settings));
    const bool is_free = !has_password(settings) || account == accounts_.end() || account->second.is_proven ||
                         account->second.busy_until <= now;
    return is_free && at_once_[place_of(settings)] < most_at_once;
}

void LogIns::begin(const HostSettings& settings, std::int64_t now) {
    ++at_once_[place_of(settings)];
    if (has_password(settings)) {
        Account& account = accounts_[account_of(settings)];
        account.busy_until = saturated_add(now, usual_time);
        account.tried_by = settings.name;
    }
}

void LogIns::end(const HostSettings& settings, std::int64_t now, const TransportFailure* failure) {
    --at_once_[place_of(settings)];
    if (!has_password(settings)) {
        return;
    }
    Account& account = accounts_[account_of(settings)];
    if (account.tried_by == settings.name) {
        account.busy_until = 0;
    }
    if (failure == nullptr) {
        account.is_proven = true;
        account.refusals_in_a_row = 0;
        account.refused.erase(settings.name);
    } else if (is_refusal(*failure)) {
        account.is_proven = false;
        ++account.refusals_in_a_row;
        account.newest = settings.name;
        account.refused[settings.name] = {
            *failure, saturated_add(now, held_back), file_mark(settings.password_file)};
    }
}

std::optional<TransportFailure> LogIns::reason_to_wait(const HostSettings& settings, std::int64_t now) {
    const auto found = has_password(settings) ? accounts_.find(account_of(settings)) : accounts_.end();
    if (found == accounts_.end() || found->second.refused.empty()) {
        return std::nullopt;
    }
    Account& account = found->second;
    const std::string mark = file_mark(settings.password_file);
    std::erase_if(account.refused,
        [&](const auto& entry) { return entry.second.until <= now || entry.second.file != mark; });
    if (account.refused.empty()) {
        account.refusals_in_a_row = 0;
        return std::nullopt;
    }
    constexpr int enough = 2;
    const bool is_held = account.refusals_in_a_row >= enough;
    const auto refusal = account.refused.find(is_held ? account.newest : settings.name);
    if (refusal == account.refused.end()) {
        return std::nullopt;
    }
    TransportFailure failure = refusal->second.failure;
    failure.detail =
        "so as not to lock the account, it is tried again when the password file has changed, or "
        "after 15 minutes";
    return failure;
}

} // namespace pdh_shim::source::winhost
