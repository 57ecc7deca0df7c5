// compare against the real gm.
#include <algorithm>

#include "tests/utilities/cli_test.hpp"
#include "tests/utilities/pam.hpp"

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

TEST_F(CompareParityTest, ShowsDifferences) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  WriteFile(folder_ / "in.pam", SamplePam(64, 48));
  WriteFile(folder_ / "small.ppm", SamplePpm(30, 20));
  const std::vector<Words> ways = {{},
                                   {"-highlight-style", "Assign"},
                                   {"-highlight-style", "threshold"},
                                   {"-highlight-style", "Tint"},
                                   {"-highlight-style", "xor"},
                                   {"-hilight-style", "Assign", "-hilight-color", "blue"},
                                   {"-highlight-color", "#123456"},
                                   {"+highlight-style"},
                                   {"-matte"},
                                   {"+matte"},
                                   {"-colorspace", "Gray"},
                                   {"-auto-orient"},
                                   {"-metric", "MAE", "-maximum-error", "0.0001"}};
  for (const Words& way : ways) {
    for (const Words& pair : {Words{"in.ppm", "other.ppm"}, Words{"in.pam", "other.ppm"}}) {
      Words words = {"compare", "-file", "pam:-"};
      words.insert(words.end(), way.begin(), way.end());
      words.insert(words.end(), pair.begin(), pair.end());
      ExpectSameBut8Bits(words);
    }
  }
  ExpectSameBut8Bits({"compare", "-file", "pam:-", "in.ppm", "small.ppm"});
  ExpectSame({"compare", "in.ppm", "other.ppm", "+file"});
}

TEST_F(CompareParityTest, WhatIsCompared) {
  if (!SameDepthAsGm()) GTEST_SKIP() << "gm here has 16 bits a sample";
  WriteFile(folder_ / "in.pam", SamplePam(64, 48));
  const std::vector<Words> options = {{"-type", "Grayscale"},
                                      {"-type", "Bilevel"},
                                      {"-colorspace", "Gray"},
                                      {"-matte"},
                                      {"+matte"},
                                      {"-depth", "4"},
                                      {"-density", "30"},
                                      {"-size", "9x9"},
                                      {"-display", "x"},
                                      {"-matte", "-type", "TrueColor"},
                                      {"+metric"},
                                      {"-type", "Bilevel", "-colorspace", "RGB"}};
  for (const Words& option : options) {
    for (const Words& pair : {Words{"in.ppm", "other.ppm"}, Words{"in.pam", "other.ppm"},
                              Words{"other.ppm", "in.pam"}}) {
      for (const char* const metric : {"MAE", "psnr"}) {
        Words words = {"compare", "-metric", metric, pair[0]};
        words.insert(words.end(), option.begin(), option.end());
        words.push_back(pair[1]);
        ExpectSame(words);
      }
    }
  }
  ExpectSame({"compare", "-metric", "RootMeanSquaredError", "in.ppm", "other.ppm", "missing.ppm"});
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
  ExpectSame({"compare", "-metric", "PSNR", "-maximum-error", "90", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "-highlight-style", "bogus", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "-colorspace", "bogus", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "-file", "missing/out.ppm", "in.ppm", "other.ppm"});
  ExpectSame({"compare", "-file"});
}

}  // namespace
}  // namespace lodestone::test
