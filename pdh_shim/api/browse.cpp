// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/browse.h"

#include "api/functions.h"
#include "api/library_state.h"
#include "machine/enumeration.h"
#include "machine/resolve.h"

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::api {
namespace {

using MachinePointer = std::shared_ptr<const machine::Machine>;

// The object of PdhGetDefaultPerfObject.
constexpr std::u16string_view default_object_name = u"Processor";

dialogs::ObjectEntry entry_of(const machine::Machine& machine, machine::ObjectRef object) {
    const model::ObjectDef& definition = machine.definition(object);
    dialogs::ObjectEntry entry;
    entry.name = machine.object_name(object);
    entry.help = machine.object_help(object);
    entry.detail = static_cast<std::uint32_t>(definition.detail);
    entry.has_instances = definition.instances == model::Instances::multi;
    for (std::uint32_t column = 0; column < definition.counters.size(); ++column) {
        const model::CounterDef& counter = definition.counters[column];
        if (!machine::has_value(definition, counter)) {
            continue;
        }
        if (column == definition.default_counter) {
            entry.default_counter = entry.counters.size();
        }
        entry.counters.push_back({machine.counter_name(object, column), machine.counter_help(object, column),
            static_cast<std::uint32_t>(counter.detail)});
    }
    return entry;
}

// The counters of a data source, as the dialog lists them.
class MachineCatalogue : public dialogs::CounterCatalogue {
  public:
    MachineCatalogue(machine::DataSource& source, MachinePointer machine) : source_(source) {
        take(std::move(machine));
    }

    [[nodiscard]] std::u16string computer() const override { return machine_->name(); }

    [[nodiscard]] Result<void> connect(std::u16string_view computer) override {
        PDH_SHIM_TRY(auto machine, source_.machine(computer));
        take(std::move(machine));
        return outcome::success();
    }

    [[nodiscard]] const std::vector<dialogs::ObjectEntry>& objects() const override { return objects_; }

    [[nodiscard]] std::u16string default_object() const override {
        const auto object = machine_->find_object(default_object_name);
        return object ? machine_->object_name(*object) : std::u16string();
    }

    [[nodiscard]] Result<std::vector<path::InstanceName>> instances(std::size_t object) override {
        return machine::instances(*machine_, machine_->objects()[object]);
    }

  private:
    void take(MachinePointer machine) {
        machine_ = std::move(machine);
        objects_.clear();
        for (const machine::ObjectRef object : machine_->objects()) {
            objects_.push_back(entry_of(*machine_, object));
        }
    }

    machine::DataSource& source_;
    MachinePointer machine_;
    std::vector<dialogs::ObjectEntry> objects_;
};

// Where the paths are to go: a buffer, or a callback that makes one.
Result<void> check_room(const void* buffer, DWORD size, CounterPathCallBack callback) {
    const bool has_room = size == 0 ? callback != nullptr : buffer != nullptr;
    return success_if(has_room, Status::invalid_argument);
}

// The text in a buffer; nothing if the buffer does not begin with text.
std::optional<std::u16string> text_in_buffer(Encoding encoding, const void* buffer, DWORD size) {
    const TextIn text(encoding, buffer);
    if (buffer == nullptr || size == 0 || text.is_longer_than(size - 1)) {
        return std::nullopt;
    }
    const auto read = text.read();
    return read ? std::optional(read.value()) : std::nullopt;
}

// The W and the HW structure are the same but for the data source.
template <class Config>
Result<dialogs::PickerOptions> options_of(const Config& config, Encoding encoding) {
    dialogs::PickerOptions options;
    options.instance_index = config.bIncludeInstanceIndex != 0;
    options.single_per_add = config.bSingleCounterPerAdd != 0;
    options.single_per_dialog = config.bSingleCounterPerDialog != 0;
    options.local_only = config.bLocalCountersOnly != 0;
    options.wildcard_instances = config.bWildCardInstances != 0;
    options.hide_detail = config.bHideDetailBox != 0;
    options.fixed_computer = config.bDisableMachineSelection != 0;
    options.objects_only = config.bShowObjectBrowser != 0;
    options.detail = config.dwDefaultDetailLevel;
    PDH_SHIM_TRY(options.caption, TextIn(encoding, config.szDialogBoxCaption).read());
    if (config.bInitializePath != 0) {
        const auto text = text_in_buffer(encoding, config.szReturnPathBuffer, config.cchReturnPathLength);
        const auto path = path::parse_counter_path(text.value_or(u""));
        if (path) {
            options.initial = path.value();
        }
    }
    return options;
}

template <class Config>
Result<void> browse(const SourceArgument& data_source, Config& config, Encoding encoding) {
    PDH_SHIM_CHECK(check_room(config.szReturnPathBuffer, config.cchReturnPathLength, config.pCallBack));
    PDH_SHIM_TRY(const DataSourcePointer source, open_data_source(data_source));
    PDH_SHIM_TRY(const dialogs::PickerOptions options, options_of(config, encoding));
    return show_counter_dialog(source, config.hWndOwner, options,
        [&](const std::vector<std::u16string>& paths) { return deliver_paths(config, encoding, paths); });
}

} // namespace

Result<void> show_dialog(HWND owner, const dialogs::ShowDialog& dialog) {
    return dialogs::show_dialog(owner, library().terminal_taken, dialog);
}

Result<void> show_counter_dialog(const DataSourcePointer& source, HWND owner,
    const dialogs::PickerOptions& options, const dialogs::TakePaths& take) {
    return show_dialog(owner, [&](dialogs::DialogHost& host) -> Result<void> {
        PDH_SHIM_TRY(auto machine, source->machine(u""));
        MachineCatalogue catalogue(*source, std::move(machine));
        dialogs::Picker picker(catalogue, options);
        return host.show(picker, take);
    });
}

Result<void> fill_paths(const TextOut& buffer, DWORD size, std::span<const std::u16string> paths) {
    if (buffer.data() == nullptr) {
        return Status::more_data;
    }
    DWORD room = size;
    const Result<void> as_list = write_list(buffer, &room, paths);
    if (as_list || as_list.error() != Status::more_data || paths.size() != 1) {
        return as_list;
    }
    room = size;
    return write_text(buffer, &room, paths.front());
}

Result<void> browse_counters(const Structure<PDH_BROWSE_DLG_CONFIG_A, PDH_BROWSE_DLG_CONFIG_W>& config) {
    if (config.data() == nullptr) {
        return Status::invalid_argument;
    }
    const TextIn name(config.encoding(), config.data()->szDataSource);
    return browse(name, *config.data(), config.encoding());
}

Result<void> browse_counters_in(
    const Structure<PDH_BROWSE_DLG_CONFIG_H_A, PDH_BROWSE_DLG_CONFIG_H_W>& config) {
    if (config.data() == nullptr) {
        return Status::invalid_argument;
    }
    return browse(config.data()->hDataSource, *config.data(), config.encoding());
}

Result<void> select_data_source(HWND owner, DWORD flags, const TextOut& data_source, LPDWORD size) {
    PDH_SHIM_CHECK(check_buffer(data_source.data(), size));
    if (data_source.data() == nullptr || (flags & ~PDH_FLAGS_FILE_BROWSER_ONLY) != 0) {
        return Status::invalid_argument;
    }
    if (*size == 0) {
        return Status::memory_allocation_failure; // so it is documented
    }
    const auto first = text_in_buffer(data_source.encoding(), data_source.data(), *size);
    dialogs::SourcePicker picker((flags & PDH_FLAGS_FILE_BROWSER_ONLY) != 0, first.value_or(u""));
    PDH_SHIM_CHECK(show_dialog(owner, [&](dialogs::DialogHost& host) { return host.show(picker); }));
    return write_cut_text(data_source, size, picker.chosen());
}

} // namespace pdh_shim::api
