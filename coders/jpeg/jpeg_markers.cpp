#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "coders/common/metadata.hpp"
#include "coders/common/profiles.hpp"
#include "coders/jpeg/jpeg.hpp"
#include "magick/attribute.h"
#include "magick/core/metadata/profiles.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

constexpr std::size_t kAllMarkersBytesMax = std::size_t{64} << 20;
constexpr std::string_view kExif("Exif\0\0", 6);
constexpr std::string_view kXmp("http://ns.adobe.com/xap/1.0/\0", 29);
constexpr std::string_view kMoreXmp("http://ns.adobe.com/xmp/extension/\0", 35);
constexpr std::string_view kIcc("ICC_PROFILE\0", 12);
constexpr std::string_view kPhotoshop("Photoshop 3.0\0", 14);
constexpr std::size_t kIccHeaderBytes = 14;  // the name, then chunk number and count
constexpr std::size_t kIccBytesMax = 255 * (kJpegMarkerBytesMax - kIccHeaderBytes);

std::string_view View(const std::vector<unsigned char>& data) {
  return {reinterpret_cast<const char*>(data.data()), data.size()};
}

// Stores a marker whose data has been read.
void File(JpegMarkers& markers, int marker) {
  const std::string_view data = View(markers.data);
  const auto append = [&](const std::string& name, std::size_t from) {
    auto& profile = markers.profiles[name];
    profile.insert(profile.end(), markers.data.begin() + static_cast<std::ptrdiff_t>(from),
                   markers.data.end());
  };
  if (marker == JPEG_COM) {
    markers.comment += data.substr(0, data.find('\0'));
  } else if (marker == JPEG_APP0 + 1 && data.starts_with("Exif")) {
    append("EXIF", 0);
  } else if (marker == JPEG_APP0 + 1 && data.starts_with(kXmp)) {
    append("XMP", kXmp.size());
  } else if (marker == JPEG_APP0 + 2) {
    if (!data.starts_with(kIcc) || data.size() <= kIccHeaderBytes) return;
    markers.icc.emplace_back(
        markers.data[kIcc.size()],
        std::vector<unsigned char>(markers.data.begin() + kIccHeaderBytes, markers.data.end()));
  } else if (marker == JPEG_APP0 + 13) {
    if (data.starts_with("Photoshop ")) append("IPTC", std::min(kPhotoshop.size(), data.size()));
  } else {
    append("APP" + std::to_string(marker - JPEG_APP0), 0);
  }
}

int NextByte(j_decompress_ptr info) {
  if (info->src->bytes_in_buffer == 0) info->src->fill_input_buffer(info);
  --info->src->bytes_in_buffer;
  return *info->src->next_input_byte++;
}

bool Reserve(JpegMarkers& markers, std::size_t length) noexcept {
  try {
    markers.data.resize(length);
    return true;
  } catch (...) {
    return false;
  }
}

bool FileSafely(JpegMarkers& markers, int marker) noexcept {
  try {
    File(markers, marker);
    return true;
  } catch (...) {
    return false;
  }
}

// The handler of all markers that are kept. Called by libjpeg, which longjmps out of it when the
// source fails: only trivial locals here, and nothing throws.
boolean ReadMarker(j_decompress_ptr info) {
  const j_common_ptr common = reinterpret_cast<j_common_ptr>(info);
  JpegMarkers& markers = *ClientOf(common).markers;
  const int high = NextByte(info);
  std::size_t length = static_cast<std::size_t>(high * 256 + NextByte(info));
  if (length <= 2) return TRUE;
  length -= 2;
  markers.total_bytes += length;
  if (markers.total_bytes > kAllMarkersBytesMax) JumpWithError(common, "Profiles are too large");
  if (!Reserve(markers, length)) JumpWithError(common, "Memory allocation failed");
  for (std::size_t done = 0; done < length;) {
    if (info->src->bytes_in_buffer == 0) info->src->fill_input_buffer(info);
    const std::size_t step = std::min(length - done, info->src->bytes_in_buffer);
    std::memcpy(markers.data.data() + done, info->src->next_input_byte, step);
    info->src->next_input_byte += step;
    info->src->bytes_in_buffer -= step;
    done += step;
  }
  if (!FileSafely(markers, info->unread_marker)) JumpWithError(common, "Memory allocation failed");
  return TRUE;
}

// jpeg_write_marker passes on byte by byte, which takes longer than coding a small image.
void WriteMarkerBytes(j_compress_ptr info, const unsigned char* data, std::size_t length) {
  jpeg_destination_mgr& to = *info->dest;
  while (length > 0) {
    const std::size_t step = std::min(length, to.free_in_buffer);
    std::memcpy(to.next_output_byte, data, step);
    to.next_output_byte += step;
    to.free_in_buffer -= step;
    data += step;
    length -= step;
    if (to.free_in_buffer == 0) to.empty_output_buffer(info);  // jumps if it fails
  }
}

void WriteWithHeader(j_compress_ptr info, int marker, const unsigned char* header,
                     std::size_t header_length, const unsigned char* data, std::size_t length) {
  jpeg_write_m_header(info, marker, static_cast<unsigned>(header_length + length));
  WriteMarkerBytes(info, header, header_length);
  WriteMarkerBytes(info, data, length);
}

void WriteInPieces(j_compress_ptr info, int marker, const unsigned char* data, std::size_t length) {
  for (std::size_t done = 0; done < length; done += kJpegMarkerBytesMax) {
    const std::size_t step = std::min(length - done, kJpegMarkerBytesMax);
    WriteWithHeader(info, marker, nullptr, 0, data + done, step);
  }
}

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

void WriteIcc(j_compress_ptr info, const unsigned char* data, std::size_t length) {
  constexpr std::size_t kChunk = kJpegMarkerBytesMax - kIccHeaderBytes;
  const std::size_t chunks = (length + kChunk - 1) / kChunk;
  for (std::size_t i = 0; i < chunks; ++i) {
    unsigned char header[kIccHeaderBytes];
    std::memcpy(header, kIcc.data(), kIcc.size());
    header[12] = static_cast<unsigned char>(i + 1);
    header[13] = static_cast<unsigned char>(chunks);
    const std::size_t step = std::min(length - i * kChunk, kChunk);
    WriteWithHeader(info, JPEG_APP0 + 2, header, sizeof(header), data + i * kChunk, step);
  }
}

void WriteIptc(j_compress_ptr info, const unsigned char* data, std::size_t length) {
  constexpr std::size_t kChunk = 65500;
  for (std::size_t done = 0; done < length; done += kChunk) {
    WriteWithHeader(info, JPEG_APP0 + 13, Bytes(kPhotoshop), kPhotoshop.size(), data + done,
                    std::min(length - done, kChunk));
  }
}

// XMP of several markers, each of which begins with the same header, has to be cut where it was.
void WriteMoreXmp(j_compress_ptr info, const unsigned char* data, std::size_t length) {
  std::string_view rest(reinterpret_cast<const char*>(data), length);
  while (!rest.empty()) {
    const std::string_view part = rest.substr(0, rest.find(kMoreXmp, 1));
    WriteInPieces(info, JPEG_APP0 + 1, Bytes(part), part.size());
    rest.remove_prefix(part.size());
  }
}

bool Fits(const char* name, std::size_t length, std::size_t most, const JpegClient& client) {
  if (length <= most) return true;
  const std::string reason = std::string(name) + " profile is too large for JPEG; left out";
  Report(client.exception, CoderWarning, reason.c_str(), client.blob->filename);
  return false;
}

IccColors ColorsOf(j_compress_ptr info) {
  if (info->num_components == 4) return IccColors::kCmyk;
  return info->num_components == 1 ? IccColors::kGray : IccColors::kRgb;
}

void WriteProfile(JpegClient& client, j_compress_ptr info, const char* name,
                  const unsigned char* data, std::size_t length) {
  const auto is = [name](const char* wanted) { return LocaleCompare(name, wanted) == 0; };
  const bool exif = is("EXIF");
  const bool xmp = is("XMP");
  const bool icc = IsIcc(name);
  if (exif && !Fits(name, length, kJpegMarkerBytesMax, client)) return;
  if (xmp && !Fits(name, length + kXmp.size(), kJpegMarkerBytesMax, client)) return;
  if (icc && !Fits(name, length, kIccBytesMax, client)) return;
  const bool iptc = is("IPTC") || is("8BIM");
  const bool app = LocaleNCompare(name, "APP", 3) == 0;
  const int number = app ? std::atoi(name + 3) : 0;
  const std::string_view text(reinterpret_cast<const char*>(data), length);
  const bool more_xmp = number == 1 && text.starts_with(kMoreXmp);
  JpegCall(client, [&] {
    if (exif) {
      WriteInPieces(info, JPEG_APP0 + 1, data, length);
    } else if (icc) {
      WriteIcc(info, data, length);
    } else if (iptc) {
      WriteIptc(info, data, length);
    } else if (xmp) {
      WriteWithHeader(info, JPEG_APP0 + 1, Bytes(kXmp), kXmp.size(), data, length);
    } else if (more_xmp) {
      WriteMoreXmp(info, data, length);
    } else if (number >= 1 && number <= 15) {
      WriteInPieces(info, JPEG_APP0 + number, data, length);
    }
  });
}

}  // namespace

void CollectJpegMarkers(j_decompress_ptr info) {
  jpeg_set_marker_processor(info, JPEG_COM, ReadMarker);
  for (int i = 1; i < 16; ++i) {
    if (i != 14) jpeg_set_marker_processor(info, JPEG_APP0 + i, ReadMarker);
  }
}

void StoreJpegMarkers(const JpegMarkers& markers, Image* image) {
  if (!markers.comment.empty()) StoreText(image, "comment", markers.comment.c_str());
  for (const auto& [name, data] : markers.profiles) StoreProfile(image, name.c_str(), data);
  auto chunks = markers.icc;
  std::stable_sort(chunks.begin(), chunks.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<unsigned char> icc;
  for (const auto& [number, data] : chunks) icc.insert(icc.end(), data.begin(), data.end());
  StoreProfile(image, "ICM", icc);
}

void WriteJpegMarkers(JpegClient& client, j_compress_ptr info, const Image* image) {
  const ImageAttribute* comment = GetImageAttribute(image, "comment");
  if (comment != nullptr && comment->value != nullptr) {
    const std::string_view text(comment->value);
    JpegCall(client, [&] { WriteInPieces(info, JPEG_COM, Bytes(text), text.size()); });
  }
  const auto icc = FittingIcc(image, ColorsOf(info), client.exception);
  for (std::size_t i = 0; const auto profile = ProfileAt(image, i); ++i)
    if (!IsIcc(profile->name) || !icc.empty())
      WriteProfile(client, info, profile->name, profile->data, profile->length);
}

}  // namespace lodestone::coders
