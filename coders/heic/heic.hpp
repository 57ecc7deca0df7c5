// Shared by the parts of the HEIC coder; no other code sees libheif.
#pragma once

#include <memory>

#include <libheif/heif.h>

#include "coders/common/coder.hpp"

namespace lodestone::coders {

struct HeifRelease {
  void operator()(heif_context* context) const { heif_context_free(context); }
  void operator()(heif_image_handle* handle) const { heif_image_handle_release(handle); }
  void operator()(heif_image* image) const { heif_image_release(image); }
  void operator()(heif_decoding_options* options) const { heif_decoding_options_free(options); }
  void operator()(heif_encoding_options* options) const { heif_encoding_options_free(options); }
  void operator()(heif_encoder* encoder) const { heif_encoder_release(encoder); }
  void operator()(heif_color_profile_nclx* colors) const { heif_nclx_color_profile_free(colors); }
};
template <class Object>
using HeifOwner = std::unique_ptr<Object, HeifRelease>;

// Takes over; fails if there is nothing.
template <class Object>
HeifOwner<Object> OwnHeif(Object* object) {
  if (object == nullptr) throw std::bad_alloc();
  return HeifOwner<Object>(object);
}

// Fails with what libheif says.
void CheckHeif(const heif_error& error, ExceptionType severity);

// How many threads it may use: one where more cannot be started. Fails if even those that libheif's
// coder cannot do without, `own`, cannot: it would wait for them for ever.
unsigned HeifThreads(unsigned own);

Image* ReadHeic(const ImageInfo* image_info, ExceptionInfo* exception);
unsigned int WriteHeic(const ImageInfo* image_info, Image* image);

}  // namespace lodestone::coders
