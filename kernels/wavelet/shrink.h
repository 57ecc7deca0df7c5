/*
  Wavelet denoising, read by the C++ and by the OpenCL C compiler.

  A level smooths an image with the hat (1 2 1) / 4, its neighbours 2^level samples apart: each row,
  then each column. What it takes away are the details of the level, which are shrunk; the next
  level smooths what is left. Beyond its edges an image is reflected about its edge samples. The
  result is the sum of the details, from the first level on, and of what the last one left. The hat
  adds its neighbours first, so that reflected images have reflected results, bit for bit.

  The including file defines LsWave, samples side by side; LS_WAVE(number), which is that number in
  each; LS_WAVE_SELECT(truth, a, b); and LS_SHARED.
*/
/* How far the pixels reach that a result depends on: 1 + 2 + 4 + 8 + 16. */
#define LS_WAVELET_REACH 31

LS_SHARED LsWave LsHat(LsWave at, LsWave before, LsWave behind) {
  return ((at + at) + (before + behind)) * LS_WAVE(0.25f);
}

/* Details within the threshold are multiplied by the softness; others come as much nearer to 0 as
   one at the threshold. */
LS_SHARED LsWave LsShrunk(LsWave detail, float threshold, float softness) {
  const LsWave shift = LS_WAVE(threshold - softness * threshold);
  const LsWave above = detail - shift, below = detail + shift, within = detail * LS_WAVE(softness);
  return LS_WAVE_SELECT(detail > LS_WAVE(threshold), above,
                        LS_WAVE_SELECT(detail < LS_WAVE(-threshold), below, within));
}
