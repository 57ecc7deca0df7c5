// Floors, ratios and the table of a device's report, from round numbers.
#include "bench/gpu_table.hpp"

#include <gtest/gtest.h>

#include "bench/device_copy.hpp"

namespace lodestone::bench {
namespace {

using Json = nlohmann::json;

// 100 MB up at 50 GB/s and 20 MB down at 20 GB/s: 3 ms. 120 MB at 1000 GB/s: 0.12 ms.
Json Document() {
  const Json first = {{"total", 500},
                      {"same", true},
                      {"parts",
                       {{"open", 10},
                        {"context", 90},
                        {"load", 0},
                        {"compile", 390},
                        {"self-test", 2},
                        {"upload", 1},
                        {"kernel", 1},
                        {"download", 1}}}};
  return {{"device", "Test:GPU:One"},
          {"driver", "1.0"},
          {"quantum_depth", 16},
          {"image", "noise"},
          {"iterations", 3},
          {"memory_bandwidth", 1000},
          {"memory_bandwidth_from", "given"},
          {"link", Json::object()},
          {"rows",
           {{{"row", "scale-25"},
             {"name", "scale to 25%"},
             {"same", true},
             {"first_ever", first},
             {"first_calls", {first, first}},
             {"pinned", {4.5, 3.9, 3.6}},
             {"pageable", {6.0, 7.0, 5.0}},
             {"native", {10.0, 11.0, 12.0}},
             {"resident", {0.2, 0.2, 0.3}},
             {"kernel", {0.15, 0.24, 0.15}},
             {"source_bytes", 100'000'000},
             {"result_bytes", 20'000'000},
             {"bytes_up", 100'000'000},
             {"bytes_down", 20'000'000},
             {"pinned_rates", {{"up", {40, 50, 60}}, {"down", {20}}}},
             {"pageable_rates", {{"up", {10}}, {"down", {8}}}}}}}};
}

TEST(GpuTable, FloorsFollowFromRatesAndBytes) {
  Json document = Document();
  AddFloors(document);
  const Json& row = document["rows"][0];
  EXPECT_DOUBLE_EQ(50, document["link"]["pinned_up"]);
  EXPECT_DOUBLE_EQ(3, row["link_floor"]);
  EXPECT_DOUBLE_EQ(1.3, row["pinned_to_floor"]);
  EXPECT_DOUBLE_EQ(2, row["pageable_to_floor"]);
  EXPECT_DOUBLE_EQ(0.12, row["memory_floor"]);
  EXPECT_DOUBLE_EQ(1.25, row["kernel_to_floor"]);
  EXPECT_EQ(0, row["resident_mark"]) << "marks are for one size of image";
}

// 1 GiB is read and 1 GiB written in 0.5 ms: 4295 GB/s; 120 MB at that rate take 28 us.
TEST(GpuTable, TheMemoryFloorFollowsFromCopiesOnTheDevice) {
  Json document = Document();
  document.erase("memory_bandwidth");
  document.erase("memory_bandwidth_from");
  document["memory_copy"] = {{"bytes", 1u << 30}, {"ns", {900'000, 500'000, 499'000}}};
  AddFloors(document);
  const double rate = 2.0 * (1u << 30) / 500'000;
  EXPECT_DOUBLE_EQ(rate, document["memory_bandwidth"]);
  const Json& row = document["rows"][0];
  EXPECT_DOUBLE_EQ(120'000'000 / rate * 1e-6, row["memory_floor"]);
  EXPECT_DOUBLE_EQ(0.15 / (120'000'000 / rate * 1e-6), row["kernel_to_floor"]);
  EXPECT_NE(std::string::npos,
            GpuTable(document).find("written: 4295 (copies of 1024 MiB on the device)"));
}

TEST(GpuTable, WithoutCopiesThereIsNoMemoryFloorAndAReason) {
  Json document = Document();
  document.erase("memory_bandwidth");
  document["memory_bandwidth_from"] = "no room";
  AddFloors(document);
  EXPECT_EQ(0, document["rows"][0]["memory_floor"]);
  EXPECT_NE(std::string::npos, GpuTable(document).find("written: - (no room)"));
}

// Median 0.15 ms against 0.3 ms of the other library.
TEST(GpuTable, ShowsAnotherLibraryBesideTheKernels) {
  Json document = Document();
  AddFloors(document);
  EXPECT_EQ(std::string::npos, GpuTable(document).find("NPP"));
  document["peer"] = {{"name", "NPP 13.0"}, {"rows", {{"scale-25", 0.3}}}};
  std::string table = GpuTable(document);
  EXPECT_NE(std::string::npos, table.find("NPP 13.0  kernel/NPP 13.0")) << table;
  EXPECT_NE(std::string::npos, table.find("0.300             0.50")) << table;
  document["peer"]["rows"] = Json::object();
  table = GpuTable(document);
  EXPECT_EQ(std::string::npos, table.find("0.300")) << "it lacks the row";
}

TEST(DeviceCopy, IsFarLargerThanTheCaches) {
  constexpr std::uint64_t kMiB = 1 << 20, kGiB = 1 << 30;
  EXPECT_EQ(1 * kGiB, CopyBytes({140 * kGiB, 35 * kGiB, 50 * kMiB, false}));
  EXPECT_EQ(2 * kGiB, CopyBytes({140 * kGiB, 35 * kGiB, 512 * kMiB, false}));
  EXPECT_EQ(512 * kMiB, CopyBytes({2 * kGiB, 1 * kGiB, 4 * kMiB, false})) << "a quarter of it all";
  EXPECT_EQ(256 * kMiB, CopyBytes({8 * kGiB, 256 * kMiB, 4 * kMiB, false})) << "one allocation";
  EXPECT_EQ(64 * kMiB, CopyBytes({16 * kGiB, 4 * kGiB, 1 * kMiB, true}));
  EXPECT_EQ(128 * kMiB, CopyBytes({16 * kGiB, 4 * kGiB, 32 * kMiB, true}));
  EXPECT_EQ(0u, CopyBytes({1 * kGiB, 1 * kGiB, 100 * kMiB, false})) << "caches would be measured";
}

TEST(GpuTable, MarksAreForOneSizeOfImage) {
  Json document = Document();
  document["rows"][0]["source_bytes"] = 5640 * 3172 * 8;
  AddFloors(document);
  EXPECT_DOUBLE_EQ(2, document["rows"][0]["kernel_to_mark"]) << "0.15 ms against 0.075 at 16 bits";
}

TEST(GpuTable, WithoutTransfersThereIsNoLinkFloor) {
  Json document = Document();
  document["rows"][0]["bytes_up"] = 1000;
  AddFloors(document);
  EXPECT_EQ(0, document["rows"][0]["link_floor"]);
  EXPECT_EQ(0, document["rows"][0]["pinned_to_floor"]);
  EXPECT_NE(std::string::npos, GpuTable(document).find("6.00 (5.00)"));
}

TEST(GpuTable, TellsEverything) {
  Json document = Document();
  document["throughput"] = {{{"row", "scale to 25%"},
                             {"threads", 2},
                             {"devices", "GPU"},
                             {"images_per_second", 12.5},
                             {"by_device", {{"Test:GPU:One", 6}}},
                             {"same", true}}};
  document["sizes"] = {{"sizes", {"40x30", "8x6"}},
                       {"same", true},
                       {"device", {{"separate", {2.0, 4.0, 3.0}}, {"together", {1.5, 1.5, 9.0}}}},
                       {"cpu", {{"separate", {20.0}}, {"together", {16.0}}}}};
  AddFloors(document);
  const std::string table = GpuTable(document);
  for (const char* part :
       {"Test:GPU:One, driver 1.0", "pinned 50.0 up, 20.0 down", "3.90 (3.60)", "0.150 (0.150)",
        "scale to 25%, ever", "scale to 25%, of a process", "12.5 images a second",
        "Lanczos to 40x30 8x6, ms:", "device  a call for each 3.00, one for all 1.50 (0.50)",
        "cpu     a call for each 20.0, one for all 16.0 (0.80)",
        "all results equal those of the CPU"})
    EXPECT_NE(std::string::npos, table.find(part)) << part << "\n" << table;
}

TEST(GpuTable, OneWrongSampleAnywhereIsSaid) {
  for (const char* place : {"warm", "first", "process", "sizes"}) {
    Json document = Document();
    document["sizes"] = {{"sizes", Json::array()}, {"device", {}}, {"cpu", {}}};
    Json& row = document["rows"][0];
    AddFloors(document);
    EXPECT_TRUE(AllSame(document));
    (place == std::string("warm")    ? row
     : place == std::string("sizes") ? document["sizes"]
     : place == std::string("first") ? row["first_ever"]
                                     : row["first_calls"][1])["same"] = false;
    EXPECT_FALSE(AllSame(document)) << place;
    EXPECT_NE(std::string::npos, GpuTable(document).find("RESULTS DIFFER"));
  }
}

}  // namespace
}  // namespace lodestone::bench
