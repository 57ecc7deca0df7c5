// The streams and objects of the fake CUDA, and how it answers.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/gpu/fake_cuda.hpp"

struct Command;
using CommandList = std::deque<std::shared_ptr<Command>>;

struct CUctx_st {
  int device = 0, users = 0;
  CUresult broken = CUDA_SUCCESS;
  std::vector<std::shared_ptr<CommandList>> streams;
  std::map<uintptr_t, std::shared_ptr<CommandList>> default_streams;  // by their handles
};

struct Command {
  std::shared_ptr<CommandList> stream;  // of what has not run
  CUctx_st* context = nullptr;
  std::shared_ptr<Command> after;  // runs before it
  std::function<void()> body;
  bool kernel = false, ended = false;
  float at_ms = 0;
};

struct CUfunc_st {
  CUfunc_st(CUmod_st* module, const char* name) : module(module), name(name) {}
  CUmod_st* module;
  std::string name;
};
struct CUmod_st {
  CUctx_st* context;
  std::string image;
  std::vector<std::unique_ptr<CUfunc_st>> functions;
};
struct CUstream_st {
  CUctx_st* context;
  std::shared_ptr<CommandList> commands;
};
struct CUevent_st {
  bool timed = false, polled = false;
  std::shared_ptr<Command> command;  // the last record; null: none yet
};

namespace lodestone::accel::gpu::testing {

FakeCuda& State();

// Of this thread, the current one last.
std::vector<CUcontext>& Contexts();

void Misused(const std::string& how);

// Notes a call. What it has to answer before it does anything: a fault, and of all calls but those
// of devices an error of the thread's context, or that there is none.
CUresult Asked(const char* symbol, bool of_context = true);

// The default streams, of whole program and thread, are those of the current context.
struct StreamPlace {
  CUctx_st* context;
  std::shared_ptr<CommandList> commands;
};
StreamPlace PlaceOf(CUstream stream);

std::shared_ptr<Command> Enqueue(CUstream stream, std::function<void()> body);

// Runs a command, and before it all that it has to run after. By value, since its stream may be all
// that holds it.
void RunUpTo(std::shared_ptr<Command> command);
void RunAll(const CommandList& commands);
void RunAll(const CUctx_st& context);

}  // namespace lodestone::accel::gpu::testing
