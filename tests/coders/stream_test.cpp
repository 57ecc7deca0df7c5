// Files, blobs, standard input and output, failed writes, progress.

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <thread>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {
namespace {

const std::vector<const char*>& Formats() {
  static const std::vector<const char*> formats =
      Present({"PNG", "JPEG", "PNM", "PAM", "TIFF", "BIGTIFF", "JXL", "JP2", "EXR", "AVIF", "HEIC",
               "GIF", "WEBP"});
  return formats;
}

// Replaces a standard stream by a file during its lifetime.
class Redirect {
 public:
  Redirect(int descriptor, FILE* stream, const std::string& path, int flags)
      : descriptor_(descriptor), stream_(stream) {
    std::fflush(stream_);
    saved_ = dup(descriptor_);
    const int file = open(path.c_str(), flags, 0644);
    dup2(file, descriptor_);
    close(file);
    std::clearerr(stream_);
  }
  ~Redirect() {
    std::fflush(stream_);
    dup2(saved_, descriptor_);
    close(saved_);
    std::clearerr(stream_);
  }

 private:
  int descriptor_;
  FILE* stream_;
  int saved_ = -1;
};

MagickPassFail WriteTo(const ImageHandle& image, const std::string& name) {
  const Info info(name);
  MagickStrlCpy(image->filename, name.c_str(), MaxTextExtent);
  return WriteImage(info.get(), image.get());
}

std::size_t FilesIn(const TemporaryFolder& folder) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    (void)entry;
    ++count;
  }
  return count;
}

TEST(Streams, FileBlobAndPipesAgree) {
  const TemporaryFolder folder;
  for (const char* format : Formats()) {
    SCOPED_TRACE(format);
    Exception exception;
    const ImageHandle image = MakeTestImage({33, 21});
    const Bytes blob = Write(format, image, Info(), exception);
    ASSERT_FALSE(blob.empty()) << exception.Text();
    const std::string file = folder.File(std::string("a.") + format);
    ASSERT_EQ(WriteTo(image, std::string(format) + ":" + file), MagickPass);
    EXPECT_TRUE(ReadWholeFile(file) == blob);
    const std::string piped = folder.File(std::string("b.") + format);
    {
      const Redirect out(STDOUT_FILENO, stdout, piped, O_CREAT | O_TRUNC | O_WRONLY);
      EXPECT_EQ(WriteTo(image, std::string(format) + ":-"), MagickPass);
    }
    EXPECT_TRUE(ReadWholeFile(piped) == blob);

    const ImageHandle from_blob = ReadBytes(format, blob, exception);
    const ImageHandle from_file = Read(file, exception);
    ASSERT_TRUE(from_blob && from_file) << exception.Text();
    EXPECT_TRUE(Rgba16(from_blob.get()) == Rgba16(from_file.get()));
    {
      const Redirect in(STDIN_FILENO, stdin, file, O_RDONLY);
      const ImageHandle from_pipe = Read(std::string(format) + ":-", exception);
      ASSERT_TRUE(from_pipe) << exception.Text();
      EXPECT_TRUE(Rgba16(from_pipe.get()) == Rgba16(from_file.get()));
    }
  }
}

TEST(Streams, FormatIsKnownByContent) {
  const TemporaryFolder folder;
  for (const char* format : Present({"PNG", "JPEG", "PPM", "TIFF", "BIGTIFF", "JXL", "JP2", "EXR",
                                     "AVIF", "HEIC", "GIF", "WEBP"})) {
    Exception exception;
    const Bytes blob = Write(format, MakeTestImage({3, 2}), Info(), exception);
    const std::string file = folder.File(std::string(format) + ".unknown");
    WriteWholeFile(file, blob);
    const ImageHandle image = Read(file, exception);
    ASSERT_TRUE(image) << format << exception.Text();
    EXPECT_STREQ(image->magick, std::string(format) == "PNM" ? "PPM" : format);
    const ImageHandle blob_image = ReadBytes("", blob, exception);
    EXPECT_TRUE(blob_image) << format << exception.Text();
  }
}

TEST(Streams, MissingFileNamesIt) {
  for (const char* format : Formats()) {
    Exception exception;
    EXPECT_FALSE(Read(std::string(format) + ":/nowhere/missing", exception));
    EXPECT_EQ(exception.severity(), FileOpenError) << exception.Text();
    EXPECT_NE(exception.Text().find("/nowhere/missing"), std::string::npos) << exception.Text();
  }
}

TEST(Streams, UnwritableFileNamesIt) {
  for (const char* format : Formats()) {
    const ImageHandle image = MakeTestImage({3, 3});
    EXPECT_EQ(WriteTo(image, std::string(format) + ":/nowhere/out"), MagickFail);
    EXPECT_EQ(image->exception.severity, FileOpenError);
  }
}

MagickPassFail Cancel(const char*, const magick_int64_t, const magick_uint64_t, ExceptionInfo*) {
  return MagickFail;
}

TEST(Streams, CancelledWriteLeavesNothing) {
  const TemporaryFolder folder;
  for (const char* format : Formats()) {
    SCOPED_TRACE(format);
    const ImageHandle image = MakeTestImage({300, 300});
    const MonitorHandler before = SetMonitorHandler(Cancel);
    const MagickPassFail status = WriteTo(image, std::string(format) + ":" + folder.File("x"));
    SetMonitorHandler(before);
    EXPECT_EQ(status, MagickFail);
    EXPECT_EQ(FilesIn(folder), 0u);
  }
}

TEST(Streams, CancelledWriteKeepsTheOldFile) {
  const TemporaryFolder folder;
  WriteWholeFile(folder.File("x"), {1, 2, 3});
  const ImageHandle image = MakeTestImage({300, 300});
  const MonitorHandler before = SetMonitorHandler(Cancel);
  EXPECT_EQ(WriteTo(image, "PNG:" + folder.File("x")), MagickFail);
  SetMonitorHandler(before);
  EXPECT_EQ(FilesIn(folder), 1u);
  EXPECT_EQ(ReadWholeFile(folder.File("x")).size(), 3u);
}

TEST(Streams, CancelledReadGivesNoImage) {
  for (const char* format : Formats()) {
    Exception exception;
    const Bytes blob = Write(format, MakeTestImage({300, 300}), Info(), exception);
    const MonitorHandler before = SetMonitorHandler(Cancel);
    const ImageHandle image = ReadBytes(format, blob, exception);
    SetMonitorHandler(before);
    EXPECT_FALSE(image) << format;
    EXPECT_GE(exception.severity(), ErrorException) << exception.Text();
  }
}

TEST(Streams, FullDiskLeavesNothing) {
  const TemporaryFolder folder;
  rlimit old = {};
  getrlimit(RLIMIT_FSIZE, &old);
  void (*old_handler)(int) = std::signal(SIGXFSZ, SIG_IGN);
  for (const char* format : Formats()) {
    SCOPED_TRACE(format);
    const ImageHandle image = MakeTestImage({300, 300, 16});
    rlimit small = old;
    small.rlim_cur = 10000;
    setrlimit(RLIMIT_FSIZE, &small);
    const MagickPassFail status = WriteTo(image, std::string(format) + ":" + folder.File("x"));
    setrlimit(RLIMIT_FSIZE, &old);
    EXPECT_EQ(status, MagickFail);
    EXPECT_GE(image->exception.severity, ErrorException);
    EXPECT_EQ(FilesIn(folder), 0u);
  }
  std::signal(SIGXFSZ, old_handler);
}

TEST(Streams, DevFullIsAnError) {
  if (access("/dev/full", W_OK) != 0) GTEST_SKIP() << "no /dev/full";
  for (const char* format : Formats()) {
    const ImageHandle image = MakeTestImage({300, 300, 16});
    const Redirect out(STDOUT_FILENO, stdout, "/dev/full", O_WRONLY);
    EXPECT_EQ(WriteTo(image, std::string(format) + ":-"), MagickFail) << format;
  }
}

TEST(Streams, ManyThreadsAtOnce) {
  std::vector<Bytes> blobs;
  Exception exception;
  const ImageHandle image = MakeTestImage({64, 64});
  for (const char* format : Formats()) {
    blobs.push_back(Write(format, image, Info(), exception));
  }
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      for (int round = 0; round < 10; ++round) {
        const std::size_t which = static_cast<std::size_t>(t + round) % blobs.size();
        Exception mine;
        const ImageHandle read = ReadBytes(Formats()[which], blobs[which], mine);
        if (read && !Write(Formats()[which], read, Info(), mine).empty()) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 80);
}

}  // namespace
}  // namespace lodestone::coders::test
