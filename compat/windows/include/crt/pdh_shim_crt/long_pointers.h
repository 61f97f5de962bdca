// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// For programs that give PDH the address of an int64_t, which is `long` here and `long long` on Windows. The
// end of pdh.h includes this. Templates, so that NULL still means the function itself.

namespace pdh_shim_crt {

template <class Integer>
struct OnlyLong {};
template <>
struct OnlyLong<long> {
    using Status = PDH_STATUS;
};

/// A LONGLONG that has the value of a `long` while PDH works on it, and gives it back.
class Lent {
  public:
    explicit Lent(long* number) : number_(number), lent_(number == nullptr ? 0 : *number) {}
    ~Lent() {
        if (number_ != nullptr) {
            *number_ = static_cast<long>(lent_);
        }
    }
    LONGLONG* get() noexcept { return number_ == nullptr ? nullptr : &lent_; }

    Lent(const Lent&) = delete;
    Lent& operator=(const Lent&) = delete;

  private:
    long* number_;
    LONGLONG lent_;
};

} // namespace pdh_shim_crt

template <class Integer>
inline typename pdh_shim_crt::OnlyLong<Integer>::Status PdhCollectQueryDataWithTime(
    PDH_HQUERY query, Integer* time) {
    return PdhCollectQueryDataWithTime(query, pdh_shim_crt::Lent(time).get());
}

template <class Integer>
inline typename pdh_shim_crt::OnlyLong<Integer>::Status PdhGetCounterTimeBase(
    PDH_HCOUNTER counter, Integer* time_base) {
    return PdhGetCounterTimeBase(counter, pdh_shim_crt::Lent(time_base).get());
}

template <class Integer>
inline typename pdh_shim_crt::OnlyLong<Integer>::Status PdhFormatFromRawValue(DWORD type, DWORD format,
    Integer* time_base, PPDH_RAW_COUNTER newer, PPDH_RAW_COUNTER older, PPDH_FMT_COUNTERVALUE value) {
    return PdhFormatFromRawValue(type, format, pdh_shim_crt::Lent(time_base).get(), newer, older, value);
}

template <class Integer>
inline typename pdh_shim_crt::OnlyLong<Integer>::Status PdhGetLogFileSize(PDH_HLOG log, Integer* size) {
    return PdhGetLogFileSize(log, pdh_shim_crt::Lent(size).get());
}
