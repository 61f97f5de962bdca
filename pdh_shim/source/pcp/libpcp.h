// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"

#include <memory>
#include <pcp/pmapi.h>
#include <string>

namespace pdh_shim::source::pcp {

/// The functions of libpcp that are used, by their names. The library is loaded at run time, so that programs
/// start without it; it stays loaded. One thread at a time uses a context; each thread has a present one.
struct Libpcp {
    decltype(&::pmNewContext) new_context = nullptr;
    decltype(&::pmDestroyContext) destroy_context = nullptr;
    decltype(&::pmUseContext) use_context = nullptr;
    decltype(&::pmWhichContext) present_context = nullptr;
    decltype(&::pmLookupName) lookup_name = nullptr;
    decltype(&::pmLookupDescs) lookup_descs = nullptr;
    decltype(&::pmTraversePMNS_r) traverse = nullptr;
    decltype(&::pmGetInDom) get_indom = nullptr;
    decltype(&::pmGetInDomArchive) get_indom_archive = nullptr;
    decltype(&::pmFetch) fetch = nullptr;
    decltype(&::pmFetchArchive) fetch_archive = nullptr;
    decltype(&::pmGetArchiveLabel) archive_label = nullptr;
    decltype(&::pmGetArchiveEnd) archive_end = nullptr;
    decltype(&::pmSetMode) set_mode = nullptr;
    decltype(&::pmFreeResult) free_result = nullptr;
    decltype(&::pmErrStr_r) error_text = nullptr;

    /// @param file  name or path of the shared library
    /// @retval access_denied the program is set-id: libpcp takes files, and programs to run, from variables
    /// of
    ///         the environment
    /// @retval invalid_datasource it is not there, or too old
    [[nodiscard]] static Result<std::shared_ptr<const Libpcp>, Failure> load(const std::string& file);

    /// What a negative return value means, in English.
    [[nodiscard]] std::string text_of(int error) const;
};

} // namespace pdh_shim::source::pcp
