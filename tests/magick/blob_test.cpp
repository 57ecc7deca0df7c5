#include "magick/blob.h"

#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "magick/core/blob/blob.hpp"
#include "tests/magick/support.hpp"

namespace lodestone::test {
namespace {

using Bytes = std::string;

ImagePtr Open(const std::string& filename, BlobMode mode, ExceptionInfo* exception) {
  const ImageInfoPtr info = NewInfo(filename);
  ImagePtr image(AllocateImage(info.get()));
  if (OpenBlob(info.get(), image.get(), mode, exception) == MagickFail) return nullptr;
  return image;
}

TEST(OpenBlob, ReadsAFile) {
  const TemporaryFolder folder;
  Bytes bytes(200000, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7);
  WriteAll(folder / "in", bytes);
  Exception exception;
  const ImagePtr image = Open(folder / "in", ReadBinaryBlobMode, exception);
  ASSERT_NE(image, nullptr) << exception.text();
  EXPECT_EQ(GetBlobSize(image.get()), 200000);
  EXPECT_TRUE(BlobIsSeekable(image.get()));
  Bytes part(1000, 'x');
  EXPECT_EQ(ReadBlob(image.get(), 1000, part.data()), 1000u);
  EXPECT_EQ(part, bytes.substr(0, 1000));
  EXPECT_EQ(TellBlob(image.get()), 1000);
  EXPECT_EQ(SeekBlob(image.get(), -5, SEEK_END), 199995);
  EXPECT_EQ(EOFBlob(image.get()), 0);
  EXPECT_EQ(ReadBlob(image.get(), 10, part.data()), 5u);
  EXPECT_NE(EOFBlob(image.get()), 0);
  EXPECT_EQ(ReadBlobByte(image.get()), EOF);
  EXPECT_EQ(SeekBlob(image.get(), 3, SEEK_SET), 3);
  EXPECT_EQ(ReadBlobByte(image.get()), 21);
  EXPECT_EQ(SeekBlob(image.get(), -100, SEEK_CUR), -1);
  EXPECT_EQ(std::memcmp(GetBlobStreamData(image.get()), bytes.data(), bytes.size()), 0);
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickPass));
  EXPECT_FALSE(GetBlobIsOpen(image.get()));
  EXPECT_EQ(GetBlobSize(image.get()), 200000);
  EXPECT_EQ(ReadBlob(image.get(), 1, part.data()), 0u);
}

TEST(OpenBlob, LargeFilesAreReadInPieces) {
  const TemporaryFolder folder;
  Bytes bytes(5 << 20, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * 7 + i / 256);
  WriteAll(folder / "in", bytes);
  FILE* const stream = popen(("cat " + (folder / "in").string()).c_str(), "r");
  ASSERT_NE(nullptr, stream);
  const ImageInfoPtr from_pipe = NewInfo("");
  from_pipe->file = stream;
  const ImageInfoPtr from_file = NewInfo(folder / "in");
  for (const ImageInfo* info : {from_file.get(), from_pipe.get()}) {
    Exception exception;
    const ImagePtr image(AllocateImage(info));
    ASSERT_NE(MagickFail, OpenBlob(info, image.get(), ReadBinaryBlobMode, exception));
    Bytes all;
    for (size_t step = 1; all.size() < bytes.size(); step *= 2) {
      Bytes part(step, 'x');
      part.resize(ReadBlob(image.get(), step, part.data()));
      ASSERT_FALSE(part.empty());
      all += part;
    }
    EXPECT_TRUE(all == bytes);
    EXPECT_EQ(ReadBlobByte(image.get()), EOF);
    EXPECT_EQ(std::memcmp(GetBlobStreamData(image.get()), bytes.data(), bytes.size()), 0);
  }
  EXPECT_EQ(0, pclose(stream));
}

TEST(OpenBlob, MissingFilesAndFolders) {
  const TemporaryFolder folder;
  for (const std::string& name : {folder.File("missing"), folder.path().string()}) {
    Exception exception;
    EXPECT_EQ(Open(name, ReadBinaryBlobMode, exception), nullptr);
    EXPECT_EQ(exception.severity(), FileOpenError);
    EXPECT_EQ(exception.text(), "Unable to open file (" + name + ")");
  }
  Exception exception;
  EXPECT_EQ(Open(folder / "no/where", WriteBinaryBlobMode, exception), nullptr);
  EXPECT_EQ(exception.severity(), FileOpenError);
}

// As in GraphicsMagick: nothing is overwritten by mistake.
TEST(OpenBlob, AnUndefinedModeReads) {
  const TemporaryFolder folder;
  WriteAll(folder / "in", "abc");
  Exception exception;
  const ImagePtr image = Open(folder / "in", UndefinedBlobMode, exception);
  ASSERT_NE(image, nullptr) << exception.text();
  EXPECT_EQ('a', ReadBlobByte(image.get()));
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickPass));
  EXPECT_EQ(Open(folder / "missing", UndefinedBlobMode, exception), nullptr);
  EXPECT_FALSE(std::filesystem::exists(folder / "missing"));
}

TEST(OpenBlob, StreamsStayOpenRightBehindWhatWasRead) {
  FILE* stream = std::tmpfile();
  std::fputs("0123456789", stream);
  std::fseek(stream, 2, SEEK_SET);
  const ImageInfoPtr info = NewInfo("stream");
  info->file = stream;
  const ImagePtr image(AllocateImage(info.get()));
  Exception exception;
  ASSERT_NE(OpenBlob(info.get(), image.get(), ReadBinaryBlobMode, exception),
            static_cast<unsigned>(MagickFail));
  EXPECT_EQ(GetBlobSize(image.get()), 8);
  EXPECT_EQ(ReadBlobByte(image.get()), '2');
  EXPECT_EQ(ReadBlobByte(image.get()), '3');
  CloseBlob(image.get());
  EXPECT_EQ(std::fgetc(stream), '4');
  std::fclose(stream);
}

TEST(OpenBlob, PipesCanBeReadTwice) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  ASSERT_EQ(write(ends[1], "abcdef", 6), 6);
  close(ends[1]);
  FILE* stream = fdopen(ends[0], "rb");
  const ImageInfoPtr info = NewInfo("pipe");
  info->file = stream;
  const ImagePtr image(AllocateImage(info.get()));
  Exception exception;
  OpenBlob(info.get(), image.get(), ReadBinaryBlobMode, exception);
  EXPECT_EQ(GetBlobSize(image.get()), 0);
  char first[4] = {};
  EXPECT_EQ(ReadBlob(image.get(), 3, first), 3u);
  SeekBlob(image.get(), 0, SEEK_SET);
  char again[8] = {};
  EXPECT_EQ(ReadBlob(image.get(), 8, again), 6u);
  EXPECT_STREQ(again, "abcdef");
  CloseBlob(image.get());
  std::fclose(stream);
}

TEST(OpenBlob, TheReadLimitHolds) {
  const TemporaryFolder folder;
  WriteAll(folder / "in", Bytes(300000, 'x'));
  const Limit limit(ReadResource, 100000);
  Exception exception;
  const ImagePtr image = Open(folder / "in", ReadBinaryBlobMode, exception);
  EXPECT_EQ(GetBlobStreamData(image.get()), nullptr);
  EXPECT_NE(GetBlobStatus(image.get()), 0);
  EXPECT_EQ(GetBlobFirstErrno(image.get()), EFBIG);
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickFail));
  EXPECT_EQ(image->exception.severity, BlobError);
}

TEST(OpenBlob, TheWriteLimitHolds) {
  const TemporaryFolder folder;
  const Limit limit(WriteResource, 10);
  Exception exception;
  const ImagePtr image = Open(folder / "out", WriteBinaryBlobMode, exception);
  EXPECT_EQ(8u, WriteBlob(image.get(), 8, "12345678"));
  EXPECT_EQ(0u, WriteBlob(image.get(), 3, "901"));
  EXPECT_EQ(EFBIG, GetBlobFirstErrno(image.get()));
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickFail));
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
}

TEST(WriteBlob, DoublesAreLittleEndian) {
  const TemporaryFolder folder;
  Exception exception;
  const ImagePtr image = Open(folder / "out", WriteBinaryBlobMode, exception);
  EXPECT_EQ(8u, WriteBlobLSBDouble(image.get(), -2.5));
  CloseBlob(image.get());
  const ImagePtr again = Open(folder / "out", ReadBinaryBlobMode, exception);
  EXPECT_EQ(0u, ReadBlobLSBLong(again.get()));
  EXPECT_EQ(0xc0040000u, ReadBlobLSBLong(again.get()));
}

TEST(WriteBlob, TheFileAppearsWhenClosed) {
  const TemporaryFolder folder;
  Exception exception;
  const ImagePtr image = Open(folder / "out", WriteBinaryBlobMode, exception);
  ASSERT_NE(image, nullptr) << exception.text();
  EXPECT_EQ(WriteBlob(image.get(), 5, "hello"), 5u);
  EXPECT_EQ(SeekBlob(image.get(), 1, SEEK_SET), 1);
  EXPECT_EQ(WriteBlobByte(image.get(), 'E'), 1u);
  EXPECT_EQ(SeekBlob(image.get(), 0, SEEK_END), 5);
  EXPECT_EQ(WriteBlobString(image.get(), "!"), 1u);
  EXPECT_EQ(TellBlob(image.get()), 6);
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickPass));
  EXPECT_EQ(ReadAll(folder / "out"), "hEllo!");
  EXPECT_EQ(folder.Names(), std::vector<std::string>{"out"});
}

TEST(WriteBlob, AfterAFailureTheOldFileStays) {
  const TemporaryFolder folder;
  WriteAll(folder / "out", "old");
  Exception exception;
  for (const bool close : {true, false}) {
    const ImagePtr image = Open(folder / "out", WriteBinaryBlobMode, exception);
    WriteBlobString(image.get(), "half");
    ThrowException(&image->exception, CoderError, "encoder failed", nullptr);
    if (close) {
      EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickFail));
    }
  }
  EXPECT_EQ(ReadAll(folder / "out"), "old");
  EXPECT_EQ(folder.Names(), std::vector<std::string>{"out"});
}

TEST(WriteBlob, AFullDiskIsReported) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full";
  Exception exception;
  const ImagePtr image = Open("/dev/full", WriteBinaryBlobMode, exception);
  ASSERT_NE(image, nullptr);
  WriteBlobString(image.get(), "x");
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickFail));
  EXPECT_EQ(image->exception.severity, BlobError);
  EXPECT_STREQ(image->exception.reason, "Unable to write file");
  EXPECT_EQ(image->exception.error_number, ENOSPC);
}

TEST(WriteBlob, DevicesAreWrittenDirectly) {
  Exception exception;
  const ImagePtr image = Open("/dev/null", WriteBinaryBlobMode, exception);
  ASSERT_NE(image, nullptr);
  WriteBlobString(image.get(), "x");
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickPass));
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

TEST(WriteBlob, FilesCanBeReadBackAndWrittenOver) {
  const TemporaryFolder folder;
  Exception exception;
  const ImagePtr image = Open(folder / "out", WriteBinaryBlobMode, exception);
  ASSERT_NE(image, nullptr) << exception.text();
  EXPECT_EQ(WriteBlobString(image.get(), "abcdef"), 6u);
  EXPECT_EQ(SeekBlob(image.get(), 2, SEEK_SET), 2);
  char bytes[8] = "";
  EXPECT_EQ(ReadBlob(image.get(), 3, bytes), 3u);
  EXPECT_STREQ(bytes, "cde");
  EXPECT_EQ(WriteBlobString(image.get(), "XY"), 2u);
  EXPECT_EQ(ReadBlob(image.get(), 3, bytes), 0u);
  EXPECT_EQ(CloseBlob(image.get()), static_cast<unsigned>(MagickPass));
  EXPECT_EQ(ReadAll(folder / "out"), "abcdeXY");
}

TEST(WriteBlob, LinksAndPermissionsStay) {
  const TemporaryFolder folder;
  WriteAll(folder / "target", "old");
  ASSERT_EQ(chmod((folder / "target").c_str(), 0640), 0);
  std::filesystem::create_symlink("target", folder.path() / "link");
  Exception exception;
  EXPECT_EQ(BlobToFile((folder / "link").c_str(), "new", 3, exception),
            static_cast<unsigned>(MagickPass));
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(ReadAll(folder / "target"), "new");
  struct stat status;
  ASSERT_EQ(stat((folder / "target").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0640u);
}

TEST(Files, ToAndFromMemory) {
  const TemporaryFolder folder;
  Exception exception;
  EXPECT_EQ(BlobToFile((folder / "f").c_str(), "some bytes", 10, exception),
            static_cast<unsigned>(MagickPass));
  size_t length = 0;
  auto* bytes = static_cast<char*>(FileToBlob((folder / "f").c_str(), &length, exception));
  EXPECT_EQ(length, 10u);
  EXPECT_STREQ(bytes, "some bytes");
  MagickFree(bytes);
  length = 4;
  bytes = static_cast<char*>(FileToBlob((folder / "f").c_str(), &length, exception));
  EXPECT_STREQ(bytes, "some");
  MagickFree(bytes);
  EXPECT_EQ(FileToBlob((folder / "none").c_str(), &length, exception), nullptr);
  EXPECT_EQ(exception.severity(), FileOpenError);
}

TEST(Files, CopyFromAndToBlobs) {
  const TemporaryFolder folder;
  WriteAll(folder / "in", "0123456789");
  Exception exception;
  const ImagePtr in = Open(folder / "in", ReadBinaryBlobMode, exception);
  ReadBlobByte(in.get());
  EXPECT_EQ(ImageToFile(in.get(), (folder / "copy").c_str(), exception),
            static_cast<unsigned>(MagickPass));
  EXPECT_EQ(ReadAll(folder / "copy"), "123456789");
  const ImagePtr out = Open(folder / "out", WriteBinaryBlobMode, exception);
  EXPECT_EQ(WriteBlobFile(out.get(), (folder / "copy").c_str()), static_cast<unsigned>(MagickPass));
  CloseBlob(out.get());
  EXPECT_EQ(ReadAll(folder / "out"), "123456789");
}

TEST(Numbers, RoundTrips) {
  const TemporaryFolder folder;
  Exception exception;
  const ImagePtr out = Open(folder / "n", WriteBinaryBlobMode, exception);
  WriteBlobLSBShort(out.get(), 0x1234);
  WriteBlobMSBShort(out.get(), 0x1234);
  WriteBlobLSBSignedShort(out.get(), -2);
  WriteBlobMSBSignedShort(out.get(), -2);
  WriteBlobLSBLong(out.get(), 0x12345678);
  WriteBlobMSBLong(out.get(), 0x12345678);
  WriteBlobLSBSignedLong(out.get(), -3);
  WriteBlobMSBSignedLong(out.get(), -3);
  WriteBlobMSBLong(out.get(), 0x3fc00000);  // 1.5f
  WriteBlobLSBLong(out.get(), 0);
  WriteBlobLSBLong(out.get(), 0x3ff80000);  // 1.5
  WriteBlobString(out.get(), "line\r\nlast");
  CloseBlob(out.get());
  EXPECT_EQ(ReadAll(folder / "n").substr(0, 4), "\x34\x12\x12\x34");
  const ImagePtr in = Open(folder / "n", ReadBinaryBlobMode, exception);
  EXPECT_EQ(ReadBlobLSBShort(in.get()), 0x1234);
  EXPECT_EQ(ReadBlobMSBShort(in.get()), 0x1234);
  EXPECT_EQ(ReadBlobLSBSignedShort(in.get()), -2);
  EXPECT_EQ(ReadBlobMSBSignedShort(in.get()), -2);
  EXPECT_EQ(ReadBlobLSBLong(in.get()), 0x12345678u);
  EXPECT_EQ(ReadBlobMSBLong(in.get()), 0x12345678u);
  EXPECT_EQ(ReadBlobLSBSignedLong(in.get()), -3);
  EXPECT_EQ(ReadBlobMSBSignedLong(in.get()), -3);
  EXPECT_EQ(ReadBlobMSBFloat(in.get()), 1.5f);
  EXPECT_EQ(ReadBlobLSBDouble(in.get()), 1.5);
  char line[MaxTextExtent];
  EXPECT_STREQ(ReadBlobString(in.get(), line), "line");
  EXPECT_STREQ(ReadBlobString(in.get(), line), "last");
  EXPECT_EQ(ReadBlobString(in.get(), line), nullptr);
  EXPECT_EQ(ReadBlobMSBLong(in.get()), 0u);
  magick_uint16_t shorts[3] = {};
  SeekBlob(in.get(), 2, SEEK_SET);
  EXPECT_EQ(ReadBlobMSBShorts(in.get(), 4, shorts), 4u);
  EXPECT_EQ(shorts[0], 0x1234);
  EXPECT_EQ(shorts[1], 0xfeff);
}

TEST(Numbers, OrderInPlace) {
  unsigned char bytes[] = {1, 2, 3, 4, 5, 6, 7};
  MSBOrderShort(bytes, 4);
  MSBOrderLong(bytes, 4);
  const magick_uint16_t probe = 1;
  const bool little = *reinterpret_cast<const unsigned char*>(&probe) == 1;
  EXPECT_EQ(bytes[0], little ? 3 : 1);
  EXPECT_EQ(bytes[4], 5);
}

TEST(BlobInfo, IsCountedAndCopiedClosed) {
  BlobInfo* blob = CloneBlobInfo(nullptr);
  EXPECT_EQ(ReferenceBlob(blob), blob);
  DestroyBlobInfo(blob);
  BlobInfo* clone = CloneBlobInfo(blob);
  EXPECT_NE(clone, blob);
  DestroyBlobInfo(blob);
  DestroyBlobInfo(clone);
  DestroyBlobInfo(nullptr);
  EXPECT_EQ(ReferenceBlob(nullptr), nullptr);
}

}  // namespace
}  // namespace lodestone::test
