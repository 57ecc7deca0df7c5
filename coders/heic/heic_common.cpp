#include <string>

#include "base/thread_pool.hpp"
#include "coders/common/brands.hpp"
#include "coders/common/registration.hpp"
#include "coders/heic/heic.hpp"

namespace lodestone::coders {
namespace {

unsigned int IsHeic(const unsigned char* magick, const std::size_t length) {
  const bool is =
      HasBrand(magick, length, {"heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1"}) &&
      !HasBrand(magick, length, {"avif", "avis"});
  return is ? MagickTrue : MagickFalse;
}

// libheif's message without the part that only repeats the kind of error.
std::string ReasonOf(const heif_error& error) {
  return std::string("libheif: ") + (error.message == nullptr ? "unknown error" : error.message);
}

}  // namespace

void CheckHeif(const heif_error& error, ExceptionType severity) {
  if (error.code == heif_error_Ok) return;
  if (error.subcode == heif_suberror_Security_limit_exceeded)
    Fail(ResourceLimitError, ReasonOf(error));
  if (error.code == heif_error_Memory_allocation_error) throw std::bad_alloc();
  if (error.subcode == heif_suberror_End_of_data) Fail(severity, "Unexpected end-of-file");
  const bool unsupported =
      error.code == heif_error_Unsupported_feature || error.code == heif_error_Unsupported_filetype;
  Fail(unsupported ? CoderError : severity, ReasonOf(error));
}

unsigned HeifThreads(unsigned own) {
  constexpr unsigned kSpare = 8;  // for frames and files
  const unsigned threads = accel::ThreadLimit();
  if (threads > 1 && accel::ThreadsStart(2 * threads + kSpare)) return threads;
  if (!accel::ThreadsStart(own)) Fail(ResourceLimitError, "Unable to start libheif's threads");
  return 1;
}

}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(HEIC) {
  static const std::string version = std::string("libheif ") + heif_get_version();
  const EncoderHandler encoder =
      heif_have_encoder_for_format(heif_compression_HEVC) != 0 ? WriteHeic : nullptr;
  for (const char* name : {"HEIC", "HEIF"}) {
    FormatEntry entry{name, "High Efficiency Image File Format", "HEIC", ReadHeic, encoder, IsHeic};
    entry.adjoin = false;
    entry.version = version.c_str();
    entry.traits = {"8, 10, 12", "yes", "images (read)", "ICC, CICP, EXIF, XMP, orientation",
                    "65535x65535"};
    RegisterFormat(entry);
  }
}
