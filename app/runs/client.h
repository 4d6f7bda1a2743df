// app/runs/client.h -- starts a worker, gives it work, ends it when it does not answer; the GPUs that it lists.
// SPDX-License-Identifier: MIT
//
//     Client client("ssh gpubox tilescope");            // "": this program itself
//     const DeviceList list = client.devices(stop);
//     if (!list.ending.is_ok()) show(list.ending.sentence());
//     const RunResult result = client.launch(launch, 0, stop, [&](const Progress& p) { show(p); });
//
// All functions block, so a job thread calls them. None waits longer than ClientTimes allows, and each returns soon
// after its stop token. An object is for one thread at a time.
#pragma once

#include "app/io/json_value.h"
#include "app/runs/link.h"
#include "app/worker/messages.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tilescope::live {

// The longest waits. A message also gets the time that a slow connection needs (transfer_time()).
struct ClientTimes {
    std::chrono::milliseconds hello{10'000};         // for the first message of this program's own worker
    std::chrono::milliseconds remote_hello{30'000};  // for that of another command: a login
    std::chrono::milliseconds open{30'000};          // to start the driver and a context, and to compile
    std::chrono::milliseconds margin{2'000};         // beyond the deadline of the kernel on the GPU
};

class Client {
public:
    // `command` starts tilescope, on this machine or on another one, for example "ssh gpubox tilescope". A shell reads
    // it, with " --live-worker" at its end. Empty: the program that runs now.
    explicit Client(std::string command = {}, ClientTimes times = {});

    // Starts a worker if none runs. The other functions do that too.
    Ending start(const std::stop_token& stop);

    DeviceList devices(const std::stop_token& stop);
    // The same without a question, if this worker has listed them already: the list of a process does not change.
    DeviceList known_devices(const std::stop_token& stop);

    // Names kernels that launches will need soon, all with one entry. Those that this worker does not know yet go out
    // with the next launch; the worker compiles them meanwhile. Does nothing before a launch of the worker ended well,
    // because one kernel must have been compiled before several can be at once (see GpuModules).
    void compile_ahead(unsigned device, std::string_view entry, const std::vector<std::string_view>& ptx);
    // Whether this worker may be compiling a kernel that no launch has used yet.
    bool compiles_ahead() const { return !ahead_.empty(); }

    // Runs a launch. Errors of all kinds are in `ending`. After an error, the next call starts a new worker.
    RunResult launch(const Launch& launch, unsigned device, const std::stop_token& stop,
                     const OnProgress& progress = {});

    // Ends the worker. The next call starts a new one.
    void end();

    bool has_worker() const { return link_.has_value(); }
    const std::string& worker_version() const { return version_; }  // of tilescope, after a start

private:
    void forget();
    Ending start_process();
    Ending settle(const std::stop_token& stop);
    Ending unexpected();
    Ending failed(const Link::Next& next, bool had_hello);
    RunResult watch(const Launch& launch, const std::stop_token& stop, const OnProgress& progress);

    std::string command_, version_;
    ClientTimes times_;
    std::optional<Link> link_;
    std::optional<DeviceList> listed_;    // of this worker
    bool works_ = false;                  // a launch of this worker ended well, so it has compiled a kernel
    std::set<std::size_t> ahead_, used_;  // hashes of kernels: named, but not used by a launch yet; used
    std::optional<unsigned> unsettled_;   // the device whose kernel ran when its worker was killed
};

// Returns the command that starts a worker, for a shell. `command` as of Client. `self` is the path of this program;
// empty: the system is asked. The window is no worker, so it uses the tilescope beside it.
// Errors: the path of this program is unknown; the window has no tilescope beside it.
Answer<std::string> worker_command(const std::string& command, const std::string& self = {});

// ---- the GPUs that a worker lists: one of them for many jobs, and as text and JSON

inline constexpr std::uint32_t kAnyDevice = ~std::uint32_t{0};  // the first that can do what is asked

// Chooses the device with the number `wanted`, or the first one, that `fits`. Sets `out` if there is one; else the
// ending says which of them do not fit, after `none_fits`, or which GPUs are there.
Ending choose_device(const DeviceList& list, std::uint32_t wanted, const std::function<bool(const Device&)>& fits,
                     std::string_view none_fits, std::optional<Device>& out);

// {"devices": [{"index": 0, "name": ..., "targets": ["sm_90a"], ...}], "outcome": "ok", "sentence": ...}. Ends with a
// newline.
std::string devices_json(const DeviceList& list);

// {"index": 0, "name": ..., "compute_capability": "9.0", "driver": "13.0"}; null without a device.
io::Json device_json(const std::optional<Device>& device);

// Reads the member "device" of a document, as device_json() writes it. No value: it is null, or cannot be read.
std::optional<Device> device_in(const io::Json& document);

// "NVIDIA H100, compute capability 9.0, CUDA 13.0". The name may contain anything.
std::string device_text(const Device& device);

// "GPU 0: NVIDIA H100, compute capability 9.0, CUDA 13.0". Printable.
std::string device_line(const Device& device);

// "13.0" for 13000.
std::string driver_version(const Device& device);

}  // namespace tilescope::live
