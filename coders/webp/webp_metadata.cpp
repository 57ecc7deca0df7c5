#include <cstring>
#include <string_view>

#include "coders/common/profiles.hpp"
#include "coders/webp/webp.hpp"
#include "magick/profile.h"

namespace lodestone::coders {
namespace {

// Precedes EXIF in JPEG files and in profiles of images, but not in WebP files.
constexpr std::string_view kExifHeader("Exif\0\0", 6);

bool HasExifHeader(const std::uint8_t* data, std::size_t length) {
  return length >= kExifHeader.size() &&
         std::memcmp(data, kExifHeader.data(), kExifHeader.size()) == 0;
}

std::vector<std::uint8_t> Chunk(const WebPDemuxer* demuxer, const char* name) {
  WebPChunkIterator chunk;
  std::vector<std::uint8_t> bytes;
  if (WebPDemuxGetChunk(demuxer, name, 1, &chunk) != 0) {
    bytes.assign(chunk.chunk.bytes, chunk.chunk.bytes + chunk.chunk.size);
  }
  WebPDemuxReleaseChunkIterator(&chunk);
  return bytes;
}

WebPData Profile(const Image* image, const char* name) {
  WebPData data;
  WebPDataInit(&data);
  data.bytes = GetImageProfile(image, name, &data.size);
  if (data.bytes == nullptr) data.size = 0;
  return data;
}

void Add(const WebpMux& mux, const char* name, const WebPData& data) {
  if (data.size != 0) CheckWebpMux(WebPMuxSetChunk(mux.get(), name, &data, 0));
}

}  // namespace

void ReadWebpProfiles(const WebPDemuxer* demuxer, Image* image) {
  StoreProfile(image, "ICM", Chunk(demuxer, kWebpIcc));
  std::vector<std::uint8_t> exif = Chunk(demuxer, kWebpExif);
  if (!exif.empty() && !HasExifHeader(exif.data(), exif.size())) {
    exif.insert(exif.begin(), kExifHeader.begin(), kExifHeader.end());
  }
  StoreProfile(image, "EXIF", exif);
  StoreProfile(image, "XMP", Chunk(demuxer, kWebpXmp));
  // GraphicsMagick writes the name with a zero byte.
  if (Profile(image, "XMP").size == 0) StoreProfile(image, "XMP", Chunk(demuxer, "XMP"));
  SetOrientationFromExif(image);
}

WebpMux::WebpMux(WebPMux* mux) : mux_(mux) {
  if (mux_ == nullptr) throw std::bad_alloc();
}

void WebpMux::Assemble(WebPData* file) const {
  WebPDataClear(file);
  CheckWebpMux(WebPMuxAssemble(get(), file));
}

void CheckWebpMux(WebPMuxError status, std::source_location where) {
  if (status == WEBP_MUX_OK) return;
  if (status == WEBP_MUX_MEMORY_ERROR) throw std::bad_alloc();
  Fail(CoderError, "Unable to put the parts of the WebP file together", where);
}

void AddWebpProfiles(const Image* image, WebPData* file, ExceptionInfo* exception) {
  const auto icc = FittingIcc(image, IccColors::kRgb, exception);
  const WebPData xmp = Profile(image, "XMP");
  WebPData exif = Profile(image, "EXIF");
  if (icc.empty() && exif.size == 0 && xmp.size == 0) return;
  const WebpMux mux(WebPMuxCreate(file, 1));
  Add(mux, kWebpIcc, {icc.data(), icc.size()});
  if (HasExifHeader(exif.bytes, exif.size)) {
    exif.bytes += kExifHeader.size();
    exif.size -= kExifHeader.size();
  }
  Add(mux, kWebpExif, exif);
  Add(mux, kWebpXmp, xmp);
  mux.Assemble(file);
}

}  // namespace lodestone::coders
