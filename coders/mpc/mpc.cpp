#include "coders/mpc/mpc.hpp"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "coders/common/modules.hpp"
#include "coders/common/registration.hpp"
#include "magick/utility.h"

namespace lodestone::coders {
namespace {

unsigned int IsMpc(const unsigned char* magick, const std::size_t length) {
  constexpr char kId[] = "id=MagickCache";
  return length >= std::strlen(kId) && std::memcmp(magick, kId, std::strlen(kId)) == 0
             ? MagickTrue
             : MagickFalse;
}

}  // namespace

std::string MpcPreface() {
  const char* const order = std::endian::native == std::endian::little ? "little" : "big";
  return "id=MagickCache  version=Lodestone-1  quantum-depth=" + std::to_string(QuantumDepth) +
         "  byte-order=" + order + "\n";
}

std::string MpcCacheName(const Image* image) {
  if (image->filename[0] == '\0' || std::strcmp(image->filename, "-") == 0)
    Fail(OptionError, "An MPC image is two files, and needs a name");
  char name[MaxTextExtent];
  MagickStrlCpy(name, image->filename, MaxTextExtent);
  AppendImageFormat("cache", name);
  if (std::strcmp(name, image->filename) == 0)
    Fail(OptionError, "The pixels of an MPC image would replace it: name it otherwise");
  return name;
}

std::uint32_t MpcCrc(std::uint32_t crc, const void* data, std::size_t length) {
  return static_cast<std::uint32_t>(crc32_z(crc, static_cast<const Bytef*>(data), length));
}

void RegisterMpcImage() {
  FormatEntry entry{"MPC",    "Images as this build has them in memory (two files)",
                    "MPC",    ReadMpc,
                    WriteMpc, IsMpc};
  entry.in_memory = false;
  entry.traits.frames = "images";
  entry.traits.metadata = "profiles, texts";
  RegisterFormat(entry);
}

}  // namespace lodestone::coders
