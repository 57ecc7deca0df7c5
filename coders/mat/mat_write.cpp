#include <cstring>
#include <string>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "coders/common/samples.hpp"
#include "coders/mat/mat.hpp"

namespace lodestone::coders {
namespace {

constexpr std::size_t kTextBytes = 116, kOffsetBytes = 8;
constexpr unsigned kVersion = 0x0100;
enum ArrayClass : unsigned { kOfUint8 = 9, kOfUint16 = 11 };

void PutFileHeader(ByteSink& sink) {
  std::string text = "MATLAB 5.0 MAT-file, written by Lodestone";
  text.resize(kTextBytes, ' ');
  sink.Text(text);
  sink.Fill(kOffsetBytes);
  sink.U16Le(kVersion);
  sink.Text("IM");
}

void PutTag(MatNumber number, std::size_t bytes, ByteSink& sink) {
  sink.U32Le(static_cast<std::uint32_t>(number));
  sink.U32Le(static_cast<std::uint32_t>(bytes));
}

// A letter, and a number from the second alphabet on.
std::string NameOf(std::size_t index) {
  constexpr std::size_t kLetters = 26;
  std::string name(1, static_cast<char>('A' + index % kLetters));
  if (index >= kLetters) name += std::to_string(index / kLetters);
  return name;
}

struct MatPlan {
  bool gray = false;
  bool wide = false;  // 16 bits
  std::size_t data_bytes = 0;
  std::size_t padding() const { return (8 - data_bytes % 8) % 8; }
};

MatPlan PlanFor(Image* image) {
  MatPlan plan;
  plan.gray = Analyze(image, true, &image->exception).grayscale;
  plan.wide = image->depth > 8 && QuantumDepth > 8;
  plan.data_bytes =
      std::size_t{image->columns} * image->rows * (plan.gray ? 1 : 3) * (plan.wide ? 2 : 1);
  constexpr std::size_t kMost = 0xfffffe00;
  if (plan.data_bytes > kMost) Fail(CoderError, "Image column or row size is not supported");
  return plan;
}

// All of a matrix before its numbers.
void PutMatrixHeader(const MatPlan& plan, const Image* image, std::size_t index, ByteSink& sink) {
  ByteSink parts;
  PutTag(MatNumber::kUint32, 8, parts);
  parts.U32Le(plan.wide ? kOfUint16 : kOfUint8);
  parts.U32Le(0);
  PutTag(MatNumber::kInt32, plan.gray ? 8 : 12, parts);
  parts.U32Le(static_cast<std::uint32_t>(image->rows));
  parts.U32Le(static_cast<std::uint32_t>(image->columns));
  if (!plan.gray) {
    parts.U32Le(3);
    parts.U32Le(0);
  }
  std::string name = NameOf(index);
  constexpr std::size_t kShortName = 4;
  if (name.size() > kShortName) Fail(CoderError, "Too many images");
  parts.U16Le(static_cast<unsigned>(MatNumber::kInt8));
  parts.U16Le(static_cast<unsigned>(name.size()));
  name.resize(kShortName);
  parts.Text(name);
  PutTag(plan.wide ? MatNumber::kUint16 : MatNumber::kUint8, plan.data_bytes, parts);
  PutTag(MatNumber::kMatrix, parts.size() + plan.data_bytes + plan.padding(), sink);
  sink.Bytes(parts.bytes());
}

void WriteOne(Image* first, Image* image, std::size_t index) {
  ToRgb(image);
  const MatPlan plan = PlanFor(image);
  ByteSink sink;
  if (index == 0) PutFileHeader(sink);
  PutMatrixHeader(plan, image, index, sink);
  sink.Flush(first);
  const ConstPixels source = AllPixels(image, &image->exception);
  std::vector<PixelPacket> column(image->rows);
  std::vector<std::uint8_t> bytes(image->rows * (plan.wide ? 2 : 1));
  CodingProgress progress(CodingProgress::Task::kSaving, image, &image->exception);
  const std::size_t planes = plan.gray ? 1 : 3;
  constexpr Channels kPlanes[] = {Channels::kRed, Channels::kGreen, Channels::kBlue};
  for (std::size_t plane = 0; plane < planes; ++plane) {
    const SampleFormat format{plan.gray ? Channels::kGray : kPlanes[plane], plan.wide ? 2u : 1u,
                              true};
    for (std::size_t x = 0; x < image->columns; ++x) {
      for (std::size_t y = 0; y < image->rows; ++y) column[y] = source.Row(y)[x];
      ExportRow(format, column.data(), nullptr, column.size(), false, bytes.data());
      WriteBytes(first, bytes.data(), bytes.size());
      progress.Tick((plane * image->columns + x) * image->rows / (planes * image->columns));
    }
  }
  sink.Fill(plan.padding());
  sink.Flush(first);
}

unsigned int IsMat(const unsigned char* magick, const std::size_t length) {
  constexpr std::string_view kStart = "MATLAB 5.0 MAT-file,";
  return length >= kStart.size() && std::memcmp(magick, kStart.data(), kStart.size()) == 0
             ? MagickTrue
             : MagickFalse;
}

}  // namespace

unsigned int WriteMat(const ImageInfo* image_info, Image* first) {
  return Encode(image_info, first, [&] {
    std::size_t index = 0;
    for (Image* image = first; image != nullptr; image = image->next) {
      WriteOne(first, image, index++);
      if (image_info->adjoin == MagickFalse) break;
    }
  });
}

void RegisterMatImage() {
  FormatEntry entry{"MAT", "MATLAB Level 4.0-7.0 image formats", "MAT", ReadMat, WriteMat, IsMat};
  entry.traits = {"1, 8, 16, 32, 64, floating point", "", "images", "", "4 GiB"};
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
