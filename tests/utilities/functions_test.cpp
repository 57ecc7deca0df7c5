// The commands as functions of the library: settings, metadata, exceptions, and what stays
// unchanged.
#include <gmock/gmock.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "accel/accelerate.h"
#include "magick/api.h"
#include "tests/utilities/functions.hpp"

namespace lodestone::test {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;

class FunctionsTest : public FunctionCallTest {};

TEST_F(FunctionsTest, ConvertWritesAndDescribes) {
  const Result result = Call(ConvertImageCommand, {"convert", In(), "-crop", "5x4+1+1", Out()});
  EXPECT_EQ(MagickPass, result.status);
  EXPECT_EQ(UndefinedException, result.severity);
  EXPECT_EQ("5,4,PPM\n", result.metadata);
  EXPECT_TRUE(std::filesystem::exists(Out()));
}

TEST_F(FunctionsTest, ConjureRunsScripts) {
  const std::string script = In() + ".msl";
  std::ofstream(script) << "<image><read filename='" << In() << "'/><write filename='" << Out()
                        << "'/></image>";
  EXPECT_EQ(MagickPass, Call(ConjureImageCommand, {"conjure", script}).status);
  EXPECT_TRUE(std::filesystem::exists(Out()));
  EXPECT_EQ("Unable to open file", Call(ConjureImageCommand, {"conjure", "none.msl"}).reason);
}

TEST_F(FunctionsTest, FormatDescribesToTheCaller) {
  EXPECT_EQ("64-48\n", Call(ConvertImageCommand, {"x", In(), "-format", "%w-%h", Out()}).metadata);
  EXPECT_EQ("64-48|64-48|",
            Call(IdentifyImageCommand, {"x", "-format", "%w-%h|", In(), In()}).metadata);
}

TEST_F(FunctionsTest, MetadataIsAppendedTo) {
  char* metadata = AllocateString("before ");
  const Words words{"identify", "-format", "%m", In()};
  EXPECT_EQ(MagickPass, CallWith(nullptr, IdentifyImageCommand, words, &metadata, nullptr));
  EXPECT_STREQ("before PPM", metadata);
  MagickFree(metadata);
  testing::internal::CaptureStdout();
  EXPECT_EQ(MagickPass, CallWith(nullptr, IdentifyImageCommand, words, nullptr, nullptr));
  EXPECT_EQ("", testing::internal::GetCapturedStdout());
}

TEST_F(FunctionsTest, IdentifyWithoutFormatPrints) {
  testing::internal::CaptureStdout();
  EXPECT_EQ("", Call(IdentifyImageCommand, {"identify", In()}).metadata);
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("PPM 64x48+0+0"));
}

TEST_F(FunctionsTest, CompositeAndMontageDescribeWhatTheyWrite) {
  EXPECT_EQ("64,48,PPM\n", Call(CompositeImageCommand, {"composite", In(), In(), Out()}).metadata);
  EXPECT_EQ("PPM\n", Call(MontageImageCommand,
                          {"montage", "-geometry", "8x8", "-format", "%m", In(), In(), Out()})
                         .metadata);
}

TEST_F(FunctionsTest, SettingsAreTheCallers) {
  ImageInfo* info = CloneImageInfo(nullptr);
  CloneString(&info->size, "13x7");
  char* metadata = nullptr;
  EXPECT_EQ(MagickPass,
            CallWith(info, ConvertImageCommand, {"convert", "-quality", "31", "xc:red", Out()},
                     &metadata, nullptr));
  EXPECT_STREQ("13,7,PPM\n", metadata);
  EXPECT_EQ(31u, info->quality);  // as in GraphicsMagick
  MagickFree(metadata);
  DestroyImageInfo(info);
}

TEST_F(FunctionsTest, MogrifyBeginsWithTheCallersSettings) {
  ImageInfo* info = CloneImageInfo(nullptr);
  info->quality = 20;
  const std::string jpeg = folder_ / "a.jpg", other = folder_ / "b.jpg";
  for (const std::string& name : {jpeg, other})
    ASSERT_EQ(MagickPass, Call(ConvertImageCommand, {"convert", In(), name}).status);
  EXPECT_EQ(MagickPass,
            CallWith(info, MogrifyImageCommand, {"mogrify", "-flip", jpeg}, nullptr, nullptr));
  EXPECT_EQ(MagickPass, Call(MogrifyImageCommand, {"mogrify", "-flip", other}).status);
  EXPECT_LT(std::filesystem::file_size(jpeg), std::filesystem::file_size(other));
  DestroyImageInfo(info);
}

TEST_F(FunctionsTest, FailuresAreExceptions) {
  const Result missing = Call(ConvertImageCommand, {"convert", "missing.ppm", Out()});
  EXPECT_EQ(MagickFail, missing.status);
  EXPECT_EQ(FileOpenError, missing.severity);
  EXPECT_EQ("Unable to open file", missing.reason);
  EXPECT_EQ("missing.ppm", missing.description);
  EXPECT_EQ(ENOENT, missing.error_number);
  const Result mogrify = Call(MogrifyImageCommand, {"mogrify", "-flip", In(), "missing.ppm"});
  EXPECT_EQ(MagickFail, mogrify.status);
  EXPECT_EQ(FileOpenError, mogrify.severity);
  EXPECT_EQ("missing.ppm", mogrify.description);
  const Result option = Call(ConvertImageCommand, {"convert", In(), "-frobnicate", Out()});
  EXPECT_EQ(OptionError, option.severity);
  EXPECT_EQ("Unrecognized option", option.reason);
  EXPECT_EQ("-frobnicate", option.description);
}

TEST_F(FunctionsTest, WarningsAreExceptions) {
  const Result result = Call(ConvertImageCommand, {"convert", In(), "-clip", Out()});
  EXPECT_EQ(MagickPass, result.status);
  EXPECT_EQ(OptionWarning, result.severity);
  EXPECT_EQ("Image has no such clipping path", result.reason);
}

TEST_F(FunctionsTest, NothingIsPrintedToStandardError) {
  testing::internal::CaptureStderr();
  Call(ConvertImageCommand, {"convert", "missing.ppm", Out()});
  Call(MogrifyImageCommand, {"mogrify", "missing.ppm"});
  Call(MagickCommand, {"frobnicate"});
  EXPECT_EQ("", testing::internal::GetCapturedStderr());
}

TEST_F(FunctionsTest, CompareReportsWhatExceedsTheLimit) {
  ASSERT_EQ(MagickPass, Call(ConvertImageCommand, {"convert", In(), "-negate", Out()}).status);
  testing::internal::CaptureStdout();
  const Result result = Call(CompareImageCommand,
                             {"compare", "-metric", "MAE", "-maximum-error", "0.01", In(), Out()});
  EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("MeanAbsoluteError"));
  EXPECT_EQ(MagickFail, result.status);
  EXPECT_EQ(ImageError, result.severity);
  EXPECT_EQ("image difference exceeds limit", result.reason);
}

TEST_F(FunctionsTest, WithoutArgumentsTheUsageIsPrinted) {
  for (const Function function :
       {BenchmarkImageCommand, CompareImageCommand, CompositeImageCommand, ConvertImageCommand,
        IdentifyImageCommand, MogrifyImageCommand, MontageImageCommand, TimeImageCommand}) {
    for (const Words& words : {Words{}, Words{"name"}}) {
      testing::internal::CaptureStdout();
      const Result result = Call(function, words);
      EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("Usage: "));
      EXPECT_EQ(MagickFail, result.status);
      EXPECT_EQ(OptionError, result.severity);
    }
    testing::internal::CaptureStdout();
    EXPECT_EQ(MagickPass, Call(function, {"name", "-help"}).status);
    EXPECT_THAT(testing::internal::GetCapturedStdout(), HasSubstr("Usage: "));
  }
}

TEST_F(FunctionsTest, MagickCommandFindsCommands) {
  EXPECT_EQ("64", Call(MagickCommand, {"Identify", "-format", "%w", In()}).metadata);
  const Result convert = Call(MagickCommand, {"-convert", In(), Out()});
  EXPECT_EQ(MagickPass, convert.status);
  EXPECT_EQ("", convert.metadata);  // as in GraphicsMagick
  for (const char* name : {"frobnicate", "batch", "lab"}) {
    const Result refused = Call(MagickCommand, {name, "-what"});
    EXPECT_EQ(MagickFail, refused.status) << name;
    EXPECT_EQ(OptionError, refused.severity) << name;
  }
  EXPECT_EQ(OptionError, Call(MagickCommand, {}).severity);
}

TEST_F(FunctionsTest, TimeRunsACommand) {
  testing::internal::CaptureStderr();
  testing::internal::CaptureStdout();
  const Result result = Call(TimeImageCommand, {"time", "identify", "-format", "%w", In()});
  EXPECT_EQ("64\n", testing::internal::GetCapturedStdout());
  EXPECT_THAT(testing::internal::GetCapturedStderr(), EndsWith(" total\n"));
  EXPECT_EQ(MagickPass, result.status);
  EXPECT_EQ("", result.metadata);
}

TEST_F(FunctionsTest, BenchmarkRunsACommandOnSeveralThreads) {
  testing::internal::CaptureStderr();
  const Result result = Call(BenchmarkImageCommand, {"benchmark", "-iterations", "4", "-concurrent",
                                                     "convert", "missing.ppm", "null:"});
  EXPECT_THAT(testing::internal::GetCapturedStderr(), testing::StartsWith("Results: "));
  EXPECT_EQ(MagickFail, result.status);
  EXPECT_EQ(FileOpenError, result.severity);
}

MagickPassFail OwnMonitor(const char*, const magick_int64_t, const magick_uint64_t,
                          ExceptionInfo*) {
  return MagickPass;
}

TEST_F(FunctionsTest, TheProcessStaysAsItWas) {
  const magick_int64_t pixels = GetMagickResourceLimit(PixelsResource);
  const MagickAccelerateMode mode = MagickAccelerateSetMode(MagickAccelerateOff);
  SetLogEventMask("Transform");
  const MonitorHandler monitor = SetMonitorHandler(OwnMonitor);
  SetMagickRandomSeed(7);
  testing::internal::CaptureStderr();
  const Result result =
      Call(ConvertImageCommand, {"convert", "-limit", "pixels", "1MP", "-debug", "None", "-log",
                                 "%e", "-accelerate", "auto", "-monitor", In(), "-flip", Out()});
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("100%"));
  EXPECT_EQ(MagickPass, result.status) << result.reason;
  EXPECT_EQ(pixels, GetMagickResourceLimit(PixelsResource));
  EXPECT_TRUE(IsEventLogged(TransformEvent));
  EXPECT_EQ(OwnMonitor, SetMonitorHandler(monitor));
  EXPECT_EQ(MagickAccelerateOff, MagickAccelerateSetMode(mode));
  SetLogEventMask("None");
}

TEST_F(FunctionsTest, SignalsStayAsTheyWere) {
  struct sigaction before {
  }, after{};
  sigaction(SIGINT, nullptr, &before);
  const std::string name = GetClientName();
  Program({"gm", "convert", In(), Out()});
  sigaction(SIGINT, nullptr, &after);
  EXPECT_EQ(before.sa_handler, after.sa_handler);
  EXPECT_EQ(name, GetClientName());
}

TEST_F(FunctionsTest, MissingArgumentsAreErrors) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  ImageInfo* info = CloneImageInfo(nullptr);
  char name[] = "convert";
  char* words[] = {name, nullptr};
  EXPECT_EQ(MagickFail, ConvertImageCommand(nullptr, 1, words, nullptr, &exception));
  EXPECT_EQ(OptionError, exception.severity);
  SetExceptionInfo(&exception, UndefinedException);
  EXPECT_EQ(MagickFail, ConvertImageCommand(info, 2, words, nullptr, &exception));
  EXPECT_EQ(OptionError, exception.severity);
  EXPECT_EQ(MagickFail, ConvertImageCommand(info, 2, nullptr, nullptr, nullptr));
  EXPECT_EQ(MagickFail, ConvertImageCommand(info, -1, words, nullptr, nullptr));
  EXPECT_EQ(MagickFail, MogrifyImage(info, 1, words, nullptr));
  EXPECT_EQ(1, Program({}));
  EXPECT_EQ(1, GMCommand(2, nullptr));
  DestroyImageInfo(info);
  DestroyExceptionInfo(&exception);
}

TEST_F(FunctionsTest, RunOnSeveralThreads) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([this, i] {
      const std::string out = folder_ / ("out" + std::to_string(i) + ".ppm");
      for (int round = 0; round < 5; ++round) {
        const Result result = Call(ConvertImageCommand, {"convert", In(), "-flip", out});
        EXPECT_EQ("64,48,PPM\n", result.metadata);
        EXPECT_EQ("missing" + std::to_string(i),
                  Call(ConvertImageCommand, {"x", "missing" + std::to_string(i), out}).description);
      }
    });
  }
}

}  // namespace
}  // namespace lodestone::test
