#include "magick/core/formats/static_modules.hpp"

#include "coders/common/modules.hpp"

namespace lodestone {

void RegisterStaticModules() {
  coders::RegisterPngImage();
  coders::RegisterJpegImage();
  coders::RegisterPnmImage();
  coders::RegisterRawImage();
  coders::RegisterFaxImage();
  coders::RegisterFillImages();
  coders::RegisterBmpImage();
  coders::RegisterMiffImage();
  coders::RegisterHistogramImage();
  coders::RegisterDerivedImage();
  coders::RegisterTextImage();
  coders::RegisterTgaImage();
  coders::RegisterIcoImage();
  coders::RegisterPcxImage();
  coders::RegisterSgiImage();
  coders::RegisterSunImage();
  coders::RegisterXbmImage();
  coders::RegisterXpmImage();
  coders::RegisterWbmpImage();
  coders::RegisterQoiImage();
  coders::RegisterFarbfeldImage();
  coders::RegisterHdrImage();
  coders::RegisterPsdImage();
  coders::RegisterDpxImage();
  coders::RegisterFitsImage();
  coders::RegisterMatImage();
  coders::RegisterPdfImage();
  coders::RegisterJsonImage();
  coders::RegisterLabelImage();
  coders::RegisterMapImage();
  coders::RegisterMonoImage();
  coders::RegisterUilImage();
  coders::RegisterPatternsImage();
  coders::RegisterPcdImage();
  coders::RegisterAvsImage();
  coders::RegisterHrzImage();
  coders::RegisterIdentityImage();
  coders::RegisterMetaImage();
  coders::RegisterMtvImage();
  coders::RegisterMvgImage();
  coders::RegisterPixImage();
  coders::RegisterOtbImage();
  coders::RegisterVicarImage();
  coders::RegisterViffImage();
  coders::RegisterYuvImage();
  coders::RegisterSampleImages();
  coders::RegisterSteganoImage();
}

}  // namespace lodestone
