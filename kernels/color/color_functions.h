/*
  The functions of kernels/color/functions.h, by their names in kernels/color/color.h. The including
  file defines LS_COLOR_FUNCTION(name, call), where `call` uses colours c, a number alpha and the
  numbers n; and LS_FOURTH_FUNCTION(name, call, fourth) for those that may change the fourth sample
  too: `fourth`, which may use what was made of the colours.
*/
LS_FOURTH_FUNCTION(Matrix, LsMatrix(c, alpha, n), (LsReal)(LS_MAX)-LsMatrixRow(c, alpha, n + 15))
LS_COLOR_FUNCTION(Modulate, LsModulate(c, n))
LS_COLOR_FUNCTION(Contrast, LsContrast(c, n))
LS_COLOR_FUNCTION(StoreHsl, LsStoreHsl(c))
LS_COLOR_FUNCTION(ReadHsl, LsReadHsl(c))
LS_COLOR_FUNCTION(StoreHwb, LsStoreHwb(c))
LS_COLOR_FUNCTION(ReadHwb, LsReadHwb(c))
LS_COLOR_FUNCTION(Lightness, LsLightness(c))
LS_COLOR_FUNCTION(RootMeanSquare, LsRootMeanSquare(c))
LS_COLOR_FUNCTION(Brightness, LsGrey(LsHighest(c)))
LS_COLOR_FUNCTION(Luminance, LsLuminance(c, n))
LS_FOURTH_FUNCTION(StoreCmyk, LsInks(c), LsLowest(made))
LS_FOURTH_FUNCTION(ReadCmyk, LsFromInks(c, alpha), (LsReal)(0.0f))
