#pragma once

#include <string_view>

namespace report {

// The files that are a part of each page; embed.py makes their contents a source.

extern const std::string_view uplot_script;
extern const std::string_view uplot_style;
extern const std::string_view uplot_licence;
extern const std::string_view page_script;
extern const std::string_view page_style;

} // namespace report
