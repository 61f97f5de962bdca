// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "base/failure.h"

#include <algorithm>
#include <array>

namespace pdh_shim {
namespace {

struct StatusRow {
    Status status;
    std::string_view name;
    std::string_view text;
};

constexpr std::array rows{
#define STATUS(name, constant, value, text) StatusRow{Status::name, #constant, text},
#include "base/status.inc"
#undef STATUS
};

const StatusRow* find(Status status) noexcept {
    const auto* const row = std::ranges::find(rows, status, &StatusRow::status);
    return row == rows.end() ? nullptr : row;
}

} // namespace

std::string_view status_name(Status status) noexcept {
    const StatusRow* const row = find(status);
    return row == nullptr ? std::string_view{} : row->name;
}

std::string_view status_text(Status status) noexcept {
    const StatusRow* const row = find(status);
    return row == nullptr ? std::string_view{} : row->text;
}

struct Failure::Text {
    std::string where;
    std::string what;
};

void Failure::Delete::operator()(const Text* text) const noexcept {
    delete text;
}

Failure::Failure(Status status, std::string where, std::string what)
    : status_(status), text_(new Text{std::move(where), std::move(what)}) {}

std::string_view Failure::where() const noexcept {
    return text_ == nullptr ? std::string_view() : text_->where;
}

std::string_view Failure::what() const noexcept {
    return text_ == nullptr ? std::string_view() : text_->what;
}

std::string Failure::message() const {
    if (text_ == nullptr) {
        return std::string(status_name(status_));
    }
    return text_->where.empty() ? text_->what : text_->where + ": " + text_->what;
}

Failure Failure::within(std::string_view outer, std::string_view separator) && {
    if (text_ == nullptr) {
        return {status_, std::string(outer), message()};
    }
    std::string& where = text_->where;
    if (!where.empty()) {
        where.insert(0, separator);
    }
    where.insert(0, outer);
    return std::move(*this);
}

Failure Failure::as(Status status) && noexcept {
    status_ = status;
    return std::move(*this);
}

} // namespace pdh_shim
