/*
  Lodestone acceleration layer: choosing devices, warming them up, and the event log.

  Plain C, stands alone. Every function is safe to call from any thread at any time, also before
  InitializeMagick. Nothing here prints, exits or throws.
*/
#ifndef LODESTONE_ACCEL_ACCELERATE_H
#define LODESTONE_ACCEL_ACCELERATE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MAGICK_ACCELERATE_EXPORT __attribute__((visibility("default")))
#else
#define MAGICK_ACCELERATE_EXPORT
#endif

#if defined(__cplusplus)
extern "C" {
#endif

/* Who may do the work. */
typedef enum {
  MagickAccelerateInherit = 0, /* per call only: use the process mode */
  MagickAccelerateOff,         /* the CPU path, no device is looked at */
  MagickAccelerateAuto,        /* the path predicted to be fastest among those that are ready */
  MagickAccelerateRequire      /* a device, or the call fails with an exception */
} MagickAccelerateMode;

/* What became of one attempt by one accelerator. */
typedef enum {
  MagickAccelerateDone = 0,
  MagickAccelerateDeclined, /* did not start; normal */
  MagickAccelerateFailed    /* started and could not finish; the next accelerator redoes it all */
} MagickAccelerateOutcome;

/* Why an accelerator declined or failed. MagickAccelerateReasonName gives the stable spelling. */
typedef enum {
  MagickAccelerateNoReason = 0,
  MagickAccelerateDisabled,       /* switched off by mode, environment or device selection */
  MagickAccelerateUnsupported,    /* operation or pixel type is not implemented there */
  MagickAccelerateTooSmall,       /* start-up costs would outweigh the work */
  MagickAccelerateTooLarge,       /* does not fit the device's limits */
  MagickAccelerateCold,           /* device is not warmed up yet */
  MagickAccelerateSlower,         /* predicted slower than the path taken */
  MagickAccelerateNoDevice,       /* no usable device */
  MagickAccelerateSelfTestFailed, /* device gave other pixels than the CPU for this operation */
  MagickAccelerateQuarantined,    /* failed before, or a process died inside its driver */
  MagickAccelerateForked,         /* forked child of a process that had the device open */
  MagickAccelerateBuildFailed,    /* kernel program does not build */
  MagickAccelerateDeviceMemory,   /* device could not allocate */
  MagickAccelerateDeviceError,    /* any other error status of the device */
  MagickAccelerateHostMemory,     /* host could not allocate */
  MagickAccelerateCancelled       /* the progress monitor said stop */
} MagickAccelerateReason;

typedef enum {
  MagickAccelerateTypeNative = 0, /* the library's own CPU path */
  MagickAccelerateTypeCPU,        /* a device interface running on the host processor */
  MagickAccelerateTypeGPU,
  MagickAccelerateTypeOther
} MagickAccelerateDeviceType;

/*
  One record a call. Times in nanoseconds, 0 = not measured. Strings are never NULL, are owned by
  the library and are valid as long as the record: during the callback, or until the next pull.
*/
typedef struct MagickAccelerateEvent {
  size_t struct_size;    /* sizeof of the writer: read no field beyond it */
  uint64_t sequence;     /* 1, 2, 3 ... within the process */
  int64_t unix_time_ns;  /* end of the call */
  uint64_t thread;       /* operating system thread id */
  const char* operation; /* "scale", "resize", ... */
  unsigned long source_columns, source_rows, columns, rows; /* pixels */
  unsigned int quantum_depth;                               /* 8 or 16 */
  unsigned int alpha;              /* 1: the pixels have opacity, which counts */
  MagickAccelerateOutcome outcome; /* done: `accelerator` made the pixels; else nobody did */
  const char* accelerator;         /* "cpu", "opencl", ...; "" when nobody did it */
  const char* device;      /* stable device name, platform:type:name; "" for the native path */
  const char* passed_over; /* best device or accelerator that did not do it, "" when none */
  MagickAccelerateOutcome passed_over_outcome; /* declined or failed, when there is a reason */
  MagickAccelerateReason reason; /* why `passed_over`, or any device at all, did not do it */
  const char* detail;            /* the same in one sentence for people, "" when no reason */
  const char* kernels;           /* comma-separated names of the kernels used, "" when none */
  unsigned int first;            /* 1: first call of this operation on this device in the process */
  unsigned int resident;         /* 1: source was on the device already */
  uint64_t predicted_ns, actual_ns;
  uint64_t queue_ns, compile_ns, upload_ns, kernel_ns, download_ns;
  uint64_t bytes_up, bytes_down;
  uint64_t context_ns;  /* opening the device, when this call had to */
  uint64_t load_ns;     /* programs from the cache; compile_ns is those made from source */
  uint64_t test_ns;     /* self-test, when this call had to */
  unsigned int strips;  /* pieces that a large image was worked on in, 0 when in one */
  unsigned int samples; /* of a pixel: 4, or 1 where a grey image was worked on as such */
  uint64_t process;     /* operating system process id */
} MagickAccelerateEvent;

/*
  Receives every record of the process, from the thread that did the call, one at a time: who takes
  his time holds up every other call's end. It must not call image operations, nor wait for another
  thread that does; it may set another handler and use queues of records. `event` and its strings
  die with the call. A forked child goes on with the same handler.
*/
typedef void (*MagickAccelerateEventHandler)(const MagickAccelerateEvent* event, void* context);

/* What is known of one device; strings are NUL-terminated, never truncated silently ("..." ends).
 */
typedef struct MagickAccelerateDeviceInfo {
  size_t struct_size;
  char accelerator[32]; /* "cpu", "opencl", ... */
  char name[256];       /* stable selector platform:type:name; "native" for the CPU path */
  char platform[128];
  char driver[128]; /* driver and platform version */
  MagickAccelerateDeviceType type;
  unsigned int usable; /* 1: may be chosen */
  unsigned int ready;  /* 1: warmed up */
  uint64_t memory_bytes, local_memory_bytes;
  unsigned int compute_units;
  char self_test[128];  /* "not run", "passed", or what failed */
  char cache[256];      /* where compiled programs are kept, or why nowhere */
  char problem[256];    /* why it cannot be used, "" when it can */
  char remedy[256];     /* what the user can do about it: a package to install, a variable to set */
  unsigned int strikes; /* processes that died inside its driver, without work done since */
  char last_strike[256]; /* who did, when and doing what; "" when none */
  /* What getting it ready took in this process, nanoseconds: its module's opening; then the device,
     programs from the cache, programs from source, self-tests. */
  uint64_t open_ns, context_ns, load_ns, compile_ns, test_ns;
} MagickAccelerateDeviceInfo;

/*
  MagickAccelerateSetMode: who may do the work, for the whole process.
  Overrides MAGICK_ACCELERATE and the switch in MAGICK_OCL_DEVICE. Inherit restores those.
  Returns: the mode in force before.
*/
MAGICK_ACCELERATE_EXPORT MagickAccelerateMode MagickAccelerateSetMode(MagickAccelerateMode mode);

/* MagickAccelerateGetMode: the mode in force for a call made now on this thread. */
MAGICK_ACCELERATE_EXPORT MagickAccelerateMode MagickAccelerateGetMode(void);

/*
  MagickAccelerateSetThreadMode: the mode for calls made by the calling thread, until changed.
  Wrap one call in two of these for a per-call choice. Inherit means: the process mode.
  Returns: the thread's mode before.
*/
MAGICK_ACCELERATE_EXPORT MagickAccelerateMode
MagickAccelerateSetThreadMode(MagickAccelerateMode mode);

/*
  MagickAccelerateSelectDevice: use only devices that match.
  selector: a stable name (platform:type:name, which means no twin of it: name#2) or part of it, a
            class (GPU, CPU), "true" for any,
            "OFF" or "false" for none, NULL to restore MAGICK_OCL_DEVICE. Case does not matter.
  Returns:  1, or 0 when the selector is too long to be a name (over 255 bytes).
*/
MAGICK_ACCELERATE_EXPORT int MagickAccelerateSelectDevice(const char* selector);

/*
  MagickAccelerateWarmUp: open the selected devices, build or load their programs, self-test them.
  Blocks until done, seconds at worst on the first run of a new driver.
  Returns: number of devices that are ready afterwards; 0 is normal on a machine without any.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateWarmUp(void);

/*
  MagickAccelerateAbandonWarmUp: tell a warm-up that runs in the background to stop after the step
  that it is at, without waiting for it.
  Returns: 1 while it is still inside a driver, else 0. A program that ends then in the usual way
           waits for that step, ten seconds at most; one that flushes its files and calls _exit does
           not wait.
*/
MAGICK_ACCELERATE_EXPORT int MagickAccelerateAbandonWarmUp(void);

/* MagickAccelerateShutdown: wait for running work, then close all devices. They reopen on need. */
MAGICK_ACCELERATE_EXPORT void MagickAccelerateShutdown(void);

/*
  MagickAccelerateListDevices: describe the native path, every device, and every accelerator that
  could not be loaded (usable 0, with problem and remedy).
  infos:   array of `count` elements whose struct_size the caller has set, or NULL to ask how many.
  Returns: number of entries that exist; at most `count` are written.
*/
MAGICK_ACCELERATE_EXPORT size_t MagickAccelerateListDevices(MagickAccelerateDeviceInfo* infos,
                                                            size_t count);

/*
  MagickAccelerateForgetDevice: forget what earlier processes learned of devices: verdicts of
  self-tests, processes that died in the driver, corrections of predictions, tuned variants.
  selector: devices, as for MagickAccelerateSelectDevice, or the name of an accelerator that
            was not loaded, or "native" for the CPU path; NULL for everything.
  Returns:  how many devices and accelerators matched.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateForgetDevice(const char* selector);

/*
  MagickAccelerateSetEventHandler: send every record to `handler`; NULL stops.
  On return no call of the previous handler is running any more.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateSetEventHandler(MagickAccelerateEventHandler handler,
                                                              void* context);

/*
  Records that wait until the program pulls them, without ever holding up a call. Any number of
  queues may be open; each gets every record. A forked child has copies of its own.
*/
typedef struct MagickAccelerateEventQueue MagickAccelerateEventQueue;

/*
  MagickAccelerateOpenEventQueue: keep every record from now on, for MagickAcceleratePullEvent.
  capacity: records that may wait, 0 for 1024; memory is taken as they come, some 500 bytes each.
            What comes while so many wait is lost to this queue, and counted.
  Returns:  a queue to be closed by the caller, or NULL with errno ENOMEM.
*/
MAGICK_ACCELERATE_EXPORT MagickAccelerateEventQueue* MagickAccelerateOpenEventQueue(
    size_t capacity);

/*
  MagickAcceleratePullEvent: take the oldest record out of a queue.
  seconds: how long to wait for one; 0 does not wait, a negative number waits until there is one or
           the queue is stopped. Who waits may get his record some milliseconds late: no call is
           held up to wake him.
  Returns: the record, which the queue owns; it and its strings are valid until the same thread
           pulls from that queue again, or the queue is closed. Else NULL, with errno ETIMEDOUT
           when none came in time, ECANCELED when the queue is stopped and empty, ENOMEM when out
           of memory.
  Threads: several may pull from one queue; each record goes to one of them.
*/
MAGICK_ACCELERATE_EXPORT const MagickAccelerateEvent* MagickAcceleratePullEvent(
    MagickAccelerateEventQueue* queue, double seconds);

/* MagickAccelerateLostEvents: how many records found the queue full, or no memory. */
MAGICK_ACCELERATE_EXPORT uint64_t
MagickAccelerateLostEvents(const MagickAccelerateEventQueue* queue);

/*
  MagickAccelerateStopEventQueue: let no more records in, and no thread wait for one any longer.
  Those that are in the queue may still be pulled.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateStopEventQueue(MagickAccelerateEventQueue* queue);

/*
  MagickAccelerateCloseEventQueue: stop a queue and free it with all its records; pulls that are
  waiting return first. Other threads must not use it afterwards: stop it and join them before.
  NULL is ignored.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateCloseEventQueue(MagickAccelerateEventQueue* queue);

/*
  What one accelerator would make of an operation. Times in nanoseconds, predicted, 0 = none or not
  known. Strings are never NULL and are valid only during the callback.
*/
typedef struct MagickAccelerateCandidate {
  size_t struct_size;              /* sizeof of the writer: read no field beyond it */
  const char* accelerator;         /* "cpu", "opencl", ... */
  const char* device;              /* stable name; "" for the native path */
  MagickAccelerateOutcome outcome; /* done: it may do it now */
  MagickAccelerateReason reason;   /* why it would not */
  const char* detail;              /* the same in one sentence, "" when there is no reason */
  unsigned int chosen;             /* 1: this one would do it */
  unsigned int resident;           /* 1: the source is, or would be, on the device already */
  uint64_t predicted_ns;           /* of the call: the five parts that follow */
  uint64_t source_fetch_ns;        /* bringing the source from another device first */
  uint64_t launch_ns, upload_ns, kernel_ns, download_ns;
  uint64_t fetch_ns;  /* a result that stays on the device is fetched later, by who looks at it */
  uint64_t queued_ns; /* work that waits there already */
} MagickAccelerateCandidate;

/*
  Receives one explanation. event: as the call's record would be, without times taken.
  candidates: the native path, then the devices that the selection allows.
*/
typedef void (*MagickAccelerateExplainHandler)(const MagickAccelerateEvent* event,
                                               const MagickAccelerateCandidate* candidates,
                                               size_t count, void* context);

/*
  MagickAccelerateSetThreadExplain: from now on the calling thread's operations are explained to
  `handler` instead of done, in the mode in force; NULL ends that. Their results are images of the
  right size without pixels (they read as zeros). Devices are discovered; none is warmed up.
*/
MAGICK_ACCELERATE_EXPORT void MagickAccelerateSetThreadExplain(
    MagickAccelerateExplainHandler handler, void* context);

/*
  One thing that tuning found out. Strings are never NULL and are valid only during the callback.
*/
typedef struct MagickAccelerateTuneStep {
  size_t struct_size;    /* sizeof of the writer: read no field beyond it */
  const char* device;    /* stable name */
  const char* operation; /* "scale", ...; "" for a link */
  const char* shape;     /* "reduce by 2 and more", "reduce", "enlarge", "same size"; "" for a
                            link */
  const char* item;      /* name of the variant, "default" for the module's own choice; or of the
                            link: "upload", "upload pinned", "download" */
  unsigned int alpha;    /* 1: there is a fourth sample that means something */
  unsigned int columns, rows; /* of the source */
  uint64_t ns;                /* the shortest of several runs; 0: it could not be done */
  uint64_t bytes;             /* what went over the link */
  unsigned int wrong;         /* 1: other pixels than the CPU path's; never used */
  unsigned int best;          /* 1: what will be used for works of this kind from now on */
  double done;                /* how much of the tuning is done, 0 ... 1 */
  const char* channels;       /* "opaque", "alpha", "plain", "grey"; "" for a link */
} MagickAccelerateTuneStep;

/* Receives every step. Returns 0 to stop; what was found until then is kept. */
typedef int (*MagickAccelerateTuneHandler)(const MagickAccelerateTuneStep* step, void* context);

/*
  MagickAccelerateTune: measures links and every way to do every kind of work on the selected
  devices, which it warms up, and remembers the fastest between processes. Takes seconds; while it
  runs, other work slows it and spoils what it measures.
  seconds: begin nothing new after so long.
  handler: may be NULL.
  Returns: number of devices that were looked at to the end; 0 also when learning is switched off.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateTune(double seconds,
                                                           MagickAccelerateTuneHandler handler,
                                                           void* context);

/*
  What came of one way to do one thing in the laboratory: well-known techniques of OpenCL kernels,
  each beside what it is said to be better than. Strings are never NULL and are valid only during
  the callback.
*/
typedef struct MagickAccelerateLabRecord {
  size_t struct_size;     /* sizeof of the writer: read no field beyond it */
  const char* device;     /* stable name */
  const char* experiment; /* "gaussian-11", ...; "" where the device did none */
  const char* variant;    /* the way, for people; the same way comes once for each group size */
  const char* baseline; /* the variant of the experiment to compare with, "" for that one itself */
  unsigned int columns, rows;             /* of the image; of other works as many and 1 */
  unsigned int group_columns, group_rows; /* work-items of a group; 0: the runtime's choice */
  unsigned int on_host;                   /* 1: one thread of the processor, plain C++ */
  MagickAccelerateOutcome outcome;        /* done: it ran; else not, or not to the end */
  MagickAccelerateReason reason;
  const char* detail; /* why it did not run, what is wrong, else "" */
  unsigned int wrong; /* 1: not the host's results; there are no times then */
  unsigned int error; /* largest difference from the host's results, in steps of 8 bits */
  uint64_t ns;        /* median of several runs, by the device's clock, or the host's for its own;
                         0: none */
  uint64_t bytes;     /* that it reads and writes at least; 0: not what it is about */
  uint64_t published_ns;        /* what the article measured for this variant; 0: nothing */
  double published_per_second;  /* or so many work-items a second */
  double published_ratio;       /* time of the baseline there, by that of this one; 0: none */
  const char* published_source; /* the article, "" for none */
  double done;                  /* how much of everything is done, 0 ... 1 */
} MagickAccelerateLabRecord;

/* Receives every record. Returns 0 to stop. */
typedef int (*MagickAccelerateLabHandler)(const MagickAccelerateLabRecord* record, void* context);

typedef struct MagickAccelerateLabOptions {
  size_t struct_size;         /* sizeof of the caller's */
  unsigned int columns, rows; /* of the images, 1 ... 32768; 0: as suits the kind of device */
  const char* experiment;     /* only this one; NULL or "": all */
} MagickAccelerateLabOptions;

/*
  MagickAccelerateLab: does the laboratory's experiments on the selected devices and compares every
  result with the host's. Takes seconds; other work meanwhile spoils what it measures. Nothing is
  remembered.
  options: may be NULL.
  Returns: number of devices on which it came to the end, whatever it found there.
*/
MAGICK_ACCELERATE_EXPORT unsigned int MagickAccelerateLab(const MagickAccelerateLabOptions* options,
                                                          MagickAccelerateLabHandler handler,
                                                          void* context);

/*
  MagickAccelerateOpenLog: append every record to a file, created if absent; NULL closes it.
  A name that ends in .jsonl gets one JSON object a line, any other the text layout.
  Returns: 1, or 0 with errno set when the file cannot be opened.
*/
MAGICK_ACCELERATE_EXPORT int MagickAccelerateOpenLog(const char* filename);

/* MagickAccelerateReasonName: stable lower-case spelling, as in the event log; never NULL. */
MAGICK_ACCELERATE_EXPORT const char* MagickAccelerateReasonName(MagickAccelerateReason reason);

/* MagickAccelerateOutcomeName: "done", "declined" or "failed"; never NULL. */
MAGICK_ACCELERATE_EXPORT const char* MagickAccelerateOutcomeName(MagickAccelerateOutcome outcome);

#if defined(__cplusplus)
}
#endif

#endif
