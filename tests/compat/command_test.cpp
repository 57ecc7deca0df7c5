// The library against the installed `gm` program: raw pixels in and out through files, all commands
// in one `gm batch`.
#include <gtest/gtest.h>

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/compat/parity.hpp"

namespace lodestone::compat {
namespace {

struct Job {
  Request request;
  Kind kind;
  ImagePtr image;
  std::string in, out;
};

class Command : public testing::Test {
 protected:
  void SetUp() override {
    if (QuantumDepth != 16) GTEST_SKIP() << "gm here has 16 bits a sample, this build 8";
    if (std::system("gm version > /dev/null 2>&1") != 0)
      GTEST_SKIP() << "gm is not installed (Debian: graphicsmagick)";
    directory_ =
        std::filesystem::temp_directory_path() / ("lodestone-command-" + std::to_string(getpid()));
    std::filesystem::create_directories(directory_);
  }
  void TearDown() override {
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
  }

  void Add(GmOperation operation, const char* option, FilterTypes filter, std::uint32_t columns,
           std::uint32_t rows, Kind kind);
  void RunBatch() const;
  void ExpectParity(double allowed);

  std::vector<Job> jobs_;

 private:
  static std::string Format(Kind kind) { return kind == Kind::kMatte ? "rgba:" : "rgb:"; }

  std::filesystem::path directory_;
  std::string script_;
};

// Sixteen bits per sample, least significant byte first; alpha, not opacity.
std::string ToBytes(const Raster& raster) {
  std::string bytes;
  auto put = [&](std::uint16_t sample) {
    bytes += static_cast<char>(sample & 255);
    bytes += static_cast<char>(sample >> 8);
  };
  for (const RasterPixel& p : raster.pixels) {
    put(p.red);
    put(p.green);
    put(p.blue);
    if (raster.matte) put(static_cast<std::uint16_t>(65535 - p.opacity));
  }
  return bytes;
}

Raster FromBytes(const std::string& bytes, const Raster& like) {
  Raster raster = like;
  const std::size_t size = like.matte ? 8 : 6;
  raster.pixels.assign(bytes.size() / size, {});
  for (std::size_t i = 0; i < raster.pixels.size(); ++i) {
    auto get = [&](std::size_t k) {
      const auto* at = reinterpret_cast<const unsigned char*>(&bytes[i * size + 2 * k]);
      return static_cast<std::uint16_t>(at[0] | at[1] << 8);
    };
    raster.pixels[i] = {get(0), get(1), get(2),
                        like.matte ? static_cast<std::uint16_t>(65535 - get(3)) : std::uint16_t{}};
  }
  return raster;
}

void Command::Add(GmOperation operation, const char* option, FilterTypes filter,
                  std::uint32_t columns, std::uint32_t rows, Kind kind) {
  const std::string name = directory_ / std::to_string(jobs_.size());
  Job job{{operation, columns, rows, filter, 1.0},
          kind,
          RandomImage(67, 45, kind, static_cast<unsigned>(jobs_.size())),
          Format(kind) + name + ".in",
          Format(kind) + name + ".out"};
  std::ofstream(name + ".in", std::ios::binary) << ToBytes(ToRaster(job.image.get()));
  script_ += "convert -size 67x45 -depth 16 -endian lsb " + job.in +
             (filter == UndefinedFilter ? "" : std::string(" -filter ") + FilterName(filter)) +
             " " + option + " " + std::to_string(columns) + "x" + std::to_string(rows) +
             "! -depth 16 -endian lsb " + job.out + "\n";
  jobs_.push_back(std::move(job));
}

void Command::RunBatch() const {
  FILE* gm = popen("gm batch -stop-on-error on -", "w");
  ASSERT_NE(nullptr, gm);
  std::fwrite(script_.data(), 1, script_.size(), gm);
  ASSERT_EQ(0, pclose(gm));
}

void Command::ExpectParity(double allowed) {
  Tally tally;
  for (const Job& job : jobs_) {
    const Raster ours = RunLibrary(job.request, job.image.get());
    std::ifstream file(job.out.substr(job.out.find(':') + 1), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    ASSERT_EQ(ToBytes(ours).size(), bytes.size()) << job.out;
    tally.Expect(FromBytes(bytes, ours), ours, allowed,
                 Describe(job.request, ToRaster(job.image.get()), job.kind));
  }
}

TEST_F(Command, ResizeWithEveryFilter) {
  for (FilterTypes filter : kFilters)
    for (Kind kind : {Kind::kOpaque, Kind::kMatte})
      for (auto [columns, rows] : {std::pair{20u, 15u}, {150u, 100u}, {30u, 99u}})
        Add(GmZoom, "-resize", filter, columns, rows, kind);
  RunBatch();
  ExpectParity(kContract);
}

TEST_F(Command, ResizeChoosesTheFilter) {
  for (Kind kind : {Kind::kOpaque, Kind::kMatte})
    for (auto [columns, rows] : {std::pair{20u, 15u}, {150u, 100u}, {30u, 99u}, {66u, 45u}})
      Add(GmZoom, "-resize", UndefinedFilter, columns, rows, kind);
  RunBatch();
  ExpectParity(kContract);
}

TEST_F(Command, ThumbnailAndSample) {
  for (Kind kind : {Kind::kOpaque, Kind::kMatte})
    for (auto [columns, rows] : {std::pair{6u, 5u}, {20u, 15u}, {150u, 100u}, {30u, 99u}}) {
      Add(GmThumbnail, "-thumbnail", UndefinedFilter, columns, rows, kind);
      Add(GmSample, "-sample", UndefinedFilter, columns, rows, kind);
    }
  RunBatch();
  ExpectParity(kContract);
}

TEST_F(Command, ScaleOfOpaqueImages) {
  for (auto [columns, rows] : {std::pair{6u, 5u}, {20u, 15u}, {150u, 100u}, {30u, 99u}, {67u, 1u}})
    Add(GmScale, "-scale", UndefinedFilter, columns, rows, Kind::kOpaque);
  RunBatch();
  ExpectParity(1);
}

}  // namespace
}  // namespace lodestone::compat
