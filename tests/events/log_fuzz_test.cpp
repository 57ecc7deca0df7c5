// Damaged and hostile lines: both parsers survive all of them, and accept only plausible values.
// LODESTONE_FUZZ_LINES sets how many lines each test makes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/events/log_generator.hpp"
#include "tests/utilities/process.hpp"
#include "utilities/events/read/json_fields.hpp"
#include "utilities/events/read/log_reader.hpp"

namespace lodestone::test {
namespace {

using cli::EventRecord;
using cli::LogAssembler;
using cli::ParsedLine;

constexpr std::int64_t kStart_ns = 1'650'000'000'000'000'000;

int Lines() {
  const char* text = std::getenv("LODESTONE_FUZZ_LINES");
  return text == nullptr ? 30000 : std::atoi(text);
}

class Mutator {
 public:
  explicit Mutator(std::uint64_t seed) : generator_(seed) {}

  std::string TextLine() {
    const EventRecord record = generator_.TextRecord(generator_.Below(9), kStart_ns);
    const std::string lines = generator_.TextLines(record, kStart_ns);
    return lines.substr(0, lines.find_first_of("\r\n"));
  }
  std::string JsonLine() { return generator_.JsonLine(generator_.JsonRecord()); }

  // Like nearly all lines from the library: no nesting, no fractions, no escapes.
  std::string PlainJsonLine() {
    auto tree = nlohmann::json::parse(JsonLine());
    for (const char* name : {"later", "list", "nothing"}) tree.erase(name);
    for (auto& value : tree) {
      if (value.is_number_float()) value = value.get<std::uint64_t>();
      if (!value.is_string()) continue;
      auto& text = value.get_ref<std::string&>();
      std::erase_if(text, [](unsigned char c) { return c >= 0x80 || c == '"' || c == '\\'; });
    }
    return tree.dump();
  }

  // The line with up to eight mutations.
  std::string Injured(std::string line) {
    for (std::uint64_t i = generator_.Below(9); i > 0; --i) Injure(&line);
    return line;
  }
  bool Perhaps() { return generator_.Perhaps(); }

 private:
  std::size_t Place(const std::string& line) { return generator_.Below(line.size() + 1); }

  void Injure(std::string* line) {
    static const std::string kPoison[] = {"-1",
                                          "1e999",
                                          "-1e-999",
                                          "nan",
                                          "inf",
                                          "18446744073709551616",
                                          "9e15",
                                          "0x7",
                                          "\"",
                                          "\\",
                                          "\\u",
                                          "\\ud800",
                                          "\xff",
                                          "\xc3",
                                          "{",
                                          "}",
                                          "[[[[[[[",
                                          "null",
                                          "Image ",
                                          ":",
                                          "\x1b[2J",
                                          " ",
                                          ",",
                                          "\t",
                                          "\r",
                                          "declined:",
                                          "00000000000000",
                                          "99999999999999",
                                          std::string(1, '\0'),
                                          std::string(300, '9'),
                                          std::string(300, 'a')};
    const std::size_t place = Place(*line), length = generator_.Below(12);
    switch (generator_.Below(6)) {
      case 0:
        if (place < line->size()) (*line)[place] ^= static_cast<char>(1 << generator_.Below(8));
        break;
      case 1:
        line->erase(place, length);
        break;
      case 2:
        line->insert(place, line->substr(Place(*line), 3 * length));
        break;
      case 3:
        line->insert(place, kPoison[generator_.Below(std::size(kPoison))]);
        break;
      case 4:
        line->replace(place, std::min(length, line->size() - place),
                      kPoison[generator_.Below(std::size(kPoison))]);
        break;
      default:
        if (generator_.Below(4) == 0) line->resize(place);
        break;
    }
  }

  LogGenerator generator_;
};

bool IsTime(double nanoseconds) {
  return nanoseconds >= 0 && nanoseconds <= cli::kMaxNumber;
}

bool IsName(const std::string& text) {
  return text.size() <= 512 && std::none_of(text.begin(), text.end(),
                                            [](unsigned char c) { return c < ' ' || c == 0x7f; });
}

// Invariants that all code using records relies on.
void ExpectSane(const EventRecord& r, const std::string& line) {
  const auto& p = r.parts;
  for (const double ns :
       {r.actual_ns, r.predicted_ns, p.queue_ns, p.context_ns, p.load_ns, p.compile_ns, p.test_ns,
        p.upload_ns, p.kernel_ns, p.download_ns, r.bytes_up, r.bytes_down}) {
    EXPECT_TRUE(IsTime(ns)) << ns << " in " << line;
  }
  for (const std::string* text : {&r.operation, &r.accelerator, &r.device, &r.kernels, &r.refuser,
                                  &r.refuser_device, &r.reason, &r.detail}) {
    EXPECT_TRUE(IsName(*text)) << *text << " in " << line;
  }
  EXPECT_FALSE(r.operation.empty()) << line;
  EXPECT_GE(r.end_ns, 0) << line;
  EXPECT_TRUE(r.has_call() || r.has_refusal()) << line;
  EXPECT_EQ(r.has_refusal(), !(r.refuser.empty() && r.refuser_device.empty())) << line;
}

TEST(LogFuzz, InjuredTextLinesAreDamagedOrSane) {
  Mutator mutator(11);
  std::string line;
  int records = 0, damaged = 0;
  LogAssembler assembler([&](const EventRecord& record) {
    ++records;
    ExpectSane(record, line);
  });
  for (int i = 0; i < Lines() && !testing::Test::HasFailure(); ++i) {
    line = mutator.Injured(mutator.TextLine());
    damaged += assembler.Add(line) ? 0 : 1;
  }
  // Both paths were taken often.
  EXPECT_GT(records, Lines() / 20);
  EXPECT_GT(damaged, Lines() / 20);
}

TEST(LogFuzz, InjuredJsonLinesAreDamagedOrSane) {
  Mutator mutator(12);
  std::string line;
  int records = 0, damaged = 0;
  LogAssembler assembler([&](const EventRecord& record) {
    ++records;
    ExpectSane(record, line);
  });
  for (int i = 0; i < Lines() && !testing::Test::HasFailure(); ++i) {
    line = mutator.Injured(mutator.JsonLine());
    damaged += assembler.Add(line) ? 0 : 1;
  }
  EXPECT_GT(records, Lines() / 20);
  EXPECT_GT(damaged, Lines() / 20);
}

// Invalid JSON is not a record, as judged by a DOM parser; and a record has the values of the DOM.
void ExpectLikeTheTree(const std::string& line) {
  const ParsedLine read = cli::ParseJsonLine(line);
  auto tree = nlohmann::json::parse(line, nullptr, false);
  if (tree.is_discarded() || !tree.is_object()) {
    EXPECT_EQ(ParsedLine::Kind::kDamaged, read.kind) << line;
  } else if (read.kind == ParsedLine::Kind::kRecord) {
    EXPECT_EQ(tree["operation"], read.record.operation) << line;
    const auto& ns = tree["actual_ns"];
    const double meant = ns.is_boolean()  ? (ns.get<bool>() ? 1 : 0)
                         : ns.is_number() ? ns.get<double>()
                                          : 0;
    EXPECT_EQ(meant, read.record.actual_ns) << line;
  }
}

TEST(LogFuzz, JsonRecordsAgreeWithTheTree) {
  Mutator mutator(13);
  for (int i = 0; i < Lines() && !testing::Test::HasFailure(); ++i) {
    ExpectLikeTheTree(mutator.Injured(mutator.JsonLine()));
  }
}

// The fast path for plain lines gives the same result as the general one.
TEST(LogFuzz, PlainJsonAgreesWithTheTreeAndTheFullParser) {
  Mutator mutator(16);
  int plain_lines = 0;
  for (int i = 0; i < Lines() && !testing::Test::HasFailure(); ++i) {
    std::string line = mutator.Injured(mutator.PlainJsonLine());
    ExpectLikeTheTree(line);
    cli::JsonFields fields;
    if (!cli::TakePlainJson(line, &fields)) continue;
    ++plain_lines;
    const ParsedLine short_way = cli::ParseJsonLine(line);
    line.insert(line.rfind('}'), ",\"not plain\":null");
    const ParsedLine long_way = cli::ParseJsonLine(line);
    EXPECT_EQ(long_way.kind, short_way.kind) << line;
    EXPECT_EQ(long_way.states_first, short_way.states_first) << line;
    EXPECT_EQ(Describe(long_way.record), Describe(short_way.record)) << line;
  }
  EXPECT_GT(plain_lines, Lines() / 8);
}

TEST(LogFuzz, AnyBytesAtAll) {
  LogGenerator generator(14);
  LogAssembler assembler([](const EventRecord& record) { ExpectSane(record, "random bytes"); });
  for (int i = 0; i < Lines(); ++i) {
    std::string line(generator.Below(200), '\0');
    for (char& c : line) c = static_cast<char>(generator.Below(256));
    if (generator.Perhaps()) line = "{" + line;
    assembler.Add(line);
    cli::ParseJsonLine(line);
    cli::ParseTextLine(line);
  }
}

TEST(LogFuzz, NestingWithoutEnd) {
  for (const char* opening : {"[", "{\"a\":"}) {
    std::string line = "{\"a\":";
    while (line.size() < 60000) line += opening;
    EXPECT_EQ(ParsedLine::Kind::kDamaged, cli::ParseJsonLine(line).kind);
  }
}

// A whole file of mutated lines: each is blank, damaged, or read.
TEST(LogFuzz, FilesOfInjuredLines) {
  Mutator mutator(15);
  const TemporaryFolder folder;
  std::string text;
  std::uint64_t meant_damaged = 0;
  LogAssembler oracle([](const EventRecord&) {});
  for (int i = 0; i < 3000; ++i) {
    std::string line = mutator.Injured(mutator.Perhaps() ? mutator.TextLine() : mutator.JsonLine());
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (!line.empty() && line.back() == '\r') line.pop_back();
    meant_damaged += oracle.Add(line) ? 0 : 1;
    text += line + (mutator.Perhaps() ? "\n" : "\r\n");
  }
  WriteFile(folder / "fuzz.log", text);
  const auto damage = cli::ReadLogs({(folder / "fuzz.log").string()},
                                    [](const EventRecord& r) { ExpectSane(r, "file"); });
  EXPECT_EQ(meant_damaged, damage.count);
  EXPECT_GT(damage.count, 100u);
  EXPECT_EQ(cli::LogDamage::kMaxLines, damage.lines.size());
}

}  // namespace
}  // namespace lodestone::test
