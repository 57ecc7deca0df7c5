/*
  Pixels of an image for DLPack (https://dmlc.github.io/dlpack/), which has arrays of other
  libraries share memory: rows x columns x 4 unsigned integers, a PixelPacket each; on a device also
  rows x columns, grey samples.

  The structures are those of DLPack's dlpack.h, version 1.0. Part of the extension module: the
  functions that touch Python are called by the interpreter, which holds its lock.
*/
#ifndef LODESTONE_PYTHON_PIXEL_EXPORT_H
#define LODESTONE_PYTHON_PIXEL_EXPORT_H

#include <Python.h>
#include <magick/api.h>
#include <magick/device_pixels.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
  int32_t device_type, device_id;
} DLDevice;

typedef struct {
  uint8_t code, bits;
  uint16_t lanes;
} DLDataType;

typedef struct {
  void* data;
  DLDevice device;
  int32_t ndim;
  DLDataType dtype;
  int64_t *shape, *strides;
  uint64_t byte_offset;
} DLTensor;

typedef struct DLManagedTensor {
  DLTensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensor* self);
} DLManagedTensor;

typedef struct {
  uint32_t major, minor;
} DLPackVersion;

typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned* self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;

enum { kDLCPU = 1, kDLUInt = 1, kDLReadOnly = 1, kSamples = 4, kDimensions = 3 };

/* Of the two tensors one is used, and of image and shared. */
typedef struct PixelExport {
  Image* image;
  MagickAccelerateDevicePixels shared;
  int is_versioned;
  int64_t shape[kDimensions], strides[kDimensions];
  DLManagedTensor tensor;
  DLManagedTensorVersioned versioned;
} PixelExport;

/* Any thread may delete a tensor, with or without the interpreter's lock. */
static void DestroyPixelExport(PixelExport* pixel_export) {
  if (pixel_export->image != NULL) DestroyImage(pixel_export->image);
  if (pixel_export->shared.release != NULL)
    pixel_export->shared.release(pixel_export->shared.context);
  free(pixel_export);
}

static void DeleteTensor(DLManagedTensor* self) {
  DestroyPixelExport((PixelExport*)self->manager_ctx);
}

static void DeleteVersioned(DLManagedTensorVersioned* self) {
  DestroyPixelExport((PixelExport*)self->manager_ctx);
}

static DLTensor DescribePixels(PixelExport* owner, const MagickAccelerateDevicePixels* pixels) {
  const DLDataType quantum = {kDLUInt, QuantumDepth, 1};
  DLTensor tensor = {0};
  const int64_t samples = pixels->channels == MagickAccelerateGrey ? 1 : kSamples;
  owner->shape[0] = (int64_t)pixels->rows;
  owner->shape[1] = (int64_t)pixels->columns;
  owner->shape[2] = samples;
  owner->strides[0] = (int64_t)(pixels->stride_bytes / sizeof(Quantum));
  owner->strides[1] = samples;
  owner->strides[2] = 1;
  tensor.data = pixels->data;
  tensor.device.device_type = pixels->device_type;
  tensor.device.device_id = pixels->device_id;
  tensor.ndim = samples == 1 ? 2 : 3;
  tensor.dtype = quantum;
  tensor.shape = owner->shape;
  tensor.strides = owner->strides;
  return tensor;
}

/* Without an owner of the pixels. NULL: out of memory. */
static PixelExport* NewExport(const MagickAccelerateDevicePixels* pixels, int is_versioned,
                              int read_only) {
  const DLPackVersion version = {1, 0};
  PixelExport* pixel_export = (PixelExport*)calloc(1, sizeof(PixelExport));
  if (pixel_export == NULL) return NULL;
  pixel_export->is_versioned = is_versioned;
  pixel_export->tensor.dl_tensor = DescribePixels(pixel_export, pixels);
  pixel_export->tensor.manager_ctx = pixel_export;
  pixel_export->tensor.deleter = DeleteTensor;
  pixel_export->versioned.dl_tensor = pixel_export->tensor.dl_tensor;
  pixel_export->versioned.manager_ctx = pixel_export;
  pixel_export->versioned.deleter = DeleteVersioned;
  pixel_export->versioned.version = version;
  pixel_export->versioned.flags = read_only ? kDLReadOnly : 0;
  return pixel_export;
}

/* Takes over `image`, whose pixels these are. NULL: out of memory, and the image is still the
 * caller's. */
static PixelExport* NewPixelExport(Image* image, const void* packets, int is_versioned,
                                   int read_only) {
  MagickAccelerateDevicePixels pixels = {0};
  PixelExport* pixel_export;
  pixels.data = (void*)packets;
  pixels.stride_bytes = image->columns * sizeof(PixelPacket);
  pixels.columns = image->columns;
  pixels.rows = image->rows;
  pixels.device_type = kDLCPU;
  pixel_export = NewExport(&pixels, is_versioned, read_only);
  if (pixel_export != NULL) pixel_export->image = image;
  return pixel_export;
}

/* Takes over what is to be released; not if it is NULL: out of memory. */
static PixelExport* NewDeviceExport(const MagickAccelerateDevicePixels* shared, int is_versioned,
                                    int read_only) {
  PixelExport* const pixel_export = NewExport(shared, is_versioned, read_only);
  if (pixel_export != NULL) pixel_export->shared = *shared;
  return pixel_export;
}

static void* PixelExportTensor(PixelExport* pixel_export) {
  return pixel_export->is_versioned ? (void*)&pixel_export->versioned
                                    : (void*)&pixel_export->tensor;
}

/* A consumer renames the capsule and deletes the tensor itself; of one that nobody took, it is
 * still here. */
static void DestroyTensorCapsule(PyObject* capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor")) return;
  DeleteTensor((DLManagedTensor*)PyCapsule_GetPointer(capsule, "dltensor"));
}

static void DestroyVersionedCapsule(PyObject* capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor_versioned")) return;
  DeleteVersioned((DLManagedTensorVersioned*)PyCapsule_GetPointer(capsule, "dltensor_versioned"));
}

static uintptr_t PixelExportCapsuleDestructor(int is_versioned) {
  return (uintptr_t)(is_versioned ? DestroyVersionedCapsule : DestroyTensorCapsule);
}

#endif
