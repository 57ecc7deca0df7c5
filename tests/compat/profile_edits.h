/* Conversions between colour profiles, among the calls of edits.h. */
#ifndef LODESTONE_TESTS_COMPAT_PROFILE_EDITS_H
#define LODESTONE_TESTS_COMPAT_PROFILE_EDITS_H

#if defined(TEST_LCMS2)
#include "../support/icc_profiles.h"

#define EDIT_PROFILES(name, from, to, intent) \
  CHANGE(name, 0, profile_between(image, Profile##from, Profile##to, intent##Intent))

#define PROFILE_EDITS                                            \
  EDIT_PROFILES(icc_srgb_to_wide, Srgb, Wide, Undefined)         \
  EDIT_PROFILES(icc_wide_to_srgb, Wide, Srgb, Relative)          \
  EDIT_PROFILES(icc_srgb_to_wide_absolute, Srgb, Wide, Absolute) \
  EDIT_PROFILES(icc_srgb_to_gray, Srgb, Gray, Perceptual)        \
  EDIT_PROFILES(icc_gray_to_bright, Gray, Bright, Perceptual)    \
  EDIT_PROFILES(icc_gray_to_srgb, Gray, Srgb, Saturation)        \
  EDIT_PROFILES(icc_gray_to_ink, Gray, Ink, Perceptual)          \
  EDIT_PROFILES(icc_srgb_to_ink, Srgb, Ink, Perceptual)          \
  EDIT_PROFILES(icc_ink_to_srgb, Ink, Srgb, Perceptual)          \
  EDIT_PROFILES(icc_ink_to_gray, Ink, Gray, Relative)            \
  EDIT_PROFILES(icc_ink_to_ink, Ink, Ink, Relative)              \
  EDIT_PROFILES(icc_srgb_to_lab, Srgb, Lab, Relative)            \
  EDIT_PROFILES(icc_lab_to_wide, Lab, Wide, Relative)            \
  EDIT_PROFILES(icc_srgb_to_xyz, Srgb, Xyz, Relative)            \
  EDIT_PROFILES(icc_xyz_to_srgb, Xyz, Srgb, Relative)
#else
#define PROFILE_EDITS
#endif

#endif
