#include "coders/common/palette_rows.hpp"
#include "coders/pages/page_streams.hpp"
#include "coders/pages/stream_text.hpp"
#include "coders/ps/on_paper.hpp"
#include "coders/ps/ps_image.hpp"
#include "coders/ps/text_outputs.hpp"

namespace lodestone::coders {
namespace {

std::string WrappedHex(ByteSpan bytes) {
  constexpr std::size_t kColumns = 72;
  std::string text = "<";
  const std::string digits = HexText(bytes);
  for (std::size_t at = 0; at < digits.size(); at += kColumns)
    text += "\n" + digits.substr(at, kColumns);
  return text + ">";
}

std::string ColorSpaceOf(const Image* image, const PageLayout& layout, unsigned samples) {
  if (layout.palette) {
    return "[/Indexed /DeviceRGB " + std::to_string(image->colors - 1) + " " +
           WrappedHex(PaletteOf(image)) + "]";
  }
  return samples == 1 ? "/DeviceGray" : samples == 4 ? "/DeviceCMYK" : "/DeviceRGB";
}

std::string DecodeOf(const PageLayout& layout, unsigned samples, bool inverted) {
  if (layout.palette) return "[0 " + std::to_string((1u << layout.bits) - 1) + "]";
  std::string text = "[";
  for (unsigned i = 0; i < samples; ++i) text += inverted ? " 1 0" : " 0 1";
  return text + " ]";
}

// Without its source.
std::string Dictionary(const Image* image, unsigned bits, const std::string& decode) {
  const std::string columns = std::to_string(image->columns), rows = std::to_string(image->rows);
  return "<< /ImageType 1 /Width " + columns + " /Height " + rows + " /BitsPerComponent " +
         std::to_string(bits) + "\n/Decode " + decode + " /ImageMatrix [" + columns + " 0 0 -" +
         rows + " 0 " + rows + "]\n";
}

std::string FilterProgram(const std::string& parameters, const std::string& name) {
  return name.empty() ? ""
                      : " " + parameters + (parameters.empty() ? "/" : " /") + name + " filter";
}

class FilteredImage {
 public:
  FilteredImage(const ImageInfo* image_info, unsigned level, Image* blob, Image* opaque)
      : info_(image_info), level_(level), blob_(blob), image_(opaque) {}

  // `holes` is null if there are none, or cannot be.
  void Write(const TransparentPixels* holes) {
    layout_ = PageLayoutOf(info_, image_, {8, false});
    const PageCompressions format = {level_ >= 3 ? "PS3" : "PS2",
                                     level_ >= 3 ? ZipCompression : RLECompression, level_ >= 3};
    const CompressionType compression = CompressionOfPage(format, info_, image_, layout_);
    masked_ = holes != nullptr;
    if (masked_) WriteMask(*holes);
    if (IsFaxCompression(compression)) return WriteFax();
    if (compression == JPEGCompression) return WriteJpeg();
    WriteSamples(FilterOf(compression));
  }

 private:
  static constexpr const char* kSource = "/Source currentfile /ASCII85Decode filter def\n";

  // The program up to its data, which follow at once. That the source is read to its end leaves
  // nothing of it to the interpreter.
  void Begin(unsigned bits, unsigned samples, bool inverted, const std::string& filter) {
    const bool stencil = layout_.bilevel && level_ >= 3 && !masked_ &&
                         AccessDefinition(info_, "ps", "imagemask") != nullptr;
    const std::string space =
        stencil ? "0 setgray\n" : ColorSpaceOf(image_, layout_, samples) + " setcolorspace\n";
    std::string image = Dictionary(image_, bits, DecodeOf(layout_, samples, inverted)) +
                        "/DataSource Source" + filter + " >>\n";
    if (masked_) {
      image = "<< /ImageType 3 /InterleaveType 3 /DataDict\n" + image + "/MaskDict\n" +
              Dictionary(image_, 1, "[0 1]") + "/DataSource Mask >> >>\n";
    }
    WriteText(blob_, space + kSource + "{ " + image + (stencil ? "imagemask" : "image") +
                         " Source flushfile } exec\n");
  }

  void WriteForeign(ByteSpan bytes) {
    Base85Output output(blob_);
    output.Put(bytes);
    output.Finish();
  }

  void WriteFax() {
    const ForeignFile fax = FaxOfPage(info_, image_);
    Begin(1, 1, false, FilterProgram(FaxParameters(image_), "CCITTFaxDecode"));
    WriteForeign(fax.bytes());
  }

  void WriteJpeg() {
    const ForeignFile jpeg = JpegOfPage(info_, image_);
    const unsigned samples = SamplesOfJpeg(jpeg.bytes());
    layout_.palette = layout_.bilevel = false;
    Begin(8, samples, samples == 4, FilterProgram("", "DCTDecode"));
    WriteForeign(jpeg.bytes());
  }

  void WriteSamples(StreamFilter filter) {
    Begin(layout_.bits, layout_.palette ? 1 : SamplesPerPixel(layout_.channels), false,
          FilterProgram("", NameOfFilter(filter)));
    const ConstPixels source = AllPixels(image_, &image_->exception);
    WriteRows(filter, layout_.RowBytes(image_->columns),
              [&](std::size_t y, std::uint8_t* row) { ExportPageRow(layout_, source, y, row); });
  }

  // A stream that is read before the image is, and is gone through again by the mask.
  void WriteMask(const TransparentPixels& holes) {
    constexpr StreamFilter kFilter = StreamFilter::kFlate;
    WriteText(blob_, std::string(kSource) + "{ Source" + FilterProgram("", NameOfFilter(kFilter)) +
                         " /ReusableStreamDecode filter Source flushfile } exec\n");
    WriteRows(kFilter, PackedBytes(image_->columns, 1),
              [&](std::size_t y, std::uint8_t* row) { holes.Pack(y, row); });
    WriteText(blob_, "/Mask exch def\n");
  }

  template <class Export>
  void WriteRows(StreamFilter filter, std::size_t row_bytes, Export to_row) {
    Base85Output output(blob_);
    const auto encoder = NewStreamEncoder(filter, output, image_,
                                          std::uint64_t{row_bytes} * image_->rows, info_->quality);
    std::vector<std::uint8_t> row(row_bytes);
    CodingProgress progress(CodingProgress::Task::kSaving, image_, &image_->exception);
    for (std::size_t y = 0; y < image_->rows; ++y) {
      to_row(y, row.data());
      encoder->Put(row);
      progress.Tick(y);
    }
    encoder->Finish();
    output.Finish();
  }

  const ImageInfo* const info_;
  const unsigned level_;
  Image* const blob_;
  Image* const image_;
  PageLayout layout_;
  bool masked_ = false;
};

}  // namespace

void WritePsFiltered(const ImageInfo* image_info, unsigned level, Image* blob, Image* image) {
  const OnPaper opaque(image);
  FilteredImage writer(image_info, level, blob, opaque.get());
  if (level < 3) return writer.Write(nullptr);
  const TransparentPixels holes(image);
  writer.Write(holes.empty() ? nullptr : &holes);
}

}  // namespace lodestone::coders
