#include <optional>

#include "base/owner.hpp"
#include "coders/common/compression_loss.hpp"
#include "coders/common/metadata.hpp"
#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/pdf/pdf.hpp"
#include "coders/pdf/pdf_file.hpp"
#include "coders/pdf/pdf_layout.hpp"
#include "coders/pdf/pdf_page.hpp"
#include "magick/compress.h"
#include "magick/core/system/memory.hpp"
#include "magick/profile.h"

namespace lodestone::coders {
namespace {

// A file of another format that becomes the data of a stream.
struct Foreign {
  MagickPtr<unsigned char> data;
  std::size_t length = 0;
  ByteSpan bytes() const { return {data.get(), length}; }
};

bool IsFax(CompressionType compression) {
  return compression == FaxCompression || compression == Group4Compression;
}

bool IsPossible(CompressionType compression) {
  return compression == NoCompression || compression == LZWCompression ||
         compression == RLECompression || compression == ZipCompression ||
         compression == JPEGCompression || IsFax(compression);
}

CompressionType CompressionOf(const ImageInfo* image_info, Image* image, const PdfLayout& layout) {
  const CompressionType asked = image_info->compression;
  const bool keeps_jpeg =
      image->compression == JPEGCompression && !layout.bilevel && !layout.palette;
  if (asked == UndefinedCompression && !keeps_jpeg) return ZipCompression;
  const CompressionType wanted = asked == UndefinedCompression ? JPEGCompression : asked;
  if (!IsPossible(wanted)) {
    WarnOfAbsentCompression("PDF", image, asked, ZipCompression, &image->exception);
    return ZipCompression;
  }
  const char* const loss = LossOf(wanted, image, true, &image->exception);
  if (loss == nullptr) return wanted;
  if (wanted == asked) WarnOfCompression(image, asked, loss, ZipCompression, &image->exception);
  return ZipCompression;
}

PdfFilter FilterOf(CompressionType compression) {
  switch (compression) {
    case NoCompression:
      return PdfFilter::kNone;
    case LZWCompression:
      return PdfFilter::kLzw;
    case RLECompression:
      return PdfFilter::kRunLengths;
    default:
      return PdfFilter::kFlate;
  }
}

// The samples of a pixel in a JPEG file.
unsigned SamplesOfJpeg(ByteSpan file) {
  ByteCursor cursor(file);
  cursor.Skip(2);
  for (;;) {
    const unsigned marker = cursor.U16Be();
    const ByteSpan segment = cursor.Take(std::max<std::size_t>(cursor.U16Be(), 2) - 2);
    const bool is_frame = marker >= 0xffc0 && marker <= 0xffcf && marker != 0xffc4 &&
                          marker != 0xffc8 && marker != 0xffcc;
    if (is_frame && segment.size() > 5) return segment[5];
  }
}

class PdfWriter {
 public:
  PdfWriter(const ImageInfo* image_info, Image* first)
      : info_(image_info), file_(first), catalog_(file_.Reserve()), pages_(file_.Reserve()) {}

  void WritePage(Image* image) {
    const PdfPlacement placed = PlaceOnPage(info_, image);
    const unsigned page = file_.Reserve(), content = file_.Reserve(), picture = file_.Reserve();
    file_.WriteObject(page, "<< /Type /Page /Parent " + PdfReference(pages_) +
                                " /Resources << /XObject << /Im0 " + PdfReference(picture) +
                                " >> >> /MediaBox [0 0 " + PdfNumber(placed.page_width) + " " +
                                PdfNumber(placed.page_height) + "] /Contents " +
                                PdfReference(content) + " >>");
    const std::string draw = "q " + PdfNumber(placed.width) + " 0 0 " + PdfNumber(placed.height) +
                             " " + PdfNumber(placed.x) + " " + PdfNumber(placed.y) +
                             " cm /Im0 Do Q";
    WritePdfStream(file_, content, "", AsBytes(draw));
    WriteImage(image, picture);
    kids_ += PdfReference(page) + "\n";
    ++count_;
  }

  void Finish() {
    file_.WriteObject(catalog_, "<< /Type /Catalog /Pages " + PdfReference(pages_) + " >>");
    file_.WriteObject(
        pages_, "<< /Type /Pages /Count " + std::to_string(count_) + " /Kids [\n" + kids_ + "] >>");
    const std::string entries = PdfInformation(info_);
    const unsigned information = entries.empty() ? 0 : file_.Reserve();
    if (information != 0) file_.WriteObject(information, "<<\n" + entries + ">>");
    file_.Finish(catalog_, information);
  }

 private:
  void WriteImage(Image* image, unsigned object) {
    const PdfLayout layout = PdfLayoutOf(info_, image);
    const CompressionType compression = CompressionOf(info_, image, layout);
    const PdfFilter filter = FilterOf(compression);
    const unsigned mask = layout.alpha_bits != 0 ? file_.Reserve() : 0;
    std::string entries = "/Type /XObject /Subtype /Image /Width " +
                          std::to_string(image->columns) + " /Height " +
                          std::to_string(image->rows);
    const std::string mask_entries = entries;
    if (mask != 0) entries += " /SMask " + PdfReference(mask);
    if (IsFax(compression))
      WriteFax(image, object, entries);
    else if (compression == JPEGCompression)
      WriteJpeg(image, object, entries);
    else
      WriteSamples(image, layout, filter, object, entries);
    if (mask != 0) WriteMask(image, layout, filter, mask, mask_entries);
  }

  void WriteFax(Image* image, unsigned object, const std::string& entries) {
    Foreign fax;
    fax.data.reset(ImageToHuffman2DBlob(image, info_, &fax.length, &image->exception));
    if (fax.data == nullptr) FailAfter(&image->exception, CoderError, "Unable to write image");
    file_.BeginStream(object, entries +
                                  " /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter "
                                  "/CCITTFaxDecode /DecodeParms << /K -1 /Columns " +
                                  std::to_string(image->columns) + " /Rows " +
                                  std::to_string(image->rows) + " >>");
    file_.Put(fax.bytes());
    file_.EndStream();
  }

  // Without profiles and texts, which have their own places.
  Foreign JpegOf(Image* image) {
    const Owner<Image, DestroyImage> copy(CloneImage(image, 0, 0, MagickTrue, &image->exception));
    if (copy == nullptr) throw std::bad_alloc();
    ProfileImage(copy.get(), "*", nullptr, 0, MagickFalse);
    StoreText(copy.get(), "comment", nullptr);
    Foreign jpeg;
    jpeg.data.reset(ImageToJPEGBlob(copy.get(), info_, &jpeg.length, &image->exception));
    if (jpeg.data == nullptr) FailAfter(&image->exception, CoderError, "Unable to write image");
    return jpeg;
  }

  void WriteJpeg(Image* image, unsigned object, const std::string& entries) {
    const Foreign jpeg = JpegOf(image);
    const unsigned samples = SamplesOfJpeg(jpeg.bytes());
    // Inks are inverted in JPEG files.
    file_.BeginStream(object, entries + " /ColorSpace " + SpaceOf(image, samples) +
                                  " /BitsPerComponent 8 /Filter /DCTDecode" +
                                  (samples == 4 ? " /Decode [1 0 1 0 1 0 1 0]" : ""));
    file_.Put(jpeg.bytes());
    file_.EndStream();
  }

  void WriteSamples(Image* image, const PdfLayout& layout, PdfFilter filter, unsigned object,
                    const std::string& entries) {
    std::string space =
        layout.bilevel ? PdfDeviceSpace(1) : SpaceOf(image, SamplesPerPixel(layout.channels));
    if (layout.palette) space = PdfPaletteSpace(image, space);
    file_.BeginStream(object, PdfFilterEntry(filter) + entries + " /ColorSpace " + space +
                                  " /BitsPerComponent " + std::to_string(layout.bits));
    WriteRows(image, filter, layout.RowBytes(image->columns),
              [&](const ConstPixels& source, std::size_t y, std::uint8_t* row) {
                ExportPdfRow(layout, source, y, row);
              });
  }

  void WriteMask(Image* image, const PdfLayout& layout, PdfFilter filter, unsigned object,
                 const std::string& entries) {
    file_.BeginStream(object, PdfFilterEntry(filter) + entries +
                                  " /ColorSpace /DeviceGray /BitsPerComponent " +
                                  std::to_string(layout.alpha_bits));
    WriteRows(image, filter, layout.AlphaRowBytes(image->columns),
              [&](const ConstPixels& source, std::size_t y, std::uint8_t* row) {
                ExportPdfAlpha(layout, source, y, row);
              });
  }

  // The data of the stream that has begun.
  template <class Export>
  void WriteRows(Image* image, PdfFilter filter, std::size_t row_bytes, Export to_row) {
    const ConstPixels source = AllPixels(image, &image->exception);
    const auto encoder =
        NewPdfEncoder(filter, file_, image, std::uint64_t{row_bytes} * image->rows, info_->quality);
    std::vector<std::uint8_t> row(row_bytes);
    CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
    for (std::size_t y = 0; y < image->rows; ++y) {
      to_row(source, y, row.data());
      encoder->Put(row);
      progress.Tick(y);
    }
    encoder->Finish();
    file_.EndStream();
  }

  // The image's ICC profile, if it is for such pixels; else the space of the device. Successive
  // pages with the same profile share it.
  std::string SpaceOf(const Image* image, unsigned samples) {
    const ByteSpan icc = ProfileOf(image, "ICM");
    if (SamplesOfIcc(icc) != samples) return PdfDeviceSpace(samples);
    if (!std::ranges::equal(icc, profile_)) {
      profile_.assign(icc.begin(), icc.end());
      profile_object_ = file_.Reserve();
      WritePdfStream(file_, profile_object_,
                     "/N " + std::to_string(samples) + " /Alternate " + PdfDeviceSpace(samples),
                     icc);
    }
    return "[/ICCBased " + PdfReference(profile_object_) + "]";
  }

  const ImageInfo* const info_;
  PdfFile file_;
  const unsigned catalog_, pages_;
  std::string kids_;
  unsigned long count_ = 0;
  std::vector<std::uint8_t> profile_;
  unsigned profile_object_ = 0;
};

}  // namespace

unsigned int WritePdf(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    PdfWriter writer(image_info, first);
    for (Image* image = first; image != nullptr; image = image->next) {
      writer.WritePage(image);
      if (image_info->adjoin == MagickFalse) break;
    }
    writer.Finish();
  });
}

void RegisterPdfFormats(DecoderHandler decoder, MagickHandler magick, const char* version) {
  FormatEntry entry{"PDF", "Portable Document Format", "PDF", decoder, WritePdf, magick};
  entry.version = version;
  entry.traits = {"1, 2, 4, 8, 16", "yes", "pages", "ICC (written), resolution", ""};
  RegisterFormat(entry);
  entry.name = "EPDF";
  entry.description = "Encapsulated Portable Document Format";
  entry.adjoin = false;
  entry.magick = nullptr;
  RegisterFormat(entry);
}

void RegisterPdfImage() {
  RegisterPdfFormats(nullptr, nullptr, nullptr);
}

}  // namespace lodestone::coders
