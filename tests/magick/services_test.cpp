// Confirming access, configuration files, random numbers, commands, and names.
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <set>
#include <thread>

#include "magick/random.h"
#include "tests/magick/support.hpp"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are tested too

namespace lodestone::test {
namespace {

// What the handler was asked.
struct Asked {
  ConfirmAccessMode mode;
  std::string path;
};
std::vector<Asked> asked;

MagickPassFail Deny(const ConfirmAccessMode mode, const char* path, ExceptionInfo* exception) {
  asked.push_back({mode, path});
  ThrowException(exception, ConfigureError, "denied", path);
  return MagickFail;
}

class ConfirmAccess : public testing::Test {
 protected:
  ConfirmAccess() {
    asked.clear();
    WriteAll(file_, "P5 1 1 255\n0");
    EXPECT_EQ(nullptr, MagickSetConfirmAccessHandler(Deny));
  }
  ~ConfirmAccess() override { MagickSetConfirmAccessHandler(nullptr); }
  const TemporaryFolder folder_;
  const std::string file_ = folder_ / "file.pgm";
  Exception exception_;
};

TEST_F(ConfirmAccess, DeniesReading) {
  const ImageInfoPtr info = NewInfo(file_);
  EXPECT_EQ(nullptr, ImagePtr(ReadImage(info.get(), exception_)));
  EXPECT_EQ("denied (" + file_ + ")", exception_.text());
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(FileReadConfirmAccessMode, asked[0].mode);
  EXPECT_EQ(file_, asked[0].path);
  size_t length = 0;
  EXPECT_EQ(nullptr, FileToBlob(file_.c_str(), &length, exception_));
  EXPECT_EQ(Deny, MagickSetConfirmAccessHandler(nullptr));
  EXPECT_NE(nullptr, ImagePtr(ReadImage(info.get(), exception_)));
}

TEST_F(ConfirmAccess, DeniesWriting) {
  const std::string name = folder_ / "new.pgm";
  const ImagePtr image = RandomImage(2, 2, Kind::kOpaque, 1);
  MagickStrlCpy(image->filename, name.c_str(), MaxTextExtent);
  EXPECT_EQ(unsigned(MagickFail), WriteImage(NewInfo().get(), image.get()));
  EXPECT_EQ(ConfigureError, image->exception.severity);
  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(FileWriteConfirmAccessMode, asked[0].mode);
  EXPECT_EQ(unsigned(MagickFail), BlobToFile(name.c_str(), "x", 1, exception_));
  EXPECT_FALSE(std::filesystem::exists(name));
}

TEST_F(ConfirmAccess, DeniesPrograms) {
  errno = 0;
  EXPECT_EQ(-1, SystemCommand(0, "program 'an argument'"));
  EXPECT_EQ(EPERM, errno);
  char name[] = "other";
  char* const arguments[] = {name, nullptr};
  EXPECT_EQ(-1, MagickSpawnVP(0, "file", arguments));
  ASSERT_EQ(2u, asked.size());
  EXPECT_EQ(FileExecuteConfirmAccessMode, asked[0].mode);
  EXPECT_EQ("program", asked[0].path);
  EXPECT_EQ("other", asked[1].path);
}

std::string handled;

void HandleError(const ExceptionType severity, const char* reason, const char* description) {
  handled = std::to_string(severity) + " " + reason + (description ? " and more" : "");
}

TEST(Commands, AreNotRun) {
  const ErrorHandler before = SetErrorHandler(HandleError);
  const TemporaryFolder folder;
  const std::string command = "touch " + folder.File("touched");
  EXPECT_EQ(127 << 8, SystemCommand(1, command.c_str()));
  EXPECT_EQ("415 " + command, handled);
  char first[] = "touch", second[] = "a b";
  char* const arguments[] = {first, second, nullptr};
  EXPECT_EQ(1, MagickSpawnVP(0, "touch", arguments));
  EXPECT_EQ("415 \"touch\" \"a b\"", handled);
  EXPECT_EQ(1, MagickSpawnVP(0, "touch", nullptr));
  EXPECT_EQ(-1, MagickSpawnVP(0, "", arguments));
  EXPECT_EQ(-1, MagickSpawnVP(0, nullptr, arguments));
  EXPECT_EQ(-1, SystemCommand(0, nullptr));
  EXPECT_TRUE(folder.Names().empty());
  SetErrorHandler(before);
}

TEST(GetConfigureBlob, SearchesItsPath) {
  Exception exception;
  const TemporaryFolder empty, folder;
  WriteAll(folder / "a.mgk", "content");
  WriteAll(empty / "a.mgk", "");
  setenv("MAGICK_CONFIGURE_PATH", (empty.path().string() + "::" + folder.path().string()).c_str(),
         1);
  char path[MaxTextExtent];
  size_t length = 0;
  void* content = GetConfigureBlob("a.mgk", path, &length, exception);
  unsetenv("MAGICK_CONFIGURE_PATH");
  ASSERT_NE(nullptr, content) << exception.text();
  EXPECT_EQ(folder / "a.mgk", path);
  EXPECT_EQ(7u, length);
  EXPECT_STREQ("content", static_cast<char*>(content));
  MagickFree(content);
  EXPECT_EQ(nullptr, GetConfigureBlob("no such file.mgk", path, &length, exception));
  EXPECT_EQ("Unable to access configuration file (no such file.mgk)", exception.text());
  EXPECT_EQ(ConfigureError, exception.severity());
  EXPECT_EQ(nullptr, GetConfigureBlob(nullptr, path, &length, exception));
}

TEST(RandomNumbers, AreSpreadOverTheirRange) {
  std::set<magick_uint32_t> numbers;
  double sum = 0;
  constexpr int kCount = 20000;
  for (int i = 0; i < kCount; ++i) {
    numbers.insert(MagickRandomInteger());
    const double real = MagickRandomReal();
    EXPECT_TRUE(real >= 0 && real <= 1);
    sum += real;
    const int old = MagickRandReentrant(nullptr);
    EXPECT_TRUE(old >= 0 && old <= RAND_MAX);
  }
  EXPECT_NEAR(0.5, sum / kCount, 0.02);
  EXPECT_LT(kCount - 10u, numbers.size());
  EXPECT_GT(0x10000000u, *numbers.begin());
  EXPECT_LT(0xf0000000u, *numbers.rbegin());
  magick_uint32_t other = 0;
  std::thread([&] { other = MagickRandomInteger(); }).join();
  EXPECT_EQ(0u, numbers.count(other));
  EXPECT_NE(MagickRandNewSeed(), MagickRandNewSeed());
}

TEST(ExecutionPath, IsThisProgram) {
  char path[MaxTextExtent];
  ASSERT_EQ(MagickPass, GetExecutionPath(path));
  EXPECT_EQ(std::filesystem::canonical("/proc/self/exe"), path);
  ASSERT_EQ(MagickPass, GetExecutionPathUsingName(path));
  EXPECT_EQ(std::filesystem::canonical("/proc/self/exe").parent_path().string() + "/", path);
  EXPECT_EQ(unsigned(MagickFail), GetExecutionPath(nullptr));
  EXPECT_EQ(unsigned(MagickFail), GetExecutionPathUsingName(nullptr));
  MagickStrlCpy(path, "no such program", MaxTextExtent);
  EXPECT_EQ(unsigned(MagickFail), GetExecutionPathUsingName(path));
  EXPECT_STREQ("no such program", path);
}

std::string Translated(const ImageInfo* info, Image* image, const char* format) {
  char* text = TranslateText(info, image, format);
  const std::string copy = text ? text : "(null)";
  MagickFree(text);
  return copy;
}

TEST(TranslateText, ReplacesEscapes) {
  const ImagePtr image = RandomImage(3, 2, Kind::kOpaque, 1);
  SetImageAttribute(image.get(), "long", std::string(5000, 'x').c_str());
  EXPECT_EQ("3x2\n%", Translated(nullptr, image.get(), "%wx%h\\n%%"));
  EXPECT_EQ(std::string(5000, 'x') + "!", Translated(nullptr, image.get(), "%[long]!"));
  EXPECT_EQ("(null)", Translated(nullptr, image.get(), ""));
  EXPECT_EQ("(null)", Translated(nullptr, image.get(), nullptr));
  EXPECT_EQ("(null)", Translated(nullptr, nullptr, "%w"));
  EXPECT_EQ(nullptr, TranslateTextEx(nullptr, image.get(), "%w", nullptr));
}

// The files that escapes make are temporary.
TEST(PanicDestroyMagick, RemovesTemporaryFiles) {
  const ImagePtr image = RandomImage(3, 2, Kind::kOpaque, 1);
  const ImageInfoPtr info = NewInfo();
  const std::string panic = Translated(info.get(), image.get(), "%u");
  ASSERT_TRUE(std::filesystem::exists(panic)) << panic;
  PanicDestroyMagick();
  EXPECT_FALSE(std::filesystem::exists(panic));
  const std::string regular = Translated(info.get(), image.get(), "%z");
  ASSERT_TRUE(std::filesystem::exists(regular));
  DestroyMagick();
  EXPECT_FALSE(std::filesystem::exists(regular));
  MagickStrlCpy(info->unique, "given", MaxTextExtent);
  EXPECT_EQ("given", Translated(info.get(), image.get(), "%u"));
}

TEST(Tokenizer, NeedsRoomForOneCharacter) {
  char line[] = "word", white[] = " ", none[] = "", breaker, quoted, token[2] = {'x', 'y'};
  TokenInfo info;
  int next = 0;
  EXPECT_EQ(0,
            Tokenizer(&info, 0, token, 1, line, white, none, none, '\0', &breaker, &next, &quoted));
  EXPECT_EQ(0, token[0]);
  EXPECT_EQ('y', token[1]);
  next = 0;
  token[0] = 'x';
  EXPECT_EQ(0,
            Tokenizer(&info, 0, token, 0, line, white, none, none, '\0', &breaker, &next, &quoted));
  EXPECT_EQ('x', token[0]);
  EXPECT_EQ(1,
            Tokenizer(&info, 0, token, 2, line, white, none, none, '\0', &breaker, &next, &quoted));
}

std::string Printed(MagickPassFail (*print)(FILE*, ExceptionInfo*)) {
  Exception exception;
  char* text = nullptr;
  size_t length = 0;
  FILE* stream = open_memstream(&text, &length);
  EXPECT_EQ(MagickPass, print(stream, exception));
  fclose(stream);
  const std::string copy = text;
  free(text);
  return copy;
}

TEST(ListModuleMap, NamesFormatsOfOtherModules) {
  const std::string map = Printed(ListModuleMap);
  EXPECT_NE(std::string::npos, map.find("  <module magick=\"JPG\" name=\"JPEG\" />\n")) << map;
  EXPECT_EQ(std::string::npos, map.find("magick=\"PNG\""));
  EXPECT_TRUE(map.starts_with("<?xml version=\"1.0\"?>\n"));
  EXPECT_TRUE(map.ends_with("</modulemap>\n"));
}

TEST(ListMagicInfo, ShowsBytesThatArePrintable) {
  const std::string list = Printed(ListMagicInfo);
  EXPECT_NE(std::string::npos, list.find(" 0 \"\\211PNG\\r\\n\\032\\n\"\n")) << list;
}

TEST(ListMagicInfo, DescribesFormats) {
  const std::string list = Printed(ListMagicInfo);
  EXPECT_TRUE(list.starts_with("Name      Description ")) << list;
  EXPECT_NE(std::string::npos, list.find("\nBMP       Microsoft Windows bitmap image ")) << list;
}

TEST(GetMagickFileFormat, KnowsFormatsThatGraphicsMagickDoesNot) {
  Exception exception;
  for (const auto& [header, expected] : {std::pair{"<svg xmlns=", "SVG"}, {"v/1\001", "EXR"}}) {
    char format[8] = "";
    EXPECT_EQ(MagickPass,
              GetMagickFileFormat(reinterpret_cast<const unsigned char*>(header),
                                  std::strlen(header), format, sizeof format, exception));
    EXPECT_STREQ(format, expected);
  }
}

TEST(GetMagickFileFormat, NeedsRoom) {
  char format[8] = "before";
  Exception exception;
  const auto* header = reinterpret_cast<const unsigned char*>("GIF89a");
  EXPECT_EQ(unsigned(MagickFail), GetMagickFileFormat(header, 6, nullptr, 8, exception));
  EXPECT_EQ(unsigned(MagickFail), GetMagickFileFormat(header, 3, format, 8, exception));
  EXPECT_STREQ("before", format);
  EXPECT_EQ(MagickPass, GetMagickFileFormat(header, 4, format, 8, exception));
  EXPECT_STREQ("GIF", format);
}

TEST(CycleColormap, GoesAroundBothWays) {
  for (const int amount : {0, 1, 36, 37, -1, -37, 1000, -1000, INT_MAX, INT_MIN}) {
    const ImagePtr image = RandomImage(17, 7, Kind::kPaletteMatte, 1);
    const auto before = Indexes(image.get());
    const auto pixels = Pixels(image.get());
    ASSERT_EQ(MagickPass, CycleColormapImage(image.get(), amount));
    const auto after = Indexes(image.get());
    const auto colors = Pixels(image.get());
    for (std::size_t i = 0; i < before.size(); ++i) {
      const long expected = ((before[i] + static_cast<long>(amount)) % 37 + 37) % 37;
      EXPECT_EQ(expected, after[i]);
      EXPECT_EQ(image->colormap[expected].green, colors[i].green);
      EXPECT_EQ(pixels[i].opacity, colors[i].opacity);
    }
  }
}

TEST(CycleColormap, MakesAPaletteFirst) {
  const ImagePtr image = RandomImage(5, 5, Kind::kOpaque, 1);
  EXPECT_EQ(MagickPass, CycleColormapImage(image.get(), 1));
  EXPECT_EQ(PseudoClass, image->storage_class);
  EXPECT_EQ(unsigned(MagickFail), CycleColormapImage(nullptr, 1));
  const ImagePtr empty(AllocateImage(nullptr));
  empty->storage_class = PseudoClass;
  EXPECT_EQ(unsigned(MagickFail), CycleColormapImage(empty.get(), 1));
  EXPECT_EQ(ImageError, empty->exception.severity);
}

TEST(OldNames, OfMemoryFunctions) {
  void* memory = AcquireMemory(10);
  ASSERT_NE(nullptr, memory);
  EXPECT_EQ(memory, CloneMemory(memory, "012345678", 10));
  ReacquireMemory(&memory, 20);
  EXPECT_STREQ("012345678", static_cast<char*>(memory));
  LiberateMemory(&memory);
  EXPECT_EQ(nullptr, memory);
  ReacquireMemory(&memory, 5);
  EXPECT_NE(nullptr, memory);
  ReacquireMemory(&memory, 0);
  EXPECT_EQ(nullptr, memory);
  LiberateMemory(nullptr);
  ReacquireMemory(nullptr, 1);
  EXPECT_EQ(nullptr, AcquireMemory(0));
  EXPECT_EQ(unsigned(MagickFail), PopImagePixels(nullptr, RGBQuantum, nullptr));
  EXPECT_EQ(unsigned(MagickFail), PushImagePixels(nullptr, RGBQuantum, nullptr));
}

TEST(ImageInfoAttribute, IsThatOfAnImageFromAFile) {
  const ImagePtr image = RandomImage(5, 5, Kind::kOpaque, 1);
  SetImageAttribute(image.get(), "name", "value");
  SetImageAttribute(image.get(), "8BIM:1999,2998", "path");
  EXPECT_EQ(nullptr, GetImageInfoAttribute(NewInfo().get(), image.get(), "name"));
  MagickStrlCpy(image->magick_filename, "file", MaxTextExtent);
  EXPECT_STREQ("value", GetImageInfoAttribute(NewInfo().get(), image.get(), "name")->value);
  EXPECT_STREQ("path", GetImageClippingPathAttribute(image.get())->value);
}

}  // namespace
}  // namespace lodestone::test
