// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/script/json_tape.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

namespace pdh_shim::source::script {
namespace {

// Walks the text and leaves word of how far the parser has come: its events do not say where they happen.
class TrackingIterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    TrackingIterator(const char* at, const char*& reached) noexcept : at_(at), reached_(&reached) {}

    reference operator*() const noexcept { return *at_; }
    TrackingIterator& operator++() noexcept {
        *reached_ = at_++;
        return *this;
    }
    friend bool operator==(const TrackingIterator& left, const TrackingIterator& right) noexcept {
        return left.at_ == right.at_;
    }

  private:
    const char* at_;
    const char** reached_;
};

// From the quote that ends a text back to the one that it begins with: those inside have a backslash.
std::size_t begin_of_text(std::string_view text, std::size_t end) noexcept {
    std::size_t at = end;
    while (at > 0 && at != std::string_view::npos) {
        at = text.rfind('"', at - 1);
        std::size_t backslashes = 0;
        while (at != std::string_view::npos && backslashes < at && text[at - 1 - backslashes] == '\\') {
            ++backslashes;
        }
        if (at != std::string_view::npos && backslashes % 2 == 0) {
            return at;
        }
    }
    return end;
}

// To the quote that ends a text.
std::size_t text_length(std::string_view text) noexcept {
    std::size_t at = 1;
    while (at < text.size() && text[at] != '"') {
        at += text[at] == '\\' ? 2 : 1;
    }
    return std::min(at + 1, text.size());
}

// A text or a comment, or else one byte.
std::size_t token_length(std::string_view text) noexcept {
    if (text.starts_with('"')) {
        return text_length(text);
    }
    if (text.starts_with("//")) {
        return std::min(text.find_first_of(std::string_view("\n\r\0", 3)), text.size());
    }
    if (text.starts_with("/*")) {
        const std::size_t end = text.find("*/", 2);
        return end == std::string_view::npos ? text.size() : end + 2;
    }
    return 1;
}

// "[json.exception.parse_error.101] parse error at line 2, column 1: syntax error while parsing value -
// unexpected end of input; expected '}'" without what we say ourselves and without bytes of the text, which
// may be ill-formed and of any length.
std::string reason_of(std::string_view message) {
    const auto drop_through = [&message](std::string_view mark, std::size_t from) {
        if (const std::size_t at = message.find(mark, from); at != std::string_view::npos) {
            message.remove_prefix(at + mark.size());
        }
    };
    drop_through("] ", 0);
    drop_through(": ", message.find(", column "));
    message = message.substr(0, message.find("; last read"));
    message = message.substr(0, message.find(" parsing '"));
    return std::string(message);
}

} // namespace

// Receives the parser's events; the names of its functions are the parser's.
class TapeBuilder {
  public:
    TapeBuilder(Tape& tape, std::string_view text) noexcept
        : tape_(tape), text_(text), reached_(text.data()) {}

    /// Why the parser ended early.
    [[nodiscard]] Failure& failure() noexcept { return failure_; }
    [[nodiscard]] const char*& reached() noexcept { return reached_; }

    bool null() { return add({.kind = JsonType::null}); }
    bool boolean(bool value) { return add({.number = value ? 1 : 0, .kind = JsonType::boolean}); }
    bool number_integer(std::int64_t value) { return add({.number = value, .kind = JsonType::integer}); }
    bool number_unsigned(std::uint64_t value) {
        const bool above = value > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return add(
            {.number = static_cast<std::int64_t>(value), .size = above ? 1U : 0U, .kind = JsonType::integer});
    }
    bool number_float(double /*value*/, const std::string& /*digits*/) {
        return add({.kind = JsonType::other_number});
    }
    bool string(const std::string& value) { return add(text_node(value)); }
    bool key(const std::string& value) {
        push(text_node(value));
        return true;
    }
    bool start_object(std::size_t /*unknown*/) { return open(JsonType::object); }
    bool start_array(std::size_t /*unknown*/) { return open(JsonType::array); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }
    template <class Bytes>
    bool binary(const Bytes& /*never part of a text*/) {
        return false;
    }
    template <class Exception>
    bool parse_error(std::size_t position, const std::string& /*last_token*/, const Exception& error) {
        failure_ = malformed(text_, position == 0 ? 0 : position - 1, reason_of(error.what()));
        return false;
    }

  private:
    using JsonNode = Tape::JsonNode;

    JsonNode text_node(const std::string& value) {
        const JsonNode node{.number = static_cast<std::int64_t>(tape_.texts_.size()),
            .size = static_cast<std::uint32_t>(value.size()),
            .kind = JsonType::text};
        tape_.texts_ += value;
        return node;
    }

    void push(JsonNode node) {
        node.offset = static_cast<std::uint32_t>(reached_ - text_.data());
        node.end = static_cast<std::uint32_t>(tape_.nodes_.size() + 1);
        tape_.nodes_.push_back(node);
    }

    bool add(const JsonNode& node) {
        if (!open_.empty()) {
            ++tape_.nodes_[open_.back()].size;
        }
        push(node);
        return true;
    }

    bool open(JsonType kind) {
        if (open_.size() == Tape::max_depth) {
            failure_ = malformed(text_, static_cast<std::size_t>(reached_ - text_.data()),
                "nested deeper than " + std::to_string(Tape::max_depth) + " levels");
            return false;
        }
        add({.kind = kind});
        open_.push_back(static_cast<std::uint32_t>(tape_.nodes_.size() - 1));
        return true;
    }

    bool close() {
        tape_.nodes_[open_.back()].end = static_cast<std::uint32_t>(tape_.nodes_.size());
        open_.pop_back();
        return true;
    }

    Tape& tape_;
    std::string_view text_;
    const char* reached_; // the last byte read; for a number, the one after it
    std::vector<std::uint32_t> open_;
    Failure failure_;
};

std::size_t line_of(std::string_view text, std::size_t offset) noexcept {
    const std::string_view before = text.substr(0, offset);
    return 1 + static_cast<std::size_t>(std::ranges::count(before, '\n'));
}

std::size_t column_of(std::string_view text, std::size_t offset) noexcept {
    const std::string_view before = text.substr(0, offset);
    const std::string_view line = before.substr(before.rfind('\n') + 1); // all of it, if it has no line end
    const auto begins_a_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; };
    return 1 + static_cast<std::size_t>(std::ranges::count_if(line, begins_a_character));
}

Failure malformed(std::string_view text, std::size_t offset, std::string what) {
    return {Status::invalid_datasource,
        std::to_string(line_of(text, offset)) + ':' + std::to_string(column_of(text, offset)),
        std::move(what)};
}

std::size_t begin_of(std::string_view text, const JsonValue& value) noexcept {
    const std::size_t end = std::min(value.offset(), text.size());
    const auto before = [&](std::size_t bytes) { return end - std::min(end, bytes); };
    switch (value.kind()) {
    case JsonType::null:
        return before(std::string_view("nul").size());
    case JsonType::boolean:
        return before(std::string_view(value.boolean() ? "tru" : "fals").size());
    case JsonType::integer:
    case JsonType::other_number: {
        const std::size_t other = text.substr(0, end).find_last_not_of("0123456789+-.eE");
        return other + 1; // 0 if there is none
    }
    case JsonType::text:
        return begin_of_text(text, end);
    case JsonType::array:
    case JsonType::object:
        break;
    }
    return end;
}

std::size_t object_length(std::string_view text) noexcept {
    std::size_t depth = 0;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t token = at;
        at += token_length(text.substr(at));
        if (text[token] == '{') {
            ++depth;
        } else if (text[token] == '}' && --depth == 0) {
            break;
        }
    }
    return at;
}

Result<Tape, Failure> Tape::parse(std::string_view text) {
    if (text.size() > max_bytes) {
        return malformed(text, 0, "longer than " + std::to_string(max_bytes) + " bytes");
    }
    Tape tape;
    TapeBuilder builder(tape, text);
    const TrackingIterator first(text.data(), builder.reached());
    const TrackingIterator last(text.data() + text.size(), builder.reached());
    constexpr bool whole_text = true;
    constexpr bool skip_comments = true;
    if (!nlohmann::json::sax_parse(
            first, last, &builder, nlohmann::json::input_format_t::json, whole_text, skip_comments)) {
        return std::move(builder.failure());
    }
    return tape;
}

JsonValue Tape::root() const noexcept {
    return {*this, 0};
}

} // namespace pdh_shim::source::script
