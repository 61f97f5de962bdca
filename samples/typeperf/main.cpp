// typeperf: performance counters on the command line, as on Windows. It uses nothing of the library but
// <pdh.h>.

#include "program.h"

int main(int argc, char** argv) {
    const auto platform = typeperf::start_platform();
    return typeperf::run(std::vector<std::string>(argv + (argc > 0 ? 1 : 0), argv + argc), *platform);
}
