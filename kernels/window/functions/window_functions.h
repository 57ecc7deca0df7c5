/*
  The functions of windows, by their numbers in accel/plugin.h. The including file defines
  LS_WINDOW_FUNCTION(number, name, call), where `call` uses a window w and the numbers n and gives
  the samples of a pixel, and LS_WINDOW_LOOP(number, name) for functions that backends compute in
  loops of their own.
*/
LS_WINDOW_LOOP(0, Paint)
LS_WINDOW_LOOP(1, LocalThreshold)
LS_WINDOW_FUNCTION(2, Enhance, LsEnhance(w))
LS_WINDOW_FUNCTION(3, Shade, LsShade(w, n))
LS_WINDOW_LOOP(4, Alike)
