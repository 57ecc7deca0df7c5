// Descriptions as JSON, read by another parser, and compared with the text of identify.

#include <nlohmann/json.hpp>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

using Json = nlohmann::json;

Json Described(const ImageHandle& image) {
  Exception exception;
  const Bytes bytes = Write("JSON", image, Info(), exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  Json json = Json::parse(bytes.begin(), bytes.end(), nullptr, false);
  EXPECT_FALSE(json.is_discarded());
  return json;
}

TEST(JsonDescription, Python) {
  if (!Runs("python3 --version")) GTEST_SKIP() << "python3 is not installed";
  const TemporaryFolder folder;
  Exception exception;
  Kind palette{19, 9};
  palette.colors = 5;
  for (const Kind& kind : {Kind{19, 9}, Kind{1, 1}, Kind{3, 4, 8, true}, palette}) {
    const ImageHandle image = MakeTestImage(kind);
    SetImageAttribute(image.get(), "comment", "quotes \" \\ and\nlines\t\x01 \xff\xfe \xc3\xa4");
    WriteWholeFile(folder.File("a.json"), Write("JSON", image, Info(), exception));
    EXPECT_TRUE(Runs("python3 -m json.tool " + folder.File("a.json"))) << kind.Name();
  }
}

TEST(JsonDescription, SizesAndStatistics) {
  const ImageHandle image = MakeTestImage({19, 9});
  const std::vector<std::uint16_t> rgba = Rgba16(image.get());
  const Json json = Described(image);
  ASSERT_EQ(json.size(), 1u);
  const Json& described = json[0]["image"];
  EXPECT_EQ(described["geometry"]["width"], 19);
  EXPECT_EQ(described["geometry"]["height"], 9);
  EXPECT_EQ(described["depth"], 8);
  EXPECT_EQ(described["alpha"], false);
  EXPECT_EQ(described["class"], "DirectClass");
  EXPECT_EQ(described["numberPixels"], 19 * 9);
  const char* const channels[] = {"red", "green", "blue"};
  for (std::size_t c = 0; c < 3; ++c) {
    double sum = 0.0, squares = 0.0, least = 255.0, most = 0.0;
    for (std::size_t i = c; i < rgba.size(); i += 4) {
      const double value = rgba[i] / 257.0;
      sum += value;
      squares += value * value;
      least = std::min(least, value);
      most = std::max(most, value);
    }
    const double count = 19 * 9, mean = sum / count;
    const Json& channel = described["channelStatistics"][channels[c]];
    EXPECT_NEAR(channel["min"].get<double>(), least, 1e-6);
    EXPECT_NEAR(channel["max"].get<double>(), most, 1e-6);
    EXPECT_NEAR(channel["mean"].get<double>(), mean, 1e-6);
    EXPECT_NEAR(channel["standardDeviation"].get<double>(),
                std::sqrt((squares - count * mean * mean) / (count - 1)), 1e-4);
  }
}

TEST(JsonDescription, PropertiesAndProfiles) {
  const ImageHandle image = MakeTestImage({19, 9, 8, true});
  const Bytes icc(300, 0x5a), exif = ExifWith(RightTopOrientation);
  SetImageProfile(image.get(), "ICM", icc.data(), icc.size());
  SetImageProfile(image.get(), "EXIF", exif.data(), exif.size());
  SetImageAttribute(image.get(), "comment", "a \"comment\"");
  image->orientation = RightTopOrientation;
  const Json described = Described(image)[0]["image"];
  EXPECT_EQ(described["properties"]["comment"], "a \"comment\"");
  EXPECT_EQ(described["properties"]["exif:Orientation"], "6");
  EXPECT_EQ(described["profiles"]["ICM"]["length"], 300);
  EXPECT_EQ(described["orientation"], "RightTop");
  EXPECT_EQ(described["alpha"], true);
  EXPECT_TRUE(described["channelStatistics"].contains("opacity"));
  Exception exception;
  SignatureImage(image.get());
  EXPECT_EQ(described["properties"]["signature"], Attribute(image.get(), "signature"));
}

TEST(JsonDescription, ListsAndPalettes) {
  Kind palette{4, 4};
  palette.colors = 3;
  const ImageHandle list = MakeTestImage(palette, 1);
  list->next = MakeTestImage({5, 3}, 2).Release();
  list->next->previous = list.get();
  const Json json = Described(list);
  ASSERT_EQ(json.size(), 2u);
  EXPECT_EQ(json[0]["image"]["colormapEntries"], 3);
  EXPECT_EQ(json[0]["image"]["colormap"].size(), 3u);
  EXPECT_EQ(json[1]["image"]["geometry"]["width"], 5);
}

TEST(JsonDescription, TheSameAgain) {
  Exception exception;
  const ImageHandle image = MakeTestImage({19, 9});
  EXPECT_TRUE(Write("JSON", image, Info(), exception) == Write("JSON", image, Info(), exception));
}

}  // namespace
}  // namespace lodestone::coders::test
