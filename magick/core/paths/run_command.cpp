// Running other programs, which this library does not do: every one is missing.
#include <cerrno>
#include <string>

#include "magick/confirm_access.h"
#include "magick/core/errors/barrier.hpp"
#include "magick/error.h"
#include "magick/utility.h"

namespace lodestone {
namespace {

constexpr int kNotStarted = 1;            // the status of the child of a fork
constexpr int kShellNotFound = 127 << 8;  // what wait() gives when a shell finds no such program

bool MayRun(const char* program) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  const bool may =
      MagickConfirmAccess(FileExecuteConfirmAccessMode, program, &exception) != MagickFail;
  DestroyExceptionInfo(&exception);
  if (!may) errno = EPERM;
  return may;
}

int Spawn(const char* file, char* const argv[]) {
  if (!MayRun(argv == nullptr || argv[0] == nullptr ? file : argv[0])) return -1;
  std::string command;
  for (std::size_t i = 0; argv != nullptr && argv[i] != nullptr; ++i)
    command += std::string(i == 0 ? "\"" : " \"") + argv[i] + "\"";
  MagickError(DelegateError, command.c_str(), nullptr);
  return kNotStarted;
}

}  // namespace
}  // namespace lodestone

int SystemCommand(const unsigned int, const char* command) {
  if (command == nullptr) return -1;
  char program[MaxTextExtent];
  MagickGetToken(command, nullptr, program, sizeof program);
  if (!lodestone::MayRun(program)) return -1;
  errno = 0;
  MagickError(DelegateError, command, nullptr);
  return lodestone::kShellNotFound;
}

int MagickSpawnVP(const unsigned int, const char* file, char* const argv[]) {
  if (file == nullptr || *file == '\0') return -1;
  return lodestone::Guard(nullptr, -1, [&] { return lodestone::Spawn(file, argv); });
}
