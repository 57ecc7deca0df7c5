// Attributes of the IPTC profile, clipping paths among them.
#include <random>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

void Append16(std::string& bytes, unsigned value) {
  bytes += static_cast<char>(value >> 8);
  bytes += static_cast<char>(value);
}

void Append32(std::string& bytes, unsigned value) {
  Append16(bytes, value >> 16);
  Append16(bytes, value & 0xffff);
}

struct Point {
  double x, y;
};

std::string Length(unsigned knots) {
  std::string record;
  Append16(record, 0);
  Append16(record, knots);
  return record + std::string(22, '\0');
}

std::string Knot(Point before, Point anchor, Point after) {
  std::string record;
  Append16(record, 1);
  for (const Point& point : {before, anchor, after}) {
    Append32(record, static_cast<unsigned>(point.y * 4096 * 4096));
    Append32(record, static_cast<unsigned>(point.x * 4096 * 4096));
  }
  return record;
}

std::string Corner(double x, double y) {
  return Knot({x, y}, {x, y}, {x, y});
}

std::string Resource(unsigned id, const std::string& name, const std::string& data) {
  std::string bytes = "8BIM";
  Append16(bytes, id);
  bytes += static_cast<char>(name.size());
  bytes += name;
  if (name.size() % 2 == 0) bytes += '\0';
  Append32(bytes, static_cast<unsigned>(data.size()));
  return bytes + data;
}

ImagePtr WithProfile(const std::string& profile) {
  ImagePtr image = BlankImage(100, 200);
  EXPECT_EQ(MagickPass, SetImageProfile(image.get(), "IPTC",
                                        reinterpret_cast<const unsigned char*>(profile.data()),
                                        profile.size()));
  return image;
}

std::string Value(const Image* image, const char* key) {
  const ImageAttribute* attribute = GetImageAttribute(image, key);
  return attribute ? attribute->value : "none";
}

std::string Svg(const std::string& path) {
  return "<?xml version=\"1.0\" encoding=\"iso-8859-1\"?>\n<svg width=\"100\" "
         "height=\"200\">\n<g>\n"
         "<path style=\"fill:#00000000;stroke:#00000000;stroke-width:0;"
         "stroke-antialiasing:false\" d=\"\n" +
         path + "\"/>\n</g>\n</svg>\n";
}

TEST(ClippingPath, OfCornersAreLines) {
  const ImagePtr image = WithProfile(
      Resource(2000, "Path 1", Length(3) + Corner(0, 0) + Corner(0.5, 0) + Corner(0.5, 0.25)));
  EXPECT_EQ(Svg("M 0.000000,0.000000\nL 50.000000,0.000000\nL 50.000000,50.000000\n"),
            GetImageClippingPathAttribute(image.get())->value);
  EXPECT_EQ(Svg("M 0.000000,0.000000\nL 50.000000,0.000000\nL 50.000000,50.000000\n"),
            Value(image.get(), "8BIM:2000,2000:path 1"));
  EXPECT_EQ("none", Value(image.get(), "8BIM:2000,2000:Path 2"));
  EXPECT_EQ("none", Value(image.get(), "8BIM:1999,2998:#2"));
  const std::string script = Value(image.get(), "8BIM:1999,2998:#1\nPS");
  EXPECT_NE(std::string::npos, script.find("newpath\n0.000000 1.000000 m\n0.500000 1.000000 l\n"
                                           "0.500000 0.750000 l\n0.000000 1.000000 l z\neoclip\n"))
      << script;
}

TEST(ClippingPath, OfCurvesAreClosedCurves) {
  const ImagePtr image = WithProfile(Resource(
      2998, "",
      Length(2) + Knot({0, 0.125}, {0, 0}, {0.25, 0}) + Knot({0.5, 0.5}, {1, 1}, {1, 0.5})));
  EXPECT_EQ(Svg("M 0.000000,0.000000\n"
                "C 25.000000,0.000000 50.000000,100.000000 100.000000,200.000000\n"
                "C 100.000000,100.000000 0.000000,25.000000 0.000000,0.000000 Z\n"),
            GetImageClippingPathAttribute(image.get())->value);
}

// As in GraphicsMagick from 1.3.41 on, which takes no other, though.
TEST(ClippingPath, IsTheOneThatIsNamed) {
  const auto path = [](const char* name, double side) {
    return Resource(name[0] == 'a' ? 2000 : 2001, name,
                    Length(3) + Corner(0, 0) + Corner(side, 0) + Corner(side, side));
  };
  const std::string both = path("a", 0.25) + path("b", 0.5);
  const auto chosen = [&](const std::string& more) {
    return std::string(GetImageClippingPathAttribute(WithProfile(both + more).get())->value);
  };
  const std::string first = chosen("");
  EXPECT_NE(std::string::npos, first.find("L 25.000000"));
  EXPECT_EQ(first, chosen(Resource(2999, "", "\1a")));
  EXPECT_NE(std::string::npos, chosen(Resource(2999, "", "\1b")).find("L 50.000000"));
  for (const char* wrong : {"\1c", "", "\377b"})
    EXPECT_EQ(first, chosen(Resource(2999, "", wrong)));
}

TEST(ClippingPath, WithoutResourceThereIsNone) {
  EXPECT_EQ(nullptr, GetImageClippingPathAttribute(BlankImage(3, 3).get()));
  EXPECT_EQ(nullptr, GetImageClippingPathAttribute(WithProfile(Resource(1005, "", "x")).get()));
}

TEST(IptcAttribute, IsTheTextOfARecord) {
  const ImagePtr image =
      WithProfile(std::string("\x1c\x02\x05\x00\x04name\x1c\x02\x78\x00\x63text", 18));
  EXPECT_EQ("name", Value(image.get(), "IPTC:2:5"));
  EXPECT_EQ("text", Value(image.get(), "IPTC:2:120"));  // as much as there is
  EXPECT_EQ("none", Value(image.get(), "IPTC:2:6"));
  EXPECT_EQ("none", Value(image.get(), "IPTC:"));
  SetImageAttribute(image.get(), "IPTC:2:6", "stored");
  EXPECT_EQ("stored", Value(image.get(), "IPTC:2:6"));
}

// Profiles cut off or changed anywhere are read to their end, and not beyond it.
TEST(ClippingPath, SurvivesDamage) {
  const std::string good = "\x1c\x02\x05" + Resource(2000, "Path", Length(3) + Corner(0, 0)) +
                           Resource(1999, "n", "data") + Resource(2998, "", Length(9));
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    std::string bad = good.substr(0, 1 + random() % good.size());
    for (int k = 0; k < i % 5; ++k) bad[random() % bad.size()] = static_cast<char>(random());
    const ImagePtr image = WithProfile(bad);
    for (const char* key :
         {"8BIM:1999,2998", "8BIM:0,99999:#3", "IPTC:2:5", "8BIM:1999,2998:x\nPS"})
      Value(image.get(), key);
  }
}

}  // namespace
}  // namespace lodestone::test
