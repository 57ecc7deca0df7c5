#include "bench/modules.hpp"

#include <dlfcn.h>

#include <filesystem>

#include "bench/peer.hpp"

namespace lodestone::bench {
namespace {

struct Module {
  const char* file;
  const char* name;
  const char* package;  // Debian package
};

constexpr Module kModules[] = {
    {"peer_gm.so", "GraphicsMagick", "libgraphicsmagick1-dev"},
    {"peer_imagemagick.so", "ImageMagick 6", "libmagickcore-6.q16-dev"},
    {"peer_vips.so", "libvips", "libvips-dev"},
    {"peer_opencv.so", "OpenCV", "libopencv-dev"},
    {"peer_zimg.so", "zimg", "libzimg-dev"},
    {"peer_stb.so", "stb_image_resize", "libstb-dev"},
};

Peer* Open(const std::filesystem::path& path, std::string& problem) {
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    problem = dlerror();
    return nullptr;
  }
  const auto entry = reinterpret_cast<PeerEntry>(dlsym(handle, "BenchPeer"));
  Peer* peer = entry == nullptr ? nullptr : entry();
  if (peer == nullptr) problem = "could not be started";
  return peer;
}

}  // namespace

Peers OpenPeers() {
  Peers peers;
  Peer& own = LodestonePeer();
  peers.usable.push_back(&own);
  peers.infos.push_back({own.Name(), own.Version(), ""});
  const std::filesystem::path folder =
      std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const Module& module : kModules) {
    PeerInfo info = {module.name, "", ""};
    const std::filesystem::path path = folder / module.file;
    if (std::filesystem::exists(path)) {
      Peer* peer = Open(path, info.missing);
      if (peer != nullptr) {
        peers.usable.push_back(peer);
        info.version = peer->Version();
      }
    } else {
      info.missing = std::string("not built: install the Debian package ") + module.package;
    }
    peers.infos.push_back(info);
  }
  return peers;
}

}  // namespace lodestone::bench
