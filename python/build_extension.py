"""The extension module lodestone._lodestone, for the library that pkg-config finds as "lodestone".

The declarations below are checked by the C compiler against that library's headers: sizes, places of
fields, values of enumerations and the depth of a sample come from there, and a function or a field of
another type does not compile.
"""

from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent

ENUMERATIONS = """
typedef enum { DirectClass, ... } ClassType;
typedef enum { CMYKColorspace, ... } ColorspaceType;
typedef enum { TopLeftOrientation, ... } OrientationType;
typedef enum { CharPixel, ShortPixel, IntegerPixel, LongPixel, FloatPixel, DoublePixel, ... } StorageType;
typedef enum {
  UndefinedFilter, PointFilter, BoxFilter, TriangleFilter, HermiteFilter, HanningFilter, HammingFilter,
  BlackmanFilter, GaussianFilter, QuadraticFilter, CubicFilter, CatromFilter, MitchellFilter,
  LanczosFilter, BesselFilter, SincFilter, ...
} FilterTypes;
typedef enum { UndefinedException, WarningException, ErrorException, ... } ExceptionType;
typedef enum {
  ResourceLimitBase, OptionBase, MissingDelegateBase, CorruptImageBase, FileOpenBase, BlobBase, CoderBase,
  MonitorBase, AccelerateBase, ...
} ExceptionBaseType;
typedef enum {
  MagickAccelerateInherit, MagickAccelerateOff, MagickAccelerateAuto, MagickAccelerateRequire
} MagickAccelerateMode;
typedef enum { MagickAccelerateDone, ... } MagickAccelerateOutcome;
typedef enum { MagickAccelerateNoReason, ... } MagickAccelerateReason;
typedef enum {
  MagickAccelerateTypeNative, MagickAccelerateTypeCPU, MagickAccelerateTypeGPU, MagickAccelerateTypeOther
} MagickAccelerateDeviceType;
typedef enum {
  MagickAccelerateOpaque, MagickAccelerateWeighted, MagickAccelerateGrey, ...
} MagickAccelerateChannels;
"""

STRUCTURES = """
typedef int... Quantum;
typedef struct { Quantum red, green, blue, opacity; ...; } PixelPacket;
typedef struct { unsigned long width, height; long x, y; ...; } RectangleInfo;
typedef struct {
  ExceptionType severity;
  char *reason, *description;
  int error_number;
  ...;
} ExceptionInfo;
typedef struct _Image {
  ClassType storage_class;
  ColorspaceType colorspace;
  unsigned int matte;
  unsigned long columns, rows;
  unsigned int depth;
  PixelPacket background_color;
  OrientationType orientation;
  RectangleInfo page;
  char filename[...], magick[...];
  ExceptionInfo exception;
  struct _Image *next;
  unsigned int is_grayscale, linear_light;
  ...;
} Image;
typedef struct { unsigned long quality; char magick[...], filename[...]; ...; } ImageInfo;
typedef void* ViewInfo;
"""

FUNCTIONS = """
void InitializeMagick(const char* path);
const char* GetMagickVersion(unsigned long* version);
void MagickFree(void* memory);

void GetExceptionInfo(ExceptionInfo* exception);
void DestroyExceptionInfo(ExceptionInfo* exception);

ImageInfo* CloneImageInfo(const ImageInfo* image_info);
void DestroyImageInfo(ImageInfo* image_info);
unsigned int AddDefinition(ImageInfo* image_info, const char* magick, const char* key, const char* value,
                           ExceptionInfo* exception);
Image* CloneImage(const Image* image, unsigned long columns, unsigned long rows, unsigned int orphan,
                  ExceptionInfo* exception);
void DestroyImage(Image* image);
void DestroyImageList(Image* images);
Image* RemoveFirstImageFromList(Image** images);
unsigned int SetImageDepth(Image* image, unsigned long depth);

Image* ReadImage(const ImageInfo* image_info, ExceptionInfo* exception);
Image* BlobToImage(const ImageInfo* image_info, const void* blob, size_t length, ExceptionInfo* exception);
unsigned int WriteImage(const ImageInfo* image_info, Image* image);
void* ImageToBlob(const ImageInfo* image_info, Image* image, size_t* length, ExceptionInfo* exception);

Image* ConstituteImage(unsigned long width, unsigned long height, const char* map, StorageType type,
                       const void* pixels, ExceptionInfo* exception);
unsigned int DispatchImage(const Image* image, long x, long y, unsigned long columns, unsigned long rows,
                           const char* map, StorageType type, void* pixels, ExceptionInfo* exception);
const PixelPacket* AcquireImagePixels(const Image* image, long x, long y, unsigned long columns,
                                      unsigned long rows, ExceptionInfo* exception);
PixelPacket* GetImagePixelsEx(Image* image, long x, long y, unsigned long columns, unsigned long rows,
                              ExceptionInfo* exception);
ViewInfo* OpenCacheView(Image* image);
void CloseCacheView(ViewInfo* view);
PixelPacket* GetCacheViewPixels(ViewInfo* view, long x, long y, unsigned long columns, unsigned long rows,
                                ExceptionInfo* exception);
unsigned int SyncCacheViewPixels(const ViewInfo* view, ExceptionInfo* exception);
unsigned int QueryColorDatabase(const char* name, PixelPacket* color, ExceptionInfo* exception);

Image* ResizeImage(const Image* image, unsigned long columns, unsigned long rows, FilterTypes filter,
                   double blur, ExceptionInfo* exception);
Image* ScaleImage(const Image* image, unsigned long columns, unsigned long rows, ExceptionInfo* exception);
Image* SampleImage(const Image* image, unsigned long columns, unsigned long rows, ExceptionInfo* exception);
Image* BlurImage(const Image* image, double radius, double sigma, ExceptionInfo* exception);
Image* SharpenImage(const Image* image, double radius, double sigma, ExceptionInfo* exception);
Image* UnsharpMaskImage(const Image* image, double radius, double sigma, double amount, double threshold,
                        ExceptionInfo* exception);
Image* ConvolveImage(const Image* image, unsigned int order, const double* kernel, ExceptionInfo* exception);
Image* MedianFilterImage(const Image* image, double radius, ExceptionInfo* exception);
Image* CropImage(const Image* image, const RectangleInfo* geometry, ExceptionInfo* exception);
Image* RotateImage(const Image* image, double degrees, ExceptionInfo* exception);
Image* AutoOrientImage(const Image* image, OrientationType current_orientation, ExceptionInfo* exception);
Image* FlipImage(const Image* image, ExceptionInfo* exception);
Image* FlopImage(const Image* image, ExceptionInfo* exception);
"""

ACCELERATION_STRUCTURES = """
typedef struct MagickAccelerateEvent {
  size_t struct_size;
  uint64_t sequence;
  int64_t unix_time_ns;
  uint64_t thread;
  const char* operation;
  unsigned long source_columns, source_rows, columns, rows;
  unsigned int quantum_depth;
  unsigned int alpha;
  MagickAccelerateOutcome outcome;
  const char* accelerator;
  const char* device;
  const char* declined_by;
  MagickAccelerateOutcome declined_by_outcome;
  MagickAccelerateReason reason;
  const char* detail;
  const char* kernels;
  unsigned int first;
  unsigned int resident;
  uint64_t predicted_ns, actual_ns;
  uint64_t queue_ns, compile_ns, upload_ns, kernel_ns, download_ns;
  uint64_t bytes_up, bytes_down;
  uint64_t context_ns;
  uint64_t load_ns;
  uint64_t test_ns;
  unsigned int strips;
  unsigned int samples;
  uint64_t process;
  const char* host;
  const char* item;
  ...;
} MagickAccelerateEvent;
typedef struct MagickAccelerateDeviceInfo {
  size_t struct_size;
  char accelerator[...];
  char name[...];
  char platform[...];
  char driver[...];
  MagickAccelerateDeviceType type;
  unsigned int usable;
  unsigned int ready;
  uint64_t memory_bytes, local_memory_bytes;
  unsigned int compute_units;
  char self_test[...];
  char cache[...];
  char problem[...];
  char hint[...];
  unsigned int driver_crashes;
  char last_driver_crash[...];
  uint64_t open_ns, context_ns, load_ns, compile_ns, test_ns;
  char conformance[...];
  unsigned int conforms;
  char hardware[...];
  ...;
} MagickAccelerateDeviceInfo;
typedef struct MagickAccelerateEventQueue MagickAccelerateEventQueue;
typedef struct MagickAccelerateDevicePixels {
  size_t struct_size;
  void* data;
  size_t stride_bytes;
  unsigned long columns, rows;
  MagickAccelerateChannels channels;
  unsigned int sample_bits;
  int device_type, device_id;
  void* stream;
  void (*release)(void* context);
  void* context;
  ...;
} MagickAccelerateDevicePixels;
"""

ACCELERATION_FUNCTIONS = """
MagickAccelerateMode MagickAccelerateSetMode(MagickAccelerateMode mode);
MagickAccelerateMode MagickAccelerateGetMode(void);
MagickAccelerateMode MagickAccelerateSetThreadMode(MagickAccelerateMode mode);
int MagickAccelerateSelectDevice(const char* selector);
unsigned int MagickAccelerateWarmUp(void);
int MagickAccelerateAbandonWarmUp(void);
size_t MagickAccelerateListDevices(MagickAccelerateDeviceInfo* infos, size_t count);
MagickAccelerateEventQueue* MagickAccelerateOpenEventQueue(size_t capacity);
const MagickAccelerateEvent* MagickAcceleratePullEvent(MagickAccelerateEventQueue* queue, double seconds);
uint64_t MagickAccelerateLostEvents(const MagickAccelerateEventQueue* queue);
void MagickAccelerateStopEventQueue(MagickAccelerateEventQueue* queue);
void MagickAccelerateCloseEventQueue(MagickAccelerateEventQueue* queue);
const char* MagickAccelerateReasonName(MagickAccelerateReason reason);
const char* MagickAccelerateOutcomeName(MagickAccelerateOutcome outcome);
Image* MagickAccelerateWrapDevicePixels(const MagickAccelerateDevicePixels* pixels, ExceptionInfo* exception);
int MagickAccelerateShareDevicePixels(const Image* image, const char* device,
                                      MagickAccelerateDevicePixels* pixels, ExceptionInfo* exception);
"""

PROJECT = """
static const int kQuantumDepth;
static const int kBigEndian;
extern "Python" void ReleaseOwner(void* context);
enum { kDLUInt, ... };
typedef struct { int32_t device_type, device_id; } DLDevice;
typedef struct { uint8_t code, bits; uint16_t lanes; } DLDataType;
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
typedef struct { uint32_t major, minor; } DLPackVersion;
typedef struct DLManagedTensorVersioned {
  DLPackVersion version;
  void* manager_ctx;
  void (*deleter)(struct DLManagedTensorVersioned* self);
  uint64_t flags;
  DLTensor dl_tensor;
} DLManagedTensorVersioned;
typedef struct PixelExport PixelExport;
PixelExport* NewPixelExport(Image* image, const void* pixels, int is_versioned, int read_only);
PixelExport* NewDeviceExport(const MagickAccelerateDevicePixels* shared, int is_versioned, int read_only);
void DestroyPixelExport(PixelExport* pixel_export);
void* PixelExportTensor(PixelExport* pixel_export);
uintptr_t PixelExportCapsuleDestructor(int is_versioned);
"""

SOURCE = (
    """
#include <magick/api.h>
#include <accel/accelerate.h>
#include <magick/device_pixels.h>
#include "pixel_export.h"

static const int kQuantumDepth = QuantumDepth;
#if defined(MAGICK_PIXELS_RGBA)
static const int kBigEndian = 1;
#else
static const int kBigEndian = 0;
#endif

/* Again, as an error if they contradict the headers. */
"""
    + FUNCTIONS
    + ACCELERATION_FUNCTIONS
)

ffi = FFI()
ffi.cdef(ENUMERATIONS + STRUCTURES + ACCELERATION_STRUCTURES + FUNCTIONS + ACCELERATION_FUNCTIONS + PROJECT)
ffi.set_source_pkgconfig(
    "lodestone._lodestone",
    ["lodestone"],
    SOURCE,
    include_dirs=[str(HERE)],
    # For fields of structures. (Plain C gives warnings.)
    extra_compile_args=["-Werror=incompatible-pointer-types", "-Werror=int-conversion"],
)

if __name__ == "__main__":
    ffi.compile(verbose=True)
