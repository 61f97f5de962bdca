// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "dialogs/dialogs.h"

#include "base/failure_log.h"
#include "base/named_file.h"
#include "base/trace.h"
#include "dialogs/picker_view.h"

#include <boost/noncopyable.hpp>

#include <dlfcn.h>
#include <string_view>
#include <utility>

namespace pdh_shim::dialogs {
namespace {

// The terminal shows one dialog at a time.
class Turn : boost::noncopyable {
  public:
    explicit Turn(std::atomic_flag& taken) noexcept : taken_(taken), has_it_(!taken.test_and_set()) {}
    ~Turn() {
        if (has_it_) {
            taken_.clear();
        }
    }

    [[nodiscard]] bool has_it() const noexcept { return has_it_; }

  private:
    std::atomic_flag& taken_;
    const bool has_it_;
};

// Shows dialogs on a terminal.
class TerminalHost : public DialogHost {
  public:
    explicit TerminalHost(Terminal& terminal) : terminal_(terminal) {}

    [[nodiscard]] Result<void> show(Picker& picker, const TakePaths& take) override {
        return run(terminal_, picker, take);
    }
    [[nodiscard]] Result<void> show(SourcePicker& picker) override { return run(terminal_, picker); }

  private:
    Terminal& terminal_;
};

// While lists are shown, a click selects the item under the pointer; else it is a key like others.
Picker::Step press(Picker& picker, Key key, Terminal& terminal) {
    if (key == Key::click && !picker.shows_help() && !picker.typed_computer()) {
        const auto found = item_at(picker, terminal.size(), terminal.pointer());
        return found ? picker.click(found->list, found->item) : Picker::Step::go_on;
    }
    return picker.press(key, list_rows(terminal.size()));
}

// Whoever asks pdh_shim_last_failure() knows why no user has cancelled it.
Result<void> no_dialog(const std::string& reason) {
    trace::write(trace::Level::warning, "no dialog: " + reason);
    keep_last_failure({Status::dialog_cancelled, "", reason});
    return Status::dialog_cancelled;
}

} // namespace

Result<void> run(Terminal& terminal, Picker& picker, const TakePaths& take) {
    for (;;) {
        draw(terminal, picker);
        const Key key = terminal.read_key();
        const Picker::Step step = press(picker, key, terminal);
        if (step == Picker::Step::cancel) {
            return Status::dialog_cancelled;
        }
        if (step == Picker::Step::add) {
            terminal.suspend();
            if (auto end = add_chosen(picker, take)) {
                return *end;
            }
        }
    }
}

Result<void> run(Terminal& terminal, SourcePicker& picker) {
    for (;;) {
        draw(terminal, picker);
        const Key key = terminal.read_key();
        switch (picker.press(key, source_rows(terminal.size()))) {
        case SourcePicker::Step::go_on:
            break;
        case SourcePicker::Step::choose:
            return outcome::success();
        case SourcePicker::Step::cancel:
            return Status::dialog_cancelled;
        }
    }
}

Result<void> on_terminal(std::atomic_flag& taken, const std::function<Result<void>(Terminal&)>& dialog) {
    const Turn turn(taken);
    if (!turn.has_it()) {
        return no_dialog("another one is shown");
    }
    std::string reason;
    const std::unique_ptr<Terminal> terminal = open_terminal(reason);
    if (!terminal) {
        return no_dialog(reason);
    }
    return dialog(*terminal);
}

// A terminal ignores the owner window.
Result<void> show_dialog(void* /*owner*/, std::atomic_flag& terminal_taken, const ShowDialog& dialog) {
    return on_terminal(terminal_taken, [&](Terminal& terminal) -> Result<void> {
        TerminalHost host(terminal);
        return dialog(host);
    });
}

namespace {

constexpr std::string_view library_name = "libpdhui.so.0";

// Where libpdhui is; only its name if it is not where it is installed, so that the system's loader searches
// for it.
std::string library_file() {
    for (std::string& path : companion_paths(library_name, {PDH_SHIM_LIBRARY_FOLDERS})) {
        if (file_kind(path) == FileKind::file) {
            return std::move(path);
        }
    }
    return std::string(library_name);
}

// Null, with the reason, if it must not or cannot be loaded. It stays loaded, because curses keeps global
// state.
void* load_library(std::string& reason) {
    const std::string file = library_file();
    if (file.starts_with('/')) {
        if (const auto trusted = check_trust(file); !trusted) {
            reason = trusted.error().message();
            return nullptr;
        }
    }
    void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (library == nullptr) {
        const char* const error = dlerror();
        reason = "libpdhui.so cannot be loaded: " + (error == nullptr ? file : std::string(error)) +
                 ". It shows the dialogs; install libpdhui0, or build with -Ddialogs=enabled";
    }
    return library;
}

} // namespace

std::unique_ptr<Terminal> open_terminal(std::string& reason) {
    void* const library = load_library(reason);
    if (library == nullptr) {
        return nullptr;
    }
    const auto open = reinterpret_cast<OpenTerminal>(dlsym(library, terminal_entry));
    if (open == nullptr) {
        reason = std::string(library_name) + " has another version";
        return nullptr;
    }
    const char* why = nullptr;
    std::unique_ptr<Terminal> terminal(open(&why));
    reason = terminal ? "" : why;
    return terminal;
}

} // namespace pdh_shim::dialogs
