// tests/support/ptx_text.cpp -- builds the text of an instruction from its parts, in the order of the manual.
// SPDX-License-Identifier: MIT
#include "tests/support/ptx_text.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace tilescope::test {

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
    std::string out;
    for (const std::string& part : parts) out.append(out.empty() ? "" : between).append(part);
    return out;
}

std::string registers(std::string_view name, unsigned count) {
    std::vector<std::string> all;
    for (unsigned i = 0; i < count; ++i) all.push_back(std::string(name) + std::to_string(i));
    return "{" + joined(all) + "}";
}

std::string to_text(const MmaText& v) {
    std::string q = std::string("tcgen05.mma") + (v.ws ? ".ws" : "") + (v.sp ? ".sp" : "") +
                    ".cta_group::" + std::to_string(v.cta) + ".kind::" + v.kind;
    if (v.scaled) q += ".block_scale";
    if (!v.size.empty()) q += "." + v.size;
    if (v.ashift) q += ".ashift";
    if (v.lut) q += ".decompress::lut::b";
    if (!v.collector.empty()) q += ".collector::" + v.collector;
    if (!v.collector_b.empty()) q += ".collector::" + v.collector_b;
    std::vector<std::string> ops = {"[%dt]", v.a_in_tmem ? "[%at]" : "%ad", "%bd"};
    if (v.sp) ops.push_back("[%mt]");
    if (v.lut) ops.push_back("[%lut]");
    ops.push_back("%idesc");
    if (v.scaled) ops.insert(ops.end(), {"[%sfat]", "[%sfbt]"});
    if (v.mask) ops.push_back(registers("%m", v.mask));
    ops.push_back("%pd");
    if (v.zeros) ops.push_back("%zcm");
    if (v.scale_d) ops.push_back(std::to_string(*v.scale_d));
    return q + " " + joined(ops) + ";";
}

std::string to_text(const WgmmaText& w) {
    std::string q = std::string("wgmma.mma_async") + (w.sp ? ".sp" : "") + ".sync.aligned.m64n" + std::to_string(w.n) +
                    "k" + std::to_string(w.k) + "." + w.d + "." + w.a + "." + w.b;
    if (w.satfinite) q += ".satfinite";
    if (w.a == "b1") q += ".and.popc";
    const bool transposes = w.a == "f16" || w.a == "bf16";
    const std::array<std::string_view, 5> negating = {"f16", "bf16", "tf32", "e4m3", "e5m2"};
    std::vector<std::string> ops = {registers("%c", std::max(1u, w.d == "f16" ? w.n / 4 : w.n / 2)),
                                    w.a_in_registers ? registers("%f", 4) : "%ad", "%bd"};
    if (w.sp) ops.insert(ops.end(), {"%meta", "0"});
    ops.push_back("%pd");
    if (std::ranges::find(negating, w.a) != negating.end())
        ops.insert(ops.end(), {std::to_string(w.scale_a), std::to_string(w.scale_b)});
    if (transposes && !w.a_in_registers) ops.push_back(std::to_string(w.trans_a));
    if (transposes) ops.push_back(std::to_string(w.trans_b));
    return q + " " + joined(ops) + ";";
}

std::string wgmma_text_of(std::string_view name) {
    WgmmaText w;
    const std::size_t blank = name.find(' ');
    if (blank != name.npos) {
        const std::string signs(name.substr(blank + 1));
        const auto number = [&](const char* key) { return std::atoi(signs.c_str() + signs.find(key) + 2); };
        w.trans_a = number("ta"), w.trans_b = number("tb"), w.scale_a = number("sa"), w.scale_b = number("sb");
    }
    std::vector<std::string> parts(1);
    for (const char c : name.substr(0, blank)) {
        if (c == '.')
            parts.emplace_back();
        else
            parts.back() += c;
    }
    w.n = static_cast<unsigned>(std::atoi(parts[0].c_str() + parts[0].find('n') + 1));
    w.k = static_cast<unsigned>(std::atoi(parts[0].c_str() + parts[0].find('k') + 1));
    w.d = parts.at(1), w.a = parts.at(2), w.b = parts.at(3);
    for (std::size_t i = 4; i < parts.size(); ++i) {
        if (parts[i] == "satfinite") w.satfinite = true;
        if (parts[i] == "Areg") w.a_in_registers = true;
        if (parts[i] == "sp") w.sp = true;
    }
    return to_text(w);
}

}  // namespace tilescope::test
