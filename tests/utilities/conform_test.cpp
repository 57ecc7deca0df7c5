// conform: the published digests, and what is wrong with others.
#include <cstdlib>

#include "config.h"
#include "tests/utilities/device_cli_test.hpp"

namespace lodestone::test {
namespace {

class ConformTest : public CliTest {
 protected:
  using Json = nlohmann::json;

  static std::string Published() {
    const char* const source = std::getenv("abs_srcdir");
    return std::string(source ? source : ".") + "/docs/conformance/list-3.txt";
  }

  // Where the list has the digest, at this depth, of the first case that has `text` in its name.
  static std::size_t DigestPlace(const std::string& list, const std::string& text) {
    return list.rfind('\n', list.find(text)) + 1 + (QuantumDepth == 8 ? 0 : 66);
  }

  // The published list with another digest for that case.
  std::string Altered(const std::string& text) {
    std::string list = ReadFile(Published());
    char& digit = list[DigestPlace(list, text)];
    digit = digit == '0' ? '1' : '0';
    WriteFile(folder_ / "altered.txt", list);
    return "altered.txt";
  }
};

constexpr char kCase[] = "FlipImage(image), opaque-97x61";

TEST_F(ConformTest, TheCpuConforms) {
  const auto result = Lodestone({"conform", "-cpu", "-every", "29"});
  EXPECT_EQ(0, result.status) << result.out << result.err;
  EXPECT_NE(std::string::npos, result.out.find("conforms to list 3")) << result.out;
  EXPECT_EQ("", result.err);
}

TEST_F(ConformTest, ADigestThatIsWrong) {
  const std::string list = Altered(kCase);
  const auto result = Lodestone({"conform", "-cpu", "-list", list, "-only", "FlipImage"});
  EXPECT_EQ(1, result.status);
  EXPECT_NE(std::string::npos, result.out.find(std::string("different: rearrange: ") + kCase))
      << result.out;
  EXPECT_NE(std::string::npos, result.out.find("does not conform to list 3")) << result.out;
  const auto json = Lodestone({"conform", "-cpu", "-list", list, "-only", "FlipImage", "-json"});
  EXPECT_EQ(1, json.status);
  const Json document = Json::parse(json.out, nullptr, false);
  EXPECT_EQ(false, document["conforms"]);
  EXPECT_EQ(1, document["verdicts"][0]["different"]);
  EXPECT_EQ(0, document["verdicts"][0]["not_run"]);
  EXPECT_EQ(std::string("rearrange: ") + kCase, document["verdicts"][0]["failures"][0]["case"]);
}

TEST_F(ConformTest, AListThatIsTruncatedOrMissing) {
  const std::string list = ReadFile(Published());
  WriteFile(folder_ / "half.txt", list.substr(0, list.rfind('\n', list.size() / 2) + 1));
  const auto half = Lodestone({"conform", "-cpu", "-list", "half.txt"});
  EXPECT_EQ(1, half.status);
  EXPECT_NE(std::string::npos, half.err.find("half.txt")) << half.err;
  EXPECT_NE(std::string::npos, half.err.find("it ends here, after ")) << half.err;
  const auto missing = Lodestone({"conform", "-cpu", "-list", "none.txt"});
  EXPECT_EQ(1, missing.status);
  EXPECT_NE(std::string::npos, missing.err.find("none.txt")) << missing.err;
  EXPECT_EQ("", missing.out);
}

// The digest is that of a file which coreutils read, and the result is that of convert.
TEST_F(ConformTest, SavedFilesHaveThePublishedDigests) {
  const auto result = Lodestone({"conform", "-cpu", "-only", kCase, "-save", "kept"});
  ASSERT_EQ(0, result.status) << result.err;
  std::string source, made;
  for (const auto& entry : std::filesystem::directory_iterator(folder_ / "kept"))
    (entry.path().string().ends_with("-cpu.pam") ? made : source) = entry.path().string();
  const auto sum = RunProcess({"sha256sum", made}, folder_.path());
  ASSERT_EQ(0, sum.status) << sum.err;
  const std::string list = ReadFile(Published());
  EXPECT_EQ(sum.out.substr(0, 64),
            list.substr(DigestPlace(list, std::string("rearrange: ") + kCase), 64));
  ASSERT_EQ(0, Lodestone({"convert", source, "-flip", "flipped.pam"}).status);
  EXPECT_EQ(ReadFile(made), ReadFile(folder_ / "flipped.pam"));
}

// Sanitizers have libraries that must come first.
#if !defined(LS_WITH_ASAN) && !defined(LS_WITH_TSAN)
// The last bits of sines, powers and logarithms do not matter: the published list is written, with
// the digests of the other depth that were there.
TEST_F(ConformTest, WritesTheListWithAnotherMathematicalLibrary) {
  const std::string list = Altered(kCase);
  const char* const build = std::getenv("LODESTONE_BUILD_DIR");
  ASSERT_NE(nullptr, build);
  const auto result =
      RunProcess({"env", std::string("LD_PRELOAD=") + build + "/tests/modules/other_libm.so",
                  ProgramPath(), "conform", "-write", list},
                 folder_.path());
  EXPECT_EQ(0, result.status) << result.out << result.err;
  EXPECT_TRUE(ReadFile(folder_ / list) == ReadFile(Published()));
  const auto told = result.err.find("other_libm: ");
  ASSERT_NE(std::string::npos, told) << result.err;
  EXPECT_LT(10000, std::atol(result.err.c_str() + told + 12)) << result.err;
}
#endif

TEST_F(ConformTest, Messages) {
  EXPECT_EQ(0, Lodestone({"conform", "-help"}).status);
  for (const Words& wrong :
       std::initializer_list<Words>{{"conform", "bogus"},
                                    {"conform", "-list"},
                                    {"conform", "-every", "0"},
                                    {"conform", "-cpu", "-only", "no such call"},
                                    {"conform", "-write", "new.txt", "-every", "2"},
                                    {"conform", "-device", "no such device"},
                                    {"conform", "-cpu", "-only", kCase, "-save", "in.ppm"}}) {
    const auto result = Lodestone(wrong);
    EXPECT_EQ(1, result.status) << wrong[1];
    EXPECT_NE("", result.err) << wrong[1];
  }
  EXPECT_FALSE(Exists("new.txt"));
}

class ConformOnDeviceTest : public DeviceCliTest {};

TEST_F(ConformOnDeviceTest, RunsThere) {
  const Json found = ParseOutput({"conform", "-device", "CPU", "-only", "FlopImage", "-json"});
  ASSERT_EQ(1u, found["verdicts"].size());
  const Json& verdict = found["verdicts"][0];
  EXPECT_NE("", verdict["device"]);
  EXPECT_NE("", verdict["driver"]);
  EXPECT_EQ(true, verdict["conforms"]);
  EXPECT_EQ(verdict["cases"], verdict["equal"]);
  EXPECT_EQ("rearrange", verdict["operations"][0]["operation"]);
  const Json both = ParseOutput({"conform", "-only", "FlopImage", "-every", "9", "-json"});
  EXPECT_EQ(2u, both["verdicts"].size());
  EXPECT_EQ("", both["verdicts"][0]["device"]);
}

// All cases on the CPU and on the device.
TEST_F(ConformOnDeviceTest, CertifiedDevicesAreListedAsSuch) {
  const char* const wanted = std::getenv("LODESTONE_TEST_CONFORMANCE");
  if (!wanted || std::string(wanted) != "full") GTEST_SKIP() << "takes half a minute";
  setenv("MAGICK_OPENCL_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  for (const Json& listed :
       {ParseOutput({"devices", "-certify", "-json"}), ParseOutput({"devices", "-json"})}) {
    std::size_t certified = 0;
    for (const Json& device : listed["devices"]) certified += device["conforms"] == true;
    EXPECT_EQ(2u, certified) << listed;
  }
  unsetenv("MAGICK_OPENCL_CACHE_DIR");
}

}  // namespace
}  // namespace lodestone::test
