// Adding formats to the registry.
#pragma once

#include "base/coder_api.hpp"
#include "magick/magick.h"

// The entry point of a loadable coder: LS_CODER_ENTRY(GIF) { RegisterFormat(...); }
#define LS_CODER_ENTRY(name)                                                          \
  extern "C" __attribute__((visibility("default"))) void Register##name##Image(void); \
  void Register##name##Image(void)

LS_CODER_API_BEGIN
namespace lodestone::coders {

// What people ask about a format, for lists and docs/formats.md. "" is none.
struct FormatTraits {
  const char* depths = "";    // bits per sample in files: "1, 2, 4, 8, 16"
  const char* alpha = "";     // "yes", "1 bit", "unassociated"
  const char* frames = "";    // "animation", "pages"
  const char* metadata = "";  // "ICC, EXIF, XMP, comment"
  const char* limits = "";    // of the format: "65535x65535"
};

// Adds one format. Null handlers are absent.
struct FormatEntry {
  const char* name;
  const char* description;
  const char* module;
  DecoderHandler decoder = nullptr;
  EncoderHandler encoder = nullptr;
  MagickHandler magick = nullptr;
  bool adjoin = true;
  bool raw = false;      // does not contain its size: -size is needed
  bool stealth = false;  // not listed
  CoderClass coder_class = PrimaryCoderClass;
  ExtensionTreatment extension = HintExtensionTreatment;
  const char* version = nullptr;  // of the library
  FormatTraits traits = {};
  bool in_memory = true;  // its bytes alone are an image, wherever they come from
};
void RegisterFormat(const FormatEntry& format);

}  // namespace lodestone::coders
LS_CODER_API_END
