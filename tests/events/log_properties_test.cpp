// Any log is read back unchanged: generated records in both layouts, and the library's own output.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "accel/events/event_log.hpp"
#include "tests/events/log_generator.hpp"
#include "utilities/events/read/json_fields.hpp"
#include "utilities/events/read/log_reader.hpp"

namespace lodestone::test {
namespace {

using cli::EventOutcome;
using cli::EventRecord;
using cli::LogAssembler;

constexpr std::int64_t kSecond_ns = 1'000'000'000;

// Adds the text's lines; each must be valid.
void AddLines(LogAssembler* assembler, const std::string& text) {
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    std::string line = text.substr(start, end - start);
    if (!line.empty() && line.back() == '\r') line.pop_back();
    EXPECT_TRUE(assembler->Add(line)) << line;
    start = end + 1;
  }
}

TEST(LogProperties, JsonLinesSayWhatTheyWereMadeOf) {
  LogGenerator generator(1);
  std::vector<EventRecord> read;
  LogAssembler assembler([&](const EventRecord& record) { read.push_back(record); });
  for (int i = 0; i < 5000; ++i) {
    const EventRecord record = generator.JsonRecord();
    const std::string line = generator.JsonLine(record);
    ASSERT_TRUE(assembler.Add(line)) << line;
    ASSERT_EQ(Describe(record), Describe(read.back())) << line;
  }
  EXPECT_EQ(5000u, read.size());
}

// For the text layout: fields that it does not state are derived.
struct TextProcess {
  std::int64_t start_ns;
  std::vector<EventRecord> records;  // in chronological order, with the expected `first`
};

TextProcess MakeTextProcess(LogGenerator* generator, std::uint64_t number) {
  TextProcess process;
  process.start_ns =
      (1'600'000'000 + static_cast<std::int64_t>(generator->Below(100'000'000))) * kSecond_ns;
  for (int i = 0; i < 40; ++i) {
    process.records.push_back(generator->TextRecord(number, process.start_ns));
  }
  std::sort(process.records.begin(), process.records.end(),
            [](const EventRecord& a, const EventRecord& b) { return a.end_ns < b.end_ns; });
  std::set<std::string> seen;
  for (EventRecord& record : process.records) {
    if (record.done()) record.first = seen.insert(record.operation + record.accelerator).second;
  }
  return process;
}

// The remaining fields, since times are compared separately.
std::string DescribeText(EventRecord record) {
  record.end_ns = 0;
  record.actual_ns = std::round(record.actual_ns);
  return Describe(record);
}

// The clock of the text layout is that of the process, and starts within a second of the true time.
void ExpectSameTimes(const std::vector<EventRecord>& read, const std::vector<EventRecord>& meant) {
  ASSERT_EQ(read.size(), meant.size());
  const std::int64_t shift_ns = read[0].end_ns - meant[0].end_ns;
  EXPECT_LE(std::abs(shift_ns), kSecond_ns);
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(read[i].end_ns - meant[i].end_ns - shift_ns), 0, 2000) << i;
  }
}

TEST(LogProperties, TextLinesOfManyProcessesSayWhatTheyWereMadeOf) {
  LogGenerator generator(2);
  std::map<std::uint64_t, TextProcess> processes;
  for (std::uint64_t number = 1; number <= 50; ++number) {
    processes[number] = MakeTextProcess(&generator, number);
  }
  std::map<std::uint64_t, std::vector<EventRecord>> read;
  LogAssembler assembler(
      [&](const EventRecord& record) { read[record.process].push_back(record); });
  // Interleaved line by line, as processes that share a log write it.
  for (std::size_t i = 0; i < 40; ++i) {
    for (const auto& [number, process] : processes) {
      AddLines(&assembler, generator.TextLines(process.records[i], process.start_ns));
    }
  }
  for (const auto& [number, process] : processes) {
    ASSERT_EQ(process.records.size(), read[number].size());
    for (std::size_t i = 0; i < process.records.size(); ++i) {
      EXPECT_EQ(DescribeText(process.records[i]), DescribeText(read[number][i]));
    }
    ExpectSameTimes(read[number], process.records);
  }
}

TEST(LogProperties, LayoutsMayBeMixedLineByLine) {
  LogGenerator generator(3);
  const TextProcess process = MakeTextProcess(&generator, 77);
  std::vector<std::string> meant, read;
  LogAssembler assembler([&](const EventRecord& record) { read.push_back(DescribeText(record)); });
  for (const EventRecord& text_record : process.records) {
    const EventRecord json_record = generator.JsonRecord();
    AddLines(&assembler, generator.TextLines(text_record, process.start_ns));
    AddLines(&assembler, generator.JsonLine(json_record) + "\n \n\n");
    meant.push_back(DescribeText(text_record));
    meant.push_back(DescribeText(json_record));
  }
  EXPECT_EQ(meant, read);
}

// An event of the library with the values of a record, which owns its strings.
MagickAccelerateEvent EventOf(const EventRecord& r) {
  MagickAccelerateEvent e{};
  e.struct_size = sizeof e;
  const auto whole = [](double number) { return static_cast<std::uint64_t>(number); };
  const auto outcome = [](EventOutcome o) {
    return o == EventOutcome::kDone       ? MagickAccelerateDone
           : o == EventOutcome::kDeclined ? MagickAccelerateDeclined
                                          : MagickAccelerateFailed;
  };
  e.unix_time_ns = r.end_ns;
  e.thread = r.thread;
  e.operation = r.operation.c_str();
  e.source_columns = r.geometry.source_columns;
  e.source_rows = r.geometry.source_rows;
  e.columns = r.geometry.columns;
  e.rows = r.geometry.rows;
  e.quantum_depth = r.quantum_depth;
  e.alpha = r.alpha;
  e.samples = r.samples;
  e.outcome = outcome(r.outcome);
  e.accelerator = r.outcome == EventOutcome::kDone ? r.accelerator.c_str() : "";
  e.device = r.device.c_str();
  e.declined_by = r.refuser_device.c_str();
  e.declined_by_outcome = outcome(r.refusal);
  e.reason = r.has_refusal() ? MagickAccelerateCold : MagickAccelerateNoReason;
  e.detail = r.detail.c_str();
  e.kernels = r.kernels.c_str();
  e.first = r.first;
  e.resident = r.resident;
  e.predicted_ns = whole(r.predicted_ns);
  e.actual_ns = whole(r.actual_ns);
  e.queue_ns = whole(r.parts.queue_ns);
  e.compile_ns = whole(r.parts.compile_ns);
  e.upload_ns = whole(r.parts.upload_ns);
  e.kernel_ns = whole(r.parts.kernel_ns);
  e.download_ns = whole(r.parts.download_ns);
  e.context_ns = whole(r.parts.context_ns);
  e.load_ns = whole(r.parts.load_ns);
  e.test_ns = whole(r.parts.test_ns);
  e.bytes_up = whole(r.bytes_up);
  e.bytes_down = whole(r.bytes_down);
  e.strips = r.strips;
  e.host = r.host.c_str();
  e.item = r.item.c_str();
  return e;
}

EventRecord RecordForTheLibrary(LogGenerator* generator) {
  EventRecord record = generator->JsonRecord();
  record.refuser.clear();
  if (record.has_refusal()) {
    record.reason = "cold";
    record.refuser_device = "a:GPU:b";
  }
  return record;
}

TEST(LogProperties, TheLibrarysJsonIsReadInFull) {
  LogGenerator generator(4);
  for (int i = 0; i < 500; ++i) {
    EventRecord record = RecordForTheLibrary(&generator);
    const std::string line = accel::EventJson(EventOf(record));
    const cli::ParsedLine read = cli::ParseJsonLine(line);
    ASSERT_EQ(cli::ParsedLine::Kind::kRecord, read.kind) << line;
    EXPECT_TRUE(read.states_first);
    record.process = read.record.process;
    ASSERT_EQ(Describe(record), Describe(read.record)) << line;
  }
}

// This is what makes reading fast.
TEST(LogProperties, TheLibrarysJsonIsPlain) {
  LogGenerator generator(6);
  EventRecord record = RecordForTheLibrary(&generator);
  record.end_ns = 1'760'000'000'123'250'000;
  record.operation = "motion-blur";
  record.host = "node-7.example";
  record.item = "photos/a.jpg";
  record.accelerator = "opencl";
  record.device = "Platform (R):GPU:Device 9, rev. 2";
  record.detail = "the device is being warmed up; 12% done";
  record.kernels = "HorizontalFilter,VerticalFilter";
  std::string line = accel::EventJson(EventOf(record));
  ASSERT_EQ('\n', line.back());
  line.pop_back();
  cli::JsonFields fields;
  EXPECT_TRUE(cli::TakePlainJson(line, &fields)) << line;
}

TEST(LogProperties, TheLibrarysTextIsRead) {
  LogGenerator generator(5);
  for (int i = 0; i < 500; ++i) {
    EventRecord meant = RecordForTheLibrary(&generator);
    meant.operation = "motion-blur";
    meant.kernels = "HorizontalFilter,VerticalFilter";
    meant.actual_ns = std::floor(std::min(meant.actual_ns, 1e12) / 1000) * 1000;
    std::vector<EventRecord> read;
    LogAssembler assembler([&](const EventRecord& record) { read.push_back(record); });
    for (const std::string& message : accel::EventMessages(EventOf(meant))) {
      AddLines(&assembler, accel::FormatLogLine(
                               {"dispatch.cpp", "Dispatch", 1, "Accelerate", "Event", message}));
    }
    const bool done = meant.outcome == EventOutcome::kDone;
    ASSERT_EQ(read.size(), static_cast<std::size_t>(done) + (meant.has_refusal() ? 1 : 0));
    for (const EventRecord& record : read) EXPECT_EQ("motion-blur", record.operation);
    if (meant.has_refusal()) {
      EXPECT_EQ("cold", read[0].reason);
      EXPECT_EQ(meant.refusal, read[0].refusal);
      EXPECT_EQ(meant.detail, read[0].detail);
    }
    if (!done) continue;
    EXPECT_EQ(meant.device.empty() ? cli::kNormal : cli::kAccelerated, read.back().accelerator);
    EXPECT_NEAR(meant.actual_ns, read.back().actual_ns, 1);
    EXPECT_EQ(meant.device.empty() ? "" : meant.kernels, read.back().kernels);
    EXPECT_TRUE(read.back().first);
  }
}

}  // namespace
}  // namespace lodestone::test
