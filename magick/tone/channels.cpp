#include "magick/tone/channels.hpp"

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

}  // namespace lodestone
