/*
  The sine, read by the C++ and by the OpenCL C compiler: from plain operations in float, so that it
  is equal on every device. The including file defines LsReal and LS_SHARED.
*/
/* The sine of pi * x, for x in -0.5 ... 0.5: its series, with an error below 1e-7. */
LS_SHARED LsReal LsSinePi(LsReal x) {
  const LsReal square = x * x;
  LsReal sum = (LsReal)(0.000466302806f);
  sum = sum * square + (LsReal)(-0.00737043094f);
  sum = sum * square + (LsReal)(0.0821458866f);
  sum = sum * square + (LsReal)(-0.599264529f);
  sum = sum * square + (LsReal)(2.55016404f);
  sum = sum * square + (LsReal)(-5.16771278f);
  sum = sum * square + (LsReal)(3.14159265f);
  return sum * x;
}
