// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/win32/window.h"

#include "base/lazy.h"
#include "base/platform/win32/system.h"
#include "base/trace.h"

#include <optional>

namespace pdh_shim::dialogs::win32 {

static_assert(sizeof(wchar_t) == sizeof(char16_t));

std::wstring to_wide(std::u16string_view text) {
    return {text.begin(), text.end()};
}

std::u16string from_wide(std::wstring_view text) {
    return {text.begin(), text.end()};
}

std::u16string text_of(HWND window) {
    std::wstring text(static_cast<std::size_t>(windows().GetWindowTextLengthW(window)) + 1, L'\0');
    const int length = windows().GetWindowTextW(window, text.data(), static_cast<int>(text.size()));
    return from_wide(std::wstring_view(text).substr(0, static_cast<std::size_t>(length)));
}

void set_text(HWND window, std::u16string_view text) {
    if (text_of(window) != text) {
        windows().SetWindowTextW(window, to_wide(text).c_str());
    }
}

namespace {

/// @return whether the library has the function
template <class Function>
bool find_window_function(const wchar_t* library, const char* name, Function& function) noexcept {
    function = reinterpret_cast<Function>(platform::find_system_function(library, name));
    return function != nullptr;
}

std::optional<WindowFunctions> find_window_functions() {
    WindowFunctions functions;
    bool has_all = true;
// In two steps: on x86 some of the names are macros for the names in the library.
#define PDH_SHIM_FIND(library, name)                                                                         \
    has_all = find_window_function(library, #name, functions.name) && has_all;
#define PDH_SHIM_FIND_USER32(name) PDH_SHIM_FIND(L"user32.dll", name)
#define PDH_SHIM_FIND_GDI32(name) PDH_SHIM_FIND(L"gdi32.dll", name)
    PDH_SHIM_USER32_FUNCTIONS(PDH_SHIM_FIND_USER32)
    PDH_SHIM_GDI32_FUNCTIONS(PDH_SHIM_FIND_GDI32)
#undef PDH_SHIM_FIND_GDI32
#undef PDH_SHIM_FIND_USER32
#undef PDH_SHIM_FIND
    return has_all ? std::optional(functions) : std::nullopt;
}

/// The functions, if none is missing.
struct FoundFunctions {
    std::optional<WindowFunctions> all = find_window_functions();
};

} // namespace

const WindowFunctions* load_window_functions() {
    static constinit Singleton<FoundFunctions> found;
    const std::optional<WindowFunctions>& functions = found.get().all;
    return functions ? &*functions : nullptr;
}

namespace {

struct Font {
    int points;
    std::u16string name;
};

int dots_per_inch() {
    auto* const screen = windows().GetDC(nullptr);
    const int dots = windows().GetDeviceCaps(screen, LOGPIXELSY);
    windows().ReleaseDC(nullptr, screen);
    return dots;
}

// The font of message boxes.
Font usual_font() {
    NONCLIENTMETRICSW metrics{};
    metrics.cbSize = sizeof metrics;
    if (windows().SystemParametersInfoW(SPI_GETNONCLIENTMETRICS, sizeof metrics, &metrics, 0) == 0) {
        return {8, u"MS Shell Dlg"};
    }
    const LOGFONTW& font = metrics.lfMessageFont;
    const int height = font.lfHeight < 0 ? -font.lfHeight : font.lfHeight;
    return {MulDiv(height, 72, dots_per_inch()), from_wide(&font.lfFaceName[0])};
}

constexpr std::size_t count_position = 4; // of the number of controls, in 16-bit words

} // namespace

DialogTemplate::DialogTemplate(int width, int height) {
    append(DWORD{DS_MODALFRAME | DS_CENTER | DS_SETFONT | WS_POPUP | WS_CAPTION | WS_SYSMENU});
    append(DWORD{0}); // extended style
    append_words({0, 0, 0, width, height});
    append_words({0, 0, 0}); // no menu, the usual class, no title yet
    const Font font = usual_font();
    append_words({font.points});
    append(font.name);
}

void DialogTemplate::add(
    ControlClass kind, int id, const ControlRect& place, DWORD style, std::u16string_view text) {
    const bool has_border = kind == ControlClass::edit || kind == ControlClass::list_box;
    words_.resize((words_.size() + 1) / 2 * 2); // aligned to 4 bytes
    append(style | WS_CHILD | WS_VISIBLE);
    append(has_border ? DWORD{WS_EX_CLIENTEDGE} : 0U);
    append_words({place.left, place.top, place.width, place.height, id, 0xffff, static_cast<int>(kind)});
    append(text);
    append_words({0}); // no data of its own
    ++words_[count_position];
}

LPCDLGTEMPLATEW DialogTemplate::data() const noexcept {
    return reinterpret_cast<LPCDLGTEMPLATEW>(words_.data());
}

void DialogTemplate::append(std::u16string_view text) {
    words_.insert(words_.end(), text.begin(), text.end());
    words_.push_back(0);
}

void DialogTemplate::append(DWORD number) {
    words_.push_back(LOWORD(number));
    words_.push_back(HIWORD(number));
}

void DialogTemplate::append_words(std::initializer_list<int> numbers) {
    for (const int number : numbers) {
        words_.push_back(static_cast<std::uint16_t>(number));
    }
}

namespace {

// The module that this code is in.
HINSTANCE own_module() {
    HMODULE module = nullptr;
    GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
        reinterpret_cast<LPCWSTR>(&own_module), &module);
    return module;
}

} // namespace

Result<void> ModalDialog::run(HWND owner, const DialogTemplate& description) {
    const INT_PTR end = windows().DialogBoxIndirectParamW(
        own_module(), description.data(), owner, &procedure, reinterpret_cast<LPARAM>(this));
    if (failure_) {
        std::rethrow_exception(failure_);
    }
    if (end == -1 || window_ == nullptr) {
        trace::write(trace::Level::warning, "no dialog: error " + std::to_string(GetLastError()));
    }
    return result_;
}

void ModalDialog::end(const Result<void>& result) {
    result_ = result;
    is_over_ = true;
    windows().EndDialog(window_, 0);
}

INT_PTR CALLBACK ModalDialog::procedure(HWND window, UINT message, WPARAM first, LPARAM second) noexcept {
    if (message == WM_INITDIALOG) {
        reinterpret_cast<ModalDialog*>(second)->window_ = window;
        windows().SetWindowLongPtrW(window, DWLP_USER, second);
    }
    // The system handles messages before WM_INITDIALOG.
    auto* const dialog = reinterpret_cast<ModalDialog*>(windows().GetWindowLongPtrW(window, DWLP_USER));
    if (dialog == nullptr || dialog->is_over_ || (message != WM_INITDIALOG && message != WM_COMMAND)) {
        return FALSE;
    }
    try {
        dialog->handle(message, first);
    } catch (...) {
        dialog->failure_ = std::current_exception();
        dialog->end(Status::dialog_cancelled);
    }
    return message == WM_COMMAND ? TRUE : FALSE; // FALSE for WM_INITDIALOG: we have set the focus
}

void ModalDialog::handle(UINT message, WPARAM first) {
    if (message == WM_INITDIALOG) {
        begin();
    } else {
        command(LOWORD(first), HIWORD(first));
    }
}

} // namespace pdh_shim::dialogs::win32
