// tune on a real device, just long enough to start.
#include "tests/utilities/device_cli_test.hpp"

namespace lodestone::test {
namespace {

class TuneTest : public DeviceCliTest {};

TEST_F(TuneTest, KeepsToTheTimeLimitAndPrintsWhatItFound) {
  const Json found = ParseOutput({"tune", "-device", "CPU", "-time-limit", "0.5", "-json"});
  for (const Json& step : found["steps"]) {
    EXPECT_NE("", step["device"]);
    EXPECT_NE("", step["item"]);
    EXPECT_EQ(false, step["wrong"]) << step;
  }
  const auto text = Lodestone({"tune", "-time-limit", "0.001"});
  EXPECT_EQ(0, text.status) << text.err;
  EXPECT_NE(std::string::npos, text.out.find("results so far are kept")) << text.out;
}

TEST_F(TuneTest, Messages) {
  EXPECT_EQ(0, Lodestone({"tune", "-help"}).status);
  EXPECT_EQ(1, Lodestone({"tune", "-time-limit"}).status);
  EXPECT_EQ(1, Lodestone({"tune", "-time-limit", "-3"}).status);
  EXPECT_EQ(1, Lodestone({"tune", "-time-limit", "nan"}).status);
  EXPECT_EQ(1, Lodestone({"tune", "bogus"}).status);
  EXPECT_EQ(1, Lodestone({"tune", "-device", std::string(300, 'x')}).status);
  const auto none = Lodestone({"tune", "-device", "no such device"});
  EXPECT_EQ(1, none.status);
  EXPECT_NE(std::string::npos, none.err.find("No device can be used")) << none.err;
}

}  // namespace
}  // namespace lodestone::test
