// The standard streams of the program.
#pragma once

namespace lodestone::cli {

// A file that is opened in the place of a closed stream would get its messages. Using the stream
// itself stays an error.
void OccupyStandardStreams();

// From now on a signal that was caught ends the waiting for readers of stdout and stderr, if they
// are pipes: what nobody has taken by then is lost.
void InterruptOutput();

}  // namespace lodestone::cli
