#include "coders/common/registration.hpp"

#include <deque>
#include <new>
#include <string>

#include "base/on_first_use.hpp"
#include "magick/core/system/memory.hpp"

namespace lodestone::coders {
namespace {

// "depths: 8; alpha: yes; frames: animation", for the note of the registry's entry.
std::string Note(const FormatTraits& traits) {
  std::string note;
  const auto add = [&](const char* name, const char* value) {
    if (*value == '\0') return;
    if (!note.empty()) note += "; ";
    note += std::string(name) + ": " + value;
  };
  add("depths", traits.depths);
  add("alpha", traits.alpha);
  add("frames", traits.frames);
  add("metadata", traits.metadata);
  add("limits", traits.limits);
  return note;
}

// The registry holds pointers only. Called under its lock.
const char* Kept(const std::string& text) {
  static constinit OnFirstUse<std::deque<std::string>> texts;
  return text.empty() ? nullptr : texts.Get().emplace_back(text).c_str();
}

}  // namespace

void RegisterFormat(const FormatEntry& format) {
  MagickPtr<MagickInfo> entry(SetMagickInfo(format.name));
  if (entry == nullptr) throw std::bad_alloc();
  entry->description = format.description;
  entry->module = format.module;
  entry->version = format.version;
  entry->note = Kept(Note(format.traits));
  entry->decoder = format.decoder;
  entry->encoder = format.encoder;
  entry->magick = format.magick;
  entry->adjoin = format.adjoin ? MagickTrue : MagickFalse;
  entry->raw = format.raw ? MagickTrue : MagickFalse;
  entry->blob_support = format.in_memory ? MagickTrue : MagickFalse;
  entry->stealth = format.stealth ? MagickTrue : MagickFalse;
  entry->coder_class = format.coder_class;
  entry->extension_treatment = format.extension;
  if (RegisterMagickInfo(entry.get()) == nullptr) throw std::bad_alloc();
  (void)entry.release();
}

}  // namespace lodestone::coders
