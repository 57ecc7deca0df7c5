#include "tests/gpu/fake_cuda_streams.hpp"

#include <utility>

namespace lodestone::accel::gpu::testing {
namespace {

// The status that a fault of that call gives.
CUresult Struck(const std::string& call) {
  auto& faults = State().faults;
  const auto fault = faults.find(call);
  if (fault == faults.end()) return CUDA_SUCCESS;
  if (fault->second.left > 0 && --fault->second.left > 0) return CUDA_SUCCESS;
  const CUresult status = fault->second.status;
  if (!fault->second.lasts) faults.erase(fault);
  return status;
}

void RunOne(Command& command) {
  constexpr float kCommandMs = 0.001f;
  static float now_ms = 0;
  CUresult status = command.context->broken;
  if (status == CUDA_SUCCESS && command.kernel) status = Struck("execution");
  command.context->broken = status;
  if (status == CUDA_SUCCESS && command.body) command.body();
  command.at_ms = now_ms += kCommandMs;
  command.ended = true;
}

}  // namespace

FakeCuda& State() {
  static FakeCuda& state = *new FakeCuda;
  return state;
}

std::vector<CUcontext>& Contexts() {
  thread_local std::vector<CUcontext> contexts;
  return contexts;
}

void Misused(const std::string& how) {
  State().misuses.push_back(how);
}

CUresult Asked(const char* symbol, bool of_context) {
  // Symbols have versions.
  std::string call = symbol;
  if (call.ends_with("_v2")) call.resize(call.size() - 3);
  State().calls.push_back(call);
  if (const CUresult status = Struck(call); status != CUDA_SUCCESS) return status;
  if (!of_context) return CUDA_SUCCESS;
  if (Contexts().empty() || Contexts().back()->users == 0) {
    Misused(call + " without a context");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  return Contexts().back()->broken;
}

StreamPlace PlaceOf(CUstream stream) {
  constexpr uintptr_t kLastDefault = 2;
  const auto handle = reinterpret_cast<uintptr_t>(stream);
  if (handle > kLastDefault) return {stream->context, stream->commands};
  CUctx_st* const context = Contexts().back();
  auto& commands = context->default_streams[handle];
  if (!commands) context->streams.push_back(commands = std::make_shared<CommandList>());
  return {context, commands};
}

std::shared_ptr<Command> Enqueue(CUstream stream, std::function<void()> body) {
  const StreamPlace place = PlaceOf(stream);
  if (place.context != Contexts().back()) Misused("a stream of another context");
  auto command = std::make_shared<Command>();
  command->stream = place.commands;
  command->context = place.context;
  command->body = std::move(body);
  place.commands->push_back(command);
  return command;
}

void RunUpTo(std::shared_ptr<Command> command) {
  while (!command->ended) {
    const auto next = command->stream->front();
    if (next->after) RunUpTo(next->after);
    next->after.reset();
    command->stream->pop_front();
    RunOne(*next);
  }
}

void RunAll(const CommandList& commands) {
  while (!commands.empty()) RunUpTo(commands.back());
}

void RunAll(const CUctx_st& context) {
  for (const auto& commands : context.streams) RunAll(*commands);
}

}  // namespace lodestone::accel::gpu::testing
