// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Wide streams for programs with -fshort-wchar. The C++ library's own are compiled for 32-bit wchar_t, so
// these replace them, under the same names: the text becomes UTF-8 in a narrow stream, which also
// prints the numbers.
#pragma GCC system_header

#include <complex>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <locale>
#include <new>
#include <sstream>
#include <string>
#include <utility>

namespace pdh_shim_crt {

/// Decodes UTF-16 a unit at a time. A high surrogate waits for its other half.
class Utf8Writer {
  public:
    void append(std::string& to, wchar_t unit) {
        const unsigned value = static_cast<unsigned short>(unit);
        if (high_ != 0 && value >= 0xDC00 && value < 0xE000) {
            const unsigned character = 0x10000 + ((high_ - 0xD800) << 10) + (value - 0xDC00);
            high_ = 0;
            encode(to, character);
            return;
        }
        finish(to);
        if (value >= 0xD800 && value < 0xDC00) {
            high_ = value;
        } else {
            encode(to, value >= 0xDC00 && value < 0xE000 ? 0xFFFD : value);
        }
    }
    /// A half that nothing followed becomes a replacement character.
    void finish(std::string& to) {
        if (high_ != 0) {
            high_ = 0;
            encode(to, 0xFFFD);
        }
    }

  private:
    static void encode(std::string& to, unsigned character) {
        if (character < 0x80) {
            to += static_cast<char>(character);
            return;
        }
        const int more = character < 0x800 ? 1 : (character < 0x10000 ? 2 : 3);
        const unsigned lead = more == 1 ? 0xC0 : (more == 2 ? 0xE0 : 0xF0);
        to += static_cast<char>(lead | (character >> (6 * more)));
        for (int i = more - 1; i >= 0; --i) {
            to += static_cast<char>(0x80 | ((character >> (6 * i)) & 0x3F));
        }
    }

    unsigned high_ = 0;
};

/// The text of well-formed UTF-8 in units of UTF-16.
inline std::wstring widen(const std::string& text) {
    std::wstring wide;
    for (std::size_t i = 0; i < text.size();) {
        const unsigned lead = static_cast<unsigned char>(text[i++]);
        int more = lead >= 0xF0 ? 3 : (lead >= 0xE0 ? 2 : (lead >= 0xC0 ? 1 : 0));
        unsigned character = more == 0 ? lead : lead & (0x3Fu >> more);
        for (; more > 0 && i < text.size(); --more) {
            character = character << 6 | (static_cast<unsigned char>(text[i++]) & 0x3F);
        }
        if (character >= 0x10000) {
            wide += static_cast<wchar_t>(0xD7C0 + (character >> 10));
            wide += static_cast<wchar_t>(0xDC00 + (character & 0x3FF));
        } else {
            wide += static_cast<wchar_t>(character);
        }
    }
    return wide;
}

/// std::wostream. Its narrow stream has the flags, width and precision.
class WideOStream {
  public:
    explicit WideOStream(std::ostream& narrow) : narrow_(&narrow) {}

    std::ostream& narrow() {
        std::string text;
        writer_.finish(text);
        narrow_->write(text.data(), static_cast<std::streamsize>(text.size()));
        return *narrow_;
    }

    /// Writes text as operator<< does: filled up to the width.
    WideOStream& print(const wchar_t* text, std::size_t length) {
        const std::streamsize width = narrow_->width(0);
        const std::size_t filled = width > 0 ? static_cast<std::size_t>(width) : 0;
        const std::wstring padding(filled > length ? filled - length : 0, fill_);
        const bool left = (narrow_->flags() & std::ios_base::adjustfield) == std::ios_base::left;
        return left ? write(text, length).write(padding.data(), padding.size())
                    : write(padding.data(), padding.size()).write(text, length);
    }
    WideOStream& write(const wchar_t* text, std::streamsize length) {
        return write(text, static_cast<std::size_t>(length));
    }
    WideOStream& write(const wchar_t* text, std::size_t length) {
        std::string utf8;
        for (std::size_t i = 0; i < length; ++i) {
            writer_.append(utf8, text[i]);
        }
        narrow_->write(utf8.data(), static_cast<std::streamsize>(utf8.size()));
        return *this;
    }
    WideOStream& write(const wchar_t* text, int length) {
        return write(text, static_cast<std::size_t>(length));
    }
    WideOStream& put(wchar_t character) { return write(&character, std::size_t{1}); }
    WideOStream& flush() {
        narrow_->flush();
        return *this;
    }

    wchar_t fill() const { return fill_; }
    /// Numbers are filled with ASCII only.
    wchar_t fill(wchar_t character) {
        narrow_->fill(static_cast<unsigned short>(character) < 0x80 ? static_cast<char>(character) : ' ');
        return std::exchange(fill_, character);
    }
    std::streamsize width() const { return narrow_->width(); }
    std::streamsize width(std::streamsize width) { return narrow_->width(width); }
    std::streamsize precision() const { return narrow_->precision(); }
    std::streamsize precision(std::streamsize precision) { return narrow_->precision(precision); }
    std::ios_base::fmtflags flags() const { return narrow_->flags(); }
    std::ios_base::fmtflags flags(std::ios_base::fmtflags flags) { return narrow_->flags(flags); }
    std::ios_base::fmtflags setf(std::ios_base::fmtflags flags) { return narrow_->setf(flags); }
    std::ios_base::fmtflags setf(std::ios_base::fmtflags flags, std::ios_base::fmtflags mask) {
        return narrow_->setf(flags, mask);
    }
    void unsetf(std::ios_base::fmtflags flags) { narrow_->unsetf(flags); }
    std::locale imbue(const std::locale& locale) { return narrow_->imbue(locale); }
    bool good() const { return narrow_->good(); }
    bool fail() const { return narrow_->fail(); }
    bool bad() const { return narrow_->bad(); }
    bool eof() const { return narrow_->eof(); }
    void clear(std::ios_base::iostate state = std::ios_base::goodbit) { narrow_->clear(state); }
    explicit operator bool() const { return !fail(); }
    bool operator!() const { return fail(); }

    WideOStream& operator<<(std::ostream& (*manipulator)(std::ostream&)) {
        manipulator(narrow());
        return *this;
    }
    WideOStream& operator<<(std::ios_base& (*manipulator)(std::ios_base&)) {
        manipulator(*narrow_);
        return *this;
    }
    WideOStream& operator<<(WideOStream& (*manipulator)(WideOStream&)) { return manipulator(*this); }

  private:
    std::ostream* narrow_;
    Utf8Writer writer_;
    wchar_t fill_ = L' ';
};

inline WideOStream& operator<<(WideOStream& stream, wchar_t character) {
    return stream.print(&character, 1);
}
inline WideOStream& operator<<(WideOStream& stream, const wchar_t* text) {
    return stream.print(text, std::char_traits<wchar_t>::length(text));
}
inline WideOStream& operator<<(WideOStream& stream, wchar_t* text) {
    return stream << static_cast<const wchar_t*>(text);
}
template <class Traits, class Allocator>
WideOStream& operator<<(WideOStream& stream, const std::basic_string<wchar_t, Traits, Allocator>& text) {
    return stream.print(text.data(), text.size());
}
inline WideOStream& operator<<(WideOStream& stream, const std::_Setfill<wchar_t>& manipulator) {
    stream.fill(manipulator._M_c);
    return stream;
}
/// All that a narrow stream prints: numbers, pointers, narrow text, std::setw and its like.
template <class Value>
auto operator<<(WideOStream& stream, const Value& value)
    -> decltype(std::declval<std::ostream&>() << value, stream) {
    stream.narrow() << value;
    return stream;
}
/// For streams that do not last: `std::wostringstream() << 1`.
template <class Value>
WideOStream& operator<<(WideOStream&& stream, const Value& value) {
    return stream << value;
}

/// std::wostringstream.
class WideOStringStream : public WideOStream {
  public:
    WideOStringStream() : WideOStream(text_) {}
    explicit WideOStringStream(const std::wstring& text) : WideOStream(text_) { str(text); }
    WideOStringStream(const WideOStringStream&) = delete;
    WideOStringStream& operator=(const WideOStringStream&) = delete;

    std::wstring str() {
        narrow();
        return widen(text_.str());
    }
    void str(const std::wstring& text) {
        text_.str("");
        write(text.data(), text.size());
    }

  private:
    std::ostringstream text_;
};

/// With its own flags, and the buffer of a narrow stream, so that their texts keep their order.
class WideStandardStream : public WideOStream {
  public:
    explicit WideStandardStream(std::ostream& narrow) : WideOStream(own_), own_(narrow.rdbuf()) {
        own_.flags(narrow.flags()); // std::cerr writes at once
    }

  private:
    std::ostream own_;
};

/// Holds one that nothing destroys: it is used to the end of the program.
class LastingStream {
  public:
    explicit LastingStream(std::ostream& narrow) : stream_(*::new (place_) WideStandardStream(narrow)) {}
    WideOStream& stream() { return stream_; }

  private:
    alignas(WideStandardStream) unsigned char place_[sizeof(WideStandardStream)];
    WideOStream& stream_;
};

inline WideOStream& wide_output() {
    static LastingStream lasting(std::cout);
    return lasting.stream();
}
inline WideOStream& wide_errors() {
    static LastingStream lasting(std::cerr);
    return lasting.stream();
}
inline WideOStream& wide_log() {
    static LastingStream lasting(std::clog);
    return lasting.stream();
}
static WideOStream& wide_cout __attribute__((unused)) = wide_output();
static WideOStream& wide_cerr __attribute__((unused)) = wide_errors();
static WideOStream& wide_clog __attribute__((unused)) = wide_log();

} // namespace pdh_shim_crt

namespace std {
using pdh_shim_crt::wide_cerr;
using pdh_shim_crt::wide_clog;
using pdh_shim_crt::wide_cout;
typedef pdh_shim_crt::WideOStream wide_ostream;
typedef pdh_shim_crt::WideOStringStream wide_ostringstream;
} // namespace std

#define wcout wide_cout
#define wcerr wide_cerr
#define wclog wide_clog
#define wostream wide_ostream
#define wostringstream wide_ostringstream
#pragma GCC poison wcin wstringstream wistringstream wofstream wifstream
