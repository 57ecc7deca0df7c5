// Commands that see only the example accelerator, each in a process of its own.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {

using Json = nlohmann::json;

class ExampleProcess : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    modules_ = Modules("example");
    std::filesystem::create_directory(folder_ / "cache");
  }

  // A folder of modules built for the tests.
  static std::string Modules(const std::string& name) {
    const char* build = std::getenv("LODESTONE_BUILD_DIR");
    return std::string(build ? build : ".") + "/tests/modules/" + name;
  }

  // "CRASH=run" for EXAMPLE_ACCELERATOR_CRASH=run; set until cleared.
  void Set(const std::string& setting) { settings_.push_back("EXAMPLE_ACCELERATOR_" + setting); }
  // Any other variable.
  void SetVariable(const std::string& setting) { settings_.push_back(setting); }
  void ClearSettings() { settings_.clear(); }

  Words Command(const Words& words) {
    Words command{"env",
                  "-u",
                  "MAGICK_OPENCL_CACHE_DIR",
                  "-u",
                  "MAGICK_OCL_DEVICE",
                  "-u",
                  "MAGICK_ACCELERATE",
                  "MAGICK_ACCELERATE_PLUGIN_PATH=" + modules_,
                  "XDG_CACHE_HOME=" + (folder_ / "cache").string()};
    command.insert(command.end(), settings_.begin(), settings_.end());
    command.push_back(ProgramPath());
    command.insert(command.end(), words.begin(), words.end());
    return command;
  }
  ProcessResult Run(const Words& words) { return RunProcess(Command(words), folder_.path()); }

  // convert in.ppm OPERATION out.ppm in a mode; its events are in `events_` afterwards.
  ProcessResult Convert(const std::string& mode, const Words& operation,
                        const std::string& out = "out.ppm") {
    std::filesystem::remove(folder_ / "log.jsonl");
    Words words{"convert", "in.ppm", "-accelerate", mode, "-accelerate-log", "log.jsonl"};
    words.insert(words.end(), operation.begin(), operation.end());
    words.push_back(out);
    const ProcessResult result = Run(words);
    events_.clear();
    std::istringstream lines(ReadFile(folder_ / "log.jsonl"));
    for (std::string line; std::getline(lines, line);) events_.push_back(Json::parse(line));
    return result;
  }

  // The output of `lodestone devices` for everything but the CPU.
  Json Devices(const Words& options = {}) {
    Words words{"devices", "-json"};
    words.insert(words.end(), options.begin(), options.end());
    const ProcessResult result = Run(words);
    EXPECT_EQ(0, result.status) << result.err;
    Json devices = Json::parse(result.out).at("devices");
    devices.erase(devices.begin());
    return devices;
  }

  std::string modules_;
  Words settings_;
  std::vector<Json> events_;
};

}  // namespace lodestone::test
