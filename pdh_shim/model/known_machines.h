// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "base/text.h"
#include "model/source.h"

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::model {

/// The other computers that are known, by their names in any case: those that were chosen, and those that
/// were named since.
/// @tparam Host a Source with `Result<void, Failure> connect()`
template <class Host>
class KnownMachines : public RemoteMachines {
  public:
    std::vector<std::u16string> names() override {
        const std::scoped_lock lock(mutex_);
        return order_;
    }

    bool is_chosen(std::u16string_view name) override {
        const std::u16string key = folded(name);
        const std::scoped_lock lock(mutex_);
        const auto known = machines_.find(key);
        return known != machines_.end() && known->second.is_chosen;
    }

    std::shared_ptr<Source> find(std::u16string_view name) override { return find_or_add(name); }

    Result<std::shared_ptr<Source>, Failure> connect(std::u16string_view name) override {
        const auto source = find_or_add(name);
        if (source == nullptr) {
            return refusal(name);
        }
        PDH_SHIM_CHECK(source->connect());
        list(name);
        return std::shared_ptr<Source>(source);
    }

  protected:
    /// Adds one that somebody chose, unless it is known.
    void choose(std::string_view host, std::shared_ptr<Host> source) {
        std::u16string name;
        append_utf8_lossy(name, host);
        const std::scoped_lock lock(mutex_);
        if (machines_.emplace(folded(name), KnownMachine{name, std::move(source), true, true}).second) {
            order_.push_back(std::move(name));
        }
    }

    [[nodiscard]] std::size_t count() {
        const std::scoped_lock lock(mutex_);
        return machines_.size();
    }

  private:
    struct KnownMachine {
        std::u16string name;
        std::shared_ptr<Host> source;
        bool is_chosen = false;
        bool is_listed = false; // in order_
    };

    /// A computer that is not known; null if it may not be asked, and then refusal() says why.
    [[nodiscard]] virtual std::shared_ptr<Host> make(std::u16string_view name) = 0;
    [[nodiscard]] virtual Failure refusal(std::u16string_view name) = 0;

    [[nodiscard]] std::shared_ptr<Host> find_or_add(std::u16string_view name) {
        const std::u16string key = folded(name);
        {
            const std::scoped_lock lock(mutex_);
            if (const auto known = machines_.find(key); known != machines_.end()) {
                return known->second.source;
            }
        }
        auto source = make(name); // a superfluous one ends after the lock
        if (source == nullptr) {
            return nullptr;
        }
        const std::scoped_lock lock(mutex_);
        return machines_.try_emplace(key, KnownMachine{std::u16string(name), source}).first->second.source;
    }

    void list(std::u16string_view name) {
        const std::u16string key = folded(name);
        const std::scoped_lock lock(mutex_);
        KnownMachine& known = machines_.at(key);
        if (!std::exchange(known.is_listed, true)) {
            order_.push_back(known.name);
        }
    }

    ForkMutex mutex_{Rank::state}; // guards what follows
    std::map<std::u16string, KnownMachine> machines_;
    std::vector<std::u16string> order_; // of the names
};

} // namespace pdh_shim::model
