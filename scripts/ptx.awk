# Fails if a program's PTX may compute other numbers than its source asks for.
#
# In PTX an addition or a multiplication without a rounding is one that the driver may contract; clang writes those
# only where it may do so itself. Numbers that are subnormal must stay (.ftz), and none may be approximate. What cannot
# be seen here is whether an fma.rn was one in the source: -ffp-contract=off makes sure, which configure tries.
function Fail(why) {
  print FILENAME ":" FNR ": " why ": " $0
  failed = 1
}
{
  operation = $1 ~ /^@/ ? $2 : $1
}
operation ~ /\.f(16|16x2|32|64)$/ {
  if (operation ~ /\.ftz/) Fail("subnormal numbers are lost")
  if (operation ~ /\.(approx|full)/) Fail("approximate")
  if (operation ~ /^(add|sub|mul|mad|fma|div|rcp|sqrt)\./ && operation !~ /\.rn\./) Fail("not rounded as IEEE 754 says")
  if (operation ~ /^(sin|cos|ex2|lg2|rsqrt|tanh)\./) Fail("not exact")
  if (operation ~ /^(atom|red)\./) Fail("in any order")
}
# clang 15 shifts a signed number by 31 bits, on its way to 64, by a multiplication whose factor 2^31 has become negative.
# A factor that is negative in the source it writes as that and negates the product, which is as wrong.
operation ~ /^(mul|mad)\.wide\.s32$/ && /, -2147483648[,;]/ {
  Fail("of the wrong sign")
}
/^\.visible \.entry / {
  ++entries
}
# What the driver could not find.
/^\.extern / && $0 !~ /\.shared/ {
  Fail("not defined")
}
END {
  if (!entries) Fail("no kernel")
  exit failed
}
