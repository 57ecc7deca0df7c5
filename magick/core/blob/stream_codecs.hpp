// The codecs of this build, a source each, since their libraries are optional.
#pragma once

#include <memory>

#include "magick/core/blob/stream_codec.hpp"

namespace lodestone {

std::unique_ptr<StreamCodec> MakeGunzip();
std::unique_ptr<StreamCodec> MakeGzip();
std::unique_ptr<StreamCodec> MakeBunzip2();
std::unique_ptr<StreamCodec> MakeBzip2();
std::unique_ptr<StreamCodec> MakeUnxz();
std::unique_ptr<StreamCodec> MakeXz();

}  // namespace lodestone
