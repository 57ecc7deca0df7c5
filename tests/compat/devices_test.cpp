// Every accelerated device against GraphicsMagick: only some of the cases, since the agreement
// suite shows that devices and the CPU give the same pixels.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/agreement/devices.hpp"
#include "tests/compat/cases.hpp"
#include "tests/support/event_recorder.hpp"

namespace lodestone::compat {
namespace {

Raster Reference(const Request& request, const Raster& image) {
  GmProcess* gm = QuantumDepth == 16 ? GmProcess::Get() : nullptr;
  return gm ? gm->Run(request, image) : RunRules(request, image, MaxRGB);
}

bool IsClone(const Case& c) {
  return c.image->columns == c.request.columns && c.image->rows == c.request.rows &&
         c.request.blur == 1.0;
}

TEST(ParityOnDevices, SomeOfEverything) {
  LODESTONE_NEEDS_DEVICE();
  const std::set<std::string> chosen{"ChosenFilter", "LargerImage", "ExtremeRatios",
                                     "ScaleExtremes", "ScaleMatte"};
  for (const std::string& device : test::UsableDevices()) {
    const test::DeviceScope scope(device);
    Tally tally;
    for (const Group& group : Groups())
      if (chosen.count(group.name))
        group.visit([&](const Case& c) {
          if (IsClone(c)) return;
          test::EventRecorder recorder;
          const Raster image = ToRaster(c.image);
          const std::string what = device + ": " + Describe(c.request, image, c.kind);
          const Raster actual = RunLibrary(c.request, c.image, MagickAccelerateRequire);
          ASSERT_EQ(1u, recorder.operations().size()) << what;
          EXPECT_EQ(device, recorder.operations()[0].device) << what;
          tally.compare_indexes = group.has_indexes;
          tally.Expect(Reference(c.request, image), actual, group.allowed, what);
        });
  }
}

}  // namespace
}  // namespace lodestone::compat
