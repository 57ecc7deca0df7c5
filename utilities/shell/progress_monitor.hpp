// -monitor, and stopping on an interrupt without leaving temporary files behind.
#pragma once

#include <string>

namespace lodestone::cli {

// Whether the library's progress is printed to stderr, by a handler that takes the place of
// another.
void ShowProgress(bool show);

// From now on SIGINT and SIGTERM cancel the running operation; a second one kills at once.
void CancelOnSignals();

// True once a signal was caught: long tasks should stop.
bool InterruptRequested();
int CaughtSignal();  // 0: none

// "Interrupted by signal 15 (Terminated)", if one was caught.
std::string InterruptText();

// Declares SIGINT and SIGTERM a normal end of the command: the process no longer exits by the
// signal.
void ClearInterrupt();

// As if the signal had been caught.
void EndBySignal(int number);

// Ends the process by the signal that was caught, if any. Call after all cleanup.
void ReraiseCaughtSignal();

}  // namespace lodestone::cli
