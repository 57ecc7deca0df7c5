/*
  The functions of kernels/warp/places.h, by their numbers in accel/plugin.h. The including file
  defines LS_WARP_FUNCTION(number, name, call), where `call` uses x and y of the result, the numbers
  n, the whole numbers w and the table, and LS_WARP_LOOP(number, name) for functions that backends
  compute in loops of their own.
*/
LS_WARP_FUNCTION(0, Implode, LsImplode(x, y, n, w, table))
LS_WARP_FUNCTION(1, Swirl, LsSwirl(x, y, n, w, table))
LS_WARP_FUNCTION(2, Wave, LsWave(x, y, w, table))
LS_WARP_FUNCTION(3, Affine, LsAffine(x, y, n, table))
LS_WARP_FUNCTION(4, Spread, LsSpread(x, y, w))
LS_WARP_LOOP(5, Arc)
LS_WARP_FUNCTION(6, Displace, LsDisplace(x, y, w, table))
