// A copy of bytes, by 1, 4 and 16 of them a work-item. Where the count is no multiple, the last
// work-item begins earlier and copies again what another one copied too.

#define LAB_COPY(name, width)                                                              \
  kernel void name(global const uchar* source, global uchar* sink, const uint count) {     \
    uint at = (uint)get_global_id(0) * width;                                              \
    if (at >= count) return;                                                               \
    if (count < width) {                                                                   \
      for (; at < count; ++at) sink[at] = source[at];                                      \
      return;                                                                              \
    }                                                                                      \
    at = min(at, count - width);                                                           \
    vstore##width(vload##width(0, source + at), 0, sink + at);                             \
  }

kernel void CopyBytes(global const uchar* source, global uchar* sink, const uint count) {
  const uint at = (uint)get_global_id(0);
  if (at < count) sink[at] = source[at];
}

LAB_COPY(CopyBy4, 4)
LAB_COPY(CopyBy16, 16)
