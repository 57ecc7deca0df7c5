#include "utilities/events/output_file.hpp"

#include "utilities/shell/command_error.hpp"
#include "utilities/shell/exception.hpp"

namespace lodestone::cli {

OutputFile::OutputFile(const std::string& name) : name_(name), image_(AllocateImage(nullptr)) {
  const ImageInfoHandle info = CopyOf(nullptr);
  if (image_ == nullptr) throw std::bad_alloc();
  SetFilename(image_->filename, name);
  Exception exception;
  if (!OpenBlob(info.get(), image_.get(), WriteBinaryBlobMode, exception.get())) {
    exception.Throw("Unable to open file");
  }
}

void OutputFile::Write(std::string_view text) {
  if (WriteBlob(image_.get(), text.size(), text.data()) != text.size()) Throw();
}

void OutputFile::Commit() {
  if (!CloseBlob(image_.get())) Throw();
}

void OutputFile::Throw() {
  throw CommandError("Unable to write file", name_, GetBlobFirstErrno(image_.get()));
}

void WriteFile(const std::string& name, std::string_view text) {
  OutputFile file(name);
  file.Write(text);
  file.Commit();
}

}  // namespace lodestone::cli
