// The built-in coders. Each registers its formats.
#pragma once

namespace lodestone::coders {

void RegisterPngImage();
void RegisterJpegImage();
void RegisterPnmImage();
void RegisterRawImage();
void RegisterFaxImage();
void RegisterFillImages();
void RegisterBmpImage();
void RegisterMiffImage();
void RegisterHistogramImage();
void RegisterDerivedImage();
void RegisterTextImage();
void RegisterTgaImage();
void RegisterIcoImage();
void RegisterPcxImage();
void RegisterSgiImage();
void RegisterSunImage();
void RegisterXbmImage();
void RegisterXpmImage();
void RegisterWbmpImage();
void RegisterQoiImage();
void RegisterFarbfeldImage();
void RegisterHdrImage();
void RegisterPsdImage();
void RegisterDpxImage();
void RegisterFitsImage();
void RegisterMatImage();
void RegisterPdfImage();
void RegisterJsonImage();
void RegisterLabelImage();
void RegisterMapImage();
void RegisterMonoImage();
void RegisterUilImage();
void RegisterPatternsImage();
void RegisterPcdImage();
void RegisterAvsImage();
void RegisterHrzImage();
void RegisterIdentityImage();
void RegisterMetaImage();
void RegisterMtvImage();
void RegisterMvgImage();
void RegisterPixImage();
void RegisterOtbImage();
void RegisterVicarImage();
void RegisterViffImage();
void RegisterYuvImage();
void RegisterSampleImages();
void RegisterSteganoImage();

}  // namespace lodestone::coders
