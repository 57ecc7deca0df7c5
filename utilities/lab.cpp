// lodestone lab: replaces this process with lodestone-lab, a separate program.
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "accel/accelerate.h"
#include "utilities/lab_options.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::cli {
namespace {

constexpr char kProgram[] = "lodestone-lab";

bool IsProgram(const std::filesystem::path& path) {
  return access(path.c_str(), X_OK) == 0;
}

// Beside this program, or, in the build tree, beside the folder with libtool's programs.
std::filesystem::path FindLab() {
  std::error_code error;
  const std::filesystem::path own = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) throw CommandError("Unable to find the folder of this program", "", error.value());
  const std::filesystem::path folder = own.parent_path();
  if (IsProgram(folder / kProgram)) return folder / kProgram;
  const std::filesystem::path built = folder.parent_path() / kProgram;
  if (folder.filename() == ".libs" && IsProgram(built)) return built;
  throw CommandError("The lab is not installed",
                     "there is no " + (folder / kProgram).string() +
                         " (package lodestone-lab), which is built where OpenCL is enabled");
}

[[noreturn]] void BecomeLab(const CommandContext& context, const Arguments& arguments) {
  if (context.caller != nullptr)
    throw CommandError(std::string("The lab is a program of its own: ") + kProgram);
  const std::string program = FindLab().string();
  std::vector<char*> words = {const_cast<char*>(kProgram)};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  std::fflush(stdout);
  // Not a driver crash, though a thread may be getting devices ready.
  MagickAccelerateAbandonWarmUp();
  execv(program.c_str(), words.data());
  throw CommandError("Unable to run", program, errno);
}

void LabUsage(const CommandContext& context) {
  BecomeLab(context, {"-help"});
}

int RunLab(const CommandContext& context, const Arguments& arguments) {
  BecomeLab(context, arguments);
}

}  // namespace

const Command kLabCommand = [] {
  Command command = LabCommand("lab");
  command.run = RunLab;
  command.usage = LabUsage;
  command.description =
      "Runs lodestone-lab, a program of its own, with the same arguments and exit status.";
  return command;
}();

}  // namespace lodestone::cli
