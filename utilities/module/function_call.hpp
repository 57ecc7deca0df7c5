// Commands as functions of a program.
#pragma once

#include <mutex>

#include "magick/api.h"
#include "utilities/shell/command.hpp"

namespace lodestone::cli {

// The worst of all messages becomes the exception of the program.
class ExceptionTarget : public MessageTarget {
 public:
  // exception: may be null.
  explicit ExceptionTarget(ExceptionInfo* exception) : exception_(exception) {}
  void Take(const CommandError& message) override;
  void TakeNoMemory() noexcept override;

 private:
  std::mutex mutex_;
  ExceptionInfo* const exception_;
};

// All messages go to the handlers of the program, at once.
class HandlerTarget : public MessageTarget {
 public:
  void Take(const CommandError& message) override;
  void TakeNoMemory() noexcept override;

 private:
  std::mutex mutex_;
};

// Runs the command of this name, or, with nullptr, the one that argv[0] names.
MagickPassFail RunFunction(const char* name, ImageInfo* info, int argc, char** argv,
                           char** metadata, ExceptionInfo* exception);

// Runs the program; returns its exit status.
int RunProgramFunction(int argc, char** argv);

}  // namespace lodestone::cli
