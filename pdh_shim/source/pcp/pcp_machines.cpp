// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/pcp_machines.h"

#include "base/data_file.h"
#include "base/file.h"
#include "base/locks.h"
#include "base/text.h"
#include "source/pcp/host.h"
#include "source/pcp/host_source.h"
#include "source/pcp/libpcp.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <string_view>
#include <system_error>
#include <utility>

namespace pdh_shim::source::pcp {
namespace {

constexpr std::string_view blanks = " \t\r";

bool consists_of(std::string_view text, std::string_view letters) {
    return !text.empty() && text.find_first_not_of(letters) == std::string_view::npos;
}

bool is_port(std::string_view text) {
    constexpr int most = 65535;
    int number = 0;
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return consists_of(text, "0123456789") && error == std::errc{} && number >= 1 && number <= most;
}

// `name`, `[IPv6 address]`, each also with `:port`. libpcp takes more than hosts: sockets, proxies and
// attributes; and where it takes nothing, it prints so to the program's standard error. A path of a counter
// means a host.
bool is_host(std::string_view name) {
    constexpr std::size_t longest = 255; // of a name in DNS
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    if (name.starts_with('[')) {
        const std::size_t end = std::min(name.find(']'), name.size());
        const std::string_view behind = name.substr(std::min(end + 1, name.size()));
        return end < name.size() && consists_of(name.substr(1, end - 1), "0123456789abcdefABCDEF:.") &&
               (behind.empty() || (behind.starts_with(':') && is_port(behind.substr(1))));
    }
    const std::string_view host = name.substr(0, name.find(':'));
    return host.size() <= longest && consists_of(host, letters) &&
           (host.size() == name.size() || is_port(name.substr(host.size() + 1)));
}

std::string_view trimmed(std::string_view line) {
    line = line.substr(0, line.find('#'));
    line.remove_prefix(std::min(line.find_first_not_of(blanks), line.size()));
    return line.substr(0, line.find_last_not_of(blanks) + 1);
}

Result<void, Failure> add_host(std::string_view name, std::vector<std::string>& hosts) {
    if (!is_host(name)) {
        return Failure(Status::invalid_datasource, std::string(name), "is no name of a host");
    }
    hosts.emplace_back(name);
    return outcome::success();
}

Result<void, Failure> add_hosts_of(const std::string& file, std::vector<std::string>& hosts) {
    const auto files = make_file_system();
    FileBuffer buffer;
    const auto text = files ? files.value()->read(file, buffer) : FileResult<std::string_view>(files.error());
    if (!text) {
        return file_failure::of(text.error()).as(Status::invalid_datasource).within(file);
    }
    std::string_view rest = text.value();
    while (!rest.empty()) {
        const std::string_view line = trimmed(rest.substr(0, rest.find('\n')));
        rest.remove_prefix(std::min(rest.find('\n'), rest.size() - 1) + 1);
        if (!line.empty()) {
            PDH_SHIM_CHECK(within(file, add_host(line, hosts)));
        }
    }
    return outcome::success();
}

class PcpMachines final : public model::RemoteMachines {
  public:
    PcpMachines(std::shared_ptr<const Libpcp> library, std::shared_ptr<const model::Catalogue> described,
        Clock& clock, PcpOptions options, const std::vector<std::string>& hosts, bool asks_any)
        : library_(std::move(library)), described_(std::move(described)), clock_(clock),
          options_(std::move(options)), asks_any_(asks_any) {
        for (const std::string& host : hosts) {
            std::u16string name;
            append_utf8_lossy(name, host);
            if (machines_.emplace(folded(name), KnownMachine{name, make_source(host), true}).second) {
                order_.push_back(std::move(name));
            }
        }
    }

    std::vector<std::u16string> names() override {
        const std::scoped_lock lock(mutex_);
        return order_;
    }

    bool is_chosen(std::u16string_view name) override {
        const std::u16string key = folded(name);
        const std::scoped_lock lock(mutex_);
        return !asks_any_ && machines_.contains(key);
    }

    std::shared_ptr<model::Source> find(std::u16string_view name) override { return find_or_add(name); }

    Result<std::shared_ptr<model::Source>, Failure> connect(std::u16string_view name) override {
        const auto source = find_or_add(name);
        if (source == nullptr) {
            return refusal(name);
        }
        PDH_SHIM_CHECK(source->connect());
        list(name);
        return std::shared_ptr<model::Source>(source);
    }

  private:
    struct KnownMachine {
        std::u16string name;
        std::shared_ptr<HostSource> source;
        bool is_listed = false; // in order_
    };

    [[nodiscard]] std::shared_ptr<HostSource> make_source(const std::string& address) {
        return std::make_shared<HostSource>(
            std::make_shared<Host>(library_, address, *options_.clock, options_.timeout, options_.is_relayed),
            described_, clock_);
    }

    std::shared_ptr<HostSource> find_or_add(std::u16string_view name) {
        const std::u16string key = folded(name);
        {
            const std::scoped_lock lock(mutex_);
            if (const auto known = machines_.find(key); known != machines_.end()) {
                return known->second.source;
            }
        }
        const auto address = to_utf8(name);
        if (!asks_any_ || !address || !is_host(address.value())) {
            return nullptr;
        }
        auto source = make_source(address.value()); // a superfluous one ends after the lock
        const std::scoped_lock lock(mutex_);
        return machines_.try_emplace(key, KnownMachine{std::u16string(name), source}).first->second.source;
    }

    [[nodiscard]] Failure refusal(std::u16string_view name) const {
        std::string text;
        append_utf16_lossy(text, name);
        return {Status::cstatus_no_machine, "host " + text,
            asks_any_ ? "it is no name of a host" : "it is not among the hosts that were chosen with pcp:"};
    }

    void list(std::u16string_view name) {
        const std::u16string key = folded(name);
        const std::scoped_lock lock(mutex_);
        KnownMachine& known = machines_.at(key);
        if (!std::exchange(known.is_listed, true)) {
            order_.push_back(known.name);
        }
    }

    const std::shared_ptr<const Libpcp> library_;
    const std::shared_ptr<const model::Catalogue> described_;
    Clock& clock_;
    const PcpOptions options_;
    const bool asks_any_;
    ForkMutex mutex_{Rank::state}; // guards what follows
    std::map<std::u16string, KnownMachine> machines_;
    std::vector<std::u16string> order_; // of the names
};

} // namespace

Result<std::shared_ptr<model::RemoteMachines>, Failure> make_pcp_machines(
    const std::vector<std::string>& hosts, std::shared_ptr<const model::Catalogue> described, Clock& clock,
    const PcpOptions& options) {
    std::vector<std::string> names;
    for (const std::string& host : hosts) {
        const bool is_file = host.find('/') != std::string::npos;
        PDH_SHIM_CHECK(is_file ? add_hosts_of(host, names) : add_host(host, names));
    }
    PDH_SHIM_TRY(auto library, Libpcp::load(options.library));
    return std::shared_ptr<model::RemoteMachines>(std::make_shared<PcpMachines>(
        std::move(library), std::move(described), clock, options, names, hosts.empty()));
}

} // namespace pdh_shim::source::pcp
