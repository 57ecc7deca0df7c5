#include "utilities/commands/sandboxed_command.hpp"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <new>
#include <string_view>

#include "accel/accelerate.h"
#include "base/end_with_parent.hpp"
#include "base/file_descriptor.hpp"
#include "base/leftover_files.hpp"
#include "base/output_place.hpp"
#include "base/temporary_directory.hpp"
#include "utilities/options/named_files.hpp"
#include "utilities/options/options.hpp"
#include "utilities/sandbox/owner_service.hpp"
#include "utilities/sandbox/sandbox.hpp"
#include "utilities/sandbox/system_files.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/own_options.hpp"
#include "utilities/shell/ordinary_output.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/text/table.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kDefaultSeconds = 300;

struct Request {
  bool sandbox = false, partial = false;
  std::uint64_t seconds = kDefaultSeconds, memory_bytes = 0;
};

std::uint64_t MachineMemory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// -define sandbox:...
void TakeDefinitions(const OptionUse& use, Request* request) {
  const ImageInfoHandle info = CopyOf(nullptr);
  use.option->set(info.get(), use);
  const auto value = [&](const char* key) { return AccessDefinition(info.get(), "sandbox", key); };
  if (const char* partial = value("partial")) {
    request->partial = LocaleCompare(partial, "true") == 0;
    if (!request->partial && LocaleCompare(partial, "false") != 0)
      throw MalformedArgument("-define sandbox:partial", partial);
  }
  if (const char* seconds = value("seconds"))
    request->seconds = ParseCount("-define sandbox:seconds", seconds);
  if (const char* memory = value("memory")) {
    const auto bytes = MagickSizeStrToInt64(memory, 1024);
    if (bytes <= 0) throw MalformedArgument("-define sandbox:memory", memory);
    request->memory_bytes = static_cast<std::uint64_t>(bytes);
  }
}

Request RequestIn(const std::string& command, const Arguments& arguments) {
  Request request;
  request.memory_bytes = MachineMemory();
  const unsigned set = CommandSetOf(command);
  for (std::size_t i = 0; i < arguments.size();) {
    const std::string& word = arguments[i];
    const Option* option = LooksLikeOption(word) ? FindOption(word.substr(1), set) : nullptr;
    const std::string name = option == nullptr ? "" : option->name;
    if (name == "sandbox") request.sandbox = true;
    if (name == "define" && word[0] == '-' && i + 1 < arguments.size()) {
      std::size_t position = i;
      TakeDefinitions(ParseOption(arguments, arguments.size(), set, &position, Doubts::kIgnore),
                      &request);
    }
    i += 1 + CountValues(option, word);
  }
  return request;
}

// A folder for temporary files that no other process uses; "" if there cannot be one.
class TemporaryFolder {
 public:
  TemporaryFolder() : owner_(getpid()) {
    name_ = TemporaryDirectory() + "/lodestone-sandbox-XXXXXX";
    if (mkdtemp(name_.data()) == nullptr) name_.clear();
  }
  ~TemporaryFolder() {
    std::error_code error;
    if (!name_.empty() && getpid() == owner_) fs::remove_all(name_, error);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& name() const { return name_; }

 private:
  const pid_t owner_;
  std::string name_;
};

// Where the output will be, as far as it exists: it may lie in folders that are to be made.
std::string FolderOf(const OutputPlace& place, const std::string& output) {
  std::error_code error;
  fs::path target = fs::weakly_canonical(fs::absolute(place.name(), error), error);
  if (error) target = fs::absolute(output, error);
  if (!output.ends_with('/')) target = target.parent_path();
  while (!fs::exists(target, error) && target.has_relative_path()) target = target.parent_path();
  return target.string();
}

SandboxRights RightsFor(const Request& request, const std::string& command,
                        const Arguments& arguments, const std::string& temporary) {
  SandboxRights rights;
  const NamedFiles files = FilesNamedBy(command, arguments);
  rights.readable = SystemFiles();
  rights.readable.insert(rights.readable.end(), files.inputs.begin(), files.inputs.end());
  rights.listed = files.patterns;
  rights.devices = {"/dev/null"};
  for (const std::string& output : files.outputs) {
    const OutputPlace place(output);
    RequireFollowed(place);
    if (place.valid() && place.is_special()) {
      rights.devices.push_back(output);
    } else {
      rights.writable.push_back(FolderOf(place, output));
    }
  }
  if (!temporary.empty()) rights.writable.push_back(temporary);
  rights.memory_bytes = request.memory_bytes;
  rights.cpu_seconds = request.seconds;
  rights.partial = request.partial;
  return rights;
}

// What the caller may have left open is none of the command's business. Returns the one that is.
int CloseInheritedFiles(int kept) {
  constexpr int kKept = STDERR_FILENO + 1, kFirst = kKept + 1;
  dup2(kept, kKept);
#ifdef SYS_close_range
  if (syscall(SYS_close_range, kFirst, ~0U, 0) == 0) return kKept;
#endif
  const long end = sysconf(_SC_OPEN_MAX);
  for (int file = kFirst; file < std::min(end, 65536L); ++file) close(file);
  return kKept;
}

// PostScript is a language in which a file can do whatever its interpreter can: more than decoders
// of images need, and more than anybody expects of one.
void SwitchInterpretersOff() {
  constexpr const char* kVariable = "MAGICK_CODER_MODULES_OFF";
  const char* const value = std::getenv(kVariable);
  setenv(kVariable, (std::string(value == nullptr ? "" : value) + " ps").c_str(), 1);
}

void BecomeSandboxed(SandboxRights rights, const std::string& temporary, pid_t parent) {
  rights.owner_socket = CloseInheritedFiles(rights.owner_socket);
  EndWithParent(parent);
  if (!temporary.empty()) setenv("MAGICK_TMPDIR", temporary.c_str(), 1);
  // Drivers need what the sandbox forbids.
  setenv("MAGICK_ACCELERATE_PLUGIN_PATH", temporary.empty() ? "/nowhere" : temporary.c_str(), 1);
  MagickAccelerateSetMode(MagickAccelerateOff);
  SwitchInterpretersOff();
  EnterSandbox(rights);
}

volatile std::sig_atomic_t the_child = 0;

// A terminal sends its signals to both processes.
void PassOn(int number, siginfo_t* info, void*) {
  if (info->si_code <= 0) kill(the_child, number);
}

void PassSignalsOn(pid_t child) {
  the_child = child;
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action {};
    if (sigaction(number, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
    action = {};
    action.sa_sigaction = PassOn;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    sigaction(number, &action, nullptr);
  }
}

int Await(pid_t child, int owner_socket) {
  PassSignalsOn(child);
  if (InterruptRequested()) kill(child, CaughtSignal());  // before there was a child
  AnswerForOwners(owner_socket, child);
  int status = 0;
  while (waitpid(child, &status, 0) == -1) {
    if (errno != EINTR) throw CommandError("Unable to wait for the sandboxed process", "", errno);
  }
  return status;
}

[[noreturn]] void ThrowDeath(const Request& request, int number) {
  const CommandError error("The sandboxed process ended by signal " + std::to_string(number),
                           strsignal(number));
  if (number != SIGXCPU) throw error;
  throw error.WithHint("the limit is " + Counted(request.seconds, "second", "seconds") +
                       " of CPU time: -define sandbox:seconds=N allows more");
}

int StatusOf(const Request& request, int status) {
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int number = WTERMSIG(status);
  if (number != SIGINT && number != SIGTERM && number != SIGHUP) ThrowDeath(request, number);
  EndBySignal(number);
  return 1;
}

// Prints messages; where memory has run out, with the limit that is in force.
class LimitMessages : public MessageTarget {
 public:
  explicit LimitMessages(std::uint64_t memory_bytes)
      : hint_("the limit is " + FormatBytes(memory_bytes) +
              " of memory: -define sandbox:memory=SIZE allows more") {}

  void Take(const CommandError& message) override {
    const MessageScope scope(nullptr);
    const bool of_memory = std::string_view(message.what()) == kOutOfMemory;
    PrintMessage(of_memory && message.hint().empty() ? message.WithHint(hint_) : message);
  }
  void TakeNoMemory() noexcept override {
    const MessageScope scope(nullptr);
    RunGuarded([]() -> int { throw std::bad_alloc(); });
  }

 private:
  const std::string hint_;
};

int RunInSandbox(const SandboxRights& rights, const std::string& temporary, pid_t parent,
                 const std::function<int()>& command) {
  LimitMessages messages(rights.memory_bytes);
  const MessageScope scope(&messages);
  return RunGuarded([&] {
    BecomeSandboxed(rights, temporary, parent);
    return command();
  });
}

int RunSandboxed(const Request& request, const Command& command, const CommandContext& context,
                 const Arguments& arguments) {
  const TemporaryFolder temporary;
  SandboxRights rights = RightsFor(request, command.name, arguments, temporary.name());
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    throw CommandError("Unable to start a process", "", errno);
  FileDescriptor outside(sockets[0]), inside(sockets[1]);
  rights.owner_socket = inside.get();
  const pid_t self = getpid();
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child < 0) throw CommandError("Unable to start a process", "", errno);
  if (child == 0) {
    outside.Release();  // all are closed there
    inside.Release();
    return RunInSandbox(rights, temporary.name(), self,
                        [&] { return command.run(context, arguments); });
  }
  inside = {};
  const int status = Await(child, outside.get());
  if (!WIFEXITED(status))
    for (const std::string& folder : rights.writable) RemoveLeftovers(folder, child);
  return StatusOf(request, status);
}

}  // namespace

int RunPerhapsSandboxed(const Command& command, const CommandContext& context,
                        const Arguments& arguments) {
  const bool possible = CommandSetOf(command.name) != 0;
  const Request request = possible ? RequestIn(command.name, arguments) : Request{};
  if (!request.sandbox) return command.run(context, arguments);
  const bool says_so =
      std::find(arguments.begin(), arguments.end(), "-accelerate") != arguments.end();
  if (!says_so && MagickAccelerateGetMode() == MagickAccelerateRequire)
    throw NoDevicesInSandbox("MAGICK_ACCELERATE=require");
  return RunSandboxed(request, command, context, arguments);
}

}  // namespace lodestone::cli
