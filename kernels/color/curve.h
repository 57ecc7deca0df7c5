/*
  The curve of sRGB samples (IEC 61966-2-1), for functions of the colours of a pixel; read by the
  C++ and by the OpenCL C compiler. Samples and light are 0 ... 1.

  Powers are polynomials of roots, which are correctly rounded: equal on every device, and within
  4e-7 of the light, 2e-7 of the sample. kernels/common/light.h has the same curve where most of the
  time is spent on it, in other vectors. The including file defines LsReal, LsRoot, LS_SELECT and
  LS_SHARED.
*/

/* x to the power of 2.4, for x in 0.085 ... 1. */
LS_SHARED LsReal LsPower24(LsReal x) {
  const LsReal root = LsRoot(LsRoot(x));
  LsReal sum = (LsReal)(-0.027460001f);
  sum = sum * root + (LsReal)(0.149260655f);
  sum = sum * root + (LsReal)(-0.389162838f);
  sum = sum * root + (LsReal)(1.02621722f);
  sum = sum * root + (LsReal)(0.255298972f);
  sum = sum * root + (LsReal)(-0.0141541315f);
  return sum * x * x;
}

/* x to the power of 1 / 2.4, for x in 0.003 ... 1. */
LS_SHARED LsReal LsRoot24(LsReal x) {
  const LsReal root = LsRoot(LsRoot(LsRoot(x)));
  LsReal sum = (LsReal)(-0.14792186f);
  sum = sum * root + (LsReal)(0.798156857f);
  sum = sum * root + (LsReal)(-1.86174655f);
  sum = sum * root + (LsReal)(2.47604752f);
  sum = sum * root + (LsReal)(-2.132375f);
  sum = sum * root + (LsReal)(1.51364553f);
  sum = sum * root + (LsReal)(0.354193419f);
  return sum * root * root * root;
}

LS_SHARED LsReal LsLightOf(LsReal sample) {
  return LS_SELECT(sample <= (LsReal)(0.04045f), sample * (LsReal)(1.0f / 12.92f),
                   LsPower24((sample + (LsReal)(0.055f)) * (LsReal)(1.0f / 1.055f)));
}

LS_SHARED LsReal LsSampleOf(LsReal light) {
  return LS_SELECT(light <= (LsReal)(0.0031308f), light * (LsReal)(12.92f),
                   LsRoot24(light) * (LsReal)(1.055f) - (LsReal)(0.055f));
}
