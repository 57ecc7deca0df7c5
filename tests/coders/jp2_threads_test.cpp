// JPEG 2000 on several threads, which are openjpeg's own.
#include <filesystem>

#include "tests/coders/codec_fixture.hpp"

namespace lodestone::coders::test {
namespace {

class Jp2Threads : public CodecTest {
 protected:
  Jp2Threads() : CodecTest("JP2", "") {}
};

std::ptrdiff_t ThreadsOfThisProcess() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

std::ptrdiff_t most_threads = 0;
unsigned int CountThreads(const char*, const magick_int64_t, const magick_uint64_t,
                          ExceptionInfo*) {
  most_threads = std::max(most_threads, ThreadsOfThisProcess());
  return MagickPass;
}

TEST_F(Jp2Threads, AreThoseOfTheLimit) {
  Kind kind{700, 500};
  const Bytes bytes = Write("JP2", MakeTestImage(kind), Info(), exception_);
  const magick_int64_t before = GetMagickResourceLimit(ThreadsResource);
  std::vector<std::uint16_t> alone;
  for (const magick_int64_t threads : {1, 4}) {
    SetMagickResourceLimit(ThreadsResource, threads);
    most_threads = 0;
    const std::ptrdiff_t others = ThreadsOfThisProcess();
    const MonitorHandler monitor = SetMonitorHandler(CountThreads);
    const ImageHandle image = ReadBytes("JP2", bytes, exception_);
    SetMonitorHandler(monitor);
    ASSERT_TRUE(image) << exception_.Text();
    if (threads == 1) {
      EXPECT_EQ(most_threads, others);
      alone = Rgba16(image.get());
    } else {
      EXPECT_GE(most_threads, others + 2);
      EXPECT_TRUE(Rgba16(image.get()) == alone);
    }
  }
  SetMagickResourceLimit(ThreadsResource, before);
}

}  // namespace
}  // namespace lodestone::coders::test
