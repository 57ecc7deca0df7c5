// Encodings of fax machines, printers and PostScript. Their bytes are compared with
// GraphicsMagick's in tests/compat.
#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

using Bytes = std::vector<unsigned char>;

unsigned int Append(Image*, const magick_uint8_t byte, void* info) {
  static_cast<Bytes*>(info)->push_back(byte);
  return 1;
}

Bytes RandomBytes(std::mt19937& random, size_t length) {
  Bytes bytes;
  while (bytes.size() < length) bytes.insert(bytes.end(), 1 + random() % 5, random() % 4);
  bytes.resize(length);
  return bytes;
}

Bytes Unpacked(const Bytes& packed) {
  Bytes bytes;
  for (size_t i = 0; i < packed.size();) {
    const unsigned count = packed[i++];
    if (count == 128) return i == packed.size() ? bytes : Bytes{};
    if (count < 128) {
      bytes.insert(bytes.end(), packed.begin() + i, packed.begin() + i + count + 1);
      i += count + 1;
    } else {
      bytes.insert(bytes.end(), 257 - count, packed[i++]);
    }
  }
  return {};
}

Bytes UnpackedLzw(const Bytes& packed) {
  Bytes bytes;
  std::vector<Bytes> strings;
  Bytes before;
  unsigned bits = 9, pending = 0, count = 0;
  for (const unsigned byte : packed) {
    pending = pending << 8 | byte;
    if ((count += 8) < bits) continue;
    const unsigned code = pending >> (count -= bits) & ((1U << bits) - 1);
    if (code == 257) return bytes;
    if (code == 256) {
      strings.assign(258, {});
      for (unsigned i = 0; i < 256; ++i) strings[i] = {static_cast<unsigned char>(i)};
      before.clear();
      bits = 9;
      continue;
    }
    Bytes string = code < strings.size() ? strings[code] : before;
    if (code >= strings.size()) string.push_back(before[0]);
    if (!before.empty()) {
      before.push_back(string[0]);
      strings.push_back(before);
    }
    bytes.insert(bytes.end(), string.begin(), string.end());
    before = string;
    if ((strings.size() + 1) >> bits != 0 && bits < 12) ++bits;
  }
  return {};
}

TEST(PackbitsEncode, CanBeDecoded) {
  std::mt19937 random(1);
  const ImagePtr image(AllocateImage(nullptr));
  for (size_t length : {1, 2, 3, 4, 5, 127, 128, 129, 255, 257, 5000}) {
    Bytes bytes = RandomBytes(random, length), packed;
    if (length == 257) bytes.assign(length, 7);
    EXPECT_TRUE(PackbitsEncode2Image(image.get(), bytes.size(), bytes.data(), Append, &packed));
    EXPECT_EQ(bytes, Unpacked(packed)) << length;
  }
}

TEST(LZWEncode, CanBeDecoded) {
  std::mt19937 random(1);
  const ImagePtr image(AllocateImage(nullptr));
  for (size_t length : {1, 2, 3, 300, 5000, 100000}) {
    Bytes bytes = RandomBytes(random, length), packed;
    EXPECT_TRUE(LZWEncode2Image(image.get(), bytes.size(), bytes.data(), Append, &packed));
    EXPECT_EQ(bytes, UnpackedLzw(packed)) << length;
  }
}

TEST(Encoders, RefuseWhatIsNotThere) {
  const ImagePtr image(AllocateImage(nullptr));
  const ImageInfoPtr info = NewInfo();
  Bytes packed;
  unsigned char byte = 1;
  EXPECT_FALSE(PackbitsEncode2Image(image.get(), 1, nullptr, Append, &packed));
  EXPECT_FALSE(PackbitsEncode2Image(nullptr, 1, &byte, Append, &packed));
  EXPECT_FALSE(PackbitsEncode2Image(image.get(), 1, &byte, nullptr, &packed));
  EXPECT_FALSE(LZWEncode2Image(image.get(), 1, nullptr, Append, &packed));
  EXPECT_FALSE(LZWEncode2Image(nullptr, 1, &byte, Append, &packed));
  EXPECT_FALSE(LZWEncode2Image(image.get(), 1, &byte, nullptr, &packed));
  EXPECT_FALSE(HuffmanEncode2Image(info.get(), image.get(), nullptr, &packed));
  EXPECT_FALSE(HuffmanEncode2Image(nullptr, image.get(), Append, &packed));
  EXPECT_FALSE(HuffmanEncodeImage(info.get(), nullptr));
  EXPECT_TRUE(packed.empty());
  EXPECT_TRUE(PackbitsEncode2Image(image.get(), 0, &byte, Append, &packed));
  EXPECT_EQ(Bytes{128}, packed);
  packed.clear();
  EXPECT_TRUE(LZWEncode2Image(image.get(), 0, &byte, Append, &packed));
  EXPECT_EQ((Bytes{0x80, 0x40, 0x40}), packed);
  EXPECT_FALSE(HuffmanEncode2Image(info.get(), image.get(), Append, &packed)) << "no pixels";
}

TEST(Ascii85, WithoutInitialisationNothingIsWritten) {
  Exception exception;
  const TemporaryFolder folder;
  const ImagePtr image(AllocateImage(nullptr));
  MagickStrlCpy(image->filename, (folder / "text").c_str(), sizeof image->filename);
  const ImageInfoPtr info = NewInfo();
  ASSERT_TRUE(OpenBlob(info.get(), image.get(), WriteBinaryBlobMode, exception));
  Ascii85Encode(image.get(), 1);
  Ascii85Flush(image.get());
  Ascii85Encode(nullptr, 1);
  Ascii85Flush(nullptr);
  Ascii85Initialize(nullptr);
  EXPECT_EQ(0, TellBlob(image.get()));
  Ascii85Initialize(image.get());
  for (const char* next = "Man sure."; *next != '\0'; ++next)
    Ascii85Encode(image.get(), static_cast<magick_uint8_t>(*next));
  Ascii85Flush(image.get());
  EXPECT_TRUE(CloseBlob(image.get()));
  size_t length = 0;
  void* text = FileToBlob(image->filename, &length, exception);
  EXPECT_EQ("9jqo^F*2M7/c~>\n", std::string(static_cast<char*>(text), length));
  MagickFree(text);
}

ImagePtr Page(unsigned long columns, unsigned long rows) {
  std::mt19937 random(3);
  ImagePtr image = BlankImage(columns, rows);
  AllocateImageColormap(image.get(), 2);
  PixelPacket* pixels = SetImagePixels(image.get(), 0, 0, columns, rows);
  IndexPacket* indexes = AccessMutableIndexes(image.get());
  for (unsigned long i = 0; i < columns * rows; ++i) {
    indexes[i] = i % 7 < random() % 7 ? 1 : 0;
    pixels[i] = image->colormap[indexes[i]];
  }
  SyncImagePixels(image.get());
  return image;
}

ImagePtr Decoded(const Bytes& bytes, unsigned long columns, unsigned long rows) {
  ImagePtr image = BlankImage(columns, rows);
  AllocateImageColormap(image.get(), 2);
  AttachBlob(image->blob, bytes.data(), bytes.size());
  EXPECT_TRUE(HuffmanDecodeImage(image.get())) << image->exception.reason;
  DetachBlob(image->blob);
  return image;
}

// White is 0 in the file and index 0 there, so that the decoded page has the colours exchanged.
TEST(HuffmanEncode, CanBeDecoded) {
  for (const unsigned long columns : {1UL, 2UL, 3UL, 7UL, 16UL, 17UL, 255UL, 257UL, 2000UL}) {
    const ImagePtr page = Page(columns, 9);
    const ImageInfoPtr info = NewInfo();
    MagickStrlCpy(info->magick, "FAX", sizeof info->magick);
    Bytes bytes;
    ASSERT_TRUE(HuffmanEncode2Image(info.get(), page.get(), Append, &bytes));
    const unsigned long width = std::max(columns, 1728UL);
    const ImagePtr decoded = Decoded(bytes, width, 50);
    ASSERT_EQ(9UL, decoded->rows);
    const auto expected = Pixels(page.get()), actual = Pixels(decoded.get());
    ASSERT_EQ(width * 9, actual.size());
    size_t wrong = 0;
    for (size_t i = 0; i < actual.size(); ++i) {
      const bool black = i % width < columns && expected[i / width * columns + i % width].red == 0;
      wrong += black != (actual[i].red != 0);
    }
    EXPECT_EQ(0U, wrong) << columns;
    // The pixels have the size that the image says.
    EXPECT_NE(nullptr, GetImagePixels(decoded.get(), 0, 0, width, 9));
    EXPECT_EQ(actual.back().red, GetImagePixels(decoded.get(), width - 1, 8, 1, 1)->red);
  }
}

TEST(HuffmanDecode, AnythingEndsSomewhere) {
  std::mt19937 random(4);
  for (int i = 0; i < 300; ++i) {
    Bytes bytes(random() % 200);
    for (unsigned char& byte : bytes)
      byte = static_cast<unsigned char>(random() % (1U << random() % 9));
    const ImagePtr image = Decoded(bytes, 1 + random() % 40, 1 + random() % 40);
    EXPECT_GE(image->rows, 1UL);
    EXPECT_LE(image->rows, 40UL);
  }
  Decoded({}, 3, 2);
  Decoded(Bytes(5000, 0), 3, 2);
}

TEST(HuffmanDecode, NeedsTwoColorsAndASize) {
  const ImagePtr direct = BlankImage(3, 3), one = BlankImage(3, 3), empty = BlankImage(0, 3);
  AttachBlob(direct->blob, "abc", 3);
  EXPECT_FALSE(HuffmanDecodeImage(direct.get()));
  EXPECT_EQ(OptionError, direct->exception.severity);
  AllocateImageColormap(one.get(), 1);
  EXPECT_FALSE(HuffmanDecodeImage(one.get()));
  AllocateImageColormap(empty.get(), 2);
  EXPECT_FALSE(HuffmanDecodeImage(empty.get()));
  EXPECT_FALSE(HuffmanDecodeImage(nullptr));
}

TEST(ImageToJPEGBlob, IsAJpegFile) {
  Exception exception;
  const ImagePtr image = Page(17, 16);
  const ImageInfoPtr info = NewInfo();
  size_t length = 0;
  unsigned char* blob = ImageToJPEGBlob(image.get(), info.get(), &length, exception);
  ASSERT_NE(nullptr, blob) << exception.text();
  const ImagePtr read(BlobToImage(info.get(), blob, length, exception));
  ASSERT_NE(nullptr, read) << exception.text();
  EXPECT_STREQ("JPEG", read->magick);
  EXPECT_EQ(17UL, read->columns);
  MagickFree(blob);
  EXPECT_EQ(nullptr, ImageToJPEGBlob(nullptr, info.get(), &length, exception));
  EXPECT_EQ(nullptr, ImageToJPEGBlob(image.get(), nullptr, &length, exception));
}

}  // namespace
}  // namespace lodestone::test
