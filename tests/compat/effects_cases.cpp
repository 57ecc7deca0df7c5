// The neighbourhood filters that are compared with GraphicsMagick's.
#include <array>
#include <random>

#include "tests/compat/effects.hpp"
#include "tests/support/gm_kernels.hpp"

namespace lodestone::compat {
namespace {

using test::kAllKinds;

constexpr VirtualPixelMethod kMethods[] = {UndefinedVirtualPixelMethod, ConstantVirtualPixelMethod,
                                           EdgeVirtualPixelMethod, MirrorVirtualPixelMethod,
                                           TileVirtualPixelMethod};

struct Size {
  std::uint32_t columns, rows;
};

struct Gaussian {
  double radius, sigma;
};
constexpr Gaussian kGaussians[] = {{0, 0.4}, {0, 1}, {0, 2.3}, {1, 1}, {2.5, 0.7}, {5, 4}};

constexpr Quantum kThird = MaxRGB / 3;

Request EffectRequest(GmOperation operation, const EffectArguments& arguments) {
  Request request;
  request.operation = operation;
  request.effect = arguments;
  request.effect.background = {MaxRGB, kThird, 0, kThird};
  return request;
}

void OnKinds(GmOperation operation, std::initializer_list<Size> sizes,
             const std::vector<EffectArguments>& arguments, const Visitor& visit) {
  unsigned seed = 1;
  for (Kind kind : kAllKinds)
    for (const Size& size : sizes) {
      const ImagePtr image = RandomImage(size.columns, size.rows, kind, ++seed);
      for (const EffectArguments& a : arguments)
        visit({EffectRequest(operation, a), kind, image.get()});
    }
}

std::vector<EffectArguments> Gaussians() {
  std::vector<EffectArguments> all;
  for (const Gaussian& g : kGaussians) all.push_back({.radius = g.radius, .sigma = g.sigma});
  return all;
}

std::vector<EffectArguments> GaussiansEverywhere() {
  std::vector<EffectArguments> all;
  for (const Gaussian& g : kGaussians)
    for (VirtualPixelMethod method : kMethods)
      all.push_back({.radius = g.radius, .sigma = g.sigma, .outside = method});
  return all;
}

std::vector<EffectArguments> Radii(std::initializer_list<double> radii) {
  std::vector<EffectArguments> all;
  for (double radius : radii)
    for (VirtualPixelMethod method : kMethods) all.push_back({.radius = radius, .outside = method});
  return all;
}

// Of each size: real and integer weights, with negative ones, with a large sum, and with sum 0.
std::vector<EffectArguments> Kernels() {
  std::mt19937 random(5);
  std::vector<EffectArguments> all;
  for (std::size_t order : {1u, 3u, 5u, 7u})
    for (int kind = 0; kind < 4; ++kind) {
      std::vector<double> kernel(order * order);
      for (double& weight : kernel) {
        weight = double(random() % 100) - 20;
        if (kind == 1) weight /= 7;
        if (kind == 2) weight = 1;
        if (kind == 3) weight = -1;
      }
      kernel[kernel.size() / 2] = kind == 3 ? double(kernel.size()) - 1 : 100;
      all.push_back({.outside = kMethods[random() % 5], .kernel = kernel});
    }
  return all;
}

void Blur(const Visitor& visit) {
  OnKinds(GmBlur, {{1, 1}, {1, 7}, {7, 2}, {3, 3}, {16, 17}, {61, 53}, {255, 3}}, Gaussians(),
          visit);
}

void BlurWide(const Visitor& visit) {
  OnKinds(GmBlur, {{150, 130}}, {{.radius = 0, .sigma = 8}, {.radius = 50, .sigma = 30}}, visit);
}

void Channels(const Visitor& visit) {
  std::vector<EffectArguments> all;
  for (ChannelType channel :
       {UndefinedChannel, RedChannel, CyanChannel, GreenChannel, MagentaChannel, BlueChannel,
        YellowChannel, OpacityChannel, BlackChannel, MatteChannel, AllChannels, GrayChannel})
    all.push_back({.radius = 0, .sigma = 1, .third = 1, .fourth = 0.1, .channel = channel});
  for (GmOperation operation : {GmBlur, GmGaussian, GmSharpen})
    OnKinds(operation, {{19, 23}}, all, visit);
  for (EffectArguments& a : all) a.outside = TileVirtualPixelMethod;
  OnKinds(GmGaussian, {{19, 23}}, all, visit);
}

void GaussianBlur(const Visitor& visit) {
  OnKinds(GmGaussian, {{29, 31}, {31, 47}}, GaussiansEverywhere(), visit);
}

void Sharpen(const Visitor& visit) {
  OnKinds(GmSharpen, {{21, 21}, {31, 47}}, GaussiansEverywhere(), visit);
}

void Convolve(const Visitor& visit) {
  OnKinds(GmConvolve, {{7, 7}, {8, 9}, {33, 31}, {61, 53}}, Kernels(), visit);
}

void Edge(const Visitor& visit) {
  OnKinds(GmEdge, {{15, 16}, {31, 29}}, Radii({0, 1, 2, 7}), visit);
}

void Median(const Visitor& visit) {
  OnKinds(GmMedian, {{9, 9}, {16, 17}, {40, 31}}, Radii({0, 1, 2, 3.2, 4}), visit);
}

void Despeckle(const Visitor& visit) {
  OnKinds(GmDespeckle, {{1, 1}, {2, 1}, {1, 3}, {7, 3}, {16, 17}, {61, 53}, {257, 3}}, {{}}, visit);
}

void MotionBlur(const Visitor& visit) {
  std::vector<EffectArguments> all;
  int number = 0;
  for (const Gaussian& g : {Gaussian{0, 1}, {0, 3}, {1, 1}, {9, 4}})
    for (double angle : {0., 20., 45., 90., 123., 180., 270., 300., -30.})
      all.push_back({.radius = g.radius,
                     .sigma = g.sigma,
                     .third = angle,
                     .outside = kMethods[number++ % 5]});
  OnKinds(GmMotionBlur, {{1, 1}, {5, 4}, {31, 47}}, all, visit);
}

void Unsharp(const Visitor& visit) {
  std::vector<EffectArguments> all;
  for (const Gaussian& g : {Gaussian{0, 1}, {2, 1}, {0, 2.3}})
    for (double amount : {0.5, 1.0, 2.5, -1.0})
      for (double threshold : {0.0, 0.05, 0.3})
        all.push_back({.radius = g.radius, .sigma = g.sigma, .third = amount, .fourth = threshold});
  OnKinds(GmUnsharp, {{16, 17}, {61, 53}}, all, visit);
}

void Equalize(const Visitor& visit) {
  OnKinds(GmEqualize, {{1, 1}, {7, 3}, {61, 53}}, {{}}, visit);
}

void Gamma(const Visitor& visit) {
  std::vector<EffectArguments> all;
  for (const auto& [red, green, blue] : {std::array{2.2, 2.2, 2.2},
                                         {0.45, 0.45, 0.45},
                                         {1.0, 2.2, 0.45},
                                         {0.0, 3.0, 1.0},
                                         {0.0, 0.0, 0.0},
                                         {1.0, 1.0, 1.0},
                                         {0.1, 20.0, 0.7}})
    all.push_back({.radius = red, .sigma = green, .third = blue});
  OnKinds(GmGamma, {{1, 1}, {7, 3}, {61, 53}}, all, visit);
}

// Every second pixel, or entry of the palette, grey.
void MakeHalfGrey(Image* image) {
  const auto change = [](PixelPacket* colors, std::size_t count) {
    for (std::size_t i = 0; i < count; i += 2) colors[i].green = colors[i].blue = colors[i].red;
  };
  if (image->storage_class == PseudoClass) {
    change(image->colormap, image->colors);
    SyncImage(image);
    return;
  }
  change(GetImagePixels(image, 0, 0, image->columns, image->rows), image->columns * image->rows);
  SyncImagePixels(image);
}

void Negate(const Visitor& visit) {
  OnKinds(GmNegate, {{1, 1}, {7, 3}, {61, 53}}, {{}}, visit);
  OnKinds(GmNegate, {{61, 53}}, {{.radius = 0}, {.radius = 1}}, [&](const Case& c) {
    MakeHalfGrey(c.image);
    visit(c);
  });
}

// Where the image is narrower than the kernel, GraphicsMagick's blur takes the wrong end of it.
bool IsWiderThanTheBlur(const Case& c) {
  const EffectArguments& a = c.request.effect;
  const std::size_t width = a.radius > 0 ? 2 * static_cast<std::size_t>(std::ceil(a.radius)) + 1
                                         : gm_oracle::GrownKernel(a.sigma, 65535).size();
  return c.image->columns >= width && c.image->rows >= width;
}

// GraphicsMagick recurses endlessly when it mirrors an image one pixel wide or high.
bool IsNoMirroredLine(const Case& c) {
  return c.request.effect.outside != MirrorVirtualPixelMethod ||
         std::min(c.image->columns, c.image->rows) > 1;
}

// GraphicsMagick leaves K of CMYK images undefined in some operations.
bool HasNoBlackNorMirroredLine(const Case& c) {
  return c.kind != Kind::kCmyk && IsNoMirroredLine(c);
}

}  // namespace

// A value half-way between two steps can be rounded either way, in each of two passes.
constexpr double kTies = 1;

const std::vector<EffectGroup>& EffectGroups() {
  static const auto& groups = *new std::vector<EffectGroup>{
      {"Blur", Blur, kContract, kTies, IsWiderThanTheBlur},
      {"BlurWide", BlurWide, kContract, kTies, IsWiderThanTheBlur},
      {"Channels", Channels, kContract, kTies},
      {"GaussianBlur", GaussianBlur, kContract, kTies},
      {"Sharpen", Sharpen, kContract, kTies},
      {"Convolve", Convolve, kContract, kTies},
      {"Edge", Edge, 0, 0},
      {"Median", Median, 0, 0},
      {"Despeckle", Despeckle, 0, 0, HasNoBlackNorMirroredLine},
      {"MotionBlur", MotionBlur, kContract, kTies, HasNoBlackNorMirroredLine},
      {"Unsharp", Unsharp, kContract, kTies, IsWiderThanTheBlur},
  };
  return groups;
}

const std::vector<EffectGroup>& InPlaceGroups() {
  static const auto& groups = *new std::vector<EffectGroup>{
      {"Equalize", Equalize, 0, 0},
      {"Negate", Negate, 0, 0},
      {"Gamma", Gamma, 0, 0},
  };
  return groups;
}

}  // namespace lodestone::compat
