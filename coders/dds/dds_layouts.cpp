#include <algorithm>
#include <iterator>

#include "coders/dds/dds.hpp"

namespace lodestone::coders {
namespace {

struct Numbered {
  std::uint32_t number;
  DdsLayout layout;
};

constexpr DdsLayout Masks(unsigned bits, unsigned channels, std::uint32_t red, std::uint32_t green,
                          std::uint32_t blue, std::uint32_t alpha) {
  DdsLayout layout;
  layout.bits = bits;
  layout.channels = channels;
  layout.masks = {red, green, blue, alpha};
  layout.alpha = alpha != 0;
  return layout;
}

constexpr DdsLayout Samples(DdsCoding coding, unsigned channels) {
  DdsLayout layout;
  layout.coding = coding;
  layout.channels = channels;
  layout.bits = channels * (coding == DdsCoding::kFloats ? 32 : 16);
  layout.alpha = channels == 4;
  return layout;
}

constexpr DdsLayout Blocks(DdsCoding coding, bool is_signed = false) {
  DdsLayout layout;
  layout.coding = coding;
  layout.bits = coding == DdsCoding::kBc1 || coding == DdsCoding::kBc4 ? 64 : 128;
  layout.channels = coding == DdsCoding::kBc4   ? 1
                    : coding == DdsCoding::kBc5 ? 2
                    : coding == DdsCoding::kBc6 ? 3
                                                : 4;
  layout.alpha = layout.channels == 4;
  layout.is_signed = is_signed;
  return layout;
}

constexpr DdsLayout Premultiplied(DdsLayout layout) {
  layout.premultiplied = true;
  return layout;
}

constexpr Numbered kFourCcs[] = {{DdsName("DXT1"), Blocks(DdsCoding::kBc1)},
                                 {DdsName("DXT2"), Premultiplied(Blocks(DdsCoding::kBc2))},
                                 {DdsName("DXT3"), Blocks(DdsCoding::kBc2)},
                                 {DdsName("DXT4"), Premultiplied(Blocks(DdsCoding::kBc3))},
                                 {DdsName("DXT5"), Blocks(DdsCoding::kBc3)},
                                 {DdsName("ATI1"), Blocks(DdsCoding::kBc4)},
                                 {DdsName("BC4U"), Blocks(DdsCoding::kBc4)},
                                 {DdsName("BC4S"), Blocks(DdsCoding::kBc4, true)},
                                 {DdsName("ATI2"), Blocks(DdsCoding::kBc5)},
                                 {DdsName("BC5U"), Blocks(DdsCoding::kBc5)},
                                 {DdsName("BC5S"), Blocks(DdsCoding::kBc5, true)},
                                 {36, Samples(DdsCoding::kShorts, 4)},
                                 {111, Samples(DdsCoding::kHalves, 1)},
                                 {112, Samples(DdsCoding::kHalves, 2)},
                                 {113, Samples(DdsCoding::kHalves, 4)},
                                 {114, Samples(DdsCoding::kFloats, 1)},
                                 {115, Samples(DdsCoding::kFloats, 2)},
                                 {116, Samples(DdsCoding::kFloats, 4)}};

// Samples of sRGB and others are the same here, as they are for most programs.
constexpr Numbered kDxgis[] = {{2, Samples(DdsCoding::kFloats, 4)},
                               {6, Samples(DdsCoding::kFloats, 3)},
                               {10, Samples(DdsCoding::kHalves, 4)},
                               {11, Samples(DdsCoding::kShorts, 4)},
                               {16, Samples(DdsCoding::kFloats, 2)},
                               {24, Masks(32, 4, 0x3ff, 0xffc00, 0x3ff00000, 0xc0000000)},
                               {27, Masks(32, 4, 0xff, 0xff00, 0xff0000, 0xff000000)},
                               {28, Masks(32, 4, 0xff, 0xff00, 0xff0000, 0xff000000)},
                               {29, Masks(32, 4, 0xff, 0xff00, 0xff0000, 0xff000000)},
                               {34, Samples(DdsCoding::kHalves, 2)},
                               {35, Masks(32, 2, 0xffff, 0xffff0000, 0, 0)},
                               {41, Samples(DdsCoding::kFloats, 1)},
                               {49, Masks(16, 2, 0xff, 0xff00, 0, 0)},
                               {54, Samples(DdsCoding::kHalves, 1)},
                               {56, Masks(16, 1, 0xffff, 0, 0, 0)},
                               {61, Masks(8, 1, 0xff, 0, 0, 0)},
                               {65, Masks(8, 4, 0, 0, 0, 0xff)},
                               {70, Blocks(DdsCoding::kBc1)},
                               {71, Blocks(DdsCoding::kBc1)},
                               {72, Blocks(DdsCoding::kBc1)},
                               {73, Blocks(DdsCoding::kBc2)},
                               {74, Blocks(DdsCoding::kBc2)},
                               {75, Blocks(DdsCoding::kBc2)},
                               {76, Blocks(DdsCoding::kBc3)},
                               {77, Blocks(DdsCoding::kBc3)},
                               {78, Blocks(DdsCoding::kBc3)},
                               {79, Blocks(DdsCoding::kBc4)},
                               {80, Blocks(DdsCoding::kBc4)},
                               {81, Blocks(DdsCoding::kBc4, true)},
                               {82, Blocks(DdsCoding::kBc5)},
                               {83, Blocks(DdsCoding::kBc5)},
                               {84, Blocks(DdsCoding::kBc5, true)},
                               {85, Masks(16, 3, 0xf800, 0x7e0, 0x1f, 0)},
                               {86, Masks(16, 4, 0x7c00, 0x3e0, 0x1f, 0x8000)},
                               {87, Masks(32, 4, 0xff0000, 0xff00, 0xff, 0xff000000)},
                               {88, Masks(32, 3, 0xff0000, 0xff00, 0xff, 0)},
                               {91, Masks(32, 4, 0xff0000, 0xff00, 0xff, 0xff000000)},
                               {93, Masks(32, 3, 0xff0000, 0xff00, 0xff, 0)},
                               {95, Blocks(DdsCoding::kBc6)},
                               {96, Blocks(DdsCoding::kBc6, true)},
                               {97, Blocks(DdsCoding::kBc7)},
                               {98, Blocks(DdsCoding::kBc7)},
                               {99, Blocks(DdsCoding::kBc7)},
                               {115, Masks(16, 4, 0xf00, 0xf0, 0xf, 0xf000)}};

template <class Table>
std::optional<DdsLayout> Find(const Table& table, std::uint32_t number) {
  const auto found = std::ranges::find(table, number, &Numbered::number);
  return found == std::end(table) ? std::nullopt : std::optional(found->layout);
}

}  // namespace

std::optional<DdsLayout> DdsLayoutOfFourCc(std::uint32_t number) {
  return Find(kFourCcs, number);
}

std::optional<DdsLayout> DdsLayoutOfDxgi(std::uint32_t number) {
  return Find(kDxgis, number);
}

}  // namespace lodestone::coders
