// Images of text: what LABEL and CAPTION share.
#pragma once

#include <string>

#include "coders/common/coder.hpp"
#include "coders/common/draw_settings.hpp"
#include "magick/operations/annotate/open_setter.hpp"

namespace lodestone::coders {

// Fails if there is no such font.
SetterHandle OpenTypesetter(const DrawInfo& settings, ExceptionInfo* exception);

// The text of an '@' and the name of a file.
std::string TextOfFile(const char* name, ExceptionInfo* exception);

// Fills the image with its background colour and draws the text, whose first line starts there.
void DrawText(const std::string& text, double x, double y, DrawInfo* settings, Image* image,
              ExceptionInfo* exception);

Image* ReadLabel(const ImageInfo* image_info, ExceptionInfo* exception);
Image* ReadCaption(const ImageInfo* image_info, ExceptionInfo* exception);

}  // namespace lodestone::coders
