// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A hosts file. Properties: a refusal has its line and a reason; a host that is found has a section of its
// name, or of its ending; what a section has reaches the other process as it is; NTLM has all that it needs.
#include "require.h"
#include "source/winhost/hosts_file.h"
#include "source/winhost/protocol.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

using namespace pdh_shim;
using namespace pdh_shim::source::winhost;

namespace {

void check_section(const Hosts& hosts, const HostSettings& section) {
    const std::string name = section.is_suffix() ? "host" + section.name : section.name;
    const HostSettings* const found = hosts.find(name);
    require(found != nullptr && name.ends_with(section.is_suffix() ? section.name : found->name));
    require(hosts.find(section.name + "x") != &section);
    require(section.authentication == Authentication::kerberos ||
            (!section.user.empty() && !section.password_file.empty()));
    const auto host = encode_host(section, name);
    const auto bytes = encode_request(host, 1, u"238");
    const auto request = read_request(bytes);
    require(request.has_value());
    HostSettings sent = section;
    sent.name = name;
    sent.port = section.port == 0 ? smb_port : section.port;
    sent.engine = Engine::winhost;
    require(request->settings == sent && request->value == u"238");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    const auto hosts = read_hosts(text);
    if (!hosts) {
        require(hosts.error().status() == Status::invalid_datasource);
        require(hosts.error().where().starts_with("line ") && !hosts.error().what().empty());
        return 0;
    }
    for (const HostSettings& section : hosts.value().sections()) {
        check_section(hosts.value(), section);
    }
    for (std::string_view rest = text; !rest.empty(); rest.remove_prefix(1)) {
        const std::string_view name = rest.substr(0, 20);
        const HostSettings* const found = hosts.value().find(name);
        require(found == nullptr || name.size() >= found->name.size());
    }
    return 0;
}
