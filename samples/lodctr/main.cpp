// lodctr and unlodctr: which performance DLLs this user's programs see, as on Windows.

#include "program.h"

#include <iostream>

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return lodctr::run(argc > 0 ? argv[0] : "lodctr", arguments, std::cout);
}
