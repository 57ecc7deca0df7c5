// lodestone mogrify: changes files in place, or writes them in another format or to another
// directory.
//
// GraphicsMagick's grammar: options apply to the files that follow them, up to the next option;
// settings stay in force.
#include <unistd.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "utilities/bulk/bulk_options.hpp"
#include "utilities/bulk/bulk_run.hpp"
#include "utilities/commands/information.hpp"
#include "utilities/image/write_images.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/shell/progress_line.hpp"

namespace lodestone::cli {
namespace {

// Options that only mogrify has, in force from where they stand.
struct Target {
  std::string format;     // "": that of the input
  std::string directory;  // "": that of the input
  bool creates_directories = false;
  bool preserves_times = false;
};

void RequireFormat(const std::string& format) {
  if (format.empty()) throw CommandError("Unrecognized image format ()");
  if (format.find_first_of("/ ") != format.npos)
    throw CommandError("Unrecognized image format", format);
  RequireWritable("*." + format);
}

const std::string kOwnNames[] = {"create-directories", "format", "output-directory",
                                 "preserve-timestamp"};

// A percent sign stands for itself.
std::string Literal(const std::string& text) {
  std::string literal;
  for (const char c : text) literal += c == '%' ? "%%" : std::string(1, c);
  return literal;
}

std::string TemplateOf(const Target& target) {
  const std::string folder = target.directory.empty() ? "" : Literal(target.directory) + "/";
  const std::string name = target.format.empty() ? "%{name}" : "%{base}." + Literal(target.format);
  return folder + "%{dir}/" + name;
}

class Parser {
 public:
  Parser(const CommandContext& context, const Arguments& arguments)
      : context_(context), arguments_(arguments) {}

  // One job for each group of options with its files.
  std::vector<BulkOptions> Parse() {
    while (position_ < arguments_.size()) {
      if (LooksLikeOption(arguments_[position_])) {
        if (!names_.empty() || position_ == 0) first_of_group_ = position_;
        EndGroup();
        if (!ParseOwn()) uses_.push_back(ParseImageOption(arguments_, &position_, kOwnNames));
      } else {
        names_.push_back(arguments_[position_++]);
      }
    }
    if (names_.empty()) WarnOfUnused();
    EndGroup();
    return std::move(jobs_);
  }

 private:
  // Programs that call the command as a function expect gm's silence.
  void WarnOfUnused() const {
    if (context_.caller != nullptr) return;
    PrintMessage(CommandError(jobs_.empty()
                                  ? "There are no files after the options, nothing was done"
                                  : "There are no files after these options, they have no effect",
                              arguments_[first_of_group_] + " ..."));
  }

  bool ParseOwn() {
    const std::string& option = arguments_[position_];
    const auto value = [&] {
      if (position_ + 1 == arguments_.size()) throw MalformedArgument(option);
      return arguments_[++position_];
    };
    if (option == "-format") {
      target_.format = value();
      RequireFormat(target_.format);
    } else if (option == "-output-directory") {
      target_.directory = value();
    } else if (option == "-create-directories") {
      target_.creates_directories = true;
    } else if (option == "-preserve-timestamp") {
      target_.preserves_times = true;
    } else {
      return false;
    }
    ++position_;
    return true;
  }

  void EndGroup() {
    if (names_.empty()) return;
    BulkOptions job;
    job.settings = settings_;
    settings_.insert(settings_.end(), uses_.begin(), uses_.end());
    job.common = std::exchange(uses_, {});
    job.inputs.names = std::exchange(names_, {});
    job.outputs.push_back({OutputName(TemplateOf(target_)), {}});
    job.replaces_inputs = true;
    job.creates_directories = target_.creates_directories;
    job.preserves_times = target_.preserves_times;
    job.prints_failures = true;
    job.names_devices = false;
    if (context_.caller != nullptr) job.info = context_.caller->info;
    jobs_.push_back(std::move(job));
  }

  const CommandContext& context_;
  const Arguments& arguments_;
  std::size_t position_ = 0, first_of_group_ = 0;
  Target target_;
  std::vector<OptionUse> settings_, uses_;
  std::vector<std::string> names_;
  std::vector<BulkOptions> jobs_;
};

// Where progress was shown, the line with which it ends.
void ReportOnTerminal(const BulkSummary& summary) {
  const bool several = summary.done + summary.failed > 1;
  if (several && !ProgressLine::IsForbidden() && isatty(STDERR_FILENO) == 1)
    std::fprintf(stderr, "%s\n", SummaryLine(summary).c_str());
}

}  // namespace

void MogrifyUsage(const CommandContext& context) {
  PrintBanner();
  std::printf("Usage: %s [options ...] file [ [options ...] file ...]\n",
              context.Spelled().c_str());
  PrintOptions(kConvert);
  std::printf(
      "\nOptions of mogrify:\n"
      "  -create-directories  create output directories if required\n"
      "  -format type         image format type\n"
      "  -output-directory directory\n"
      "                       write to this directory instead of the input's\n"
      "  -preserve-timestamp  preserve original timestamps of the file\n"
      "\n"
      "Files are replaced, each at once and complete, unless another format or directory is "
      "given.\n");
}

int RunMogrify(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) {
    MogrifyUsage(context);
    throw CommandError("Improper arguments supplied, please see manual");
  }
  if (PrintInformationIn(context, arguments, kConvert)) return 0;
  bool complete = true;
  for (const BulkOptions& job : Parser(context, arguments).Parse()) {
    const BulkSummary summary = RunBulkJob(job);
    if (!summary.stopped.empty()) throw CommandError(kStopped + summary.stopped);
    if (!summary.had_inputs()) WarnOfNone(job.inputs);
    ReportOnTerminal(summary);
    complete = complete && summary.complete();
  }
  return complete ? 0 : 1;
}

}  // namespace lodestone::cli
