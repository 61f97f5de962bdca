#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace lodctr {

/// Runs `lodctr` or, if it is called so, `unlodctr`.
/// @param name       what it was called as, with or without a folder
/// @param arguments  without the name
/// @return exit code: 0, 1 = it failed, 2 = the command line is wrong
int run(const std::string& name, const std::vector<std::string>& arguments, std::ostream& out);

} // namespace lodctr
