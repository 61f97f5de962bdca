#include "core/title_files.h"

#include "base/file.h"
#include "base/text.h"

#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

namespace pdh_shim::core {
namespace {

using names::LodctrFault;

// One of the files, and where its faults go.
class TitleFile {
  public:
    TitleFile(std::filesystem::path path, std::string& fault) : path_(std::move(path)), fault_(fault) {}

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }

    /// @retval file_not_found it cannot be read
    [[nodiscard]] Result<std::string_view> text() {
        std::error_code error;
        const std::filesystem::path absolute = std::filesystem::absolute(path_, error);
        const auto files = make_file_system();
        if (!error && files) {
            if (const auto text = files.value()->read(absolute.string(), buffer_)) {
                return text.value();
            }
        }
        tell("cannot be read");
        return Status::file_not_found;
    }

    /// Takes what was made of its text; `where` says what is wrong with it.
    template <class Value>
    [[nodiscard]] Result<Value> checked(Result<Value> made, const LodctrFault& where) const {
        if (!made) {
            tell(where.message());
        }
        return made;
    }

  private:
    void tell(const std::string& reason) const { fault_ = path_.string() + ": " + reason; }

    std::filesystem::path path_;
    std::string& fault_;
    FileBuffer buffer_;
};

std::filesystem::path as_path(std::u16string_view name) {
    return {name.begin(), name.end()};
}

Result<void> resolve_symbols(names::LodctrIni& ini, TitleFile& file, std::string& fault) {
    if (ini.symbol_file().empty()) {
        return outcome::success(); // told as a fault with the first text
    }
    TitleFile header(file.path().parent_path() / as_path(ini.symbol_file()), fault);
    PDH_SHIM_TRY(const std::string_view text, header.text());
    LodctrFault where;
    PDH_SHIM_TRY(const auto offsets, header.checked(names::read_symbol_header(text, where), where));
    return file.checked(names::resolve_symbols(ini, offsets, where), where);
}

} // namespace

Result<void> add_title_file(const std::string& path, names::Translations& translations, std::string& fault) {
    TitleFile file(std::u8string(path.begin(), path.end()), fault);
    PDH_SHIM_TRY(const std::string_view text, file.text());
    LodctrFault where;
    PDH_SHIM_TRY(auto ini, file.checked(names::read_lodctr_ini(text, where), where));
    if (ini.performance.find(u"First Counter") != nullptr) {
        PDH_SHIM_CHECK(resolve_symbols(ini, file, fault));
    }
    return file.checked(translations.add(ini, where), where);
}

} // namespace pdh_shim::core
