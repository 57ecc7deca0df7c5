// PDF pages as images: sizes as those of GraphicsMagick with Ghostscript, pixels as pdftocairo's.

#include <ctime>
#include <thread>

#include "tests/coders/codec_fixture.hpp"
#include "tests/coders/format_checks.hpp"

namespace lodestone::coders::test {
namespace {

// A page: its entries besides those that all have, and what it draws.
struct Page {
  std::string entries;
  std::string drawing;
};

// `more` are the objects behind the pages; of a single page, the first is its form X.
Bytes PdfOf(const std::vector<Page>& pages, const std::vector<std::string>& more = {}) {
  std::vector<std::string> objects = {"<< /Type /Catalog /Pages 2 0 R >>", ""};
  std::string kids;
  for (const Page& page : pages) {
    kids += std::to_string(objects.size() + 1) + " 0 R ";
    objects.push_back(
        "<< /Type /Page /Parent 2 0 R /Resources << /Font << /F << /Type /Font "
        "/Subtype /Type1 /BaseFont /Helvetica >> >> /XObject << /X 5 0 R >> >> /Contents " +
        std::to_string(objects.size() + 2) + " 0 R " + page.entries + " >>");
    objects.push_back("<< /Length " + std::to_string(page.drawing.size()) + " >>\nstream\n" +
                      page.drawing + "\nendstream");
  }
  objects[1] =
      "<< /Type /Pages /Count " + std::to_string(pages.size()) + " /Kids [" + kids + "] >>";
  objects.insert(objects.end(), more.begin(), more.end());
  std::string text = "%PDF-1.4\n";
  std::string table = "xref\n0 " + std::to_string(objects.size() + 1) + "\n0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    char place[32];
    std::snprintf(place, sizeof place, "%010zu 00000 n \n", text.size());
    table += place;
    text += std::to_string(i + 1) + " 0 obj\n" + objects[i] + "\nendobj\n";
  }
  const std::string start = std::to_string(text.size());
  text += table + "trailer << /Size " + std::to_string(objects.size() + 1) +
          " /Root 1 0 R >>\nstartxref\n" + start + "\n%%EOF\n";
  return {text.begin(), text.end()};
}

const Page kShapes = {"/MediaBox [0 0 200 120]",
                      "1 0 0 rg 20 20 60 40 re f 0 0 1 RG 5 w 10 100 m 150 30 180 90 190 10 c S "
                      "BT /F 24 Tf 30 80 Td (Shapes) Tj ET"};
const Page kTurned = {"/MediaBox [0 0 100.4 50.5] /Rotate 90", "0 1 0 rg 0 0 30 10 re f"};

class PdfRead : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!ReadsFormat("PDF")) GTEST_SKIP() << "this build does not read PDF";
  }
  ImageHandle ReadWith(const Bytes& bytes, const Info& info) {
    MagickStrlCpy(info->magick, "PDF", sizeof info->magick);
    return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception_.get()));
  }
  ImageHandle ReadAt(const Bytes& bytes, const char* density) {
    const Info info;
    if (density != nullptr) CloneString(&info->density, density);
    ImageHandle image = ReadWith(bytes, info);
    EXPECT_TRUE(image) << exception_.Text();
    return image;
  }
  std::string FileOf(const Bytes& bytes) {
    const std::string path = folder_.File("in.pdf");
    WriteWholeFile(path, bytes);
    return path;
  }

  const TemporaryFolder folder_;
  Exception exception_;
};

TEST_F(PdfRead, WhatWasWritten) {
  for (const unsigned long columns : kSizes) {
    for (const bool gray : {false, true}) {
      const ImageHandle image = MakeTestImage(gray ? GrayKind(columns, 1 + columns % 7, 8, false)
                                                   : Kind{columns, 1 + columns % 7});
      const ImageHandle again =
          ReadBytes("PDF", Write("PDF", image, Info(), exception_), exception_);
      ASSERT_TRUE(again) << exception_.Text();
      EXPECT_TRUE(Rgba16(again.get()) == Rgba16(image.get())) << columns;
    }
  }
}

// The page is white, or transparent with -type TrueColorMatte.
TEST_F(PdfRead, Background) {
  const Bytes bytes = PdfOf({{"/MediaBox [0 0 4 4]", "1 0 0 rg 0 2 4 2 re f"}});
  const std::vector<std::uint16_t> opaque = Rgba16(ReadAt(bytes, nullptr).get());
  EXPECT_EQ(std::vector<std::uint16_t>(opaque.end() - 4, opaque.end()),
            (std::vector<std::uint16_t>{65535, 65535, 65535, 65535}));
  const Info info;
  info->type = TrueColorMatteType;
  const ImageHandle clear = ReadWith(bytes, info);
  ASSERT_TRUE(clear);
  const std::vector<std::uint16_t> alpha = Rgba16(clear.get());
  EXPECT_EQ(alpha.back(), 0u);
  EXPECT_EQ(std::vector<std::uint16_t>(alpha.begin(), alpha.begin() + 4),
            (std::vector<std::uint16_t>{65535, 0, 0, 65535}));
}

TEST_F(PdfRead, AlphaIsKept) {
  const ImageHandle image = MakeTestImage({17, 9, 8, true});
  const Bytes bytes = Write("PDF", image, Info(), exception_);
  const Info info;
  info->type = TrueColorMatteType;
  const ImageHandle again = ReadWith(bytes, info);
  ASSERT_TRUE(again) << exception_.Text();
  const auto wanted = Rgba16(image.get()), got = Rgba16(again.get());
  for (std::size_t i = 3; i < wanted.size(); i += 4) ASSERT_EQ(got[i], wanted[i]);
}

TEST_F(PdfRead, AsPdftocairo) {
  if (!Runs("pdftocairo -v")) GTEST_SKIP() << "pdftocairo (poppler-utils) is not installed";
  const Bytes bytes = PdfOf({kShapes});
  for (const char* density : {"36", "72", "108", "144"}) {
    const std::string out = folder_.File("page");
    ASSERT_TRUE(Runs(std::string("pdftocairo -singlefile -png -r ") + density + " " +
                     FileOf(bytes) + " " + out));
    const ImageHandle theirs = Read(out + ".png", exception_);
    const ImageHandle ours = ReadAt(bytes, density);
    ASSERT_TRUE(theirs && ours);
    ASSERT_EQ(ours->columns, theirs->columns);
    EXPECT_TRUE(Rgba16(ours.get()) == Rgba16(theirs.get())) << density;
    EXPECT_EQ(ours->x_resolution, std::atof(density));
  }
}

TEST_F(PdfRead, SizesAsGm) {
  SKIP_WITHOUT_GM();
  if (!Runs("gs --version")) GTEST_SKIP() << "gs (ghostscript) is not installed";
  for (const Page& page : {kShapes, kTurned}) {
    const Bytes bytes = PdfOf({page});
    for (const char* density : {"36", "72", "100x200", "300"}) {
      const ImageHandle ours = ReadAt(bytes, density);
      const Bytes size =
          RunGm(std::string("identify -density ") + density + " -format %wx%h " + FileOf(bytes));
      ASSERT_TRUE(ours);
      EXPECT_EQ(
          std::to_string(ours->columns) + "x" + std::to_string(ours->rows),
          std::string(size.begin(),
                      size.begin() + (std::find(size.begin(), size.end(), '\n') - size.begin())))
          << page.entries << density;
    }
  }
}

TEST_F(PdfRead, Pages) {
  const Bytes bytes = PdfOf({kShapes, kTurned, kShapes});
  WriteWholeFile(folder_.File("a.pdf"), bytes);
  const auto scenes = [&](const std::string& frames) {
    std::vector<unsigned long> found;
    const ImageHandle list = Read(folder_.File("a.pdf") + frames, exception_);
    for (const Image* image = list.get(); image != nullptr; image = image->next)
      found.push_back(image->scene);
    return found;
  };
  EXPECT_EQ(scenes(""), (std::vector<unsigned long>{0, 1, 2}));
  EXPECT_EQ(scenes("[1]"), (std::vector<unsigned long>{1}));
  EXPECT_EQ(scenes("[1-2]"), (std::vector<unsigned long>{1, 2}));
  EXPECT_EQ(exception_.severity(), UndefinedException) << exception_.Text();
  EXPECT_TRUE(scenes("[3]").empty());
  EXPECT_EQ(exception_.severity(), OptionError) << exception_.Text();
  const ImageHandle pinged(PingBlob(Info().get(), bytes.data(), bytes.size(), exception_.get()));
  ASSERT_TRUE(pinged);
  EXPECT_EQ(pinged->columns, 200u);
  EXPECT_EQ(GetImageListLength(pinged.get()), 3u);
}

TEST_F(PdfRead, LimitsBeforeDrawing) {
  CheckLimit("PDF", PdfOf({kShapes}));
  const Info info;
  CloneString(&info->density, "1e300");
  EXPECT_FALSE(ReadWith(PdfOf({kShapes}), info));
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
}

TEST_F(PdfRead, DensitiesAreChecked) {
  const Info info;
  CloneString(&info->density, "0");
  EXPECT_FALSE(ReadWith(PdfOf({kShapes}), info));
  EXPECT_EQ(exception_.severity(), OptionError) << exception_.Text();
}

Bytes SlowPage() {
  std::string drawing;
  for (int i = 0; i < 300000; ++i)
    drawing += "0 0 m " + std::to_string(i % 600) + " " + std::to_string(i % 800) + " l S\n";
  return PdfOf({{"/MediaBox [0 0 600 800]", drawing}});
}

// Of this process, however busy the machine is.
double CpuSeconds() {
  return double(std::clock()) / CLOCKS_PER_SEC;
}

TEST_F(PdfRead, TimeIsLimited) {
  Info info;
  info.Define("pdf:time-limit=0.2");
  const double start = CpuSeconds();
  EXPECT_FALSE(ReadWith(SlowPage(), info));
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
  EXPECT_LT(CpuSeconds() - start, 3.0);
}

// Twelve times twelve times ... forms that draw nothing, which would take days.
TEST_F(PdfRead, TimeOfNestedFormsIsLimited) {
  std::vector<std::string> forms;
  for (int i = 0; i < 9; ++i) {
    std::string drawing = "q Q";
    for (int n = 0; i < 8 && n < 12; ++n) drawing += " /X Do";
    forms.push_back(
        "<< /Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X " +
        std::to_string(i + 6) + " 0 R >> >> /Length " + std::to_string(drawing.size()) +
        " >>\nstream\n" + drawing + "\nendstream");
  }
  Info info;
  info.Define("pdf:time-limit=0.2");
  const double start = CpuSeconds();
  EXPECT_FALSE(ReadWith(PdfOf({{"/MediaBox [0 0 60 80]", "/X Do"}}, forms), info));
  EXPECT_EQ(exception_.severity(), ResourceLimitError) << exception_.Text();
  EXPECT_LT(CpuSeconds() - start, 3.0);
}

TEST_F(PdfRead, Cancel) {
  SetMonitorHandler([](const char*, magick_int64_t, magick_uint64_t,
                       ExceptionInfo*) -> MagickPassFail { return MagickFail; });
  EXPECT_FALSE(ReadBytes("PDF", SlowPage(), exception_));
  SetMonitorHandler(nullptr);
  EXPECT_EQ(exception_.severity(), MonitorError) << exception_.Text();
}

TEST_F(PdfRead, EncryptedFilesNeedTheirPassword) {
  if (!Runs("qpdf --version")) GTEST_SKIP() << "qpdf is not installed";
  const std::string in = FileOf(PdfOf({kShapes})), out = folder_.File("locked.pdf");
  ASSERT_TRUE(Runs("qpdf --encrypt secret owner 256 -- " + in + " " + out));
  Exception exception;
  EXPECT_FALSE(Read(out, exception));
  EXPECT_NE(exception.Text().find("-authenticate"), std::string::npos) << exception.Text();
  const Info info(out);
  CloneString(&info->authenticate, "wrong");
  Exception refused;
  EXPECT_FALSE(ImageHandle(ReadImage(info.get(), refused.get())));
  EXPECT_NE(refused.Text().find("another password"), std::string::npos) << refused.Text();
  CloneString(&info->authenticate, "secret");
  const ImageHandle image(ReadImage(info.get(), exception_.get()));
  ASSERT_TRUE(image) << exception_.Text();
  EXPECT_TRUE(Rgba16(image.get()) == Rgba16(Read(in, exception_).get()));
}

TEST_F(PdfRead, Damage) {
  CheckDamage("PDF", PdfOf({kShapes, kTurned}));
  CheckDamage("PDF", Write("PDF", MakeTestImage({17, 9, 8, true}), Info(), exception_));
}

TEST_F(PdfRead, SeveralThreads) {
  const Bytes bytes = PdfOf({kShapes, kTurned});
  const auto expected = Rgba16(ReadAt(bytes, "100").get());
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int round = 0; round < 5; ++round) {
        Exception exception;
        const Info info;
        CloneString(&info->density, "100");
        MagickStrlCpy(info->magick, "PDF", sizeof info->magick);
        const ImageHandle image(
            BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
        EXPECT_TRUE(image && Rgba16(image.get()) == expected) << exception.Text();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace lodestone::coders::test
