// One pair of functions per format: register and unregister it.
#pragma once

#include "magick/magick.h"

namespace lodestone::coders {

void RegisterPngImage();
void RegisterJpegImage();
void RegisterPnmImage();
void RegisterRawImage();
void RegisterGeneratedImage();

// Adds one format. Null handlers are absent.
struct FormatEntry {
  const char* name;
  const char* description;
  const char* module;
  DecoderHandler decoder = nullptr;
  EncoderHandler encoder = nullptr;
  MagickHandler magick = nullptr;
  bool adjoin = true;
  bool raw = false;  // does not contain its size: -size is needed
  CoderClass coder_class = PrimaryCoderClass;
  ExtensionTreatment extension = HintExtensionTreatment;
  const char* version = nullptr;
};
void RegisterFormat(const FormatEntry& format);

}  // namespace lodestone::coders
