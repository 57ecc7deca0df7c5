/*
  Makes a thumbnail of every image in a folder.

    thumbnails FROM TO [auto|off|require]

  The C interface behind three small classes: pointers that free what they own, exceptions that are
  thrown, and an acceleration mode for each call. A file that is no image is reported and left out.
*/
#include <accel/accelerate.h>
#include <magick/api.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

// A std::unique_ptr that calls a function of the C interface.
template <auto kDestroy>
struct Deleter {
  template <typename T>
  void operator()(T* object) const {
    kDestroy(object);
  }
};
using ImagePointer = std::unique_ptr<Image, Deleter<DestroyImage>>;
using InfoPointer = std::unique_ptr<ImageInfo, Deleter<DestroyImageInfo>>;

// The exception that a call of the C interface reported.
class Error : public std::runtime_error {
 public:
  explicit Error(const ExceptionInfo& info)
      : std::runtime_error(Message(info)), severity_(info.severity) {}

  // The file is the problem, not the program or the machine: others may succeed.
  bool IsAboutTheFile() const {
    const int category = severity_ % 100;
    return category == CorruptImageBase || category == FileOpenBase ||
           category == MissingDelegateBase || category == BlobBase;
  }

 private:
  static std::string Message(const ExceptionInfo& info) {
    std::string message = info.reason ? info.reason : "unknown error";
    if (info.description) message += std::string(" (") + info.description + ")";
    return message;
  }

  ExceptionType severity_;
};

// An ExceptionInfo that is always valid and always freed.
class Exception {
 public:
  Exception() { GetExceptionInfo(&info_); }
  ~Exception() { DestroyExceptionInfo(&info_); }
  Exception(const Exception&) = delete;
  Exception& operator=(const Exception&) = delete;

  ExceptionInfo* get() { return &info_; }
  const ExceptionInfo& info() const { return info_; }

 private:
  ExceptionInfo info_;
};

// Sets the mode of the calling thread during its lifetime.
class ThreadMode {
 public:
  explicit ThreadMode(MagickAccelerateMode mode) : before_(MagickAccelerateSetThreadMode(mode)) {}
  ~ThreadMode() { MagickAccelerateSetThreadMode(before_); }
  ThreadMode(const ThreadMode&) = delete;
  ThreadMode& operator=(const ThreadMode&) = delete;

 private:
  const MagickAccelerateMode before_;
};

// Calls any function that creates an image and takes an exception last. Throws Error.
template <typename Function, typename... Arguments>
ImagePointer Call(MagickAccelerateMode mode, Function function, Arguments... arguments) {
  const ThreadMode thread_mode(mode);
  Exception exception;
  ImagePointer result(function(arguments..., exception.get()));
  if (!result) throw Error(exception.info());
  CatchException(&exception.info());  // a result with a warning: printed
  return result;
}

InfoPointer InfoFor(const fs::path& path) {
  InfoPointer info(CloneImageInfo(nullptr));
  if (MagickStrlCpy(info->filename, path.c_str(), sizeof info->filename) >= sizeof info->filename)
    throw std::runtime_error("the name is too long");
  return info;
}

void Write(Image* image, const fs::path& path) {
  const InfoPointer info = InfoFor(path);
  MagickStrlCpy(image->filename, info->filename, sizeof image->filename);
  if (WriteImage(info.get(), image) != MagickPass) throw Error(image->exception);
}

// At most 160 pixels wide and high, and never larger than the image.
ImagePointer Thumbnail(const Image& image, MagickAccelerateMode mode) {
  constexpr double kSize_px = 160;
  const double factor = std::min(1.0, kSize_px / std::max(image.columns, image.rows));
  const auto length = [&](unsigned long side) {
    return std::max(1UL, static_cast<unsigned long>(side * factor + 0.5));
  };
  const ImagePointer small =
      Call(mode, ScaleImage, &image, length(image.columns), length(image.rows));
  // So few pixels are not worth a transfer.
  return Call(MagickAccelerateOff, UnsharpMaskImage, small.get(), 0.0, 0.8, 0.6, 0.02);
}

void Process(const fs::path& from, const fs::path& to, MagickAccelerateMode mode) {
  const ImagePointer image = Call(mode, ReadImage, InfoFor(from).get());
  const ImagePointer thumbnail = Thumbnail(*image, mode);
  Write(thumbnail.get(), to);
  std::cout << from.filename().string() << ": " << image->columns << 'x' << image->rows << " -> "
            << thumbnail->columns << 'x' << thumbnail->rows << '\n';
}

MagickAccelerateMode ModeOf(const std::string& name) {
  if (name == "auto") return MagickAccelerateAuto;
  if (name == "off") return MagickAccelerateOff;
  if (name == "require") return MagickAccelerateRequire;
  throw std::runtime_error("'" + name + "' is none of auto, off and require");
}

std::vector<fs::path> FilesIn(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// Returns how many files failed.
int ProcessFolder(const fs::path& from, const fs::path& to, MagickAccelerateMode mode) {
  int left_out = 0;
  const std::vector<fs::path> files = FilesIn(from);
  fs::create_directories(to);
  if (fs::equivalent(from, to)) throw std::runtime_error("FROM and TO are the same folder");
  for (const fs::path& file : files) {
    try {
      Process(file, to / file.filename(), mode);
    } catch (const Error& error) {
      if (!error.IsAboutTheFile()) throw;
      std::cerr << "thumbnails: " << error.what() << '\n';
      ++left_out;
    }
  }
  return left_out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) {
    std::cerr << "usage: thumbnails FROM TO [auto|off|require]\n";
    return 2;
  }
  int status = 1;
  InitializeMagick(argv[0]);
  try {
    status = ProcessFolder(argv[1], argv[2], ModeOf(argc == 4 ? argv[3] : "auto")) == 0 ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "thumbnails: " << error.what() << '\n';
  }
  DestroyMagick();
  return status;
}
