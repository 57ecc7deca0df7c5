// Copies 1, 4 or 16 bytes per work-item. Both pointers are the start of whole buffers, and so
// aligned for every vector type.

kernel void CopyBytes(global const uchar* source, global uchar* destination, const uint count) {
  const uint at = (uint)get_global_id(0);
  if (at < count) destination[at] = source[at];
}

// The last work-item copies the remaining bytes.
#define LAB_COPY(name, vector, width)                                                  \
  kernel void name(global const uchar* source, global uchar* destination, const uint count) { \
    const uint i = (uint)get_global_id(0);                                             \
    if (i < count / width) {                                                           \
      ((global vector*)destination)[i] = ((global const vector*)source)[i];                   \
    } else {                                                                           \
      for (uint at = i * width; at < count; ++at) destination[at] = source[at];               \
    }                                                                                  \
  }

LAB_COPY(CopyBy4, uchar4, 4)
LAB_COPY(CopyBy16, uchar16, 16)

// vload and vstore promise the compiler only the alignment of one byte. The last work-item starts
// earlier and overlaps the one before.
kernel void CopyByVload16(global const uchar* source, global uchar* destination, const uint count) {
  uint at = (uint)get_global_id(0) * 16;
  if (at >= count) return;
  if (count < 16) {
    for (; at < count; ++at) destination[at] = source[at];
    return;
  }
  at = min(at, count - 16);
  vstore16(vload16(0, source + at), 0, destination + at);
}
