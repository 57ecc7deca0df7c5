#include "magick/operations/colorspace/channels.hpp"

#include "magick/core/errors/check_known.hpp"

namespace lodestone {

PointRule RuleFor(ChannelType channel, const PointTable* table) {
  switch (channel) {
    case RedChannel:
    case CyanChannel:
      return {.red = table};
    case GreenChannel:
    case MagentaChannel:
      return {.green = table};
    case BlueChannel:
    case YellowChannel:
      return {.blue = table};
    case OpacityChannel:
    case BlackChannel:
      return {.opacity = table};
    case AllChannels:
      return PointRule::ForColors(table);
    default:
      return {};
  }
}

bool HasChannel(const Image* image, ChannelType channel, ExceptionInfo* exception) {
  if (!CheckKnown(channel, exception)) return false;
  bool fits = true;
  switch (channel) {
    case CyanChannel:
    case MagentaChannel:
    case YellowChannel:
    case BlackChannel:
      fits = image->colorspace == CMYKColorspace;
      break;
    case RedChannel:
    case GreenChannel:
    case BlueChannel:
      fits = image->colorspace != CMYKColorspace;
      break;
    default:
      break;
  }
  if (!fits)
    Throw(exception, ImageError, "unable to handle image channel", "image colorspace mismatch");
  return fits;
}

}  // namespace lodestone
