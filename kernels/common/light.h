/*
  From sRGB samples (IEC 61966-2-1) to the light they stand for, and back, both 0 ... LS_MAX; read
  by the C++ and by the OpenCL C compiler.

  Every backend evaluates these formulas in float, with floating-point contraction switched off: the
  results are equal bit for bit. The curve is cubic in pieces (light_pieces.h). Light differs from
  the exact one by less than 0.05 steps of the sample it came from, an encoded sample from the exact
  one by less than 0.05 steps before it is rounded, and a decoded sample is encoded as itself.

  The including file defines LsLight, one or more numbers; LS_LIGHT_OF(number), as many times;
  LS_LIGHT_FMA(a, b, c) and LS_LIGHT_HIGHER(a, b); LS_LIGHT_DECODE_CUBIC(place, x) and
  LS_LIGHT_ENCODE_CUBIC(place, x), the cubic of the piece that the place is in, of x:
  fma(fma(fma(c3, x, c2), x, c1), x, c0); LS_LIGHT(name), the name of a function for that type;
  LS_LIGHT_SHARED, which precedes every function; and LS_LIGHT_PIECES, nothing, or a comma and a
  parameter that the cubics need. It may include this once for each type.
*/

LS_LIGHT_SHARED LsLight LS_LIGHT(Decode)(LsLight sample LS_LIGHT_PIECES) {
  return LS_LIGHT_DECODE_CUBIC(
      LS_LIGHT_FMA(sample, LS_LIGHT_OF(LS_DECODE_SCALE), LS_LIGHT_OF(LS_DECODE_OFFSET)), sample);
}

/* Of light in 0 ... LS_MAX. */
LS_LIGHT_SHARED LsLight LS_LIGHT(Encode)(LsLight light LS_LIGHT_PIECES) {
  const LsLight place =
      LS_LIGHT_FMA(light, LS_LIGHT_OF(LS_ENCODE_SCALE), LS_LIGHT_OF(LS_ENCODE_OFFSET));
  return LS_LIGHT_ENCODE_CUBIC(LS_LIGHT_HIGHER(place, LS_LIGHT_OF(2.0f)), light);
}
