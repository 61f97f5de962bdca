#pragma once

#include "base/fork_mutex.h"
#include "base/manual_clock.h"
#include "base/process_mutex.h"
#include "base/result.h"
#include "base/unload.h"
#include "core/machine.h"
#include "core/scale_policy.h"

#include <pdh_shim/source.h>

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pdh_shim::core {

/// What belongs to the whole process: the choice of sources, the clock, the policies. The environment is read
/// once, when it is made.
class Runtime {
  public:
    static Runtime& instance();

    Runtime(const Runtime&) = delete;
    Runtime& operator=(const Runtime&) = delete;
    Runtime(Runtime&&) = delete;
    Runtime& operator=(Runtime&&) = delete;
    ~Runtime();

    [[nodiscard]] SwitchableClock& clock() noexcept { return clock_; }

    /// The counters of this computer. Sources are started when they are first needed; what they offer is
    /// asked anew whenever it has changed.
    /// @retval invalid_datasource a chosen source cannot start
    [[nodiscard]] Result<std::shared_ptr<const Machine>> machine();
    /// The same for somebody who is after one counter, by its names: others may be missing.
    [[nodiscard]] Result<std::shared_ptr<const Machine>> machine_for(
        std::u16string_view object, std::u16string_view counter);
    /// Starts the sources, if they have not been.
    /// @retval invalid_datasource a chosen source cannot start
    [[nodiscard]] Result<void> start();

    /// Chooses the sources for what is opened from now on (see make_sources()).
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
    /// Puts a language (a LANGID) in force for what is asked from now on.
    void set_language(std::uint32_t language);

    [[nodiscard]] ScalePolicy scale_policy() const noexcept { return scale_policy_.load(); }
    void set_scale_policy(ScalePolicy policy) noexcept { scale_policy_.store(policy); }

  private:
    friend class Lasting<Runtime>;

    Runtime();

    using Sources = std::vector<std::shared_ptr<model::Source>>;
    using Added = std::vector<std::pair<std::string, std::shared_ptr<model::Source>>>;

    struct Machines {
        std::shared_ptr<const Machine> all;   // null while nobody asked for all
        std::shared_ptr<const Machine> brief; // that machine_for() gave last
    };

    [[nodiscard]] Result<void> start_chosen();                      // with the work locked
    [[nodiscard]] Result<void> add_titles(const std::string& path); // with the work locked
    void load_chosen_titles();                                      // with the work locked
    [[nodiscard]] bool is_ready();
    [[nodiscard]] Sources active_sources() const; // under mutex_
    /// The machine with the catalogues that `ask` gives, which is called under no lock.
    template <class Ask>
    [[nodiscard]] std::shared_ptr<const Machine> machine_with(
        std::shared_ptr<const Machine> Machines::*kept, const Ask& ask);
    [[nodiscard]] bool needs_all();
    [[nodiscard]] Added::iterator find_added(std::string_view name); // under mutex_
    std::shared_ptr<model::Source> take_added(std::string_view name);

    SwitchableClock clock_;
    std::atomic<ScalePolicy> scale_policy_{ScalePolicy::by_source};

    std::string root_;
    bool cgroup_ = false;

    ProcessMutex work_;                        // to start sources and read titles; taken before mutex_
    ForkMutex mutex_{ForkMutex::Order::outer}; // what follows
    std::string source_list_;
    bool started_ = false;
    Sources chosen_;
    Added added_;
    std::string title_files_; // still to be loaded
    Localization localization_;
    Machines machines_;
};

} // namespace pdh_shim::core
