// Numbers of fixed byte order in a blob.
#include <algorithm>
#include <bit>
#include <cstring>

#include "magick/blob.h"

namespace {

constexpr std::endian kLSB = std::endian::little;
constexpr std::endian kMSB = std::endian::big;

// Converts between the byte order `order` and that of this machine.
template <std::endian order>
void Swap(void* bytes, size_t size) {
  auto* first = static_cast<unsigned char*>(bytes);
  if constexpr (order != std::endian::native) std::reverse(first, first + size);
}

template <class T, std::endian order>
T Read(Image* image) {
  T value{};
  if (ReadBlob(image, sizeof(T), &value) != sizeof(T)) return T{};
  Swap<order>(&value, sizeof(T));
  return value;
}

template <class T, std::endian order>
size_t ReadArray(Image* image, size_t octets, T* data) {
  const size_t got = ReadBlob(image, octets, data);
  for (size_t i = 0; i < got / sizeof(T); ++i) Swap<order>(data + i, sizeof(T));
  return got;
}

template <std::endian order, class T>
size_t Write(Image* image, T value) {
  Swap<order>(&value, sizeof(T));
  return WriteBlob(image, sizeof(T), &value);
}

template <class T>
void SwapAll(unsigned char* bytes, size_t length) {
  if (bytes == nullptr) return;
  for (size_t i = 0; i + sizeof(T) <= length; i += sizeof(T)) Swap<kMSB>(bytes + i, sizeof(T));
}

}  // namespace

magick_uint16_t ReadBlobLSBShort(Image* image) {
  return Read<magick_uint16_t, kLSB>(image);
}
magick_int16_t ReadBlobLSBSignedShort(Image* image) {
  return Read<magick_int16_t, kLSB>(image);
}
magick_uint16_t ReadBlobMSBShort(Image* image) {
  return Read<magick_uint16_t, kMSB>(image);
}
magick_int16_t ReadBlobMSBSignedShort(Image* image) {
  return Read<magick_int16_t, kMSB>(image);
}
magick_uint32_t ReadBlobLSBLong(Image* image) {
  return Read<magick_uint32_t, kLSB>(image);
}
magick_int32_t ReadBlobLSBSignedLong(Image* image) {
  return Read<magick_int32_t, kLSB>(image);
}
magick_uint32_t ReadBlobMSBLong(Image* image) {
  return Read<magick_uint32_t, kMSB>(image);
}
magick_int32_t ReadBlobMSBSignedLong(Image* image) {
  return Read<magick_int32_t, kMSB>(image);
}
float ReadBlobLSBFloat(Image* image) {
  return Read<float, kLSB>(image);
}
float ReadBlobMSBFloat(Image* image) {
  return Read<float, kMSB>(image);
}
double ReadBlobLSBDouble(Image* image) {
  return Read<double, kLSB>(image);
}
double ReadBlobMSBDouble(Image* image) {
  return Read<double, kMSB>(image);
}

size_t ReadBlobLSBShorts(Image* image, size_t octets, magick_uint16_t* data) {
  return ReadArray<magick_uint16_t, kLSB>(image, octets, data);
}
size_t ReadBlobMSBShorts(Image* image, size_t octets, magick_uint16_t* data) {
  return ReadArray<magick_uint16_t, kMSB>(image, octets, data);
}
size_t ReadBlobLSBLongs(Image* image, size_t octets, magick_uint32_t* data) {
  return ReadArray<magick_uint32_t, kLSB>(image, octets, data);
}
size_t ReadBlobMSBLongs(Image* image, size_t octets, magick_uint32_t* data) {
  return ReadArray<magick_uint32_t, kMSB>(image, octets, data);
}
size_t ReadBlobLSBFloats(Image* image, size_t octets, float* data) {
  return ReadArray<float, kLSB>(image, octets, data);
}
size_t ReadBlobMSBFloats(Image* image, size_t octets, float* data) {
  return ReadArray<float, kMSB>(image, octets, data);
}
size_t ReadBlobLSBDoubles(Image* image, size_t octets, double* data) {
  return ReadArray<double, kLSB>(image, octets, data);
}
size_t ReadBlobMSBDoubles(Image* image, size_t octets, double* data) {
  return ReadArray<double, kMSB>(image, octets, data);
}

size_t WriteBlobLSBShort(Image* image, const magick_uint16_t value) {
  return Write<kLSB>(image, value);
}
size_t WriteBlobLSBSignedShort(Image* image, const magick_int16_t value) {
  return Write<kLSB>(image, value);
}
size_t WriteBlobLSBDouble(Image* image, double value) {
  return Write<kLSB>(image, value);
}
size_t WriteBlobLSBLong(Image* image, const magick_uint32_t value) {
  return Write<kLSB>(image, value);
}
size_t WriteBlobLSBSignedLong(Image* image, const magick_int32_t value) {
  return Write<kLSB>(image, value);
}
size_t WriteBlobMSBShort(Image* image, const magick_uint16_t value) {
  return Write<kMSB>(image, value);
}
size_t WriteBlobMSBSignedShort(Image* image, const magick_int16_t value) {
  return Write<kMSB>(image, value);
}
size_t WriteBlobMSBLong(Image* image, const magick_uint32_t value) {
  return Write<kMSB>(image, value);
}
size_t WriteBlobMSBSignedLong(Image* image, const magick_int32_t value) {
  return Write<kMSB>(image, value);
}

void MSBOrderLong(unsigned char* buffer, const size_t length) {
  SwapAll<magick_uint32_t>(buffer, length);
}

void MSBOrderShort(unsigned char* p, const size_t length) {
  SwapAll<magick_uint16_t>(p, length);
}
