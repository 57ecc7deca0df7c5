#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <new>

#include "tests/torture/campaign.hpp"
#include "tests/torture/fault_scenarios.hpp"
#include "tests/torture/handles.hpp"
#include "tests/torture/mixed_work.hpp"

namespace lodestone::torture {
namespace {

constexpr char kInput[] = "in.";

// Formats whose libraries abort, go through a null pointer, wait for a thread that has not started,
// or are unusable from then on, when an allocation or a start of a thread fails inside them:
// poppler, openjpeg, libaom, libde265, x265, libjxl, OpenEXR.
constexpr const char* kLibraryEndsTheProcess[] = {"AVIF", "BIE", "EPDF", "EXR",  "HEIC", "HEIF",
                                                  "J2C",  "J2K", "JBG",  "JBIG", "JP2",  "JPC",
                                                  "JXL",  "JPX", "PDF",  "PGX"};

bool MayRunOutOfMemory(const std::string& magick) {
  return std::find(std::begin(kLibraryEndsTheProcess), std::end(kLibraryEndsTheProcess), magick) ==
         std::end(kLibraryEndsTheProcess);
}

ImagePtr Original() {
  ImagePtr image = MakeNoise(40, 33, 1);
  const Bytes profile(300, 0x5a);
  SetImageAttribute(image.get(), "comment", "a comment");
  SetImageProfile(image.get(), "EXIF", profile.data(), profile.size());
  return image;
}

void WriteInput(const MagickInfo* format) {
  const bool written = format->encoder != nullptr && format->decoder != nullptr;
  if (!written || format->blob_support == 0) return;
  Exception exception;
  const ImagePtr image = Original();
  const Bytes bytes = Encode(format->name, image.get(), exception.get());
  if (!bytes.empty()) Store(kInput + std::string(format->name), {bytes.begin(), bytes.end()});
}

std::string TextOf(const ExceptionInfo& exception) {
  if (exception.severity < ErrorException || exception.reason == nullptr) return "";
  const char* const description = exception.description;
  const std::string system =
      exception.error_number != 0 ? std::strerror(exception.error_number) : "";
  return std::string(exception.reason) + " " + (description != nullptr ? description : "") + " " +
         system;
}

void SetName(char (&field)[MaxTextExtent], const std::string& name) {
  MagickStrlCpy(field, name.c_str(), MaxTextExtent);
}

Outcome Read(const std::string& magick, FaultControl& control) {
  const InfoPtr info(CloneImageInfo(nullptr));
  SetName(info->filename, magick + ":" + kInput + magick);
  Exception exception;
  control.process = getpid();
  const ImagePtr image(ReadImage(info.get(), exception.get()));
  control.process = 0;
  Outcome outcome;
  outcome.reason = TextOf(*exception.get());
  outcome.done = image != nullptr && outcome.reason.empty();
  if (outcome.done) outcome.digest = DigestOf(image.get());
  return outcome;
}

Outcome Write(const std::string& magick, FaultControl& control) {
  const ImagePtr image = Original();
  const InfoPtr info(CloneImageInfo(nullptr));
  const std::string file = "out." + magick;
  Store(file, kOldContent);
  SetName(image->filename, magick + ":" + file);
  control.process = getpid();
  const MagickPassFail status = WriteImage(info.get(), image.get());
  control.process = 0;
  Outcome outcome;
  outcome.reason = TextOf(image->exception);
  outcome.done = status == MagickPass && outcome.reason.empty();
  const std::string content = ContentOf(file);
  if (outcome.done) outcome.digest = DigestOfText(content);
  if (status == MagickFail && content != kOldContent)
    outcome.complaint = "the file that was there is not what it was";
  std::filesystem::remove(file);
  return outcome;
}

Outcome Change(const MixedWork& work, std::size_t piece, FaultControl& control) {
  Outcome outcome;
  Exception exception;
  ImagePtr image;
  control.process = getpid();
  try {
    image = work.Change(piece, exception.get());
  } catch (const std::bad_alloc&) {
    ThrowException(exception.get(), ResourceLimitError, "No memory for the test itself", nullptr);
  }
  control.process = 0;
  outcome.reason = TextOf(*exception.get());
  outcome.done = image != nullptr;
  if (outcome.done) outcome.digest = DigestOf(image.get());
  return outcome;
}

Outcome Start(FaultControl& control) {
  Exception exception;
  control.process = getpid();
  const MagickPassFail status = InitializeMagickEx("program", 0, exception.get());
  control.process = 0;
  Outcome outcome;
  outcome.reason = TextOf(*exception.get());
  outcome.done = status == MagickPass && outcome.reason.empty();
  return outcome;
}

// What a run leaves beyond what it found.
Outcome Watched(const std::function<Outcome()>& run) {
  const auto descriptors = [] {
    std::error_code error;
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd", error), {});
  };
  const std::vector<std::string> files = FilesHere();
  const auto before = descriptors();
  Outcome outcome = run();
  if (descriptors() > before) outcome.complaint = "a file is still open";
  const std::vector<std::string> after = FilesHere();
  if (after != files)
    outcome.complaint = "a file is left behind: " + after.back() + " " + after.front();
  return outcome;
}

Scenario Prepared(const std::string& name, std::function<Outcome(FaultControl&)> run) {
  return {name, [run](FaultControl& control) {
            InitializeMagick(nullptr);
            return Watched([&] { return run(control); });
          }};
}

}  // namespace

std::string ContentOf(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void Store(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

std::uint64_t DigestOfText(const std::string& text) {
  return std::hash<std::string>()(text);
}

std::vector<std::string> FilesHere() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator("."))
    names.push_back(entry.path().filename().string());
  std::sort(names.begin(), names.end());
  return names;
}

void MakeInputs() {
  RunAlone(
      [] {
        InitializeMagick(nullptr);
        Exception exception;
        MagickInfo** const formats = GetMagickInfoArray(exception.get());
        for (MagickInfo** format = formats; format != nullptr && *format != nullptr; ++format)
          WriteInput(*format);
      },
      120);
}

std::vector<Scenario> LibraryScenarios() {
  std::vector<Scenario> all{{"start", Start}};
  for (const std::string& file : FilesHere()) {
    if (!file.starts_with(kInput)) continue;
    const std::string magick = file.substr(std::size(kInput) - 1);
    if (!MayRunOutOfMemory(magick)) continue;
    all.push_back(
        Prepared("read " + magick, [magick](FaultControl& c) { return Read(magick, c); }));
    all.push_back(
        Prepared("write " + magick, [magick](FaultControl& c) { return Write(magick, c); }));
  }
  for (std::size_t piece = 0; piece < MixedWork::kChanges; ++piece)
    all.push_back(Prepared("change " + std::to_string(piece), [piece](FaultControl& control) {
      static const MixedWork work;
      return Change(work, piece, control);
    }));
  return all;
}

}  // namespace lodestone::torture
