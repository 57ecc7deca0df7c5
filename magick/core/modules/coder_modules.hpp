// Coders in modules of their own, which are loaded when one of their formats is first asked for.
#pragma once

#include <string>
#include <string_view>

namespace lodestone {

// Whether it is named in MAGICK_CODER_MODULES_OFF, with spaces or commas between names: this
// process does without such modules.
bool IsCoderOff(std::string_view module);

// Loads a coder, which registers its formats, or another module that lies with them. Does nothing
// the second time. Called under a lock that no other call for the same module is without: the
// registry's for coders.
void LoadCoder(const char* module);

// Why a coder could not be loaded, and what to do about it; empty if it has been loaded.
std::string CoderProblem(const char* module);

// Registers the coders that a program is linked with, instead of loading them. Defined only by
// such programs: the tests.
[[gnu::weak]] void RegisterLinkedCoders();

}  // namespace lodestone
