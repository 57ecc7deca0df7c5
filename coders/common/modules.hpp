// The built-in coders. Each registers its formats.
#pragma once

namespace lodestone::coders {

void RegisterPngImage();
void RegisterJpegImage();
void RegisterPnmImage();
void RegisterRawImage();
void RegisterFaxImage();
void RegisterGeneratedImage();

}  // namespace lodestone::coders
