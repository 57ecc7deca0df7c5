// JPEG files are decoded at a smaller size where the command line allows it: the same size results,
// nearly the same pixels, and no other effect.
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/utilities/cli_test.hpp"

namespace lodestone::test {
namespace {

// Waves and edges, so that it compresses like a photograph.
std::string PhotographPpm(int columns, int rows) {
  std::string ppm = "P6\n" + std::to_string(columns) + " " + std::to_string(rows) + "\n255\n";
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      const double edge = (x / 37 + y / 29) % 2 == 0 ? 25.0 : -25.0;
      const double wave = 50.0 * std::sin(x / 9.0) + 40.0 * std::cos((x + 2 * y) / 31.0);
      for (const double shift : {0.0, 20.0, -30.0}) {
        ppm += static_cast<char>(std::lround(128.0 + edge + wave + shift * std::sin(y / 53.0)));
      }
    }
  }
  return ppm;
}

struct Result {
  std::string size;  // "columns rows"
  std::string samples;
};

Result Parse(const std::string& pnm) {
  std::istringstream stream(pnm);
  std::string magic, columns, rows, maximum;
  stream >> magic >> columns >> rows >> maximum;
  return {columns + " " + rows, pnm.substr(std::min(pnm.size(), std::size_t(stream.tellg()) + 1))};
}

double Psnr(const std::string& a, const std::string& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<unsigned char>(a[i]) - static_cast<unsigned char>(b[i]);
    sum += difference * difference;
  }
  return 10.0 * std::log10(255.0 * 255.0 * static_cast<double>(a.size()) / std::max(sum, 1e-9));
}

class ShrinkOnLoadTest : public CliTest {
 protected:
  void SetUp() override {
    CliTest::SetUp();
    if (IsSkipped()) return;
    MakePhotograph(400, 304);
  }

  void MakePhotograph(int columns, int rows) {
    WriteFile(folder_ / "photo.ppm", PhotographPpm(columns, rows));
    EXPECT_EQ(Lodestone({"convert", "photo.ppm", "-quality", "92", "photo.jpg"}).status, 0);
  }

  // The result of converting "photo.jpg" with these arguments around it.
  Result Convert(const Words& before, const Words& behind, bool shrink = true) {
    Words words = {"convert", "-accelerate-log", "log.jsonl"};
    if (!shrink) words.insert(words.end(), {"-define", "jpeg:shrink-on-load=false"});
    words.insert(words.end(), before.begin(), before.end());
    words.push_back("photo.jpg");
    words.insert(words.end(), behind.begin(), behind.end());
    words.push_back("ppm:-");
    const ProcessResult result = Lodestone(words);
    EXPECT_EQ(result.status, 0) << result.err;
    return Parse(result.out);
  }

  // Columns of the source of the last operation, from the event log.
  unsigned SourceColumns() {
    std::istringstream log(ReadFile(folder_ / "log.jsonl"));
    std::string line, last = "{}";
    while (std::getline(log, line)) last = line;
    return nlohmann::json::parse(last).value("source_columns", 0u);
  }
};

TEST_F(ShrinkOnLoadTest, LeavesTwiceTheSizeToTheFilter) {
  const std::pair<const char*, unsigned> expected[] = {
      {"60%", 400},  {"51%", 400}, {"50%", 400},    {"25%", 200},    {"26%", 400},  {"12.5%", 100},
      {"6.25%", 50}, {"1%", 50},   {"100x1!", 200}, {"1x153!", 400}, {"1x75!", 200}};
  for (const auto& [geometry, columns] : expected) {
    Convert({}, {"-resize", geometry});
    EXPECT_EQ(SourceColumns(), columns) << geometry;
  }
}

TEST_F(ShrinkOnLoadTest, SizesAreThoseOfTheWholeImage) {
  const std::pair<int, int> sizes[] = {{400, 301}, {101, 67}, {255, 129}, {17, 333}};
  for (const auto& [columns, rows] : sizes) {
    MakePhotograph(columns, rows);
    for (const char* geometry : {"25%", "24.7%", "10%x40%", "12.5%", "3%", "200%", "40x40", "33x",
                                 "x17", "40x30!", "40x40>", "40x40<", "999x999>", "999x999<",
                                 "1000@", "900@>", "40x40^", "13x21^", "20x20+3+4"}) {
      const Result small = Convert({}, {"-resize", geometry});
      const Result whole = Convert({}, {"-resize", geometry}, false);
      EXPECT_EQ(small.size, whole.size) << columns << "x" << rows << " " << geometry;
      EXPECT_EQ(small.samples.size(), whole.samples.size());
    }
  }
}

TEST_F(ShrinkOnLoadTest, PixelsAreNearlyThoseOfTheWholeImage) {
  // Sizes that are rounded up when shrinking are off by up to a quarter of a pixel.
  const struct {
    int rows;
    double decibels;
  } cases[] = {{304, 40.0}, {301, 34.0}};
  for (const auto& [rows, decibels] : cases) {
    MakePhotograph(400, rows);
    for (const char* option : {"-resize", "-scale", "-geometry"}) {
      for (const char* geometry : {"25%", "20%", "12.5%", "7%"}) {
        const Result small = Convert({}, {option, geometry});
        EXPECT_LT(SourceColumns(), 400u) << option << geometry;
        const Result whole = Convert({}, {option, geometry}, false);
        EXPECT_EQ(SourceColumns(), 400u);
        ASSERT_EQ(small.samples.size(), whole.samples.size());
        EXPECT_GE(Psnr(small.samples, whole.samples), decibels)
            << option << " " << geometry << " of " << rows;
      }
    }
  }
}

// Plain areas with hard edges would suffer.
TEST_F(ShrinkOnLoadTest, DrawingsAreDecodedWhole) {
  std::string page = "P6\n400 304\n255\n";
  for (int y = 0; y < 304; ++y)
    for (int x = 0; x < 400; ++x)
      page.append(3, x % 40 < 2 || (y % 30 < 9 && (x / 3 + y) % 5 == 0 && x < 200) ? '\0' : '\xff');
  WriteFile(folder_ / "page.ppm", page);
  for (const Words& gray : {Words{}, Words{"-type", "Grayscale"}}) {
    Words words = {"convert", "page.ppm", "-quality", "90"};
    words.insert(words.end(), gray.begin(), gray.end());
    words.push_back("photo.jpg");
    ASSERT_EQ(Lodestone(words).status, 0);
    for (const char* geometry : {"25%", "12.5%", "7%"}) {
      const Result small = Convert({}, {"-resize", geometry});
      EXPECT_EQ(SourceColumns(), 400u) << geometry;
      const Result whole = Convert({}, {"-resize", geometry}, false);
      EXPECT_EQ(small.size, whole.size);
      EXPECT_TRUE(small.samples == whole.samples) << geometry;
    }
  }
}

// Limits are for what was asked for.
TEST_F(ShrinkOnLoadTest, DrawingsThatLimitsForbidStaySmall) {
  std::string page = "P6\n400 304\n255\n";
  for (int y = 0; y < 304; ++y)
    for (int x = 0; x < 400; ++x) page.append(3, x % 40 < 2 ? '\0' : '\xff');
  WriteFile(folder_ / "page.ppm", page);
  ASSERT_EQ(Lodestone({"convert", "page.ppm", "photo.jpg"}).status, 0);
  for (const Words& limit : {Words{"-limit", "width", "300"}, Words{"-limit", "pixels", "50KP"},
                             Words{"-limit", "memory", "400KB"}}) {
    Convert(limit, {"-resize", "12%"});
    EXPECT_EQ(SourceColumns(), 100u) << limit[1];
  }
}

// Thumbnails of whole images are made by sampling.
TEST_F(ShrinkOnLoadTest, ThumbnailsGetBetter) {
  for (const char* geometry : {"25%", "12.5%", "7%"}) {
    const Result ideal = Convert({}, {"-scale", geometry}, false);
    const Result small = Convert({}, {"-thumbnail", geometry});
    EXPECT_LT(SourceColumns(), 400u) << geometry;
    const Result whole = Convert({}, {"-thumbnail", geometry}, false);
    EXPECT_EQ(small.size, whole.size);
    EXPECT_GE(Psnr(small.samples, ideal.samples), 33.0) << geometry;
    EXPECT_GE(Psnr(small.samples, ideal.samples), Psnr(whole.samples, ideal.samples)) << geometry;
  }
}

TEST_F(ShrinkOnLoadTest, MarksMayStandBeforeAndOtherOperationsBehind) {
  const Words sequences[] = {
      {"-filter", "Triangle", "-resize", "25%", "-rotate", "90", "-resize", "50%"},
      {"-strip", "-density", "300", "-gravity", "Center", "-scale", "100x90"},
      {"+resize", "-resize", "25%", "-crop", "50x50+3+3"}};
  for (const Words& words : sequences) {
    const Result small = Convert({}, words);
    const std::string log = ReadFile(folder_ / "log.jsonl");
    EXPECT_NE(log.find("\"source_columns\":200,"), std::string::npos) << words[0];
    std::filesystem::remove(folder_ / "log.jsonl");
    const Result whole = Convert({}, words, false);
    EXPECT_EQ(small.size, whole.size) << words[0];
    EXPECT_GE(Psnr(small.samples, whole.samples), 36.0) << words[0];
  }
}

// Every other command line gives the same result as without this, bit for bit.
TEST_F(ShrinkOnLoadTest, WhatLooksAtTheWholeImageGetsIt) {
  const Words sequences[] = {{"-sample", "25%"},
                             {"-crop", "200x200+9+9", "-resize", "25%"},
                             {"-rotate", "90", "-resize", "25%"},
                             {"-auto-orient", "-resize", "25%"},
                             {"-flip", "-scale", "25%"},
                             {"-depth", "4", "-resize", "25%"},
                             {"-type", "Grayscale", "-resize", "25%"},
                             {"-page", "500x500+100+100", "-resize", "25%"},
                             {"-repage", "500x500+100+100", "-resize", "25%"},
                             {"-matte", "-resize", "25%"},
                             {"-comment", "%wx%h", "-resize", "25%"},
                             {"-write", "whole.ppm", "-resize", "25%"},
                             {"-minify", "-resize", "25%"},
                             {"-resize", "75%", "-resize", "10%"}};
  for (const Words& words : sequences) {
    const Result with = Convert({}, words);
    const Result without = Convert({}, words, false);
    EXPECT_EQ(with.size, without.size) << words[0];
    EXPECT_TRUE(with.samples == without.samples) << words[0];
  }
}

TEST_F(ShrinkOnLoadTest, TheDefinitionDecides) {
  const std::pair<const char*, unsigned> expected[] = {
      {"true", 200}, {"false", 400}, {"60x60", 200}, {"6x6", 50}};
  for (const auto& [value, columns] : expected) {
    const std::string definition = std::string("jpeg:shrink-on-load=") + value;
    const Result result = Convert({"-define", definition}, {"-resize", "25%"});
    EXPECT_EQ(SourceColumns(), columns) << value;
    // Percentages are relative to an explicitly requested size, as with -size.
    EXPECT_EQ(result.size, columns == 50 ? "13 10" : value[0] == '6' ? "50 38" : "100 76");
  }
}

TEST_F(ShrinkOnLoadTest, GroupsAreKeptApart) {
  WriteFile(folder_ / "b.jpg", ReadFile(folder_ / "photo.jpg"));
  const auto run = [&](const Words& words) {
    std::filesystem::remove(folder_ / "log.jsonl");
    Words all = {"convert", "-accelerate-log", "log.jsonl"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"+adjoin", "ppm:out%d.ppm"});
    const ProcessResult result = Lodestone(all);
    EXPECT_EQ(result.status, 0) << result.err;
    return Parse(ReadFile(folder_ / "out0.ppm")).size + ", " +
           Parse(ReadFile(folder_ / "out1.ppm")).size;
  };
  // The first is resized by its own option and then by the last, the second only by the last.
  EXPECT_EQ(run({"-resize", "25%", "photo.jpg", "-filter", "Box", "b.jpg", "-resize", "20%"}),
            "20 15, 80 61");
  // The second is flipped first.
  EXPECT_EQ(run({"photo.jpg", "-flip", "b.jpg", "-resize", "25%"}), "100 76, 100 76");
  const std::string log = ReadFile(folder_ / "log.jsonl");
  EXPECT_NE(log.find("\"source_columns\":200,"), std::string::npos);
  EXPECT_NE(log.find("\"source_columns\":400,"), std::string::npos);
  // -size applies to the first image; whether the second is read whole makes no visible difference.
  EXPECT_EQ(run({"-size", "100x76", "photo.jpg", "+size", "b.jpg", "-resize", "20%"}),
            "20 15, 80 61");
}

TEST_F(ShrinkOnLoadTest, TheReportNamesTheSizesOfGm) {
  for (const Words& words : {Words{"-verbose", "photo.jpg", "-resize", "25%"},
                             Words{"photo.jpg", "-verbose", "-resize", "25%"}}) {
    Words all = {"convert"};
    all.insert(all.end(), words.begin(), words.end());
    all.push_back("out.ppm");
    const std::string report = Lodestone(all).err;
    EXPECT_NE(report.find("400x304=>100x76"), std::string::npos) << report;
    EXPECT_EQ(report.find("200x152"), std::string::npos) << report;
  }
}

TEST_F(ShrinkOnLoadTest, MetadataStaysAsItWas) {
  EXPECT_EQ(Lodestone({"convert", "photo.jpg", "-resize", "25%", "small.png"}).status, 0);
  EXPECT_EQ(Lodestone({"convert", "-define", "jpeg:shrink-on-load=false", "photo.jpg", "-resize",
                       "25%", "whole.png"})
                .status,
            0);
  const auto describe = [&](const char* name) {
    return Lodestone({"identify", "-format", "%wx%h %P %x %y %U %r %[*]", name}).out;
  };
  const std::string text = describe("small.png");
  EXPECT_NE(text.find("100x76"), std::string::npos);
  EXPECT_EQ(text, describe("whole.png"));
}

}  // namespace
}  // namespace lodestone::test
