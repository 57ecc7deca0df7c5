// Drawing, against slow plain code, and with drawings that are wrong or would never end.
#include <algorithm>
#include <cmath>
#include <ctime>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "base/owner.hpp"
#include "magick/render.h"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

using DrawInfoOwner = Owner<DrawInfo, DestroyDrawInfo>;

constexpr PixelPacket Opaque(Quantum red, Quantum green, Quantum blue) {
  PixelPacket pixel{};
  pixel.red = red;
  pixel.green = green;
  pixel.blue = blue;
  return pixel;
}
constexpr PixelPacket kWhite = Opaque(MaxRGB, MaxRGB, MaxRGB);

ImagePtr White(unsigned long columns, unsigned long rows) {
  ImagePtr image = BlankImage(columns, rows);
  EXPECT_NE(MagickFail, SetImageColor(image.get(), &kWhite));
  return image;
}

MagickPassFail Draw(Image* image, const std::string& text) {
  const DrawInfoOwner info(CloneDrawInfo(nullptr, nullptr));
  CloneString(&info->primitive, text.c_str());
  return DrawImage(image, info.get());
}

PixelPacket At(Image* image, long x, long y) {
  return AcquireOnePixel(image, x, y, &image->exception);
}

struct Polygon {
  std::vector<PointInfo> points;

  std::string Text() const {
    std::string text = "polygon";
    for (const PointInfo& p : points) text += ' ' + std::to_string(p.x) + ',' + std::to_string(p.y);
    return text;
  }
  // Calls visit(from, to) for each side.
  template <class Visit>
  void ForSides(Visit visit) const {
    for (std::size_t i = 0; i < points.size(); ++i)
      visit(points[i], points[(i + 1) % points.size()]);
  }
  double Distance(double x, double y) const {
    double nearest = 1e9;
    ForSides([&](const PointInfo& a, const PointInfo& b) {
      const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
      const double along = square > 0.0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0.0;
      const double t = std::clamp(along, 0.0, 1.0);
      nearest = std::min(nearest, std::hypot(x - a.x - t * dx, y - a.y - t * dy));
    });
    return nearest;
  }
  int Winding(double x, double y) const {
    int winding = 0;
    ForSides([&](const PointInfo& a, const PointInfo& b) {
      if ((a.y < y) == (b.y < y)) return;
      if (a.x + (b.x - a.x) * (y - a.y) / (b.y - a.y) < x) winding += a.y < b.y ? 1 : -1;
    });
    return winding;
  }
};

Polygon RandomPolygon(std::mt19937* random, std::size_t count, double size) {
  // Three digits, as in the text.
  std::uniform_int_distribution<int> place(-5000, static_cast<int>(size * 1000.0) + 5000);
  Polygon polygon;
  for (std::size_t i = 0; i < count; ++i) {
    const double x = place(*random) / 1000.0, y = place(*random) / 1000.0;
    polygon.points.push_back({x, y});
  }
  return polygon;
}

constexpr double kAny = -1.0;

// Red on white: what is left of green says how much is covered.
void ExpectCoverage(Image* image, const std::function<double(double, double)>& covered) {
  int different = 0;
  for (unsigned long y = 0; y < image->rows; ++y) {
    for (unsigned long x = 0; x < image->columns; ++x) {
      const PixelPacket pixel = At(image, static_cast<long>(x), static_cast<long>(y));
      const double share = covered(static_cast<double>(x), static_cast<double>(y));
      if (share == kAny) continue;
      if (std::fabs(pixel.green - MaxRGBDouble * (1.0 - share)) > 1.0) ++different;
    }
  }
  EXPECT_EQ(0, different);
}

TEST(DrawImage, FillsAsFarAsPixelsAreFromEdges) {
  std::mt19937 random(1);
  for (const std::size_t count : {3U, 4U, 5U, 7U, 12U, 40U}) {
    for (const bool nonzero : {false, true}) {
      const Polygon polygon = RandomPolygon(&random, count, 70.0);
      const ImagePtr image = White(70, 70);
      ASSERT_EQ(MagickPass,
                Draw(image.get(), std::string("fill red fill-rule ") +
                                      (nonzero ? "nonzero " : "evenodd ") + polygon.Text()));
      ExpectCoverage(image.get(), [&](double x, double y) {
        const int winding = polygon.Winding(x, y);
        if (nonzero ? winding != 0 : winding % 2 != 0) return 1.0;
        const double rest = 1.0 - polygon.Distance(x, y);
        return rest > 0.0 ? rest * rest : 0.0;
      });
    }
  }
}

TEST(DrawImage, StrokesAsFarAsPixelsAreFromEdges) {
  std::mt19937 random(2);
  for (const double width : {1.0, 3.0, 9.0, 24.0}) {
    const Polygon polygon = RandomPolygon(&random, 9, 80.0);
    const ImagePtr image = White(80, 80);
    ASSERT_EQ(MagickPass, Draw(image.get(),
                               "fill none stroke red stroke-linejoin round "
                               "stroke-width " +
                                   std::to_string(width) + ' ' + polygon.Text()));
    ExpectCoverage(image.get(), [&](double x, double y) {
      const double beyond = polygon.Distance(x, y) - width / 2.0;
      if (beyond <= -0.25) return 1.0;
      // Left or right of an edge, GraphicsMagick looks no farther.
      if (beyond >= 0.5 && beyond < 0.75) return kAny;
      return beyond < 0.75 ? (beyond - 0.75) * (beyond - 0.75) : 0.0;
    });
  }
}

// Bands of rows on several threads, and long edges.
TEST(DrawImage, FillsLargeShapes) {
  const ImagePtr image = White(1500, 1200);
  ASSERT_EQ(MagickPass, Draw(image.get(), "fill red circle 750,600 750,50"));
  for (long y = 0; y < 1200; y += 7) {
    for (long x = 0; x < 1500; x += 3) {
      const double beyond = std::hypot(x - 750.0, y - 600.0) - 550.0;
      const Quantum green = At(image.get(), x, y).green;
      if (beyond < -0.01) {
        ASSERT_EQ(0, green) << x << ',' << y;
      }
      if (beyond > 1.01) {
        ASSERT_EQ(MaxRGB, green) << x << ',' << y;
      }
    }
  }
}

TEST(DrawImage, KeepsPartsForLaterDrawings) {
  const ImagePtr image = White(20, 20);
  ASSERT_EQ(MagickPass,
            Draw(image.get(), "push pattern p 0,0 4,4 fill blue rectangle 0,0 4,4 pop pattern"));
  ASSERT_EQ(MagickPass, Draw(image.get(), "fill url(#p) rectangle 5,5 15,15"));
  EXPECT_EQ(0, At(image.get(), 10, 10).red);
  EXPECT_EQ(MaxRGB, At(image.get(), 10, 10).blue);
}

TEST(DrawImage, ClipsToPaths) {
  const ImagePtr image = White(40, 40);
  ASSERT_EQ(MagickPass, Draw(image.get(),
                             "push clip-path c rectangle 10,10 20,20 pop clip-path push "
                             "graphic-context clip-path url(#c) fill red rectangle 0,0 39,39 pop "
                             "graphic-context fill blue point 30,30"));
  EXPECT_EQ(0, At(image.get(), 15, 15).green);
  EXPECT_EQ(MaxRGB, At(image.get(), 25, 15).green);
  EXPECT_EQ(0, At(image.get(), 30, 30).red);
}

TEST(DrawImage, LeavesPlacesOutsideAlone) {
  const ImagePtr image = White(8, 8), same = White(8, 8);
  ASSERT_EQ(MagickPass, Draw(image.get(),
                             "fill red point -1,3 point 8,3 point 3,-1 point 3,8 "
                             "circle -50,-50 -40,-50 rectangle 9,9 20,20"));
  for (long y = 0; y < 8; ++y)
    for (long x = 0; x < 8; ++x) EXPECT_EQ(MaxRGB, At(image.get(), x, y).green);
}

struct Refusal {
  const char* text;
  ExceptionType severity;
  const char* reason;
};

// Texts that repeat.
std::string Times(int count, const std::string& text) {
  std::string all;
  for (int i = 0; i < count; ++i) all += text;
  return all;
}

TEST(DrawImage, SaysWhatIsWrong) {
  const Refusal refusals[] = {
      {"foo", DrawError, "Non-conforming drawing primitive definition"},
      {"circle 5,5", DrawError, "Non-conforming drawing primitive definition"},
      {"rectangle 9,9 1,1", DrawError, "Non-conforming drawing primitive definition"},
      {"line 1,nan 2,2", DrawError, "Non-conforming drawing primitive definition"},
      {"stroke-width -1", DrawError, "Non-conforming drawing primitive definition"},
      {"line 1e400,0 1,1", DrawError, "Non-conforming drawing primitive definition"},
      {"path 'M 1,1 L x'", DrawError, "text value does not convert to float"},
      {"path 'M 1,1 A 1,1 0 x,1 2,2'", DrawError, "text value does not convert to integer"},
      {"pop graphic-context", DrawError, "unbalanced graphic context push-pop"},
      {"push clip-path a circle 1,1 2,2", DrawError, "unbalanced push-pop"},
      {"push pattern a 0,0 5,5 circle 1,1 2,2", DrawError, "unbalanced push-pop"},
      {"use a", DrawError, "invalid primitive argument"},
      {"circle 0,0 1e9,1", DrawError, "too many coordinates"},
      {"ellipse 5,5 3,3 1e300,0", DrawError, "arithmetic overflow"},
      {"bezier 0,0 1e300,0 5,5", DrawError, "arithmetic overflow"},
      {"scale 1e300,1e300 circle 1e10,1e10 2,2", DrawError, "too many coordinates"},
      {"scale 1e300,1e300 line 0,0 1e200,1", DrawError, "arithmetic overflow"},
      {"stroke red stroke-width 5 stroke-dasharray 1e-9 line 0,0 30,30", DrawError,
       "too many coordinates"},
      {"stroke red stroke-dasharray 3 line 0,0 1e7,3", DrawError,
       "unreasonable dash polygon length"},
      {"push pattern a 0,0 1e9,5 pop pattern", ResourceLimitError,
       "Image pixel width limit exceeded (see -limit Width)"},
      {"push pattern a 0,0 0,5 pop pattern", DrawError, "invalid primitive argument"},
      {"push gradient a linear 0,0 9000,9000 pop gradient", DrawError,
       "unreasonable gradient image size"},
      {"image Over 0,0 0,0 /nonexistent", FileOpenError, "Unable to open file"},
      {"affine 0,0,0,0,0,0 image Over 0,0 0,0 'data:image/png;base64,"
       "iVBORw0KGgoAAAANSUhEUgAAAAQAAAADCAYAAAC09K7GAAAAMElEQVR42gXBQQEAAAgCMYIRjAbG8WOIa2Ac3SRx"
       "FhvRI0oya9MxNeak0A6VcBP2AVPJGY1YJ8mSAAAAAElFTkSuQmCC'",
       DrawError, "unreasonable affine matrix"},
      {"push clip-path a clip-path url(#a) pop clip-path clip-path url(#a)", DrawError,
       "drawing recursion detected"},
      {"push defs push id a use a use a pop id pop defs use a", DrawError,
       "drawing recursion detected"},
  };
  for (const Refusal& refusal : refusals) {
    const ImagePtr image = White(40, 40);
    EXPECT_EQ(MagickFail, Draw(image.get(), refusal.text)) << refusal.text;
    EXPECT_EQ(refusal.severity, image->exception.severity) << refusal.text;
    EXPECT_STREQ(refusal.reason, image->exception.reason) << refusal.text;
  }
}

// What is large, deep, or has no end is drawn or refused within a minute of processor time:
// seconds, or hours.
TEST(DrawImage, EndsInTime) {
  const std::string texts[] = {
      Times(70000, "push graphic-context "),
      Times(100, "push graphic-context fill red ") + "circle 5,5 9,9",
      "stroke red stroke-width 1e300 line 0,0 30,30",
      "stroke red stroke-width 1e9 stroke-linejoin round polygon 0,0 30,30 5,9",
      "scale 1e9,1e9 stroke red stroke-linejoin round stroke-linecap butt polyline 0,0 3,3 5,9 2,1",
      "fill red polygon 1e15,-1e15 -1e15,1e15 0,1e15",
      "fill red polygon 1e300,-1e300 -1e300,1e300 0,1e300",
      "stroke red stroke-width 30 polygon 1e12,-1e12 -1e12,1e12 0,1e12",
      "fill none stroke blue stroke-dasharray 0.01 circle 20,20 300,20",
      "ellipse 5,5 3,3 0,1e9",
      "path 'M" + Times(50000, " 1,1 30,30") + "'",
      "path '" + Times(50000, "C 1,1 30,30 5,5") + "'",
      "push defs push id a line 1,1 2,2 pop id "
      "push id b use a use a use a use a use a use a use a use a use a use a pop id "
      "push id c use b use b use b use b use b use b use b use b use b use b pop id "
      "push id d use c use c use c use c use c use c use c use c use c use c pop id "
      "push id e use d use d use d use d use d use d use d use d use d use d pop id "
      "push id f use e use e use e use e use e use e use e use e use e use e pop id pop defs "
      "use f use f use f use f",
      std::string(300000, '('),
      std::string(300000, '\''),
      "push pattern p 0,0 5,5 " + Times(2000, "push pattern q 0,0 5,5 "),
  };
  for (const std::string& text : texts) {
    const ImagePtr image = White(40, 40);
    const std::clock_t start = std::clock();
    if (Draw(image.get(), text) == MagickFail) {
      EXPECT_LE(ErrorException, image->exception.severity) << text.substr(0, 80);
    }
    EXPECT_LT((std::clock() - start) / CLOCKS_PER_SEC, 60) << text.substr(0, 80);
  }
}

// Cut anywhere, and with wrong characters.
TEST(DrawImage, SurvivesWrongText) {
  const std::string text =
      "push graphic-context fill red stroke #1234 stroke-width 3 stroke-dasharray 5,2 rotate 20 "
      "path 'M 5,5 C 1,2 3,4 30,30 a 5,6 7 1,0 9,9 z' pop graphic-context push pattern p 0,0 5,5 "
      "circle 2,2 3,3 pop pattern fill url(#p) ellipse 20,20 9,8 0,300 color 3,3 floodfill";
  for (std::size_t length = 0; length < text.size(); ++length)
    Draw(White(30, 30).get(), text.substr(0, length));
  std::mt19937 random(3);
  for (int i = 0; i < 600; ++i) {
    std::string wrong = text;
    for (int k = 0; k < 3; ++k)
      wrong[random() % wrong.size()] = static_cast<char>(random() % 95 + 32);
    const ImagePtr image = White(30, 30);
    if (Draw(image.get(), wrong) == MagickFail) {
      EXPECT_LE(ErrorException, image->exception.severity) << wrong;
    }
  }
}

TEST(DrawPatternPath, MakesAnImage) {
  const ImagePtr image = White(10, 10);
  ASSERT_EQ(MagickPass, Draw(image.get(),
                             "push gradient g linear 0,0 4,8 stop-color white 0 "
                             "stop-color black 1 pop gradient"));
  const DrawInfoOwner info(CloneDrawInfo(nullptr, nullptr));
  Image* made = nullptr;
  EXPECT_EQ(MagickFail, DrawPatternPath(image.get(), info.get(), "none", &made));
  ASSERT_EQ(MagickPass, DrawPatternPath(image.get(), info.get(), "g", &made));
  const ImagePtr pattern(made);
  EXPECT_EQ(5U, pattern->columns);
  EXPECT_EQ(9U, pattern->rows);
  EXPECT_EQ(MaxRGB, At(pattern.get(), 2, 0).red);
  EXPECT_EQ(0, At(pattern.get(), 2, 8).red);
}

}  // namespace
}  // namespace lodestone::test
