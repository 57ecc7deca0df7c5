#include "coders/common/linear_profile.hpp"

#include <cmath>
#include <string_view>

namespace lodestone::coders {
namespace {

constexpr std::size_t kHeaderBytes = 128, kTagBytes = 12, kCountBytes = 4;
constexpr std::string_view kColorantNames[] = {"rXYZ", "gXYZ", "bXYZ"};

void PutFixed(ByteSink& sink, double value) {
  constexpr double kMost = 32767;
  sink.U32Be(static_cast<std::uint32_t>(
      static_cast<std::int32_t>(std::lround(std::clamp(value, -kMost, kMost) * 65536))));
}

void PutType(ByteSink& sink, std::string_view type) {
  sink.Text(type);
  sink.U32Be(0);
}

struct Tag {
  std::string_view name;
  std::vector<std::uint8_t> content;
};

Tag TextTag(std::string_view name, std::string_view text) {
  constexpr unsigned kRecordBytes = 12, kTextAt = 28;
  ByteSink sink;
  PutType(sink, "mluc");
  sink.U32Be(1);
  sink.U32Be(kRecordBytes);
  sink.Text("enUS");
  sink.U32Be(static_cast<std::uint32_t>(2 * text.size()));
  sink.U32Be(kTextAt);
  for (const char c : text) sink.U16Be(static_cast<unsigned char>(c));
  sink.Fill((4 - sink.size() % 4) % 4);
  return {name, std::move(sink.bytes())};
}

Tag XyzTag(std::string_view name, const Triple& xyz) {
  ByteSink sink;
  PutType(sink, "XYZ ");
  for (const double value : xyz) PutFixed(sink, value);
  return {name, std::move(sink.bytes())};
}

Tag MatrixTag(std::string_view name, const ColorMatrix& matrix) {
  ByteSink sink;
  PutType(sink, "sf32");
  for (const Triple& row : matrix)
    for (const double value : row) PutFixed(sink, value);
  return {name, std::move(sink.bytes())};
}

// A curve without points is a straight line.
Tag LineTag(std::string_view name) {
  ByteSink sink;
  PutType(sink, "curv");
  sink.U32Be(0);
  return {name, std::move(sink.bytes())};
}

std::vector<std::uint8_t> ProfileOfTags(const std::vector<Tag>& tags, bool gray) {
  constexpr std::uint32_t kVersion = 0x04200000;
  std::size_t bytes = kHeaderBytes + kCountBytes + kTagBytes * tags.size();
  ByteSink directory, contents;
  for (const Tag& tag : tags) {
    directory.Text(tag.name);
    directory.U32Be(static_cast<std::uint32_t>(bytes));
    directory.U32Be(static_cast<std::uint32_t>(tag.content.size()));
    contents.Bytes(tag.content);
    bytes += tag.content.size();
  }
  ByteSink sink;
  sink.U32Be(static_cast<std::uint32_t>(bytes));
  sink.U32Be(0);
  sink.U32Be(kVersion);
  sink.Text("mntr");
  sink.Text(gray ? "GRAY" : "RGB ");
  sink.Text("XYZ ");
  for (const unsigned part : {2000u, 1u, 1u, 0u, 0u, 0u}) sink.U16Be(part);
  sink.Text("acsp");
  sink.Fill(28);
  for (const double value : kD50) PutFixed(sink, value);
  sink.Fill(kHeaderBytes - sink.size());
  sink.U32Be(static_cast<std::uint32_t>(tags.size()));
  sink.Bytes(directory.bytes());
  sink.Bytes(contents.bytes());
  return std::move(sink.bytes());
}

// By its parameters g, a, b, c, d of ICC.1: (aX + b)^g, below d cX.
bool IsStraightFunction(ByteSpan tag) {
  constexpr std::uint32_t kOne = 0x10000;
  ByteCursor cursor(tag);
  if (!cursor.TakeIf("para") || tag.size() < 16) return false;
  cursor.Skip(4);
  const unsigned function = cursor.U16Be();
  cursor.Skip(2);
  if (cursor.U32Be() != kOne) return false;
  if (function == 0) return true;
  if (function != 3 || cursor.Remaining() < 16) return false;
  const std::uint32_t a = cursor.U32Be(), b = cursor.U32Be(), c = cursor.U32Be(),
                      d = cursor.U32Be();
  return a == kOne && b == 0 && (c == kOne || d == 0);
}

bool IsStraight(ByteSpan tag) {
  constexpr std::size_t kPlainBytes = 12;
  constexpr unsigned kOneAsFixed = 0x0100;
  if (tag.size() < kPlainBytes) return false;
  ByteCursor cursor(tag);
  if (cursor.TakeIf("curv")) {
    cursor.Skip(4);
    const std::uint32_t count = cursor.U32Be();
    return count == 0 || (count == 1 && cursor.Remaining() >= 2 && cursor.U16Be() == kOneAsFixed);
  }
  return IsStraightFunction(tag);
}

// The content of a tag; empty if there is none.
ByteSpan TagOf(ByteSpan icc, std::string_view name) {
  if (icc.size() < kHeaderBytes + kCountBytes) return {};
  ByteCursor cursor(icc);
  cursor.Seek(kHeaderBytes);
  for (std::uint32_t left = cursor.U32Be(); left > 0 && cursor.Remaining() >= kTagBytes; --left) {
    const bool found = cursor.TakeIf(name);
    if (!found) cursor.Skip(name.size());
    const std::size_t offset = cursor.U32Be(), length = cursor.U32Be();
    if (!found) continue;
    if (offset > icc.size() || length > icc.size() - offset) return {};
    return icc.subspan(offset, length);
  }
  return {};
}

}  // namespace

bool IsLinearProfile(ByteSpan icc) {
  return IsStraight(TagOf(icc, "rTRC")) || IsStraight(TagOf(icc, "kTRC"));
}

std::optional<ColorMatrix> ColorantsOf(ByteSpan icc) {
  constexpr std::size_t kXyzBytes = 20;
  constexpr double kFixedOne = 65536;
  ColorMatrix columns = {};
  for (std::size_t j = 0; j < 3; ++j) {
    const ByteSpan tag = TagOf(icc, kColorantNames[j]);
    ByteCursor cursor(tag);
    if (tag.size() < kXyzBytes || !cursor.TakeIf("XYZ ")) return std::nullopt;
    cursor.Skip(4);
    for (std::size_t i = 0; i < 3; ++i)
      columns[i][j] = static_cast<std::int32_t>(cursor.U32Be()) / kFixedOne;
  }
  return columns;
}

std::vector<std::uint8_t> LinearProfile(const Primaries& primaries, bool gray) {
  const std::optional<ColorMatrix> columns = ColorantsOf(primaries);
  if (!columns) return {};
  std::vector<Tag> tags = {TextTag("desc", "linear light"), TextTag("cprt", "No copyright"),
                           XyzTag("wtpt", kD50), MatrixTag("chad", *AdaptationOf(primaries))};
  for (std::size_t j = 0; j < 3 && !gray; ++j)
    tags.push_back(
        XyzTag(kColorantNames[j], {(*columns)[0][j], (*columns)[1][j], (*columns)[2][j]}));
  if (gray) {
    tags.push_back(LineTag("kTRC"));
  } else {
    for (const char* name : {"rTRC", "gTRC", "bTRC"}) tags.push_back(LineTag(name));
  }
  return ProfileOfTags(tags, gray);
}

}  // namespace lodestone::coders
