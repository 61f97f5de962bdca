// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// C++ as of 2011 and later: classes that close what they open, exceptions with texts of FormatMessage.
#define NOMINMAX
#include <windows.h>
#include <pdh.h>
#include <pdhmsg.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace perf
{
class PdhError : public std::runtime_error
{
public:
    PdhError(const char *what, PDH_STATUS status) : std::runtime_error(Describe(what, status)), m_status(status) {}
    PDH_STATUS Status() const noexcept { return m_status; }

private:
    static std::string Describe(const char *what, PDH_STATUS status)
    {
        LPSTR raw = nullptr;
        const DWORD length = ::FormatMessageA(FORMAT_MESSAGE_ALLOCATE_BUFFER | FORMAT_MESSAGE_FROM_HMODULE |
                                                  FORMAT_MESSAGE_FROM_SYSTEM | FORMAT_MESSAGE_IGNORE_INSERTS,
            ::GetModuleHandleA("pdh.dll"), static_cast<DWORD>(status), 0, reinterpret_cast<LPSTR>(&raw), 0, nullptr);
        std::unique_ptr<void, decltype(&::LocalFree)> guard(raw, &::LocalFree);
        char code[16];
        sprintf_s(code, "0x%08lX", status);
        return std::string(what) + ": " + code + (length > 0 ? " (known)" : " (unknown)");
    }
    PDH_STATUS m_status;
};

class Query
{
public:
    Query()
    {
        Check("PdhOpenQuery", ::PdhOpenQueryW(nullptr, 0, &m_query));
    }
    ~Query() { ::PdhCloseQuery(m_query); }
    Query(const Query &) = delete;
    Query &operator=(const Query &) = delete;

    PDH_HCOUNTER Add(const std::wstring &path)
    {
        PDH_HCOUNTER counter = nullptr;
        Check("PdhAddEnglishCounter", ::PdhAddEnglishCounterW(m_query, path.c_str(), 0, &counter));
        return counter;
    }
    void Collect() { Check("PdhCollectQueryData", ::PdhCollectQueryData(m_query)); }

    static std::vector<std::pair<std::wstring, double>> Array(PDH_HCOUNTER counter)
    {
        DWORD bytes = 0, count = 0;
        PDH_STATUS status = ::PdhGetFormattedCounterArrayW(counter, PDH_FMT_DOUBLE, &bytes, &count, nullptr);
        if (status != static_cast<PDH_STATUS>(PDH_MORE_DATA))
            throw PdhError("PdhGetFormattedCounterArray", status);
        std::vector<BYTE> buffer(bytes);
        auto *items = reinterpret_cast<PDH_FMT_COUNTERVALUE_ITEM_W *>(buffer.data());
        Check("PdhGetFormattedCounterArray",
            ::PdhGetFormattedCounterArrayW(counter, PDH_FMT_DOUBLE, &bytes, &count, items));
        std::vector<std::pair<std::wstring, double>> result;
        for (DWORD i = 0; i < count; ++i)
            result.emplace_back(items[i].szName, items[i].FmtValue.doubleValue);
        return result;
    }

private:
    static void Check(const char *what, PDH_STATUS status)
    {
        if (status != ERROR_SUCCESS)
            throw PdhError(what, status);
    }
    PDH_HQUERY m_query = nullptr;
};
} // namespace perf

int main()
{
    try {
        perf::Query query;
        const std::wstring object = L"\\Processor";
        PDH_HCOUNTER all = query.Add(object + L"(*)\\% Processor Time");
        query.Collect();
        query.Collect();
        auto values = perf::Query::Array(all);
        std::sort(values.begin(), values.end(),
            [](const auto &a, const auto &b) { return a.second > b.second || (a.second == b.second && a.first < b.first); });
        for (const auto &entry : values)
            std::printf("%-8ls %6.2f\n", entry.first.c_str(), entry.second);
        std::printf("highest: %S\n", values.front().first.substr(0, 3).c_str());
        query.Add(L"\\Nonsense\\Counter");
        std::printf("not reached\n");
    } catch (const perf::PdhError &error) {
        std::printf("%s\n", error.what());
        return error.Status() == static_cast<PDH_STATUS>(PDH_CSTATUS_NO_OBJECT) ? 0 : 2;
    }
    return 1;
}
