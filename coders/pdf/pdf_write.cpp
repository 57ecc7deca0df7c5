#include "coders/common/modules.hpp"
#include "coders/common/profiles.hpp"
#include "coders/common/registration.hpp"
#include "coders/pages/page_placement.hpp"
#include "coders/pages/page_streams.hpp"
#include "coders/pages/stream_text.hpp"
#include "coders/pdf/pdf.hpp"
#include "coders/pdf/pdf_file.hpp"
#include "coders/pdf/pdf_page.hpp"

namespace lodestone::coders {
namespace {

constexpr PageCompressions kCompressions = {"PDF", ZipCompression};

const char* DeviceSpace(unsigned samples) {
  return samples == 1 ? "/DeviceGray" : samples == 4 ? "/DeviceCMYK" : "/DeviceRGB";
}

// Colours that are those of the space `base`.
std::string PaletteSpace(const Image* image, const std::string& base) {
  return "[/Indexed " + base + " " + std::to_string(image->colors - 1) + " <" +
         HexText(PaletteOf(image)) + ">]";
}

class PdfWriter {
 public:
  PdfWriter(const ImageInfo* image_info, Image* first)
      : info_(image_info), file_(first), catalog_(file_.Reserve()), pages_(file_.Reserve()) {}

  void WritePage(Image* image) {
    const PagePlacement placed = PlaceOnPage(info_, image);
    const unsigned page = file_.Reserve(), content = file_.Reserve(), picture = file_.Reserve();
    file_.WriteObject(page, "<< /Type /Page /Parent " + PdfReference(pages_) +
                                " /Resources << /XObject << /Im0 " + PdfReference(picture) +
                                " >> >> /MediaBox [0 0 " + NumberText(placed.page_width) + " " +
                                NumberText(placed.page_height) + "] /Contents " +
                                PdfReference(content) + " >>");
    const std::string draw = "q " + NumberText(placed.width) + " 0 0 " + NumberText(placed.height) +
                             " " + NumberText(placed.x) + " " + NumberText(placed.y) +
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
    const PageLayout layout = PageLayoutOf(info_, image, {});
    const CompressionType compression = CompressionOfPage(kCompressions, info_, image, layout);
    const StreamFilter filter = FilterOf(compression);
    const unsigned mask = layout.alpha_bits != 0 ? file_.Reserve() : 0;
    std::string entries = "/Type /XObject /Subtype /Image /Width " +
                          std::to_string(image->columns) + " /Height " +
                          std::to_string(image->rows);
    const std::string mask_entries = entries;
    if (mask != 0) entries += " /SMask " + PdfReference(mask);
    if (IsFaxCompression(compression))
      WriteFax(image, object, entries);
    else if (compression == JPEGCompression)
      WriteJpeg(image, object, entries);
    else
      WriteSamples(image, layout, filter, object, entries);
    if (mask != 0) WriteMask(image, layout, filter, mask, mask_entries);
  }

  void WriteFax(Image* image, unsigned object, const std::string& entries) {
    const ForeignFile fax = FaxOfPage(info_, image);
    file_.BeginStream(object, entries +
                                  " /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter "
                                  "/CCITTFaxDecode /DecodeParms " +
                                  FaxParameters(image));
    file_.Put(fax.bytes());
    file_.EndStream();
  }

  void WriteJpeg(Image* image, unsigned object, const std::string& entries) {
    const ForeignFile jpeg = JpegOfPage(info_, image);
    const unsigned samples = SamplesOfJpeg(jpeg.bytes());
    // Inks are inverted in JPEG files.
    file_.BeginStream(object, entries + " /ColorSpace " + SpaceOf(image, samples) +
                                  " /BitsPerComponent 8 /Filter /DCTDecode" +
                                  (samples == 4 ? " /Decode [1 0 1 0 1 0 1 0]" : ""));
    file_.Put(jpeg.bytes());
    file_.EndStream();
  }

  void WriteSamples(Image* image, const PageLayout& layout, StreamFilter filter, unsigned object,
                    const std::string& entries) {
    std::string space =
        layout.bilevel ? DeviceSpace(1) : SpaceOf(image, SamplesPerPixel(layout.channels));
    if (layout.palette) space = PaletteSpace(image, space);
    file_.BeginStream(object, PdfFilterEntry(filter) + entries + " /ColorSpace " + space +
                                  " /BitsPerComponent " + std::to_string(layout.bits));
    WriteRows(image, filter, layout.RowBytes(image->columns),
              [&](const ConstPixels& source, std::size_t y, std::uint8_t* row) {
                ExportPageRow(layout, source, y, row);
              });
  }

  void WriteMask(Image* image, const PageLayout& layout, StreamFilter filter, unsigned object,
                 const std::string& entries) {
    file_.BeginStream(object, PdfFilterEntry(filter) + entries +
                                  " /ColorSpace /DeviceGray /BitsPerComponent " +
                                  std::to_string(layout.alpha_bits));
    WriteRows(image, filter, layout.AlphaRowBytes(image->columns),
              [&](const ConstPixels& source, std::size_t y, std::uint8_t* row) {
                ExportPageAlpha(layout, source, y, row);
              });
  }

  // The data of the stream that has begun.
  template <class Export>
  void WriteRows(Image* image, StreamFilter filter, std::size_t row_bytes, Export to_row) {
    const ConstPixels source = AllPixels(image, &image->exception);
    const auto encoder = NewStreamEncoder(filter, file_, image,
                                          std::uint64_t{row_bytes} * image->rows, info_->quality);
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
    if (SamplesOfIcc(icc) != samples) return DeviceSpace(samples);
    if (!std::ranges::equal(icc, profile_)) {
      profile_.assign(icc.begin(), icc.end());
      profile_object_ = file_.Reserve();
      WritePdfStream(file_, profile_object_,
                     "/N " + std::to_string(samples) + " /Alternate " + DeviceSpace(samples), icc);
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
