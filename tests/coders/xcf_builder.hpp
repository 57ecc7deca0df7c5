// Documents of GIMP, part by part.
#pragma once

#include <string>
#include <vector>

#include "tests/coders/psd_builder.hpp"

namespace lodestone::coders::test {

using XcfProperties = std::vector<std::pair<unsigned, Bytes>>;

inline Bytes Big(std::uint64_t value, unsigned length = 4) {
  Bytes bytes;
  PutBig(bytes, value, length);
  return bytes;
}

// A layer or a mask whose tiles are given as they are stored, one after the other.
struct XcfPart {
  unsigned columns = 2, rows = 2;
  unsigned type = 1;  // of layers: RGB, grey and indexed, each without and with alpha
  std::string name = "name";
  XcfProperties properties;
  unsigned pixel_bytes = 4;
  std::vector<Bytes> tiles;
  std::vector<XcfPart> mask;  // one or none
};

struct Xcf {
  unsigned version = 0;
  unsigned columns = 2, rows = 2;
  unsigned base = 0;
  unsigned precision = 150;
  XcfProperties properties = {{17, {0}}};
  std::vector<XcfPart> layers;  // the topmost first

  unsigned PointerBytes() const { return version >= 11 ? 8 : 4; }

  Bytes File() const {
    Bytes out;
    const std::string number = std::to_string(1000 + version).substr(1);
    PutText(out, "gimp xcf " + (version == 0 ? "file" : "v" + number));
    PutBig(out, 0, 1);
    for (const unsigned field : {columns, rows, base}) PutBig(out, field, 4);
    if (version >= 4) PutBig(out, precision, 4);
    PutProperties(out, properties);
    std::size_t slot = out.size();
    out.insert(out.end(), (layers.size() + 2) * PointerBytes(), 0);  // each list ends with 0
    for (const XcfPart& layer : layers) {
      SetPointer(out, slot);
      slot += PointerBytes();
      PutLayer(out, layer);
    }
    return out;
  }

 private:
  static void PutProperties(Bytes& out, const XcfProperties& list) {
    for (const auto& [type, payload] : list) {
      PutBig(out, type, 4);
      PutBig(out, payload.size(), 4);
      PutBytes(out, payload);
    }
    PutBig(out, 0, 8);
  }

  // At `slot`, that something begins where the file ends now.
  void SetPointer(Bytes& out, std::size_t slot) const {
    const Bytes pointer = Big(out.size(), PointerBytes());
    std::copy(pointer.begin(), pointer.end(), out.begin() + static_cast<std::ptrdiff_t>(slot));
  }

  static void PutName(Bytes& out, const std::string& name) {
    PutBig(out, name.size() + 1, 4);
    PutText(out, name);
    PutBig(out, 0, 1);
  }

  void PutLayer(Bytes& out, const XcfPart& layer) const {
    for (const unsigned field : {layer.columns, layer.rows, layer.type}) PutBig(out, field, 4);
    PutName(out, layer.name);
    PutProperties(out, layer.properties);
    const std::size_t slots = out.size();
    out.insert(out.end(), 2 * PointerBytes(), 0);
    SetPointer(out, slots);
    PutHierarchy(out, layer);
    if (layer.mask.empty()) return;
    SetPointer(out, slots + PointerBytes());
    const XcfPart& mask = layer.mask.front();
    PutBig(out, mask.columns, 4);
    PutBig(out, mask.rows, 4);
    PutName(out, mask.name);
    PutProperties(out, mask.properties);
    const std::size_t slot = out.size();
    PutBig(out, 0, PointerBytes());
    SetPointer(out, slot);
    PutHierarchy(out, mask);
  }

  void PutHierarchy(Bytes& out, const XcfPart& part) const {
    for (const unsigned field : {part.columns, part.rows, part.pixel_bytes}) PutBig(out, field, 4);
    const std::size_t level = out.size();
    out.insert(out.end(), 2 * PointerBytes(), 0);
    SetPointer(out, level);
    PutBig(out, part.columns, 4);
    PutBig(out, part.rows, 4);
    std::size_t slot = out.size();
    out.insert(out.end(), (part.tiles.size() + 1) * PointerBytes(), 0);
    for (const Bytes& tile : part.tiles) {
      SetPointer(out, slot);
      slot += PointerBytes();
      PutBytes(out, tile);
    }
  }
};

}  // namespace lodestone::coders::test
