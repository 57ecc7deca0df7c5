// Names, limits, logs, modes, files; and exceptions, whose codes are open-ended.
#include <fcntl.h>

#include <cerrno>
#include <cstdarg>

#include "tests/magick/enum_calls.hpp"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"  // old names are called too

namespace lodestone::test {
namespace {

template <class Enum>
Call NoName(const char* function, Enum last, const char* (*name)(Enum), const char* none = "?") {
  return Gives<Enum>(function, last, none, name);
}

#define NO_NAME(last, function) NoName(#function, last, function)

std::string Number(long value) {
  return std::to_string(value);
}

std::string ExportResult(QuantumType type) {
  const ImagePtr image = Source();
  unsigned char bytes[100];
  ExportPixelAreaInfo info{9};
  GetImagePixels(image.get(), 0, 0, 1, 1);
  const auto status = ExportImagePixelArea(image.get(), type, 8, bytes, nullptr, &info);
  return Number(status) + " " + Number(static_cast<long>(info.bytes_exported));
}

std::string ViewExportResult(QuantumType type) {
  const ImagePtr image = Source();
  ViewInfo* view = OpenCacheView(image.get());
  unsigned char bytes[100];
  GetCacheViewPixels(view, 0, 0, 1, 1, &image->exception);
  const auto status = ExportViewPixelArea(view, type, 8, bytes, nullptr, nullptr);
  CloseCacheView(view);
  return Number(status);
}

std::string PopResult(QuantumType type) {
  const ImagePtr image = Source();
  unsigned char bytes[100];
  GetImagePixels(image.get(), 0, 0, 1, 1);
  return Number(PopImagePixels(image.get(), type, bytes));
}

std::string RawRange(EndianType endian, StorageType type) {
  const ImagePtr image = Source();
  image->blob = image->blob ? image->blob : CloneBlobInfo(nullptr);
  AttachBlob(image->blob, "abcd", 4);
  double buffer[4], min, max;
  return Number(MagickFindRawImageMinMax(image.get(), endian, 1, 1, type, 2, buffer, &min, &max));
}

std::string RawRangeResult(StorageType type) {
  return RawRange(LSBEndian, type);
}

std::string KeepsBytes(RegistryType type) {
  Exception exception;
  const long id = SetMagickRegistry(type, "bytes", 6, exception);
  RegistryType found = UndefinedRegistryType;
  size_t length = 0;
  char* bytes = static_cast<char*>(GetMagickRegistry(id, &found, &length, exception));
  const bool same = bytes && found == type && length == 6 && std::string(bytes) == "bytes";
  MagickFree(bytes);
  DeleteMagickRegistry(id);
  return same ? "yes" : "no";
}

std::string LinesOnStandardError() {
  SetLogEventMask("user");
  testing::internal::CaptureStderr();
  LogMagickEvent(UserEvent, GetMagickModule(), "%s", "a line");
  SetLogEventMask("none");
  return testing::internal::GetCapturedStderr().find("a line") == std::string::npos ? "no" : "yes";
}

std::string ModeAfter(MagickAccelerateMode (*set)(MagickAccelerateMode),
                      MagickAccelerateMode value) {
  const MagickAccelerateMode before = set(MagickAccelerateOff);
  const MagickAccelerateMode returned = set(value);
  const MagickAccelerateMode after = MagickAccelerateGetMode();
  set(before);
  return returned == MagickAccelerateOff && after == MagickAccelerateOff ? "off" : "changed";
}

// Exception codes are open-ended: programs define their own, which are only passed on.
std::string ReasonOf(const ExceptionInfo& exception) {
  return exception.reason == nullptr ? "" : exception.reason;
}

// A number below 0 is less than no exception.
template <class Throw>
std::string Thrown(ExceptionType type, Throw throw_into) {
  ExceptionInfo exception;
  GetExceptionInfo(&exception);
  SetLogEventMask("none");
  throw_into(&exception);
  const bool right = ReasonOf(exception) == (static_cast<int>(type) < 0 ? "" : "reason");
  DestroyExceptionInfo(&exception);
  return right ? "as it should be" : "wrong";
}

std::string handled;
void Keep(const ExceptionType, const char* reason, const char*) {
  handled = reason;
}

// What `report` passes to a handler that `set` installs temporarily.
template <class Handler, class Report>
std::string Handled(Handler (*set)(Handler), Report report, ExceptionType type) {
  const Handler before = set(Keep);
  handled.clear();
  report(type, "reason", "description");
  set(before);
  return handled;
}

bool LogList(ExceptionType type, const char* format, ...) {
  va_list operands;
  va_start(operands, format);
  const bool written = LogMagickEventList(type, GetMagickModule(), format, operands);
  va_end(operands);
  return written;
}

}  // namespace

std::vector<Call> CallsThatName() {
  return {
      NO_NAME(WriteBinaryBlobMode, BlobModeToString),
      NO_NAME(GrayChannel, ChannelTypeToString),
      NO_NAME(ThresholdWhiteNegateQuantumOp, QuantumOperatorToString),
      NO_NAME(PseudoClass, ClassTypeToString),
      NO_NAME(Rec709YCbCrColorspace, ColorspaceTypeToString),
      NO_NAME(HardMixCompositeOp, CompositeOperatorToString),
      NO_NAME(WebPCompression, CompressionTypeToString),
      NO_NAME(URLGetHTTPConfirmAccessMode, ConfirmAccessModeToString),
      NO_NAME(PreviousDispose, DisposeTypeToString),
      NO_NAME(NativeEndian, EndianTypeToString),
      NO_NAME(StaticGravity, GravityTypeToString),
      NO_NAME(XorHighlightStyle, HighlightStyleToString),
      NO_NAME(OptimizeType, ImageTypeToString),
      NO_NAME(PartitionInterlace, InterlaceTypeToString),
      NO_NAME(IOMode, MapModeToString),
      NoName("MetricTypeToString", RootMeanSquaredErrorMetric, MetricTypeToString, "Undefined"),
      NoName("NoiseTypeToString", UndefinedNoise, NoiseTypeToString, "Undefined"),
      NO_NAME(LeftBottomOrientation, OrientationTypeToString),
      NO_NAME(FloatQuantumSampleType, QuantumSampleTypeToString),
      NO_NAME(CIEXYZQuantum, QuantumTypeToString),
      NO_NAME(SincFilter, ResizeFilterToString),
      NoName("ResolutionTypeToString", PixelsPerCentimeterResolution, ResolutionTypeToString,
             "unknown"),
      NO_NAME(DoublePixel, StorageTypeToString),
      NoName("StretchTypeToString", AnyStretch, StretchTypeToString, "unknown"),
      NoName("StyleTypeToString", AnyStyle, StyleTypeToString, "unknown"),
      NoName("MagickAccelerateReasonName", MagickAccelerateCancelled, MagickAccelerateReasonName,
             "unknown"),
      NoName("MagickAccelerateOutcomeName", MagickAccelerateFailed, MagickAccelerateOutcomeName,
             "unknown"),
  };
}

std::vector<Call> CallsWithoutException() {
  return {
      Gives<QuantumType>("ExportImagePixelArea", CIEXYZQuantum, "0 0", ExportResult),
      Gives<QuantumType>("ExportViewPixelArea", CIEXYZQuantum, "0", ViewExportResult),
      Gives<QuantumType>("PopImagePixels", CIEXYZQuantum, "0", PopResult),
      Gives<QuantumType>("MagickGetQuantumSamplesPerPixel", CIEXYZQuantum, "0",
                         [](auto type) { return Number(MagickGetQuantumSamplesPerPixel(type)); }),
      Gives<StorageType>("MagickFindRawImageMinMax", DoublePixel, "0", RawRangeResult),
      // Any endian type but LSBEndian is the other.
      Gives<EndianType>("MagickFindRawImageMinMax", NativeEndian, "1",
                        [](auto endian) { return RawRange(endian, CharPixel); }),
      Gives<NoiseType>("GenerateNoise", UndefinedNoise, "77",
                       [](auto type) { return Number(GenerateNoise(77, type)); }),
      Gives<NoiseType>("GenerateDifferentialNoise", UndefinedNoise, "0",
                       [](auto type) {
                         MagickRandomKernel kernel = {1, 2};
                         return Number(
                             static_cast<long>(GenerateDifferentialNoise(77, type, &kernel)));
                       }),
      // The program chooses the type of its own objects, and defines its own modes.
      Gives<RegistryType>("SetMagickRegistry", ImageInfoRegistryType, "yes", KeepsBytes),
      Gives<RegistryType>("GetMagickRegistry", ImageInfoRegistryType, "yes", KeepsBytes),
      Gives<ConfirmAccessMode>(
          "MagickConfirmAccess", URLGetHTTPConfirmAccessMode, "1",
          [](auto mode) { return Number(MagickConfirmAccess(mode, "file", nullptr)); }),
      Gives<MagickAccelerateMode>(
          "MagickAccelerateSetMode", MagickAccelerateRequire, "off",
          [](auto mode) { return ModeAfter(MagickAccelerateSetMode, mode); }),
      Gives<MagickAccelerateMode>(
          "MagickAccelerateSetThreadMode", MagickAccelerateRequire, "off",
          [](auto mode) { return ModeAfter(MagickAccelerateSetThreadMode, mode); }),
      Gives<MapMode>("MapBlob", IOMode, "22",
                     [](auto mode) {
                       const int file = open("/dev/zero", O_RDWR);
                       errno = 0;
                       EXPECT_EQ(nullptr, MapBlob(file, mode, 0, 4096));
                       const int error = errno;
                       close(file);
                       return Number(error);
                     }),
      Gives<VirtualPixelMethod>("SetImageVirtualPixelMethod", TileVirtualPixelMethod, "0 3",
                                [](auto method) {
                                  const ImagePtr image = Source();
                                  SetImageVirtualPixelMethod(image.get(), MirrorVirtualPixelMethod);
                                  const auto set = SetImageVirtualPixelMethod(image.get(), method);
                                  return Number(set) + " " +
                                         Number(GetImageVirtualPixelMethod(image.get()));
                                }),
      Gives<PathType>("GetPathComponent", FullPath, "",
                      [](auto part) {
                        char text[MaxTextExtent] = "left over";
                        GetPathComponent("PNG:folder/name.extension[0]", part, text);
                        return std::string(text);
                      }),
      Gives<LogOutputType>("SetLogDefaultOutputType", static_cast<LogOutputType>(0x7f), "yes",
                           [](auto output) {
                             SetLogDefaultOutputType(StderrOutput);
                             SetLogDefaultOutputType(output);
                             return LinesOnStandardError();
                           }),
      Gives<ResourceType>("AcquireMagickResource", WriteResource, "0",
                          [](auto type) { return Number(AcquireMagickResource(type, 1)); }),
      Gives<ResourceType>("LiberateMagickResource", WriteResource, "",
                          [](auto type) {
                            LiberateMagickResource(type, 1);
                            return "";
                          }),
      Gives<ResourceType>("GetMagickResource", WriteResource, "0",
                          [](auto type) { return Number(GetMagickResource(type)); }),
      Gives<ResourceType>("GetMagickResourceLimit", WriteResource, "0",
                          [](auto type) { return Number(GetMagickResourceLimit(type)); }),
      Gives<ResourceType>("SetMagickResourceLimit", WriteResource, "0",
                          [](auto type) { return Number(SetMagickResourceLimit(type, 1)); }),
  };
}

std::vector<Call> CallsAboutExceptions() {
  return {
      Gives<ExceptionType>("SetExceptionInfo", AccelerateFatalError, "",
                           [](auto type) {
                             ExceptionInfo exception;
                             GetExceptionInfo(&exception);
                             SetExceptionInfo(&exception, type);
                             EXPECT_EQ(type, exception.severity);
                             return ReasonOf(exception);
                           }),
      Gives<ExceptionType>("ThrowException", AccelerateFatalError, "as it should be",
                           [](auto type) {
                             return Thrown(
                                 type, [&](auto e) { ThrowException(e, type, "reason", nullptr); });
                           }),
      Gives<ExceptionType>("ThrowLoggedException", AccelerateFatalError, "as it should be",
                           [](auto type) {
                             return Thrown(type, [&](auto e) {
                               ThrowLoggedException(e, type, "reason", "", "module", "f", 1);
                             });
                           }),
      Gives<ExceptionType>(
          "_MagickWarning", AccelerateFatalError, "reason",
          [](auto type) { return Handled(SetWarningHandler, _MagickWarning, type); }),
      Gives<ExceptionType>("_MagickError", AccelerateFatalError, "reason",
                           [](auto type) { return Handled(SetErrorHandler, _MagickError, type); }),
      Gives<ExceptionType>(
          "_MagickFatalError", AccelerateFatalError, "reason",
          [](auto type) { return Handled(SetFatalErrorHandler, _MagickFatalError, type); }),
      Gives<ExceptionType>(
          "MagickWarning", AccelerateFatalError, "reason",
          [](auto type) { return Handled(SetWarningHandler, MagickWarning, type); }),
      Gives<ExceptionType>("MagickError", AccelerateFatalError, "reason",
                           [](auto type) { return Handled(SetErrorHandler, MagickError, type); }),
      Gives<ExceptionType>(
          "MagickFatalError", AccelerateFatalError, "reason",
          [](auto type) { return Handled(SetFatalErrorHandler, MagickFatalError, type); }),
      Gives<ExceptionType>(
          "GetLocaleExceptionMessage", AccelerateFatalError, "tag",
          [](auto type) { return std::string(GetLocaleExceptionMessage(type, "tag")); }),
      Gives<ExceptionType>("IsEventLogged", AccelerateFatalError, "0",
                           [](auto type) {
                             SetLogEventMask("none");
                             return Number(IsEventLogged(type));
                           }),
      Gives<ExceptionType>("LogMagickEvent", AccelerateFatalError, "1",
                           [](auto type) {
                             SetLogEventMask("none");
                             return Number(LogMagickEvent(type, GetMagickModule(), "%s", "text"));
                           }),
      Gives<ExceptionType>("LogMagickEventList", AccelerateFatalError, "1",
                           [](auto type) {
                             SetLogEventMask("all");
                             SetLogDefaultOutputType(DisabledOutput);
                             const bool written = LogList(type, "%s", "text");
                             SetLogDefaultOutputType(StderrOutput);
                             SetLogEventMask("none");
                             return Number(written);
                           }),
  };
}

}  // namespace lodestone::test
