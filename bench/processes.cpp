#include "bench/processes.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include "bench/rows.hpp"
#include "utilities/measure/statistics.hpp"
#include "magick/api.h"

namespace lodestone::bench {
namespace {

struct Usage {
  double milliseconds = 0;
  double peak_mib = 0;
  bool good = false;
};

struct Command {
  std::string name;
  std::vector<std::string> words;
  std::vector<double> times_ms, peaks_mib;
};

[[noreturn]] void Become(const std::vector<std::string>& words) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDIN_FILENO);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

Usage Run(const std::vector<std::string>& words) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point begin = Clock::now();
  const pid_t child = fork();
  if (child == 0) Become(words);
  int status = 0;
  rusage resources = {};
  if (child < 0 || wait4(child, &status, 0, &resources) != child) return {};
  Usage usage;
  usage.milliseconds = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  usage.peak_mib = static_cast<double>(resources.ru_maxrss) / 1024;
  usage.good = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  return usage;
}

// A folder that is gone at the end.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "lodestone-bench-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  std::string File(const std::string& name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

// vipsthumbnail takes no percentage.
std::string QuarterSize(const std::string& photo) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  ImageInfo* info = CloneImageInfo(nullptr);
  info->filename[photo.copy(info->filename, sizeof info->filename - 1)] = '\0';
  Image* image = PingImage(info, &exception);
  DestroyImageInfo(info);
  DestroyExceptionInfo(&exception);
  if (image == nullptr) throw std::runtime_error("unreadable: " + photo);
  const std::string size = std::to_string(Scaled(unsigned(image->columns), 0.25)) + "x" +
                           std::to_string(Scaled(unsigned(image->rows), 0.25));
  DestroyImage(image);
  return size;
}

// Programs that are not installed are left out by their first run.
std::vector<Command> Commands(const std::string& program, const std::string& photo,
                              const Scratch& scratch) {
  auto convert = [&](const std::string& name, std::vector<std::string> words) {
    words.insert(words.end(), {photo, "-resize", "25%", scratch.File(name + ".jpg")});
    return Command{name, words, {}, {}};
  };
  return {
      convert("Lodestone", {program, "convert", "-accelerate", "off"}),
      convert("gm convert", {"gm", "convert"}),
      {"vipsthumbnail",
       {"vipsthumbnail", photo, "--size", QuarterSize(photo), "-o", scratch.File("vips.jpg")},
       {},
       {}},
      convert("ImageMagick 7", {"magick"}),
      convert("ImageMagick 6", {"convert-im6.q16"}),
  };
}

}  // namespace

RowResult MeasureProcesses(const std::string& program, const std::string& photo, unsigned rounds) {
  const Scratch scratch;
  std::vector<Command> commands = Commands(program, photo, scratch);
  if (!Run(commands[0].words).good) throw std::runtime_error("this fails: " + program + " convert");
  std::erase_if(commands, [](const Command& command) { return !Run(command.words).good; });
  for (unsigned round = 0; round < rounds; ++round) {
    for (std::size_t i = 0; i < commands.size(); ++i) {
      Command& command = commands[(i + round) % commands.size()];
      const Usage usage = Run(command.words);
      if (!usage.good) throw std::runtime_error("this fails: " + command.name);
      command.times_ms.push_back(usage.milliseconds);
      command.peaks_mib.push_back(usage.peak_mib);
    }
  }
  RowResult result;
  result.id = "process-jpeg-25";
  result.title = "JPEG to 25% JPEG";
  for (const Command& command : commands) {
    Timing timing;
    timing.name = command.name;
    timing.median_ms = Median(command.times_ms);
    timing.minimum_ms = *std::min_element(command.times_ms.begin(), command.times_ms.end());
    timing.spread = Spread(command.times_ms);
    timing.peak_mib = Median(command.peaks_mib);
    timing.rounds = rounds;
    result.timings.push_back(timing);
  }
  return result;
}

}  // namespace lodestone::bench
