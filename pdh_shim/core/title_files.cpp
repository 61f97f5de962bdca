#include "core/title_files.h"

#include "base/bytes.h"
#include "base/named_file.h"
#include "base/text.h"
#include "base/trusted_file.h"

#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::core {
namespace {

using names::LodctrFault;

// One of the files, and where its faults go.
class TitleFile {
  public:
    TitleFile(std::string name, std::string& fault) : name_(std::move(name)), fault_(fault) {}

    [[nodiscard]] const std::string& name() const noexcept { return name_; }

    /// @retval file_not_found it cannot be read
    /// @retval access_denied others than the superuser, who this process is, can change it
    [[nodiscard]] Result<std::string_view> text() {
        auto bytes = read_named_file(name_, names::longest_lodctr_file); // the readers refuse a longer one
        if (!bytes) {
            tell(std::string(reason_of(bytes.error())));
            return Status::file_not_found;
        }
        if (const std::string reason = reason_for_distrust(name_); !reason.empty()) {
            tell("not used by the superuser, since " + reason);
            return Status::access_denied;
        }
        bytes_ = std::move(bytes).value();
        return as_text(bytes_);
    }

    /// Takes what was made of its text; `where` says what is wrong with it.
    template <class Value>
    [[nodiscard]] Result<Value> checked(Result<Value> made, const LodctrFault& where) const {
        if (!made) {
            tell(where.message());
        }
        return made;
    }

    void tell(const std::string& reason) const { fault_ = name_ + ": " + reason; }

  private:
    std::string name_;
    std::string& fault_;
    std::vector<std::byte> bytes_;
};

Result<void> resolve_symbols(names::LodctrIni& ini, TitleFile& file, std::string& fault) {
    if (ini.symbol_file().empty()) {
        return outcome::success(); // told as a fault with the first text
    }
    const auto symbol_file = to_utf8(ini.symbol_file());
    if (!symbol_file) {
        file.tell("the name of the symbol file is no text");
        return Status::cannot_read_name_strings;
    }
    TitleFile header(name_below(folder_of(file.name()), symbol_file.value()), fault);
    PDH_SHIM_TRY(const std::string_view text, header.text());
    LodctrFault where;
    PDH_SHIM_TRY(const auto offsets, header.checked(names::read_symbol_header(text, where), where));
    return file.checked(names::resolve_symbols(ini, offsets, where), where);
}

} // namespace

Result<void> add_title_file(const std::string& path, names::Translations& translations, std::string& fault) {
    TitleFile file(path, fault);
    PDH_SHIM_TRY(const std::string_view text, file.text());
    LodctrFault where;
    PDH_SHIM_TRY(auto ini, file.checked(names::read_lodctr_ini(text, where), where));
    if (ini.performance.find(u"First Counter") != nullptr) {
        PDH_SHIM_CHECK(resolve_symbols(ini, file, fault));
    }
    return file.checked(translations.add(ini, where), where);
}

} // namespace pdh_shim::core
