#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "base/thread_pool.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/samples.hpp"
#include "coders/common/upright.hpp"
#include "coders/common/whole_input.hpp"
#include "coders/heic/heic.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kProfileBytesMax = std::size_t{64} << 20;
constexpr bool kLittleEndian = std::endian::native == std::endian::little;

std::vector<std::uint8_t> ProfileBytes(std::size_t size) {
  if (size > kProfileBytesMax) Fail(ResourceLimitError, "Profile is too large");
  return std::vector<std::uint8_t>(size);
}

// One image of a file.
class Item {
 public:
  Item(const ImageInfo* image_info, HeifOwner<heif_image_handle> handle)
      : upright_(TurnsUpright(image_info)), handle_(std::move(handle)) {}

  void Describe(std::size_t number, Image* image) const {
    image->columns = Size(upright_ ? heif_image_handle_get_width(get())
                                   : heif_image_handle_get_ispe_width(get()));
    image->rows = Size(upright_ ? heif_image_handle_get_height(get())
                                : heif_image_handle_get_ispe_height(get()));
    CheckLimits(image);
    const int bits = heif_image_handle_get_luma_bits_per_pixel(get());
    image->depth = static_cast<unsigned>(std::clamp(bits, 8, int{QuantumDepth}));
    image->matte = heif_image_handle_has_alpha_channel(get()) != 0 ? MagickTrue : MagickFalse;
    image->scene = number;
    ReadColors(image);
    ReadMetadata(image);
    if (upright_) MarkUpright(image);
  }

  void ReadPixels(Image* image, ExceptionInfo* exception) const {
    MemoryClaim claim;  // of what libheif allocates: planes, and samples made of them
    if (!claim.Acquire(std::uint64_t{image->columns} * image->rows * (IsWide() ? 16 : 8)))
      FailOfMemoryLimit();
    CodingProgress progress(CodingProgress::Task::kLoading, image, exception);
    progress.Tick(0);
    const HeifOwner<heif_image> decoded = Decoded(image);
    Convert(decoded.get(), image, exception, progress);
  }

 private:
  const heif_image_handle* get() const { return handle_.get(); }
  bool IsWide() const {
    return QuantumDepth > 8 && heif_image_handle_get_luma_bits_per_pixel(get()) > 8;
  }

  static unsigned long Size(int size) {
    if (size <= 0) Fail(CorruptImageError, "Negative or zero image size");
    return static_cast<unsigned long>(size);
  }

  void ReadColors(Image* image) const {
    const heif_color_profile_type type = heif_image_handle_get_color_profile_type(get());
    if (type == heif_color_profile_type_rICC || type == heif_color_profile_type_prof) {
      std::vector<std::uint8_t> icc =
          ProfileBytes(heif_image_handle_get_raw_color_profile_size(get()));
      CheckHeif(heif_image_handle_get_raw_color_profile(get(), icc.data()), CorruptImageError);
      return StoreProfile(image, "ICM", icc);
    }
    heif_color_profile_nclx* found = nullptr;
    const heif_error error = heif_image_handle_get_nclx_color_profile(get(), &found);
    const HeifOwner<heif_color_profile_nclx> colors(found);  // even after an error
    if (error.code != heif_error_Ok || colors == nullptr) return;
    StoreCicp(image, {colors->color_primaries, colors->transfer_characteristics,
                      colors->matrix_coefficients});
  }

  void ReadMetadata(Image* image) const {
    std::vector<heif_item_id> ids(static_cast<std::size_t>(
        std::max(heif_image_handle_get_number_of_metadata_blocks(get(), nullptr), 0)));
    heif_image_handle_get_list_of_metadata_block_IDs(get(), nullptr, ids.data(),
                                                     static_cast<int>(ids.size()));
    for (const heif_item_id id : ids) ReadBlock(id, image);
  }

  void ReadBlock(heif_item_id id, Image* image) const {
    const auto text = [](const char* string) { return std::string_view(string ? string : ""); };
    const std::string_view type = text(heif_image_handle_get_metadata_type(get(), id));
    const bool is_xmp = type == "mime" && text(heif_image_handle_get_metadata_content_type(
                                              get(), id)) == "application/rdf+xml";
    if (type != "Exif" && !is_xmp) return;
    std::vector<std::uint8_t> block = ProfileBytes(heif_image_handle_get_metadata_size(get(), id));
    if (block.empty()) return;
    CheckHeif(heif_image_handle_get_metadata(get(), id, block.data()), CorruptImageError);
    if (is_xmp)
      StoreProfile(image, "XMP", block);
    else
      StoreExifBox(image, block);
  }

  HeifOwner<heif_image> Decoded(const Image* image) const {
    const auto options = OwnHeif(heif_decoding_options_alloc());
    options->ignore_transformations = upright_ ? 0 : 1;
    options->convert_hdr_to_8bit = IsWide() ? 0 : 1;
    const bool alpha = image->matte != MagickFalse;
    heif_chroma chroma = alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB;
    if (IsWide() && kLittleEndian)
      chroma = alpha ? heif_chroma_interleaved_RRGGBBAA_LE : heif_chroma_interleaved_RRGGBB_LE;
    else if (IsWide())
      chroma = alpha ? heif_chroma_interleaved_RRGGBBAA_BE : heif_chroma_interleaved_RRGGBB_BE;
    heif_image* decoded = nullptr;
    CheckHeif(heif_decode_image(get(), &decoded, heif_colorspace_RGB, chroma, options.get()),
              CorruptImageError);
    return OwnHeif(decoded);
  }

  void Convert(const heif_image* from, Image* image, ExceptionInfo* exception,
               CodingProgress& progress) const {
    int stride = 0;
    const std::uint8_t* const rows =
        heif_image_get_plane_readonly(from, heif_channel_interleaved, &stride);
    const unsigned long columns = Size(heif_image_get_primary_width(from));
    const unsigned long height = Size(heif_image_get_primary_height(from));
    // The stored size of an image that is to be turned may be either.
    if (!upright_ && image->columns == height) std::swap(image->columns, image->rows);
    if (rows == nullptr || image->columns != columns || image->rows != height)
      Fail(CorruptImageError, "Image has another size than the file says");
    const SampleFormat format = {image->matte != MagickFalse ? Channels::kRgba : Channels::kRgb,
                                 IsWide() ? 2u : 1u, kLittleEndian};
    const int bits = heif_image_get_bits_per_pixel_range(from, heif_channel_interleaved);
    SampleTable table;
    if (IsWide() && bits > 8 && bits < 16) table = MakeSampleTable((1u << bits) - 1);
    const Pixels to = NewPixels(image, exception);
    accel::ParallelBands(
        image->rows, accel::RowsPerTask(image->columns), [&](std::size_t begin, std::size_t end) {
          for (std::size_t y = begin; y < end; ++y)
            ImportRow(format, rows + static_cast<std::ptrdiff_t>(y) * stride, image->columns,
                      to.Row(y), nullptr, table.empty() ? nullptr : &table);
        });
    SyncPixels(image, exception);
    SetShade(image, false, false);
    progress.Tick(image->rows - 1);
  }

  const bool upright_;
  HeifOwner<heif_image_handle> handle_;
};

HeifOwner<heif_context> Opened(std::span<const std::uint8_t> file) {
  auto context = OwnHeif(heif_context_alloc());
  // Its decoder has one of its own.
  heif_context_set_max_decoding_threads(context.get(), static_cast<int>(HeifThreads(1)));
  CheckHeif(
      heif_context_read_from_memory_without_copy(context.get(), file.data(), file.size(), nullptr),
      CorruptImageError);
  return context;
}

HeifOwner<heif_image_handle> Primary(heif_context* context) {
  heif_image_handle* handle = nullptr;
  CheckHeif(heif_context_get_primary_image_handle(context, &handle), CorruptImageError);
  return OwnHeif(handle);
}

std::vector<heif_item_id> Numbers(heif_context* context) {
  std::vector<heif_item_id> ids(
      static_cast<std::size_t>(std::max(heif_context_get_number_of_top_level_images(context), 0)));
  heif_context_get_list_of_top_level_image_IDs(context, ids.data(), static_cast<int>(ids.size()));
  return ids;
}

void ReadOne(const ImageInfo* image_info, HeifOwner<heif_image_handle> handle, std::size_t number,
             Image* image, ExceptionInfo* exception) {
  const Item item(image_info, std::move(handle));
  item.Describe(number, image);
  if (image_info->ping == MagickFalse) item.ReadPixels(image, exception);
}

// Those of "[numbers]".
void ReadSome(const ImageInfo* image_info, heif_context* context, Image* image,
              ExceptionInfo* exception) {
  const std::vector<heif_item_id> ids = Numbers(context);
  const FrameRange range = WantedFrames(image_info, ids.size());
  for (std::size_t i = range.first; i < range.end; ++i) {
    if (i != range.first) image = NextImage(image_info, image);
    heif_image_handle* handle = nullptr;
    CheckHeif(heif_context_get_image_handle(context, ids[i], &handle), CorruptImageError);
    ReadOne(image_info, OwnHeif(handle), i, image, exception);
  }
}

}  // namespace

// Of several images the primary one, unless others are asked for.
Image* ReadHeic(const ImageInfo* image_info, ExceptionInfo* exception) {
  return Decode(image_info, exception, [&](Image* image) {
    OpenForReading(image_info, image, exception);
    const WholeInput file(image);
    const HeifOwner<heif_context> context = Opened(file.bytes());
    if (image_info->subrange != 0)
      ReadSome(image_info, context.get(), image, exception);
    else
      ReadOne(image_info, Primary(context.get()), 0, image, exception);
  });
}

}  // namespace lodestone::coders
