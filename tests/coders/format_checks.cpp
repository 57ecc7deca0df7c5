#include "tests/coders/format_checks.hpp"

#include <algorithm>

namespace lodestone::coders::test {
namespace {

class LimitScope {
 public:
  LimitScope(ResourceType type, magick_int64_t limit)
      : type_(type), before_(GetMagickResourceLimit(type)) {
    SetMagickResourceLimit(type, limit);
  }
  ~LimitScope() { SetMagickResourceLimit(type_, before_); }
  LimitScope(const LimitScope&) = delete;
  LimitScope& operator=(const LimitScope&) = delete;

 private:
  ResourceType type_;
  magick_int64_t before_;
};

MagickPassFail Refuse(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

void CheckDamaged(const std::string& magick, const Bytes& bytes) {
  Exception exception;
  const ImageHandle image = ReadBytes(magick, bytes, exception);
  if (!image) {
    EXPECT_GE(exception.severity(), ErrorException) << exception.Text();
    return;
  }
  for (const Image* frame = image.get(); frame != nullptr; frame = frame->next) {
    ASSERT_LE(frame->columns, 5000u);
    ASSERT_LE(frame->rows, 5000u);
    ASSERT_FALSE(Rgba16(frame).empty());
    if (frame->storage_class != PseudoClass) continue;
    AcquireImagePixels(frame, 0, 0, frame->columns, frame->rows, exception.get());
    const IndexPacket* indexes = AccessImmutableIndexes(frame);
    ASSERT_NE(indexes, nullptr);
    for (std::size_t i = 0; i < std::size_t{frame->columns} * frame->rows; ++i) {
      ASSERT_LT(indexes[i], frame->colors);
    }
  }
}

std::vector<std::uint16_t> WithoutAlpha(std::vector<std::uint16_t> samples) {
  for (std::size_t i = 3; i < samples.size(); i += 4) samples[i] = 65535;
  return samples;
}

}  // namespace

std::vector<Kind> KindsOf(const FormatCase& format) {
  std::vector<Kind> kinds;
  const unsigned depth = std::min<unsigned>(format.depth, QuantumDepth);
  for (const auto& [columns, rows] : {std::pair<unsigned long, unsigned long>{1, 1},
                                      {2, 3},
                                      {3, 7},
                                      {7, 16},
                                      {16, 3},
                                      {17, 255},
                                      {255, 2},
                                      {257, 3}}) {
    for (const bool matte : {false, true}) {
      if (matte && !format.alpha) continue;
      Kind kind{columns, rows, depth, matte};
      kinds.push_back(kind);
      kind.gray = true;
      kinds.push_back(kind);
      kind.black_white = true;
      kinds.push_back(kind);
    }
    for (const unsigned colors : {1u, 2u, 3u, 16u, 17u, 256u}) {
      Kind kind{columns, rows, depth};
      kind.colors = colors;
      kinds.push_back(kind);
    }
  }
  return kinds;
}

Bytes WriteAs(const FormatCase& format, const ImageHandle& image) {
  Info info;
  info->compression = format.compression;
  info->type = format.type;
  if (format.interlace != UndefinedInterlace) info->interlace = format.interlace;
  if (!format.define.empty()) info.Define(format.define);
  Exception exception;
  const Bytes bytes = Write(format.magick, image, info, exception);
  EXPECT_FALSE(bytes.empty()) << exception.Text();
  return bytes;
}

void CheckRoundTrip(const FormatCase& format, const Kind& kind) {
  SCOPED_TRACE(format.magick + " " + kind.Name());
  const ImageHandle image = MakeTestImage(kind);
  const std::vector<std::uint16_t> expected = Rgba16(image.get());
  const Bytes bytes = WriteAs(format, image);
  EXPECT_TRUE(bytes == WriteAs(format, image)) << "the same image gave other bytes";
  Exception exception;
  const ImageHandle again = ReadBytes(format.magick, bytes, exception);
  ASSERT_TRUE(again) << exception.Text();
  EXPECT_EQ(exception.severity(), UndefinedException) << exception.Text();
  EXPECT_EQ(again->columns, kind.columns);
  EXPECT_EQ(again->rows, kind.rows);
  EXPECT_TRUE(Rgba16(again.get()) == expected);
  const Info info;
  MagickStrlCpy(info->magick, format.magick.c_str(), MaxTextExtent);
  const ImageHandle pinged(PingBlob(info.get(), bytes.data(), bytes.size(), exception.get()));
  ASSERT_TRUE(pinged) << exception.Text();
  EXPECT_EQ(pinged->columns, kind.columns);
  EXPECT_EQ(pinged->rows, kind.rows);
}

void CheckWithGm(const FormatCase& format, const Kind& kind, bool same_bytes) {
  SCOPED_TRACE(format.magick + " " + format.gm_options + " " + kind.Name());
  const TemporaryFolder folder;
  const ImageHandle image = MakeTestImage(kind);
  Exception exception;
  WriteWholeFile(folder.File("source.png"), Write("PNG", image, Info(), exception));
  const std::string theirs = format.magick + ":" + folder.File("theirs");
  int status = 0;
  RunGm("convert " + folder.File("source.png") + " " + format.gm_options + " " + theirs, &status);
  ASSERT_EQ(status, 0);
  const ImageHandle from_theirs = Read(theirs, exception);
  ASSERT_TRUE(from_theirs) << exception.Text();
  const std::vector<std::uint16_t> of_theirs = GmRgba16(theirs);
  if (!of_theirs.empty()) {  // gm refuses some of its own smallest files
    EXPECT_TRUE(Rgba16(from_theirs.get()) == AtOurDepth(of_theirs));
  }

  const ImageHandle source = Read(folder.File("source.png"), exception);
  ASSERT_TRUE(source) << exception.Text();
  const Bytes bytes = WriteAs(format, source);
  WriteWholeFile(folder.File("ours"), bytes);
  const std::vector<std::uint16_t> read_by_gm = GmRgba16(format.magick + ":" + folder.File("ours"));
  const ImageHandle from_ours = Read(format.magick + ":" + folder.File("ours"), exception);
  ASSERT_TRUE(from_ours) << exception.Text();
  if (!read_by_gm.empty() || !of_theirs.empty()) {
    EXPECT_TRUE(Rgba16(from_ours.get()) == AtOurDepth(read_by_gm));
  }
  EXPECT_TRUE(Rgba16(from_ours.get()) ==
              (format.alpha ? Rgba16(source.get()) : WithoutAlpha(Rgba16(source.get()))));
  if (same_bytes) {
    EXPECT_TRUE(bytes == ReadWholeFile(folder.File("theirs")));
  }
}

void CheckDamage(const std::string& magick, const Bytes& bytes) {
  SCOPED_TRACE(magick);
  const LimitScope width(WidthResource, 5000);
  const LimitScope height(HeightResource, 5000);
  const LimitScope pixels(PixelsResource, 1000000);
  const std::size_t step = std::max<std::size_t>(bytes.size() / 150, 1);
  for (std::size_t length = 1; length < bytes.size(); length += step) {
    SCOPED_TRACE("cut at " + std::to_string(length));
    CheckDamaged(magick, Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)));
    if (::testing::Test::HasFatalFailure()) return;
  }
  std::mt19937 random(static_cast<std::uint32_t>(bytes.size()));
  for (int round = 0; round < 300; ++round) {
    Bytes damaged = bytes;
    for (unsigned flips = 1 + random() % 4; flips > 0; --flips) {
      const std::size_t range =
          random() % 3 != 0 ? std::min<std::size_t>(bytes.size(), 64) : bytes.size();
      damaged[random() % range] =
          static_cast<std::uint8_t>(random() % 2 != 0 ? random() : 1u << random() % 8);
    }
    SCOPED_TRACE("round " + std::to_string(round));
    CheckDamaged(magick, damaged);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

void CheckLimit(const std::string& magick, const Bytes& bytes) {
  SCOPED_TRACE(magick);
  Exception exception;
  const ImageHandle image = ReadBytes(magick, bytes, exception);
  ASSERT_TRUE(image) << exception.Text();
  const auto area = static_cast<magick_int64_t>(image->columns * image->rows);
  const std::pair<ResourceType, magick_int64_t> limits[] = {{WidthResource, image->columns - 1},
                                                            {HeightResource, image->rows - 1},
                                                            {PixelsResource, area - 1}};
  for (const auto& [type, limit] : limits) {
    const LimitScope scope(type, limit);
    Exception refused;
    EXPECT_FALSE(ReadBytes(magick, bytes, refused));
    EXPECT_EQ(refused.severity(), ResourceLimitError) << refused.Text();
  }
}

void CheckCancel(const FormatCase& format) {
  SCOPED_TRACE(format.magick);
  const ImageHandle image = MakeTestImage({40, 30, 8});
  const Bytes bytes = WriteAs(format, image);
  SetMonitorHandler(Refuse);
  Exception exception;
  EXPECT_FALSE(ReadBytes(format.magick, bytes, exception));
  EXPECT_TRUE(Write(format.magick, image, Info(), exception).empty());
  SetMonitorHandler(nullptr);
}

}  // namespace lodestone::coders::test
