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

// What a whole process does.
struct ProcessRow {
  const char *id, *title;
  std::vector<std::string> options;
  bool is_thumbnail;  // what vipsthumbnail does; vips has no command for several operations
};

const std::vector<ProcessRow>& ProcessRows() {
  static const auto& rows = *new std::vector<ProcessRow>{
      {kThumbnailRow, "JPEG to 25% JPEG", {"-resize", "25%"}, true},
      {"process-edit",
       "Edit of a JPEG",
       {"-auto-orient", "-resize", "50%", "-crop", "800x600+10+10", "-unsharp", "0x1", "-modulate",
        "105,110", "-level", "5%,95%", "-colorspace", "Gray"},
       false}};
  return rows;
}

// The first run of a program that is not installed fails, which excludes it.
std::vector<Command> Commands(const ProcessRow& row, const std::string& program,
                              const std::string& photo, const measure::TemporaryFolder& scratch) {
  auto convert = [&](const std::string& name, std::vector<std::string> words) {
    words.push_back(photo);
    words.insert(words.end(), row.options.begin(), row.options.end());
    words.push_back((scratch / (name + ".jpg")).string());
    return Command{name, words, {}, {}};
  };
  std::vector<Command> commands = {
      convert("Lodestone", {program, "convert", "-accelerate", "off"}),
      convert("gm convert", {"gm", "convert"}),
      convert("ImageMagick 7", {"magick"}),
      convert("ImageMagick 6", {"convert-im6.q16"}),
  };
  if (row.is_thumbnail)
    commands.push_back({"vipsthumbnail",
                        {"vipsthumbnail", photo, "--size", QuarterSize(photo), "-o",
                         (scratch / "vips.jpg").string()},
                        {},
                        {}});
  return commands;
}

RowResult MeasureProcessRow(const ProcessRow& row, const std::string& program,
                            const std::string& photo, unsigned rounds) {
  const measure::TemporaryFolder scratch;
  std::vector<Command> commands = Commands(row, program, photo, scratch);
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
  result.id = row.id;
  result.title = row.title;
  for (const Command& command : commands) {
    result.timings.push_back(Summarize(command.name, command.times_ms));
    result.timings.back().peak_mib = measure::Median(command.peaks_mib);
  }
  return result;
}

}  // namespace

std::vector<RowResult> MeasureProcesses(const std::string& program, const std::string& photo,
                                        unsigned rounds) {
  std::vector<RowResult> results;
  for (const ProcessRow& row : ProcessRows())
    results.push_back(MeasureProcessRow(row, program, photo, rounds));
  return results;
}

}  // namespace lodestone::bench
