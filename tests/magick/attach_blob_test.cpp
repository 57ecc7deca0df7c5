// Blobs that read memory of the caller.
#include <cstdio>
#include <thread>

#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

TEST(AttachBlob, IsReadLikeAFile) {
  Exception exception;
  const std::string file = "P5\n2 1\n255\n\x10\xf0";
  const ImageInfoPtr info = NewInfo("PGM:");
  info->blob = CloneBlobInfo(nullptr);
  AttachBlob(info->blob, file.data(), file.size());
  for (int i = 0; i < 3; ++i) {
    const ImagePtr image(ReadImage(info.get(), exception));
    ASSERT_NE(nullptr, image) << exception.text();
    EXPECT_EQ(ScaleCharToQuantum(0xf0), RedAt(image.get(), 1, 0));
    EXPECT_FALSE(GetBlobIsOpen(image.get()));
    EXPECT_EQ(static_cast<magick_off_t>(file.size()), GetBlobSize(image.get()));
  }
  EXPECT_EQ("P5\n2 1\n255\n\x10\xf0", file);
}

TEST(AttachBlob, IsReadThroughTheImageUntilDetached) {
  const ImagePtr image(AllocateImage(nullptr));
  image->blob = image->blob ? image->blob : CloneBlobInfo(nullptr);
  AttachBlob(image->blob, "abc", 3);
  EXPECT_TRUE(GetBlobIsOpen(image.get()));
  EXPECT_EQ(3, GetBlobSize(image.get()));
  EXPECT_EQ('a', ReadBlobByte(image.get()));
  EXPECT_EQ(2, SeekBlob(image.get(), 2, SEEK_SET));
  EXPECT_EQ('c', ReadBlobByte(image.get()));
  EXPECT_EQ(0u, WriteBlob(image.get(), 1, "x"));
  DetachBlob(image->blob);
  EXPECT_FALSE(GetBlobIsOpen(image.get()));
  EXPECT_EQ(EOF, ReadBlobByte(image.get()));
  AttachBlob(image->blob, "abc", 3);
  GetBlobInfo(image->blob);
  EXPECT_FALSE(GetBlobIsOpen(image.get()));
  AttachBlob(image->blob, nullptr, 0);
  EXPECT_FALSE(GetBlobIsOpen(image.get()));
  AttachBlob(nullptr, "abc", 3);
  DetachBlob(nullptr);
  GetBlobInfo(nullptr);
}

TEST(AttachBlob, ItsContentTellsTheFormat) {
  Exception exception;
  const std::string file = "P5\n2 1\n255\n\x10\xf0";
  const ImageInfoPtr info = NewInfo("memory");
  info->blob = CloneBlobInfo(nullptr);
  AttachBlob(info->blob, file.data(), file.size());
  const ImagePtr image(ReadImage(info.get(), exception));
  ASSERT_NE(nullptr, image) << exception.text();
  EXPECT_STREQ("PGM", image->magick);
}

// As in GraphicsMagick, whose settings have a pointer to bytes and their number.
TEST(AttachBlob, SettingsMayHoldBytes) {
  Exception exception;
  std::string file = "P5\n2 1\n255\n\x10\xf0";
  const ImageInfoPtr info = NewInfo("PGM:");
  info->blob = reinterpret_cast<BlobInfo*>(file.data());
  info->length = file.size();
  const ImagePtr image(ReadImage(info.get(), exception));
  ASSERT_NE(nullptr, image) << exception.text();
  EXPECT_EQ(ScaleCharToQuantum(0xf0), RedAt(image.get(), 1, 0));
  const ImagePtr pinged(PingImage(info.get(), exception));
  ASSERT_NE(nullptr, pinged) << exception.text();
  EXPECT_EQ(2u, pinged->columns);
  const ImageInfoPtr clone(CloneImageInfo(info.get()));
  const ImagePtr again(ReadImage(clone.get(), exception));
  ASSERT_NE(nullptr, again) << exception.text();
  const ImagePtr opened(AllocateImage(nullptr));
  ASSERT_EQ(MagickPass, OpenBlob(info.get(), opened.get(), ReadBinaryBlobMode, exception));
  EXPECT_EQ('P', ReadBlobByte(opened.get()));
}

TEST(AttachBlob, EachImageHasItsPosition) {
  Exception exception;
  const ImageInfoPtr info = NewInfo();
  info->blob = CloneBlobInfo(nullptr);
  AttachBlob(info->blob, "abcdef", 6);
  const ImagePtr first(AllocateImage(nullptr)), second(AllocateImage(nullptr));
  ASSERT_TRUE(OpenBlob(info.get(), first.get(), ReadBinaryBlobMode, exception));
  EXPECT_EQ('a', ReadBlobByte(first.get()));
  EXPECT_EQ('b', ReadBlobByte(first.get()));
  ASSERT_TRUE(OpenBlob(info.get(), second.get(), ReadBinaryBlobMode, exception));
  EXPECT_EQ('a', ReadBlobByte(second.get()));
  EXPECT_EQ('c', ReadBlobByte(first.get()));
  EXPECT_TRUE(CloseBlob(first.get()));
  EXPECT_EQ('b', ReadBlobByte(second.get()));
  DetachBlob(info->blob);
  EXPECT_EQ('c', ReadBlobByte(second.get()));
}

TEST(AttachBlob, BytesAreNotCopied) {
  char bytes[] = "abc";
  const ImagePtr image(AllocateImage(nullptr));
  AttachBlob(image->blob, bytes, 3);
  EXPECT_EQ(static_cast<void*>(bytes), GetBlobStreamData(image.get()));
  void* data = nullptr;
  EXPECT_EQ(2u, ReadBlobZC(image.get(), 2, &data));
  EXPECT_EQ(static_cast<void*>(bytes), data);
  bytes[2] = 'x';
  EXPECT_EQ('x', ReadBlobByte(image.get()));
}

TEST(AttachBlob, CopiesOfTheBlobGoOnWhereItIs) {
  const ImagePtr image(AllocateImage(nullptr)), other(AllocateImage(nullptr));
  AttachBlob(image->blob, "abc", 3);
  EXPECT_EQ('a', ReadBlobByte(image.get()));
  DestroyBlob(other.get());
  other->blob = ReferenceBlob(image->blob);
  EXPECT_EQ('b', ReadBlobByte(other.get()));
  DisassociateBlob(other.get());
  EXPECT_NE(image->blob, other->blob);
  EXPECT_EQ('c', ReadBlobByte(other.get()));
  EXPECT_EQ('c', ReadBlobByte(image.get()));
  EXPECT_EQ(EOF, ReadBlobByte(other.get()));
  EXPECT_TRUE(EOFBlob(other.get()));
  EXPECT_FALSE(EOFBlob(image.get()));
  const BlobInfo* own = other->blob;
  DisassociateBlob(other.get());
  EXPECT_EQ(own, other->blob);
}

TEST(AttachBlob, ManyThreadsMayReadIt) {
  std::string file = "P5\n200 100\n255\n";
  for (int i = 0; i < 200 * 100; ++i) file += static_cast<char>(i);
  const ImageInfoPtr info = NewInfo("PGM:");
  info->blob = CloneBlobInfo(nullptr);
  AttachBlob(info->blob, file.data(), file.size());
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] {
      for (int k = 0; k < 20; ++k) {
        Exception exception;
        const ImagePtr image(ReadImage(info.get(), exception));
        ASSERT_NE(nullptr, image) << exception.text();
        EXPECT_EQ(ScaleCharToQuantum(199), RedAt(image.get(), 199, 0));
        EXPECT_EQ(ScaleCharToQuantum((200 * 100 - 1) & 255), RedAt(image.get(), 199, 99));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace lodestone::test
