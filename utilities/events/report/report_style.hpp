// The style sheet of the report page.
#pragma once

namespace lodestone::cli {

// Light and dark by the reader's setting. Colours of paths and parts differ in lightness or hue for
// every kind of colour vision, and have shapes and hatchings besides.
extern const char* const kReportStyle;

}  // namespace lodestone::cli
