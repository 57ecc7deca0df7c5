// How the agreement suite calls functions of windows.
#include <functional>
#include <string>
#include <vector>

#include "tests/agreement/runners.hpp"

namespace lodestone::test {
namespace {

// A function of windows, and the name of its event.
struct WindowCall {
  const char* name;
  std::function<Image*(const Image*, ExceptionInfo*)> run;
};

// Of images of at least this many columns and rows.
constexpr unsigned long kWindowSide = 5;

const std::vector<WindowCall>& WindowCalls() {
  static const auto& calls = *new std::vector<WindowCall>{
      {"enhance", EnhanceImage},
      {"shade",
       [](const Image* image, ExceptionInfo* exception) {
         return ShadeImage(image, 0, 30.0, 30.0, exception);
       }},
      {"shade",
       [](const Image* image, ExceptionInfo* exception) {
         return ShadeImage(image, 1, 250.0, 5.0, exception);
       }},
      {"oil-paint", [](const Image* image,
                       ExceptionInfo* exception) { return OilPaintImage(image, 1.0, exception); }},
      {"bilateral-blur",
       [](const Image* image, ExceptionInfo* exception) {
         return BilateralBlurImage(image, 6, 9, 40.0, 3.0, exception);
       }},
      {"selective-blur",
       [](const Image* image, ExceptionInfo* exception) {
         return SelectiveBlurImage(image, 3.0, 2.0, MaxRGB / 5.0, exception);
       }},
      {"adaptive-threshold",
       [](const Image* image, ExceptionInfo* exception) {
         return AdaptiveThresholdImage(image, 4, 5, MaxRGB / -9.0, exception);
       }},
      {"adaptive-threshold",
       [](const Image* image, ExceptionInfo* exception) {
         return AdaptiveThresholdImage(image, 5, 2, MaxRGB / 9.0, exception);
       }},
      {"oil-paint", [](const Image* image,
                       ExceptionInfo* exception) { return OilPaintImage(image, 2.0, exception); }},
  };
  return calls;
}

const WindowCall& WindowCallOf(const Case& c) {
  return WindowCalls()[c.variety % WindowCalls().size()];
}

}  // namespace

Operation FunctionsOfNeighborhood() {
  Operation operation;
  operation.run = [](const Image* image, const Case& c, ExceptionInfo* exception) {
    return WindowCallOf(c).run(image, exception);
  };
  operation.events = [](const Case& c) { return std::vector<std::string>{WindowCallOf(c).name}; };
  operation.keeps_size = true;
  operation.least_side = [](const Case&) { return kWindowSide; };
  return operation;
}

}  // namespace lodestone::test
