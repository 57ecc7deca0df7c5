// A folder with inputs for `lodestone bulk`.
#pragma once

#include <map>
#include <sstream>

#include "tests/utilities/cli_test.hpp"
#include "utilities/bulk/journal.hpp"

namespace lodestone::test {

namespace fs = std::filesystem;

class BulkTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    fs::create_directories(folder_ / "in/sub");
    WriteFile(folder_ / "in/a.ppm", SamplePpm(33, 20));
    WriteFile(folder_ / "in/sub/b.ppm", SamplePpm(17, 40));
    WriteFile(folder_ / "in/sub/c.ppm", SamplePpm(50, 7));
  }

  ProcessResult Bulk(Words words, const std::string& input = "") {
    words.insert(words.begin(), "bulk");
    return Lodestone(words, input);
  }

  // `count` files in/N.ppm, all different.
  void MakeMany(int count, int columns = 60) {
    for (int i = 0; i < count; ++i)
      WriteFile(folder_ / ("in/" + std::to_string(i) + ".ppm"), SamplePpm(columns, 30 + i));
  }

  // The latest record of every input, and how many times each was done.
  std::map<std::string, cli::ItemRecord> Records(const std::string& journal,
                                                 std::map<std::string, int>* done = nullptr) {
    std::map<std::string, cli::ItemRecord> records;
    std::istringstream lines(ReadFile(folder_ / journal));
    for (std::string line; std::getline(lines, line);) {
      if (lines.eof()) break;  // is being written
      const auto record = cli::ParseJournalLine(line);
      EXPECT_TRUE(record) << line;
      if (!record || record->begun) continue;
      if (done != nullptr && record->done) ++(*done)[record->input.name];
      records[record->input.name] = *record;
    }
    return records;
  }

  // The output is what convert makes of the input.
  void ExpectConverted(const std::string& output, const std::string& input, Words options) {
    const std::string separate = "separate" + fs::path(output).extension().string();
    Words words = {"convert"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back(input);
    words.push_back(separate);
    EXPECT_EQ(Lodestone(words).status, 0);
    ASSERT_TRUE(Exists(output));
    EXPECT_TRUE(ReadFile(folder_ / output) == ReadFile(folder_ / separate)) << output;
  }

  // Files below a folder whose names begin with ".lodestone".
  std::vector<std::string> Leftovers() {
    std::vector<std::string> names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_.path())) {
      const std::string name = entry.path().filename().string();
      if (name.rfind(".lodestone", 0) == 0) names.push_back(name);
    }
    return names;
  }
};

}  // namespace lodestone::test
