#include "bench/gpu_measure.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "bench/text.hpp"
#include "utilities/measure/images.hpp"
#include "utilities/measure/timing.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::bench {
namespace {

using Json = nlohmann::json;
using measure::FetchPixels;
using measure::Stopwatch;
using measure::ThreadMode;
using Specs = std::vector<ResizeSpec>;

// A photograph's for a page, a list and an icon.
constexpr unsigned kPercents[] = {30, 12, 3};

Specs SpecsFor(const Image& source) {
  Specs specs;
  for (const unsigned percent : kPercents) {
    specs.push_back({std::max(1ul, source.columns * percent / 100),
                     std::max(1ul, source.rows * percent / 100), LanczosFilter, 1.0});
  }
  return specs;
}

cli::ImageList Separate(const Image& source, const Specs& specs) {
  cli::Exception exception;
  Image* list = nullptr;
  for (const ResizeSpec& spec : specs) {
    Image* result =
        ResizeImage(&source, spec.columns, spec.rows, spec.filter, spec.blur, exception.get());
    if (result == nullptr) exception.Throw("Unable to resize image");
    AppendImageToList(&list, result);
  }
  return cli::ImageList(GetFirstImageInList(list));
}

cli::ImageList Together(const Image& source, const Specs& specs) {
  cli::Exception exception;
  cli::ImageList list(ResizeImages(&source, specs.data(), specs.size(), exception.get()));
  if (list == nullptr) exception.Throw("Unable to resize image");
  return list;
}

void FetchAll(const Image* images) {
  for (; images != nullptr; images = GetNextImageInList(images)) FetchPixels(*images);
}

bool AreSame(const Image* a, const Image* b) {
  for (; a != nullptr && b != nullptr; a = GetNextImageInList(a), b = GetNextImageInList(b))
    if (PixelBytes(*a) != PixelBytes(*b) ||
        std::memcmp(FetchPixels(*a), FetchPixels(*b), PixelBytes(*a)) != 0)
      return false;
  return a == nullptr && b == nullptr;
}

// Alternately, so that both meet the same machine.
Json Time(Image& source, const Specs& specs, unsigned iterations, const Image& reference,
          bool* same) {
  Json times{{"separate", Json::array()}, {"together", Json::array()}};
  measure::RunWarm(iterations, [&](bool counts) {
    for (const auto& [name, make] : {std::pair{"separate", &Separate}, {"together", &Together}}) {
      measure::MoveToHost(&source);
      const Stopwatch watch;
      const cli::ImageList results = make(source, specs);
      FetchAll(results.get());
      if (counts) times[name].push_back(watch.Milliseconds());
      *same = *same && AreSame(results.get(), &reference);
    }
  });
  return times;
}

}  // namespace

Json MeasureSizes(const GpuSetting& setting) {
  const ThreadMode require(MagickAccelerateRequire);
  // Memory first used after a device has run is pinned for it.
  (void)Apply(GpuRows().front(), *MakeSource("", 64, 64));
  const cli::ImageList source = MakeSource(setting.image, setting.columns, setting.rows);
  const Specs specs = SpecsFor(*source);
  Json document{{"sizes", Json::array()}};
  for (const ResizeSpec& spec : specs)
    document["sizes"].push_back(Format("%lux%lu", spec.columns, spec.rows));
  bool same = true;
  cli::ImageList reference;
  {
    const ThreadMode off(MagickAccelerateOff);
    reference = Separate(*source, specs);
    document["cpu"] = Time(*source, specs, setting.iterations, *reference, &same);
  }
  document["device"] = Time(*source, specs, setting.iterations, *reference, &same);
  document["same"] = same;
  return document;
}

}  // namespace lodestone::bench
