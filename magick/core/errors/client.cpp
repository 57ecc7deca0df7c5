// Who uses the library: messages begin with the name, and files are found beside the program.
#include <mutex>

#include "magick/utility.h"

namespace {

struct Client {
  std::mutex mutex;
  char name[MaxTextExtent] = "Magick";
  char path[MaxTextExtent] = "";
  char filename[MaxTextExtent] = "";
};

Client& GetClient() {
  static constinit Client client;
  return client;
}

const char* SetField(char (Client::*field)[MaxTextExtent], const char* value) {
  Client& client = GetClient();
  if (value != nullptr && *value != '\0') {
    const std::lock_guard<std::mutex> lock(client.mutex);
    MagickStrlCpy(client.*field, value, MaxTextExtent);
  }
  return client.*field;
}

}  // namespace

const char* GetClientName(void) {
  return GetClient().name;
}
const char* GetClientPath(void) {
  return GetClient().path;
}
const char* GetClientFilename(void) {
  return GetClient().filename;
}
const char* SetClientName(const char* name) {
  return SetField(&Client::name, name);
}
const char* SetClientPath(const char* path) {
  return SetField(&Client::path, path);
}
const char* SetClientFilename(const char* name) {
  return SetField(&Client::filename, name);
}
