// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/pcp/libpcp.h"

#include "base/platform.h"
#include "base/shared_library.h"

#include <array>

namespace pdh_shim::source::pcp {

Result<std::shared_ptr<const Libpcp>, Failure> Libpcp::load(const std::string& file) {
    if (platform::is_privileged_start()) {
        return Failure(Status::access_denied, {},
            "a set-id program uses no Performance Co-Pilot: it obeys its user's variables");
    }
    PDH_SHIM_TRY(const SharedLibrary library, SharedLibrary::load(file));
    auto loaded = std::make_shared<Libpcp>();
    PDH_SHIM_CHECK(library.find("pmNewContext", loaded->new_context));
    PDH_SHIM_CHECK(library.find("pmDestroyContext", loaded->destroy_context));
    PDH_SHIM_CHECK(library.find("pmUseContext", loaded->use_context));
    PDH_SHIM_CHECK(library.find("pmWhichContext", loaded->present_context));
    PDH_SHIM_CHECK(library.find("pmLookupName", loaded->lookup_name));
    PDH_SHIM_CHECK(library.find("pmLookupDescs", loaded->lookup_descs));
    PDH_SHIM_CHECK(library.find("pmTraversePMNS_r", loaded->traverse));
    PDH_SHIM_CHECK(library.find("pmGetInDom", loaded->get_indom));
    PDH_SHIM_CHECK(library.find("pmGetInDomArchive", loaded->get_indom_archive));
    PDH_SHIM_CHECK(library.find("pmFetch", loaded->fetch));
    PDH_SHIM_CHECK(library.find("pmFetchArchive", loaded->fetch_archive));
    PDH_SHIM_CHECK(library.find("pmGetArchiveLabel", loaded->archive_label));
    PDH_SHIM_CHECK(library.find("pmGetArchiveEnd", loaded->archive_end));
    PDH_SHIM_CHECK(library.find("pmSetMode", loaded->set_mode));
    PDH_SHIM_CHECK(library.find("pmFreeResult", loaded->free_result));
    PDH_SHIM_CHECK(library.find("pmErrStr_r", loaded->error_text));
    return loaded;
}

std::string Libpcp::text_of(int error) const {
    std::array<char, PM_MAXERRMSGLEN> text{};
    return error_text(error, text.data(), static_cast<int>(text.size()));
}

} // namespace pdh_shim::source::pcp
