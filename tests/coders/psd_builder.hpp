// Photoshop documents, part by part.
#pragma once

#include <string>

#include "tests/coders/test_support.hpp"

namespace lodestone::coders::test {

inline void PutBig(Bytes& bytes, std::uint64_t value, unsigned length) {
  while (length-- > 0) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * length));
}
inline void PutText(Bytes& bytes, const std::string& text) {
  bytes.insert(bytes.end(), text.begin(), text.end());
}
inline void PutBytes(Bytes& bytes, const Bytes& more) {
  bytes.insert(bytes.end(), more.begin(), more.end());
}

// A document of 3x2 pixels.
struct Psd {
  unsigned version = 1;
  unsigned channels = 3;
  unsigned depth = 8;
  unsigned mode = 3;
  Bytes colors;
  Bytes resources;
  Bytes layers;  // of the part, with its own lengths
  unsigned compression = 0;
  Bytes data;

  Bytes File() const {
    Bytes out;
    PutText(out, "8BPS");
    PutBig(out, version, 2);
    PutBig(out, 0, 6);
    PutBig(out, channels, 2);
    PutBig(out, 2, 4);
    PutBig(out, 3, 4);
    PutBig(out, depth, 2);
    PutBig(out, mode, 2);
    for (const Bytes* part : {&colors, &resources, &layers}) {
      PutBig(out, part->size(), part == &layers && version == 2 ? 8 : 4);
      PutBytes(out, *part);
    }
    PutBig(out, compression, 2);
    PutBytes(out, data);
    return out;
  }
};

// A layer of grey or colours; each channel has its compression before it.
struct PsdLayerParts {
  int x = 0, y = 0, columns = 3, rows = 2;
  std::vector<std::pair<int, Bytes>> channels;
  std::string blend = "norm";
  unsigned opacity = 255;
  unsigned flags = 0;
  std::string name = "name";
};

// The part of a document with these layers; `count` may be negative.
inline Bytes PsdLayersPart(const std::vector<PsdLayerParts>& layers, int count) {
  Bytes body;
  PutBig(body, static_cast<std::uint16_t>(count), 2);
  for (const PsdLayerParts& layer : layers) {
    for (const int side : {layer.y, layer.x, layer.y + layer.rows, layer.x + layer.columns})
      PutBig(body, static_cast<std::uint32_t>(side), 4);
    PutBig(body, layer.channels.size(), 2);
    for (const auto& [number, bytes] : layer.channels) {
      PutBig(body, static_cast<std::uint16_t>(number), 2);
      PutBig(body, bytes.size(), 4);
    }
    PutText(body, "8BIM" + layer.blend);
    for (const unsigned field : {layer.opacity, 0u, layer.flags, 0u}) PutBig(body, field, 1);
    const std::size_t padded = (layer.name.size() + 1 + 3) / 4 * 4;
    PutBig(body, 4 + 4 + padded, 4);
    PutBig(body, 0, 8);
    PutBig(body, layer.name.size(), 1);
    PutText(body, layer.name);
    body.resize(body.size() + padded - 1 - layer.name.size());
  }
  for (const PsdLayerParts& layer : layers) {
    for (const auto& channel : layer.channels) PutBytes(body, channel.second);
  }
  if (body.size() % 2 != 0) body.push_back(0);
  Bytes part;
  PutBig(part, body.size(), 4);
  PutBytes(part, body);
  PutBig(part, 0, 4);
  return part;
}

}  // namespace lodestone::coders::test
