#include "source/pcp/libpcp.h"

#include <array>
#include <dlfcn.h>

namespace pdh_shim::source::pcp {
namespace {

template <class Function>
Result<void, Failure> find(void* library, const std::string& file, const char* name, Function& function) {
    void* const address = dlsym(library, name);
    if (address == nullptr) {
        return Failure(Status::invalid_datasource, file, std::string("has no function ") + name);
    }
    function = reinterpret_cast<Function>(address);
    return outcome::success();
}

} // namespace

Result<std::shared_ptr<const Libpcp>, Failure> Libpcp::load(const std::string& file) {
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const reason = dlerror();
        return Failure(Status::invalid_datasource, file, reason == nullptr ? "cannot be loaded" : reason);
    }
    auto loaded = std::make_shared<Libpcp>();
    PDH_SHIM_CHECK(find(library, file, "pmNewContext", loaded->new_context));
    PDH_SHIM_CHECK(find(library, file, "pmDestroyContext", loaded->destroy_context));
    PDH_SHIM_CHECK(find(library, file, "pmUseContext", loaded->use_context));
    PDH_SHIM_CHECK(find(library, file, "pmWhichContext", loaded->present_context));
    PDH_SHIM_CHECK(find(library, file, "pmLookupName", loaded->lookup_name));
    PDH_SHIM_CHECK(find(library, file, "pmLookupDescs", loaded->lookup_descs));
    PDH_SHIM_CHECK(find(library, file, "pmTraversePMNS_r", loaded->traverse));
    PDH_SHIM_CHECK(find(library, file, "pmGetInDom", loaded->get_indom));
    PDH_SHIM_CHECK(find(library, file, "pmGetInDomArchive", loaded->get_indom_archive));
    PDH_SHIM_CHECK(find(library, file, "pmFetch", loaded->fetch));
    PDH_SHIM_CHECK(find(library, file, "pmFetchArchive", loaded->fetch_archive));
    PDH_SHIM_CHECK(find(library, file, "pmGetArchiveLabel", loaded->archive_label));
    PDH_SHIM_CHECK(find(library, file, "pmGetArchiveEnd", loaded->archive_end));
    PDH_SHIM_CHECK(find(library, file, "pmSetMode", loaded->set_mode));
    PDH_SHIM_CHECK(find(library, file, "pmFreeResult", loaded->free_result));
    PDH_SHIM_CHECK(find(library, file, "pmErrStr_r", loaded->error_text));
    return loaded;
}

std::string Libpcp::text_of(int error) const {
    std::array<char, PM_MAXERRMSGLEN> text{};
    return error_text(error, text.data(), static_cast<int>(text.size()));
}

} // namespace pdh_shim::source::pcp
