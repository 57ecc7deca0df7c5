// Scripts in MSL, GraphicsMagick's scripting language.
#pragma once

#include <string>

#include "utilities/shell/handles.hpp"

namespace lodestone::cli {

// Sets a text that %[key] stands for.
void SetScriptText(Image* texts, const std::string& key, const std::string& value);

// Does what the elements of a script say, from first to last. `texts`: an image whose attributes
// are the texts. Throws CommandError, with a hint that says where.
void RunScript(const ImageInfo* info, const Image* texts, const std::string& filename);

}  // namespace lodestone::cli
