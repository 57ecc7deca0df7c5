#include <algorithm>

#include "coders/common/embedded.hpp"
#include "coders/mng/jng.hpp"
#include "coders/mng/mng.hpp"

namespace lodestone::coders {
namespace {

bool IsAboutColors(std::string_view name) {
  return name == "gAMA" || name == "cHRM" || name == "sRGB" || name == "iCCP" || name == "cICP";
}

// The defaults that the image has not chunks of its own for. Of those about colours, it has all or
// none.
std::vector<ByteSpan> MissingOf(ByteSpan chunks, const MngGlobals& globals) {
  auto missing = globals.defaults;
  for (ByteCursor cursor(chunks); !cursor.AtEnd();) {
    const PngChunk chunk = TakePngChunk(cursor);
    missing.erase(chunk.name);
    if (IsAboutColors(chunk.name))
      std::erase_if(missing, [](const auto& each) { return IsAboutColors(each.first); });
  }
  std::vector<ByteSpan> list;
  for (const auto& [name, whole] : missing) list.push_back(whole);
  return list;
}

// The image as a file of its own. An empty palette stands for that of the MNG file.
std::vector<std::uint8_t> PngFile(ByteSpan chunks, const MngGlobals& globals) {
  ByteSink png;
  png.Text(kPngSignature);
  for (ByteCursor cursor(chunks); !cursor.AtEnd();) {
    const PngChunk chunk = TakePngChunk(cursor);
    if (chunk.name == "PLTE" && chunk.data.empty()) {
      png.Bytes(globals.palette);
      png.Bytes(globals.transparency);
    } else if (chunk.name != "tRNS" || !chunk.data.empty()) {
      png.Bytes(chunk.whole);
    }
    if (chunk.name != "IHDR") continue;
    for (const ByteSpan whole : MissingOf(chunks, globals)) png.Bytes(whole);
  }
  return std::move(png.bytes());
}

}  // namespace

void ReadMngImage(const ImageInfo* image_info, ByteSpan chunks, const MngGlobals& globals,
                  Image* image, ExceptionInfo* exception) {
  ByteCursor cursor(chunks);
  if (TakePngChunk(cursor).name == "JHDR") {
    ReadJngChunks(image_info, chunks, MissingOf(chunks, globals), image, exception);
  } else {
    ReadEmbedded(image_info, "PNG", PngFile(chunks, globals), image, exception);
  }
}

}  // namespace lodestone::coders
