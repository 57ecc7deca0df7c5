// The real GraphicsMagick, in a separate process.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/compat/gm_protocol.h"
#include "tests/support/raster.hpp"

namespace lodestone::compat {

// The arguments of operations that keep the size.
struct EffectArguments {
  double radius = 0, sigma = 1, third = 0, fourth = 0;
  ChannelType channel = AllChannels;
  VirtualPixelMethod outside = UndefinedVirtualPixelMethod;
  test::RasterPixel background{};
  std::vector<double> kernel = {};  // square

  std::uint32_t order() const {
    return static_cast<std::uint32_t>(std::lround(std::sqrt(double(kernel.size()))));
  }
};

struct Request {
  GmOperation operation = GmResize;
  std::uint32_t columns = 0, rows = 0;
  FilterTypes filter = UndefinedFilter;
  double blur = 1.0;
  EffectArguments effect = {};
};

// GraphicsMagick's error when it returns no image.
struct Refusal {
  std::uint32_t severity = 0;
  std::string reason, description;
};

class GmProcess {
 public:
  // The process, started by the first call; nullptr if unavailable, and why() gives the reason.
  static GmProcess* Get();
  static const std::string& why();

  const std::string& version() const { return version_; }

  // Samples of 16 bits in and out. No columns: GraphicsMagick returned no image.
  test::Raster Run(const Request& request, const test::Raster& image);
  // Of the last run.
  const Refusal& refusal() const { return refusal_; }

 private:
  friend GmProcess* StartGmProcess(std::string& why);
  GmProcess(int to, int from) : to_(to), from_(from) {}
  bool Send(const void* data, std::size_t size);
  bool Receive(void* data, std::size_t size);
  bool SendImage(const test::Raster& image);
  test::Raster ReceiveImage();

  int to_, from_;
  std::string version_;
  Refusal refusal_;
};

#define LODESTONE_NEEDS_GM() \
  if (!::lodestone::compat::GmProcess::Get()) GTEST_SKIP() << ::lodestone::compat::GmProcess::why()

}  // namespace lodestone::compat
