/*
  Wavelet denoising: a launch per level. Between them, what is left to smooth is in one of two
  images of floats, and the sum of the details in a third; see shrink.h.
*/
#include "kernels/common/finish.clh"

typedef LsFinished LsWave;
#define LS_WAVE(number) ((LsWave)(number))
#define LS_WAVE_SELECT(truth, a, b) select((b), (a), (truth))
#include "kernels/wavelet/shrink.h"

/* A position in an image that is reflected about its edges. */
static inline uint LsReflected(int position, uint size) {
  const uint period = size > 1u ? 2u * (size - 1u) : 1u;
  const uint place = abs(position) % period;
  return min(place, period - place);
}

/* sums: the image of sums, without gaps between rows, of which [kept.x, kept.y) matter. size:
   columns and rows of the source. scale: distance of neighbours. rule: threshold and softness.
   Not restrict: `source`, `destination` and `sums` may be parts of one buffer. */
#define LS_LEVEL_ARGUMENTS \
  global LsWave *sums, uint sums_top, uint2 kept, uint2 size, uint scale, float2 rule

/* `low`, smoothed pixel (x, y) of `source`, whose pixels AT loads, and `detail`, shrunk. */
#define LS_LEVEL(AT)                                                                       \
  const uint x = get_global_id(0);                                                         \
  const uint y = row_begin + get_global_id(1);                                             \
  if (x >= columns || y >= row_end) return;                                                \
  const uint before = LsReflected((int)(x - scale), size.x);                               \
  const uint behind = LsReflected((int)(x + scale), size.x);                               \
  const uint rows[3] = {LsReflected((int)(y - scale), size.y), y,                          \
                        LsReflected((int)(y + scale), size.y)};                            \
  LsWave across[3];                                                                        \
  for (uint i = 0; i < 3u; ++i)                                                            \
    across[i] = LsHat(AT(LS_ROW(source, rows[i])[x]), AT(LS_ROW(source, rows[i])[before]), \
                      AT(LS_ROW(source, rows[i])[behind]));                                \
  const LsWave low = LsHat(across[1], across[0], across[2]);                               \
  const LsWave detail = LsShrunk(AT(LS_ROW(source, y)[x]) - low, rule.x, rule.y);          \
  const bool is_kept = y >= kept.x && y < kept.y;                                          \
  global LsWave* sum = sums + (size_t)(y - sums_top) * columns + x;

#define LS_AS_IT_IS(wave) (wave)

kernel void WaveletFirstFilter(LS_PLANES(LsPixel, LsWave), LS_LEVEL_ARGUMENTS) {
  LS_LEVEL(LS_TO_FINISHED)
  LS_ROW(destination, y)[x] = low;
  if (is_kept) *sum = detail;
}

kernel void WaveletNextFilter(LS_PLANES(LsWave, LsWave), LS_LEVEL_ARGUMENTS) {
  LS_LEVEL(LS_AS_IT_IS)
  LS_ROW(destination, y)[x] = low;
  if (is_kept) *sum = *sum + detail;
}

/* opaque: 1: the result has no opacity. */
kernel void WaveletLastFilter(LS_PLANES(LsWave, LsPixel), LS_LEVEL_ARGUMENTS, uint opaque) {
  LS_LEVEL(LS_AS_IT_IS)
  if (!is_kept) return;
  LsWave result = *sum + detail + low;
#if LS_GREY
  (void)opaque;
#else
  if (opaque) result.w = 0.0f;
#endif
  LS_ROW(destination, y)[x] = LS_TO_PIXEL(LS_ROUND(LS_CLAMP(result)));
}
