// Fields that the text layout leaves implicit, and hostile logs.
#include "utilities/events/read/log_reader.hpp"

#include <gtest/gtest.h>

#include "utilities/text/text_format.hpp"

namespace lodestone::cli {
namespace {

class LogAssemblerTest : public testing::Test {
 protected:
  // At that many seconds after eleven o'clock, and after the start of the process.
  void Add(double second, double elapsed_s, int process, const std::string& message) {
    const int whole = static_cast<int>(second);
    const std::string line =
        Format("2022042811%02d%02d 0:%f 1.672 %d opencl.c F 744 Accelerate Event %s",
               whole / 60 % 60, whole % 60, elapsed_s, process, message.c_str());
    EXPECT_TRUE(assembler_.Add(line)) << line;
  }

  std::vector<EventRecord> records_;
  LogAssembler assembler_{[this](const EventRecord& record) { records_.push_back(record); }};
};

TEST_F(LogAssemblerTest, FieldsHaveTheirNamesOfEarlierVersionsToo) {
  for (const char* name : {"declined_by", "passed_over"}) {
    const std::string field = name;
    ASSERT_TRUE(assembler_.Add(R"({"operation":"scale","outcome":"done","accelerator":"cpu",")" +
                               field + R"(":"pocl:CPU:x",")" + field +
                               R"(_outcome":"declined","reason":"cold","actual_ns":15})"));
    EXPECT_EQ("pocl:CPU:x", records_.back().refuser_device);
    EXPECT_EQ(EventOutcome::kDeclined, records_.back().refusal);
  }
}

TEST_F(LogAssemblerTest, WhatIsEncodedHasTheSizeOfItsImage) {
  for (const char* operation : {"encode", "resize"}) {
    ASSERT_TRUE(assembler_.Add(std::string(R"({"operation":")") + operation +
                               R"(","outcome":"done","accelerator":"cpu","source_columns":640,)"
                               R"("source_rows":480,"columns":22750,"rows":1,"actual_ns":15})"));
  }
  EXPECT_EQ(640u, records_[0].geometry.columns);
  EXPECT_EQ(480u, records_[0].geometry.rows);
  EXPECT_EQ(22750u, records_[1].geometry.columns);
}

TEST_F(LogAssemblerTest, KernelsJoinTheCallTheyWereUsedIn) {
  Add(1, 1, 7, "Using kernel: A");
  Add(1, 1, 8, "Using kernel: B");
  Add(1, 1, 7, "Using kernel: C");
  Add(1, 1, 7, "accelerate resize: 5");
  Add(1, 1, 8, "accelerate scale: 5");
  Add(1, 1, 7, "accelerate resize: 5");
  ASSERT_EQ(3u, records_.size());
  EXPECT_EQ("A,C", records_[0].kernels);
  EXPECT_EQ("B", records_[1].kernels);
  EXPECT_EQ("", records_[2].kernels);
}

TEST_F(LogAssemblerTest, KernelsOfARefusedCallAreNotThoseOfTheNext) {
  Add(1, 1, 7, "Using kernel: A");
  Add(1, 1, 7, "AccelerateScaleImage null");
  Add(2, 2, 7, "accelerate scale: 5");
  EXPECT_EQ("", records_.back().kernels);
}

TEST_F(LogAssemblerTest, AProcessThatGoesOnHasOneFirstCall) {
  for (int i = 0; i < 100; ++i) Add(10.2 + 0.7 * i, 0.9 + 0.7 * i, 7, "accelerate scale: 5");
  EXPECT_TRUE(records_[0].first);
  for (int i = 1; i < 100; ++i) EXPECT_FALSE(records_[i].first) << i;
}

// As in containers, where every process has the same id.
TEST_F(LogAssemblerTest, ProcessesOfOneNumberAreToldApart) {
  Add(10, 0.9, 1, "accelerate scale: 5");
  Add(10, 0.9, 1, "accelerate scale: 5");
  Add(11, 0.8, 1, "accelerate scale: 5");   // elapsed time restarted
  Add(100, 0.9, 1, "accelerate scale: 5");  // another start time
  EXPECT_TRUE(records_[0].first);
  EXPECT_FALSE(records_[1].first);
  EXPECT_TRUE(records_[2].first);
  EXPECT_TRUE(records_[3].first);
}

TEST_F(LogAssemblerTest, TimesKeepTheOrderThatElapsedTimeHas) {
  Add(10, 0.95, 1, "accelerate scale: 5");
  Add(10, 1.25, 1, "accelerate scale: 5");
  Add(11, 1.26, 1, "accelerate scale: 5");
  EXPECT_EQ(300'000'000, records_[1].end_ns - records_[0].end_ns);
  EXPECT_EQ(10'000'000, records_[2].end_ns - records_[1].end_ns);
}

TEST_F(LogAssemblerTest, AProcessAmongManyIsNotForgotten) {
  Add(1, 1, 1, "accelerate scale: 5");
  for (int process = 2; process < 40000; ++process) {
    Add(1, 1, process, "normal scale: 5");
    if (process % 1000 == 0) Add(1, 1, 1, "accelerate scale: 5");
  }
  int first_calls = 0;
  for (const EventRecord& record : records_) first_calls += record.process == 1 && record.first;
  EXPECT_EQ(1, first_calls);
}

TEST_F(LogAssemblerTest, NamesAreTame) {
  EXPECT_TRUE(assembler_.Add(R"({"operation":"\u001b[2Jscale\n","outcome":"done","detail":")" +
                             std::string(5000, 'd') + R"(","reason":"cold","device":")" +
                             std::string(250, 'x') + "\u00e9\u00e9\u00e9\u00e9" + R"("})"));
  EXPECT_EQ(" [2Jscale ", records_[0].operation);
  EXPECT_EQ(512u, records_[0].detail.size());
  EXPECT_EQ(std::string(250, 'x') + "\u00e9...", records_[0].device);
}

TEST_F(LogAssemblerTest, ByteOrderMarksAndOtherDomainsAreNoDamage) {
  EXPECT_TRUE(assembler_.Add("\xEF\xBB\xBF{\"operation\":\"scale\",\"outcome\":\"done\"}"));
  EXPECT_TRUE(assembler_.Add("20220428104719 0:3.2 1.6 11552 a.c F 744 Coder Event whatever"));
  EXPECT_TRUE(assembler_.Add("20220428104719 0:3.2 1.6 11552 a.c F 744 Accelerate Event other"));
  EXPECT_EQ(1u, records_.size());
}

TEST_F(LogAssemblerTest, WhatCannotBeIsDamage) {
  const std::string start = "20220428104719 0:3.2 1.6 11552 a.c F 744 Accelerate Event ";
  for (const char* message :
       {"accelerate scale: -1", "accelerate scale: nan", "accelerate scale: inf",
        "accelerate scale: 1e300", "accelerate scale:", "accelerate : 5", "normal scale 5",
        "AccelerateImage null", "AccelerateScaleImage maybe"}) {
    EXPECT_FALSE(assembler_.Add(start + message)) << message;
  }
  for (const char* line : {"20221328104719 0:3.2 1.6 1 a.c F 7 Accelerate Event x",
                           "20220428104719 0:inf 1.6 1 a.c F 7 Accelerate Event x",
                           "00000000000000 0:3.2 1.6 1 a.c F 7 Accelerate Event x",
                           "20220428104719 0:3.2 1.6 1 a.c F"}) {
    EXPECT_FALSE(assembler_.Add(line)) << line;
  }
  for (const char* field : {R"("actual_ns":-1)", R"("actual_ns":1e16)", R"("columns":1e999)",
                            R"("actual_ns":18446744073709551626)", R"("operation":3)",
                            R"("outcome":"maybe")", R"("x")"}) {
    EXPECT_FALSE(
        assembler_.Add(R"({"operation":"scale","outcome":"done",)" + std::string(field) + "}"))
        << field;
  }
  EXPECT_TRUE(records_.empty());
}

}  // namespace
}  // namespace lodestone::cli
