// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/windows_host.h"

#include "base/bytes.h"
#include "base/saturating.h"
#include "base/text.h"
#include "block/key_objects.h"
#include "block/key_search.h"
#include "block/layout.h"
#include "source/winhost/protocol.h"
#include "source/winhost/title_numbers.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

namespace pdh_shim::source::winhost {
namespace {

constexpr std::int64_t ticks_per_millisecond = ticks_per_second / 1000;
// The process keeps the time itself, and answers that it has passed.
constexpr std::int64_t grace = ticks_per_second;
constexpr std::size_t longest_reason = 1000;

bool are_equal(const names::TitleList& left, const names::TitleList& right) {
    bool are_equal = left.size() == right.size();
    for (std::size_t place = 0; are_equal && place < left.size(); ++place) {
        are_equal = left.index(place) == right.index(place) && left.text(place) == right.text(place);
    }
    return are_equal;
}

} // namespace

HostClient::HostClient(helper::HelperProgram program, std::int64_t time_out, Clock& clock)
    : time_out_(time_out), clock_(clock), helper_(std::move(program), longest_value, clock) {}

HostClient::Request HostClient::begin(std::span<const std::byte> host, std::u16string_view value) {
    // All objects of a host take Windows some seconds.
    const std::int64_t time_out = value == u"Global" ? 5 * time_out_ : time_out_;
    const auto milliseconds = static_cast<std::uint32_t>(time_out / ticks_per_millisecond);
    const HostCall call = value.empty() ? HostCall::connect : HostCall::query;
    drop_titles();
    auto request = encode_request(host, milliseconds, value);
    if (request.size() > longest_request) {
        request.clear(); // which is refused: a longer one would end the process
    }
    return helper_.begin(static_cast<std::uint32_t>(call), request, saturated_add(time_out, grace));
}

Result<std::vector<std::byte>, Failure> HostClient::finish(const Request& request) {
    auto answer = helper_.finish(request);
    if (answer || answer.error().status() == Status::memory_allocation_failure) {
        return answer;
    }
    const Failure& failure = answer.error();
    const Status status =
        failure.status() == value_refused ? Status::invalid_data : Status::cstatus_no_machine;
    return Failure(status, "", escaped(failure.message().substr(0, longest_reason)));
}

void HostClient::add(std::weak_ptr<TitleKeeper> keeper) {
    keepers_.with([&](auto& keepers) {
        std::erase_if(keepers, [](const auto& known) { return known.expired(); });
        keepers.push_back(std::move(keeper));
        return 0;
    });
}

void HostClient::drop_titles() {
    const std::int64_t now = clock_.now().perf_time;
    if (now - dropped_ < titles_last) {
        return;
    }
    dropped_ = now;
    const auto keepers = keepers_.with([](const auto& known) { return known; });
    for (const auto& keeper : keepers) {
        if (const auto one = keeper.lock()) {
            one->drop_titles();
        }
    }
}

std::shared_ptr<const names::TitleList> HostClient::titles_in(std::span<const std::byte> value) {
    auto read = std::make_shared<const names::TitleList>(value);
    return titles_.with([&](auto& known) {
        std::erase_if(known, [](const auto& list) { return list.expired(); });
        for (const auto& list : known) {
            auto same = list.lock();
            if (same != nullptr && are_equal(*same, *read)) {
                return same;
            }
        }
        known.push_back(read);
        return read;
    });
}

namespace {

// Samba's server does not count the header in the length of a block.
void count_header(std::vector<std::byte>& bytes) noexcept {
    namespace layout = block::layout::block;
    ByteReader reader(bytes);
    const std::uint64_t whole =
        std::uint64_t{reader.u32(layout::total_length)} + reader.u32(layout::header_length);
    if (reader.ok() && whole == bytes.size()) {
        ByteWriter(bytes).set_u32(layout::total_length, static_cast<std::uint32_t>(whole));
    }
}

// `Counter 009`
std::u16string title_value(std::u16string_view texts, std::uint32_t language) {
    constexpr std::u16string_view digits = u"0123456789ABCDEF";
    std::u16string value(texts);
    for (const unsigned shift : {8U, 4U, 0U}) {
        value += digits[language >> shift & 0xFU];
    }
    if (language > 0xFFF) {
        value.insert(texts.size(), 1, digits[language >> 12U & 0xFU]);
    }
    return value;
}

/// What is known of a host; its sessions share it.
class HostState final : public TitleKeeper, public block::KeySearch {
  public:
    HostState(std::shared_ptr<HostClient> client, const HostSettings& settings, const std::string& name)
        : client_(std::move(client)), place_("host " + name), host_(encode_host(settings, name)),
          objects_(place_, {.name = [this](std::uint32_t index) { return title(index); }, .help = {}}) {}

    [[nodiscard]] const std::string& place() const noexcept { return place_; }

    [[nodiscard]] HostClient::Request begin(std::u16string_view value) {
        return client_->begin(host_, value);
    }

    [[nodiscard]] Result<std::vector<std::byte>, Failure> finish(const HostClient::Request& request) {
        PDH_SHIM_TRY(auto answer, within(place_, client_->finish(request)));
        ByteReader reader(answer);
        const std::uint32_t connection = reader.u32(0);
        if (!reader.ok()) {
            return Failure(Status::invalid_data, place_, "its answer is malformed");
        }
        answer.erase(answer.begin(), answer.begin() + connection_number_size);
        note_connection(connection);
        return answer;
    }

    /// Begins to ask for these objects.
    /// @param indexes of the objects that are asked for
    [[nodiscard]] HostClient::Request begin(std::span<const std::uint32_t> indexes) {
        std::u16string value;
        {
            const std::scoped_lock lock(mutex_);
            value = numbers_.value_of(indexes);
        }
        // An object whose title the host no longer has is asked for by a number that no object has.
        return begin(value.empty() && !indexes.empty() ? u"0" : std::u16string_view(value));
    }

    [[nodiscard]] Result<std::vector<std::byte>, Failure> ask(std::u16string_view value) {
        return finish(begin(value));
    }

    [[nodiscard]] std::shared_ptr<const model::Catalogue> known() override {
        const std::scoped_lock lock(mutex_);
        return objects_.catalogue();
    }

    /// Finds the objects of an answer, and learns what it has anew.
    [[nodiscard]] Result<block::BlockHeader, Failure> learn(
        block::KeySample& sample, std::vector<std::byte> answer) {
        sample.objects.clear();
        sample.bytes = std::move(answer);
        count_header(sample.bytes);
        auto header = sample.find_objects(sample.bytes.size());
        if (!header) {
            return std::move(header).error().within(place_ + ": its answer is malformed");
        }
        const auto titles = needs_titles(sample) ? load_titles() : nullptr;
        const std::scoped_lock lock(mutex_);
        if (titles != nullptr && std::exchange(may_be_renumbered_, false)) {
            numbers_.check(*objects_.catalogue(), *titles);
        }
        if (numbers_.have_changed()) {
            numbers_.rewrite(sample.bytes, sample.objects, *objects_.catalogue(),
                titles == nullptr ? names::TitleList() : *titles);
            header = sample.find_objects(sample.bytes.size());
            PDH_SHIM_CHECK(header);
        }
        objects_.learn(sample, header.value());
        return header;
    }

    void read(block::KeySample& sample, const block::BlockHeader& header,
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) {
        objects_.read(sample, header, known(), requests, snapshot);
    }

    void report(const Failure& failure) { objects_.report(failure); }

    /// The English titles, and those of a language.
    [[nodiscard]] std::shared_ptr<const names::Translations> titles(std::uint32_t language) {
        const auto names = load_titles();
        {
            const std::scoped_lock lock(mutex_);
            if (translations_ != nullptr && language_ == language) {
                return translations_;
            }
        }
        const auto english_helps = begin(title_value(u"Explain ", names::english_language));
        auto read = std::make_shared<names::Translations>();
        const names::TitleList none;
        const auto add = [&](std::uint32_t number, const names::TitleList* own,
                             const HostClient::Request& helps) {
            const auto read_helps = optional_titles_of(helps);
            if (names != nullptr && own != nullptr) {
                read->add(number, *names, *own, read_helps == nullptr ? none : *read_helps);
            }
        };
        add(names::english_language, names.get(), english_helps);
        if (!names::is_english(language)) {
            // Perflib has a language of one country by its whole number, and others by that of the language.
            auto own_names = optional_titles_of(begin(title_value(u"Counter ", language)));
            std::uint32_t number = language;
            if (own_names == nullptr && language != names::primary_language(language)) {
                number = names::primary_language(language);
                own_names = optional_titles_of(begin(title_value(u"Counter ", number)));
            }
            add(language, own_names.get(), begin(title_value(u"Explain ", number)));
        }
        const std::scoped_lock lock(mutex_);
        translations_ = read;
        language_ = language;
        return read;
    }

  private:
    // Under mutex_.
    [[nodiscard]] std::optional<std::u16string> title(std::uint32_t index) const {
        if (auto made_up = numbers_.name(index)) {
            return made_up;
        }
        const auto found = names_ == nullptr ? std::nullopt : names_->find(index);
        return found ? std::optional(std::u16string(*found)) : std::nullopt;
    }

    [[nodiscard]] std::int64_t now() override { return client_->now(); }

    // Without a name an object is called by its number.
    [[nodiscard]] bool needs_titles(const block::KeySample& sample) {
        const std::scoped_lock lock(mutex_);
        return may_be_renumbered_ ||
               (numbers_.have_changed() ? numbers_.needs_titles(sample.objects) : !objects_.knows(sample));
    }

    [[nodiscard]] bool is_renumbered() {
        const std::scoped_lock lock(mutex_);
        return may_be_renumbered_ || numbers_.have_changed();
    }

    void note_connection(std::uint32_t connection) {
        const std::scoped_lock lock(mutex_);
        if (connection != 0 && std::exchange(connection_, connection) != connection &&
            !objects_.catalogue()->objects.empty()) {
            may_be_renumbered_ = true;
            forget_titles();
        }
    }

    void ask_and_learn(std::u16string_view value, std::vector<std::uint32_t> indexes) override {
        auto answer = ask(value);
        block::KeySample sample;
        if (!is_renumbered()) { // else the objects of the answer get others
            sample.asked = std::move(indexes);
        }
        const auto header = answer ? learn(sample, std::move(answer).value())
                                   : Result<block::BlockHeader, Failure>(std::move(answer).error());
        if (!header) {
            report(header.error());
        }
    }

    [[nodiscard]] std::vector<std::uint32_t> indexes_of(std::u16string_view name) override {
        const auto names = load_titles();
        return names == nullptr ? std::vector<std::uint32_t>() : names->indexes_of(name);
    }

    // The English names, which are asked for if they are not there. Null if there are none.
    std::shared_ptr<const names::TitleList> load_titles() {
        {
            const std::scoped_lock lock(mutex_);
            titles_used_ = client_->now();
            if (names_ != nullptr) {
                return names_;
            }
        }
        auto names = titles_of(begin(u"Counter 009"));
        const std::scoped_lock lock(mutex_);
        names_ = names;
        titles_loaded_ = client_->now();
        return names;
    }

    [[nodiscard]] std::shared_ptr<const names::TitleList> titles_of(const HostClient::Request& request) {
        const auto value = finish(request);
        if (!value) {
            report(value.error());
            return nullptr;
        }
        return client_->titles_in(value.value());
    }

    // Of a language that it may not have.
    [[nodiscard]] std::shared_ptr<const names::TitleList> optional_titles_of(
        const HostClient::Request& request) {
        const auto value = finish(request);
        return value ? client_->titles_in(value.value()) : nullptr;
    }

    [[nodiscard]] bool expire_titles() override {
        const std::scoped_lock lock(mutex_);
        if (is_recent(titles_loaded_, client_->now())) {
            return false;
        }
        forget_titles();
        return true;
    }

    void drop_titles() override {
        const std::scoped_lock lock(mutex_);
        if (names_ != nullptr && client_->now() - titles_used_ >= HostClient::titles_last) {
            forget_titles();
        }
    }

    void forget_titles() { // under mutex_
        names_ = nullptr;
        translations_ = nullptr;
    }

    const std::shared_ptr<HostClient> client_;
    const std::string place_;
    const std::vector<std::byte> host_;

    ForkMutex mutex_{Rank::state};                            // guards what follows
    std::shared_ptr<const names::TitleList> names_;           // null while they are not needed
    std::shared_ptr<const names::Translations> translations_; // the same
    std::uint32_t language_ = 0;                              // of them
    std::int64_t titles_used_ = 0;
    std::int64_t titles_loaded_ = never;
    std::uint32_t connection_ = 0;   // of the last answer
    bool may_be_renumbered_ = false; // the host has been connected anew
    TitleNumbers numbers_;
    block::KeyObjects objects_;
};

class HostSession final : public model::Session {
  public:
    HostSession(std::shared_ptr<HostState> state, Clock& clock) : state_(std::move(state)), clock_(clock) {}

    void start(std::span<const model::ObjectRequest> requests) override {
        sample_.asked = block::title_indexes(requests, *state_->known());
        begun_ = state_->begin(sample_.asked);
    }

    Result<void, Failure> collect(
        std::span<const model::ObjectRequest> requests, model::Snapshot& snapshot) override {
        if (begun_ == nullptr) {
            start(requests);
        }
        auto answer = state_->finish(std::exchange(begun_, nullptr));
        if (!answer) {
            state_->report(answer.error());
            snapshot.take_clocks(clock_.now());
            const bool is_absent = answer.error().status() == Status::cstatus_no_machine;
            model::mark_unread(
                requests, snapshot, is_absent ? Status::cstatus_no_machine : Status::cstatus_invalid_data);
        } else if (requests.empty()) {
            snapshot.take_clocks(clock_.now());
        } else if (const auto header = state_->learn(sample_, std::move(answer).value())) {
            state_->read(sample_, header.value(), requests, snapshot);
        } else {
            state_->report(header.error());
            snapshot.take_clocks(clock_.now());
            model::mark_unread(requests, snapshot);
        }
        return outcome::success();
    }

  private:
    const std::shared_ptr<HostState> state_;
    Clock& clock_;
    HostClient::Request begun_;
    block::KeySample sample_;
};

class HostSource final : public WindowsHost {
  public:
    HostSource(std::shared_ptr<HostState> state, Clock& clock) : state_(std::move(state)), clock_(clock) {}

    [[nodiscard]] std::string name() const override { return state_->place(); }

    Result<void, Failure> connect() override {
        PDH_SHIM_CHECK(state_->ask(u""));
        return outcome::success();
    }

    std::shared_ptr<const model::Catalogue> catalogue() override { return state_->find_all(); }

    std::shared_ptr<const model::Catalogue> catalogue_for(
        std::u16string_view object, std::u16string_view counter) override {
        return state_->find(object, counter);
    }

    [[nodiscard]] bool has_own_titles() const noexcept override { return true; }

    std::shared_ptr<const names::Translations> titles(std::uint32_t language) override {
        return state_->titles(language);
    }

    std::unique_ptr<model::Session> open_session() override {
        return std::make_unique<HostSession>(state_, clock_);
    }

    Result<void, Failure> enumerate(std::uint32_t object, model::ObjectSnapshot& instances) override {
        const auto session = open_session();
        const std::uint32_t columns = state_->known()->objects[object].columns;
        PDH_SHIM_CHECK(model::collect_instances(*session, object, columns, instances));
        if (instances.status() != Status::success) {
            return instances.status();
        }
        return outcome::success();
    }

  private:
    const std::shared_ptr<HostState> state_;
    Clock& clock_;
};

} // namespace

std::shared_ptr<WindowsHost> make_windows_host(const std::shared_ptr<HostClient>& client,
    const HostSettings& settings, const std::string& name, Clock& clock) {
    auto state = std::make_shared<HostState>(client, settings, name);
    client->add(state);
    return std::make_shared<HostSource>(std::move(state), clock);
}

} // namespace pdh_shim::source::winhost
