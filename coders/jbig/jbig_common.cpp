#include "coders/common/registration.hpp"
#include "coders/jbig/jbig.hpp"
#include "magick/memory.h"

namespace lodestone::coders {

JbigMemory::JbigMemory(std::uint64_t bytes) {
  if (!claim_.Acquire(bytes)) FailOfMemoryLimit();
  void* const probe = bytes > SIZE_MAX ? nullptr : MagickMalloc(static_cast<std::size_t>(bytes));
  if (probe == nullptr) throw std::bad_alloc();
  MagickFree(probe);
}

}  // namespace lodestone::coders

using namespace lodestone::coders;

LS_CODER_ENTRY(JBIG) {
  for (const char* name : {"BIE", "JBG", "JBIG"}) {
    FormatEntry entry{name, "Joint Bi-level Image experts Group interchange format", "JBIG",
                      ReadJbig, WriteJbig};
    entry.adjoin = false;
    entry.version = "libjbig " JBG_VERSION;
    entry.traits.depths = "1 (grey to 8 is read)";
    RegisterFormat(entry);
  }
}
