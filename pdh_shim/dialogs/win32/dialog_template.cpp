// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/win32/dialog_template.h"

#include "dialogs/win32/window_functions.h"
#include "dialogs/win32/window_text.h"

#include <string>

namespace pdh_shim::dialogs::win32 {
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

} // namespace pdh_shim::dialogs::win32
