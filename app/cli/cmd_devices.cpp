// app/cli/cmd_devices.cpp -- devices: lists the GPUs of this machine, or of another one.
// SPDX-License-Identifier: MIT
#include "app/cli/commands.h"
#include "app/cli/text_out.h"
#include "app/cli/worker_option.h"
#include "app/runs/client.h"
#include "app/runs/devices.h"

#include <tilescope/base/printable.h>
#include <tilescope/base/say.h>
#include <tilescope/hw/archs.h>

#include <memory>

namespace tilescope::cli {
namespace {

constexpr std::uint64_t kMebibyte = 1 << 20;

void print_device(const live::Device& d) {
    const std::string targets = targets_for_chip(d.chip());
    print(wrapped(say(d.index, "  ", printable(d.name), ": compute capability ", d.chip(), ", ",
                      targets.empty() ? "no target that tilescope knows" : say("targets ", targets), ", ",
                      d.memory_bytes / kMebibyte, " MiB, ", d.shared_bytes, " bytes of shared memory for a CTA, CUDA ",
                      live::driver_version(d)),
                  3));
}

int run_devices(const std::string& worker, const Globals& g) {
    if (g.csv) return refuse("devices", "devices has no --csv; use --json, or remove --csv to get text");
    live::Client client(worker);
    const live::DeviceList list = client.devices({});
    client.end();
    const int status = row_of(list.ending.outcome).exit;
    if (g.json) return print(live::devices_json(list)), status;
    for (const live::Device& device : list.devices) print_device(device);
    if (status != kDone) refuse("devices", list.ending.sentence());
    return status;
}

}  // namespace

void declare_devices(Verb& verb, const Globals& globals) {
    const auto worker = std::make_shared<std::string>();
    add_worker_option(verb, *worker);
    verb.set_footer(
        "A process of its own opens the NVIDIA driver (libcuda.so.1), on this machine or on another one.\n"
        "The other machine needs the same version of tilescope, and no CUDA Toolkit. ssh must not ask\n"
        "for a password. --json prints {\"devices\": [...], \"outcome\": ...}. The exit status is 3 if there\n"
        "is no GPU, no driver or no worker, and 4 if the worker failed.\n");
    verb.on_run([worker, &globals] { return run_devices(*worker, globals); });
}

}  // namespace tilescope::cli
