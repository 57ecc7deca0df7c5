// The whole output of `events summarize`, byte for byte, for a log of both layouts with damaged
// lines. With LODESTONE_GOLDEN_FOLDER set, it is also written there, to update the golden file
// after an intended change.
#include <cstdlib>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class SummaryGoldenTest : public CliTest {
 protected:
  void Expect(const Words& options, const std::string& golden, const std::string& message) {
    WriteFile(folder_ / "mixed.log", ReadFile(DataFile("events/mixed.log")));
    Words words = {"events", "summarize"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("mixed.log");
    const auto result = Lodestone(words);
    if (const char* golden_folder = std::getenv("LODESTONE_GOLDEN_FOLDER")) {
      WriteFile(std::filesystem::path(golden_folder) / golden, result.out);
    }
    EXPECT_EQ(0, result.status);
    EXPECT_EQ(ReadFile(DataFile("events/" + golden)), result.out);
    EXPECT_EQ(message, result.err);
  }
};

TEST_F(SummaryGoldenTest, Text) {
  Expect({}, "summary.txt", "");
}

TEST_F(SummaryGoldenTest, Json) {
  Expect({"-json"}, "summary.json", "");
}

TEST_F(SummaryGoldenTest, Csv) {
  Expect({"-csv"}, "summary.csv",
         "3 damaged lines skipped:\n    mixed.log:4\n    mixed.log:9\n    mixed.log:14\n");
}

}  // namespace
}  // namespace lodestone::test
