// lodestone conform: whether the pixels are those that every machine gets.
#include <cstdio>
#include <filesystem>

#include "utilities/conform/check_devices.hpp"
#include "utilities/conform/pixel_digest.hpp"
#include "utilities/conform/report.hpp"
#include "utilities/events/output_file.hpp"
#include "utilities/shell/command.hpp"
#include "utilities/shell/command_error.hpp"
#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

struct Request {
  bool cpu = false, json = false;
  std::string device;  // "": as MAGICK_OCL_DEVICE selects
  std::string list;    // "": the installed one
  std::string write, save, only;
  std::size_t every = 1;

  bool Chooses() const { return every != 1 || !only.empty(); }
};

constexpr OwnOption kConformOptions[] = {
    {"cpu", "", "only the CPU, or with -device also the CPU", Set<Request, &Request::cpu>},
    {"device", "name", "only devices of that name or class, as in MAGICK_OCL_DEVICE",
     Set<Request, &Request::device>},
    {"every", "n", "only every nth case, as a quick check", SetCount<Request, &Request::every>},
    {"json", "", "print JSON", Set<Request, &Request::json>},
    {"list", "file", "digests to compare with, instead of the installed ones",
     Set<Request, &Request::list>},
    {"only", "text", "only cases with this in their names", Set<Request, &Request::only>},
    {"save", "folder", "keep sources and results as PAM files, whose SHA-256 are the digests",
     Set<Request, &Request::save>},
    {"write", "file", "write the digests that the CPU finds; those of the other depth stay",
     Set<Request, &Request::write>},
};

Request ParseRequest(const Arguments& arguments) {
  Request request;
  ParseOwn(kConformOptions, arguments, Words::kNone, &request);
  if (!request.write.empty() && request.Chooses())
    throw CommandError("A list has all cases", "-write goes with neither -only nor -every");
  return request;
}

std::vector<conform::Case> ChosenCases(const Request& request,
                                       const std::vector<conform::Case>& all) {
  std::vector<conform::Case> chosen;
  for (std::size_t i = 0; i < all.size(); i += request.every)
    if (all[i].name().find(request.only) != std::string::npos) chosen.push_back(all[i]);
  if (chosen.empty()) throw CommandError("No case has this in its name", request.only);
  return chosen;
}

// "folder/0012-source.pam"
void Save(const std::string& folder, unsigned number, const std::string& what,
          const std::string& pam) {
  WriteFile(folder + "/" + Format("%04u-", number) + what + ".pam", {"a PAM file", "P7\n"}, pam);
}

void SaveCase(const std::string& folder, const conform::Case& each, const std::string& where,
              const conform::CaseResult& result) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw CommandError("Unable to make folder", folder, error.value());
  Save(folder, each.number, "source", conform::PamOf(conform::Make(each.source).get()));
  if (each.second)
    Save(folder, each.number, "second", conform::PamOf(conform::Make(*each.second).get()));
  if (!result.pam.empty()) Save(folder, each.number, where, result.pam);
}

void WriteList(const std::string& file, const std::vector<conform::Case>& cases) {
  const ReportKind kind{"a conformance list", conform::kListBeginning};
  RequireReplaceable(file, kind, {});
  ProgressLine line;
  const auto digests =
      conform::DigestsOfCpu(cases, conform::ShowingProgress(&line, "CPU", cases.size()));
  WriteFile(file, kind, conform::ListText(cases, digests, conform::DigestsOfOtherDepth(file)));
}

int RunConform(const CommandContext& context, const Arguments& arguments) {
  if (AsksForHelp(arguments)) {
    PrintUsage(context, kConformCommand);
    return 0;
  }
  const Request request = ParseRequest(arguments);
  const std::vector<conform::Case> all = conform::AllCases();
  if (!request.write.empty()) {
    WriteList(request.write, all);
    return 0;
  }
  const conform::Digests digests =
      conform::ReadList(request.list.empty() ? conform::FindList() : request.list, all);
  const auto keep = [&](const conform::Case& each, const std::string& where,
                        const conform::CaseResult& result) {
    if (!request.save.empty()) SaveCase(request.save, each, where, result);
  };
  const bool devices = !request.cpu || !request.device.empty();
  const bool cpu = request.cpu || request.device.empty();
  const bool shares_build = context.caller == nullptr && !request.Chooses();
  const conform::Checked checked = conform::Check({cpu, devices, request.device, shares_build},
                                                  ChosenCases(request, all), digests, keep);
  request.json ? conform::PrintJson(checked) : conform::PrintReport(checked);
  return checked.conforms() ? 0 : 1;
}

}  // namespace

const Command kConformCommand = {
    .name = "conform",
    .summary = "check that the pixels are those that every machine gets",
    .run = RunConform,
    .synopsis = "$ [-cpu] [-device name] [-json] [other options]",
    .text =
        "Computes every accelerated operation on images of its own, on the CPU and on\n"
        "each device, and compares the SHA-256 of each result with the published one.\n"
        "Each case that is different or was not run is named. Exit status 0: all are\n"
        "equal.",
    .options = Shown<kConformOptions>,
};

}  // namespace lodestone::cli
