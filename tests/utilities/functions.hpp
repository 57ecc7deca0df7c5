// Calls the functions of magick/command.h.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "magick/api.h"
#include "tests/utilities/process.hpp"

namespace lodestone::test {

using Function = MagickPassFail (*)(ImageInfo*, int, char**, char**, ExceptionInfo*);

// The array that C programs have, of copies.
class WordArray {
 public:
  explicit WordArray(Words words) : words_(std::move(words)) {
    for (std::string& word : words_) pointers_.push_back(word.data());
    pointers_.push_back(nullptr);
  }

  int count() const { return static_cast<int>(words_.size()); }
  char** data() { return pointers_.data(); }

 private:
  Words words_;
  std::vector<char*> pointers_;
};

struct Result {
  MagickPassFail status = MagickFail;
  ExceptionType severity = UndefinedException;
  std::string reason, description, metadata;
  int error_number = 0;
};

// info: nullptr for the usual settings.
inline MagickPassFail CallWith(ImageInfo* info, Function function, const Words& words,
                               char** metadata, ExceptionInfo* exception) {
  WordArray array(words);
  ImageInfo* const own = info == nullptr ? CloneImageInfo(nullptr) : nullptr;
  const MagickPassFail status =
      function(own == nullptr ? info : own, array.count(), array.data(), metadata, exception);
  DestroyImageInfo(own);
  return status;
}

inline std::string TextOf(const char* text) {
  return text == nullptr ? "" : text;
}

inline Result Call(Function function, const Words& words) {
  Result result;
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  char* metadata = nullptr;
  result.status = CallWith(nullptr, function, words, &metadata, &exception);
  result.severity = exception.severity;
  result.reason = TextOf(exception.reason);
  result.description = TextOf(exception.description);
  result.error_number = exception.error_number;
  result.metadata = TextOf(metadata);
  MagickFree(metadata);
  DestroyExceptionInfo(&exception);
  return result;
}

inline int Program(const Words& words) {
  WordArray array(words);
  return GMCommand(array.count(), array.data());
}

class FunctionCallTest : public ::testing::Test {
 protected:
  void SetUp() override { WriteFile(folder_ / "in.ppm", SamplePpm(64, 48)); }

  std::string In() const { return folder_ / "in.ppm"; }
  std::string Out() const { return folder_ / "out.ppm"; }

  TemporaryFolder folder_;
};

}  // namespace lodestone::test
