/*
  The curve of sRGB samples (IEC 61966-2-1) in pieces, each a cubic; read by the C++ and by the
  OpenCL C compiler.

  P(c0, c1, c2, c3) is the cubic of a piece, for samples and light of 0 ... 1. Pieces are found by
  a number made of a sample, or of light, in floating point: its sign, exponent and first two bits
  of fraction, so that each octave from 2 on has four pieces. Curved pieces are minimax
  polynomials: of the error in steps of the sample when decoding (below 0.012 steps of 16 bits),
  of the error itself when encoding (below 0.044). The straight part of the curve ends with a piece.
*/
#ifndef LODESTONE_KERNELS_COMMON_LIGHT_PIECES_H
#define LODESTONE_KERNELS_COMMON_LIGHT_PIECES_H

#include "kernels/common/numeric.h"

/* The bits of a number from this one on, modulo the number of pieces, are its piece. */
#define LS_PIECE_SHIFT 21

/* The same cubic for samples and light of 0 ... LS_MAX. */
#define LS_PIECE_CONSTANT(c0, c1, c2, c3) ((c0)*LS_MAX)
#define LS_PIECE_LINEAR(c0, c1, c2, c3) (c1)
#define LS_PIECE_SQUARE(c0, c1, c2, c3) ((c2) / LS_MAX)
#define LS_PIECE_CUBE(c0, c1, c2, c3) ((c3) / LS_MAX / LS_MAX)

/* Of a sample s: LS_DECODE_SCALE * s + LS_DECODE_OFFSET. */
#define LS_DECODE_SCALE (29.7013907f / LS_MAX)
#define LS_DECODE_OFFSET 2.29857874f
#define LS_DECODE_COUNT 16
/* clang-format off */
#define LS_DECODE_PIECES(P)                                                                       \
  P(0.0f, 0.0773993808f, 0.0f, 0.0f)                                                              \
  P(0.0f, 0.0773993808f, 0.0f, 0.0f)                                                              \
  P(0.0f, 0.0773993808f, 0.0f, 0.0f)                                                              \
  P(0.000840286576f, 0.0357968003f, 0.483635658f, 0.773794206f)                                   \
  P(0.000861272751f, 0.0347485098f, 0.501213402f, 0.674784081f)                                   \
  P(0.000925840879f, 0.032611556f, 0.524929026f, 0.586537859f)                                    \
  P(0.00104542331f, 0.0297249949f, 0.548227502f, 0.523660583f)                                    \
  P(0.00123189731f, 0.0261834915f, 0.570690545f, 0.476077227f)                                    \
  P(0.00163944055f, 0.0200130824f, 0.601901184f, 0.423328829f)                                    \
  P(0.00252009482f, 0.00978219995f, 0.641634649f, 0.371744333f)                                   \
  P(0.00381247031f, -0.00212115647f, 0.678245769f, 0.334142181f)                                  \
  P(0.00556243928f, -0.0154739783f, 0.712249802f, 0.305242093f)                                   \
  P(0.00899459715f, -0.0372181559f, 0.758241863f, 0.272761242f)                                   \
  P(0.0156753013f, -0.0709791905f, 0.815236741f, 0.240619345f)                                    \
  P(0.024795098f, -0.108524967f, 0.866835728f, 0.216948132f)                                      \
  P(0.0365619281f, -0.149399096f, 0.91421191f, 0.198625344f)
/* clang-format on */

/* Of light, but at least 2. */
#define LS_ENCODE_SCALE (511.099663f / LS_MAX)
#define LS_ENCODE_OFFSET 0.899849177f
#define LS_ENCODE_COUNT 32
/* clang-format off */
#define LS_ENCODE_PIECES(P)                                                                       \
  P(0.0f, 12.92f, 0.0f, 0.0f)                                                                     \
  P(-0.0148363481f, 23.9820212f, -2454.43269f, 138870.968f)                                       \
  P(-0.0105592183f, 20.8212989f, -1674.01618f, 74492.9106f)                                       \
  P(-0.00680188782f, 18.5882168f, -1230.93969f, 45144.3536f)                                      \
  P(-0.00200942598f, 16.2686607f, -855.935836f, 24891.4351f)                                      \
  P(0.00378495453f, 14.0740412f, -578.176611f, 13145.2634f)                                       \
  P(0.0088594797f, 12.5359806f, -422.534598f, 7887.03257f)                                        \
  P(0.013417515f, 11.3837998f, -325.342929f, 5151.16386f)                                         \
  P(0.0193573332f, 10.1266148f, -236.505412f, 3055.1618f)                                         \
  P(0.0266153756f, 8.89106677f, -166.254193f, 1721.09663f)                                        \
  P(0.0330534309f, 7.99564335f, -124.685243f, 1076.97892f)                                        \
  P(0.038885103f, 7.30972766f, -97.7668422f, 724.508353f)                                         \
  P(0.0465508974f, 6.54627214f, -72.3862365f, 442.841826f)                                        \
  P(0.0559596913f, 5.78390083f, -51.7574996f, 256.448002f)                                        \
  P(0.0643513607f, 5.22336218f, -39.2611075f, 163.470899f)                                        \
  P(0.0719809858f, 4.78970648f, -31.0375409f, 111.442124f)                                        \
  P(0.0820498034f, 4.30265438f, -23.1737977f, 69.0620241f)                                        \
  P(0.0944333671f, 3.81270761f, -16.7010383f, 40.5092392f)                                        \
  P(0.105506423f, 3.45003743f, -12.7368203f, 26.0483282f)                                         \
  P(0.11559163f, 3.16814683f, -10.1081454f, 17.8702942f)                                          \
  P(0.128926139f, 2.85018101f, -7.57753939f, 11.1478006f)                                         \
  P(0.145342333f, 2.52919366f, -5.48186658f, 6.57943167f)                                         \
  P(0.16003935f, 2.29081671f, -4.19156632f, 4.24865735f)                                          \
  P(0.173436645f, 2.10511338f, -3.33279677f, 2.92375665f)                                         \
  P(0.19116664f, 1.89520336f, -2.50334611f, 1.82979658f)                                          \
  P(0.213004706f, 1.68293121f, -1.8144026f, 1.08323031f)                                          \
  P(0.232567632f, 1.52503766f, -1.38911609f, 0.700954262f)                                        \
  P(0.250408024f, 1.4018956f, -1.10554645f, 0.483103102f)                                         \
  P(0.274028757f, 1.26255696f, -0.831212999f, 0.302828137f)                                       \
  P(0.303129426f, 1.12152939f, -0.603014549f, 0.179542754f)                                       \
  P(0.329206145f, 1.01654613f, -0.461965101f, 0.11630176f)                                        \
  P(0.352991673f, 0.934623795f, -0.367832151f, 0.0802167899f)
/* clang-format on */

#endif
