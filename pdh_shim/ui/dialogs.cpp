#include "ui/dialogs.h"

#include "base/trace.h"
#include "ui/open_terminal.h"
#include "ui/picker_view.h"
#include "ui/source_picker_view.h"

#include <atomic>
#include <memory>
#include <optional>

namespace pdh_shim::ui {
namespace {

std::atomic_flag is_shown = ATOMIC_FLAG_INIT;

// The terminal shows one dialog at a time.
class Turn {
  public:
    Turn() noexcept : has_it_(!is_shown.test_and_set()) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    Turn(Turn&&) = delete;
    Turn& operator=(Turn&&) = delete;
    ~Turn() {
        if (has_it_) {
            is_shown.clear();
        }
    }

    [[nodiscard]] bool has_it() const noexcept { return has_it_; }

  private:
    bool has_it_;
};

// Adds what is chosen. The dialog's result, if that ends it.
std::optional<Result<void>> add(Terminal& terminal, Picker& picker, const TakePaths& take) {
    const std::vector<std::u16string> paths = picker.chosen_paths();
    terminal.suspend();
    const Result<bool> taken = take(paths);
    if (!taken) {
        return Result<void>(taken.error());
    }
    if (picker.options().single_per_dialog) {
        return taken.value() ? Result<void>(outcome::success()) : Result<void>(Status::more_data);
    }
    if (taken.value()) {
        picker.tell_added(paths);
    } else {
        picker.set_note(u"The program has no room for these.");
    }
    return std::nullopt;
}

} // namespace

Result<void> run(Terminal& terminal, Picker& picker, const TakePaths& take) {
    for (;;) {
        draw(terminal, picker);
        const Key key = terminal.read_key();
        const Picker::Step step = picker.press(key, list_rows(terminal.size()));
        if (step == Picker::Step::cancel) {
            return Status::dialog_cancelled;
        }
        if (step == Picker::Step::add) {
            if (auto end = add(terminal, picker, take)) {
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

Result<void> on_terminal(const std::function<Result<void>(Terminal&)>& dialog) {
    const Turn turn;
    if (!turn.has_it()) {
        trace::write(trace::Level::warning, "no dialog: another one is shown");
        return Status::dialog_cancelled;
    }
    std::string reason;
    const std::unique_ptr<Terminal> terminal = open_terminal(reason);
    if (!terminal) {
        trace::write(trace::Level::warning, "no dialog: " + reason);
        return Status::dialog_cancelled;
    }
    return dialog(*terminal);
}

} // namespace pdh_shim::ui
