#include "magick/magick.h"

#include <cstdint>
#include <type_traits>

#include "tests/magick/test_format.hpp"

// GraphicsMagick's names are aliases of these.
static_assert(std::is_same_v<magick_int8_t, std::int8_t>);
static_assert(std::is_same_v<magick_uint8_t, std::uint8_t>);
static_assert(std::is_same_v<magick_int16_t, std::int16_t>);
static_assert(std::is_same_v<magick_uint16_t, std::uint16_t>);
static_assert(std::is_same_v<magick_int32_t, std::int32_t>);
static_assert(std::is_same_v<magick_uint32_t, std::uint32_t>);
static_assert(std::is_same_v<magick_int64_t, std::int64_t>);
static_assert(std::is_same_v<magick_uint64_t, std::uint64_t>);
static_assert(std::is_same_v<magick_off_t, std::int64_t>);

namespace lodestone::test {
namespace {

TEST(SetMagickInfo, Defaults) {
  MagickInfo* format = SetMagickInfo("abc");
  EXPECT_STREQ(format->name, "ABC");
  EXPECT_TRUE(format->adjoin && format->blob_support && format->thread_support);
  EXPECT_FALSE(format->raw || format->stealth || format->seekable_stream);
  EXPECT_EQ(format->coder_class, StableCoderClass);
  EXPECT_EQ(format->signature, MagickSignature);
  MagickFree(format);
}

TEST(Registry, AddFindReplaceRemove) {
  Exception exception;
  {
    const TestFormats formats;
    EXPECT_STREQ(GetMagickInfo("lsTest", exception)->name, "LSTEST");
    MagickInfo* other = SetMagickInfo("LSTEST");
    EXPECT_EQ(RegisterMagickInfo(other), other);
    EXPECT_EQ(GetMagickInfo("LSTEST", exception), other);
  }
  EXPECT_EQ(GetMagickInfo("LSTEST", exception), nullptr);
  EXPECT_EQ(UnregisterMagickInfo("LSTEST"), static_cast<unsigned>(MagickFail));
  EXPECT_EQ(UnregisterMagickInfo(nullptr), static_cast<unsigned>(MagickFail));
  EXPECT_EQ(RegisterMagickInfo(nullptr), nullptr);
}

TEST(Registry, ListsAreSorted) {
  const TestFormats formats;
  Exception exception;
  MagickInfo** array = GetMagickInfoArray(exception);
  ASSERT_NE(array, nullptr);
  EXPECT_EQ(GetMagickInfo("*", exception), array[0]);
  bool found = false;
  for (MagickInfo** format = array; *format != nullptr; ++format) {
    found = found || std::string((*format)->name) == "LSTONE";
    if (format[1] != nullptr) {
      EXPECT_LT(std::string((*format)->name), format[1]->name);
    }
  }
  EXPECT_TRUE(found);
  MagickFree(array);
}

std::vector<std::string> NamesFrom(const MagickInfo* format) {
  std::vector<std::string> names;
  for (; format != nullptr; format = format->next) names.push_back(format->name);
  return names;
}

std::vector<std::string> NamesInArray() {
  Exception exception;
  MagickInfo** array = GetMagickInfoArray(exception);
  std::vector<std::string> names;
  for (MagickInfo** format = array; *format != nullptr; ++format) names.push_back((*format)->name);
  MagickFree(array);
  return names;
}

TEST(Registry, FormatsAreAList) {
  Exception exception;
  const auto before = NamesFrom(GetMagickInfo("*", exception));
  EXPECT_GT(before.size(), 20u);
  EXPECT_EQ(before, NamesInArray());
  {
    const TestFormats formats;
    const auto names = NamesFrom(GetMagickInfo(nullptr, exception));
    EXPECT_EQ(names, NamesInArray());
    EXPECT_EQ(before.size() + 2, names.size());
    const MagickInfo* one = RegisterMagickInfo(SetMagickInfo("LSTONE"));
    EXPECT_STREQ("LSTEST", one->previous->name);
    EXPECT_EQ(one, one->previous->next);
    EXPECT_EQ(one, one->next->previous);
    EXPECT_EQ(names, NamesFrom(GetMagickInfo("*", exception)));
    EXPECT_EQ(nullptr, GetMagickInfo("*", exception)->previous);
  }
  EXPECT_EQ(before, NamesFrom(GetMagickInfo("*", exception)));
}

TEST(Registry, Content) {
  const TestFormats formats;
  const auto* bytes = reinterpret_cast<const unsigned char*>("LST1....");
  EXPECT_STREQ(GetImageMagick(bytes, 8), "LSTEST");
  EXPECT_EQ(GetImageMagick(bytes, 3), nullptr);
}

TEST(ListMagickInfo, HidesStealthyFormats) {
  const TestFormats formats;
  Exception exception;
  const_cast<MagickInfo*>(GetMagickInfo("LSTONE", exception))->stealth = MagickTrue;
  FILE* file = std::tmpfile();
  EXPECT_NE(ListMagickInfo(file, exception), static_cast<unsigned>(MagickFail));
  std::rewind(file);
  std::string text(10000, '\0');
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  EXPECT_NE(text.find("LSTEST S  rw+"), std::string::npos) << text;
  EXPECT_EQ(text.find("LSTONE"), std::string::npos);
}

TEST(MagickToMime, Table) {
  const std::pair<const char*, const char*> cases[] = {{"PNG", "image/png"},
                                                       {"jpg", "image/jpeg"},
                                                       {"JPEG", "image/jpeg"},
                                                       {"PPM", "image/x-ppm"},
                                                       {"SVG", "image/svg+xml"}};
  for (const auto& [format, expected] : cases) {
    char* mime = MagickToMime(format);
    EXPECT_STREQ(mime, expected);
    MagickFree(mime);
  }
}

TEST(InitializeMagick, AnyNumberOfTimes) {
  Exception exception;
  InitializeMagick(nullptr);
  EXPECT_EQ(InitializeMagickEx(nullptr, MAGICK_OPT_NO_SIGNAL_HANDER, exception),
            static_cast<unsigned>(MagickPass));
  DestroyMagick();
  DestroyMagick();
  EXPECT_EQ(exception.severity(), UndefinedException);
}

}  // namespace
}  // namespace lodestone::test
