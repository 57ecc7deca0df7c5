/*
  Colour profiles made by lcms2, for tests of both libraries. Plain C: the including file has
  included <magick/api.h>.
*/
#ifndef LODESTONE_TESTS_SUPPORT_ICC_PROFILES_H
#define LODESTONE_TESTS_SUPPORT_ICC_PROFILES_H

#include <lcms2.h>
#include <stdlib.h>
#include <string.h>

#if defined(__cplusplus)
#define PROFILE_CAST(type, value) static_cast<type>(value)
#define PROFILE_NONE nullptr
#else
#define PROFILE_CAST(type, value) ((type)(value))
#define PROFILE_NONE NULL
#endif

/* Ink to lightness and back, roughly: black takes from all, and nothing is printed with it. */
static cmsInt32Number profile_lab_of_ink(const cmsUInt16Number in[], cmsUInt16Number out[],
                                         void* cargo) {
  const double light = 1 - in[3] / 65535.0;
  const double red = (1 - in[0] / 65535.0) * light, green = (1 - in[1] / 65535.0) * light,
               blue = (1 - in[2] / 65535.0) * light;
  (void)cargo;
  out[0] = PROFILE_CAST(cmsUInt16Number, 65535 * (0.05 + 0.9 * (red + green + blue) / 3));
  out[1] = PROFILE_CAST(cmsUInt16Number, 32896 + 20000 * (red - green));
  out[2] = PROFILE_CAST(cmsUInt16Number, 32896 + 20000 * (green - blue));
  return 1;
}

static cmsInt32Number profile_ink_of_lab(const cmsUInt16Number in[], cmsUInt16Number out[],
                                         void* cargo) {
  const double light = in[0] / 65535.0, a = (in[1] - 32896.0) / 65535,
               b = (in[2] - 32896.0) / 65535;
  const double ink[3] = {1 - light - a, 1 - light + a - b, 1 - light + b};
  int i;
  (void)cargo;
  for (i = 0; i < 3; i++)
    out[i] = PROFILE_CAST(cmsUInt16Number, 65535 * (ink[i] < 0 ? 0 : (ink[i] > 1 ? 1 : ink[i])));
  out[3] = PROFILE_CAST(cmsUInt16Number, light < 0.3 ? 65535 * (0.3 - light) : 0);
  return 1;
}

static inline void profile_write_table(cmsHPROFILE profile, cmsTagSignature tag, unsigned points,
                                       unsigned inputs, unsigned outputs, cmsSAMPLER16 sampler) {
  cmsPipeline* pipeline = cmsPipelineAlloc(PROFILE_NONE, inputs, outputs);
  cmsStage* table = cmsStageAllocCLut16bit(PROFILE_NONE, points, inputs, outputs, PROFILE_NONE);
  (void)cmsStageSampleCLut16bit(table, sampler, PROFILE_NONE, 0);
  (void)cmsPipelineInsertStage(pipeline, cmsAT_BEGIN, table);
  (void)cmsWriteTag(profile, tag, pipeline);
  cmsPipelineFree(pipeline);
}

static inline cmsHPROFILE profile_ink(void) {
  cmsHPROFILE profile = cmsCreateProfilePlaceholder(PROFILE_NONE);
  cmsSetProfileVersion(profile, 2.1);
  cmsSetDeviceClass(profile, cmsSigOutputClass);
  cmsSetColorSpace(profile, cmsSigCmykData);
  cmsSetPCS(profile, cmsSigLabData);
  profile_write_table(profile, cmsSigAToB0Tag, 7, 4, 3, profile_lab_of_ink);
  profile_write_table(profile, cmsSigBToA0Tag, 17, 3, 4, profile_ink_of_lab);
  return profile;
}

/* Of primaries that lie far out, and a plain power. */
static inline cmsHPROFILE profile_wide(void) {
  const cmsCIExyY white = {0.3457, 0.3585, 1.0};
  const cmsCIExyYTRIPLE primaries = {{0.7347, 0.2653, 1}, {0.1152, 0.8264, 1}, {0.1566, 0.0177, 1}};
  cmsToneCurve* curve = cmsBuildGamma(PROFILE_NONE, 2.2);
  cmsToneCurve* curves[3];
  cmsHPROFILE profile;
  curves[0] = curves[1] = curves[2] = curve;
  profile = cmsCreateRGBProfile(&white, &primaries, curves);
  cmsFreeToneCurve(curve);
  return profile;
}

static inline cmsHPROFILE profile_gray(double gamma) {
  const cmsCIExyY white = {0.3457, 0.3585, 1.0};
  cmsToneCurve* curve = cmsBuildGamma(PROFILE_NONE, gamma);
  cmsHPROFILE profile = cmsCreateGrayProfile(&white, curve);
  cmsFreeToneCurve(curve);
  return profile;
}

typedef enum {
  ProfileSrgb,
  ProfileWide,
  ProfileGray,
  ProfileBright, /* grey too */
  ProfileInk,    /* CMYK */
  ProfileLab,
  ProfileXyz,
  ProfileCount
} TestProfile;

static inline cmsHPROFILE profile_of(TestProfile which) {
  switch (which) {
    case ProfileSrgb:
      return cmsCreate_sRGBProfile();
    case ProfileWide:
      return profile_wide();
    case ProfileGray:
      return profile_gray(2.2);
    case ProfileBright:
      return profile_gray(1.2);
    case ProfileInk:
      return profile_ink();
    case ProfileLab:
      return cmsCreateLab4Profile(PROFILE_NONE);
    default:
      return cmsCreateXYZProfile();
  }
}

/* The bytes of a profile, to be freed. */
static inline unsigned char* profile_bytes(TestProfile which, size_t* length) {
  cmsHPROFILE profile = profile_of(which);
  cmsUInt32Number size = 0;
  unsigned char* bytes;
  (void)cmsSaveProfileToMem(profile, PROFILE_NONE, &size);
  bytes = PROFILE_CAST(unsigned char*, malloc(size));
  (void)cmsSaveProfileToMem(profile, bytes, &size);
  cmsCloseProfile(profile);
  *length = size;
  return bytes;
}

/* Attaches one profile, as it is, and then another, which converts. */
static inline MagickPassFail profile_between(Image* image, TestProfile from, TestProfile to,
                                             RenderingIntent intent) {
  size_t from_length, to_length;
  unsigned char* from_bytes = profile_bytes(from, &from_length);
  unsigned char* to_bytes = profile_bytes(to, &to_length);
  MagickPassFail status;
  image->rendering_intent = intent;
  (void)SetImageProfile(image, "ICM", from_bytes, from_length);
  status = ProfileImage(image, "ICM", to_bytes, to_length, MagickTrue);
  free(from_bytes);
  free(to_bytes);
  return status;
}

#endif
