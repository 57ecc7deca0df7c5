/*
  The functions of kernels/color/functions.h, by their numbers in accel/plugin.h. The including file
  defines LS_COLOR_FUNCTION(number, name, call), where `call` uses colours c, a number alpha and the
  numbers n; and LS_FOURTH_FUNCTION(number, name, call, fourth) for those that may change the fourth
  sample too: `fourth`, which may use what was made of the colours.
*/
LS_FOURTH_FUNCTION(0, Matrix, LsMatrix(c, alpha, n), (LsReal)(LS_MAX)-LsMatrixRow(c, alpha, n + 15))
LS_COLOR_FUNCTION(1, Modulate, LsModulate(c, n))
LS_COLOR_FUNCTION(2, Contrast, LsContrast(c, n))
LS_COLOR_FUNCTION(3, StoreHsl, LsStoreHsl(c))
LS_COLOR_FUNCTION(4, ReadHsl, LsReadHsl(c))
LS_COLOR_FUNCTION(5, StoreHwb, LsStoreHwb(c))
LS_COLOR_FUNCTION(6, ReadHwb, LsReadHwb(c))
LS_COLOR_FUNCTION(7, Lightness, LsLightness(c))
LS_COLOR_FUNCTION(8, RootMeanSquare, LsRootMeanSquare(c))
LS_COLOR_FUNCTION(9, Brightness, LsGrey(LsHighest(c)))
LS_COLOR_FUNCTION(10, Luminance, LsLuminance(c, n))
LS_FOURTH_FUNCTION(11, StoreCmyk, LsInks(c), LsLowest(made))
LS_FOURTH_FUNCTION(12, ReadCmyk, LsFromInks(c, alpha), (LsReal)(0.0f))
