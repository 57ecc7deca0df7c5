// The command line of bench/peers.
#pragma once

#include <string>
#include <vector>

namespace lodestone::bench {

struct Options {
  std::string photo;          // "": the one of Debian's mate-backgrounds, or synthetic without it
  std::string process_photo;  // for whole processes, likewise; none without it
  unsigned synthetic_columns = 0, synthetic_rows = 0;  // 0: no synthetic image
  unsigned rounds = 9;
  std::vector<unsigned> threads = {1, 2};
  std::vector<std::string> rows;   // parts of row names; none: all
  std::vector<std::string> peers;  // parts of library names; none: all
  std::vector<std::string> from;   // results to read instead of measuring
  std::string before;              // results of an earlier run to compare with
  std::string program;             // the lodestone to run; "": no whole processes
  std::string json, markdown, svg;
  bool help = false;
};

// Throws std::invalid_argument with a message for the user.
Options ParseOptions(int count, char** arguments);

const char* Usage();

}  // namespace lodestone::bench
