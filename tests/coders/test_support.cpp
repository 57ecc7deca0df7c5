#include "tests/coders/test_support.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "tests/coders/gm_batch.hpp"

namespace lodestone::coders::test {
namespace fs = std::filesystem;

std::string Exception::Text() const {
  std::string text = std::to_string(info_.severity);
  if (info_.reason != nullptr) text += std::string(" ") + info_.reason;
  if (info_.description != nullptr) text += std::string(" (") + info_.description + ")";
  return text;
}

Info::Info(const std::string& filename) : info_(CloneImageInfo(nullptr)) {
  MagickStrlCpy(info_->filename, filename.c_str(), MaxTextExtent);
}

Info& Info::Size(const std::string& size) {
  CloneString(&info_->size, size.c_str());
  return *this;
}

Info& Info::Define(const std::string& definitions) {
  Exception exception;
  AddDefinitions(info_, definitions.c_str(), exception.get());
  return *this;
}

Bytes ReadWholeFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
}

void WriteWholeFile(const std::string& path, const Bytes& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

bool Exists(const std::string& path) {
  return fs::exists(path);
}

ImageHandle Read(const std::string& filename, Exception& exception) {
  const Info info(filename);
  return ImageHandle(ReadImage(info.get(), exception.get()));
}

ImageHandle ReadBytes(const std::string& magick, const Bytes& bytes, Exception& exception) {
  const Info info;
  MagickStrlCpy(info->magick, magick.c_str(), MaxTextExtent);
  return ImageHandle(BlobToImage(info.get(), bytes.data(), bytes.size(), exception.get()));
}

Bytes Write(const std::string& magick, const ImageHandle& image, const Info& info,
            Exception& exception) {
  MagickStrlCpy(info->magick, magick.c_str(), MaxTextExtent);
  MagickStrlCpy(image->magick, magick.c_str(), MaxTextExtent);
  size_t length = 0;
  void* blob = ImageToBlob(info.get(), image.get(), &length, exception.get());
  if (blob == nullptr) return {};
  const auto* begin = static_cast<const std::uint8_t*>(blob);
  Bytes bytes(begin, begin + length);
  MagickFree(blob);
  return bytes;
}

std::vector<std::uint16_t> Rgba16(const Image* image) {
  std::vector<std::uint16_t> out;
  Exception exception;
  const PixelPacket* p =
      AcquireImagePixels(image, 0, 0, image->columns, image->rows, exception.get());
  if (p == nullptr) return out;
  const std::size_t count = std::size_t{image->columns} * image->rows;
  out.reserve(count * 4);
  for (std::size_t i = 0; i < count; ++i) {
    const Quantum opacity = image->matte ? p[i].opacity : OpaqueOpacity;
    out.push_back(ScaleQuantumToShort(p[i].red));
    out.push_back(ScaleQuantumToShort(p[i].green));
    out.push_back(ScaleQuantumToShort(p[i].blue));
    out.push_back(ScaleQuantumToShort(static_cast<Quantum>(MaxRGB - opacity)));
  }
  return out;
}

Bytes RunGm(const std::string& arguments, int* status) {
  if (auto result = GmBatch::Get().Run(arguments)) {
    if (status != nullptr) *status = result->status;
    return std::move(result->output);
  }
  return OutputOf("gm " + arguments, status);
}

Bytes OutputOf(const std::string& command, int* status) {
  Bytes bytes;
  FILE* pipe = popen((command + " 2>/dev/null").c_str(), "r");
  if (pipe == nullptr) return bytes;
  std::uint8_t buffer[65536];
  for (size_t got; (got = fread(buffer, 1, sizeof(buffer), pipe)) != 0;) {
    bytes.insert(bytes.end(), buffer, buffer + got);
  }
  const int result = pclose(pipe);
  if (status != nullptr) *status = WIFEXITED(result) ? WEXITSTATUS(result) : -1;
  return bytes;
}

bool HaveGm() {
  static const bool have = [] {
    int status = 1;
    const Bytes version = RunGm("version", &status);
    const std::string text(version.begin(), version.end());
    return status == 0 && text.find("GraphicsMagick") != std::string::npos &&
           text.find("Q16") != std::string::npos;
  }();
  return have;
}

std::vector<std::uint16_t> GmRgba16(const std::string& arguments) {
  int status = 0;
  const Bytes bytes = RunGm("convert " + arguments + " -depth 16 -endian MSB rgba:-", &status);
  std::vector<std::uint16_t> out;
  if (status != 0) return out;
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    out.push_back(static_cast<std::uint16_t>(bytes[i] * 256u + bytes[i + 1]));
  }
  return out;
}

bool ReadsFormat(const char* magick) {
  Exception exception;
  const MagickInfo* format = GetMagickInfo(magick, exception.get());
  return format != nullptr && format->decoder != nullptr;
}

std::vector<const char*> Present(std::initializer_list<const char*> formats) {
  std::vector<const char*> present;
  std::copy_if(formats.begin(), formats.end(), std::back_inserter(present), HasFormat);
  return present;
}

std::uint16_t AtOurDepth(std::uint16_t sample) {
  if (QuantumDepth == 16) return sample;
  return static_cast<std::uint16_t>(((sample * 255u + 32895u) >> 16) * 257u);
}

std::vector<std::uint16_t> AtOurDepth(std::vector<std::uint16_t> samples) {
  for (std::uint16_t& sample : samples) sample = AtOurDepth(sample);
  return samples;
}

std::string Corpus() {
  const char* folder = std::getenv("LODESTONE_CORPUS");
  return folder != nullptr && fs::is_directory(fs::path(folder) / "pngsuite") ? folder : "";
}

std::vector<std::string> CorpusFiles(const std::string& folder, const std::string& extension) {
  std::vector<std::string> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(Corpus() + "/" + folder, ignored)) {
    if (entry.path().extension() == extension) files.push_back(entry.path().string());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string Kind::Name() const {
  std::string name =
      std::to_string(columns) + "x" + std::to_string(rows) + " depth " + std::to_string(depth);
  if (matte) name += " matte";
  if (gray) name += " gray";
  if (black_white) name += " bilevel";
  if (colors != 0) name += " colors " + std::to_string(colors);
  return name;
}

namespace {

Quantum RandomQuantum(const Kind& kind, std::mt19937& random) {
  if (kind.black_white) return random() % 2 != 0 ? MaxRGB : 0;
  if (kind.depth > 8) return static_cast<Quantum>(random() % (MaxRGB + 1u));
  return static_cast<Quantum>(ScaleCharToQuantum(random() % 256));
}

PixelPacket RandomPixel(const Kind& kind, std::mt19937& random) {
  PixelPacket pixel = {};
  pixel.red = RandomQuantum(kind, random);
  const bool one_level = kind.gray || kind.black_white;
  pixel.green = one_level ? pixel.red : RandomQuantum(kind, random);
  pixel.blue = one_level ? pixel.red : RandomQuantum(kind, random);
  pixel.opacity = kind.matte ? RandomQuantum(kind, random) : OpaqueOpacity;
  return pixel;
}

}  // namespace

ImageHandle MakeTestImage(const Kind& kind, std::uint32_t seed) {
  const Info info;
  ImageHandle made(AllocateImage(info.get()));
  Image* image = made.get();
  image->columns = kind.columns;
  image->rows = kind.rows;
  image->depth = std::min<unsigned>(kind.depth, QuantumDepth);
  image->matte = kind.matte;
  std::mt19937 random(seed);
  if (kind.colors != 0) {
    AllocateImageColormap(image, kind.colors);
    for (unsigned i = 0; i < kind.colors; ++i) {
      image->colormap[i] = RandomPixel(kind, random);
      if (kind.black_white && i < 2) {
        const Quantum level = i == 0 ? 0 : MaxRGB;
        image->colormap[i] = PixelPacket{level, level, level, OpaqueOpacity};
      }
    }
  }
  Exception exception;
  PixelPacket* q = SetImagePixelsEx(image, 0, 0, image->columns, image->rows, exception.get());
  IndexPacket* indexes = kind.colors != 0 ? AccessMutableIndexes(image) : nullptr;
  for (std::size_t i = 0; i < std::size_t{image->columns} * image->rows; ++i) {
    if (indexes == nullptr) {
      q[i] = RandomPixel(kind, random);
      continue;
    }
    indexes[i] = static_cast<IndexPacket>(random() % kind.colors);
    q[i] = image->colormap[indexes[i]];
  }
  SyncImagePixelsEx(image, exception.get());
  image->is_grayscale = kind.gray || kind.black_white;
  image->is_monochrome = kind.black_white;
  return made;
}

std::string Attribute(const Image* image, const char* key) {
  const ImageAttribute* attribute = GetImageAttribute(image, key);
  return attribute == nullptr || attribute->value == nullptr ? "" : attribute->value;
}

Bytes Profile(const Image* image, const char* name) {
  size_t length = 0;
  const unsigned char* data = GetImageProfile(image, name, &length);
  return data == nullptr ? Bytes() : Bytes(data, data + length);
}

}  // namespace lodestone::coders::test
