// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

namespace pdh_shim::source::pcp {

/// Whether malloc() of this process refuses large blocks: libpcp allocates as many bytes as a host announces,
/// and has no setting against that. Not where the C library is another one, or under a sanitizer.
[[nodiscard]] bool is_malloc_bounded() noexcept;

/// Whether this thread was the last one that it has refused one. libpcp then wants such blocks for all hosts.
[[nodiscard]] bool was_block_refused() noexcept;

} // namespace pdh_shim::source::pcp
