// The layers that an OpenRaster file names.
#pragma once

#include <string>
#include <vector>

#include "coders/common/byte_cursor.hpp"

namespace lodestone::coders {

struct OraLayer {
  std::string source;  // in the archive
  std::string name;
  std::string compose;  // "svg:multiply"
  long x = 0, y = 0;
  double opacity = 1;
  bool visible = true;
};

struct OraStack {
  double x_resolution = 0, y_resolution = 0;  // per inch
  std::vector<OraLayer> layers;               // the topmost first
};

// Of "stack.xml". What is no element of OpenRaster is passed over.
OraStack ParseOraStack(ByteSpan text);

CompositeOperator OraCompositeOf(std::string_view name);

}  // namespace lodestone::coders
