// The program as a whole: help, version, devices, benchmark.
#include <cstdint>

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

using Json = nlohmann::json;
using ProgramTest = CliTest;

TEST_F(ProgramTest, ListsItsCommands) {
  const auto result = Lodestone({"help"});
  EXPECT_EQ(result.status, 0);
  for (const char* command : {"convert", "identify", "compare", "benchmark", "devices", "events"}) {
    EXPECT_NE(result.out.find(std::string(command) + " - "), std::string::npos) << command;
    EXPECT_EQ(Lodestone({"help", command}).status, 0);
    EXPECT_EQ(Lodestone({command, "-help"}).status, 0) << command;
  }
  EXPECT_EQ(Lodestone({}).status, 1);
}

TEST_F(ProgramTest, UnknownCommand) {
  const auto result = Lodestone({"bogus"});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err,
            "lodestone: Unrecognized command 'bogus'. Use -help for a usage summary or see "
            "manual.\n");
}

TEST_F(ProgramTest, Version) {
  for (const char* spelling : {"version", "-version"}) {
    const auto result = Lodestone({spelling});
    EXPECT_EQ(result.status, 0);
    EXPECT_THAT(result.out, testing::ContainsRegex("^Lodestone [0-9.]+ .* Q(8|16)"));
    EXPECT_NE(result.out.find("OpenCL"), std::string::npos);
    EXPECT_NE(result.out.find("PNG"), std::string::npos);
  }
}

TEST_F(ProgramTest, DevicesStartWithTheCpu) {
  const auto result = Lodestone({"devices", "-json"});
  EXPECT_EQ(result.status, 0) << result.err;
  const Json document = Json::parse(result.out, nullptr, false);
  ASSERT_TRUE(document.is_object()) << result.out;
  ASSERT_FALSE(document["devices"].empty());
  EXPECT_EQ(document["devices"][0]["name"], "native");
  for (const Json& device : document["devices"]) {
    EXPECT_TRUE(device["usable"] == true || device["problem"] != "") << device;
  }
  EXPECT_EQ(Lodestone({"devices"}).status, 0);
  EXPECT_EQ(Lodestone({"devices", "-bogus"}).status, 1);
}

TEST_F(ProgramTest, TheLogEndsWithTheMostOfEachResource) {
  const auto result =
      Lodestone({"convert", "-debug", "resource", "-size", "70x20", "xc:red", "null:"});
  EXPECT_EQ(result.status, 0);
  for (const char* most : {"Width at most 70 of ", "Height at most 20 of ", "Memory at most "})
    EXPECT_THAT(result.err, testing::HasSubstr(most));
}

TEST_F(ProgramTest, BenchmarkRunsACommand) {
  const auto result =
      Lodestone({"benchmark", "-iterations", "3", "convert", "in.ppm", "-resize", "50%", "null:"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_THAT(result.err,
              testing::ContainsRegex("Results: [0-9]+ threads 3 iter [0-9]+\\.[0-9]{2}s user "
                                     "[0-9]+\\.[0-9]{6}s total [0-9]+\\.[0-9]{3} iter/s "
                                     "[0-9]+\\.[0-9]{3} iter/cpu\n"));
}

TEST_F(ProgramTest, BenchmarkStepsThreads) {
  const auto result = Lodestone(
      {"benchmark", "-iterations", "1", "-stepthreads", "1", "convert", "in.ppm", "null:"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.err.find("Results: 1 threads 1 iter"), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("speedup"), std::string::npos);
  EXPECT_NE(result.err.find("karp-flatt"), std::string::npos);
}

TEST_F(ProgramTest, BenchmarkRunsSeveralAtATime) {
  const auto result = Lodestone({"benchmark", "-concurrent", "-iterations", "40", "convert",
                                 "in.ppm", "-resize", "300%", "null:"});
  EXPECT_EQ(result.status, 0) << result.err;
  EXPECT_NE(result.err.find(" 40 iter "), std::string::npos) << result.err;
  const auto failing = Lodestone(
      {"benchmark", "-concurrent", "-iterations", "40", "convert", "missing.ppm", "null:"});
  EXPECT_EQ(failing.status, 1);
  EXPECT_EQ(failing.err.rfind("lodestone benchmark convert: Unable to open file", 0), 0u)
      << failing.err;
}

TEST_F(ProgramTest, BenchmarkStopsAtAFailure) {
  const auto result =
      Lodestone({"benchmark", "-iterations", "5", "convert", "missing.ppm", "null:"});
  EXPECT_EQ(result.status, 1);
  EXPECT_NE(result.err.find(" 1 iter "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("lodestone benchmark convert: Unable to open file"), std::string::npos);
}

TEST_F(ProgramTest, BenchmarkInMemory) {
  const auto result =
      Lodestone({"benchmark", "-iterations", "4", "-threads", "1", "-accelerator", "cpu", "-json",
                 "-op", "-resize 25% -filter Lanczos", "-op", "-scale 200%", "in.ppm"});
  EXPECT_EQ(result.status, 0) << result.err;
  const Json document = Json::parse(result.out, nullptr, false);
  ASSERT_TRUE(document.is_object()) << result.out;
  EXPECT_EQ(document["columns"], 64);
  ASSERT_EQ(document["operations"].size(), 2u);
  const Json& resize = document["operations"][0];
  EXPECT_EQ(resize["columns"], 16);
  EXPECT_LE(resize["minimum_ms"], resize["median_ms"]);
  EXPECT_GE(resize["first_ms"], resize["minimum_ms"]);
  std::uint64_t done = 0;
  for (const Json& event : resize["events"]) {
    if (event["outcome"] != "done") continue;
    EXPECT_EQ(event["accelerator"], "cpu");
    done += event["calls"].get<std::uint64_t>();
  }
  EXPECT_EQ(done, 4u);
}

TEST_F(ProgramTest, BenchmarkMessages) {
  const std::vector<Words> failing = {
      {"-op", "-bogus", "in.ppm"},
      {"-op", "-resize abc", "in.ppm"},
      {"-op", "-flip"},
      {"-op", "-flip", "missing.ppm"},
      {"-op", "-flip", "-iterations", "0", "in.ppm"},
      {"-op", "-flip", "-accelerator", "bogus", "in.ppm"},
      {"-op", "", "in.ppm"},
      {"-op", "-define unsharp:luma=true", "in.ppm"},
      {"-op", "-flip -density 72", "-op", "-version", "in.ppm"},
      {"-duration", "abc", "convert", "in.ppm", "null:"},
      {"-bogus", "convert", "in.ppm", "null:"},
  };
  for (Words words : failing) {
    words.insert(words.begin(), "benchmark");
    const auto result = Lodestone(words);
    EXPECT_EQ(result.status, 1) << result.out;
    EXPECT_EQ(result.err.find("lodestone benchmark: "), 0u) << result.err;
  }
}

}  // namespace
}  // namespace lodestone::test
