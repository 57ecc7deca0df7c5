// A copy of bytes, by 1, 4 and 16 of them a work-item. Both pointers are those of whole buffers, and
// so aligned for every vector.

kernel void CopyBytes(global const uchar* source, global uchar* sink, const uint count) {
  const uint at = (uint)get_global_id(0);
  if (at < count) sink[at] = source[at];
}

// The last work-item copies the bytes that make no whole vector.
#define LAB_COPY(name, vector, width)                                                  \
  kernel void name(global const uchar* source, global uchar* sink, const uint count) { \
    const uint i = (uint)get_global_id(0);                                             \
    if (i < count / width) {                                                           \
      ((global vector*)sink)[i] = ((global const vector*)source)[i];                   \
    } else {                                                                           \
      for (uint at = i * width; at < count; ++at) sink[at] = source[at];               \
    }                                                                                  \
  }

LAB_COPY(CopyBy4, uchar4, 4)
LAB_COPY(CopyBy16, uchar16, 16)

// The functions for vectors anywhere promise the compiler no more than the alignment of one byte.
// The last work-item begins earlier and copies again what another one copied too.
kernel void CopyByVload16(global const uchar* source, global uchar* sink, const uint count) {
  uint at = (uint)get_global_id(0) * 16;
  if (at >= count) return;
  if (count < 16) {
    for (; at < count; ++at) sink[at] = source[at];
    return;
  }
  at = min(at, count - 16);
  vstore16(vload16(0, source + at), 0, sink + at);
}
