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

constexpr OwnOption kMogrifyOptions[] = {
    {"create-directories", "", "create output directories if required",
     Set<Target, &Target::creates_directories>},
    {"format", "type", "image format type",
     [](void* target, const OwnUse& use) {
       RequireFormat(use.value);
       static_cast<Target*>(target)->format = use.value;
     },
     kAnyValue},
    {"output-directory", "directory", "write to this directory instead of the input's",
     Set<Target, &Target::directory>, kAnyValue},
    {"preserve-timestamp", "", "preserve original timestamps of the file",
     Set<Target, &Target::preserves_times>},
};

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
        ParseOption();
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

  void ParseOption() {
    const OwnOption* const own = FindOwn(kMogrifyOptions, arguments_[position_]);
    if (own != nullptr)
      return own->set(&target_, TakeOwn(kMogrifyOptions, *own, arguments_, &position_));
    const std::vector<std::string> names = NamesOf(kMogrifyOptions);
    uses_.push_back(ParseImageOption(arguments_, &position_, names));
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

int RunMogrify(const CommandContext& context, const Arguments& arguments) {
  if (arguments.empty()) RefuseNoArguments(context, kMogrifyCommand);
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

constexpr HelpPart kMogrifyNotes[] = {
    {"Options of mogrify", "", Shown<kMogrifyOptions>},
    {"",
     "Files are replaced, each at once and complete, unless another format or directory is given."},
};

}  // namespace

const Command kMogrifyCommand = {
    .name = "mogrify",
    .summary = "transform an image or a sequence of images",
    .run = RunMogrify,
    .synopsis = "$ [options ...] file [ [options ...] file ...]",
    .options = Shown<kConvert>,
    .more = kMogrifyNotes,
    .description =
        "Changes files in place, or with -format writes files of another format beside\n"
        "them, or with -output-directory elsewhere. Options apply to the files that\n"
        "follow them, up to the next option.",
    .has_banner = true,
};

}  // namespace lodestone::cli
