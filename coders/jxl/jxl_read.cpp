#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "coders/common/linear_light.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/jxl/jxl.hpp"
#include "magick/core/image/frame_time.hpp"

namespace lodestone::coders {
namespace {

constexpr bool kLittleEndian = std::endian::native == std::endian::little;

void Check(JxlDecoderStatus status) {
  if (status != JXL_DEC_SUCCESS) Fail(CorruptImageError, "Corrupt image");
}

// In milliseconds, rounded.
unsigned long DurationOf(std::uint32_t ticks, const JxlAnimationHeader& animation) {
  if (animation.tps_numerator == 0) return 0;
  const std::uint64_t time = std::uint64_t{1000} * ticks * animation.tps_denominator;
  return static_cast<unsigned long>((time + animation.tps_numerator / 2) / animation.tps_numerator);
}

void Describe(const JxlHeader& header, const LightSamples* light, std::size_t frame, Image* image) {
  const JxlBasicInfo& info = header.info;
  image->columns = info.xsize;
  image->rows = info.ysize;
  image->depth = std::min<unsigned>(info.bits_per_sample, QuantumDepth);
  image->matte = header.alpha() ? MagickTrue : MagickFalse;
  image->orientation = static_cast<OrientationType>(info.orientation);
  image->scene = frame;
  if (info.have_animation != JXL_FALSE) {
    SetFrameMilliseconds(image, DurationOf(header.durations[frame], info.animation));
    image->iterations = info.animation.num_loops;
    if (image->matte != MagickFalse) image->dispose = BackgroundDispose;  // frames are whole
  }
  StoreProfile(image, "ICM", header.icc);
  if (light != nullptr) light->Describe(image);
  StoreExifBox(image, header.exif);
  StoreProfile(image, "XMP", header.xmp);
}

// Samples that are light become sRGB, with all bits of the build. Nothing for other samples.
std::optional<LightSamples> TakeLight(const ImageInfo* image_info, JxlHeader& header) {
  if (!IsLinearProfile(header.icc) || KeepsLight(image_info, "jxl")) return std::nullopt;
  LightSamples light(header.icc);
  header.icc.clear();
  header.info.bits_per_sample = QuantumDepth;
  return light;
}

// Grey without alpha of few bits has a colormap of all shades.
void PrepareClass(const JxlHeader& header, const LightSamples* light, Image* image) {
  if (light != nullptr || !header.gray() || header.alpha() || header.info.bits_per_sample > 8)
    return;
  MakeColormap(image, 256);
}

// Receives the pixels of a frame from several threads at once.
class FramePixels {
 public:
  // `light`: of what the samples are, if they are light.
  FramePixels(const JxlHeader& header, const LightSamples* light, Image* image,
              ExceptionInfo* exception)
      : light_(light),
        gray_(header.gray() && !header.alpha() ? NewGrayPixels(image, image->colors, exception)
                                               : GrayPixels()),
        pixels_(gray_.samples == nullptr ? NewPixels(image, exception) : Pixels()) {
    const bool wide = QuantumDepth > 8 && header.info.bits_per_sample > 8;
    format_ = {Channels::kRgb, wide ? 2u : 1u, kLittleEndian};
    if (header.gray())
      format_.channels = header.alpha() ? Channels::kGrayAlpha : Channels::kGray;
    else if (header.alpha())
      format_.channels = Channels::kRgba;
  }

  void Attach(JxlDecoder* decoder) {
    const JxlDataType whole = format_.bytes == 2 ? JXL_TYPE_UINT16 : JXL_TYPE_UINT8;
    const JxlPixelFormat format = {SamplesPerPixel(format_.channels),
                                   light_ != nullptr ? JXL_TYPE_FLOAT : whole, JXL_NATIVE_ENDIAN,
                                   0};
    Check(JxlDecoderSetMultithreadedImageOutCallback(
        decoder, &format, [](void* self, std::size_t, std::size_t) { return self; }, Store,
        [](void*) {}, this));
  }

  std::size_t stored() const { return stored_.load(std::memory_order_relaxed); }
  bool is_gray() const { return gray_.samples != nullptr; }

 private:
  static void Store(void* self, std::size_t, std::size_t x, std::size_t y, std::size_t count,
                    const void* samples) {
    auto& to = *static_cast<FramePixels*>(self);
    const auto* const from = static_cast<const std::uint8_t*>(samples);
    if (to.light_ != nullptr)
      to.StoreLight(static_cast<const float*>(samples), x, y, count);
    else if (to.is_gray())
      ImportGraySamples(to.format_, from, count, to.gray_.Row(y) + x, nullptr);
    else
      ImportRow(to.format_, from, count, to.pixels_.Row(y) + x, nullptr, nullptr);
    to.stored_.fetch_add(count, std::memory_order_relaxed);
  }

  void StoreLight(const float* samples, std::size_t x, std::size_t y, std::size_t count) {
    const unsigned step = SamplesPerPixel(format_.channels);
    for (const std::size_t end = x + count; x < end; ++x, samples += step) {
      if (is_gray()) {
        gray_.Row(y)[x] = light_->Gray(samples[0]);
        continue;
      }
      PixelPacket& pixel = pixels_.Row(y)[x];
      if (step < 3)
        pixel.red = pixel.green = pixel.blue = light_->Gray(samples[0]);
      else
        light_->Store(samples[0], samples[1], samples[2], pixel);
      const bool alpha = step % 2 == 0;
      pixel.opacity = alpha ? static_cast<Quantum>(MaxRGB - QuantumOfShare(samples[step - 1]))
                            : static_cast<Quantum>(OpaqueOpacity);
    }
  }

  const LightSamples* const light_;
  const GrayPixels gray_;  // instead of the pixels
  const Pixels pixels_;
  SampleFormat format_;
  std::atomic<std::size_t> stored_{0};
};

// Decodes frames one after another.
class FrameReader {
 public:
  FrameReader(std::span<const std::uint8_t> file, const JxlHeader& header,
              const LightSamples* light, std::size_t first, ExceptionInfo* exception)
      : header_(header),
        light_(light),
        exception_(exception),
        decoder_(JxlDecoderCreate(JxlLimitedMemory())),
        workers_([this] { Report(); }) {
    if (decoder_ == nullptr) throw std::bad_alloc();
    JxlDecoder* const decoder = decoder_.get();
    Check(JxlDecoderSetParallelRunner(decoder, JxlWorkers::Run, &workers_));
    Check(JxlDecoderSubscribeEvents(decoder, JXL_DEC_FULL_IMAGE));
    Check(JxlDecoderSetKeepOrientation(decoder, JXL_TRUE));
    Check(JxlDecoderSetUnpremultiplyAlpha(decoder, JXL_TRUE));
    Check(JxlDecoderSetInput(decoder, file.data(), file.size()));
    if (first != 0) JxlDecoderSkipFrames(decoder, first);
  }

  void Read(Image* image) {
    FramePixels pixels(header_, light_, image, exception_);
    CodingProgress progress(CodingProgress::Task::kLoading, image, exception_);
    image_ = image;
    pixels_ = &pixels;
    progress_ = &progress;
    Decode();
    progress_ = nullptr;
    progress.Tick(image->rows - 1);
    if (!pixels.is_gray()) SyncPixels(image, exception_);
  }

 private:
  void Decode() {
    for (;;) {
      const JxlDecoderStatus status = JxlDecoderProcessInput(decoder_.get());
      workers_.Rethrow();
      switch (status) {
        case JXL_DEC_NEED_IMAGE_OUT_BUFFER:
          pixels_->Attach(decoder_.get());
          break;
        case JXL_DEC_FULL_IMAGE:
          if (pixels_->stored() < std::size_t{image_->columns} * image_->rows)
            Fail(CorruptImageError, "Corrupt image");
          return;
        case JXL_DEC_NEED_MORE_INPUT:
          Fail(CorruptImageError, "Unexpected end-of-file");
        default:
          Fail(CorruptImageError, "Corrupt image");
      }
    }
  }

  void Report() {
    if (progress_ == nullptr) return;
    const std::size_t rows = pixels_->stored() / image_->columns;
    if (rows < image_->rows) progress_->Tick(rows);
  }

  const JxlHeader& header_;
  const LightSamples* const light_;
  ExceptionInfo* const exception_;
  JxlDecoderOwner decoder_;
  JxlWorkers workers_;
  const Image* image_ = nullptr;
  FramePixels* pixels_ = nullptr;
  CodingProgress* progress_ = nullptr;
};

void ReadPixels(FrameReader& reader, const JxlHeader& header, Image* image) {
  reader.Read(image);
  SetShade(image, header.gray(), header.gray() && header.info.bits_per_sample == 1);
}

}  // namespace

Image* ReadJxl(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    JxlHeader header = ReadJxlHeader(file.bytes(), image);
    const std::optional<LightSamples> converted = TakeLight(image_info, header);
    const LightSamples* const light = converted ? &*converted : nullptr;
    const FrameRange range = WantedFrames(image_info, header.durations.size());
    FrameReader reader(file.bytes(), header, light, range.first, exception);
    for (std::size_t frame = range.first; frame < range.end; ++frame) {
      if (frame != range.first) image = NextImage(image_info, image);
      Describe(header, light, frame, image);
      PrepareClass(header, light, image);
      if (image_info->ping != MagickFalse)
        SetShade(image, header.gray(), false);
      else
        ReadPixels(reader, header, image);
    }
  });
}

}  // namespace lodestone::coders
