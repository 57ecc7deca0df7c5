// Converts the library's exceptions to the program's.
#pragma once

#include "magick/api.h"

namespace lodestone::cli {

// An ExceptionInfo that frees itself.
class Exception {
 public:
  Exception() { GetExceptionInfo(&info_); }
  ~Exception() { DestroyExceptionInfo(&info_); }
  Exception(const Exception&) = delete;
  Exception& operator=(const Exception&) = delete;

  ExceptionInfo* get() { return &info_; }
  ExceptionType severity() const { return info_.severity; }
  bool failed() const { return info_.severity >= ErrorException; }

  // Prints a held error or warning, and clears it.
  void Print();

  // Throws a held error as CommandError; prints a held warning. Clears both.
  void ThrowOrPrint();

  // Throws the held error, or `fallback` when the library gave none.
  [[noreturn]] void Throw(const char* fallback);

 private:
  void Reset();

  ExceptionInfo info_;
};

// The same for functions that report to image->exception.
void ThrowOrPrintImage(Image* image, MagickPassFail status, const char* fallback);

}  // namespace lodestone::cli
