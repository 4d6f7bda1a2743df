// app/publish/certainty_json.cpp -- a certainty as JSON, and as facts of a report.
// SPDX-License-Identifier: MIT
#include "app/publish/certainty_json.h"

namespace tilescope::io {

void put_certainty(Json& out, Certainty certainty) {
    out["certainty"] = name_of(certainty);
    const Measurement* m = certainty.measurement();
    if (!m) return;
    out["measured"] = {{"gpu", m->on->name},
                       {"compute_capability", m->on->chip},
                       {"driver", m->on->driver},
                       {"date", m->on->date},
                       {"file", m->file}};
}

void put_certainty(Report& out, Certainty certainty) {
    out.fact("certainty", cell(name_of(certainty)));
    if (const Measurement* m = certainty.measurement()) out.fact("measured", cell(text_of(*m)));
}

}  // namespace tilescope::io
