// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "source/winhost/worker/transport.h"

#include <memory>

struct tevent_context;

namespace pdh_shim::source::winhost {

/// SMB 2 and 3 by Samba's client libraries. Null if there is no memory.
/// @param has_own_ticket whether a host without `ccache` gets the ticket of the user who started the program
[[nodiscard]] std::unique_ptr<Transport> make_samba_transport(tevent_context* events, bool has_own_ticket);

} // namespace pdh_shim::source::winhost
