#include "coders/pict/pict.hpp"

namespace lodestone::coders {
namespace {

// Lengths of what belongs to the commands from `first` to `last`.
struct Lengths {
  enum Kind { kFixed, kShort, kLong, kItself };  // numbers of bytes; kItself counts its own two
  unsigned first, last;
  Kind kind;
  std::size_t bytes = 0;
};

constexpr Lengths kLengths[] = {
    {0x01, 0x01, Lengths::kItself},    {0x02, 0x02, Lengths::kFixed, 8},
    {0x03, 0x03, Lengths::kFixed, 2},  {0x04, 0x04, Lengths::kFixed, 1},
    {0x05, 0x05, Lengths::kFixed, 2},  {0x06, 0x07, Lengths::kFixed, 4},
    {0x08, 0x08, Lengths::kFixed, 2},  {0x09, 0x0a, Lengths::kFixed, 8},
    {0x0b, 0x0c, Lengths::kFixed, 4},  {0x0d, 0x0d, Lengths::kFixed, 2},
    {0x0e, 0x0f, Lengths::kFixed, 4},  {0x10, 0x10, Lengths::kFixed, 8},
    {0x11, 0x11, Lengths::kFixed, 1},  {0x15, 0x16, Lengths::kFixed, 2},
    {0x1a, 0x1b, Lengths::kFixed, 6},  {0x1d, 0x1d, Lengths::kFixed, 6},
    {0x1f, 0x1f, Lengths::kFixed, 6},  {0x20, 0x20, Lengths::kFixed, 8},
    {0x21, 0x21, Lengths::kFixed, 4},  {0x22, 0x22, Lengths::kFixed, 6},
    {0x23, 0x23, Lengths::kFixed, 2},  {0x24, 0x27, Lengths::kShort},
    {0x2c, 0x2f, Lengths::kShort},     {0x30, 0x37, Lengths::kFixed, 8},
    {0x40, 0x47, Lengths::kFixed, 8},  {0x50, 0x57, Lengths::kFixed, 8},
    {0x60, 0x67, Lengths::kFixed, 12}, {0x68, 0x6f, Lengths::kFixed, 4},
    {0x70, 0x77, Lengths::kItself},    {0x80, 0x87, Lengths::kItself},
    {0x92, 0x97, Lengths::kShort},     {0x9c, 0x9f, Lengths::kShort},
    {0xa0, 0xa0, Lengths::kFixed, 2},  {0xa2, 0xaf, Lengths::kShort},
    {0xd0, 0xfe, Lengths::kLong},      {0x8100, 0xffff, Lengths::kLong}};

// A position or its change, and a text whose length is the last of so many bytes.
std::size_t TextHead(unsigned command) {
  constexpr unsigned kText = 0x28, kBothChange = 0x2b;
  if (command < kText || command > kBothChange) return 0;
  return command == kText ? 5 : command == kBothChange ? 3 : 2;
}

}  // namespace

void SkipPictCommand(unsigned command, ByteCursor& cursor) {
  if (const std::size_t head = TextHead(command)) {
    cursor.Skip(head - 1);
    return cursor.Skip(cursor.U8());
  }
  // Reserved ones have twice their higher byte.
  if (command >= 0x100 && command < 0x8000) return cursor.Skip((command >> 8) * 2);
  for (const Lengths& lengths : kLengths) {
    if (command < lengths.first || command > lengths.last) continue;
    if (lengths.kind == Lengths::kFixed) return cursor.Skip(lengths.bytes);
    if (lengths.kind == Lengths::kShort) return cursor.Skip(cursor.U16Be());
    if (lengths.kind == Lengths::kLong) return cursor.Skip(cursor.U32Be());
    return cursor.Skip(std::max(cursor.U16Be() - 2, 0));
  }
}

}  // namespace lodestone::coders
