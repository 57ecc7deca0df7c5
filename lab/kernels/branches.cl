// The same results with and without branches in which the work-items of a group diverge.

#include "lab/kernels/branches.h"

#define LAB_ARGUMENTS \
  global const uint *values, global uint *destination, const uint count, const uint rounds

// One call with its arguments in either order: a call in each branch.
kernel void CallInBranches(LAB_ARGUMENTS, const uint key) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  const uint value = values[i];
  uint result;
  if (value & 1u)
    result = LabMix(value, key, rounds);
  else
    result = LabMix(key, value, rounds);
  destination[i] = result;
}

// The branches only swap the arguments, and the call comes after them.
kernel void CallAfterBranches(LAB_ARGUMENTS, const uint key) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  const uint value = values[i];
  uint first = key, second = value;
  if (value & 1u) {
    first = value;
    second = key;
  }
  destination[i] = LabMix(first, second, rounds);
}

// values: the first branch that is taken, 0 ... 13; spread: bits that may be added for later ones.
// keys: 0, 1 ... 13, unknown to the compiler.
kernel void ChainOf14(LAB_ARGUMENTS, const uint spread, const uint16 keys) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  const uint base = values[i];
  uint result = i;
  for (uint round = 0; round < rounds; ++round) {
    const uint which = base + (result & spread);
#define LAB_BRANCH(number, factor, addend)       \
  if (which == keys.s##number)                   \
    result = result * factor + addend;           \
  else
    LAB_FOURTEEN(LAB_BRANCH) { result = 0; }
  }
  destination[i] = result;
}

#define LAB_ENTRY(number, factor, addend) (uint2)(factor, addend),
constant uint2 kFourteen[] = {LAB_FOURTEEN(LAB_ENTRY)};

kernel void TableOf14(LAB_ARGUMENTS, const uint spread) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  const uint base = values[i];
  uint result = i;
  for (uint round = 0; round < rounds; ++round) {
    const uint2 entry = kFourteen[base + (result & spread)];
    result = result * entry.x + entry.y;
  }
  destination[i] = result;
}

// Counts the levels of a row in each interval: one comparison after the other.
kernel void CountElseIf(LAB_ARGUMENTS, const uint4 limits) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  uint value = values[i], c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0;
  for (uint round = 0; round < rounds; ++round) {
    const uint level = LAB_LEVEL(value);
    if (level < limits.x)
      ++c0;
    else if (level < limits.y)
      ++c1;
    else if (level < limits.z)
      ++c2;
    else if (level < limits.w)
      ++c3;
    else
      ++c4;
    value = LAB_NEXT(value);
  }
  destination[i] = LAB_TALLY(c0, c1, c2, c3, c4);
}

// Independent comparisons.
kernel void CountIf(LAB_ARGUMENTS, const uint4 limits) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  uint value = values[i], c0 = 0, c1 = 0, c2 = 0, c3 = 0, c4 = 0;
  for (uint round = 0; round < rounds; ++round) {
    const uint level = LAB_LEVEL(value);
    if (level < limits.x) ++c0;
    if (level >= limits.x && level < limits.y) ++c1;
    if (level >= limits.y && level < limits.z) ++c2;
    if (level >= limits.z && level < limits.w) ++c3;
    if (level >= limits.w) ++c4;
    value = LAB_NEXT(value);
  }
  destination[i] = LAB_TALLY(c0, c1, c2, c3, c4);
}

// A call in each of 16 cases.
kernel void SwitchOf16(LAB_ARGUMENTS) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  const uint value = values[i];
  uint result = 0;
  switch (value & 15u) {
#define LAB_CASE(number, call, parameter)    \
  case number:                               \
    result = call(value, parameter, rounds); \
    break;
    LAB_SIXTEEN(LAB_CASE)
    default:
      break;
  }
  destination[i] = result;
}

#define LAB_PARAMETER(number, call, parameter) parameter,
constant uint kSixteen[] = {LAB_SIXTEEN(LAB_PARAMETER)};

// The parameter comes from a table, and cases that make the same call share it.
kernel void ThreeCalls(LAB_ARGUMENTS) {
  const uint i = (uint)get_global_id(0);
  if (i >= count) return;
  const uint value = values[i], which = value & 15u, parameter = kSixteen[which];
  uint result;
  if (which < LAB_FIRST_STIR)
    result = LabMix(value, parameter, rounds);
  else if (which < LAB_FIRST_FOLD)
    result = LabStir(value, parameter, rounds);
  else
    result = LabFold(value, parameter, rounds);
  destination[i] = result;
}
