// -monitor, and stopping at an interrupt without leaving temporary files behind.
#pragma once

namespace lodestone::cli {

// Whether what the library reports goes to stderr.
void ShowProgress(bool show);

// From now on SIGINT and SIGTERM cancel the running operation; a second one kills at once.
void CancelOnSignals();

// True once a signal was caught: long work is to come to an end.
bool InterruptRequested();

// An interrupt by SIGINT or SIGTERM was how a command is meant to end: the process does not die of
// it any more.
void ForgetInterrupt();

// Ends the process by the signal that was caught, if any. Call when everything is cleaned up.
void DieOfCaughtSignal();

}  // namespace lodestone::cli
