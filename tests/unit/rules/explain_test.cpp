// tests/unit/rules/explain_test.cpp -- every topic has an explanation, and every spelling of a topic finds it.
// SPDX-License-Identifier: MIT
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/hw/contradictions.h>
#include <tilescope/hw/families.h>
#include <tilescope/hw/kinds.h>
#include <tilescope/hw/qualifiers.h>
#include <tilescope/hw/types.h>
#include <tilescope/rules/catalogue.h>
#include <tilescope/rules/explain.h>
#include <tilescope/word/codec.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace tilescope {
namespace {

constexpr ExplainOptions kEditions[] = {{.edition = Edition::v9_1}, {.edition = Edition::v9_4}};

Explanation first(std::string_view topic, const ExplainOptions& options = {}) {
    const auto answer = explanation_of(topic, options);
    EXPECT_TRUE(answer) << topic << ": " << answer.why;
    return answer ? answer->front() : Explanation{};
}

std::string fact(const Explanation& e, std::string_view name) {
    for (const auto& [key, value] : e.facts)
        if (key == name) return value;
    return "no such fact";
}

bool sees(const Explanation& e, std::string_view topic) { return std::ranges::find(e.see, topic) != e.see.end(); }

std::string all_text(const Explanation& e) {
    std::string out = e.title;
    for (const std::string& p : e.paragraphs) out += say("\n", p);
    return out;
}

TEST(Explain, EveryTopicHasACompleteExplanation) {
    for (const ExplainOptions& options : kEditions) {
        const std::vector<std::string> topics = explain_topics(options);
        EXPECT_GT(topics.size(), 300u);
        EXPECT_EQ(std::set(topics.begin(), topics.end()).size(), topics.size()) << "two topics have the same name";
        for (const std::string& topic : topics) {
            const Explanation e = first(topic, options);
            EXPECT_EQ(e.topic, topic);
            EXPECT_FALSE(e.title.empty() || e.source.empty() || e.paragraphs.empty()) << topic;
            for (const std::string& p : e.paragraphs)
                EXPECT_TRUE(p.ends_with('.') || p.ends_with(':')) << topic << ": " << p;
            for (const auto& [name, value] : e.facts) EXPECT_FALSE(name.empty() || value.empty()) << topic << name;
        }
    }
}

TEST(Explain, EveryLinkedTopicExists) {
    for (const ExplainOptions& options : kEditions) {
        const std::vector<std::string> topics = explain_topics(options);
        const std::set<std::string> there(topics.begin(), topics.end());
        int links = 0;
        for (const std::string& topic : topics)
            for (const std::string& to : first(topic, options).see) {
                // A contradiction can name a topic that only one edition has.
                const bool only_there = topic[0] == 'X' && !explanation_of(to, options);
                const bool other = only_there && (explanation_of(to, kEditions[0]) || explanation_of(to, kEditions[1]));
                EXPECT_TRUE(there.contains(to) || other) << topic << " points to " << to;
                ++links;
            }
        EXPECT_GT(links, 500);
    }
}

TEST(Explain, EveryRowOfTheTablesIsATopic) {
    const ExplainOptions all{.edition = Edition::v9_4};
    const std::vector<std::string> list = explain_topics(all);
    const std::set<std::string> topics(list.begin(), list.end());
    for (const RuleInfo& r : rule_catalogue()) EXPECT_TRUE(topics.contains(std::string(r.id))) << r.id;
    for (const Contradiction& c : kContradictions) EXPECT_TRUE(topics.contains(std::string(c.id))) << c.id;
    for (const KindRow& k : kKinds) EXPECT_TRUE(topics.contains(say("kind::", k.id))) << k.id;
    for (const ElementType& t : kElementTypes) EXPECT_TRUE(topics.contains(std::string(t.id))) << t.id;
    for (const ArchRow& a : kArchs) EXPECT_TRUE(topics.contains(std::string(a.id))) << a.id;
    for (const SwizzleRow& s : kSwizzleModes) EXPECT_TRUE(topics.contains(std::string(s.name))) << s.name;
    for (const QualifierRow& q : kQualifiers) EXPECT_TRUE(topics.contains(std::string(q.id))) << q.id;
    for (const Format* f : all_formats(Edition::v9_4))
        for (const Field& field : f->fields) {
            EXPECT_TRUE(topics.contains(say(f->id, ".", field.id))) << f->id << "." << field.id;
            for (const NamedValue& n : field.names)
                EXPECT_TRUE(topics.contains(say(f->id, ".", field.id, "=", n.name))) << f->id << "." << field.id;
        }
}

TEST(Explain, FieldHasItsBitsItsValuesAndItsRules) {
    const Explanation e = first("smem.swizzle");
    EXPECT_EQ(fact(e, "bits"), "63:61");
    EXPECT_NE(all_text(e).find("128B (2)"), std::string::npos) << all_text(e);
    for (const char* topic : {"L3", "L9", "L28", "L29"}) EXPECT_TRUE(sees(e, topic)) << topic;
    EXPECT_TRUE(sees(first("smem.base_offset"), "X14"));
    const Explanation sbo = first("smem.sbo");
    EXPECT_NE(all_text(sbo).find("0 to 262128 bytes, in steps of 16"), std::string::npos) << all_text(sbo);
    const Explanation d_type = first("idesc.d_type");
    EXPECT_NE(all_text(d_type).find("Kind i8: One of s32 (2)"), std::string::npos) << all_text(d_type);
}

TEST(Explain, ShortNameFindsTheFieldInEveryFormat) {
    const auto swizzle = explanation_of("swizzle");
    ASSERT_TRUE(swizzle);
    ASSERT_EQ(swizzle->size(), 2u);
    EXPECT_EQ(swizzle->at(0).topic, "smem.swizzle");
    EXPECT_EQ(swizzle->at(1).topic, "wgmma.swizzle");
    EXPECT_EQ(explanation_of("n")->size(), 3u);
}

TEST(Explain, ValueIsShownWithItsUnitAndRaw) {
    const Explanation n = first("idesc.n=128");
    EXPECT_EQ(n.topic, "idesc.n=128");
    EXPECT_EQ(n.title, "idesc.n = 128 columns");
    EXPECT_EQ(fact(n, "raw"), "16 (0x10)");
    EXPECT_EQ(fact(n, "next to it"), "120 columns; 136 columns");
    EXPECT_TRUE(sees(n, "L23"));
    EXPECT_EQ(first("smem.swizzle=raw:2").topic, "smem.swizzle=128B");
    const Explanation unnamed = first("smem.swizzle = raw:3");
    EXPECT_NE(all_text(unnamed).find("has no meaning"), std::string::npos) << all_text(unnamed);
    EXPECT_EQ(explanation_of("n=128")->size(), 3u);
    EXPECT_EQ(first("idesc.a_type=e4m3").title, "idesc.a_type = e4m3");
    EXPECT_TRUE(sees(first("smem.swizzle=128b"), "128B")) << "letter case does not count";
}

TEST(Explain, KindSelectsTheTableOfAField) {
    const ExplainOptions i8{.kind = "i8"};
    EXPECT_EQ(fact(first("idesc.d_type", i8), "format"), "idesc, kind i8");
    EXPECT_EQ(first("idesc.saturate=yes", i8).title, "idesc.saturate = yes");
}

TEST(Explain, SwizzleModeHasItsNumbersAndItsAddressBits) {
    const Explanation e = first("128B");
    EXPECT_EQ(fact(e, "tcgen05, swizzle"), "2");
    EXPECT_EQ(fact(e, "wgmma, swizzle"), "1");
    EXPECT_EQ(fact(e, "CUtensorMapSwizzle"), "3");
    EXPECT_EQ(fact(e, "CuTe, on bytes"), "Swizzle<3,4,3>");
    EXPECT_EQ(fact(first("128B_32B"), "wgmma, swizzle"), "no such mode");
    EXPECT_NE(all_text(e).find("bits 6:4 are XORed with bits 9:7"), std::string::npos) << all_text(e);
    EXPECT_TRUE(sees(first("32B"), "X27"));
}

TEST(Explain, NameWithTwoMeaningsReturnsBoth) {
    const auto f16 = explanation_of("f16");
    ASSERT_TRUE(f16);
    ASSERT_EQ(f16->size(), 2u);
    EXPECT_EQ(f16->at(0).topic, "f16") << "the topic with this id comes first";
    EXPECT_EQ(f16->at(1).topic, "kind::f16");
}

TEST(Explain, IgnoresDotsBlanksAndCase) {
    for (const char* text : {".ws", "WS", " ws "}) EXPECT_EQ(first(text).topic, ".ws") << text;
    for (const char* text : {"collector::a::fill", ".collector::a::fill", "COLLECTOR A FILL"})
        EXPECT_EQ(first(text).topic, ".collector::a::fill") << text;
    EXPECT_EQ(first("collector::b2::fill").topic, ".collector::b0::fill");
    EXPECT_EQ(first("Layout  e").topic, "layout E");
    EXPECT_EQ(first("kind mxf4").topic, "kind::mxf4");
    EXPECT_EQ(first("l35").topic, "L35");
    EXPECT_EQ(first("103a").topic, "sm_103a");
    EXPECT_EQ(first("certainty unknown").topic, "certainty unknown");
}

TEST(Explain, RuleLinksItsFieldAndItsContradiction) {
    const Explanation l9 = first("L9");
    EXPECT_EQ(fact(l9, "error"), "smem: swizzle");
    EXPECT_TRUE(sees(l9, "smem.swizzle"));
    EXPECT_TRUE(sees(l9, "X10"));
    const Explanation l14 = first("L14");
    const auto places = std::ranges::count(l14.facts, "error", [](const auto& f) { return f.first; });
    EXPECT_EQ(places, 2) << "A and B, each for the dense and the block-scaled kinds";
    EXPECT_EQ(fact(l14, "error"), "idesc, kinds without block scaling: a_type; idesc, block-scaled kinds: a_type");
    EXPECT_EQ(l14.paragraphs.size(), 2u) << "each sentence once";
    EXPECT_EQ(fact(first("L79"), "error"), "Tensor Memory");
    EXPECT_NE(first("F1").source, "");
}

TEST(Explain, ContradictionHasBothReadingsAndTheDefault) {
    const Explanation e = first("X1");
    EXPECT_EQ(fact(e, "default"), "B");
    EXPECT_EQ(e.paragraphs.size(), 3u);
    EXPECT_TRUE(sees(e, "zcm.skip_span"));
    EXPECT_TRUE(sees(first("zcm.skip_span"), "X1")) << "both ways";
}

// What is measured, what is open and what decides are three facts, and no two of them contradict each other.
TEST(Explain, ContradictionSaysWhatIsOpen) {
    EXPECT_EQ(fact(first("X1"), "open"), "No GPU was asked.");
    EXPECT_EQ(fact(first("X14"), "open"), "tcgen05.");
    EXPECT_EQ(fact(first("X28"), "open"), "nothing");
    for (const Contradiction& c : kContradictions) {
        EXPECT_EQ(c.open == "No GPU was asked.", !c.open.empty() && c.gpu_answer.empty()) << c.id;
        if (c.open.empty()) {
            EXPECT_EQ(c.decides.find("would confirm"), c.decides.npos) << c.id;
        }
    }
}

TEST(Explain, RuleSaysEachPlaceOnce) {
    for (const RuleInfo& rule : rule_catalogue()) {
        const Explanation e = first(rule.id);
        for (const auto& f : e.facts) EXPECT_EQ(std::ranges::count(e.facts, f), 1) << rule.id << ": " << f.second;
    }
}

TEST(Explain, EveryConcernOfAContradictionIsATopicOrARule) {
    const ExplainOptions all{.edition = Edition::v9_4};
    for (const Contradiction& c : kContradictions)
        for (const std::string_view concern : c.concerns) {
            if (concern.empty()) continue;
            const bool rule = concern[0] == 'L' && concern.find_first_not_of("L0123456789") == concern.npos;
            EXPECT_TRUE(rule || explanation_of(concern, all) || explanation_of(concern)) << c.id << ": " << concern;
        }
}

TEST(Explain, RefusesNumbersAndUnknownTopics) {
    EXPECT_EQ(explanation_of("0x4000404000010040").why, "'0x4000404000010040' is a number; use decode to read a word");
    EXPECT_NE(explanation_of("smem.swizle").why.find("similar topics: smem.swizzle"), std::string::npos);
    EXPECT_NE(explanation_of("collector").why.find(".collector::a::fill"), std::string::npos)
        << explanation_of("collector").why;
    EXPECT_NE(explanation_of("qqqqqqqq").why.find("topics are fields"), std::string::npos);
    EXPECT_NE(explanation_of("").why.find("the topic is empty"), std::string::npos);
    EXPECT_EQ(explanation_of("ti16").why, "'ti16' exists in edition 9.4 only");
    EXPECT_EQ(explanation_of("smem.swizzle=96B").why,
              "swizzle: '96B' is unknown; use one of: none, 128B_32B, 128B, 64B, 32B");
    EXPECT_EQ(explanation_of("smem.sbo=15").why, "the field 'sbo' must be a multiple of 16: 0 or 16, not 15");
}

TEST(Explain, EveryValueOfEveryFieldCanBeExplained) {
    int looked = 0;
    for (const ExplainOptions& options : kEditions)
        for (const Format* f : all_formats(options.edition))
            for (const Field& field : f->fields)
                for (const std::uint64_t raw : {std::uint64_t{0}, std::uint64_t{1}, bit_mask(field.width)}) {
                    const Explanation e = explain_value(*f, field.id, raw);
                    EXPECT_FALSE(e.paragraphs.empty()) << f->id << "." << field.id;
                    const auto again = explanation_of(e.topic, {.edition = options.edition, .kind = f->kind});
                    ASSERT_TRUE(again) << e.topic << ": " << again.why;
                    EXPECT_EQ(again->front().topic, e.topic);
                    ++looked;
                }
    EXPECT_GT(looked, 500);
}

TEST(Catalogue, EveryRuleIsListedWithASentenceAndASource) {
    std::set<std::string_view> ids;
    for (const RuleInfo& r : rule_catalogue()) {
        EXPECT_TRUE(r.what.ends_with('.')) << r.id << ": " << r.what;
        EXPECT_FALSE(r.source.empty()) << r.id;
        EXPECT_FALSE(r.severity == Severity::error && r.certainty == Certainty::unknown) << r.id;
        ids.insert(r.id);
    }
    for (const WordRule* r : all_rules()) EXPECT_TRUE(ids.contains(r->id)) << r->id;
    for (const char* id : {"F1", "F2", "L10", "L11", "L37", "L69", "L79", "L82", "L86", "L93", "L96", "A3", "A11"})
        EXPECT_TRUE(ids.contains(id)) << id;
    const auto listed = rule_catalogue();
    EXPECT_EQ(listed.front().id, "F1");
    EXPECT_EQ(listed.back().id, "A11");
}

// The sources of module ptx contain the ids of the rules that the assembler's verdict returns.
TEST(Catalogue, HasEveryRuleOfTheAssemblersVerdict) {
    static const std::regex named(R"re("(L\d+)")re");
    const std::vector<RuleInfo> catalogue = rule_catalogue();
    int found = 0;
    for (const auto& entry : std::filesystem::directory_iterator(TILESCOPE_SOURCE_DIR "/core/src/ptx")) {
        std::ifstream in(entry.path());
        std::stringstream text;
        text << in.rdbuf();
        const std::string all = text.str();
        for (std::sregex_iterator it(all.begin(), all.end(), named), end; it != end; ++it, ++found) {
            const bool row = std::ranges::find(catalogue, (*it)[1].str(), &RuleInfo::id) != catalogue.end();
            EXPECT_TRUE(row) << entry.path() << ": " << it->str();
        }
    }
    EXPECT_GT(found, 30);
}

TEST(Catalogue, RulesAboutAFieldHaveThatField) {
    const Format& smem = **find_format("smem", {}, Edition::v9_1);
    const auto about = rules_about(smem, "sbo");
    EXPECT_GE(about.size(), 3u);
    for (const RuleInfo& r : about) EXPECT_EQ(r.field, "sbo") << r.id;
    EXPECT_TRUE(rules_about(**find_format("tmem", {}, Edition::v9_1), "lane").empty());
}

}  // namespace
}  // namespace tilescope
