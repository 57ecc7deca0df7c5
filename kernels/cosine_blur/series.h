/*
  Sums over wide symmetric kernels, read by the C++ and by the OpenCL C compiler.

  A kernel whose taps are smooth is a short series of cosines: tap k, from -reach to reach, is the
  sum over m < terms of amplitude[m] * cos(m * t * k). So is a sum over the kernel the sum of as
  many cosine waves of the samples under it, and each wave moves on by one sample in a few
  operations, whatever the reach: it turns by an angle of m * t, takes the sample that comes in, and
  drops the one that goes out. Turning needs the sine wave too. Waves are summed afresh at every
  LS_SERIES_RESTART-th output, so rounding errors do not grow, and results do not depend on where a
  band begins.

  Samples are centred: less LS_SERIES_CENTRE. Those that stand for no pixel are 0. In float:

  afresh     over k = 0 ... reach, in blocks of LS_TAP_BLOCK as in numeric.h:
               cosine = fma(weight, k > 0 ? x(k) + x(-k) : x(0), cosine)
               sine   = fma(weight, k > 0 ? x(k) - x(-k) : 0, sine)
  moved on   LsTurned for the cosine and for the sine; cosine 0 does not turn:
               cosine = cosine + fma(number 2, in, number 3 * out)
  result     (((cosine 0 + cosine 1) + cosine 2) + ...) * scale
  rounded    fma(sum, scale, LS_SERIES_CENTRE), clamped and rounded as in numeric.h

  Columns are summed first. Between the passes nothing is clamped or rounded.

  The including file defines LsWave, samples side by side, LsWaveFused and LS_SHARED. The numbers
  are laid out as series_layout.h says.
*/

/* A wave at the next output. `other`: the sine of a cosine, or the cosine of a sine; `in` and
   `out`: the samples at reach + 1 after and at reach before the last output; n0 ... n3: half of the
   numbers of the term. */
LS_SHARED LsWave LsTurned(LsWave own, LsWave other, LsWave in, LsWave out, LsWave n0, LsWave n1,
                          LsWave n2, LsWave n3) {
  return LsWaveFused(n0, own, LsWaveFused(n1, other, LsWaveFused(n2, in, n3 * out)));
}
