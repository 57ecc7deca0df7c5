// Names of how pixels and files are stored and opened.
#include "magick/enum_strings.h"
#include "magick/core/enums/enum_table.hpp"

namespace {

using lodestone::EnumName;
using lodestone::NameOf;
using lodestone::NamesAll;
using lodestone::ValueOf;

constexpr EnumName kBlobModes[] = {
    {"Undefined", UndefinedBlobMode},     {"Read", ReadBlobMode},
    {"ReadBinary", ReadBinaryBlobMode},   {"Write", WriteBlobMode},
    {"WriteBinary", WriteBinaryBlobMode},
};
static_assert(NamesAll<BlobMode>(kBlobModes));

constexpr EnumName kClasses[] = {
    {"Undefined", UndefinedClass},
    {"DirectClass", DirectClass},
    {"PseudoClass", PseudoClass},
};
static_assert(NamesAll<ClassType>(kClasses));

constexpr EnumName kConfirmAccessModes[] = {
    {"Undefined", UndefinedConfirmAccessMode}, {"Execute", FileExecuteConfirmAccessMode},
    {"Read", FileReadConfirmAccessMode},       {"Write", FileWriteConfirmAccessMode},
    {"FTP Get", URLGetFTPConfirmAccessMode},   {"FILE Get", URLGetFileConfirmAccessMode},
    {"HTTP Get", URLGetHTTPConfirmAccessMode},
};
static_assert(NamesAll<ConfirmAccessMode>(kConfirmAccessModes));

constexpr EnumName kMapModes[] = {
    {"Read", ReadMode},
    {"Write", WriteMode},
    {"IO", IOMode},
};
static_assert(NamesAll<MapMode>(kMapModes));

constexpr EnumName kQuantumSampleTypes[] = {
    {"UndefinedQuantumSampleType", UndefinedQuantumSampleType},
    {"UnsignedQuantumSampleType", UnsignedQuantumSampleType},
    {"FloatQuantumSampleType", FloatQuantumSampleType},
};
static_assert(NamesAll<QuantumSampleType>(kQuantumSampleTypes));

constexpr EnumName kQuantumTypes[] = {
    {"UndefinedQuantum", UndefinedQuantum}, {"IndexQuantum", IndexQuantum},
    {"GrayQuantum", GrayQuantum},           {"IndexAlphaQuantum", IndexAlphaQuantum},
    {"GrayAlphaQuantum", GrayAlphaQuantum}, {"RedQuantum", RedQuantum},
    {"CyanQuantum", CyanQuantum},           {"GreenQuantum", GreenQuantum},
    {"YellowQuantum", YellowQuantum},       {"BlueQuantum", BlueQuantum},
    {"MagentaQuantum", MagentaQuantum},     {"AlphaQuantum", AlphaQuantum},
    {"BlackQuantum", BlackQuantum},         {"RGBQuantum", RGBQuantum},
    {"RGBAQuantum", RGBAQuantum},           {"CMYKQuantum", CMYKQuantum},
    {"CMYKAQuantum", CMYKAQuantum},         {"CIEYQuantum", CIEYQuantum},
    {"CIEXYZQuantum", CIEXYZQuantum},
};
static_assert(NamesAll<QuantumType>(kQuantumTypes));

constexpr EnumName kStorageTypes[] = {
    {"CharPixel", CharPixel}, {"ShortPixel", ShortPixel}, {"IntegerPixel", IntegerPixel},
    {"LongPixel", LongPixel}, {"FloatPixel", FloatPixel}, {"DoublePixel", DoublePixel},
};
static_assert(NamesAll<StorageType>(kStorageTypes));

}  // namespace

const char* BlobModeToString(BlobMode blob_mode) {
  return NameOf(kBlobModes, blob_mode);
}

const char* ClassTypeToString(const ClassType class_type) {
  return NameOf(kClasses, class_type);
}

const char* ConfirmAccessModeToString(const ConfirmAccessMode access_mode) {
  return NameOf(kConfirmAccessModes, access_mode);
}

const char* MapModeToString(MapMode map_mode) {
  return NameOf(kMapModes, map_mode);
}

const char* QuantumSampleTypeToString(const QuantumSampleType sample_type) {
  return NameOf(kQuantumSampleTypes, sample_type);
}

const char* QuantumTypeToString(const QuantumType quantum_type) {
  return NameOf(kQuantumTypes, quantum_type);
}

const char* StorageTypeToString(const StorageType storage_type) {
  return NameOf(kStorageTypes, storage_type);
}
