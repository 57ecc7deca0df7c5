// The engine of the benchmarks: statistics, turns, processes, images.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "utilities/measure/images.hpp"
#include "utilities/measure/process.hpp"
#include "utilities/measure/statistics.hpp"
#include "utilities/measure/timing.hpp"

namespace lodestone::measure {
namespace {

TEST(Statistics, MedianOfAnyOrderAndCount) {
  EXPECT_EQ(Median({}), 0);
  EXPECT_EQ(Median({7}), 7);
  EXPECT_EQ(Median({9, 1, 5}), 5);
  EXPECT_EQ(Median({8, 2, 4, 100}), 6);
}

TEST(Statistics, QuantilesLieBetweenNeighbours) {
  EXPECT_EQ(Quantile({10, 20, 30, 40, 50}, 0.25), 20);
  EXPECT_EQ(Quantile({0, 10}, 0.75), 7.5);
  EXPECT_EQ(Quantile({3, 1, 2}, 0), 1);
  EXPECT_EQ(Quantile({3, 1, 2}, 1), 3);
  EXPECT_EQ(Quantile({3}, 0.9), 3);
  EXPECT_EQ(MedianOfSorted({1, 2, 4, 9}), 3);
}

TEST(Statistics, SpreadIgnoresAnOutlier) {
  EXPECT_DOUBLE_EQ(HalfSpread({90, 100, 5000, 95, 105}), 5);
  EXPECT_EQ(Spread({5, 5, 5}), 0);
  EXPECT_EQ(Spread({}), 0);
  EXPECT_DOUBLE_EQ(Spread({90, 100, 110, 95, 105}), 0.05);
  EXPECT_DOUBLE_EQ(Spread({90, 100, 5000, 95, 105}), 0.05);
}

TEST(Timing, AllTakeTurnsAndAnotherBeginsEachRound) {
  std::string turns;
  for (unsigned round = 0; round < 4; ++round)
    TakeTurns(round, 3, [&](std::size_t i) { turns += static_cast<char>('a' + i); });
  EXPECT_EQ(turns, "abcbcacababc");
}

TEST(Timing, TheFirstRunDoesNotCount) {
  std::string runs;
  RunWarm(3, [&](bool counts) { runs += counts ? 'c' : 'w'; });
  EXPECT_EQ(runs, "wccc");
}

TEST(Process, TellsStatusOutputAndMemory) {
  const TemporaryFolder folder;
  const ProcessRun run = RunProcess({"sh", "-c", "cat; echo $WORD; echo bad >&2; exit 3"},
                                    {"WORD=good"}, folder / "out", folder / "err");
  EXPECT_EQ(run.status, 3);
  EXPECT_GT(run.milliseconds, 0);
  EXPECT_GT(run.peak_mib, 0);
  const auto text = [&](const char* name) {
    std::ifstream file(folder / name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  EXPECT_EQ(text("out"), "good\n") << "and nothing came in";
  EXPECT_EQ(text("err"), "bad\n");
  EXPECT_EQ(RunProcess({"sh", "-c", "kill -9 $$"}).status, 128 + 9);
  EXPECT_EQ(RunProcess({(folder / "missing").string()}).status, 127);
}

TEST(Process, FoldersAreGoneAfterwards) {
  std::filesystem::path path;
  {
    const TemporaryFolder folder;
    path = folder.path();
    std::ofstream(folder / "file") << "text";
    EXPECT_TRUE(std::filesystem::exists(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Images, NoiseIsOpaqueAndTheSameEveryTime) {
  const cli::ImageList one = MakeNoise(40, 30), two = MakeNoise(40, 30);
  MoveToHost(one.get());
  const PixelPacket *a = FetchPixels(*one), *b = FetchPixels(*two);
  std::size_t different = 0;
  for (std::size_t i = 0; i < 40 * 30; ++i) {
    ASSERT_EQ(a[i].red, b[i].red);
    ASSERT_EQ(a[i].opacity, OpaqueOpacity);
    different += a[i].red != a[0].red;
  }
  EXPECT_GT(different, 1000U);
}

}  // namespace
}  // namespace lodestone::measure
