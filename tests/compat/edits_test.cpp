// Functions that change colours: the library against the real GraphicsMagick, on every kind of
// image.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <magick/api.h>

#include "tests/compat/edits.h"
#include "tests/compat/effects.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::compat {
namespace {

// Pixels between others.
bool Interpolates(const Edit& edit) {
  const std::string name = edit.name;
  return name.starts_with("implode") || name.starts_with("swirl") || name.starts_with("wave") ||
         name.starts_with("affine");
}

// Whether GraphicsMagick's result can be compared: of CMYK images, it blends unconverted samples as
// if they were RGB, and writes alpha over their black; it also compares them with RGB, and labels
// them so. Where it interpolates, it drops black.
bool IsComparable(const Edit& edit, Kind kind) {
  const std::string name = edit.name;
  const bool differs = name.starts_with("colorize") || name == "transparent" ||
                       name.starts_with("lat") || name.starts_with("paint") || Interpolates(edit);
  return kind != Kind::kCmyk || !differs;
}

// Colours of pixels of which next to nothing is visible, and which differ as much as what little
// of them is: where it interpolates, it divides by that.
std::vector<bool> Invisible(const Raster& expected) {
  std::vector<bool> invisible;
  for (const auto& pixel : expected.pixels) {
    const bool is_invisible = expected.matte && pixel.opacity > MaxRGB - MaxRGB / 100;
    invisible.insert(invisible.end(), 3, is_invisible);
    invisible.push_back(false);
  }
  return invisible;
}

class EditParity : public testing::TestWithParam<std::size_t> {
 protected:
  void Expect(const Image* image, Kind kind, EffectTally* tally) {
    const Edit& edit = edits[GetParam()];
    if (!IsComparable(edit, kind)) return;
    Request request;
    request.operation = GmEdit;
    request.columns = static_cast<std::uint32_t>(GetParam());
    const Raster expected = GmProcess::Get()->Run(request, ToRaster(image));
    Exception exception;
    const ModeScope scope(MagickAccelerateOff);
    Image* const own = CloneImage(image, 0, 0, MagickTrue, exception);
    own->unweighted_colors = MagickTrue;  // as GraphicsMagick
    const ImagePtr actual(edit.apply(own));
    ASSERT_NE(nullptr, actual) << exception.text();
    const Raster raster = ToRaster(actual.get());
    const std::string what = std::string(edit.name) + " of " + KindName(kind);
    const std::vector<bool> either = Interpolates(edit) ? Invisible(expected) : std::vector<bool>();
    tally->Expect(expected, raster, edit.steps, what, either);
    EXPECT_TRUE(expected.indexes == raster.indexes || !expected.pseudo_class) << what;
    ASSERT_EQ(expected.colormap.size(), raster.colormap.size()) << what;
    EXPECT_TRUE(edit.steps != 0 || expected.colormap == raster.colormap) << what;
  }
};

TEST_P(EditParity, EveryKindOfImage) {
  LODESTONE_NEEDS_GM();
  if (QuantumDepth != 16) GTEST_SKIP() << "GraphicsMagick here has 16 bits a sample, this build 8";
  EffectTally tally;
  for (const Kind kind : test::kAllKinds)
    for (const auto& [columns, rows] :
         {std::pair<unsigned long, unsigned long>{2, 1}, {17, 3}, {61, 53}})
      Expect(RandomImage(columns, rows, kind, 5).get(), kind, &tally);
  Expect(test::RandomGrey(61, 53, 9).get(), Kind::kOpaque, &tally);
}

INSTANTIATE_TEST_SUITE_P(Gm, EditParity, testing::Range(std::size_t{0}, std::size(edits)),
                         [](const testing::TestParamInfo<std::size_t>& info) {
                           return std::string(edits[info.param].name);
                         });

}  // namespace
}  // namespace lodestone::compat
