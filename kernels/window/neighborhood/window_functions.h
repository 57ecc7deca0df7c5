/*
  The functions of windows, by their names in kernels/window/neighborhood/neighborhood.h. The
  including file defines LS_WINDOW_FUNCTION(name, call), where `call` uses a window w and the
  numbers n and gives the samples of a pixel, and LS_WINDOW_LOOP(name) for functions that backends
  compute in loops of their own.
*/
LS_WINDOW_LOOP(Paint)
LS_WINDOW_LOOP(LocalThreshold)
LS_WINDOW_FUNCTION(Enhance, LsEnhance(w))
LS_WINDOW_FUNCTION(Shade, LsShade(w, n))
LS_WINDOW_LOOP(SelectiveBlur)
