// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "api/counter_dialog.h"

#include "api/library_state.h"
#include "machine/enumeration.h"
#include "machine/resolve.h"

#include <memory>
#include <string>
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

} // namespace pdh_shim::api
