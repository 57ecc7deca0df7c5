#include "magick/core/calls/library_call.hpp"

#include <string>

#include "accel/events/call_record.hpp"
#include "magick/core/calls/operation.hpp"

namespace lodestone {

void RunByLibrary(const LibraryCall& call, const accel::Attempt& declined,
                  const std::function<void()>& run) {
  accel::CallRecord record(accel::GetOperation(call.operation).name);
  run();
  const std::string no_device;
  record.SetSizes(Narrow(call.source_columns), Narrow(call.source_rows),
                  Narrow(call.image->columns), Narrow(call.image->rows));
  record.SetChannels(call.channels);
  record.SetDoneBy(call.library);
  record.SetDeclinedBy(no_device, declined);
  record.Emit({});
}

}  // namespace lodestone
