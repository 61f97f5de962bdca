// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

#include "base/failure.h"
#include "base/locks.h"
#include "core/sources.h"
#include "machine/data_source.h"
#include "machine/machine.h"
#include "machine/this_computer.h"

#include <pdh_shim/source.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::core {

/// The initial settings of the data source of this computer.
struct LiveSettings {
    SourceContext context;
    std::string sources;     ///< that are started when they are first needed: see make_sources(); empty =
                             ///< default_source()
    std::string title_files; ///< comma list of lodctr INI files, loaded then too
    std::uint32_t language = names::english_language; ///< a LANGID
};

/// This computer as it is now: the chosen sources, and those that the program added; and the remote computers
/// that the chosen sources reach.
class LiveDataSource final : public machine::DataSource {
  public:
    explicit LiveDataSource(LiveSettings settings);
    /// With only this source, which has been started: for a query with a source of its own.
    LiveDataSource(Clock& clock, std::shared_ptr<model::Source> source);
    ~LiveDataSource() override;

    /// Starts the chosen sources. @retval invalid_datasource one cannot start
    [[nodiscard]] Result<void> start() override;
    [[nodiscard]] Result<std::vector<std::u16string>> machines() override;
    /// The catalogues of the sources are read again whenever they have changed.
    /// @param name one that means this computer (see machine::ThisComputer), or that of a remote one. Without
    ///        sources of this computer, any name may be that of a remote one
    [[nodiscard]] Result<std::shared_ptr<const machine::Machine>> machine(std::u16string_view name) override;
    [[nodiscard]] Result<std::shared_ptr<const machine::Machine>> machine_of(
        const path::CounterPath& path) override;
    [[nodiscard]] Result<std::shared_ptr<const machine::Machine>> machine_with(
        std::u16string_view name, std::u16string_view object) override;

    [[nodiscard]] std::shared_ptr<model::Source> awaited(std::u16string_view machine) override;

    [[nodiscard]] Result<model::ZoneAt> zone_at(std::int64_t local_time) override;

    /// Chooses the sources of all queries that are opened from now on (see make_sources()).
    [[nodiscard]] Result<void> choose_sources(std::string_view list);

    /// Makes a source of the functions of a program and adds it. The log says why one is refused.
    /// @retval invalid_argument, invalid_data, "the status of describe" as in source/plugin/plugin_source.h
    [[nodiscard]] Result<void> add_program_source(const pdh_shim_source& functions);

    /// Puts a source of the program's own before the chosen ones; takes the place of one of the same name.
    void add_source(const std::string& name, std::shared_ptr<model::Source> source);
    /// @retval string_not_found there is none of that name
    [[nodiscard]] Result<void> remove_source(std::string_view name);

    /// Adds the names of a lodctr INI file (see add_title_file()). Counters that exist keep their names.
    [[nodiscard]] Result<void> load_titles(const std::string& path);
    /// Sets the language (a LANGID) of all names that are asked for from now on.
    void set_language(std::uint32_t language);

  private:
    using Sources = std::vector<std::shared_ptr<model::Source>>;
    using AddedSources = std::vector<std::pair<std::string, std::shared_ptr<model::Source>>>;

    using RemoteMachineSets = std::vector<std::shared_ptr<model::RemoteMachines>>;

    struct Machines {
        std::shared_ptr<const machine::Machine> all;   // null until it is first needed
        std::shared_ptr<const machine::Machine> brief; // the last result of machine_of()
    };
    /// The machines that were made of the current sources and titles.
    struct MachineCache {
        Machines local;
        std::map<std::shared_ptr<model::Source>, Machines> remote; // by the source of the computer
    };

    struct LiveState {
        [[nodiscard]] bool needs_own_titles() const;
        [[nodiscard]] Sources active_sources() const;
        [[nodiscard]] AddedSources::iterator find_added(std::string_view name);

        std::string source_list;
        std::string title_files; ///< still to be loaded
        /// Of the chosen sources; loaded when another language than English is set.
        std::vector<std::string> own_titles;
        machine::Localization localization;
        bool started = false;
        Sources chosen;
        RemoteMachineSets remote;
        AddedSources added;
        MachineCache cache;
    };

    [[nodiscard]] Result<void> start_chosen();                         // with the work locked
    [[nodiscard]] Result<void> add_titles(const std::string& path);    // with the work locked
    [[nodiscard]] Result<void> choose_titles(const std::string& path); // with the work locked
    void load_chosen_titles();                                         // with the work locked
    void load_own_titles();                                            // with the work locked
    [[nodiscard]] bool is_ready();
    [[nodiscard]] RemoteMachineSets remote_machines();
    [[nodiscard]] bool means_this_computer(std::u16string_view name);
    void keep_reason(const Failure& failure, std::u16string_view computer) const;
    /// The machine with the catalogues that `ask` gives, which is called under no lock.
    template <class Ask>
    [[nodiscard]] std::shared_ptr<const machine::Machine> machine_with(
        std::shared_ptr<const machine::Machine> Machines::*kept, Ask ask);
    /// The same of a remote computer.
    template <class Ask>
    [[nodiscard]] std::shared_ptr<const machine::Machine> remote_machine(
        const std::shared_ptr<model::Source>& source, std::u16string_view name,
        std::shared_ptr<const machine::Machine> Machines::*kept, const Ask& ask);
    [[nodiscard]] Result<std::shared_ptr<const machine::Machine>> remote_machine_of(
        const path::CounterPath& path);
    [[nodiscard]] std::shared_ptr<const model::Catalogue> catalogue_for(
        model::Source& source, std::u16string_view object, std::u16string_view counter);
    [[nodiscard]] Result<std::shared_ptr<model::Source>> connect(std::u16string_view name);
    [[nodiscard]] std::shared_ptr<model::Source> find_remote(std::u16string_view name);
    [[nodiscard]] bool needs_all();
    [[nodiscard]] std::shared_ptr<const machine::Machine> whole_machine();
    std::shared_ptr<model::Source> take_added(std::string_view name);

    const SourceContext context_;
    const machine::ThisComputer itself_;
    LongMutex work_{Rank::start};            // to start sources and read titles
    std::vector<std::string> chosen_titles_; // loaded files that the user or the program named; under work_
    Locked<LiveState> state_{LiveState(), Rank::state};
};

} // namespace pdh_shim::core
