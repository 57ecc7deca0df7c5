// lodestone bulk plan, run, status, verify and retry: shards are done wherever and however often,
// and every item is there once at the end.
#include <signal.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>

#include "tests/utilities/bulk_fixture.hpp"
#include "tests/utilities/terminal.hpp"
#include "utilities/bulk/shard_place.hpp"
#include "utilities/shell/command_error.hpp"

namespace lodestone::test {
namespace {

class BulkPlanTest : public BulkTest {
 protected:
  void SetUp() override {
    BulkTest::SetUp();
    MakeMany(40);
  }

  ProcessResult Plan(Words words) {
    words.insert(words.begin(), "plan");
    return Bulk(words);
  }
  ProcessResult PlanThumbnails(const std::string& folder, const std::string& shards) {
    return Plan(
        {"-shards", shards, folder, "-resize", "200%", "-output", "out/%{path}/%{base}.png", "in"});
  }
  void ExpectComplete(const std::string& folder, const std::string& items) {
    const ProcessResult result = Bulk({"verify", folder});
    EXPECT_EQ(result.status, 0) << result.out << result.err;
    EXPECT_EQ(result.out.find(items + " inputs: " + items +
                              " done, 0 failed, 0 missing, 0 with damaged outputs, "),
              0u)
        << result.out;
    EXPECT_TRUE(Leftovers().empty());
  }
  // The names in a shard file.
  std::vector<std::string> Shard(const std::string& folder, int shard) {
    std::istringstream lines(
        ReadFile(folder_ / (folder + "/shards/" + std::to_string(shard) + ".jsonl")));
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);)
      names.push_back(nlohmann::json::parse(line).at("input"));
    return names;
  }
  // Whether a journal of the plan tells of an input that is done.
  bool HasDone(const std::string& folder) {
    std::error_code error;
    const fs::path journals = folder_ / folder / "journals";
    for (const auto& entry : fs::recursive_directory_iterator(journals, error)) {
      if (!entry.is_regular_file()) continue;
      std::map<std::string, int> done;
      Records(fs::relative(entry.path(), folder_.path()).string(), &done);
      if (!done.empty()) return true;
    }
    return false;
  }
  Words Command(Words words) {
    words.insert(words.begin(), {ProgramPath(), "bulk"});
    return words;
  }
};

TEST_F(BulkPlanTest, AllShardsTogetherAreTheWhole) {
  EXPECT_EQ(PlanThumbnails("plan", "5").out.find(folder_.path().string() + "/plan: 43 inputs in 5"),
            0u);
  EXPECT_EQ(PlanThumbnails("same", "5").status, 0);
  std::set<std::string> names;
  for (int shard = 0; shard < 5; ++shard) {
    const auto mine = Shard("plan", shard);
    EXPECT_EQ(mine, Shard("same", shard));
    EXPECT_GE(mine.size(), 7u);
    EXPECT_LE(mine.size(), 10u);
    names.insert(mine.begin(), mine.end());
  }
  EXPECT_EQ(names.size(), 43u);
  for (const char* shard : {"3", "1", "4", "0", "2"}) {
    EXPECT_NE(Bulk({"verify", "plan"}).status, 0);
    EXPECT_EQ(Bulk({"run", "-shard", shard, "plan"}).status, 0);
  }
  ExpectComplete("plan", "43");
  ExpectConverted("out/sub/b.png", "in/sub/b.ppm", {"-resize", "200%"});
  // A finished shard is left alone.
  EXPECT_NE(Bulk({"run", "-shard", "1", "plan"}).out.find("0 images done"), std::string::npos);
  EXPECT_EQ(Bulk({"run", "-shard", "5", "plan"}).status, 1);
}

TEST_F(BulkPlanTest, NamesAreRelativeToWhereThePlanWasMade) {
  ASSERT_EQ(PlanThumbnails("plan", "2").status, 0);
  fs::create_directories(folder_ / "elsewhere");
  const std::string plan = (folder_ / "plan").string();
  EXPECT_EQ(RunProcess(Command({"run", plan}), folder_ / "elsewhere").status, 0);
  ExpectComplete("plan", "43");
  EXPECT_EQ(RunProcess(Command({"verify", "../plan"}), folder_ / "elsewhere").status, 0);
}

TEST_F(BulkPlanTest, LargeInputsAreBalancedByBytes) {
  WriteFile(folder_ / "in/large.ppm", SamplePpm(700, 700));
  ASSERT_EQ(Plan({"-shard-size", "11", "plan", "-output", "out/%{name}.png", "in"}).status, 0);
  for (int shard = 0; shard < 4; ++shard) {
    const auto names = Shard("plan", shard);
    const bool large = std::count(names.begin(), names.end(), "in/large.ppm") != 0;
    EXPECT_TRUE(large ? names.size() < 13 : names.size() >= 10) << names.size();
  }
}

TEST_F(BulkPlanTest, WorkersDieAndShardsAreDoneTwice) {
  MakeMany(100, 120);
  ASSERT_EQ(PlanThumbnails("plan", "2").status, 0);
  {
    TerminalProcess killed(Command({"run", "-shard", "0", "plan"}), folder_.path(),
                           OnTerminal::kErrorOutputOnly);
    EXPECT_TRUE(killed.Until([&] { return HasDone("plan"); }));
    killed.Send(SIGKILL);
    EXPECT_EQ(killed.Wait(), 128 + SIGKILL);
  }
  const auto status = nlohmann::json::parse(Bulk({"status", "-json", "plan"}).out);
  EXPECT_GT(status.at("done"), 0);
  EXPECT_EQ(status.at("shards_finished"), 0);
  EXPECT_EQ(status.at("devices")[0].at("count"), status.at("done"));
  // One sleeps through the other's work.
  TerminalProcess sleeper(Command({"run", "-shard", "1", "plan"}), folder_.path(),
                          OnTerminal::kErrorOutputOnly);
  EXPECT_TRUE(sleeper.Until([&] { return fs::exists(folder_ / "plan/journals/1"); }));
  sleeper.Send(SIGSTOP);
  // Two at once.
  TerminalProcess other(Command({"run", "plan"}), folder_.path(), OnTerminal::kErrorOutputOnly);
  const ProcessResult third = Bulk({"run", "plan"});
  EXPECT_EQ(third.status, 0) << third.err;
  EXPECT_EQ(other.Wait(), 0);
  ExpectComplete("plan", "103");
  sleeper.Send(SIGCONT);
  EXPECT_EQ(sleeper.Wait(), 0);
  ExpectComplete("plan", "103");
  EXPECT_NE(
      Bulk({"status", "plan"}).out.find("done 103 (100.0%), failed 0, to do 0; 2 of 2 shards"),
      std::string::npos);
}

TEST_F(BulkPlanTest, AnInterruptedShardIsNotFinished) {
  MakeMany(100, 120);
  ASSERT_EQ(PlanThumbnails("plan", "1").status, 0);
  TerminalProcess worker(Command({"run", "plan"}), folder_.path(), OnTerminal::kErrorOutputOnly);
  EXPECT_TRUE(worker.Until([&] { return fs::exists(folder_ / "out/0.png"); }));
  worker.Send(SIGTERM);
  EXPECT_EQ(worker.Wait(), 128 + SIGTERM);
  EXPECT_FALSE(Exists("plan/records/0.json"));
  EXPECT_EQ(Bulk({"run", "plan"}).status, 0);
  ExpectComplete("plan", "103");
}

TEST_F(BulkPlanTest, ACutJournalCountsAsFarAsItGoes) {
  ASSERT_EQ(PlanThumbnails("plan", "1").status, 0);
  ASSERT_EQ(Bulk({"run", "plan"}).status, 0);
  fs::remove(folder_ / "plan/records/0.json");
  const fs::path journal = *fs::directory_iterator(folder_ / "plan/journals/0");
  const std::string whole = ReadFile(journal);
  WriteFile(journal, whole.substr(0, whole.size() / 2));
  EXPECT_EQ(Bulk({"verify", "plan"}).status, 1);
  const ProcessResult again = Bulk({"run", "plan"});
  EXPECT_NE(again.out.find(" before"), std::string::npos) << again.out;
  ExpectComplete("plan", "43");
}

TEST_F(BulkPlanTest, FailuresAreCountedAndTriedAgain) {
  WriteFile(folder_ / "in/bad.png", "no image");
  WriteFile(folder_ / "in/worse.png", "no image at all");
  ASSERT_EQ(PlanThumbnails("plan", "3").status, 0);
  EXPECT_EQ(Bulk({"run", "plan"}).status, 1);
  const auto status = nlohmann::json::parse(Bulk({"status", "-json", "plan"}).out);
  EXPECT_EQ(status.at("failed"), 2);
  EXPECT_EQ(status.at("shards_finished"), 3);
  EXPECT_EQ(status.at("failures").size(), 1u);
  EXPECT_EQ(status.at("failures")[0].at("count"), 2);
  EXPECT_EQ(status.at("hosts")[0].at("count"), 43);
  EXPECT_EQ(status.at("devices")[0].at("device"), "cpu");
  EXPECT_EQ(status.at("devices")[0].at("count"), 43);
  EXPECT_NE(Bulk({"status", "plan"}).out.find("device cpu: 43 done"), std::string::npos);
  const ProcessResult verdict = Bulk({"verify", "plan"});
  EXPECT_EQ(verdict.status, 1);
  EXPECT_NE(verdict.out.find("in/bad.png: "), std::string::npos) << verdict.out;
  EXPECT_NE(verdict.out.find("45 inputs: 43 done, 2 failed, 0 missing"), std::string::npos);

  WriteFile(folder_ / "in/bad.png", SamplePpm(3, 3));
  WriteFile(folder_ / "in/worse.png", SamplePpm(3, 4));
  const ProcessResult retry = Bulk({"retry", "plan", "plan2"});
  EXPECT_NE(retry.out.find("plan2: 2 inputs in 1 shard"), std::string::npos)
      << retry.out << retry.err;
  EXPECT_EQ(Bulk({"run", "plan2"}).status, 0);
  ExpectComplete("plan2", "2");
  ExpectConverted("out/bad.png", "in/bad.png", {"-resize", "200%"});
}

TEST_F(BulkPlanTest, VerifyReadsTheOutputs) {
  ASSERT_EQ(PlanThumbnails("plan", "3").status, 0);
  ASSERT_EQ(Bulk({"run", "plan"}).status, 0);
  fs::remove(folder_ / "out/3.png");
  std::string bytes = ReadFile(folder_ / "out/4.png");
  bytes[bytes.size() / 2] ^= 1;
  WriteFile(folder_ / "out/4.png", bytes);
  const ProcessResult verdict = Bulk({"verify", "plan"});
  EXPECT_EQ(verdict.status, 1);
  EXPECT_NE(verdict.out.find("in/3.ppm: an output is missing: out/3.png"), std::string::npos);
  EXPECT_NE(verdict.out.find("in/4.ppm: an output has changed: out/4.png"), std::string::npos);
  EXPECT_NE(verdict.out.find("2 with damaged outputs"), std::string::npos) << verdict.out;
  // And what it finds is made again.
  EXPECT_NE(Bulk({"retry", "plan", "again"}).out.find("2 inputs in 1 shard"), std::string::npos);
  EXPECT_EQ(Bulk({"run", "again"}).status, 0);
  ExpectComplete("again", "2");
  ExpectComplete("plan", "43");
}

TEST_F(BulkPlanTest, WhatCannotBePlanned) {
  const auto error = [&](const ProcessResult& result, const std::string& text) {
    EXPECT_EQ(result.status, 1);
    EXPECT_NE(result.err.find(text), std::string::npos) << result.err;
  };
  error(Plan({"p", "-output", "out/%{ext}", "in"}),
        "Inputs have an output of the same name (in/0.ppm and in/1.ppm: out/ppm)");
  EXPECT_FALSE(Exists("p/plan.json"));
  fs::create_directories(folder_ / "empty");
  error(Plan({"q", "-output", "out/%{name}", "empty"}), "There are no inputs to plan for");
  error(Plan({"-shards", "0", "p", "-output", "out/%{name}", "in"}), "malformed");
  error(Plan({"-shard", "3", "p", "-output", "out/%{name}", "in"}), "Unrecognized option");
  error(Plan({}), "Missing the directory of a plan");
  EXPECT_EQ(PlanThumbnails("plan", "2").status, 0);
  error(PlanThumbnails("plan", "2"), "There is a plan already");
  error(Bulk({"run", "none"}), "Unable to open file");
  error(Bulk({"run", "none"}), "none does not exist, a plan is a folder");
  error(Bulk({"status", "in/0.ppm"}), "in/0.ppm is no folder, a plan is a folder");
  error(Bulk({"verify", "in"}), "in holds no plan, a plan is a folder");
  error(Bulk({"retry", "plan"}), "Missing the directory of the new plan");
  error(Bulk({"run", "plan", "extra"}), "Unrecognized argument");
  // Another version's outputs could differ.
  std::string plan = ReadFile(folder_ / "plan/plan.json");
  plan.replace(plan.find("Lodestone"), 9, "Lodestine");
  WriteFile(folder_ / "plan/plan.json", plan);
  error(Bulk({"run", "plan"}), "The plan was made by another version");
  WriteFile(folder_ / "plan/plan.json", "{}");
  error(Bulk({"status", "plan"}), "This is not a plan");
}

TEST_F(BulkPlanTest, InputsMustBeThoseOfThePlan) {
  ASSERT_EQ(PlanThumbnails("plan", "1").status, 0);
  WriteFile(folder_ / "in/7.ppm", SamplePpm(100, 100));
  fs::remove(folder_ / "in/8.ppm");
  EXPECT_EQ(Bulk({"run", "plan"}).status, 1);
  const ProcessResult verdict = Bulk({"verify", "plan"});
  EXPECT_NE(verdict.out.find("in/7.ppm: The input has changed since the plan was made"),
            std::string::npos);
  EXPECT_NE(verdict.out.find("in/8.ppm: Unable to open file"), std::string::npos) << verdict.out;
}

TEST_F(BulkPlanTest, SimulationsRecordNamesOnly) {
  std::string names;
  for (int i = 0; i < 20000; ++i) names += "made/up/" + std::to_string(i) + ".jpg\n";
  WriteFile(folder_ / "names", names);
  ASSERT_EQ(Plan({"-shards", "7", "plan", "-files-from", "names", "-output", "out/%{path}/%{name}"})
                .status,
            0);
  EXPECT_EQ(Bulk({"run", "-simulate", "-shard", "2", "plan"}).status, 0);
  EXPECT_EQ(Bulk({"run", "-simulate", "plan"}).status, 0);
  ExpectComplete("plan", "20000");
  EXPECT_FALSE(Exists("out"));
}

class ShardPlaceTest : public ::testing::Test {
 protected:
  void SetUp() override { Clear(); }
  void TearDown() override { Clear(); }
  void Clear() {
    for (const char* name :
         {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "PMI_RANK", "PMI_SIZE",
          "SLURM_ARRAY_TASK_ID", "PBS_ARRAY_INDEX", "PBS_ARRAYID", "JOB_COMPLETION_INDEX"})
      unsetenv(name);
  }
  std::vector<std::uint64_t> Shards(std::uint64_t count) {
    return cli::PlaceFromEnvironment().value().Shards(count);
  }
};

TEST_F(ShardPlaceTest, FollowsEveryEngine) {
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_FALSE(cli::PlaceFromEnvironment());
  for (const char* name :
       {"JOB_COMPLETION_INDEX", "PBS_ARRAYID", "PBS_ARRAY_INDEX", "SLURM_ARRAY_TASK_ID"}) {
    Clear();
    setenv(name, "4", 1);
    EXPECT_EQ(Shards(10), Numbers{4}) << name;
    EXPECT_THROW(Shards(4), cli::CommandError);
  }
  setenv("PMI_RANK", "1", 1);
  EXPECT_THROW(Shards(10), cli::CommandError);
  setenv("PMI_SIZE", "4", 1);
  EXPECT_EQ(Shards(10), (Numbers{1, 5, 9}));
  EXPECT_EQ(Shards(1), Numbers{});
  setenv("OMPI_COMM_WORLD_RANK", "0", 1);
  setenv("OMPI_COMM_WORLD_SIZE", "3", 1);
  EXPECT_EQ(Shards(7), (Numbers{0, 3, 6}));
}

TEST_F(ShardPlaceTest, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "-1", "x", "1x", "99999999999999999999"}) {
    setenv("SLURM_ARRAY_TASK_ID", text, 1);
    EXPECT_THROW(Shards(10), cli::CommandError) << text;
  }
  Clear();
  setenv("PMI_RANK", "0", 1);
  setenv("PMI_SIZE", "0", 1);
  EXPECT_THROW(Shards(10), cli::CommandError);
}

}  // namespace
}  // namespace lodestone::test
