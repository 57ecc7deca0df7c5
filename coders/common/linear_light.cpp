#include "coders/common/linear_light.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <string_view>

#include "coders/common/byte_cursor.hpp"
#include "coders/common/profiles.hpp"

namespace lodestone::coders {
namespace {

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

constexpr std::size_t kHeaderBytes = 128, kTagBytes = 12, kCountBytes = 4;
constexpr Triple kD50 = {0.9642, 1.0, 0.8249};
constexpr Matrix kBradford = {
    {{0.8951, 0.2664, -0.1614}, {-0.7502, 1.7135, 0.0367}, {0.0389, -0.0685, 1.0296}}};

Triple operator*(const Matrix& m, const Triple& v) {
  Triple out;
  for (std::size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix out = {};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) out[i][j] += a[i][k] * b[k][j];
  return out;
}

std::optional<Matrix> Inverse(const Matrix& m) {
  Matrix adjoint;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t a = (j + 1) % 3, b = (j + 2) % 3, c = (i + 1) % 3, d = (i + 2) % 3;
      adjoint[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
  const double determinant =
      m[0][0] * adjoint[0][0] + m[0][1] * adjoint[1][0] + m[0][2] * adjoint[2][0];
  constexpr double kSingular = 1e-6;
  if (!(std::abs(determinant) > kSingular)) return std::nullopt;
  for (Triple& row : adjoint)
    for (double& value : row) value /= determinant;
  return adjoint;
}

Matrix Diagonal(const Triple& values) {
  Matrix m = {};
  for (std::size_t i = 0; i < 3; ++i) m[i][i] = values[i];
  return m;
}

std::optional<Triple> XyzOf(const double (&chromaticity)[2]) {
  const double x = chromaticity[0], y = chromaticity[1];
  constexpr double kLeast = 1e-3;
  if (!(y > kLeast) || !std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  return Triple{x / y, 1, (1 - x - y) / y};
}

// Colours under one white as they look under that of profiles.
std::optional<Matrix> Adaptation(const Triple& white) {
  const Triple from = kBradford * white, to = kBradford * kD50;
  Triple ratio;
  for (std::size_t i = 0; i < 3; ++i) {
    if (!(std::abs(from[i]) > 1e-6)) return std::nullopt;
    ratio[i] = to[i] / from[i];
  }
  const std::optional<Matrix> back = Inverse(kBradford);
  return back ? std::optional(*back * Diagonal(ratio) * kBradford) : std::nullopt;
}

// Columns: red, green and blue under the white of profiles.
std::optional<Matrix> Colorants(const Primaries& primaries, const Matrix& adaptation,
                                const Triple& white) {
  Matrix columns = {};
  const double(*const each[])[2] = {&primaries.red, &primaries.green, &primaries.blue};
  for (std::size_t j = 0; j < 3; ++j) {
    // Blue may have no luminance to speak of.
    const double x = (*each[j])[0], y = (*each[j])[1];
    const Triple xyz = {x, y, 1 - x - y};
    for (std::size_t i = 0; i < 3; ++i) columns[i][j] = xyz[i];
  }
  const std::optional<Matrix> inverse = Inverse(columns);
  if (!inverse) return std::nullopt;
  return adaptation * columns * Diagonal(*inverse * white);
}

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

Tag MatrixTag(std::string_view name, const Matrix& matrix) {
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
  if (!cursor.TakeIf("para") || tag.size() < kPlainBytes + 4) return false;
  cursor.Skip(4);
  const unsigned function = cursor.U16Be();
  cursor.Skip(2);
  return function == 0 && cursor.U32Be() == 0x10000;
}

// By its curve of red or of grey.
bool IsLinearProfile(ByteSpan icc) {
  if (icc.size() < kHeaderBytes + kCountBytes) return false;
  ByteCursor cursor(icc);
  cursor.Seek(kHeaderBytes);
  for (std::uint32_t left = cursor.U32Be(); left > 0 && cursor.Remaining() >= kTagBytes; --left) {
    const bool is_curve = cursor.TakeIf("rTRC") || cursor.TakeIf("kTRC");
    if (!is_curve) cursor.Skip(4);
    const std::size_t offset = cursor.U32Be(), length = cursor.U32Be();
    if (!is_curve) continue;
    return offset <= icc.size() && length <= icc.size() - offset &&
           IsStraight(icc.subspan(offset, length));
  }
  return false;
}

}  // namespace

std::vector<std::uint8_t> LinearProfile(const Primaries& primaries, bool gray) {
  const std::optional<Triple> white = XyzOf(primaries.white);
  const std::optional<Matrix> adaptation = white ? Adaptation(*white) : std::nullopt;
  const std::optional<Matrix> columns =
      adaptation ? Colorants(primaries, *adaptation, *white) : std::nullopt;
  if (!columns) return {};
  std::vector<Tag> tags = {TextTag("desc", "linear light"), TextTag("cprt", "No copyright"),
                           XyzTag("wtpt", kD50), MatrixTag("chad", *adaptation)};
  constexpr std::string_view kColorantNames[] = {"rXYZ", "gXYZ", "bXYZ"};
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

void MarkLinear(Image* image, const Primaries& primaries, bool gray) {
  image->gamma = 1.0;
  StoreProfile(image, "ICM", LinearProfile(primaries, gray));
}

bool IsLinear(const Image* image) {
  constexpr double kTolerance = 0.001;
  return std::abs(image->gamma - 1.0) < kTolerance || IsLinearProfile(ProfileOf(image, "ICM"));
}

std::vector<float> LightOfQuanta(const Image* image) {
  const bool linear = IsLinear(image);
  std::vector<float> light(std::size_t{MaxRGB} + 1);
  for (std::size_t i = 0; i < light.size(); ++i) {
    const double value = static_cast<double>(i) / MaxRGBDouble;
    const double decoded =
        value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
    light[i] = static_cast<float>(linear ? value : decoded);
  }
  return light;
}

}  // namespace lodestone::coders
