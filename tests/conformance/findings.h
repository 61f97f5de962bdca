// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "support.h"

#include <algorithm>
#include <initializer_list>
#include <mutex>
#include <set>

namespace conformance {

/// What went wrong in any thread. Only the main thread talks to doctest.
class Findings {
  public:
    void expect(bool holds, const std::string& what) {
        if (!holds) {
            const std::scoped_lock lock(mutex_);
            findings_.insert(what);
        }
    }

    template <class Status>
    void expect_status(const std::string& call, Status status, std::initializer_list<DWORD> allowed) {
        const bool holds = std::ranges::find(allowed, static_cast<DWORD>(status)) != allowed.end();
        expect(holds, call + ": " + (holds ? "" : status_name(status)));
    }

    template <class Status>
    void expect_success(const std::string& call, Status status) {
        expect_status(call, status, {ERROR_SUCCESS});
    }

    [[nodiscard]] std::string all() const {
        std::string text;
        for (const std::string& finding : findings_) {
            text += finding + "\n";
        }
        return text;
    }

  private:
    std::mutex mutex_;
    std::set<std::string> findings_;
};

} // namespace conformance
