// Sample sheets of fonts, drawn as all text is.
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>
#include <vector>

#include "base/temporary_directory.hpp"
#include "coders/common/byte_cursor.hpp"
#include "coders/common/draw_settings.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/render.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr unsigned long kColumns = 800, kRows = 480;
constexpr double kTextSize = 18;
constexpr char kCharacters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz\n"
    "0123456789 âêîôûäëïöüÿàùéèç\n"
    "&#~\\\"'(-`_^@)=+° $£^¨*µù%!§:/;.,?<>";
constexpr char kSentence[] = "That which does not destroy me, only makes me stronger.";
constexpr int kSizes[] = {12, 18, 24, 36, 48, 60, 72};

// Whether a file of this name has these bytes.
bool HoldsFile(const char* name, ByteSpan bytes) {
  if (*name == '\0' || IsAccessible(name) == MagickFalse) return false;
  std::ifstream file(name, std::ios::binary);
  std::vector<char> content(bytes.size() + 1);
  file.read(content.data(), static_cast<std::streamsize>(content.size()));
  return file.gcount() == static_cast<std::streamsize>(bytes.size()) &&
         std::memcmp(content.data(), bytes.data(), bytes.size()) == 0;
}

// The font as a file, which is what it is drawn from: its own, or else a copy for as long as this
// lives.
class FontFileName {
 public:
  explicit FontFileName(Image* image) : name_(image->filename) {
    const ByteSpan bytes = WholeBlob(image);
    if (HoldsFile(image->filename, bytes)) return;
    name_ = TemporaryDirectory() + "/lodestone-XXXXXX";
    Copy(bytes);
  }
  ~FontFileName() {
    if (is_copy_) unlink(name_.c_str());
  }
  FontFileName(const FontFileName&) = delete;
  FontFileName& operator=(const FontFileName&) = delete;
  const std::string& name() const { return name_; }

 private:
  void Copy(ByteSpan bytes) {
    const int file = mkstemp(name_.data());
    if (file < 0) Fail(TemporaryFileError, "Unable to create temporary file");
    is_copy_ = true;
    const auto written = write(file, bytes.data(), bytes.size());
    if (close(file) == 0 && written == static_cast<ssize_t>(bytes.size())) return;
    unlink(name_.c_str());
    Fail(TemporaryFileError, "Unable to write to temporary file");
  }

  std::string name_;
  bool is_copy_ = false;
};

void PutText(const char* text, double size, double x, double y, DrawInfo* settings, Image* image,
             ExceptionInfo* exception) {
  char geometry[MaxTextExtent];
  MagickFormatString(geometry, sizeof geometry, "%+g%+g", x, y);
  settings->pointsize = size;
  if (CloneString(&settings->text, text) == MagickFail ||
      CloneString(&settings->geometry, geometry) == MagickFail)
    throw std::bad_alloc();
  if (AnnotateImage(image, settings) != MagickFail) return;
  CopyException(exception, &image->exception);
  FailAfter(exception, TypeError, "Unable to draw with the font");
}

void DrawSheet(const std::string& font, const ImageInfo* image_info, Image* image,
               ExceptionInfo* exception) {
  constexpr double kMargin = 10, kIndent = 50, kLine = 20, kGap = 12;
  const DrawInfoHandle settings = DrawSettings(image_info);
  if (CloneString(&settings->font, ("@" + font).c_str()) == MagickFail) throw std::bad_alloc();
  double y = kLine;
  PutText(kCharacters, kTextSize, kMargin, y, settings.get(), image, exception);
  y += 4 * kLine;
  CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
  for (const int size : kSizes) {
    y += size + kGap;
    PutText(std::to_string(size).c_str(), kTextSize, kMargin, y, settings.get(), image, exception);
    PutText(kSentence, size, kIndent, y, settings.get(), image, exception);
    progress.Tick(static_cast<std::size_t>(y));
  }
}

Image* ReadTtf(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    image->columns = kColumns;
    image->rows = kRows;
    CheckLimits(image);
    if (image_info->ping != MagickFalse) return;
    image->background_color = image_info->background_color;
    if (SetImageEx(image, image->background_color.opacity, exception) == MagickFail)
      FailAfter(exception, CacheError, "Unable to allocate pixels");
    const FontFileName font(image);
    DrawSheet(font.name(), image_info, image, exception);
  });
}

bool StartsWith(const unsigned char* magick, std::size_t length, std::string_view mark) {
  return length >= mark.size() && std::memcmp(magick, mark.data(), mark.size()) == 0;
}

unsigned int IsTtf(const unsigned char* magick, const std::size_t length) {
  return StartsWith(magick, length, {"\x00\x01\x00\x00\x00", 5});
}

unsigned int IsType1(const unsigned char* magick, const std::size_t length) {
  constexpr std::size_t kSegment = 6;  // before that of binary files
  return StartsWith(magick, length, "%!PS-AdobeFont-1.0") ||
         (length > kSegment &&
          StartsWith(magick + kSegment, length - kSegment, "%!PS-AdobeFont-1.0"));
}

}  // namespace

void RegisterTtfImage() {
  const auto add = [](const char* name, const char* description, MagickHandler magick) {
    FormatEntry entry{name, description, "TTF", ReadTtf, nullptr, magick};
    entry.adjoin = false;
    RegisterFormat(entry);
  };
  add("PFA", "Postscript Type 1 font (ASCII)", IsType1);
  add("PFB", "Postscript Type 1 font (binary)", IsType1);
  add("TTF", "TrueType font", IsTtf);
}

}  // namespace lodestone::coders
