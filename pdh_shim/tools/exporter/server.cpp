// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "tools/exporter/server.h"

#include "base/version.h"
#include "tools/exporter/http.h"
#include "tools/terminal/program_end.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

#define MHD_NO_DEPRECATION
#include <microhttpd.h>

namespace pdh_shim::tools::exporter {

namespace {

constexpr unsigned most_connections = 1000;
constexpr unsigned most_of_one_address = 64;
constexpr unsigned idle_seconds = 30;
// libmicrohttpd's idle time begins anew with each byte; these end, too, when a client is slow.
constexpr std::chrono::seconds first_request_within{20};
constexpr std::chrono::seconds next_request_within{idle_seconds + 5};
constexpr std::chrono::minutes answer_within{5}; // with the two minutes that a scrape may wait
constexpr std::size_t most_request_bytes = 8192;
constexpr std::size_t memory_of_connection = 12288; // a request and the head of its answer

using Clock = std::chrono::steady_clock;

// A request that waits. Whoever ends the wait first has it.
struct Wait {
    std::mutex mutex;
    MHD_Connection* connection = nullptr;
    Clock::time_point until = {};
    bool is_over = false;
    bool is_timed_out = false;
    bool is_right_password = false;
    bool is_refused = false; // too many wait already
    Answer answer = {};

    template <typename Change>
    bool end(const Change& change) {
        const std::scoped_lock lock(mutex);
        if (is_over) {
            return false;
        }
        is_over = true;
        change(*this);
        MHD_resume_connection(connection);
        return true;
    }
};

// Does what is to be done at its time, on a thread of its own.
class Deadlines : boost::noncopyable {
  public:
    using Key = std::pair<Clock::time_point, const void*>; // and whose it is
    Deadlines() : state_(std::make_shared<State>()) {
        std::thread([state = state_] { state->run(); }).detach();
    }
    ~Deadlines() {
        const std::scoped_lock lock(state_->mutex);
        state_->is_stopped = true;
        state_->changed.notify_one();
    }
    void add(const Key& key, std::function<void()> act) {
        const std::scoped_lock lock(state_->mutex);
        const auto place = state_->all.emplace(key, std::move(act)).first;
        if (place == state_->all.begin()) {
            state_->changed.notify_one();
        }
    }
    void remove(const Key& key) {
        const std::scoped_lock lock(state_->mutex);
        state_->all.erase(key);
    }

  private:
    struct State {
        std::mutex mutex;
        std::condition_variable changed;
        std::map<Key, std::function<void()>> all;
        bool is_stopped = false;

        void run() {
            std::unique_lock lock(mutex);
            while (!is_stopped) {
                if (all.empty()) {
                    changed.wait(lock);
                } else if (const auto until = all.begin()->first.first; Clock::now() < until) {
                    changed.wait_until(lock, until);
                } else {
                    const auto first = all.extract(all.begin());
                    lock.unlock();
                    first.mapped()();
                    lock.lock();
                }
            }
        }
    };
    std::shared_ptr<State> state_;
};

// A connection, which is shut down when a request or the reader of an answer takes too long.
class Connection : public std::enable_shared_from_this<Connection>, boost::noncopyable {
  public:
    Connection(Deadlines& deadlines, int descriptor) : deadlines_(deadlines), descriptor_(descriptor) {}

    void set_deadline(Clock::duration within) {
        deadlines_.remove({until_, this});
        until_ = Clock::now() + within;
        deadlines_.add({until_, this}, [weak = weak_from_this()] {
            if (const auto connection = weak.lock()) {
                const std::scoped_lock lock(connection->mutex_);
                (void)shutdown(connection->descriptor_, SHUT_RDWR);
            }
        });
    }
    // The descriptor is that of another file from now on.
    void close() {
        deadlines_.remove({until_, this});
        const std::scoped_lock lock(mutex_);
        descriptor_ = -1;
    }
    static Connection& of(MHD_Connection* connection) {
        const auto* const info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
        return **static_cast<std::shared_ptr<Connection>*>(info->socket_context);
    }

  private:
    Deadlines& deadlines_;
    Clock::time_point until_ = {};
    std::mutex mutex_;
    int descriptor_;
};

// Of a connection, from its first request on.
struct Exchange {
    enum class Step { asked_who, asked_target };
    Step step = Step::asked_who;
    std::shared_ptr<Wait> wait;
    AnswerForm form;
    std::string target; // its name
    std::chrono::milliseconds longest{0};
    bool is_known = false; // who asks

    [[nodiscard]] bool is_waiting() const {
        if (wait == nullptr) {
            return false;
        }
        const std::scoped_lock lock(wait->mutex);
        return !wait->is_over;
    }
};

std::string header(MHD_Connection* connection, const char* name) {
    const char* const value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value == nullptr ? "" : value;
}

std::string argument(MHD_Connection* connection, const char* name) {
    const char* const value = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, name);
    return value == nullptr ? "" : value;
}

MHD_Result queue(MHD_Connection* connection, unsigned status, Answer body, const char* type,
    const std::map<std::string, std::string>& headers = {}) {
    auto kept = std::make_unique<Answer>(std::move(body));
    // The server does not write it.
    auto* const bytes = const_cast<char*>((*kept)->data()); // NOLINT(cppcoreguidelines-pro-type-const-cast)
    MHD_Response* const response = MHD_create_response_from_buffer_with_free_callback_cls(
        (*kept)->size(), bytes, [](void* answer) { delete static_cast<Answer*>(answer); }, kept.get());
    if (response == nullptr) {
        return MHD_NO;
    }
    (void)kept.release(); // NOLINT(bugprone-unused-return-value): the response has it
    (void)MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, type);
    (void)MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
    for (const auto& [name, value] : headers) {
        (void)MHD_add_response_header(response, name.c_str(), value.c_str());
    }
    const auto result = MHD_queue_response(connection, status, response);
    MHD_destroy_response(response);
    return result;
}

MHD_Result say(MHD_Connection* connection, unsigned status, const std::string& text,
    const std::map<std::string, std::string>& headers = {}) {
    return queue(connection, status, std::make_shared<const std::string>(text + '\n'),
        "text/plain; charset=utf-8", headers);
}

std::string home_page(const Config& config) {
    std::string page = "<!DOCTYPE html><html lang=\"en\"><head><title>pdh-exporter</title></head><body>"
                       "<h1>pdh-exporter</h1><p>Version " +
                       html_text(pdh_shim::version()) +
                       "</p><ul><li><a href=\"/metrics\">Metrics</a></li>"
                       "<li><a href=\"/-/healthy\">Health</a></li>";
    for (const auto& [name, target] : config.targets) {
        page += "<li><a href=\"/probe?target=" + url_text(name) + "\">" + html_text(name) + "</a></li>";
    }
    return page + "</ul></body></html>";
}

} // namespace

struct Server::State {
    State(WebConfig web_config, std::shared_ptr<Targets> first, Worker::Log say_to)
        : web(std::move(web_config)), log(std::move(say_to)), targets(std::move(first)) {
        passwords.set_users(web.users);
    }

    MHD_Result handle(MHD_Connection* connection, const std::string& path, std::string_view method,
        std::size_t* body_size, void** own);
    std::optional<MHD_Result> refuse(MHD_Connection* connection, std::string_view method) const;
    std::optional<MHD_Result> ask_who(MHD_Connection* connection, Exchange& exchange);
    MHD_Result route(MHD_Connection* connection, const std::string& path, Exchange& exchange);
    MHD_Result ask(MHD_Connection* connection, Exchange& exchange, Worker& worker);
    MHD_Result answer(MHD_Connection* connection, const Exchange& exchange);
    std::shared_ptr<Targets> current_targets() {
        const std::scoped_lock lock(mutex);
        return targets;
    }

    WebConfig web;         // but for the users as it was at the start
    std::string authority; // of clients
    Worker::Log log;
    Listening listening = {};
    MHD_Daemon* daemon = nullptr;
    std::mutex mutex;
    std::shared_ptr<Targets> targets;
    Passwords passwords;
    Deadlines deadlines;
    std::set<std::string> silent; // targets, for the server's thread
};

// @return what was answered to a request that nothing else is to see
std::optional<MHD_Result> Server::State::refuse(MHD_Connection* connection, std::string_view method) const {
    if (method != MHD_HTTP_METHOD_GET && method != MHD_HTTP_METHOD_HEAD) {
        return say(connection, MHD_HTTP_METHOD_NOT_ALLOWED, "Only GET and HEAD are allowed.",
            {{"Allow", "GET, HEAD"}});
    }
    if (!header(connection, MHD_HTTP_HEADER_TRANSFER_ENCODING).empty() ||
        header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH).find_first_not_of('0') != std::string::npos) {
        return say(connection, MHD_HTTP_CONTENT_TOO_LARGE, "A request has no body.");
    }
    const auto* const size = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    if (size != nullptr && size->header_size > most_request_bytes) {
        return say(connection, MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE, "The request is too large.");
    }
    if (listening.is_loopback && !web.has_tls()) {
        const auto host = header(connection, MHD_HTTP_HEADER_HOST);
        if (!host.empty() && !is_loopback_host(host)) {
            return say(connection, MHD_HTTP_FORBIDDEN, "This is not the host of that name.");
        }
    }
    const auto* const session = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
    if (!web.client_authority.empty() && (session == nullptr || !is_client(session->tls_session))) {
        return say(connection, MHD_HTTP_FORBIDDEN, "A certificate of the client is needed.");
    }
    return std::nullopt;
}

// @return nothing if the user is known
std::optional<MHD_Result> Server::State::ask_who(MHD_Connection* connection, Exchange& exchange) {
    const auto wrong = [connection] {
        return say(connection, MHD_HTTP_UNAUTHORIZED, "A user and a password are needed.",
            {{MHD_HTTP_HEADER_WWW_AUTHENTICATE, R"(Basic realm="pdh-exporter", charset="UTF-8")"}});
    };
    if (exchange.wait != nullptr) { // the check is over
        const auto ended = std::exchange(exchange.wait, nullptr);
        const std::scoped_lock lock(ended->mutex);
        if (ended->is_refused) {
            return say(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "Too many passwords are being checked.",
                {{"Retry-After", "5"}});
        }
        return ended->is_right_password ? std::nullopt : std::optional(wrong());
    }
    char* password = nullptr;
    char* const user = MHD_basic_auth_get_username_password(connection, &password);
    const std::string user_text = user == nullptr ? "" : user;
    const std::string password_text = password == nullptr ? "" : password;
    const bool is_given = user != nullptr && password != nullptr;
    MHD_free(user);
    MHD_free(password);
    const auto known = passwords.known(user_text, password_text);
    if (known.value_or(false)) {
        return std::nullopt;
    }
    if (known || !is_given) {
        return wrong();
    }
    exchange.wait = std::make_shared<Wait>();
    exchange.wait->connection = connection;
    MHD_suspend_connection(connection);
    const bool is_taken = passwords.check(user_text, password_text, [wait = exchange.wait](bool is_right) {
        (void)wait->end([is_right](Wait& ended) { ended.is_right_password = is_right; });
    });
    if (!is_taken) {
        (void)exchange.wait->end([](Wait& ended) { ended.is_refused = true; });
    }
    return MHD_YES;
}

MHD_Result Server::State::route(MHD_Connection* connection, const std::string& path, Exchange& exchange) {
    if (path == "/-/healthy") {
        return say(connection, MHD_HTTP_OK, "pdh-exporter is healthy.");
    }
    const auto now = current_targets();
    if (path == "/") {
        return queue(connection, MHD_HTTP_OK, std::make_shared<const std::string>(home_page(now->config())),
            "text/html; charset=utf-8", {{"Content-Security-Policy", "default-src 'none'"}});
    }
    if (path != "/metrics" && path != "/probe") {
        return say(connection, MHD_HTTP_NOT_FOUND, "There is no such page.");
    }
    if (path == "/metrics") {
        exchange.target = local_name;
        return ask(connection, exchange, *now->local());
    }
    exchange.target = argument(connection, "target");
    if (exchange.target.empty()) {
        return say(connection, MHD_HTTP_BAD_REQUEST, "The argument 'target' is missing.");
    }
    const auto worker = now->find(exchange.target, argument(connection, "module"));
    if (worker == nullptr) {
        return say(connection, MHD_HTTP_FORBIDDEN, "The configuration has no such target or module.");
    }
    return ask(connection, exchange, *worker);
}

MHD_Result Server::State::ask(MHD_Connection* connection, Exchange& exchange, Worker& worker) {
    exchange.form = answer_form(
        header(connection, MHD_HTTP_HEADER_ACCEPT), header(connection, MHD_HTTP_HEADER_ACCEPT_ENCODING));
    exchange.longest = longest_wait(header(connection, "X-Prometheus-Scrape-Timeout-Seconds"));
    exchange.step = Exchange::Step::asked_target;
    exchange.wait = std::make_shared<Wait>();
    exchange.wait->connection = connection;
    MHD_suspend_connection(connection);
    exchange.wait->until = Clock::now() + exchange.longest;
    deadlines.add({exchange.wait->until, exchange.wait.get()}, [weak = std::weak_ptr(exchange.wait)] {
        if (const auto wait = weak.lock()) {
            (void)wait->end([](Wait& ended) { ended.is_timed_out = true; });
        }
    });
    const bool is_taken =
        worker.ask(exchange.form, exchange.wait->until, [wait = exchange.wait](Answer given) {
            (void)wait->end([&given](Wait& ended) { ended.answer = std::move(given); });
        });
    if (!is_taken) {
        (void)exchange.wait->end([](Wait& ended) { ended.is_refused = true; });
    }
    return MHD_YES;
}

MHD_Result Server::State::answer(MHD_Connection* connection, const Exchange& exchange) {
    const std::scoped_lock lock(exchange.wait->mutex);
    auto body = exchange.wait->answer;
    if (exchange.wait->is_refused) {
        return say(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "Too many requests wait for this target.",
            {{"Retry-After", "5"}});
    }
    if (!exchange.wait->is_timed_out) {
        silent.erase(exchange.target);
    } else {
        if (silent.insert(exchange.target).second) {
            log(exchange.target + ": has not answered within " + std::to_string(exchange.longest.count()) +
                " ms; this is said once, until it answers");
        }
        std::string text;
        append_own(text, {.target = exchange.target, .is_last_reload_good = {}}, false, false);
        body = std::make_shared<const std::string>(whole_answer(std::move(text), exchange.form));
    }
    if (body == nullptr) {
        return say(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "There is no answer; the log says why.");
    }
    std::map<std::string, std::string> headers{{"Vary", "Accept, Accept-Encoding"}};
    if (exchange.form.gzip) {
        headers["Content-Encoding"] = "gzip";
    }
    return queue(connection, MHD_HTTP_OK, body,
        exchange.form.format == Format::openmetrics
            ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
            : "text/plain; version=0.0.4; charset=utf-8",
        headers);
}

MHD_Result Server::State::handle(MHD_Connection* connection, const std::string& path, std::string_view method,
    std::size_t* body_size, void** own) {
    if (*own == nullptr) { // before a body
        Connection::of(connection).set_deadline(answer_within);
        if (const auto refused = refuse(connection, method)) {
            return *refused;
        }
        *own = new Exchange();
        return MHD_YES;
    }
    auto& exchange = *static_cast<Exchange*>(*own);
    // A part of a body comes even while the connection is suspended: only the call after the last one asks.
    if (*body_size != 0 || exchange.is_waiting()) {
        *body_size = 0;
        return MHD_YES;
    }
    if (exchange.step == Exchange::Step::asked_target) {
        return answer(connection, exchange);
    }
    if (!exchange.is_known) {
        if (const auto result = ask_who(connection, exchange)) {
            return *result;
        }
        exchange.is_known = true;
    }
    return route(connection, path, exchange);
}

Server::Server(
    const ListenOptions& options, const WebConfig& web, std::shared_ptr<Targets> targets, Worker::Log log)
    : state_(std::make_unique<State>(web, std::move(targets), std::move(log))) {
    auto& listening = state_->listening;
    auto& authority = state_->authority;
    if (web.has_tls()) {
        use_certificate(web);
        authority = authority_of(web);
    }
    listening = listen_at(options.address);
    if (!listening.is_loopback && !options.is_any_address_allowed && !(web.has_tls() && web.asks_who())) {
        close(listening.descriptor);
        throw terminal::UsageError(
            listening.address +
            " is not loopback, and who reaches it would see the names of processes: give " +
            "--web.config.file with TLS, and users or client_ca_file, or --web.insecure-any-address.");
    }
    const auto handler = [](void* state, MHD_Connection* connection, const char* url, const char* method,
                             const char* /*version*/, const char* /*body*/, std::size_t* body_size,
                             void** own) -> MHD_Result {
        try {
            return static_cast<State*>(state)->handle(connection, url, method, body_size, own);
        } catch (const std::exception& error) { // no memory
            static_cast<State*>(state)->log(error.what());
            return MHD_NO;
        }
    };
    const auto completed = [](void* state, MHD_Connection* connection, void** own,
                               MHD_RequestTerminationCode /*why*/) {
        auto* const exchange = static_cast<Exchange*>(*own);
        if (exchange != nullptr && exchange->wait != nullptr) {
            static_cast<State*>(state)->deadlines.remove({exchange->wait->until, exchange->wait.get()});
        }
        delete exchange;
        *own = nullptr;
        Connection::of(connection).set_deadline(next_request_within);
    };
    const auto changed = [](void* state, MHD_Connection* connection, void** context,
                             MHD_ConnectionNotificationCode what) {
        auto* const kept = static_cast<std::shared_ptr<Connection>*>(*context);
        if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
            (*kept)->close();
            delete kept;
            return;
        }
        const auto* const info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
        auto one = std::make_shared<Connection>(static_cast<State*>(state)->deadlines, info->connect_fd);
        one->set_deadline(first_request_within);
        *context = new std::shared_ptr<Connection>(std::move(one));
    };
    using Handler = MHD_Result (*)(
        void*, MHD_Connection*, const char*, const char*, const char*, const char*, std::size_t*, void**);
    using Completed = void (*)(void*, MHD_Connection*, void**, MHD_RequestTerminationCode);
    using Changed = void (*)(void*, MHD_Connection*, void**, MHD_ConnectionNotificationCode);
    std::array<MHD_OptionItem, 4> tls = {MHD_OptionItem{MHD_OPTION_END, 0, nullptr}};
    if (web.has_tls()) {
        tls[0] = {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, certificate_callback()};
        tls[1] = {MHD_OPTION_HTTPS_PRIORITIES, 0, const_cast<char*>(web.priorities.c_str())}; // NOLINT
        tls[2] = {authority.empty() ? MHD_OPTION_END : MHD_OPTION_HTTPS_MEM_TRUST, 0, authority.data()};
        tls[3] = {MHD_OPTION_END, 0, nullptr};
    }
    state_->daemon = MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME |
                                          static_cast<unsigned>(web.has_tls() ? MHD_USE_TLS : MHD_NO_FLAG),
        0, nullptr, nullptr, static_cast<Handler>(handler), state_.get(), MHD_OPTION_LISTEN_SOCKET,
        listening.descriptor, MHD_OPTION_NOTIFY_COMPLETED, static_cast<Completed>(completed), state_.get(),
        MHD_OPTION_NOTIFY_CONNECTION, static_cast<Changed>(changed), state_.get(),
        MHD_OPTION_CONNECTION_LIMIT, most_connections, MHD_OPTION_PER_IP_CONNECTION_LIMIT,
        most_of_one_address, MHD_OPTION_CONNECTION_TIMEOUT, idle_seconds, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        memory_of_connection, MHD_OPTION_ARRAY, tls.data(), MHD_OPTION_END);
    if (state_->daemon == nullptr) {
        close(listening.descriptor);
        throw terminal::ProgramError("The server cannot start: " + std::string(std::strerror(errno)) + '.');
    }
}

// What waits is still suspended, and the server must not stop before it.
Server::~Server() {
    if (state_->daemon != nullptr) {
        (void)state_.release(); // NOLINT(bugprone-unused-return-value)
    }
}

const std::string& Server::address() const {
    return state_->listening.address;
}

void Server::set_targets(std::shared_ptr<Targets> targets) {
    const std::scoped_lock lock(state_->mutex);
    state_->targets.swap(targets);
}

void Server::set_web(const WebConfig& web) {
    const auto& old = state_->web;
    if (web.has_tls() != old.has_tls() || web.client_authority != old.client_authority ||
        web.priorities != old.priorities || web.asks_who() != old.asks_who()) {
        throw ConfigError("the web configuration changes TLS or whether it asks who: that needs a new start");
    }
    if (authority_of(web) != state_->authority) {
        throw ConfigError(web.client_authority + ": has changed: that needs a new start");
    }
    if (web.has_tls()) {
        use_certificate(web);
    }
    state_->passwords.set_users(web.users);
}

} // namespace pdh_shim::tools::exporter
