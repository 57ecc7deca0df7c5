# Limits the registers of kernels in PTX where more of them at a time are faster than more registers for each: those of
# opaque images, as measured on an H200 (docs/performance/gpu.md). Others need more and would spill.
BEGIN {
  most["ResizeFilter"] = most["ResizeAcrossFilter"] = 80
  most["ResizeAcross64Filter"] = most["ResizeAcross96Filter"] = most["ResizeAcross160Filter"] = 80
  most["BlurEven13Filter"] = most["Median5Filter"] = 64
  most["Convolve5Filter"] = 128
}
/^\.visible \.entry / {
  kernel = $3
  sub(/\(.*/, "", kernel)
}
# Strips are for devices that are CPUs.
$1 == "{" && kernel in most && options ~ /-DLS_CHANNELS=0/ && options !~ /-DLS_STRIPS=1/ {
  print ".maxnreg " most[kernel]
}
$1 == "{" {
  kernel = ""
}
{
  print
}
