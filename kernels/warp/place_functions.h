/*
  The functions of kernels/warp/places.h, by their names in kernels/warp/warp.h. The including file
  defines LS_WARP_FUNCTION(name, call), where `call` uses x and y of the result, the numbers n, the
  whole numbers w and the table, and LS_WARP_LOOP(name) for functions that backends compute in loops
  of their own.
*/
LS_WARP_FUNCTION(Implode, LsImplode(x, y, n, w, table))
LS_WARP_FUNCTION(Swirl, LsSwirl(x, y, n, w, table))
LS_WARP_FUNCTION(Wave, LsWave(x, y, w, table))
LS_WARP_FUNCTION(Affine, LsAffine(x, y, n, table))
LS_WARP_FUNCTION(Spread, LsSpread(x, y, w))
LS_WARP_LOOP(Arc)
LS_WARP_FUNCTION(Displace, LsDisplace(x, y, w, table))
