// Pages of PostScript programs as images, drawn by Ghostscript's library.
#include <cmath>
#include <string>

#include "coders/common/drawing_size.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/pages/drawing_time.hpp"
#include "coders/pages/stream_text.hpp"
#include "coders/ps/ghostscript.hpp"
#include "coders/ps/ps.hpp"
#include "coders/ps/ps_comments.hpp"
#include "magick/core/system/memory.hpp"
#include "magick/resource.h"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr PsBox kLetter = {0, 0, 612, 792};

// What is drawn, in points; nothing: the program decides.
std::optional<PsBox> PageBoxOf(const ImageInfo* image_info, const PsComments& comments) {
  if (image_info->page == nullptr) return comments.box;
  const MagickPtr<char> geometry(GetPageGeometry(image_info->page));
  if (geometry == nullptr) throw std::bad_alloc();
  RectangleInfo page = {};
  GetGeometry(geometry.get(), &page.x, &page.y, &page.width, &page.height);
  if (page.width == 0 || page.height == 0) return comments.box;
  const PsBox from = comments.box.value_or(PsBox{});
  return PsBox{from.left, from.bottom, from.left + static_cast<double>(page.width),
               from.bottom + static_cast<double>(page.height)};
}

class Drawing {
 public:
  Drawing(const ImageInfo* image_info, const WholeInput& file, Image* first,
          ExceptionInfo* exception)
      : info_(image_info),
        bytes_(file.bytes()),
        comments_(ReadPsComments(bytes_)),
        box_(PageBoxOf(image_info, comments_)),
        dots_(DensityOf(image_info)),
        image_(first),
        exception_(exception) {}

  void Ping() {
    Describe(SideOf(Size().Width(), dots_.x), SideOf(Size().Height(), dots_.y));
    for (drawn_ = 1; drawn_ + info_->subimage < comments_.pages && WantsMore(); ++drawn_) {
      const Image* const before = image_;
      image_ = NextImage(info_, image_);
      Describe(before->columns, before->rows);
    }
  }

  void Draw() {
    DrawingTime time(info_, "ps", image_, exception_);
    GhostscriptWork work;
    work.program = bytes_;
    work.options = Options();
    constexpr unsigned long kMostPages = 1000;
    work.most_seconds = kMostPages * (1 + static_cast<unsigned long>(time.Seconds()));
    work.size = [](std::size_t columns, std::size_t rows) { CheckLimits(columns, rows); };
    work.poll = [&] { time.Check(); };
    work.page = [&](const DrawnPage& page) {
      time.Restart();
      return Take(page);
    };
    RunGhostscript(work);
    if (drawn_ == 0) Fail(OptionError, "The file has no page of that number");
  }

 private:
  static unsigned long SideOf(double points, double density) {
    return SpecializedSizeOf(std::floor(points * density / kPointsPerInch + 0.5));
  }
  PsBox Size() const { return box_.value_or(kLetter); }
  bool WantsMore() const { return info_->subrange == 0 || drawn_ < info_->subrange; }

  std::vector<std::string> Options() const {
    constexpr magick_int64_t kMostKilobytes = 2'000'000;
    const magick_int64_t memory = GetMagickResourceLimit(MemoryResource) / 1024;
    const std::string bits = info_->antialias != MagickFalse ? "4" : "1";
    std::vector<std::string> options = {
        "-K" + std::to_string(std::clamp<magick_int64_t>(memory, 1, kMostKilobytes)),
        "-r" + NumberText(dots_.x) + "x" + NumberText(dots_.y), "-dTextAlphaBits=" + bits,
        "-dGraphicsAlphaBits=" + bits, "-dUseFastColor=true"};
    if (!box_) {
      options.push_back("-sPAPERSIZE=letter");
      return options;
    }
    const unsigned long columns = SideOf(box_->Width(), dots_.x);
    const unsigned long rows = SideOf(box_->Height(), dots_.y);
    CheckLimits(columns, rows);
    options.push_back("-g" + std::to_string(columns) + "x" + std::to_string(rows));
    if (box_->left == 0.0 && box_->bottom == 0.0) return options;
    // Whatever the program sets afterwards: it begins at the lower left corner of what is drawn.
    // Programs that restore a state that nobody has saved would lose the page with it.
    options.insert(options.end(), {"-c",
                                   "<< /Install { " + NumberText(-box_->left) + " " +
                                       NumberText(-box_->bottom) + " translate } >> setpagedevice",
                                   "-f"});
    return options;
  }

  void Describe(unsigned long columns, unsigned long rows) {
    image_->columns = columns;
    image_->rows = rows;
    CheckLimits(image_);
    image_->scene = info_->subimage + (drawn_ > 0 ? drawn_ : 0);
    image_->depth = 8;
    image_->x_resolution = dots_.x;
    image_->y_resolution = dots_.y;
    image_->units = PixelsPerInchResolution;
  }

  // Whether more pages are wanted.
  bool Take(const DrawnPage& page) {
    if (shown_++ < info_->subimage) return true;
    if (drawn_ != 0) image_ = NextImage(info_, image_);
    Describe(page.columns, page.rows);
    const Pixels target = NewPixels(image_, exception_);
    for (std::size_t y = 0; y < page.rows; ++y)
      ImportRow({Channels::kRgb, 1}, page.Row(y), page.columns, target.Row(y), nullptr, nullptr);
    SyncPixels(image_, exception_);
    ++drawn_;
    return WantsMore();
  }

  const ImageInfo* const info_;
  const ByteSpan bytes_;
  const PsComments comments_;
  const std::optional<PsBox> box_;
  const DotsPerInch dots_;
  Image* image_;
  ExceptionInfo* const exception_;
  unsigned long shown_ = 0, drawn_ = 0;
};

Image* ReadPs(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    Drawing drawing(image_info, file, image, exception);
    if (image_info->ping != MagickFalse)
      drawing.Ping();
    else
      drawing.Draw();
  });
}

// Some programs put a control character first.
unsigned int IsPs(const unsigned char* magick, const std::size_t length) {
  std::string_view start(reinterpret_cast<const char*>(magick), length);
  if (start.starts_with('\004')) start.remove_prefix(1);
  const bool font = start.starts_with("%!PS-AdobeFont") || start.starts_with("%!FontType");
  return start.starts_with("%!") && !font ? MagickTrue : MagickFalse;
}

}  // namespace
}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(PS) {
  static const std::string version = GhostscriptVersion();
  RegisterPsFormats(ReadPs, IsPs, version.c_str());
}
