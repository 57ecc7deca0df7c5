// Every operator of composition on every device: the pixels of the CPU.
#include <gtest/gtest.h>

#include "magick/composite.h"
#include "magick/enum_strings.h"
#include "tests/agreement/runners.hpp"
#include "tests/support/grey_image.hpp"

namespace lodestone::test {
namespace {

struct Pair {
  Kind canvas, update;
};
constexpr Pair kPairs[] = {{Kind::kOpaque, Kind::kOpaque},
                           {Kind::kOpaque, Kind::kMatte},
                           {Kind::kMatte, Kind::kPaletteMatte},
                           {Kind::kMatte, Kind::kPalette}};

// The canvas after the composition, which one event records.
ImagePtr Composed(CompositeOperator compose, const Pair& kinds, unsigned long side,
                  MagickAccelerateMode mode, const std::string& device) {
  const ImagePtr update = RandomImage(side / 2 + 2, side / 3 + 1, kinds.update, compose);
  ImagePtr canvas = RandomImage(side, side / 2 + 1, kinds.canvas, compose + 100);
  EventRecorder recorder;
  const ModeScope scope(mode);
  const auto across = static_cast<long>(side / 3), down = -static_cast<long>(side / 9);
  EXPECT_EQ(MagickPass, CompositeImage(canvas.get(), compose, update.get(), across, down))
      << canvas->exception.reason;
  std::vector<std::string> names;
  for (const auto& event : recorder.operations()) {
    names.push_back(event.operation);
    EXPECT_EQ(device, event.device) << event.detail;
  }
  const bool displaces = compose == DisplaceCompositeOp;
  EXPECT_EQ(displaces ? std::vector<std::string>({"displace", "composite"})
                      : std::vector<std::string>({"composite"}),
            names);
  return canvas;
}

TEST(CompositeAgreement, EveryOperator) {
  OnEveryDevice([](const std::string& device) {
    for (int i = OverCompositeOp; i <= HardMixCompositeOp; ++i) {
      const auto compose = static_cast<CompositeOperator>(i);
      if (compose == NoCompositeOp) continue;
      for (const Pair& kinds : kPairs)
        for (const unsigned long side : {1UL, 2UL, 3UL, 7UL, 16UL, 17UL, 255UL, 257UL}) {
          const ImagePtr cpu = Composed(compose, kinds, side, MagickAccelerateOff, "");
          const ImagePtr there = Composed(compose, kinds, side, MagickAccelerateRequire, device);
          ASSERT_NO_FATAL_FAILURE(ExpectSameImage(
              cpu.get(), there.get(),
              std::string(CompositeOperatorToString(compose)) + " at " + std::to_string(side)));
        }
    }
  });
}

// Grey images of one sample a pixel: as if they had all.
TEST(CompositeAgreement, GreyImages) {
  OnEveryDevice([](const std::string& device) {
    for (int i = OverCompositeOp; i <= HardMixCompositeOp; ++i) {
      const auto compose = static_cast<CompositeOperator>(i);
      if (compose == NoCompositeOp) continue;
      const std::string what = CompositeOperatorToString(compose);
      const auto composed = [&](MagickAccelerateMode mode, bool samples) {
        const ModeScope scope(mode);
        const ImagePtr update = RandomGrey(31, 17, compose);
        ImagePtr canvas = RandomGrey(57, 23, compose + 100);
        if (!samples) GetImagePixels(canvas.get(), 0, 0, canvas->columns, canvas->rows);
        EXPECT_EQ(MagickPass, CompositeImage(canvas.get(), compose, update.get(), 30, 3)) << what;
        return canvas;
      };
      const ImagePtr packets = composed(MagickAccelerateOff, false);
      for (const auto mode : {MagickAccelerateOff, MagickAccelerateRequire})
        ASSERT_NO_FATAL_FAILURE(
            ExpectSameImage(packets.get(), composed(mode, true).get(), what + " on " + device));
    }
  });
}

}  // namespace
}  // namespace lodestone::test
