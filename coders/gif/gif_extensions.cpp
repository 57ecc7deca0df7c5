#include <cstring>

#include "coders/gif/gif.hpp"

namespace lodestone::coders {
namespace {

// The bits of disposal; 4 is how some old programs write "restore the previous frame".
DisposeType Disposal(unsigned bits) {
  switch (bits) {
    case DISPOSE_DO_NOT:
      return NoneDispose;
    case DISPOSE_BACKGROUND:
      return BackgroundDispose;
    case DISPOSE_PREVIOUS:
    case 4:
      return PreviousDispose;
    default:
      return UndefinedDispose;
  }
}

void ReadControl(const GifByteType* block, GifControl& control) {
  if (block[0] < 4) return;
  control.dispose = Disposal((block[1] >> 2) & 7u);
  control.delay = block[2] + 256ul * block[3];
  control.transparent = (block[1] & 1) != 0 ? block[4] : NO_TRANSPARENT_COLOR;
}

bool Is(const GifByteType* block, const char* application) {
  return block[0] >= kGifApplicationBytes &&
         std::memcmp(block + 1, application, kGifApplicationBytes) == 0;
}

// XMP is not divided into blocks, unless its writer did so: then there is no trailer.
void SetXmp(const std::vector<std::uint8_t>& with_lengths, std::vector<std::uint8_t>& xmp) {
  const std::string trailer = GifXmpTrailer();
  const std::size_t length = trailer.size();
  if (with_lengths.size() > length &&
      std::memcmp(&*with_lengths.end() - length, trailer.data(), length) == 0) {
    xmp.assign(with_lengths.begin(), with_lengths.end() - static_cast<std::ptrdiff_t>(length));
    return;
  }
  xmp.clear();
  for (std::size_t at = 0; at < with_lengths.size();) {
    const std::size_t end = at + 1 + with_lengths[at];
    xmp.insert(xmp.end(), with_lengths.begin() + static_cast<std::ptrdiff_t>(at + 1),
               with_lengths.begin() + static_cast<std::ptrdiff_t>(end));
    at = end;
  }
}

}  // namespace

void GifExtensions::Take(std::size_t bytes) {
  if (bytes > bytes_left_) Fail(ResourceLimitError, "Comments and profiles are too large");
  bytes_left_ -= bytes;
}

// Calls visit(block) for each further block; a block is its length, then so many bytes.
template <typename Visit>
static bool ForEachBlock(GifFileType* file, GifByteType* block, const Visit& visit) {
  while (block != nullptr) {
    visit(block);
    if (DGifGetExtensionNext(file, &block) == GIF_ERROR) return false;
  }
  return true;
}

// The file counts repetitions.
static unsigned long Plays(unsigned long repeats) {
  return repeats == 0 ? 0 : repeats + 1;
}

bool GifExtensions::ReadApplication(GifFileType* file, const GifByteType* block) {
  const bool loop = Is(block, kGifLoop) || Is(block, "ANIMEXTS1.0");
  const bool icc = Is(block, kGifIcc);
  const bool xmp = Is(block, kGifXmp);
  std::vector<std::uint8_t> raw;
  GifByteType* next = nullptr;
  if (DGifGetExtensionNext(file, &next) == GIF_ERROR) return false;
  const bool complete = ForEachBlock(file, next, [&](const GifByteType* data) {
    if (loop && data[0] >= 3 && (data[1] & 7) == 1)
      control.iterations = Plays(data[2] + 256ul * data[3]);
    if (!icc && !xmp) return;
    Take(data[0]);
    raw.insert(raw.end(), data + (xmp ? 0 : 1), data + 1 + data[0]);
  });
  if (icc && complete) profiles.icc = std::move(raw);
  if (xmp && complete) SetXmp(raw, profiles.xmp);
  return complete;
}

bool GifExtensions::ReadBlocks(GifFileType* file, int function, GifByteType* block) {
  if (function == APPLICATION_EXT_FUNC_CODE && block != nullptr) {
    return ReadApplication(file, block);
  }
  if (function == COMMENT_EXT_FUNC_CODE && !control.comment.empty()) control.comment += '\n';
  return ForEachBlock(file, block, [&](const GifByteType* data) {
    if (function == GRAPHICS_EXT_FUNC_CODE) ReadControl(data, control);
    if (function != COMMENT_EXT_FUNC_CODE) return;
    Take(data[0]);
    control.comment.append(reinterpret_cast<const char*>(data + 1), data[0]);
  });
}

bool GifExtensions::Read(GifFileType* file) {
  int function = 0;
  GifByteType* block = nullptr;
  return DGifGetExtension(file, &function, &block) == GIF_OK && ReadBlocks(file, function, block);
}

}  // namespace lodestone::coders
