// tests/ptxas/around_lines.cpp -- the instructions around the MMA: loads and stores, allocation, commit, mbarrier.
// SPDX-License-Identifier: MIT
#include "tests/ptxas/around_lines.h"

#include "tests/ptxas/random_lines.h"

#include <algorithm>
#include <set>

namespace tilescope::test {
namespace {

struct Form {
    std::string name;
    Words qualifiers, operands;
};

// clang-format off
// One valid line of each opcode and operand form.
const std::vector<Form> kForms = {
    {"tcgen05.alloc", {"cta_group::1", "sync", "aligned", "shared::cta", "b32"}, {"[%ad]", "64"}},
    {"tcgen05.alloc", {"cta_group::2", "sync", "aligned", "b32"}, {"[%ad]", "%at"}},
    {"tcgen05.alloc", {"exclusive", "cta_group::1", "sync", "aligned", "shared::cta", "b32"}, {"[%ad]", "576"}},
    {"tcgen05.dealloc", {"cta_group::1", "sync", "aligned", "b32"}, {"%dt", "64"}},
    {"tcgen05.dealloc", {"exclusive", "cta_group::2", "sync", "aligned", "b32"}, {"%dt", "576"}},
    {"tcgen05.relinquish_alloc_permit", {"cta_group::1", "sync", "aligned"}, {}},
    {"tcgen05.commit", {"cta_group::1", "mbarrier::arrive::one", "shared::cluster", "b64"}, {"[%ad]"}},
    {"tcgen05.commit", {"cta_group::2", "mbarrier::arrive::one", "shared::cluster", "multicast::cluster", "b64"}, {"[%ad]", "%h0"}},
    {"tcgen05.commit", {"cta_group::1", "mbarrier::arrive::one", "multicast::cluster::16b", "b64"}, {"[%ad]", "%h0"}},
    {"tcgen05.commit", {"cta_group::1", "mbarrier::arrive::one", "multicast::cluster::32b", "b64"}, {"[%ad]", "%mt"}},
    {"tcgen05.commit", {"cta_group::1", "mbarrier::arrive::one", "sync_restrict::shared::read::mma::a", "b64"}, {"[%ad]"}},
    {"tcgen05.ld", {"sync", "aligned", "32x32b", "x4", "b32"}, {"{%c0, %c1, %c2, %c3}", "[%dt]"}},
    {"tcgen05.ld", {"sync", "aligned", "16x32bx2", "x2", "pack::16b", "b32"}, {"{%c0, %c1}", "[%dt]", "2"}},
    {"tcgen05.ld.red", {"sync", "aligned", "32x32b", "x2", "min", "f32"}, {"{%c0, %c1}", "%f4", "[%dt]"}},
    {"tcgen05.ld.red", {"sync", "aligned", "16x32bx2", "x2", "max", "u32"}, {"{%c0, %c1}", "%f4", "[%dt]", "2"}},
    {"tcgen05.ld.spcompress", {"sync", "aligned", "32x32b", "x4", "max", "sp::2:4", "f32", "b2"}, {"{%m0}", "{%c0, %c1}", "[%dt]"}},
    {"tcgen05.ld.red.spcompress", {"sync", "aligned", "32x32b", "x4", "min", "sp::2:4", "f32", "b2"},
     {"{%m0}", "{%c0, %c1}", "%f4", "[%dt]"}},
    {"tcgen05.st", {"sync", "aligned", "16x256b", "x1", "b32"}, {"[%dt]", "{%c0, %c1, %c2, %c3}"}},
    {"tcgen05.st", {"sync", "aligned", "16x32bx2", "x2", "unpack::16b", "b32"}, {"[%dt]", "2", "{%c0, %c1}"}},
    {"tcgen05.wait::ld", {"sync", "aligned"}, {}},
    {"tcgen05.wait::st", {"sync", "aligned"}, {}},
    {"tcgen05.fence::before_thread_sync", {}, {}},
    {"tcgen05.fence::after_thread_sync", {}, {}},
    {"mbarrier.init", {"shared::cta", "b64"}, {"[%ad]", "1"}},
    {"mbarrier.inval", {"shared::cta", "b64"}, {"[%ad]"}},
    {"mbarrier.expect_tx", {"relaxed", "cta", "shared::cta", "b64"}, {"[%ad]", "16"}},
    {"mbarrier.complete_tx", {"relaxed", "cluster", "shared::cluster", "b64"}, {"[%ad]", "%at"}},
    {"mbarrier.arrive", {"release", "cta", "shared::cta", "b64"}, {"%bd", "[%ad]"}},
    {"mbarrier.arrive", {"relaxed", "cluster", "shared::cluster", "b64"}, {"_", "[%ad]", "2"}},
    {"mbarrier.arrive", {"noComplete", "release", "cta", "shared", "b64"}, {"%bd", "[%ad]", "%at"}},
    {"mbarrier.arrive.expect_tx", {"release", "cta", "shared::cta", "b64"}, {"_", "[%ad]", "16"}},
    {"mbarrier.arrive", {"multicast::cluster::32b", "shared::cluster", "b64"}, {"_", "[%ad]", "%mt"}},
    {"mbarrier.arrive", {"relaxed", "cluster", "multicast::cluster::32b", "b64"}, {"%bd", "[%ad]", "1", "%mt"}},
    {"mbarrier.arrive.expect_tx", {"multicast::cluster::32b", "shared::cluster", "b64"}, {"_", "[%ad]", "16", "%mt"}},
    {"mbarrier.expect_tx", {"multicast::cluster::32b", "shared::cluster", "b64"}, {"[%ad]", "16", "%mt"}},
    {"mbarrier.arrive_drop", {"shared::cta", "b64"}, {"%bd", "[%ad]"}},
    {"mbarrier.arrive_drop", {"noComplete", "b64"}, {"_", "[%ad]", "1"}},
    {"mbarrier.arrive_drop.expect_tx", {"relaxed", "cluster", "shared::cluster", "b64"}, {"_", "[%ad]", "16"}},
    {"mbarrier.test_wait", {"acquire", "cta", "shared::cta", "b64"}, {"%pd", "[%ad]", "%bd"}},
    {"mbarrier.test_wait.parity", {"relaxed", "cluster", "b64"}, {"%pd", "[%ad]", "1"}},
    {"mbarrier.try_wait", {"acquire", "cluster", "shared::cta", "b64"}, {"%pd", "[%ad]", "%bd", "%mt"}},
    {"mbarrier.try_wait.parity", {"relaxed", "cta", "shared", "b64"}, {"%pd", "[%ad]", "%at"}},
    {"mbarrier.try_wait.parity", {"shared::cta", "b64"}, {"%pd", "[%ad]", "0", "20"}},
    {"mbarrier.pending_count", {"b64"}, {"%at", "%bd"}},
};
// All qualifiers of the tables, and qualifiers of other instructions.
const Words kWords = {
    "cta_group::1", "cta_group::2", "cta_group::3", "sync", "aligned", "b32", "b64", "b2", "f32", "u32", "s32", "f16", "b16", "pred",
    "shared", "shared::cta", "shared::cluster", "global", "generic", "exclusive", "mbarrier::arrive::one", "multicast::cluster",
    "multicast::cluster::16b", "multicast::cluster::32b", "multicast::cluster::8b", "sync_restrict::shared::read::mma::a",
    "sync_restrict::shared::cta", "sync_restrict::shared::cluster", "32x32b", "16x64b", "16x128b", "16x256b", "16x32bx2", "128x256b",
    "x1", "x2", "x4", "x64", "x128", "x256", "x3", "min", "max", "add", "abs", "NaN", "sp::2:4", "sp::1:2", "sp", "spcompress", "red",
    "pack::16b", "unpack::16b", "noComplete", "expect_tx", "parity", "release", "acquire", "relaxed", "acq_rel", "weak", "volatile",
    "cta", "cluster", "gpu", "sys", "row", "col", "b8x16", "b6x16_p32", "b4x16_p64", "satfinite", "v2", "v4", "kind::f16", "ws",
    "ashift", "down", "warpx4", "foo", "num", "wait::ld"};
const Words kOperands = {
    "%dt", "[%dt]", "[%dt+4]", "[4]", "[%dt+%dt]", "!%pd", "_", "0", "1", "2", "32", "48", "96", "512", "544", "1024", "-1", "-32", "!0",
    "!1", "65535", "65536", "1048575", "1048576", "4294967295", "4294967296", "4294967328", "18446744073709551616", "(16+16)", "1<<5", "1.0",
    "0f3f800000", "{%c0}", "{%c0, %c1}", "{%c0, %c0}", "{%c0, 5}", "{5}", "{5, 6}", "{0f3f800000}", "{0f3f800000, 0f00000000}",
    "{0f3f800000, 5}", "{%c0, 0f3f800000}", "{%c0, 0d3ff0000000000000}", "{%c0, 1.0}", "{%c0, _}", "{%c0, !1}", "true"};
const std::vector<std::pair<std::string, unsigned>> kShapes = {
    {"32x32b", 1}, {"16x64b", 1}, {"16x128b", 2}, {"16x256b", 4}, {"16x32bx2", 1}, {"8x32b", 1}};
// clang-format on

std::string line_of(const Form& f) {
    return with_fitting_names(f.name + (f.qualifiers.empty() ? "" : ".") + joined(f.qualifiers, ".") +
                              (f.operands.empty() ? "" : " ") + joined(f.operands) + ";");
}

class Lines {
public:
    void add(const Form& f) { add_text(line_of(f)); }
    void add_text(std::string text) {
        if (seen_.insert(text).second) all_.push_back(std::move(text));
    }
    std::vector<std::string> take() { return std::move(all_); }

private:
    std::set<std::string> seen_;
    std::vector<std::string> all_;
};

void add_orders(Form f, Lines& out) {
    if (f.qualifiers.size() > 4) {
        for (std::size_t i = 0; i < f.qualifiers.size(); ++i) {
            // Not std::ranges::rotate: clang 14 refuses its concepts.
            std::rotate(f.qualifiers.begin(), f.qualifiers.begin() + 1, f.qualifiers.end());
            out.add(f);
            for (std::size_t k = 1; k < f.qualifiers.size(); ++k) {
                Form g = f;
                std::swap(g.qualifiers[0], g.qualifiers[k]);
                out.add(g);
            }
        }
        return;
    }
    std::ranges::sort(f.qualifiers);
    for (bool more = true; more; more = std::ranges::next_permutation(f.qualifiers).found) out.add(f);
}

void add_qualifiers(const Form& f, Lines& out) {
    for (std::size_t i = 0; i < f.qualifiers.size(); ++i) {
        Form g = f;
        g.qualifiers.erase(g.qualifiers.begin() + static_cast<std::ptrdiff_t>(i));
        out.add(g);
        // Tries a fifth of the words. The selection depends on the position and the form.
        for (std::size_t w = (i + f.name.size()) % 5; w < kWords.size(); w += 5) {
            g = f;
            g.qualifiers[i] = kWords[w];
            out.add(g);
        }
        g = f;
        g.qualifiers.push_back(f.qualifiers[i]);
        out.add(g);
        g.qualifiers.push_back(f.qualifiers[i]);
        out.add(g);
    }
    for (const std::string& word : kWords) {
        Form g = f;
        g.qualifiers.push_back(word);
        out.add(g);
        for (const char* dropped : {"b2", "sync", "b8x16", "row"})
            if (word == dropped) g.qualifiers.push_back(word), out.add(g);
    }
}

void add_operands(const Form& f, Lines& out) {
    for (std::size_t i = 0; i <= f.operands.size(); ++i) {
        const auto at = static_cast<std::ptrdiff_t>(i);
        Form g = f;
        for (std::size_t o = 0; o < kOperands.size(); ++o) {
            const std::string& operand = kOperands[o];
            g = f;
            g.operands.insert(g.operands.begin() + at, operand);
            if ((o + i) % 4 == 0) out.add(g);
            if (i == f.operands.size() || (o + f.qualifiers.size()) % 2 == 0) continue;
            g = f;
            g.operands[i] = operand;
            out.add(g);
        }
        if (i == f.operands.size()) continue;
        g = f;
        g.operands.erase(g.operands.begin() + at);
        out.add(g);
        if (i == 0) continue;
        g = f;
        std::swap(g.operands[0], g.operands[i]);
        out.add(g);
    }
}

// Adds combinations of shape, repeats and registers, with and without the qualifiers of single instructions.
void add_accesses(const std::string& shape, unsigned each, unsigned repeats, Lines& out) {
    const bool halves = shape == "16x32bx2";
    const std::string x = "x" + std::to_string(repeats);
    std::set<unsigned> counts = {1, repeats, each * repeats, each * repeats + 1, repeats / 2, 2 * repeats};
    for (const unsigned count : counts) {
        if (count == 0 || count > 256) continue;
        const std::string list = registers("%c", count);
        Form ld{"tcgen05.ld", {"sync", "aligned", shape, x, "b32"}, {list, "[%dt]"}};
        Form st{"tcgen05.st", {"sync", "aligned", shape, x, "b32"}, {"[%dt]", list}};
        Form red{"tcgen05.ld.red", {"sync", "aligned", shape, x, "min", "f32"}, {list, "%f4", "[%dt]"}};
        if (halves) ld.operands.emplace_back("2"), red.operands.emplace_back("2");
        if (halves) st.operands.insert(st.operands.begin() + 1, "2");
        for (Form* f : {&ld, &st, &red}) out.add(*f);
        ld.qualifiers.emplace_back("pack::16b"), st.qualifiers.emplace_back("unpack::16b");
        red.qualifiers.emplace_back("NaN");
        for (Form* f : {&ld, &st, &red}) out.add(*f);
        for (Form* f : {&ld, &st, &red}) f->qualifiers.erase(f->qualifiers.begin() + 1), out.add(*f);
        for (const unsigned meta : {1u, 2u, 4u, 8u}) {
            Form compress{"tcgen05.ld.spcompress",
                          {"sync", "aligned", shape, x, "max", "sp::2:4", "f32", "b2"},
                          {registers("%m", meta), list, "[%dt]"}};
            out.add(compress);
            compress.name = "tcgen05.ld.red.spcompress";
            compress.operands.insert(compress.operands.begin() + 2, "%f4");
            out.add(compress);
        }
    }
}

// Adds combinations of memory semantics, scopes, state spaces and states.
void add_barriers(Lines& out) {
    for (const Form& f : kForms) {
        if (!f.name.starts_with("mbarrier.") || f.name.ends_with("inval") || f.name.ends_with("count")) continue;
        for (const char* sem : {"", "relaxed", "acquire", "release", "acq_rel"})
            for (const char* scope : {"", "cta", "cluster", "gpu"})
                for (const char* space : {"", "shared", "shared::cta", "shared::cluster"})
                    for (const char* more : {"", "noComplete"}) {
                        Form g{f.name, {}, f.operands};
                        for (const char* word : {sem, scope, space, more, "b64"})
                            if (*word) g.qualifiers.emplace_back(word);
                        out.add(g);
                        if (g.operands[0] == "%bd" || g.operands[0] == "_") {
                            g.operands[0] = g.operands[0] == "_" ? "%bd" : "_";
                            out.add(g);
                        }
                    }
    }
}

}  // namespace

std::vector<std::string> around_matrix() {
    Lines out;
    for (const Form& f : kForms) {
        out.add(f);
        out.add_text("@%pd " + line_of(f));
        add_orders(f, out);
        add_qualifiers(f, out);
        add_operands(f, out);
    }
    for (const auto& [shape, each] : kShapes)
        for (const unsigned repeats : {1u, 2u, 4u, 8u, 16u, 32u, 64u, 128u, 256u})
            add_accesses(shape, each, repeats, out);
    add_barriers(out);
    return out.take();
}

std::string random_around(Dice& dice) {
    Form f = kForms[dice.below(kForms.size())];
    for (std::string& o : f.operands) {
        if (dice.maybe(80)) continue;
        const bool list = o.starts_with("{"), place = o.starts_with("[");
        o = list             ? dice.list("%c", 1 + static_cast<unsigned>(dice.below(4)))
            : place          ? dice.address(o.substr(1, o.size() - 2))
            : dice.maybe(50) ? dice.one_of(kNumbers)
                             : dice.one_of(kOperands);
    }
    if (!f.operands.empty() && dice.maybe(20)) dice.spoil(f.operands);
    if (!f.qualifiers.empty() && dice.maybe(10)) f.qualifiers[dice.below(f.qualifiers.size())] = dice.one_of(kWords);
    const std::string qualifiers = f.qualifiers.empty() ? "" : dice.qualifiers(f.qualifiers, kWords);
    return std::string(dice.maybe(5) ? "@%pd " : "") + f.name + qualifiers + (f.operands.empty() ? "" : " ") +
           joined(f.operands) + ";";
}

}  // namespace tilescope::test
