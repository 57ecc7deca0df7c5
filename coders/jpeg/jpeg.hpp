// Shared by the parts of the JPEG coder; no other code sees libjpeg.
#pragma once

#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdio>  // jpeglib.h needs FILE
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <jpeglib.h>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

inline constexpr unsigned kDefaultMaxWarnings = 3;  // of one kind, before they count as an error
inline constexpr int kDefaultMaxScans = 100;
inline constexpr std::size_t kJpegMarkerBytesMax = 65533;  // the data of one marker

// Comments and profiles, collected while the header is read.
struct JpegMarkers {
  std::string comment;
  std::map<std::string, std::vector<unsigned char>> profiles;
  std::vector<std::pair<int, std::vector<unsigned char>>> icc;  // number and data of each chunk
  std::vector<unsigned char> data;                              // of the marker being read
  std::size_t total_bytes = 0;
};

// State for libjpeg's callbacks. An error stores its message here and longjmps to JpegCall.
struct JpegClient {
  JpegClient(Image* image, ExceptionInfo* exception_info, ExceptionType error_severity);

  jpeg_error_mgr errors;
  jpeg_progress_mgr progress = {};
  std::jmp_buf jump;
  Image* blob;  // the image that has the file open
  ExceptionInfo* exception;
  ExceptionType severity;
  char message[JMSG_LENGTH_MAX] = "";
  unsigned max_warnings = kDefaultMaxWarnings;
  int max_scans = kDefaultMaxScans;
  std::map<int, unsigned> warnings;  // the count of each
  JpegMarkers* markers = nullptr;
};

inline JpegClient& ClientOf(j_common_ptr info) {
  return *static_cast<JpegClient*>(info->client_data);
}

// Who has `done` what to a file: libjpeg, if there is a reason for it.
void LogJpegCoder(const char* done, const char* reason);

// Leaves libjpeg with an error of this coder. Does not return: longjmps.
[[noreturn]] void JumpWithError(j_common_ptr info, const char* message);

// Runs calls of libjpeg and fails if libjpeg reports an error. `calls` may be left by longjmp, so
// it holds only trivially destructible locals and captures by reference.
template <typename Calls>
[[gnu::noinline]] void JpegCall(JpegClient& client, const Calls& calls) {
  if (setjmp(client.jump) != 0) Fail(client.severity, client.message);
  calls();
}

// jpeg_source.cpp: reads from the client's blob.
void SetJpegSource(j_decompress_ptr info);

// jpeg_markers.cpp: collects markers into the client's.
void CollectJpegMarkers(j_decompress_ptr info);
void StoreJpegMarkers(const JpegMarkers& markers, Image* image);
void WriteJpegMarkers(JpegClient& client, j_compress_ptr info, const Image* image);

// jpeg_quality.cpp: the IJG quality that most likely made these tables; 0 if unknown.
int EstimateJpegQuality(const jpeg_decompress_struct& info);

// -define jpeg:dct-method, for reading and writing.
void SetDctMethod(const ImageInfo* image_info, J_DCT_METHOD& method);

// True unless the definition is "FALSE"; `otherwise` when there is none.
bool JpegFlag(const ImageInfo* image_info, const char* key, bool otherwise);

Image* ReadJpeg(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteJpeg(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
