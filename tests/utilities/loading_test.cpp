// A command loads and starts only what it needs, according to the dynamic linker.
#include <cstdlib>
#include <sstream>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

class LoadingTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    if (Searched({"help"}).find("liblodestone") == std::string::npos) {
      GTEST_SKIP() << "this dynamic linker does not tell what it loads";
    }
  }

  // Names of all libraries that the program looked for, one per line.
  std::string Searched(Words words, const std::string& variable = "UNUSED=1") {
    const TemporaryFolder logs;
    words.insert(words.begin(), {"env", variable, "LD_DEBUG=libs",
                                 "LD_DEBUG_OUTPUT=" + (logs / "log").string(), ProgramPath()});
    const ProcessResult result = RunProcess(words, folder_.path());
    EXPECT_EQ(result.status, 0) << result.err;
    std::string names;
    for (const auto& entry : std::filesystem::directory_iterator(logs.path())) {
      std::istringstream log(ReadFile(entry.path()));
      for (std::string line; std::getline(log, line);) {
        const auto at = line.find("find library=");
        const auto init = line.find("calling init: ");
        if (at != std::string::npos) names += line.substr(at) + "\n";
        if (init != std::string::npos) names += line.substr(init) + "\n";
      }
    }
    return names;
  }

  static bool Mentions(const std::string& names, const std::vector<const char*>& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return names.find(part) != std::string::npos; });
  }

  static inline const std::vector<const char*> kDevices = {"OpenCL", "opencl.so", "pocl", "libcuda",
                                                           "cuda.so"};
  static inline const std::vector<const char*> kThreads = {"tbbmalloc"};
};

// It would measure its clock.
TEST_F(LoadingTest, HighwaysLibraryIsNotLoaded) {
  const std::string names = Searched({"convert", "in.ppm", "-resize", "50%", "out.ppm"});
  if (Mentions(names, {"libjxl"})) GTEST_SKIP() << "JPEG XL is linked, and needs it";
  EXPECT_FALSE(Mentions(names, {"libhwy"})) << names;
}

TEST_F(LoadingTest, DevicesAreNotLookedForUnlessAskedFor) {
  const Words commands[] = {
      {"identify", "in.ppm"},
      {"identify", "-verbose", "in.ppm"},
      {"identify", "-format", "%k %#", "in.ppm"},
      {"compare", "-metric", "MAE", "in.ppm", "in.ppm"},
      {"convert", "in.ppm", "-flip", "out.ppm"},
      {"convert", "in.ppm", "-resize", "50%", "out.ppm"},
      {"convert", "-size", "1200x900", "xc:red", "-resize", "50%", "out.ppm"},
      {"convert", "-accelerate", "off", "-size", "1200x900", "xc:red", "-scale", "50%", "out.ppm"}};
  for (const Words& command : commands) {
    const std::string names = Searched(command);
    EXPECT_FALSE(Mentions(names, kDevices)) << command[0] << " " << command[1] << "\n" << names;
  }
}

TEST_F(LoadingTest, DevicesAreFoundWhenAskedFor) {
  const char* modules = std::getenv("MAGICK_ACCELERATE_PLUGIN_PATH");
  if (modules == nullptr ||
      !std::filesystem::exists(std::filesystem::path(modules) / "opencl.so")) {
    GTEST_SKIP() << "built without the OpenCL module";
  }
  EXPECT_TRUE(Mentions(Searched({"devices"}), kDevices));
}

TEST_F(LoadingTest, ThreadsStartWithTheWork) {
  const std::string variable = "OMP_NUM_THREADS=2";
  EXPECT_FALSE(Mentions(Searched({"identify", "-verbose", "in.ppm"}, variable), kThreads));
  EXPECT_FALSE(Mentions(Searched({"convert", "in.ppm", "out.png"}, variable), kThreads));
  EXPECT_FALSE(
      Mentions(Searched({"convert", "in.ppm", "-resize", "50%", "out.png"}, variable), kThreads));
  const Words large = {"convert", "-size", "4000x4000", "xc:red", "-resize", "50%", "null:"};
  EXPECT_TRUE(Mentions(Searched(large, variable), kThreads));
}

}  // namespace
}  // namespace lodestone::test
