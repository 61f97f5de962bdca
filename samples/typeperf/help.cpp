#include "help.h"

namespace typeperf {

const char* const help_text =
    "\r\n"
    "TypePerf writes the values of performance counters to the console or to a file.\r\n"
    "\r\n"
    "Usage:\r\n"
    "  typeperf { <counter [counter ...]> | -cf <file> | -q [object] | -qx [object] } [options]\r\n"
    "\r\n"
    "What to do:\r\n"
    "  <counter [counter ...]>   Sample these counters, e.g. \"\\Processor(_Total)\\% Processor Time\".\r\n"
    "                            * in place of an instance or counter stands for all of them.\r\n"
    "  -c <counter [...]>        The same.\r\n"
    "  -cf <file>                Sample the counters in a file, one on each line.\r\n"
    "  -q [object]               List the counters of an object, or of all objects.\r\n"
    "  -qx [object]              The same, with each instance.\r\n"
    "\r\n"
    "Options:\r\n"
    "  -f <CSV|TSV>              Format of the output. Default: CSV.\r\n"
    "  -si <[[hh:]mm:]ss>        Time between samples. Default: 1 second.\r\n"
    "  -sc <samples>             Number of samples. Default: until Ctrl+C.\r\n"
    "  -o <file>                 Write to this file. Default: the console.\r\n"
    "  -s <computer>             Computer of counters that name none. Default: this one.\r\n"
    "  -y                        Answer all questions with yes.\r\n"
    "  -config <file>            Read further options from a file: a line [option],\r\n"
    "                            then a line for its value.\r\n"
    "  -?                        Show this help.\r\n"
    "\r\n"
    "Options may begin with / in place of -, and stand before or after the counters.\r\n"
    "\r\n"
    "Examples:\r\n"
    "  typeperf \"\\Processor(_Total)\\% Processor Time\"\r\n"
    "  typeperf -cf counters.txt -si 5 -sc 50 -f TSV -o counters.tsv\r\n"
    "  typeperf -qx PhysicalDisk -o counters.txt\r\n";

} // namespace typeperf
