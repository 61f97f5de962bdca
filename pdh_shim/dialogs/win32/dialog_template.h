// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include <windows.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace pdh_shim::dialogs::win32 {

/// The rectangle of a control, in units of the dialog: a quarter of the width and an eighth of the height of
/// a usual character.
struct ControlRect {
    int left;
    int top;
    int width;
    int height;
};

/// Windows' numbers of its classes of controls.
enum class ControlClass : std::uint16_t {
    button = 0x0080,
    edit = 0x0081,
    label = 0x0082,
    list_box = 0x0083,
    combo_box = 0x0085,
};

/// A dialog for DialogBoxIndirectParam (a DLGTEMPLATE), in the font of message boxes.
class DialogTemplate {
  public:
    DialogTemplate(int width, int height);

    /// Adds a control after the others in the order of Tab.
    /// @param id 0 for one that needs no number
    /// @param style besides WS_CHILD and WS_VISIBLE
    void add(ControlClass kind, int id, const ControlRect& place, DWORD style, std::u16string_view text = {});

    [[nodiscard]] LPCDLGTEMPLATEW data() const noexcept;

  private:
    void append(std::u16string_view text);
    void append(DWORD number);
    void append_words(std::initializer_list<int> numbers);

    std::vector<std::uint16_t> words_;
};

} // namespace pdh_shim::dialogs::win32
