// events trace: its output conforms to the trace-event format, and contains the whole log.
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "config.h"
#include "tests/events/sample_events.hpp"
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;
using RowId = std::pair<std::uint64_t, std::uint64_t>;

struct Slice {
  double start, end;
};

// Slices of a row are nested or disjoint, to the last bit of a double.
void ExpectNested(std::vector<Slice> slices) {
  std::stable_sort(slices.begin(), slices.end(), [](const Slice& a, const Slice& b) {
    return a.start != b.start ? a.start < b.start : a.end > b.end;
  });
  std::vector<Slice> open;
  for (const Slice& slice : slices) {
    while (!open.empty() && open.back().end <= slice.start) open.pop_back();
    if (!open.empty()) {
      ASSERT_LE(slice.end, open.back().end) << slice.start;
    }
    open.push_back(slice);
  }
}

// What the format requires of every event.
class TraceRules {
 public:
  static RowId IdOf(const Json& event) {
    return {event["pid"].get<std::uint64_t>(), event["tid"].get<std::uint64_t>()};
  }

  explicit TraceRules(const Json& trace) {
    EXPECT_TRUE(trace.is_object());
    EXPECT_TRUE(trace["displayTimeUnit"] == "ms" || trace["displayTimeUnit"] == "ns");
    for (const Json& event : trace["traceEvents"]) Check(event);
    for (auto& [row, slices] : slices_) {
      ExpectNested(slices);
      EXPECT_TRUE(named_rows_.contains(row)) << row.first << " " << row.second;
    }
    for (const auto& [row, slices] : slices_) EXPECT_TRUE(named_groups_.contains(row.first));
  }

 private:
  void Check(const Json& event) {
    ASSERT_TRUE(event["name"].is_string() && event["cat"].is_string()) << event;
    ASSERT_TRUE(event["pid"].is_number_unsigned() && event["tid"].is_number_unsigned()) << event;
    ASSERT_TRUE(event["ts"].is_number()) << event;
    ASSERT_GE(event["ts"].get<double>(), 0) << event;
    ASSERT_TRUE(event["args"].is_object()) << event;
    const std::string phase = event["ph"];
    if (phase == "M") {
      CheckMetadata(event);
    } else if (phase == "X") {
      CheckSlice(event);
    } else {
      ASSERT_EQ(phase, "i") << event;
      ASSERT_EQ(event["s"], "t") << event;
      ASSERT_TRUE(named_rows_.contains(IdOf(event))) << event;
    }
  }

  void CheckMetadata(const Json& event) {
    const std::string name = event["name"];
    const std::set<std::string> known = {"process_name", "process_sort_index", "thread_name",
                                         "thread_sort_index"};
    ASSERT_TRUE(known.contains(name)) << event;
    const bool order = name.find("sort_index") != std::string::npos;
    ASSERT_TRUE(order ? event["args"]["sort_index"].is_number_integer()
                      : event["args"]["name"].is_string())
        << event;
    if (name == "process_name") {
      // A pid belongs to one group only.
      EXPECT_TRUE(named_groups_.insert(event["pid"].get<std::uint64_t>()).second) << event;
    }
    if (name == "thread_name") {
      EXPECT_TRUE(named_rows_.insert(IdOf(event)).second) << event;
    }
  }

  void CheckSlice(const Json& event) {
    const double start = event["ts"], length = event["dur"];
    ASSERT_GE(length, 0) << event;
    // Eighths of a microsecond add up and convert to nanoseconds without rounding.
    for (const double time : {start, length}) ASSERT_EQ(time * 8, std::floor(time * 8)) << event;
    slices_[IdOf(event)].push_back({start, start + length});
  }

  std::map<RowId, std::vector<Slice>> slices_;
  std::set<std::uint64_t> named_groups_;
  std::set<RowId> named_rows_;
};

class TraceTest : public CliTest {
 protected:
  Json Trace(const Words& logs) {
    Words words = {"events", "trace", "-o", "trace.json"};
    words.insert(words.end(), logs.begin(), logs.end());
    result_ = Lodestone(words);
    EXPECT_EQ(result_.status, 0) << result_.err;
    const Json trace = Json::parse(ReadFile(folder_ / "trace.json"), nullptr, false);
    EXPECT_FALSE(trace.is_discarded());
    TraceRules rules(trace);
    return trace;
  }

  Json TraceOf(const std::string& log) {
    WriteFile(folder_ / "log.jsonl", log);
    return Trace({"log.jsonl"});
  }

  static std::vector<Json> Of(const Json& trace, const std::string& field,
                              const std::string& value) {
    std::vector<Json> events;
    for (const Json& event : trace["traceEvents"]) {
      if (event[field] == value) events.push_back(event);
    }
    return events;
  }

  // "group/row" of an event.
  static std::string RowOf(const Json& trace, const Json& event) {
    std::string group, row;
    for (const Json& name : Of(trace, "ph", "M")) {
      if (name["pid"] != event["pid"]) continue;
      if (name["name"] == "process_name") group = name["args"]["name"];
      if (name["name"] == "thread_name" && name["tid"] == event["tid"]) row = name["args"]["name"];
    }
    return group + "/" + row;
  }

  ProcessResult result_;
};

TEST_F(TraceTest, ACallIsASliceOfItsThreadThatTellsAll) {
  const Json trace = TraceOf(EventLine(DeviceCall({{"first", 1}, {"predicted_ns", 9'000'000}})));
  const auto calls = Of(trace, "cat", "call");
  ASSERT_EQ(calls.size(), 1u);
  const Json& call = calls[0];
  EXPECT_EQ(call["name"], "scale");
  EXPECT_EQ(call["pid"], 4000);
  EXPECT_EQ(call["tid"], 4001);
  EXPECT_EQ(call["dur"], 10000);
  EXPECT_EQ(RowOf(trace, call), "process 4000/thread 4001");
  const Json& arguments = call["args"];
  EXPECT_EQ(arguments["size"], "2000x1000 to 1000x500");
  EXPECT_EQ(arguments["outcome"], "done");
  EXPECT_EQ(arguments["device"], "pocl:CPU:x");
  EXPECT_EQ(arguments["bytes_up"], 24e6);
  EXPECT_EQ(arguments["bytes_down"], 6e6);
  EXPECT_EQ(arguments["predicted_ms"], 9);
  EXPECT_EQ(arguments["actual_ms"], 10);
  EXPECT_EQ(arguments["first"], true);
  EXPECT_EQ(arguments["kernels"], "ScaleFilter");
  EXPECT_NE(result_.out.find("1 call, 1 thread, 1 device"), std::string::npos) << result_.out;
  EXPECT_EQ(result_.err, "");
  // The call ended at the logged time.
  const auto zero = trace["otherData"]["time_zero_unix_ns"].get<std::int64_t>();
  const double end = call["ts"].get<double>() + call["dur"].get<double>();
  EXPECT_EQ(zero + static_cast<std::int64_t>(end * 1000), 1'790'000'000'000'000'000);
}

TEST_F(TraceTest, PartsAreInsideInOrderAndAddUp) {
  const Json trace = TraceOf(EventLine(
      DeviceCall({{"context_ns", 1'000'000}, {"compile_ns", 500'000}, {"test_ns", 250'000}})));
  std::string names;
  double sum = 0;
  double end = Of(trace, "cat", "call")[0]["ts"];
  for (const Json& part : Of(trace, "cat", "part")) {
    names += part["name"].get<std::string>() + ", ";
    sum += part["dur"].get<double>();
    EXPECT_EQ(part["ts"], end);
    end = part["ts"].get<double>() + part["dur"].get<double>();
    EXPECT_EQ(part["tid"], 4001);
  }
  EXPECT_EQ(names,
            "open the device, compile, self-test, upload, kernel, download, waiting and other, ");
  EXPECT_EQ(sum, 10000);
}

TEST_F(TraceTest, DevicesHaveRowsOfTheirOwn) {
  const Json trace = TraceOf(EventLine(DeviceCall()) +
                             EventLine(DeviceCall({{"device", "b:GPU:y"}, {"thread", 4002}})));
  for (const std::string stage : {"upload", "kernel", "download"}) {
    const auto slices = Of(trace, "cat", stage);
    ASSERT_EQ(slices.size(), 2u) << stage;
    EXPECT_EQ(RowOf(trace, slices[0]), "pocl:CPU:x/" + stage);
    EXPECT_EQ(RowOf(trace, slices[1]), "b:GPU:y/" + stage);
    EXPECT_NE(slices[0]["pid"], slices[1]["pid"]);
  }
  EXPECT_EQ(Of(trace, "cat", "upload")[0]["args"]["bytes"], 24e6);
  EXPECT_EQ(Of(trace, "cat", "upload")[0]["dur"], 2000);
  EXPECT_NE(result_.out.find("2 calls, 2 threads, 2 devices"), std::string::npos) << result_.out;
}

TEST_F(TraceTest, StripsThatOverlapFitTheCall) {
  const Json trace = TraceOf(EventLine(DeviceCall(
      {{"upload_ns", 8'000'000}, {"kernel_ns", 7'000'000}, {"download_ns", 6'000'000}})));
  const Json call = Of(trace, "cat", "call")[0];
  const double start = call["ts"], end = start + call["dur"].get<double>();
  const Json up = Of(trace, "cat", "upload")[0], down = Of(trace, "cat", "download")[0];
  const Json kernel = Of(trace, "cat", "kernel")[0];
  EXPECT_EQ(up["ts"], start);
  EXPECT_EQ(down["ts"].get<double>() + down["dur"].get<double>(), end);
  EXPECT_GE(kernel["ts"], start);
  EXPECT_EQ(up["dur"], 8000);
  EXPECT_EQ(kernel["dur"], 7000);
  EXPECT_EQ(down["dur"], 6000);
  const auto parts = Of(trace, "cat", "part");
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0]["args"]["overlapping_ms"]["upload"], 8);
}

TEST_F(TraceTest, RefusalsSayWhy) {
  const Json trace = TraceOf(EventLine({{"declined_by", "pocl:CPU:x"},
                                        {"declined_by_outcome", "declined"},
                                        {"reason", "cold"},
                                        {"detail", "not ready yet"}}) +
                             EventLine({{"outcome", "failed"},
                                        {"accelerator", ""},
                                        {"declined_by_outcome", "failed"},
                                        {"reason", "no-device"}}));
  const auto calls = Of(trace, "cat", "call");
  ASSERT_EQ(calls.size(), 2u);
  EXPECT_EQ(calls[0]["args"]["declined_by"], "pocl:CPU:x");
  EXPECT_EQ(calls[0]["args"]["reason"], "cold");
  EXPECT_EQ(calls[0]["args"]["detail"], "not ready yet");
  EXPECT_EQ(calls[1]["name"], "scale failed");
  EXPECT_EQ(calls[1]["args"]["outcome"], "failed");
}

TEST_F(TraceTest, ReadsTheLogsOfTheSeed) {
  const Json trace =
      Trace({DataFile("gm-ocl-accelerated.log").string(), DataFile("gm-ocl-normal.log").string()});
  EXPECT_EQ(Of(trace, "cat", "call").size(), 19u);
  EXPECT_EQ(Of(trace, "ph", "i").size(), 9u);  // "AccelerateScaleImage null"
  const auto calls = Of(trace, "cat", "call");
  EXPECT_EQ(RowOf(trace, calls[0]), "process 11552/calls");
  EXPECT_EQ(calls[0]["dur"], 1360000);
  EXPECT_EQ(calls[0]["args"]["first"], true);
  EXPECT_EQ(calls[0]["args"]["kernels"], "ScaleFilter");
}

// Calls of several processes and threads, some nested, on shared devices.
std::string RandomLog(unsigned seed, int count) {
  std::mt19937_64 random(seed);
  const auto whole = [&](std::int64_t below) {
    return std::uniform_int_distribution<std::int64_t>(0, below - 1)(random);
  };
  std::string log;
  std::map<std::int64_t, std::int64_t> free_at;  // of threads
  for (int i = 0; i < count; ++i) {
    const std::int64_t thread = 10 + whole(6);
    const std::int64_t start = free_at[thread] + whole(2'000'000);
    const std::int64_t length = 1 + whole(5'000'000);
    free_at[thread] = start + length;
    Json call{{"thread", thread},
              {"process", 7 + thread % 2},
              {"unix_time_ns", 1'790'000'000'000'000'000 + start + length},
              {"actual_ns", length},
              {"operation", whole(2) == 0 ? "scale" : "blur \"\x01\xC3\xBC"}};
    if (whole(3) != 0) {
      call["device"] = whole(2) == 0 ? "a:GPU:x" : "b:CPU:y";
      for (const char* part : {"context_ns", "upload_ns", "kernel_ns", "download_ns"}) {
        if (whole(3) != 0) call[part] = whole(length / 2 + 2);
      }
    }
    log += EventLine(call);
    if (whole(4) == 0) {
      // The enclosing call, whose clock is slightly off.
      call["operation"] = "outer";
      call["device"] = "";
      call["actual_ns"] = length + 50 + whole(1000);
      call["unix_time_ns"] = 1'790'000'000'000'000'000 + start + length + whole(100);
      log += EventLine(call);
    }
  }
  return log;
}

TEST_F(TraceTest, KeepsTheRulesWhateverTheLog) {
  for (unsigned seed = 1; seed <= 12; ++seed) {
    const std::string log = RandomLog(seed, 300);
    const Json trace = TraceOf(log);
    EXPECT_EQ(Of(trace, "cat", "call").size(),
              static_cast<std::size_t>(std::count(log.begin(), log.end(), '\n')));
    EXPECT_NE(result_.out.find(", 6 threads, 2 devices"), std::string::npos) << result_.out;
  }
}

TEST_F(TraceTest, HostileTimesAreNoHarm) {
  const std::string log =
      EventLine() + EventLine({{"actual_ns", 8e15}}) + EventLine({{"unix_time_ns", 0}}) +
      EventLine({{"unix_time_ns", INT64_MAX}}) + EventLine({{"unix_time_ns", INT64_MIN}}) +
      EventLine(DeviceCall({{"upload_ns", 8e15}, {"kernel_ns", 8e15}, {"test_ns", 2e15}})) +
      "{\"operation\":\n";
  EXPECT_EQ(Of(TraceOf(log), "cat", "call").size(), 2u);
  EXPECT_NE(result_.err.find("4 records say no usable time"), std::string::npos) << result_.err;
  EXPECT_NE(result_.err.find("1 damaged line skipped, the first (log.jsonl:7)"), std::string::npos)
      << result_.err;
}

TEST_F(TraceTest, AnEmptyLogIsAnEmptyTrace) {
  EXPECT_EQ(TraceOf("")["traceEvents"], Json::array());
}

TEST_F(TraceTest, GoesToStandardOutputWithoutAName) {
  WriteFile(folder_ / "log.jsonl", EventLine());
  const auto result = Lodestone({"events", "trace", "log.jsonl"});
  TraceRules rules(Json::parse(result.out, nullptr, false));
  EXPECT_EQ(result.status, 0);
  const auto piped = Lodestone({"events", "trace", "-"}, EventLine());
  EXPECT_EQ(piped.out, result.out);
}

TEST_F(TraceTest, LeavesNothingBehindWhenItFails) {
  WriteFile(folder_ / "log.jsonl", EventLine());
  const auto before = Files();
  const auto missing = Lodestone({"events", "trace", "-o", "t.json", "log.jsonl", "missing.jsonl"});
  EXPECT_EQ(missing.status, 1);
  EXPECT_NE(missing.err.find("Unable to open file (missing.jsonl)"), std::string::npos);
  EXPECT_EQ(Files(), before);
  EXPECT_EQ(Lodestone({"events", "trace", "-o", "no/t.json", "log.jsonl"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "trace", "log.jsonl", "-o"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "trace"}).status, 1);
  EXPECT_EQ(Lodestone({"events", "trace", "-bogus", "log.jsonl"}).status, 1);
}

TEST_F(TraceTest, MemoryDoesNotGrowWithTheLog) {
  const std::string piece = RandomLog(5, 500);
  WriteFile(folder_ / "short.jsonl", piece);
  std::string text;
  for (int i = 0; i < 60; ++i) text += piece;
  WriteFile(folder_ / "long.jsonl", text);
  const auto few = Lodestone({"events", "trace", "-o", "short.json", "short.jsonl"});
  const auto many = Lodestone({"events", "trace", "-o", "long.json", "long.jsonl"});
  ASSERT_EQ(few.status, 0);
  ASSERT_EQ(many.status, 0);
  EXPECT_GT(std::filesystem::file_size(folder_ / "long.json"), 20'000'000u);
#ifndef LS_WITH_ASAN  // which keeps what was freed
  constexpr long kSlackKib = 4096;
  EXPECT_LT(many.peak_kib, few.peak_kib + kSlackKib);
#endif
}

}  // namespace
}  // namespace lodestone::test
