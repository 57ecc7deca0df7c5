// The real gm as one process that runs command after command: starting it takes longer than most of
// them.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

class GmBatch {
 public:
  struct Result {
    Bytes output;  // what it wrote to standard output
    int status;    // 0 if the command succeeded, else 1
  };

  // The one of this program, which runs in the folder where it was first used and ends with the
  // program.
  static GmBatch& Get();

  GmBatch() = default;
  ~GmBatch() { Close(); }
  GmBatch(const GmBatch&) = delete;
  GmBatch& operator=(const GmBatch&) = delete;

  // Nothing for what only a shell understands, and if gm ended before the command did.
  std::optional<Result> Run(const std::string& arguments);

 private:
  bool Open();
  void Close();

  std::FILE* to_gm_ = nullptr;
  std::FILE* from_gm_ = nullptr;
  int process_ = 0;
};

}  // namespace lodestone::coders::test
