#include "bench/processes.hpp"

#include <stdexcept>
#include <vector>

#include "bench/rows.hpp"
#include "utilities/measure/images.hpp"
#include "utilities/measure/process.hpp"
#include "utilities/measure/statistics.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::bench {
namespace {

struct Command {
  std::string name;
  std::vector<std::string> words;
  std::vector<double> times_ms, peaks_mib;
};

// vipsthumbnail takes no percentage.
std::string QuarterSize(const std::string& photo) {
  const cli::ImageList image = measure::ReadFile(photo, true);
  return std::to_string(Scaled(unsigned(image->columns), 0.25)) + "x" +
         std::to_string(Scaled(unsigned(image->rows), 0.25));
}

// The first run of a program that is not installed fails, which excludes it.
std::vector<Command> Commands(const std::string& program, const std::string& photo,
                              const measure::TemporaryFolder& scratch) {
  auto convert = [&](const std::string& name, std::vector<std::string> words) {
    words.insert(words.end(), {photo, "-resize", "25%", (scratch / (name + ".jpg")).string()});
    return Command{name, words, {}, {}};
  };
  return {
      convert("Lodestone", {program, "convert", "-accelerate", "off"}),
      convert("gm convert", {"gm", "convert"}),
      {"vipsthumbnail",
       {"vipsthumbnail", photo, "--size", QuarterSize(photo), "-o",
        (scratch / "vips.jpg").string()},
       {},
       {}},
      convert("ImageMagick 7", {"magick"}),
      convert("ImageMagick 6", {"convert-im6.q16"}),
  };
}

}  // namespace

RowResult MeasureProcesses(const std::string& program, const std::string& photo, unsigned rounds) {
  const measure::TemporaryFolder scratch;
  std::vector<Command> commands = Commands(program, photo, scratch);
  const auto fails = [](const Command& command) {
    return measure::RunProcess(command.words).status != 0;
  };
  if (fails(commands[0])) throw std::runtime_error("this fails: " + program + " convert");
  std::erase_if(commands, fails);
  for (unsigned round = 0; round < rounds; ++round) {
    measure::TakeTurns(round, commands.size(), [&](std::size_t turn) {
      Command& command = commands[turn];
      const measure::ProcessRun run = measure::RunProcess(command.words);
      if (run.status != 0) throw std::runtime_error("this fails: " + command.name);
      command.times_ms.push_back(run.milliseconds);
      command.peaks_mib.push_back(run.peak_mib);
    });
  }
  RowResult result;
  result.id = "process-jpeg-25";
  result.title = "JPEG to 25% JPEG";
  for (const Command& command : commands) {
    result.timings.push_back(Summarize(command.name, command.times_ms));
    result.timings.back().peak_mib = measure::Median(command.peaks_mib);
  }
  return result;
}

}  // namespace lodestone::bench
