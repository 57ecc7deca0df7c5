#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <map>
#include <memory>

#include "tests/torture/fault_scenarios.hpp"

namespace lodestone::torture {
namespace {

constexpr unsigned kSeconds = 30;
constexpr char kMessages[] = "messages";

struct Line {
  const char* arguments;  // separated by spaces; _ is a space within one
  const char* output;     // a file; "": none
};
constexpr Line kLines[] = {
    {"convert in.PNG -resize 50% out.png", "out.png"},
    {"convert in.JPEG -resize 50% -strip out.jpg", "out.jpg"},
    {"convert in.PNG in.GIF out.gif", "out.gif"},
    {"convert in.TIFF -rotate 30 -blur 0x1 out.tiff", "out.tiff"},
    {"convert -size 60x20 xc:red -fill blue -draw circle_9,9_2,2 out.miff", "out.miff"},
    {"convert in.MIFF -colors 8 +profile * -comment remark out.webp", "out.webp"},
    {"convert in.PNG out.ppm", "out.ppm"},
    {"mogrify -negate out.bmp", "out.bmp"},
    {"composite in.GIF in.PNG out.png", "out.png"},
    {"montage in.GIF in.PNG in.JPEG -geometry 20x20 out.miff", "out.miff"},
    {"convert -size 1500x1200 gradient:red-blue -blur 0x2 out.jpg", "out.jpg"},
    {"compare -metric mse in.PNG in.PNM", ""},
    {"identify in.PNG in.JPEG", ""},
    {"identify -verbose in.TIFF", ""},
    {"convert -list formats", ""},
};

std::vector<std::string> Words(const std::string& text) {
  std::vector<std::string> words(1);
  for (const char c : text)
    if (c == ' ')
      words.emplace_back();
    else
      words.back() += c == '_' ? ' ' : c;
  return words;
}

[[noreturn]] void BecomeProgram(const std::string& program, const Line& line) {
  std::vector<std::string> words = Words(line.arguments);
  std::vector<char*> arguments{const_cast<char*>(program.c_str())};
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int nowhere = open("/dev/null", O_RDWR | O_CLOEXEC);
  const int messages = open(kMessages, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  dup2(messages, STDERR_FILENO);
  setenv(kArmingVariable, "1", 1);
  alarm(kSeconds);
  execv(program.c_str(), arguments.data());
  _exit(127);
}

int StatusOf(const std::string& program, const Line& line) {
  const pid_t child = fork();
  if (child == 0) BecomeProgram(program, line);
  int status = 0;
  while (waitpid(child, &status, 0) == -1 && errno == EINTR) continue;
  return status;
}

std::string Ending(int status) {
  if (WIFSIGNALED(status)) return std::string("the program died of ") + strsignal(WTERMSIG(status));
  const int code = WEXITSTATUS(status);
  return code <= 1 ? "" : "the program ended with status " + std::to_string(code);
}

// Runs the program once without faults to learn what it writes.
class CommandLine {
 public:
  CommandLine(std::string program, const Line& line, FaultControl& control)
      : program_(std::move(program)), line_(line) {
    if (line_.output == std::string("out.bmp")) before_ = ContentOf("in.BMP");
    right_ = Run(control).done ? written_ : "";
  }

  Outcome Run(FaultControl& control) {
    const std::string output = line_.output;
    if (!output.empty()) Store(output, before_);
    const int status = StatusOf(program_, line_);
    control.process = 0;
    Outcome outcome;
    outcome.complaint = Ending(status);
    outcome.done = status == 0;
    outcome.reason = ContentOf(kMessages);
    written_ = output.empty() ? "" : ContentOf(output);
    outcome.digest = outcome.done ? DigestOfText(written_) : 0;
    if (!outcome.done && !output.empty() && written_ != before_ && written_ != right_)
      outcome.complaint += " the output is neither what it was nor what it should be";
    for (const std::string& name : {std::string(kMessages), output})
      if (!name.empty()) std::filesystem::remove(name);
    return outcome;
  }

 private:
  const std::string program_;
  const Line line_;
  std::string before_ = kOldContent, right_, written_;
};

}  // namespace

std::vector<Scenario> CommandScenarios(const std::string& program, FaultControl& control) {
  std::vector<Scenario> all;
  for (const Line& line : kLines) {
    const auto command = std::make_shared<CommandLine>(program, line, control);
    all.push_back({line.arguments, [command](FaultControl& fault) {
                     const std::vector<std::string> files = FilesHere();
                     Outcome outcome = command->Run(fault);
                     for (const std::string& name : FilesHere())
                       if (!std::ranges::binary_search(files, name)) {
                         outcome.complaint += " left behind: " + name;
                         std::filesystem::remove_all(name);
                       }
                     return outcome;
                   }});
  }
  return all;
}

}  // namespace lodestone::torture
