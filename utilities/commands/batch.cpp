// lodestone batch: runs commands from a file in one process.
#include <cstdio>
#include <optional>
#include <string>

#include "base/printable_text.hpp"
#include "magick/api.h"
#include "utilities/commands/batch_options.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/input_stream.hpp"
#include "utilities/shell/process_state.hpp"
#include "utilities/shell/progress_monitor.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

constexpr HelpPart kBatchNotes[] = {
    {"",
     "Words are separated by blanks, and # begins a comment. With -escape unix, a backslash, "
     "single\n"
     "and double quotes take the meaning from what follows or is between them; with -escape "
     "windows\n"
     "double quotes do, and two of them within such a text stand for one."},
    {"", "'-' is standard input without a prompt."},
};

// The command set, in a batch.
constexpr Command kSet = {
    .name = "set",
    .summary = "",
    .run = nullptr,
    .synopsis = "$ [options ...]",
    .options = ShownBatchOptions,
    .more = std::span(kBatchNotes).first<1>(),
};

void PrintSetHelp() {
  PrintUsage({"", kSet.name}, kSet);
}

class Batch {
 public:
  Batch(const CommandContext& context, const BatchOptions& options, const std::string& script)
      : context_(context), options_(options), script_(script) {}

  int Run(std::FILE* file);

 private:
  int RunLine(const Arguments& words);
  int RunCommandNamed(const std::string& name, const Arguments& arguments);
  int Set(const Arguments& arguments);
  std::optional<Arguments> ReadLine(BatchReader* reader) const;
  std::string Place(const BatchReader& reader) const;
  void Locate(const BatchReader& reader, const Arguments& words) const;
  void Prompt() const;
  void Echo(const Arguments& words) const;
  void Report(int status);

  const CommandContext& context_;
  BatchOptions options_;
  const std::string script_;  // "-": standard input
  unsigned commands_ = 0;     // done so far
};

void Batch::Prompt() const {
  if (options_.prompt->empty() && !options_.tap) return;
  std::fputs(options_.tap ? "# " : options_.prompt->c_str(), stdout);
  std::fflush(stdout);
}

void Batch::Echo(const Arguments& words) const {
  if (!options_.echo && !options_.tap) return;
  for (const std::string& word : words) std::printf("%s ", word.c_str());
  std::putchar('\n');
  std::fflush(stdout);
}

void Batch::Report(int status) {
  ++commands_;
  if (options_.tap)
    std::printf("%s %u\n", status == 0 ? "ok" : "not ok", commands_);
  else if (options_.feedback)
    std::printf("%s\n", (status == 0 ? options_.pass : options_.fail).c_str());
  std::fflush(stderr);
  std::fflush(stdout);
}

std::string Batch::Place(const BatchReader& reader) const {
  return "line " + std::to_string(reader.line()) + " of " +
         (script_ == "-" ? "standard input" : script_);
}

// A user who types commands sees which one failed.
void Batch::Locate(const BatchReader& reader, const Arguments& words) const {
  if (!options_.prompt->empty()) return;
  std::string text;
  for (const std::string& word : words) text += " " + word;
  PrintHint(Place(reader) + ":" + Printable(text));
}

std::optional<Arguments> Batch::ReadLine(BatchReader* reader) const {
  try {
    return reader->Read(options_.escape);
  } catch (const CommandError& error) {
    throw error.WithHint("the command begins in " + Place(*reader));
  }
}

int Batch::Set(const Arguments& arguments) {
  if (arguments.empty()) {
    PrintBatchOptions(options_);
    return 0;
  }
  std::size_t end = 0;
  BatchOptions changed = options_;
  const BatchParsing parsing = ParseBatchOptions(arguments, &changed, &end);
  const bool complete = parsing == BatchParsing::kDone && end == arguments.size();
  if (complete) {
    options_ = changed;
    return 0;
  }
  if (parsing == BatchParsing::kDone)
    std::fprintf(stderr, "Error: unexpected parameter: %s\n", Printable(arguments[end]).c_str());
  PrintSetHelp();
  return parsing == BatchParsing::kHelp ? 0 : 1;
}

int Batch::RunCommandNamed(const std::string& name, const Arguments& arguments) {
  return RunNamed(context_.program, [&] {
    const Command& command = RequireCommand(name, arguments);
    if (&command == &kBatchCommand) throw UnrecognizedCommand(name);
    const ProcessState state;
    return RunNamed(command.name, [&] { return RunWithin(context_, command, arguments); });
  });
}

int Batch::RunLine(const Arguments& words) {
  const std::string name = words[0].substr(words[0][0] == '-' ? 1 : 0);
  const Arguments arguments(words.begin() + 1, words.end());
  const auto is = [&](const char* known) { return LocaleCompare(known, name.c_str()) == 0; };
  if (is("ping")) return 0;  // for programs that ask whether the process still answers
  if (is("set")) return Set(arguments);
  if (is("help") && !arguments.empty() && LocaleCompare("set", arguments[0].c_str()) == 0) {
    PrintSetHelp();
    return 0;
  }
  return RunCommandNamed(name, arguments);
}

// The status is that of the last command only if that ended the batch.
int Batch::Run(std::FILE* file) {
  if (!options_.prompt->empty()) PrintBanner();
  BatchReader reader(file);
  int status = 0;
  while (!InterruptRequested()) {
    Prompt();
    const std::optional<Arguments> words = ReadLine(&reader);
    if (!words) break;
    Echo(*words);
    if (words->empty()) continue;
    const int result = RunLine(*words);
    if (result != 0) Locate(reader, *words);
    Report(result);
    if (result == 0 || !options_.stop_on_error) continue;
    status = result;
    break;
  }
  if (!options_.prompt->empty() && !options_.tap) std::printf("\n");
  return status;
}

int RunBatch(const CommandContext& context, const Arguments& arguments) {
  BatchOptions options;
  std::size_t end = 0;
  const BatchParsing parsing = ParseBatchOptions(arguments, &options, &end);
  if (parsing == BatchParsing::kDone && end + 1 < arguments.size())
    std::fprintf(stderr, "Error: unexpected parameter: %s\n",
                 Printable(arguments[end + 1]).c_str());
  if (parsing != BatchParsing::kDone || end + 1 < arguments.size()) {
    PrintUsage(context, kBatchCommand);
    return parsing == BatchParsing::kHelp ? 0 : 1;
  }
  const bool reads_file = end < arguments.size();
  if (!options.prompt) options.prompt = reads_file ? "" : "GM> ";
  const std::string script = reads_file ? arguments[end] : "-";
  const FileHandle file = OpenInputFile(script);
  if (file == nullptr) {
    std::perror(arguments[end].c_str());
    return 1;
  }
  return RunNamed(context.program, [&] { return Batch(context, options, script).Run(file.get()); });
}

}  // namespace

const Command kBatchCommand = {
    .name = "batch",
    .summary = "issue multiple commands in interactive or batch mode",
    .run = RunBatch,
    .synopsis = "$ [options ...] [file|-]",
    .options = ShownBatchOptions,
    .more = kBatchNotes,
    .description =
        "Runs the commands in a file, or from standard input, in one process. The options may\n"
        "also be changed by the command set in the file.",
    .has_banner = true,
};

}  // namespace lodestone::cli
