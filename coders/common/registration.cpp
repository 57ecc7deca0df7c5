#include "coders/common/registration.hpp"

#include <deque>
#include <string>

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
  static std::deque<std::string>& texts = *new std::deque<std::string>;
  return text.empty() ? nullptr : texts.emplace_back(text).c_str();
}

}  // namespace

void RegisterFormat(const FormatEntry& format) {
  MagickInfo* entry = SetMagickInfo(format.name);
  if (entry == nullptr) return;
  entry->description = format.description;
  entry->module = format.module;
  entry->version = format.version;
  entry->note = Kept(Note(format.traits));
  entry->decoder = format.decoder;
  entry->encoder = format.encoder;
  entry->magick = format.magick;
  entry->adjoin = format.adjoin ? MagickTrue : MagickFalse;
  entry->raw = format.raw ? MagickTrue : MagickFalse;
  entry->stealth = format.stealth ? MagickTrue : MagickFalse;
  entry->coder_class = format.coder_class;
  entry->extension_treatment = format.extension;
  RegisterMagickInfo(entry);
}

}  // namespace lodestone::coders
