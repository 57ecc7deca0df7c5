// The style sheet of the report page.
#pragma once

namespace lodestone::cli {

// Light or dark by the reader's setting. Colours of paths and parts are distinct in lightness or
// hue for every kind of colour vision, and have shapes and hatchings as well.
extern const char* const kReportStyle;

}  // namespace lodestone::cli
