// DICOM files made by hand, by the standard's rules, and by pydicom.

#include <array>
#include <cmath>

#include "tests/coders/dcm_support.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

TEST_F(DcmTest, EverySyntax) {
  for (const char* syntax : kSyntaxes) {
    SCOPED_TRACE(syntax);
    DcmBuilder builder = TwelveBits(syntax);
    builder.Text(0x28, 0x1050, "DS", "2048")
        .Text(0x28, 0x1051, "DS", "4096")
        .Words(0x7fe0, 0x10, kSix);
    std::vector<double> expected;
    for (const int value : kSix) expected.push_back(value / 4095.0);
    const ImageHandle image = ReadDcm(builder.File());
    ExpectShades(image, expected);
    EXPECT_EQ(image->columns, 3u);
    EXPECT_EQ(image->rows, 2u);
    if (std::string(syntax).ends_with(".99")) continue;
    ExpectShades(ReadDcm(builder.WithoutHeader()), expected);
  }
}

// PS3.3 C.11.2.1.2, with rescaled values.
TEST_F(DcmTest, Windows) {
  const auto linear = [](double x, double c, double w) {
    if (x <= c - 0.5 - (w - 1) / 2) return 0.0;
    if (x > c - 0.5 + (w - 1) / 2) return 1.0;
    return (x - (c - 0.5)) / (w - 1) + 0.5;
  };
  const auto exact = [](double x, double c, double w) {
    return std::clamp((x - c) / w + 0.5, 0.0, 1.0);
  };
  const auto sigmoid = [](double x, double c, double w) {
    return 1.0 / (1.0 + std::exp(-4.0 * (x - c) / w));
  };
  for (const char* function : {"", "LINEAR", "LINEAR_EXACT", "SIGMOID"}) {
    DcmBuilder builder = TwelveBits();
    builder.Text(0x28, 0x1050, "DS", "40.5\\7").Text(0x28, 0x1051, "DS", " 2000\\1 ");
    builder.Text(0x28, 0x1052, "DS", "-1024").Text(0x28, 0x1053, "DS", "0.5");
    if (*function != '\0') builder.Text(0x28, 0x1056, "CS", function);
    builder.Words(0x7fe0, 0x10, kSix);
    std::vector<double> expected;
    for (const int value : kSix) {
      const double x = value * 0.5 - 1024;
      const std::string name = function;
      expected.push_back(name == "SIGMOID"        ? sigmoid(x, 40.5, 2000)
                         : name == "LINEAR_EXACT" ? exact(x, 40.5, 2000)
                                                  : linear(x, 40.5, 2000));
    }
    SCOPED_TRACE(function);
    ExpectShades(ReadDcm(builder.File()), expected);
  }
}

// Without a window, shades go from the least value to the most; samples of 8 bits are shades.
TEST_F(DcmTest, WithoutWindow) {
  ExpectShades(ReadDcm(TwelveBits().Words(0x7fe0, 0x10, {100, 200, 300, 400, 500, 600}).File()),
               {0, 0.2, 0.4, 0.6, 0.8, 1});
  ExpectShades(ReadDcm(TwelveBits(kExplicit, "MONOCHROME1")
                           .Words(0x7fe0, 0x10, {100, 200, 300, 400, 500, 600})
                           .File()),
               {1, 0.8, 0.6, 0.4, 0.2, 0});
  ExpectShades(
      ReadDcm(DcmBuilder().Image("MONOCHROME2", 1, 3, 1, 8, 8).Pixels({51, 102, 153, 0}).File()),
      {0.2, 0.4, 0.6});
  ExpectShades(ReadDcm(TwelveBits()
                           .Text(0x28, 0x1053, "DS", "-1")
                           .Words(0x7fe0, 0x10, {100, 200, 300, 400, 500, 600})
                           .File()),
               {1, 0.8, 0.6, 0.4, 0.2, 0});
}

TEST_F(DcmTest, SignedSamples) {
  DcmBuilder builder;
  builder.Image("MONOCHROME2", 1, 3, 1, 16, 12, true).Words(0x7fe0, 0x10, {-1000, 0, 1000});
  ExpectShades(ReadDcm(builder.File()), {0, 0.5, 1});
  DcmBuilder bytes;
  bytes.Image("MONOCHROME2", 1, 3, 1, 8, 8, true).Pixels({128, 255, 127, 0});
  ExpectShades(ReadDcm(bytes.File()), {0, 127 / 255.0, 1});
}

// Bits beside those of the sample are something else.
TEST_F(DcmTest, HighBits) {
  DcmBuilder builder;
  builder.Short(0x28, 2, 1)
      .Text(0x28, 4, "CS", "MONOCHROME2")
      .Short(0x28, 0x10, 1)
      .Short(0x28, 0x11, 3);
  builder.Short(0x28, 0x100, 16).Short(0x28, 0x101, 8).Short(0x28, 0x102, 11);
  builder.Words(0x7fe0, 0x10, {0xf33f, 0x0660, 0xa99a});
  ExpectShades(ReadDcm(builder.File()), {0x33 / 255.0, 0x66 / 255.0, 0x99 / 255.0});
}

TEST_F(DcmTest, OneAndTwelveBitsASample) {
  DcmBuilder bits;
  bits.Image("MONOCHROME2", 1, 5, 2, 1, 1).Pixels({0b01101001, 0b10});
  ExpectShades(ReadDcm(bits.File()), {1, 0, 0, 1, 0, 1, 1, 0, 0, 1});
  DcmBuilder packed;
  packed.Image("MONOCHROME2", 1, 2, 1, 12, 12).Text(0x28, 0x1050, "DS", "2048");
  packed.Text(0x28, 0x1051, "DS", "4096").Pixels({0x34, 0x92, 0x78, 0});
  ExpectShades(ReadDcm(packed.File()), {0x234 / 4095.0, 0x789 / 4095.0});
}

TEST_F(DcmTest, AvoidScaling) {
  if (QuantumDepth < 16) GTEST_SKIP() << "quanta hold 8 bits";
  Info info;
  info.Define("dcm:avoid-scaling=true");
  DcmBuilder builder = TwelveBits();
  builder.Text(0x28, 0x1050, "DS", "40").Text(0x28, 0x1051, "DS", "80").Words(0x7fe0, 0x10, kSix);
  std::vector<double> expected;
  for (const int value : kSix) expected.push_back(value / 65535.0);
  ExpectShades(ReadWith(builder.File(), info), expected);
}

TEST_F(DcmTest, Colors) {
  const Bytes interleaved = {255, 0, 51, 102, 153, 204}, planes = {255, 102, 0, 153, 51, 204};
  for (const bool planar : {false, true}) {
    DcmBuilder builder;
    builder.Image("RGB", 3, 2, 1, 8, 8)
        .Short(0x28, 6, planar ? 1 : 0)
        .Pixels(planar ? planes : interleaved);
    const ImageHandle image = ReadDcm(builder.File());
    EXPECT_EQ(Rgba16(image.get()), (std::vector<std::uint16_t>{65535, 0, 51 * 257, 65535, 102 * 257,
                                                               153 * 257, 204 * 257, 65535}));
  }
  DcmBuilder wide;
  wide.Image("RGB", 3, 1, 1, 16, 16).Words(0x7fe0, 0x10, {257 * 3, 257 * 100, 65535});
  EXPECT_EQ(Rgba16(ReadDcm(wide.File()).get()),
            (std::vector<std::uint16_t>{257 * 3, 257 * 100, 65535, 65535}));
}

TEST_F(DcmTest, BrightnessAndColor) {
  const auto expect = [&](const Bytes& file, const std::vector<std::array<int, 3>>& ybr) {
    const ImageHandle image = ReadDcm(file);
    ASSERT_TRUE(image);
    const std::vector<std::uint16_t> rgba = Rgba16(image.get());
    for (std::size_t i = 0; i < ybr.size(); ++i) {
      const double y = ybr[i][0], cb = ybr[i][1] - 128.0, cr = ybr[i][2] - 128.0;
      const double rgb[] = {y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb};
      for (std::size_t k = 0; k < 3; ++k)
        EXPECT_NEAR(rgba[4 * i + k] / 257.0, std::clamp(rgb[k], 0.0, 255.0), 0.51);
    }
  };
  DcmBuilder full;
  full.Image("YBR_FULL", 3, 2, 1, 8, 8).Pixels({100, 90, 200, 30, 128, 128});
  expect(full.File(), {{100, 90, 200}, {30, 128, 128}});
  DcmBuilder shared;
  shared.Image("YBR_FULL_422", 3, 4, 1, 8, 8).Pixels({10, 60, 100, 150, 200, 250, 90, 140});
  expect(shared.File(), {{10, 100, 150}, {60, 100, 150}, {200, 90, 140}, {250, 90, 140}});
}

TEST_F(DcmTest, Palettes) {
  for (const char* syntax : {kExplicit, "1.2.840.10008.1.2.2"}) {
    DcmBuilder builder(syntax);
    builder.Image("PALETTE COLOR", 1, 5, 1, 8, 8);
    for (const unsigned channel : {1u, 2u, 3u}) builder.Words(0x28, 0x1100 + channel, {3, 10, 16});
    builder.Words(0x28, 0x1201, {0, 257 * 100, 65535});
    builder.Words(0x28, 0x1202, {65535, 0, 257 * 7});
    builder.Words(0x28, 0x1203, {257, 514, 771});
    // Values before and after the table are its ends.
    builder.Pixels({0, 10, 11, 12, 200, 0});
    const ImageHandle image = ReadDcm(builder.File());
    ASSERT_TRUE(image);
    const std::vector<std::uint16_t> first = {0, 65535, 257, 65535},
                                     second = {257 * 100, 0, 514, 65535},
                                     third = {65535, 257 * 7, 771, 65535};
    std::vector<std::uint16_t> expected;
    for (const auto* color : {&first, &first, &second, &third, &third})
      expected.insert(expected.end(), color->begin(), color->end());
    EXPECT_EQ(Rgba16(image.get()), expected);
  }
  DcmBuilder bytes;
  bytes.Image("PALETTE COLOR", 1, 2, 1, 8, 8);
  for (const unsigned channel : {1u, 2u, 3u}) bytes.Words(0x28, 0x1100 + channel, {2, 0, 8});
  for (const unsigned channel : {1u, 2u, 3u}) bytes.Raw(0x28, 0x1200 + channel, "OW", {5, 9});
  bytes.Pixels({1, 0});
  EXPECT_EQ(Rgba16(ReadDcm(bytes.File()).get()),
            (std::vector<std::uint16_t>{9 * 257, 9 * 257, 9 * 257, 65535, 5 * 257, 5 * 257, 5 * 257,
                                        65535}));
}

DcmBuilder ThreeFrames() {
  DcmBuilder builder;
  builder.Image("MONOCHROME2", 1, 2, 1, 8, 8)
      .Text(0x28, 8, "IS", "3")
      .Pixels({0, 51, 102, 153, 204, 255});
  return builder;
}

TEST_F(DcmTest, Frames) {
  const ImageHandle image = ReadDcm(ThreeFrames().File());
  ASSERT_EQ(GetImageListLength(image.get()), 3u);
  EXPECT_EQ(Shades(image->next), (std::vector<double>{102 / 255.0, 153 / 255.0}));
  const Info info;
  info->subimage = 2;
  info->subrange = 1;
  const ImageHandle last = ReadWith(ThreeFrames().File(), info);
  ASSERT_TRUE(last) << exception_.Text();
  EXPECT_EQ(GetImageListLength(last.get()), 1u);
  EXPECT_EQ(last->scene, 2u);
  ExpectShades(last, {204 / 255.0, 1});
  // All frames have one range.
  DcmBuilder wide = TwelveBits();
  wide.Text(0x28, 8, "IS", "2").Words(0x7fe0, 0x10, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10});
  ExpectShades(ReadDcm(wide.File()), {0, 0.1, 0.2, 0.3, 0.4, 0.5});
}

// Sequences are passed over, whatever their length, but for groups that hold for all frames.
TEST_F(DcmTest, Sequences) {
  DcmBuilder builder = TwelveBits();
  const auto begin = [&](unsigned group, unsigned element) {
    builder.Head(group, element, "SQ", 0xffffffff).Head(0xfffe, 0xe000, "", 0xffffffff);
  };
  const auto end = [&] { builder.Head(0xfffe, 0xe00d, "", 0).Head(0xfffe, 0xe0dd, "", 0); };
  begin(0x28, 0x3010);
  builder.Text(0x28, 0x1051, "DS", "7");
  end();
  begin(0x5200, 0x9229);
  begin(0x28, 0x9132);
  builder.Text(0x28, 0x1050, "DS", "2048").Text(0x28, 0x1051, "DS", "4096");
  end();
  end();
  builder.Words(0x7fe0, 0x10, kSix);
  std::vector<double> expected;
  for (const int value : kSix) expected.push_back(value / 4095.0);
  ExpectShades(ReadDcm(builder.File()), expected);
}

// A header that says otherwise does not count.
TEST_F(DcmTest, ElementsWithoutTypes) {
  Bytes file = TwelveBits("1.2.840.10008.1.2.1").Words(0x7fe0, 0x10, kSix).File();
  const Bytes data = TwelveBits("1.2.840.10008.1.2").Words(0x7fe0, 0x10, kSix).WithoutHeader();
  file.resize(132 + 8 + 20);
  file.insert(file.end(), data.begin(), data.end());
  const ImageHandle image = ReadDcm(file);
  ASSERT_TRUE(image);
  EXPECT_EQ(image->columns, 3u);
}

TEST_F(DcmTest, DeepNestingIsRefused) {
  DcmBuilder builder = TwelveBits();
  for (int i = 0; i < 100000; ++i)
    builder.Head(0x28, 0x3010, "SQ", 0xffffffff).Head(0xfffe, 0xe000, "", 0xffffffff);
  EXPECT_NE(Refusal(builder.File()).find("nested too deeply"), std::string::npos);
}

TEST_F(DcmTest, Texts) {
  DcmBuilder builder;
  builder.Text(8, 0x20, "DA", "20261129").Text(0x10, 0x10, "PN", "Doe^Jane");
  builder.Image("MONOCHROME2", 1, 1, 1, 8, 8).Text(0x28, 0x30, "DS", "0.5\\0.25").Pixels({1, 0});
  const ImageHandle image = ReadDcm(builder.File());
  ASSERT_TRUE(image);
  EXPECT_STREQ(GetImageAttribute(image.get(), "StudyDate")->value, "20261129");
  EXPECT_STREQ(GetImageAttribute(image.get(), "PatientName")->value, "Doe^Jane");
  EXPECT_DOUBLE_EQ(image->x_resolution, 40.0);
  EXPECT_DOUBLE_EQ(image->y_resolution, 20.0);
  EXPECT_EQ(image->units, PixelsPerCentimeterResolution);
}

TEST_F(DcmTest, Refusals) {
  EXPECT_NE(Refusal(DcmBuilder().Image("CMYK", 4, 1, 1, 8, 8).Pixels({1, 2, 3, 4}).File())
                .find("photometric interpretation CMYK"),
            std::string::npos);
  EXPECT_NE(Refusal(DcmBuilder().Image("MONOCHROME2", 1, 1, 1, 32, 32).Pixels({1, 2, 3, 4}).File())
                .find("32 bits"),
            std::string::npos);
  EXPECT_NE(Refusal(DcmBuilder().Image("PALETTE COLOR", 1, 1, 1, 8, 8).Pixels({1, 2}).File())
                .find("palette"),
            std::string::npos);
  EXPECT_NE(Refusal(TwelveBits().File()).find("no pixels"), std::string::npos);
  EXPECT_NE(Refusal(TwelveBits().Words(0x7fe0, 0x10, {1, 2, 3}).File()).find("end-of-file"),
            std::string::npos);
}

TEST_F(DcmTest, FramesThatAreNotThere) {
  DcmBuilder builder;
  builder.Image("MONOCHROME2", 1, 1, 1, 8, 8).Text(0x28, 8, "IS", "900000000").Pixels({1, 2});
  Refusal(builder.File());
  const Bytes file = builder.File();
  const Info info;
  MagickStrlCpy(info->magick, "DCM", sizeof info->magick);
  EXPECT_FALSE(ImageHandle(PingBlob(info.get(), file.data(), file.size(), exception_.get())));
}

TEST_F(DcmTest, ContentIsRecognized) {
  const Bytes file = TwelveBits().Words(0x7fe0, 0x10, kSix).File();
  EXPECT_STREQ(GetImageMagick(file.data(), file.size()), "DCM");
}

TEST_F(DcmTest, WithstandsDamage) {
  CheckDamage("DCM", TwelveBits().Words(0x7fe0, 0x10, kSix).File());
  CheckDamage("DCM", TwelveBits("1.2.840.10008.1.2.1.99").Words(0x7fe0, 0x10, kSix).File());
  CheckLimit("DCM", TwelveBits().Words(0x7fe0, 0x10, kSix).File());
}

// What pydicom writes, in every way that it can.
TEST_F(DcmTest, PydicomsFiles) {
  if (!Runs("/usr/bin/python3 -c 'import pydicom, numpy'"))
    GTEST_SKIP() << "pydicom (python3-pydicom) is not installed";
  const TemporaryFolder folder;
  const std::string script = folder.File("write.py");
  const std::string text = R"(
import sys, numpy, pydicom
from pydicom.dataset import Dataset, FileMetaDataset
from pydicom.uid import *
folder = sys.argv[1]
samples = numpy.arange(35, dtype=numpy.uint16).reshape(5, 7) * 100 - 300
for name, syntax in (("implicit", ImplicitVRLittleEndian), ("explicit", ExplicitVRLittleEndian),
                     ("big", ExplicitVRBigEndian), ("deflated", DeflatedExplicitVRLittleEndian),
                     ("rle", RLELossless)):
    data = Dataset()
    data.file_meta = FileMetaDataset()
    data.file_meta.TransferSyntaxUID = ExplicitVRLittleEndian if name == "rle" else syntax
    data.SOPClassUID = data.file_meta.MediaStorageSOPClassUID = CTImageStorage
    data.SOPInstanceUID = data.file_meta.MediaStorageSOPInstanceUID = generate_uid()
    data.PatientName, data.Modality = "Doe^Jane", "CT"
    data.SamplesPerPixel, data.PhotometricInterpretation = 1, "MONOCHROME2"
    data.Rows, data.Columns, data.BitsAllocated, data.BitsStored, data.HighBit = 5, 7, 16, 16, 15
    data.PixelRepresentation, data.RescaleSlope, data.RescaleIntercept = 1, 1, 300
    data.WindowCenter, data.WindowWidth = 1700.5, 3401
    data.is_little_endian, data.is_implicit_VR = name != "big", name == "implicit"
    data.PixelData = samples.astype(">i2" if name == "big" else "<i2").tobytes()
    data["PixelData"].VR = "OW"
    if name == "rle": data.compress(RLELossless, encoding_plugin="pydicom")
    data.save_as(folder + "/" + name + ".dcm", write_like_original=False)
)";
  WriteWholeFile(script, {text.begin(), text.end()});
  ASSERT_TRUE(Runs("/usr/bin/python3 " + script + " " + folder.path().string()));
  std::vector<double> expected;
  for (int i = 0; i < 35; ++i) expected.push_back(i * 100 / 3400.0);
  for (const char* name : {"implicit", "explicit", "big", "deflated", "rle"}) {
    SCOPED_TRACE(name);
    const ImageHandle image = Read(folder.File(std::string(name) + ".dcm"), exception_);
    EXPECT_TRUE(image) << exception_.Text();
    ExpectShades(image, expected);
  }
}

}  // namespace
}  // namespace lodestone::coders::test
