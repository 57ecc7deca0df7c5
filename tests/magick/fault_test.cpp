// Out of memory at every possible allocation: no crash, no leak of limits, one clear exception.
#include <functional>

#include "tests/magick/test_format.hpp"

namespace lodestone::test {
namespace {

long allocations_left = -1;  // -1: unlimited

void* FailingMalloc(size_t size) {
  if (allocations_left == 0) return nullptr;
  if (allocations_left > 0) --allocations_left;
  return std::malloc(size);
}

void* FailingRealloc(void* memory, size_t size) {
  if (allocations_left == 0) return nullptr;
  if (allocations_left > 0) --allocations_left;
  return std::realloc(memory, size);
}

// Runs `work` with more and more allocations allowed, until it succeeds.
void ExhaustMemory(const std::function<bool(ExceptionInfo*)>& work) {
  const Limit no_files(DiskResource, GetMagickResource(DiskResource));
  const magick_int64_t before = GetMagickResource(MemoryResource);
  bool succeeded = false;
  for (long allowed = 0; !succeeded; ++allowed) {
    ASSERT_LT(allowed, 1000);
    Exception exception;
    MagickAllocFunctions(nullptr, FailingMalloc, FailingRealloc);
    allocations_left = allowed;
    succeeded = work(exception);
    allocations_left = -1;
    MagickAllocFunctions(nullptr, nullptr, nullptr);
    EXPECT_EQ(GetMagickResource(MemoryResource), before) << allowed;
    if (succeeded) continue;
    EXPECT_GE(exception.severity(), ErrorException) << allowed;
  }
}

TEST(OutOfMemory, Clone) {
  const ImagePtr image = Counting(20, 20);
  AllocateImageColormap(image.get(), 16);
  SetImageAttribute(image.get(), "comment", "text");
  const magick_int64_t start = GetMagickResource(MemoryResource);
  EXPECT_GT(start, 0);
  ExhaustMemory([&](ExceptionInfo* exception) {
    const ImagePtr clone(CloneImage(image.get(), 0, 0, MagickTrue, exception));
    return clone != nullptr && GetImagePixelsEx(clone.get(), 1, 1, 3, 3, exception) != nullptr &&
           SyncImagePixelsEx(clone.get(), exception) != MagickFail;
  });
}

TEST(OutOfMemory, Constitute) {
  const unsigned char samples[300] = {};
  for (const char* map : {"RGB", "IA", "CMYK"}) {
    ExhaustMemory([&](ExceptionInfo* exception) {
      return ImagePtr(ConstituteImage(10, 10, map, CharPixel, samples, exception)) != nullptr;
    });
  }
}

TEST(OutOfMemory, ReadAndWrite) {
  const TestFormats formats;
  const ImageInfoPtr info = NewInfo();
  const ImagePtr image = Counting(20, 20);
  MagickStrlCpy(image->magick, "LSTEST", sizeof(image->magick));
  Exception fine;
  size_t length = 0;
  void* blob = ImageToBlob(info.get(), image.get(), &length, fine);
  ASSERT_NE(blob, nullptr);
  const TemporaryFolder folder;
  ASSERT_NE(BlobToFile((folder / "f").c_str(), blob, length, fine),
            static_cast<unsigned>(MagickFail));
  MagickStrlCpy(info->filename, (folder / "f").c_str(), sizeof(info->filename));
  ExhaustMemory([&](ExceptionInfo* exception) {
    const ImagePtr back(ReadImage(info.get(), exception));
    return back != nullptr;
  });
  ExhaustMemory([&](ExceptionInfo* exception) {
    size_t size = 0;
    void* again = ImageToBlob(info.get(), image.get(), &size, exception);
    MagickFree(again);
    return again != nullptr;
  });
  MagickFree(blob);
}

}  // namespace
}  // namespace lodestone::test
