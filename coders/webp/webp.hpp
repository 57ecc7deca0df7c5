// Shared by the parts of the WebP coder; no other code sees libwebp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <webp/decode.h>
#include <webp/demux.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

inline constexpr char kWebpIcc[] = "ICCP";
inline constexpr char kWebpExif[] = "EXIF";
inline constexpr char kWebpXmp[] = "XMP ";

// That libwebp may start: one for colours, one for alpha.
inline constexpr unsigned kWebpThreads = 2;

// A mux of libwebp, which puts files together.
class WebpMux {
 public:
  explicit WebpMux(WebPMux* mux);
  ~WebpMux() { WebPMuxDelete(mux_); }
  WebpMux(const WebpMux&) = delete;
  WebpMux& operator=(const WebpMux&) = delete;
  WebPMux* get() const { return mux_; }
  // In the place of what *file has.
  void Assemble(WebPData* file) const;

 private:
  WebPMux* mux_;
};
void CheckWebpMux(WebPMuxError status,
                  std::source_location where = std::source_location::current());

// webp_metadata.cpp
void ReadWebpProfiles(const WebPDemuxer* demuxer, Image* image);
// Puts the profiles of the image, if it has any, into a file, in place.
void AddWebpProfiles(const Image* image, WebPData* file, ExceptionInfo* exception);

// webp_options.cpp: -quality and -define webp:...
WebPConfig WebpOptions(const ImageInfo* image_info);

// webp_canvas.cpp: the frames of a list as they are to be seen, of straight ARGB.
class WebpCanvas {
 public:
  explicit WebpCanvas(const Image* first);
  std::size_t columns() const { return columns_; }
  std::size_t rows() const { return rows_; }
  const std::uint32_t* pixels() const { return pixels_.data(); }
  // Draws an image over what is left of the one before.
  void Draw(Image* image, ExceptionInfo* exception);

 private:
  void Dispose();

  std::size_t columns_;
  std::size_t rows_;
  MemoryClaim claim_;
  std::vector<std::uint32_t> pixels_;
  std::vector<std::uint32_t> kept_;  // from before a frame that is to be undone
  const Image* drawn_ = nullptr;
};

// The samples of a row as ARGB.
void WebpRow(const Image* image, const PixelPacket* pixels, std::uint32_t* argb);

// webp_write.cpp, webp_write_animation.cpp
[[noreturn]] void FailWebpEncoder(int error,
                                  std::source_location where = std::source_location::current());
int WebpProgress(int percent, const WebPPicture* picture);
void WriteWebpAnimation(const WebPConfig& config, Image* first, ExceptionInfo* exception);

// webp_frames.cpp: libwebp's encoder merges frames that look alike, and a list of images would come
// back shorter. Gives every image a frame of its own, with its delay. *file: of that encoder, in
// which each image lasts 1 ms.
void SeparateWebpFrames(const Image* first, const WebpCanvas& canvas, WebPData* file);

// webp_read_animation.cpp
void ReadWebpAnimation(const ImageInfo* image_info, const WebPData& file,
                       const WebPDemuxer* demuxer, Image* first, ExceptionInfo* exception);

// A picture of libwebp.
class WebpPicture {
 public:
  WebpPicture(std::size_t columns, std::size_t rows);
  ~WebpPicture() { WebPPictureFree(&picture_); }
  WebpPicture(const WebpPicture&) = delete;
  WebpPicture& operator=(const WebpPicture&) = delete;
  WebPPicture* get() { return &picture_; }
  std::uint32_t* Row(std::size_t y) {
    return picture_.argb + y * static_cast<std::size_t>(picture_.argb_stride);
  }

 private:
  WebPPicture picture_;
};

Image* ReadWebp(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteWebp(const ImageInfo* image_info, Image* first);

}  // namespace lodestone::coders
