/*
  From sRGB samples (IEC 61966-2-1) to the light they stand for, and back, both 0 ... LS_MAX; read
  by the C++ and by the OpenCL C compiler.

  Every backend evaluates these formulas in float, with floating-point contraction switched off: the
  results are equal bit for bit. The powers are polynomials, since looking up single numbers takes
  vectors of samples apart; their relative error is below 1.0e-6. Light differs from the exact one
  by less than 0.05 steps of the sample it came from, an encoded sample from the exact one by less
  than 0.1 steps before it is rounded, and a decoded sample is encoded as itself.

  The including file defines LsLight, one or more numbers; LS_LIGHT_OF(number), as many times;
  LS_LIGHT_FMA(a, b, c); LS_LIGHT_IF(truth, a, b); LS_LIGHT(name), the name of a function for that
  type; and LS_LIGHT_SHARED, which precedes every function. It may include this once for each type.
*/

/* Below the constants, the curve is a line. */
LS_LIGHT_SHARED LsLight LS_LIGHT(Decode)(LsLight sample) {
  const LsLight base =
      LS_LIGHT_FMA(sample, LS_LIGHT_OF(0.947867299f / LS_MAX), LS_LIGHT_OF(0.0521327014f));
  /* The polynomial is for a quarter to 1. */
  const LsLight near = LS_LIGHT_IF(base < LS_LIGHT_OF(0.25f), base * LS_LIGHT_OF(4.0f), base);
  const LsLight scale = LS_LIGHT_IF(base < LS_LIGHT_OF(0.25f), LS_LIGHT_OF(0.574349177f * LS_MAX),
                                    LS_LIGHT_OF(LS_MAX));
  const LsLight u = LS_LIGHT_FMA(near, LS_LIGHT_OF(2.66666667f), LS_LIGHT_OF(-1.66666667f));
  LsLight power = LS_LIGHT_OF(0.000232888036f);
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.000448502018f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.000297437655f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.0006458594f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.00197913125f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.00455978559f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.0114484048f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.0357841924f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.198867366f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.828613281f));
  return LS_LIGHT_IF(sample <= LS_LIGHT_OF(0.04045f * LS_MAX), sample * LS_LIGHT_OF(1.0f / 12.92f),
                     base * base * (power * scale));
}

/* Of light in 0 ... LS_MAX; to be clamped to that range again. */
LS_LIGHT_SHARED LsLight LS_LIGHT(Encode)(LsLight light) {
  const LsLight base = light * LS_LIGHT_OF(1.0f / LS_MAX);
  /* The polynomial is for a fifth to 1. */
  const LsLight brighter =
      LS_LIGHT_IF(base < LS_LIGHT_OF(0.0625f), base * LS_LIGHT_OF(16.0f), base);
  const LsLight factor =
      LS_LIGHT_IF(base < LS_LIGHT_OF(0.0625f), LS_LIGHT_OF(0.314980262f), LS_LIGHT_OF(1.0f));
  const LsLight near =
      LS_LIGHT_IF(brighter < LS_LIGHT_OF(0.25f), brighter * LS_LIGHT_OF(4.0f), brighter);
  const LsLight scale =
      LS_LIGHT_IF(brighter < LS_LIGHT_OF(0.25f), factor * LS_LIGHT_OF(0.561231024f), factor);
  const LsLight u = LS_LIGHT_FMA(near, LS_LIGHT_OF(2.5f), LS_LIGHT_OF(-1.5f));
  LsLight power = LS_LIGHT_OF(0.000309676077f);
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.000518990739f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-5.01067807e-05f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(4.93028165e-05f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.00103668391f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.00190801697f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.00311500602f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.00653966982f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.0153648257f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(-0.0436637364f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.224522784f));
  power = LS_LIGHT_FMA(power, u, LS_LIGHT_OF(0.808282316f));
  return LS_LIGHT_IF(
      base <= LS_LIGHT_OF(0.0031308f), light * LS_LIGHT_OF(12.92f),
      LS_LIGHT_FMA(power * scale, LS_LIGHT_OF(1.055f * LS_MAX), LS_LIGHT_OF(-0.055f * LS_MAX)));
}
