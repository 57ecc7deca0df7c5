// Photographs as the sensors of cameras gave them, developed by LibRaw as dcraw -w does: white
// balance of the camera, sRGB primaries, dcraw's curve, turned upright.
#include <algorithm>
#include <bit>
#include <climits>
#include <cstring>
#include <ctime>
#include <iterator>
#include <memory>
#include <string>

#include <libraw/libraw.h>

#include "base/owner.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/whole_input.hpp"

namespace lodestone::coders {
namespace {

constexpr unsigned kSampleBits = 16;
constexpr int kSrgb = 1;  // of LibRaw's parameter output_color
// LibRaw holds the sensor's samples, four samples a pixel, and a copy of the result.
constexpr std::uint64_t kBytesPerPixel = 2 + 8 + 6;

struct Format {
  const char* name;
  const char* description;
};
constexpr Format kFormats[] = {
    {"3FR", "Hasselblad Photo RAW"},    {"ARW", "Sony Alpha Photo RAW"},
    {"CR2", "Canon Photo RAW"},         {"CR3", "Canon Photo RAW, version 3"},
    {"CRW", "Canon Photo RAW, old"},    {"DCR", "Kodak Photo RAW"},
    {"DNG", "Adobe Digital Negative"},  {"ERF", "Epson Photo RAW"},
    {"K25", "Kodak DC25 Photo RAW"},    {"KDC", "Kodak Photo RAW, digital camera"},
    {"MEF", "Mamiya Photo RAW"},        {"MRW", "Minolta Photo RAW"},
    {"NEF", "Nikon Electronic Format"}, {"ORF", "Olympus Photo RAW"},
    {"PEF", "Pentax Electronic File"},  {"RAF", "Fuji Photo RAW"},
    {"RW2", "Panasonic Photo RAW"},     {"SR2", "Sony Photo RAW, version 2"},
    {"SRF", "Sony Photo RAW, old"},     {"X3F", "Foveon X3 Photo RAW"}};

// LibRaw with nothing that it would print, and our monitor.
class Developer {
 public:
  Developer(const Image* image, ExceptionInfo* exception)
      : image_(image), exception_(exception), raw_(std::make_unique<LibRaw>(kOptions)) {
    libraw_output_params_t& wanted = raw_->imgdata.params;
    wanted.output_bps = kSampleBits;
    wanted.output_color = kSrgb;
    wanted.use_camera_wb = 1;
    raw_->set_progress_handler(Report, this);
    raw_->set_dataerror_handler(Damage, this);
  }

  void Open(std::span<const std::uint8_t> file) {
    raw_->recycle();  // opening forgets what was open without freeing it
    Check(raw_->open_buffer(const_cast<std::uint8_t*>(file.data()), file.size()));
  }

  // Of the image that is made, upright; the file must be opened again before it is developed.
  void MeasureUpright(Image* image) {
    Check(raw_->adjust_sizes_info_only());
    const libraw_image_sizes_t& sizes = raw_->imgdata.sizes;
    image->columns = sizes.iwidth;
    image->rows = sizes.iheight;
    CheckLimits(image);
    CheckLimits(sizes.raw_width, sizes.raw_height);
    const std::uint64_t pixels = std::max(std::uint64_t{sizes.raw_width} * sizes.raw_height,
                                          std::uint64_t{image->columns} * image->rows);
    if (!claim_.Acquire(pixels * kBytesPerPixel)) FailOfMemoryLimit();
  }

  void Develop(Image* image, ExceptionInfo* exception) {
    Check(raw_->unpack());
    Check(raw_->dcraw_process());
    int error = 0;
    const Owner<libraw_processed_image_t, LibRaw::dcraw_clear_mem> made(
        raw_->dcraw_make_mem_image(&error));
    Check(error);
    if (made == nullptr) throw std::bad_alloc();
    Store(*made, image, exception);
  }

  const libraw_data_t& data() const { return raw_->imgdata; }

 private:
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  static constexpr unsigned kOptions = 0;
#else
  static constexpr unsigned kOptions = LIBRAW_OPIONS_NO_MEMERR_CALLBACK;
#endif

  void Check(int code) const {
    if (failure_) std::rethrow_exception(failure_);
    if (damaged_) Fail(CorruptImageError, "Unexpected end-of-file or damaged data");
    if (code == LIBRAW_SUCCESS) return;
    if (code == LIBRAW_UNSUFFICIENT_MEMORY) throw std::bad_alloc();
    const bool too_big = code == LIBRAW_TOO_BIG;
    Fail(too_big ? ResourceLimitError : CorruptImageError,
         std::string("LibRaw: ") + (code > 0 ? std::strerror(code) : libraw_strerror(code)));
  }

  void Store(const libraw_processed_image_t& made, Image* image, ExceptionInfo* exception) {
    const bool gray = made.colors == 1;
    if (made.type != LIBRAW_IMAGE_BITMAP || made.bits != kSampleBits || (!gray && made.colors != 3))
      Fail(CoderError, "Number of colors is not supported");
    image->columns = made.width;
    image->rows = made.height;
    const SampleFormat format{gray ? Channels::kGray : Channels::kRgb, kSampleBits / CHAR_BIT,
                              std::endian::native == std::endian::little};
    const std::size_t row_bytes = format.PixelBytes() * image->columns;
    if (made.data_size < row_bytes * image->rows) Fail(CorruptImageError, "Corrupt image");
    const Pixels target = NewPixels(image, exception);
    CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
    for (std::size_t y = 0; y < image->rows; ++y) {
      ImportRow(format, made.data + y * row_bytes, image->columns, target.Row(y), nullptr, nullptr);
      progress.Tick(y);
    }
    SyncPixels(image, exception);
    SetShade(image, gray, false);
  }

  // Called by LibRaw between parts of its work; anything but 0 ends it.
  static int Report(void* self, LibRaw_progress, int, int) {
    auto& developer = *static_cast<Developer*>(self);
    try {
      CodingProgress(CodingProgress::Task::kLoading, developer.image_, developer.exception_)
          .Tick(0);
      return 0;
    } catch (...) {
      developer.failure_ = std::current_exception();
      return 1;
    }
  }
  static void Damage(void* self, const char*, INT64) {
    static_cast<Developer*>(self)->damaged_ = true;
  }
  static void Damage(void* self, const char*, int) {
    static_cast<Developer*>(self)->damaged_ = true;
  }

  const Image* const image_;
  ExceptionInfo* const exception_;
  std::unique_ptr<LibRaw> raw_;
  MemoryClaim claim_;
  std::exception_ptr failure_;
  bool damaged_ = false;
};

void SetText(Image* image, const char* key, const char* value) {
  if (*value != '\0') StoreText(image, key, value);
}

// As in TIFF: 2022:04:28 10:47:19. Cameras have no time zone, LibRaw takes theirs for the local
// one.
std::string TimeOf(std::time_t time) {
  std::tm parts = {};
  char text[32];
  if (time <= 0 || localtime_r(&time, &parts) == nullptr) return "";
  return {text, std::strftime(text, sizeof text, "%Y:%m:%d %H:%M:%S", &parts)};
}

void Describe(const libraw_data_t& data, Image* image) {
  image->depth = QuantumDepth;
  image->orientation = TopLeftOrientation;
  SetText(image, "make", data.idata.make);
  SetText(image, "model", data.idata.model);
  SetText(image, "software", data.idata.software);
  SetText(image, "artist", data.other.artist);
  SetText(image, "comment", data.other.desc);
  SetText(image, "timestamp", TimeOf(data.other.timestamp).c_str());
  if (data.idata.xmpdata != nullptr) {
    StoreProfile(image, "XMP",
                 {reinterpret_cast<const std::uint8_t*>(data.idata.xmpdata), data.idata.xmplen});
  }
}

Image* ReadRawPhoto(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    Developer developer(image, exception);
    developer.Open(file.bytes());
    developer.MeasureUpright(image);
    Describe(developer.data(), image);
    if (image_info->ping != MagickFalse) return;
    developer.Open(file.bytes());
    developer.Develop(image, exception);
  });
}

}  // namespace
}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(RAWPHOTO) {
  static const std::string version = std::string("libraw ") + LibRaw::version();
  for (const Format& format : kFormats) {
    FormatEntry entry{format.name, format.description, "RAWPHOTO", ReadRawPhoto};
    entry.adjoin = false;
    entry.extension = ObeyExtensionTreatment;
    entry.version = version.c_str();
    entry.traits = {"16", "", "", "XMP, texts, orientation", "65535x65535"};
    RegisterFormat(entry);
  }
}
