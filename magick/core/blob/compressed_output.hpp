// Compresses what is written to a file.
#pragma once

#include <memory>

#include "magick/core/blob/blob_output.hpp"
#include "magick/core/blob/compressed_format.hpp"

namespace lodestone {

// Like a pipe, it can only be written on. Null: no memory.
std::unique_ptr<BlobOutput> CompressedOutput(std::unique_ptr<BlobOutput> to,
                                             const CompressedFormat& format);

}  // namespace lodestone
