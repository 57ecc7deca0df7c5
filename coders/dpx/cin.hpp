// Kodak's Cineon files, of which DPX is the successor.
#pragma once

#include "coders/dpx/dpx.hpp"

namespace lodestone::coders {

// Where things are in the header.
enum CinOffset : std::size_t {
  kCinImageOffset = 4,
  kCinGenericBytes = 8,
  kCinIndustryBytes = 12,
  kCinUserBytes = 16,
  kCinFileSize = 20,
  kCinVersion = 24,
  kCinCreation = 132,
  kCinOrientation = 192,
  kCinChannels = 193,
  kCinFirstChannel = 196,
  kCinChannelBytes = 28,
  kCinWhitePoint = 420,
  kCinInterleave = 680,
  kCinPacking = 681,
  kCinLinePadding = 684,
  kCinImageEnd = 712,
  kCinSourceCreation = 820,
  kCinGenericEnd = 1024,
  kCinHeaderBytes = 2048
};

inline constexpr std::string_view kCinMark = "\x80\x2a\x5f\xd7";
inline constexpr std::size_t kCinMostChannels = 8;
inline constexpr unsigned kCinLowPadding = 5, kCinHighPadding = 6;  // of words of three samples
inline constexpr std::size_t kCinDateBytes = 12, kCinTimeBytes = 12;
inline constexpr char kCinUserProfile[] = "CINEONUSERDATA";

// Fields that are attributes, named as those of DPX.
inline constexpr DpxField kCinFields[] = {
    {"file.filename", 32, DpxFieldKind::kText, 100, "document"},
    {"image.orientation", kCinOrientation, DpxFieldKind::kByte, 0, nullptr, false},
    {"file.project.name", 452, DpxFieldKind::kText, 200, "comment"},
    {"source.x-offset", kCinImageEnd, DpxFieldKind::kSigned, 0},
    {"source.y-offset", 716, DpxFieldKind::kSigned, 0},
    {"source.filename", 720, DpxFieldKind::kText, 100},
    {"source.device.name", 844, DpxFieldKind::kText, 64},
    {"source.device.model", 908, DpxFieldKind::kText, 32},
    {"source.device.serialnumber", 940, DpxFieldKind::kText, 32},
    {"source.device.pitch.x", 972, DpxFieldKind::kReal, 0},
    {"source.device.pitch.y", 976, DpxFieldKind::kReal, 0},
    {"source.device.gamma", 980, DpxFieldKind::kReal, 0},
    {"mp.film.manufacturer.id", kCinGenericEnd, DpxFieldKind::kByte, 0},
    {"mp.film.type", 1025, DpxFieldKind::kByte, 0},
    {"mp.perfs.offset", 1026, DpxFieldKind::kByte, 0},
    {"mp.prefix", 1028, DpxFieldKind::kLong, 0},
    {"mp.count", 1032, DpxFieldKind::kLong, 0},
    {"mp.format", 1036, DpxFieldKind::kText, 32},
    {"mp.frame.position", 1068, DpxFieldKind::kLong, 0},
    {"mp.frame.rate", 1072, DpxFieldKind::kReal, 0},
    {"mp.frame.id", 1076, DpxFieldKind::kText, 32},
    {"mp.slate.info", 1108, DpxFieldKind::kText, 200}};

Image* ReadCin(const ImageInfo* image_info, ExceptionInfo* exception);

}  // namespace lodestone::coders
