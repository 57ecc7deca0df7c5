// The two file formats of the event log.
#include "accel/events/call_record.hpp"
#include "accel/events/event_log.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/event_queues.hpp"

namespace lodestone::accel {
namespace {

MagickAccelerateEvent Example() {
  MagickAccelerateEvent event{};
  event.struct_size = sizeof event;
  event.operation = "scale";
  event.accelerator = "opencl";
  event.device = "Portable:CPU:x \"quoted\"";
  event.declined_by = "";
  event.detail = "";
  event.kernels = "ScaleFilter";
  event.actual_ns = 1360500000;
  event.process = 4711;
  event.host = "here";
  event.item = "photo.jpg";
  return event;
}

class LogFile : public testing::Test {
 protected:
  void TearDown() override {
    MagickAccelerateOpenLog(nullptr);
    std::filesystem::remove(path_);
  }
  void Open(const char* suffix) {
    path_ = std::filesystem::temp_directory_path() /
            ("lodestone-log-" + std::to_string(getpid()) + suffix);
    ASSERT_EQ(1, MagickAccelerateOpenLog(path_.c_str()));
  }
  std::string Text() {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::filesystem::path path_;
};

TEST_F(LogFile, TextLinesHaveTheFixedLayout) {
  Open(".log");
  EmitEvent(Example());
  const std::regex layout(
      "\\d{14} \\d+:\\d+\\.\\d{6} +\\d+\\.\\d{3} \\d+ dispatch.cpp Dispatch \\d+ Accelerate Event "
      "Using kernel: ScaleFilter\n"
      "\\d{14} \\d+:\\d+\\.\\d{6} +\\d+\\.\\d{3} \\d+ dispatch.cpp Dispatch \\d+ Accelerate Event "
      "accelerate scale: 1360.500\n");
  EXPECT_TRUE(std::regex_match(Text(), layout)) << Text();
}

TEST_F(LogFile, JsonLinesCarryEveryField) {
  Open(".jsonl");
  EmitEvent(Example());
  EmitEvent(Example());
  const std::string text = Text();
  const auto first = nlohmann::json::parse(text.substr(0, text.find('\n')));
  EXPECT_EQ("scale", first["operation"]);
  EXPECT_EQ("done", first["outcome"]);
  EXPECT_EQ("none", first["reason"]);
  EXPECT_EQ(1360500000, first["actual_ns"]);
  EXPECT_EQ("Portable:CPU:x \"quoted\"", first["device"]);
  EXPECT_EQ(4711, first["process"]);
  EXPECT_EQ("here", first["host"]);
  EXPECT_EQ("photo.jpg", first["item"]);
  EXPECT_EQ(37u, first.size());
  const auto second = nlohmann::json::parse(text.substr(text.find('\n') + 1));
  EXPECT_EQ(first["sequence"].get<int>() + 1, second["sequence"].get<int>());
}

TEST(CallRecord, NamesTheHostAndWhatTheThreadWorksOn) {
  char host[256];
  ASSERT_EQ(0, gethostname(host, sizeof host));
  const auto item = [&] {
    CallRecord record("scale");
    const MagickAccelerateEvent event = record.Finish({});
    EXPECT_STREQ(host, event.host);
    return std::string(event.item);
  };
  EXPECT_EQ("", item());
  MagickAccelerateSetItem("photos/a.jpg");
  EXPECT_EQ("photos/a.jpg", item());
  std::thread([&] { EXPECT_EQ("", item()); }).join();
  MagickAccelerateSetItem(std::string(5000, 'x').c_str());
  EXPECT_EQ(std::string(1023, 'x'), item());
  MagickAccelerateSetItem(nullptr);
  EXPECT_EQ("", item());
}

TEST(EventJson, EveryTextComesBack) {
  std::vector<std::string> texts = {"",
                                    "plain",
                                    "a \"quoted\" \\ path",
                                    "tab\tline\nend\x01\x7f",
                                    "Gr\xc3\xbc\xc3\x9f",
                                    "not \xff UTF-8 \xc3"};
  for (int c = 1; c < 256; ++c) texts.push_back(std::string("x") + static_cast<char>(c));
  for (const std::string& text : texts) {
    MagickAccelerateEvent event = Example();
    event.detail = text.c_str();
    const std::string line = EventJson(event);
    EXPECT_EQ(line.size() - 1, line.find('\n')) << line;
    // Invalid UTF-8 is replaced as the JSON library does it.
    const std::string dumped =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    EXPECT_EQ(nlohmann::json::parse(dumped), nlohmann::json::parse(line)["detail"]) << line;
  }
}

TEST(EventJson, EveryNumberComesBack) {
  MagickAccelerateEvent event = Example();
  event.kernel_ns = UINT64_MAX;
  event.unix_time_ns = INT64_MIN;
  event.strips = UINT_MAX;
  event.first = 1;
  const auto json = nlohmann::json::parse(EventJson(event));
  EXPECT_EQ(UINT64_MAX, json["kernel_ns"].get<std::uint64_t>());
  EXPECT_EQ(INT64_MIN, json["unix_time_ns"].get<std::int64_t>());
  EXPECT_EQ(UINT_MAX, json["strips"].get<unsigned>());
  EXPECT_EQ(1, json["first"]);
  EXPECT_EQ(0, json["resident"]);
}

TEST(EventMessages, TheCpuEventSaysWhyTheDeviceDidNotDoIt) {
  MagickAccelerateEvent event = Example();
  event.device = event.kernels = "";
  event.accelerator = "cpu";
  event.declined_by_outcome = MagickAccelerateDeclined;
  event.reason = MagickAccelerateCold;
  event.detail = "not warmed up";
  const auto messages = EventMessages(event);
  ASSERT_EQ(2u, messages.size());
  EXPECT_EQ("AccelerateScaleImage declined: cold (not warmed up)", messages[0]);
  EXPECT_EQ("normal scale: 1360.500", messages[1]);
}

TEST(EventMessages, NobodyDidIt) {
  MagickAccelerateEvent event = Example();
  event.outcome = event.declined_by_outcome = MagickAccelerateFailed;
  event.reason = MagickAccelerateDeviceError;
  EXPECT_EQ(std::vector<std::string>{"AccelerateScaleImage failed: device-error"},
            EventMessages(event));
}

TEST(OpenLog, AFileThatCannotBeOpenedIsAnError) {
  EXPECT_EQ(0, MagickAccelerateOpenLog("/nonexistent/folder/x.log"));
  EXPECT_EQ(ENOENT, errno);
}

TEST_F(LogFile, AFileThatIsNoLogIsLeftAlone) {
  for (const std::string text :
       {"P6\n1 1\n255\nabc", "{\"type\":\"item\"}\n", "20251122 notes\n"}) {
    path_ = std::filesystem::temp_directory_path() / ("lodestone-log-" + std::to_string(getpid()));
    std::ofstream(path_) << text;
    EXPECT_EQ(0, MagickAccelerateOpenLog(path_.c_str())) << text;
    EXPECT_EQ(EEXIST, errno);
    EmitEvent(Example());
    EXPECT_EQ(text, Text());
  }
}

TEST_F(LogFile, ALogGoesOn) {
  for (const char* suffix : {".log", ".jsonl"}) {
    Open(suffix);
    EmitEvent(Example());
    MagickAccelerateOpenLog(nullptr);
    const std::string first = Text();
    ASSERT_FALSE(first.empty());
    Open(suffix);
    EmitEvent(Example());
    EXPECT_EQ(0u, Text().find(first)) << suffix;
    EXPECT_GT(Text().size(), first.size()) << suffix;
    MagickAccelerateOpenLog(nullptr);
    std::filesystem::remove(path_);
  }
}

// Programs may do without times; a file gets them all.
TEST_F(LogFile, WantsTimesOfParts) {
  EXPECT_FALSE(PartTimesWanted());
  {
    const test::Queue queue = test::Open();
    EXPECT_TRUE(PartTimesWanted());
    MagickAccelerateSetPartTimes(0);
    EXPECT_FALSE(PartTimesWanted());
    EXPECT_TRUE(EventsWanted());
    Open(".jsonl");
    EXPECT_TRUE(PartTimesWanted());
    MagickAccelerateOpenLog(nullptr);
    EXPECT_FALSE(PartTimesWanted());
    MagickAccelerateSetPartTimes(1);
    EXPECT_TRUE(PartTimesWanted());
  }
  EXPECT_FALSE(PartTimesWanted());
}

TEST(FormatLogLine, ControlCharactersCannotBreakTheLine) {
  const std::string line = FormatLogLine({"m", "f", 1, "D", "S", "a\nb\rc"});
  EXPECT_EQ(line.size() - 1, line.find('\n'));
  EXPECT_NE(std::string::npos, line.find(" m f 1 D S a b c\n"));
}

int handler_calls = 0;

TEST(EventHandler, MayTakeItselfOut) {
  handler_calls = 0;
  MagickAccelerateSetEventHandler(
      [](const MagickAccelerateEvent*, void*) {
        ++handler_calls;
        MagickAccelerateSetEventHandler(nullptr, nullptr);
      },
      nullptr);
  EXPECT_TRUE(EventsWanted());
  EmitEvent(Example());
  EmitEvent(Example());
  EXPECT_EQ(1, handler_calls);
  EXPECT_FALSE(EventsWanted());
}

}  // namespace
}  // namespace lodestone::accel
