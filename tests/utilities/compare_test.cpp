// compare against the real gm.
#include <algorithm>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class CompareParityTest : public GmParityTest {
 protected:
  void SetUp() override {
    GmParityTest::SetUp();
    std::string other = SamplePpm(64, 48);
    for (std::size_t i = 100; i < other.size(); i += 7) other[i] = static_cast<char>(other[i] ^ 9);
    WriteFile(folder_ / "other.ppm", other);
  }
};

TEST_F(CompareParityTest, EveryMetric) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  for (const char* metric : {"MAE", "MSE", "PAE", "PSNR", "RMSE"}) {
    ExpectSame({"compare", "-metric", metric, "in.ppm", "other.ppm"});
    ExpectSame({"compare", "-metric", metric, "in.ppm", "in.ppm"});
  }
}

TEST_F(CompareParityTest, MatteAddsAChannel) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  const std::string file = CorpusFile("pngsuite/basn6a08.png").string();
  if (file.empty()) GTEST_SKIP() << "LODESTONE_CORPUS names no corpus";
  ExpectSame({"compare", "-metric", "RMSE", file, file});
}

TEST_F(CompareParityTest, MessagesAndStatus) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm has another quantum depth";
  ExpectSame({"compare", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "-metric", "bogus", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "-metric"});
  ExpectSame({"compare", "in.ppm"});
  ExpectSame({"compare", "-bogus", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "in.ppm", "missing.ppm"});
  ExpectSame({"compare", "-metric", "MAE", "-maximum-error", "0.0001", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "-metric", "MAE", "-maximum-error", "1", "in.ppm", "other.ppm"});
}

}  // namespace
}  // namespace lodestone::test
