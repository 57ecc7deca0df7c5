/*
  The functions of kernels/color/functions.h, by their numbers in accel/plugin.h. The including file
  defines LS_COLOR_FUNCTION(number, name, call), where `call` uses colours c, a number alpha and the
  numbers n.
*/
LS_COLOR_FUNCTION(0, Matrix, LsMatrix(c, alpha, n))
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
