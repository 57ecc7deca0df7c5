// Names of how pixels and files are stored and opened.
#include "magick/enum_strings.h"
#include "magick/core/enum_table.hpp"

namespace {

using lodestone::EnumName;
using lodestone::NameOf;
using lodestone::ValueOf;

constexpr EnumName kBlobModes[] = {
    {"Undefined", UndefinedBlobMode},     {"Read", ReadBlobMode},
    {"ReadBinary", ReadBinaryBlobMode},   {"Write", WriteBlobMode},
    {"WriteBinary", WriteBinaryBlobMode},
};

constexpr EnumName kClasses[] = {
    {"Undefined", UndefinedClass},
    {"DirectClass", DirectClass},
    {"PseudoClass", PseudoClass},
};

constexpr EnumName kMapModes[] = {
    {"Read", ReadMode},
    {"Write", WriteMode},
    {"IO", IOMode},
};

constexpr EnumName kQuantumSampleTypes[] = {
    {"UndefinedQuantumSampleType", UndefinedQuantumSampleType},
    {"UnsignedQuantumSampleType", UnsignedQuantumSampleType},
    {"FloatQuantumSampleType", FloatQuantumSampleType},
};

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

constexpr EnumName kStorageTypes[] = {
    {"CharPixel", CharPixel}, {"ShortPixel", ShortPixel}, {"IntegerPixel", IntegerPixel},
    {"LongPixel", LongPixel}, {"FloatPixel", FloatPixel}, {"DoublePixel", DoublePixel},
};

}  // namespace

const char* BlobModeToString(BlobMode blob_mode) {
  return NameOf(kBlobModes, blob_mode);
}

const char* ClassTypeToString(const ClassType class_type) {
  return NameOf(kClasses, class_type);
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
