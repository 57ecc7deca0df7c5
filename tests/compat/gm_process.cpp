#include "tests/compat/gm_process.hpp"

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <utility>
#include <vector>

namespace lodestone::compat {

using test::Raster;
using test::RasterPixel;

namespace {

// One thread: the images are small, and tests run in parallel.
std::vector<char*> OneThreadEnvironment() {
  static char one_thread[] = "OMP_NUM_THREADS=1";
  std::vector<char*> variables{one_thread};
  for (char** v = environ; *v; ++v)
    if (std::strncmp(*v, "OMP_NUM_THREADS=", 16) != 0 && std::strncmp(*v, "MAGICK_", 7) != 0)
      variables.push_back(*v);
  variables.push_back(nullptr);
  return variables;
}

// Starts `path` with pipes at its standard input and output; false when it cannot be started.
bool Spawn(const char* path, int& to, int& from) {
  int in[2], out[2];
  if (pipe2(in, O_CLOEXEC) != 0 || pipe2(out, O_CLOEXEC) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
  std::string name = path;
  char* arguments[] = {name.data(), nullptr};
  pid_t pid;
  const int status =
      posix_spawn(&pid, path, &actions, nullptr, arguments, OneThreadEnvironment().data());
  posix_spawn_file_actions_destroy(&actions);
  close(in[0]);
  close(out[1]);
  to = in[1];
  from = out[0];
  return status == 0;
}

struct Started {
  GmProcess* process = nullptr;
  std::string why;
};

}  // namespace

GmProcess* StartGmProcess(std::string& why) {
  const char* folder = std::getenv("LODESTONE_BUILD_DIR");
  const std::string path = std::string(folder ? folder : ".") + "/" + GM_SERVER;
  if (std::strlen(GM_SERVER) == 0 || access(path.c_str(), X_OK) != 0) {
    why = "GraphicsMagick was not found when this was built (Debian: libgraphicsmagick1-dev)";
    return nullptr;
  }
  std::signal(SIGPIPE, SIG_IGN);
  int to, from;
  if (!Spawn(path.c_str(), to, from)) {
    why = "cannot start " + path + ": " + std::strerror(errno);
    return nullptr;
  }
  auto* process = new GmProcess(to, from);
  GmHello hello{};
  if (!process->Receive(&hello, sizeof hello) || hello.magic != GM_HELLO_MAGIC ||
      hello.quantum_depth != 16) {
    why = path + " does not answer";
    return nullptr;
  }
  process->version_ = hello.version;
  return process;
}

static const Started& StartOnce() {
  static const Started& started = *[] {
    auto* result = new Started;
    result->process = StartGmProcess(result->why);
    return result;
  }();
  return started;
}

GmProcess* GmProcess::Get() {
  return StartOnce().process;
}

const std::string& GmProcess::why() {
  return StartOnce().why;
}

bool GmProcess::Send(const void* data, std::size_t size) {
  const char* bytes = static_cast<const char*>(data);
  while (size != 0) {
    const ssize_t written = write(to_, bytes, size);
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

bool GmProcess::Receive(void* data, std::size_t size) {
  char* bytes = static_cast<char*>(data);
  while (size != 0) {
    const ssize_t received = read(from_, bytes, size);
    if (received <= 0) return false;
    bytes += received;
    size -= static_cast<std::size_t>(received);
  }
  return true;
}

bool GmProcess::SendImage(const Raster& image) {
  return Send(image.colormap.data(), image.colormap.size() * sizeof(RasterPixel)) &&
         Send(image.pixels.data(), image.pixels.size() * sizeof(RasterPixel)) &&
         Send(image.indexes.data(), image.indexes.size() * sizeof(std::uint16_t));
}

Raster GmProcess::ReceiveImage() {
  Raster image;
  GmImageHeader header{};
  if (!Receive(&header, sizeof header)) ADD_FAILURE() << "the GraphicsMagick process is gone";
  refusal_ = {header.severity, header.reason, header.description};
  if (!header.ok) return image;
  image.columns = header.columns;
  image.rows = header.rows;
  image.pseudo_class = header.pseudo_class;
  image.matte = header.matte;
  image.cmyk = header.cmyk;
  image.colormap.resize(header.colors);
  image.pixels.resize(std::size_t{header.columns} * header.rows);
  if (header.has_indexes) image.indexes.resize(image.pixels.size());
  if (!Receive(image.colormap.data(), image.colormap.size() * sizeof(RasterPixel)) ||
      !Receive(image.pixels.data(), image.pixels.size() * sizeof(RasterPixel)) ||
      !Receive(image.indexes.data(), image.indexes.size() * sizeof(std::uint16_t)))
    ADD_FAILURE() << "the GraphicsMagick process is gone";
  return image;
}

static void FillEffect(const EffectArguments& effect, GmRequest& message) {
  message.radius = effect.radius;
  message.sigma = effect.sigma;
  message.third = effect.third;
  message.fourth = effect.fourth;
  message.channel = effect.channel;
  message.virtual_pixel = effect.outside;
  message.order = effect.order();
  const RasterPixel& background = effect.background;
  const std::uint16_t samples[] = {background.red, background.green, background.blue,
                                   background.opacity};
  std::copy(std::begin(samples), std::end(samples), message.background);
}

Raster GmProcess::Run(const Request& request, const Raster& image) {
  GmRequest message{};
  message.operation = request.operation;
  message.filter = request.filter;
  message.blur = request.blur;
  message.columns = request.columns;
  message.rows = request.rows;
  FillEffect(request.effect, message);
  message.image = {1,
                   image.columns,
                   image.rows,
                   image.pseudo_class,
                   image.matte,
                   image.cmyk,
                   static_cast<std::uint32_t>(image.colormap.size()),
                   !image.indexes.empty(),
                   0,
                   "",
                   ""};
  const std::vector<double>& kernel = request.effect.kernel;
  if (!Send(&message, sizeof message) || !Send(kernel.data(), kernel.size() * sizeof(double)) ||
      !SendImage(image)) {
    ADD_FAILURE() << "the GraphicsMagick process is gone";
    return {};
  }
  return ReceiveImage();
}

}  // namespace lodestone::compat
