#include <lcms2.h>

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <list>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/owner.hpp"
#include "magick/core/errors/error.hpp"
#include "magick/operations/icc/transform.hpp"
#include "base/on_first_use.hpp"

namespace lodestone::icc {
namespace {

// What lcms2 reported last on this thread.
thread_local char last_report[256];

void KeepReport(cmsContext, cmsUInt32Number, const char* text) {
  (void)std::snprintf(last_report, sizeof(last_report), "%s", text ? text : "");
}

cmsContext Context() {
  static const cmsContext context = [] {
    const cmsContext made = cmsCreateContext(nullptr, nullptr);
    if (made) cmsSetLogErrorHandlerTHR(made, KeepReport);
    return made;
  }();
  return context;
}

// `what` failed, and why as far as lcms2 said so.
void Refuse(const std::string& what, ExceptionInfo* exception) {
  const std::string why = last_report[0] == '\0' ? what : what + ": " + last_report;
  Throw(exception, ResourceLimitError, "Unable to manage color", why.c_str());
}

using ProfileHandle = Owner<std::remove_pointer_t<cmsHPROFILE>, cmsCloseProfile>;

ProfileHandle Open(ProfileBytes profile) {
  last_report[0] = '\0';
  return ProfileHandle(cmsOpenProfileFromMemTHR(Context(), profile.data(),
                                                static_cast<cmsUInt32Number>(profile.size())));
}

struct KnownPrimaries {
  unsigned number;
  cmsCIExyY white;
  cmsCIExyYTRIPLE colors;
};
constexpr cmsCIExyY kD65{0.3127, 0.3290, 1.0};
constexpr cmsCIExyYTRIPLE kP3{{0.680, 0.320, 1}, {0.265, 0.690, 1}, {0.150, 0.060, 1}};
constexpr KnownPrimaries kPrimaries[] = {
    {1, kD65, {{0.640, 0.330, 1}, {0.300, 0.600, 1}, {0.150, 0.060, 1}}},  // sRGB, BT.709
    {5, kD65, {{0.640, 0.330, 1}, {0.290, 0.600, 1}, {0.150, 0.060, 1}}},  // BT.601, 625 lines
    {6, kD65, {{0.630, 0.340, 1}, {0.310, 0.595, 1}, {0.155, 0.070, 1}}},  // 525 lines
    {9, kD65, {{0.708, 0.292, 1}, {0.170, 0.797, 1}, {0.131, 0.046, 1}}},  // BT.2020
    {11, {0.314, 0.351, 1.0}, kP3},
    {12, kD65, kP3},
};

// Light of a sample X: (aX + b)^g, below d cX.
struct KnownTransfer {
  unsigned number;
  double gabcd[5];
};
constexpr KnownTransfer kTransfers[] = {
    {1, {1 / 0.45, 1 / 1.099, 0.099 / 1.099, 1 / 4.5, 0.081}},  // BT.709
    {4, {2.2, 1, 0, 0, 0}},
    {5, {2.8, 1, 0, 0, 0}},
    {8, {1, 1, 0, 0, 0}},
    {13, {2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045}},  // sRGB
};

const KnownPrimaries* PrimariesOf(const Cicp& cicp) {
  constexpr unsigned kUnspecified = 2;
  const unsigned number = cicp.primaries == kUnspecified ? Cicp().primaries : cicp.primaries;
  const auto* found = std::ranges::find(kPrimaries, number, &KnownPrimaries::number);
  return found == std::end(kPrimaries) ? nullptr : found;
}

const KnownTransfer* TransferOf(const Cicp& cicp) {
  constexpr unsigned kBt709 = 1, kUnspecified = 2;
  constexpr unsigned kLikeBt709[] = {6, 14, 15};
  const bool like = std::ranges::find(kLikeBt709, cicp.transfer) != std::end(kLikeBt709);
  const unsigned number = like                            ? kBt709
                          : cicp.transfer == kUnspecified ? Cicp().transfer
                                                          : cicp.transfer;
  const auto* found = std::ranges::find(kTransfers, number, &KnownTransfer::number);
  return found == std::end(kTransfers) ? nullptr : found;
}

using CurveHandle = Owner<cmsToneCurve, cmsFreeToneCurve>;

std::vector<unsigned char> BytesOf(const ProfileHandle& profile) {
  cmsUInt32Number length = 0;
  if (!profile || !cmsSaveProfileToMem(profile.get(), nullptr, &length)) return {};
  std::vector<unsigned char> bytes(length);
  if (!cmsSaveProfileToMem(profile.get(), bytes.data(), &length)) return {};
  return bytes;
}

struct KnownSpace {
  cmsColorSpaceSignature signature;
  unsigned type;  // PT_ of lcms2
  Space space;
};
constexpr KnownSpace kSpaces[] = {
    {cmsSigRgbData, PT_RGB, {RGBColorspace, 3}},
    {cmsSigGrayData, PT_GRAY, {GRAYColorspace, 1}},
    {cmsSigCmykData, PT_CMYK, {CMYKColorspace, 4}},
    {cmsSigLabData, PT_Lab, {LABColorspace, 3}},
    {cmsSigXYZData, PT_XYZ, {XYZColorspace, 3}},
    {cmsSigYCbCrData, PT_YCbCr, {YCbCrColorspace, 3}},
    {cmsSigLuvData, PT_YUV, {YUVColorspace, 3}},
};

const KnownSpace* KnownSpaceOf(cmsHPROFILE profile) {
  const auto* found = std::find_if(
      std::begin(kSpaces), std::end(kSpaces),
      [&](const KnownSpace& each) { return each.signature == cmsGetColorSpace(profile); });
  return found == std::end(kSpaces) ? nullptr : found;
}

cmsUInt32Number Format(const KnownSpace& space) {
  return COLORSPACE_SH(space.type) | CHANNELS_SH(space.space.channels) | BYTES_SH(sizeof(Quantum));
}

cmsUInt32Number Intent(RenderingIntent intent) {
  switch (intent) {
    case SaturationIntent:
      return INTENT_SATURATION;
    case AbsoluteIntent:
      return INTENT_ABSOLUTE_COLORIMETRIC;
    case RelativeIntent:
      return INTENT_RELATIVE_COLORIMETRIC;
    default:
      return INTENT_PERCEPTUAL;
  }
}

class LcmsTransform : public Transform {
 public:
  explicit LcmsTransform(cmsHTRANSFORM transform) : transform_(transform) {}
  ~LcmsTransform() override { cmsDeleteTransform(transform_); }
  LcmsTransform(const LcmsTransform&) = delete;
  LcmsTransform& operator=(const LcmsTransform&) = delete;

  void Convert(const Quantum* from, Quantum* to, std::size_t pixels) const override {
    cmsDoTransform(transform_, from, to, static_cast<cmsUInt32Number>(pixels));
  }

 private:
  const cmsHTRANSFORM transform_;
};

// The cache of lcms2, of one pixel, is the only state that threads would share.
std::shared_ptr<const Transform> Create(const Conversion& conversion, ExceptionInfo* exception) {
  const ProfileHandle from = Open(conversion.from), to = Open(conversion.to);
  const cmsUInt32Number flags =
      cmsFLAGS_NOCACHE | (conversion.tabulate ? 0u : cmsFLAGS_NOOPTIMIZE) |
      (conversion.black_point_compensation ? cmsFLAGS_BLACKPOINTCOMPENSATION : 0u);
  const cmsHTRANSFORM made =
      from && to ? cmsCreateTransformTHR(Context(), from.get(), Format(*KnownSpaceOf(from.get())),
                                         to.get(), Format(*KnownSpaceOf(to.get())),
                                         Intent(conversion.intent), flags)
                 : nullptr;
  if (made) return std::make_shared<LcmsTransform>(made);
  Refuse("unable to create color transform", exception);
  return nullptr;
}

// A few transforms, the last used first.
class TransformCache {
 public:
  std::shared_ptr<const Transform> Find(const Conversion& conversion) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const Kept& each) { return each.Serves(conversion); });
    if (found == kept_.end()) return nullptr;
    kept_.splice(kept_.begin(), kept_, found);
    return found->transform;
  }

  void Keep(const Conversion& conversion, std::shared_ptr<const Transform> transform) {
    const std::lock_guard lock(mutex_);
    kept_.push_front({{conversion.from.begin(), conversion.from.end()},
                      {conversion.to.begin(), conversion.to.end()},
                      conversion,
                      std::move(transform)});
    if (kept_.size() > kMostKept) kept_.pop_back();
  }

 private:
  static constexpr std::size_t kMostKept = 8;

  struct Kept {
    std::vector<unsigned char> from, to;
    Conversion conversion;  // but for the profiles, whose bytes are gone
    std::shared_ptr<const Transform> transform;

    bool Serves(const Conversion& other) const {
      return conversion.intent == other.intent &&
             conversion.black_point_compensation == other.black_point_compensation &&
             conversion.tabulate == other.tabulate && std::ranges::equal(from, other.from) &&
             std::ranges::equal(to, other.to);
    }
  };

  std::mutex mutex_;
  std::list<Kept> kept_;
};

}  // namespace

bool IsAvailable(const Image*, ExceptionInfo*) {
  return true;
}

std::optional<std::vector<unsigned char>> ProfileOfNumbers(const Cicp& cicp,
                                                           ExceptionInfo* exception) {
  const KnownPrimaries* const primaries = PrimariesOf(cicp);
  const KnownTransfer* const transfer = TransferOf(cicp);
  if (primaries == nullptr || transfer == nullptr) {
    const std::string numbers =
        std::to_string(cicp.primaries) + "/" + std::to_string(cicp.transfer);
    Throw(exception, ImageError, "Unable to convert from colors without a profile (PQ, HLG ...)",
          ("CICP " + numbers).c_str());
    return std::nullopt;
  }
  last_report[0] = '\0';
  constexpr int kWithLinearPart = 4;  // of the types of curves of lcms2
  const CurveHandle curve(cmsBuildParametricToneCurve(Context(), kWithLinearPart, transfer->gabcd));
  cmsToneCurve* const curves[] = {curve.get(), curve.get(), curve.get()};
  std::vector<unsigned char> bytes = BytesOf(ProfileHandle(
      curve ? cmsCreateRGBProfileTHR(Context(), &primaries->white, &primaries->colors, curves)
            : nullptr));
  if (!bytes.empty()) return bytes;
  Refuse("unable to create color profile", exception);
  return std::nullopt;
}

std::optional<Space> SpaceOf(ProfileBytes profile, const char* which, ExceptionInfo* exception) {
  const ProfileHandle open = Open(profile);
  if (!open) {
    Refuse(std::string("unable to open color profile (") + which + ")", exception);
    return std::nullopt;
  }
  if (const KnownSpace* known = KnownSpaceOf(open.get())) return known->space;
  Throw(exception, ImageError, "Unable to assign profile", "Colorspace color profile mismatch");
  return std::nullopt;
}

std::shared_ptr<const Transform> TransformFor(const Conversion& conversion,
                                              ExceptionInfo* exception) {
  static constinit OnFirstUse<TransformCache> kept_before;
  TransformCache& cache = kept_before.Get();
  if (auto kept = cache.Find(conversion)) return kept;
  auto made = Create(conversion, exception);
  if (made) cache.Keep(conversion, made);
  return made;
}

}  // namespace lodestone::icc
