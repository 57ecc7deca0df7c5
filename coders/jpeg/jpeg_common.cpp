#include <cstdio>
#include <cstring>

#include <jerror.h>

#include "coders/jpeg/jpeg.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

[[noreturn]] void OnError(j_common_ptr info) {
  JpegClient& client = ClientOf(info);
  info->err->format_message(info, client.message);
  std::longjmp(client.jump, 1);
}

// Counts a warning; true if there have been too many of the same kind. Does not throw.
bool TooManyWarnings(JpegClient& client, int code) noexcept {
  try {
    return ++client.warnings[code] > client.max_warnings;
  } catch (...) {
    return true;
  }
}

void OnMessage(j_common_ptr info, int level) {
  if (level >= 0) return;  // a trace message
  JpegClient& client = ClientOf(info);
  char message[JMSG_LENGTH_MAX];
  info->err->format_message(info, message);
  if (info->is_decompressor && TooManyWarnings(client, info->err->msg_code)) {
    char error[JMSG_LENGTH_MAX];
    std::snprintf(error, sizeof error, "%.120s; more than jpeg:max-warnings=%u of these", message,
                  client.max_warnings);
    JumpWithError(info, error);
  }
  if (info->err->num_warnings++ == 0) {
    Report(client.exception, info->is_decompressor ? CorruptImageWarning : CoderWarning, message,
           client.blob->filename);
  }
}

// Every scan of a progressive file costs a full pass over the image, however short it is.
void OnProgress(j_common_ptr info) {
  if (!info->is_decompressor) return;
  const int scan = reinterpret_cast<j_decompress_ptr>(info)->input_scan_number;
  if (scan > ClientOf(info).max_scans) JumpWithError(info, "Too many scans");
}

unsigned int IsJpeg(const unsigned char* magick, const std::size_t length) {
  return length >= 3 && std::memcmp(magick, "\377\330\377", 3) == 0;
}

}  // namespace

JpegClient::JpegClient(Image* image, ExceptionInfo* exception_info, ExceptionType error_severity)
    : blob(image), exception(exception_info), severity(error_severity) {
  jpeg_std_error(&errors);
  errors.error_exit = OnError;
  errors.emit_message = OnMessage;
  progress.progress_monitor = OnProgress;
}

void JumpWithError(j_common_ptr info, const char* message) {
  JpegClient& client = ClientOf(info);
  if (message != client.message) std::strncpy(client.message, message, JMSG_LENGTH_MAX - 1);
  std::longjmp(client.jump, 1);
}

void SetDctMethod(const ImageInfo* image_info, J_DCT_METHOD& method) {
  const char* value = AccessDefinition(image_info, "jpeg", "dct-method");
  if (value == nullptr) return;
  const std::pair<const char*, J_DCT_METHOD> names[] = {{"ISLOW", JDCT_ISLOW},
                                                        {"IFAST", JDCT_IFAST},
                                                        {"FLOAT", JDCT_FLOAT},
                                                        {"DEFAULT", JDCT_DEFAULT},
                                                        {"FASTEST", JDCT_FASTEST}};
  for (const auto& [name, value_of] : names) {
    if (LocaleCompare(value, name) == 0) method = value_of;
  }
}

bool JpegFlag(const ImageInfo* image_info, const char* key, bool otherwise) {
  const char* value = AccessDefinition(image_info, "jpeg", key);
  return value == nullptr ? otherwise : LocaleCompare(value, "FALSE") != 0;
}

void RegisterJpegImage() {
  for (const char* name : {"JPEG", "JPG"}) {
    FormatEntry entry{name, "Joint Photographic Experts Group JFIF format", "JPEG", ReadJpeg,
                      WriteJpeg};
    entry.magick = std::strcmp(name, "JPEG") == 0 ? IsJpeg : nullptr;
    entry.adjoin = false;
    entry.traits = {"8", "", "", "ICC, EXIF, XMP, IPTC, comment", "65500x65500"};
    entry.version = "libjpeg-turbo";
    RegisterFormat(entry);
  }
}

}  // namespace lodestone::coders
