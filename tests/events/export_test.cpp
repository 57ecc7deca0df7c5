// events export: what collectors read, held to the published structure of the formats.
#include <gmock/gmock.h>

#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <sstream>

#include "config.h"
#include "tests/events/sample_events.hpp"
#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;

class ExportTest : public CliTest {
 protected:
  std::string Export(const std::string& format, const std::string& log) {
    WriteFile(folder_ / "log.jsonl", log);
    result_ = Lodestone({"events", "export", format, "-o", "exported" + format, "log.jsonl"});
    EXPECT_EQ(result_.status, 0) << result_.err;
    return ReadFile(folder_ / ("exported" + format));
  }

  ProcessResult result_;
};

// What opentelemetry-proto says of TracesData, and OTLP of its JSON: names are in camel case,
// 64-bit numbers are decimal text, ids hexadecimal, enumerations numbers, and nothing else is
// there.
class OtlpRules {
 public:
  explicit OtlpRules(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) Traces(Json::parse(line));
  }

  std::vector<Json> spans;
  std::vector<std::map<std::string, Json>> resources;  // attributes, of each span

  static std::map<std::string, Json> Attributes(const Json& list) {
    std::map<std::string, Json> attributes;
    for (const Json& attribute : list) {
      HasOnly(attribute, {"key", "value"});
      const Json& value = attribute["value"];
      EXPECT_EQ(1u, value.size()) << value;
      const std::string type = value.begin().key();
      if (type == "intValue") {
        EXPECT_TRUE(IsNumberText(value[type])) << value;
      }
      if (type == "stringValue") {
        EXPECT_TRUE(value[type].is_string()) << value;
      }
      if (type == "boolValue") {
        EXPECT_TRUE(value[type].is_boolean()) << value;
      }
      EXPECT_THAT(type, testing::AnyOf("intValue", "stringValue", "boolValue"));
      EXPECT_TRUE(attributes.emplace(attribute["key"], value[type]).second) << attribute;
    }
    return attributes;
  }

 private:
  static void HasOnly(const Json& object, const std::set<std::string>& names) {
    ASSERT_TRUE(object.is_object()) << object;
    for (const auto& [name, value] : object.items()) EXPECT_TRUE(names.contains(name)) << name;
  }
  static bool IsNumberText(const Json& value) {
    return value.is_string() &&
           std::regex_match(value.get<std::string>(), std::regex("-?(0|[1-9][0-9]{0,18})"));
  }
  static void IsId(const Json& id, const std::string& length) {
    const std::string text = id;
    EXPECT_TRUE(std::regex_match(text, std::regex("[0-9a-f]{" + length + "}"))) << text;
    EXPECT_NE(std::string::npos, text.find_first_not_of('0'));
  }

  void Traces(const Json& traces) {
    HasOnly(traces, {"resourceSpans"});
    for (const Json& resource : traces["resourceSpans"]) {
      HasOnly(resource, {"resource", "scopeSpans"});
      HasOnly(resource["resource"], {"attributes"});
      for (const Json& scope : resource["scopeSpans"]) {
        HasOnly(scope, {"scope", "spans"});
        HasOnly(scope["scope"], {"name", "version"});
        EXPECT_EQ(PACKAGE_VERSION, scope["scope"]["version"]);
        for (const Json& span : scope["spans"]) {
          Span(span);
          resources.push_back(Attributes(resource["resource"]["attributes"]));
        }
      }
    }
  }

  void Span(const Json& span) {
    HasOnly(span, {"traceId", "spanId", "name", "kind", "startTimeUnixNano", "endTimeUnixNano",
                   "attributes", "events", "status"});
    IsId(span["traceId"], "32");
    IsId(span["spanId"], "16");
    EXPECT_TRUE(ids_.insert(span["spanId"]).second) << "an id is there twice";
    EXPECT_TRUE(span["name"].is_string());
    EXPECT_EQ(1, span["kind"]);
    EXPECT_TRUE(IsNumberText(span["startTimeUnixNano"]) && IsNumberText(span["endTimeUnixNano"]));
    EXPECT_LE(std::stoll(span["startTimeUnixNano"].get<std::string>()),
              std::stoll(span["endTimeUnixNano"].get<std::string>()));
    Attributes(span["attributes"]);
    for (const Json& event : span.value("events", Json::array())) {
      HasOnly(event, {"timeUnixNano", "name", "attributes"});
      EXPECT_TRUE(IsNumberText(event["timeUnixNano"]) && event["name"].is_string()) << event;
      Attributes(event["attributes"]);
    }
    HasOnly(span["status"], {"message", "code"});
    EXPECT_TRUE(span["status"]["code"] == 1 || span["status"]["code"] == 2) << span;
    spans.push_back(span);
  }

  std::set<std::string> ids_;
};

TEST_F(ExportTest, ACallIsASpanThatTellsAll) {
  const OtlpRules otlp(Export(
      "-otlp", EventLine(DeviceCall({{"first", 1}, {"host", "atlas"}, {"item", "a \"b\".jpg"}}))));
  ASSERT_EQ(1u, otlp.spans.size());
  const Json& span = otlp.spans[0];
  EXPECT_EQ("scale", span["name"]);
  EXPECT_EQ("1790000000000000000", span["endTimeUnixNano"]);
  EXPECT_EQ("1789999999990000000", span["startTimeUnixNano"]);
  EXPECT_EQ(1, span["status"]["code"]);
  const std::map<std::string, Json> wanted = {{"lodestone.operation", "scale"},
                                              {"lodestone.accelerator", "opencl"},
                                              {"lodestone.device", "pocl:CPU:x"},
                                              {"lodestone.outcome", "done"},
                                              {"lodestone.kernels", "ScaleFilter"},
                                              {"lodestone.item", "a \"b\".jpg"},
                                              {"thread.id", "4001"},
                                              {"lodestone.source.columns", "2000"},
                                              {"lodestone.source.rows", "1000"},
                                              {"lodestone.columns", "1000"},
                                              {"lodestone.rows", "500"},
                                              {"lodestone.first", true},
                                              {"lodestone.resident", false},
                                              {"lodestone.predicted_ns", "3000000"},
                                              {"lodestone.queue_ns", "500000"},
                                              {"lodestone.upload_ns", "2000000"},
                                              {"lodestone.kernel_ns", "3000000"},
                                              {"lodestone.download_ns", "1000000"},
                                              {"lodestone.bytes_up", "24000000"},
                                              {"lodestone.bytes_down", "6000000"}};
  EXPECT_EQ(wanted, OtlpRules::Attributes(span["attributes"]));
  const std::map<std::string, Json> process = {
      {"service.name", "lodestone"}, {"host.name", "atlas"}, {"process.pid", "4000"}};
  EXPECT_EQ(process, otlp.resources[0]);
  EXPECT_EQ("exported-otlp: 1 span\n", result_.out);
}

TEST_F(ExportTest, WhatDidNotRunItIsAnEventAndFailuresAreErrors) {
  const Json declined = {{"declined_by", "b:GPU:y"},
                         {"declined_by_outcome", "declined"},
                         {"reason", "cold"},
                         {"detail", "not warmed up yet"}};
  const Json failed = {{"outcome", "failed"},      {"accelerator", ""},
                       {"declined_by", "opencl"},  {"declined_by_outcome", "failed"},
                       {"reason", "device-error"}, {"detail", "it broke"}};
  const OtlpRules otlp(Export("-otlp", EventLine(declined) + EventLine(failed)));
  ASSERT_EQ(2u, otlp.spans.size());
  ASSERT_EQ(1u, otlp.spans[0]["events"].size());
  const Json& event = otlp.spans[0]["events"][0];
  EXPECT_EQ("declined", event["name"]);
  EXPECT_EQ("cold", OtlpRules::Attributes(event["attributes"])["lodestone.reason"]);
  EXPECT_EQ(1, otlp.spans[0]["status"]["code"]);
  EXPECT_EQ(2, otlp.spans[1]["status"]["code"]);
  EXPECT_EQ("it broke", otlp.spans[1]["status"]["message"]);
}

TEST_F(ExportTest, CallsOnAnItemAreATraceAndIdsAreReproducible) {
  std::string log;
  for (int i = 0; i < 1500; ++i) {
    log += EventLine({{"item", i % 2 ? "a.jpg" : "b.jpg"}, {"process", i < 1000 ? 1 : 2}});
  }
  const std::string text = Export("-otlp", log);
  const OtlpRules otlp(text);
  ASSERT_EQ(1500u, otlp.spans.size());
  std::set<Json> traces;
  for (const Json& span : otlp.spans) traces.insert(span["traceId"]);
  EXPECT_EQ(4u, traces.size());
  EXPECT_EQ(otlp.spans[0]["traceId"], otlp.spans[2]["traceId"]);
  EXPECT_EQ("2", otlp.resources[1000].at("process.pid"));
  EXPECT_EQ(text, Export("-otlp", log));
}

// The text format, version 0.0.4: families of a HELP, a TYPE and their samples, in one group each.
class PrometheusRules {
 public:
  std::map<std::string, double> samples;  // by name and labels as they are written

  explicit PrometheusRules(const std::string& text) {
    EXPECT_TRUE(text.ends_with('\n'));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) Line(line);
  }

 private:
  void Line(const std::string& line) {
    std::smatch parts;
    static const std::regex help("# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) .+");
    static const std::regex type(
        "# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary|untyped)");
    static const std::string label = R"re([a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*")re";
    static const std::regex sample("([a-zA-Z_:][a-zA-Z0-9_:]*)\\{(" + label + "(?:," + label +
                                   ")*)\\} ([-+.0-9eE]+)");
    if (std::regex_match(line, parts, help)) {
      EXPECT_TRUE(families_.insert(parts[1]).second) << "twice: " << line;
      family_ = parts[1];
    } else if (std::regex_match(line, parts, type)) {
      EXPECT_EQ(family_, parts[1]);
      type_ = parts[2];
    } else {
      ASSERT_TRUE(std::regex_match(line, parts, sample)) << line;
      Sample(parts[1], parts[2], std::stod(parts[3]));
    }
  }

  void Sample(const std::string& name, const std::string& labels, double value) {
    const std::set<std::string> allowed =
        type_ == "histogram"
            ? std::set<std::string>{family_ + "_bucket", family_ + "_sum", family_ + "_count"}
            : std::set<std::string>{family_};
    EXPECT_TRUE(allowed.contains(name)) << name << " in " << family_;
    if (type_ == "counter") {
      EXPECT_TRUE(name.ends_with("_total")) << name;
    }
    EXPECT_GE(value, 0) << name;
    EXPECT_TRUE(samples.emplace(name + "{" + labels + "}", value).second) << name << labels;
  }

  std::set<std::string> families_;
  std::string family_, type_;
};

TEST_F(ExportTest, CountersAddUp) {
  const PrometheusRules text(
      Export("-prometheus", EventLine() + EventLine(DeviceCall()) + EventLine(DeviceCall()) +
                                EventLine({{"declined_by", "b:GPU:y"},
                                           {"declined_by_outcome", "declined"},
                                           {"reason", "cold"}})));
  const std::string cpu = R"(operation="scale",accelerator="cpu",device="")";
  const std::string device = R"(operation="scale",accelerator="opencl",device="pocl:CPU:x")";
  const std::map<std::string, double> wanted = {
      {"lodestone_calls_total{" + cpu + R"(,outcome="done"})", 2},
      {"lodestone_calls_total{" + device + R"(,outcome="done"})", 2},
      {"lodestone_pixels_total{" + device + "}", 4e6},
      {"lodestone_predicted_seconds_total{" + device + "}", 0.006},
      {"lodestone_call_seconds_sum{" + device + "}", 0.02},
      {"lodestone_call_seconds_count{" + device + "}", 2},
      {"lodestone_part_seconds_total{" + device + R"(,part="upload"})", 0.004},
      {"lodestone_transferred_bytes_total{" + device + R"(,direction="upload"})", 48e6},
      {R"(lodestone_refusals_total{operation="scale",accelerator="",device="b:GPU:y",)"
       R"(outcome="declined",reason="cold"})",
       1}};
  for (const auto& [name, value] : wanted) {
    ASSERT_TRUE(text.samples.contains(name)) << name;
    EXPECT_DOUBLE_EQ(value, text.samples.at(name)) << name;
  }
}

// Buckets hold all calls up to their bound, and the last one all.
TEST_F(ExportTest, TheHistogramIsCumulative) {
  std::string log;
  const std::vector<double> seconds = {0.00005, 0.0001, 0.0002, 0.004, 0.3, 0.3, 60};
  for (const double s : seconds) log += EventLine({{"actual_ns", s * 1e9}});
  const PrometheusRules text(Export("-prometheus", log));
  const std::regex bucket(R"re(lodestone_call_seconds_bucket\{.*,le="(.+)"\})re");
  int buckets = 0;
  for (const auto& [name, value] : text.samples) {
    std::smatch parts;
    if (!std::regex_match(name, parts, bucket)) continue;
    ++buckets;
    const double bound = parts[1] == "+Inf" ? 1e300 : std::stod(parts[1]);
    EXPECT_EQ(std::count_if(seconds.begin(), seconds.end(), [&](double s) { return s <= bound; }),
              value)
        << name;
  }
  EXPECT_GE(buckets, 10);
  EXPECT_TRUE(text.samples.contains(
      R"(lodestone_call_seconds_bucket{operation="scale",accelerator="cpu",device="",le="+Inf"})"));
}

TEST_F(ExportTest, LabelsAreEscapedAndSeriesBounded) {
  std::string log = EventLine(DeviceCall({{"device", "a\\b\"c"}}));
  for (int i = 0; i < 1500; ++i) log += EventLine({{"operation", "o" + std::to_string(i)}});
  const PrometheusRules text(Export("-prometheus", log));
  EXPECT_EQ(1, text.samples.at(R"(lodestone_calls_total{operation="scale",accelerator="opencl",)"
                               R"(device="a\\b\"c",outcome="done"})"));
  EXPECT_EQ(501, text.samples.at(R"(lodestone_calls_total{operation="other",accelerator="",)"
                                 R"(device="",outcome="done"})"));
}

TEST_F(ExportTest, ReadsOtherLayoutsAndReportsDamage) {
  for (const std::string format : {"-otlp", "-prometheus"}) {
    const std::string text = Export(
        format, EventLine() + "{\"operation\": 1,\n" +
                    "20220428104719 0:3.229821  1.672 11552 opencl.c AcquireOpenCLKernel 744 "
                    "Accelerate Event accelerate ScaleImage: 12.5\n");
    EXPECT_THAT(result_.err, testing::HasSubstr("1 damaged line skipped")) << format;
    if (format == "-otlp") {
      OtlpRules rules(text);
    } else {
      PrometheusRules rules(text);
    }
  }
}

TEST_F(ExportTest, BadArguments) {
  WriteFile(folder_ / "log.jsonl", EventLine());
  const std::pair<Words, const char*> cases[] = {
      {{"log.jsonl"}, "-otlp or -prometheus"},
      {{"-otlp", "-prometheus", "log.jsonl"}, "exclude each other"},
      {{"-otlp"}, "Missing a log filename"},
      {{"-otlp", "-o", "out", "absent.jsonl"}, "absent.jsonl"},
      {{"-csv", "-otlp", "log.jsonl"}, "-csv"}};
  for (const auto& [arguments, message] : cases) {
    Words words = {"events", "export"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(1, result.status);
    EXPECT_THAT(result.err, testing::HasSubstr(message));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "out"));
}

}  // namespace
}  // namespace lodestone::test
