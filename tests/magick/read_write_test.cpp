// Reading and writing with a format made for the tests.
#include <gmock/gmock.h>

#include "magick/constitute.h"
#include "tests/magick/test_format.hpp"

namespace lodestone::test {
namespace {

class ReadWriteTest : public ::testing::Test {
 protected:
  ImagePtr Read(const std::string& filename) {
    const ImageInfoPtr info = NewInfo(filename);
    return ImagePtr(ReadImage(info.get(), exception_));
  }
  bool Write(Image* image, const std::string& filename) {
    const ImageInfoPtr info = NewInfo();
    MagickStrlCpy(image->filename, filename.c_str(), sizeof(image->filename));
    return WriteImage(info.get(), image) != MagickFail;
  }
  // Frames of 1x1, 2x1, 3x1 ...
  static ImagePtr Frames(unsigned long count) {
    Image* list = nullptr;
    for (unsigned long i = 0; i < count; ++i) {
      AppendImageToList(&list, Counting(i + 1, 1).release());
    }
    return ImagePtr(GetFirstImageInList(list));
  }
  std::string Widths(const ImagePtr& images) {
    std::string text;
    for (const Image* image = images.get(); image != nullptr; image = image->next) {
      text += std::to_string(image->columns);
    }
    return text;
  }

  const TestFormats formats_;
  const TemporaryFolder folder_;
  Exception exception_;
};

TEST_F(ReadWriteTest, RoundTripThroughAFile) {
  const ImagePtr image = Counting(4, 3);
  ASSERT_TRUE(Write(image.get(), folder_ / "a.lstest")) << image->exception.reason;
  EXPECT_STREQ(image->magick, "LSTEST");
  const ImagePtr back = Read(folder_ / "a.lstest");
  ASSERT_NE(back, nullptr) << exception_.text();
  EXPECT_EQ(back->columns, 4u);
  EXPECT_EQ(RedAt(back.get(), 3, 2), 12);
  EXPECT_STREQ(back->magick, "LSTEST");
  EXPECT_EQ(back->filename, folder_ / "a.lstest");
  EXPECT_EQ(back->magick_filename, folder_ / "a.lstest");
  EXPECT_EQ(back->magick_columns, 4u);
  EXPECT_EQ(back->taint, static_cast<unsigned>(MagickFalse));
  EXPECT_EQ(GetBlobSize(back.get()), 4 + 8 + 12);
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"a.lstest"});
}

TEST_F(ReadWriteTest, APrefixComesBeforeContentAndThatBeforeNames) {
  const ImagePtr image = Counting(2, 2);
  ASSERT_TRUE(Write(image.get(), "lstest:" + folder_.File("wrong.ppm")));
  const ImagePtr back = Read(folder_ / "wrong.ppm");
  ASSERT_NE(back, nullptr) << exception_.text();
  EXPECT_STREQ(back->magick, "LSTEST");
  for (const char* prefix : {"ppm:", "unheard:"})
    EXPECT_EQ(Read(prefix + folder_.File("wrong.ppm")), nullptr) << prefix;
  const ImagePtr temporary = Read("tmp:" + folder_.File("wrong.ppm"));  // names no format
  ASSERT_NE(temporary, nullptr) << exception_.text();
  EXPECT_STREQ(temporary->magick, "LSTEST");
}

TEST_F(ReadWriteTest, PrefixBeforeExtensionBeforeTheImagesOwn) {
  const ImagePtr image = Counting(1, 1);
  MagickStrlCpy(image->magick, "LSTONE", sizeof(image->magick));
  EXPECT_TRUE(Write(image.get(), folder_ / "x.unknown"));
  EXPECT_STREQ(image->magick, "LSTONE");
  EXPECT_TRUE(Write(image.get(), folder_ / "x.lstest"));
  EXPECT_STREQ(image->magick, "LSTEST");
  EXPECT_TRUE(Write(image.get(), "LSTONE:" + folder_.File("y.lstest")));
  EXPECT_STREQ(image->magick, "LSTONE");
  EXPECT_EQ(image->filename, folder_ / "y.lstest");
}

std::string FirstWordsOfReason(const std::string& format) {
  if (format == "MOV" || format == "MPG") return "videos are not decoded";
  if (format == "HTML") return "web pages are not rendered";
  return format == "ZST" ? "files compressed so are not opened" : "drawings of this format";
}

TEST_F(ReadWriteTest, FormatsWithoutACoderAreErrors) {
  const std::string cases[] = {"x.mov",  "x.EMF",     "x.jxr",     "x.cgm",  "x.fig",
                               "x.html", "x.png.zst", "x%03d.mpg", "html:x", "jxr:x.lstest"};
  for (const std::string& name : cases) {
    const ImagePtr image = Counting(1, 1);
    MagickStrlCpy(image->magick, "LSTEST", sizeof(image->magick));
    const std::size_t colon = name.find(':');
    const std::string rest = name.substr(colon == std::string::npos ? 0 : colon + 1);
    std::string format =
        colon == std::string::npos ? name.substr(name.rfind('.') + 1) : name.substr(0, colon);
    LocaleUpper(format.data());
    const std::string target = colon == std::string::npos
                                   ? folder_.File(name)
                                   : name.substr(0, colon + 1) + folder_.File(rest);
    EXPECT_FALSE(Write(image.get(), target)) << name;
    EXPECT_EQ(image->exception.severity, MissingDelegateError) << name;
    const std::string reason =
        format == "JXR" ? "no such coder in this build" : FirstWordsOfReason(format);
    EXPECT_THAT(
        image->exception.description,
        testing::StartsWith(folder_.File(rest) + ": cannot write " + format + ": " + reason))
        << name;
    EXPECT_STREQ(image->magick, "LSTEST");
  }
  EXPECT_TRUE(folder_.Names().empty());
}

TEST_F(ReadWriteTest, FormatsThatAreOnlyReadAreErrors) {
  const_cast<MagickInfo*>(GetMagickInfo("LSTONE", exception_))->encoder = nullptr;
  const ImagePtr image = Counting(1, 1);
  MagickStrlCpy(image->magick, "LSTEST", sizeof(image->magick));
  EXPECT_FALSE(Write(image.get(), folder_ / "x.lstone"));
  EXPECT_EQ(image->exception.description,
            folder_.File("x.lstone") + ": cannot write LSTONE: it can only be read");
  EXPECT_TRUE(folder_.Names().empty());
}

TEST_F(ReadWriteTest, UnknownExtensionsKeepTheFormat) {
  const ImagePtr image = Counting(1, 1);
  MagickStrlCpy(image->magick, "LSTEST", sizeof(image->magick));
  EXPECT_TRUE(Write(image.get(), folder_ / "x.unheard"));
  EXPECT_EQ(image->exception.severity, UndefinedException);  // Magick++ would throw a warning
  const ImagePtr plain = Counting(1, 1);
  MagickStrlCpy(plain->magick, "LSTEST", sizeof(plain->magick));
  EXPECT_TRUE(Write(plain.get(), folder_ / "none"));
  EXPECT_TRUE(Write(image.get(), folder_ / "x.*"));
  EXPECT_STREQ(image->magick, "LSTEST");
  EXPECT_TRUE(Write(plain.get(), "lstest:" + folder_.File("x.unheard")));
  EXPECT_TRUE(Write(plain.get(), "lstest:" + folder_.File("x.webp")));
  EXPECT_EQ(plain->exception.severity, UndefinedException);
  const std::vector<std::string> expected = {"none", "x.*", "x.unheard", "x.webp"};
  EXPECT_EQ(folder_.Names(), expected);
}

struct ReadFailure {
  const char* filename;
  ExceptionType severity;
  const char* text;
};

TEST_F(ReadWriteTest, ReadFailuresNameTheFile) {
  WriteAll(folder_ / "text", "nothing that anybody knows");
  WriteAll(folder_ / "empty", "");
  WriteAll(folder_ / "cut.lstest", std::string("LST1\0\0\0\5\0\0\0\5", 12));
  const ReadFailure cases[] = {
      {"missing.png", FileOpenError, "Unable to open file"},
      {"LSTEST:missing", FileOpenError, "Unable to open file"},
      {"text", MissingDelegateError, "No decode delegate for this image format"},
      {"empty", MissingDelegateError, "No decode delegate for this image format"},
      {"cut.lstest", CorruptImageError, "Unexpected end-of-file"},
  };
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  for (const ReadFailure& c : cases) {
    Exception exception;
    const ImageInfoPtr info = NewInfo(c.filename);
    EXPECT_EQ(ReadImage(info.get(), exception), nullptr);
    EXPECT_EQ(exception.severity(), c.severity) << c.filename;
    const std::string name = c.filename;
    const std::string rest = name.substr(name.find(':') == std::string::npos ? 0 : 7);
    EXPECT_EQ(exception.text(), std::string(c.text) + " (" + rest + ")");
  }
  std::filesystem::current_path(before);
}

TEST_F(ReadWriteTest, WriteFailuresLeaveNothing) {
  const ImagePtr image = Counting(2, 2);
  EXPECT_FALSE(Write(image.get(), folder_ / "none/x.lstest"));
  EXPECT_EQ(image->exception.severity, FileOpenError);
  EXPECT_FALSE(Write(image.get(), "NOSUCH:" + folder_.File("x")));
  EXPECT_EQ(image->exception.severity, MissingDelegateError);
  EXPECT_STREQ(image->exception.description, "NOSUCH");
  fail_encoding = true;
  EXPECT_FALSE(Write(image.get(), folder_ / "x.lstest"));
  fail_encoding = false;
  EXPECT_EQ(image->exception.severity, CoderError);
  EXPECT_TRUE(folder_.Names().empty());
}

TEST_F(ReadWriteTest, Memory) {
  const ImagePtr image = Frames(2);
  const ImageInfoPtr info = NewInfo();
  MagickStrlCpy(image->magick, "LSTEST", sizeof(image->magick));
  MagickStrlCpy(image->filename, "kept.name", sizeof(image->filename));
  size_t length = 0;
  void* blob = ImageToBlob(info.get(), image.get(), &length, exception_);
  ASSERT_NE(blob, nullptr) << exception_.text();
  EXPECT_EQ(length, 4u + 8 + 1 + 8 + 2);
  EXPECT_STREQ(image->filename, "kept.name");
  const ImagePtr back(BlobToImage(info.get(), blob, length, exception_));
  EXPECT_EQ(Widths(back), "12");
  EXPECT_EQ(GetBlobSize(back.get()), static_cast<magick_off_t>(length));
  const ImagePtr pinged(PingBlob(info.get(), blob, length, exception_));
  EXPECT_EQ(Widths(pinged), "12");
  EXPECT_TRUE(pinged->ping);
  EXPECT_EQ(AcquireImagePixels(pinged.get(), 0, 0, 1, 1, nullptr), nullptr);
  Exception cut;
  EXPECT_EQ(BlobToImage(info.get(), blob, length - 1, cut), nullptr);
  EXPECT_EQ(cut.severity(), CorruptImageError);
  MagickFree(blob);
  // The memory is no longer needed after reading.
  EXPECT_EQ(RedAt(back->next, 1, 0), 2);
}

TEST_F(ReadWriteTest, MemoryFailures) {
  const ImageInfoPtr info = NewInfo();
  Exception unknown;
  EXPECT_EQ(BlobToImage(info.get(), "garbage", 7, unknown), nullptr);
  EXPECT_EQ(unknown.severity(), BlobError);
  Exception nothing;
  EXPECT_EQ(BlobToImage(info.get(), nullptr, 0, nothing), nullptr);
  EXPECT_EQ(nothing.severity(), OptionError);
  const ImagePtr image = Counting(1, 1);
  MagickStrlCpy(image->magick, "NOSUCH", sizeof(image->magick));
  size_t length = 1;
  Exception format;
  EXPECT_EQ(ImageToBlob(info.get(), image.get(), &length, format), nullptr);
  EXPECT_EQ(format.severity(), MissingDelegateError);
  EXPECT_EQ(length, 0u);
  MagickStrlCpy(image->magick, "LSTEST", sizeof(image->magick));
  fail_encoding = true;
  Exception encoder;
  EXPECT_EQ(ImageToBlob(info.get(), image.get(), &length, encoder), nullptr);
  fail_encoding = false;
  EXPECT_EQ(encoder.severity(), CoderError);
}

TEST_F(ReadWriteTest, MemoryInTheFormatAskedForOrNone) {
  const ImageInfoPtr info = NewInfo();
  MagickStrlCpy(info->magick, "LSTEST", sizeof(info->magick));
  for (const char* magick : {"MPEG", "TIF", "NOSUCH"}) {
    const ImagePtr image = Counting(1, 1);
    MagickStrlCpy(image->magick, magick, sizeof(image->magick));
    size_t length = 1;
    Exception exception;
    EXPECT_EQ(ImageToBlob(info.get(), image.get(), &length, exception), nullptr) << magick;
    EXPECT_EQ(exception.severity(), MissingDelegateError);
    EXPECT_NE(exception.text().find(magick), std::string::npos) << exception.text();
  }
  const ImagePtr made = Counting(1, 1);
  MagickStrlCpy(made->magick, "XC", sizeof(made->magick));
  size_t length = 0;
  void* blob = ImageToBlob(info.get(), made.get(), &length, exception_);
  EXPECT_NE(blob, nullptr);
  MagickFree(blob);
}

TEST_F(ReadWriteTest, FramesBehindTheName) {
  const ImagePtr image = Frames(5);
  const ImageInfoPtr info = NewInfo();
  const std::string name = folder_ / "f.lstest";
  ASSERT_NE(WriteImages(info.get(), image.get(), name.c_str(), exception_),
            static_cast<unsigned>(MagickFail));
  EXPECT_EQ(Widths(Read(name)), "12345");
  EXPECT_EQ(Widths(Read(name + "[0]")), "1");
  EXPECT_EQ(Widths(Read(name + "[1-3]")), "234");
  EXPECT_EQ(Widths(Read(name + "[3-1]")), "234");
  EXPECT_EQ(Widths(Read(name + "[0,4]")), "15");
  EXPECT_EQ(Read(name + "[7]"), nullptr);
  EXPECT_EQ(exception_.severity(), OptionError);
}

TEST_F(ReadWriteTest, SeveralFramesIntoNumberedFiles) {
  const ImagePtr image = Frames(3);
  const ImageInfoPtr info = NewInfo();
  WriteImages(info.get(), image.get(), (folder_ / "b%02d.lstone").c_str(), exception_);
  info->adjoin = MagickFalse;
  WriteImages(info.get(), image.get(), (folder_ / "a.lstone").c_str(), exception_);
  WriteImages(info.get(), image.get(), (folder_ / "c.lstest").c_str(), exception_);
  const std::vector<std::string> expected = {"a-0.lstone", "a-1.lstone", "a-2.lstone",
                                             "b00.lstone", "b01.lstone", "b02.lstone",
                                             "c-0.lstest", "c-1.lstest", "c-2.lstest"};
  EXPECT_EQ(folder_.Names(), expected);
  EXPECT_EQ(Widths(Read(folder_ / "b01.lstone")), "2");
  EXPECT_EQ(GetImageListLength(image.get()), 3u);
  EXPECT_EQ(exception_.severity(), UndefinedException);
}

TEST_F(ReadWriteTest, TheFirstFrameWhereTheFormatHoldsOne) {
  const ImagePtr image = Frames(3);
  const ImageInfoPtr info = NewInfo();
  EXPECT_NE(WriteImages(info.get(), image.get(), (folder_ / "a.lstone").c_str(), exception_),
            static_cast<unsigned>(MagickFail));
  EXPECT_EQ(exception_.severity(), OptionWarning);
  EXPECT_EQ(folder_.Names(), std::vector<std::string>{"a.lstone"});
  EXPECT_EQ(Widths(Read(folder_ / "a.lstone")), "1");
}

TEST_F(ReadWriteTest, StreamsOfTheCaller) {
  FILE* stream = std::tmpfile();
  const ImagePtr image = Frames(2);
  MagickStrlCpy(image->filename, "x.lstest", sizeof(image->filename));
  const ImageInfoPtr info = NewInfo();
  EXPECT_NE(WriteImagesFile(info.get(), image.get(), stream, exception_),
            static_cast<unsigned>(MagickFail));
  std::rewind(stream);
  const ImageInfoPtr from = NewInfo();
  from->file = stream;
  const ImagePtr back(ReadImage(from.get(), exception_));
  EXPECT_EQ(Widths(back), "12");
  std::fclose(stream);
}

TEST_F(ReadWriteTest, TemporaryFilesAreRemovedAfterReading) {
  const ImagePtr image = Counting(1, 1);
  Write(image.get(), folder_ / "t.lstest");
  const ImageInfoPtr info = NewInfo(folder_ / "t.lstest");
  info->temporary = MagickTrue;
  EXPECT_NE(ImagePtr(ReadImage(info.get(), exception_)), nullptr);
  EXPECT_TRUE(folder_.Names().empty());
}

}  // namespace
}  // namespace lodestone::test
