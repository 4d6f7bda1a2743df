// app/io/session_file.cpp -- sessions as JSON; reader and writer walk the one list of core's describe().
// SPDX-License-Identifier: MIT
#include "app/io/session_file.h"

#include <tilescope/base/number.h>
#include <tilescope/base/say.h>
#include <tilescope/formats/formats.h>
#include <tilescope/hw/archs.h>
#include <tilescope/session/describe.h>
#include <tilescope/word/problem.h>

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tilescope::io {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kVersion = 1;

// Words are written as "0x..." text: JSON readers that use doubles would lose their low bits.
struct Writer {
    Json out = {{"tilescope", kVersion}};
    void operator()(const char* key, std::uint64_t word) { out[key] = hex(word); }
    void operator()(const char* key, unsigned number) { out[key] = number; }
    void operator()(const char* key, bool flag) { out[key] = flag; }
    void operator()(const char* key, const std::string& text) { out[key] = text; }
    void operator()(const char* key, Edition e) { out[key] = name_of(e); }
};

// A missing key keeps its default. A key that nobody asked for is a mistake, and named.
struct Reader {
    Json left;        // what has not been read yet
    std::string why;  // the first mistake is the one worth reading

    void operator()(const char* key, std::uint64_t& word) {
        with(key, [&](const Json& j) {
            const Answer<std::uint64_t> n = parse_number(j.is_string() ? j.get<std::string>() : j.dump());
            if (n)
                word = *n;
            else
                refuse(say(key, ": ", n.why));
        });
    }
    void operator()(const char* key, unsigned& number) {
        with(key, [&](const Json& j) {
            if (!j.is_number_unsigned() || j.get<std::uint64_t>() > 0xffff)
                return refuse(say(key, ": have ", j.dump(), ", want a number from 0 to 65535"));
            number = j.get<unsigned>();
        });
    }
    void operator()(const char* key, bool& flag) {
        with(key, [&](const Json& j) {
            if (j.is_boolean())
                flag = j.get<bool>();
            else
                refuse(say(key, ": have ", j.dump(), ", want true or false"));
        });
    }
    void operator()(const char* key, std::string& text) {
        with(key, [&](const Json& j) {
            if (j.is_string())
                text = j.get<std::string>();
            else
                refuse(say(key, ": have ", j.dump(), ", want text"));
        });
    }
    void operator()(const char* key, Edition& edition) {
        with(key, [&](const Json& j) {
            const Answer<Edition> e = find_edition(j.is_string() ? j.get<std::string>() : j.dump());
            if (e)
                edition = *e;
            else
                refuse(e.why);
        });
    }

    void with(const char* key, auto read) {
        const auto found = left.find(key);
        if (found == left.end()) return;
        const Json value = *found;
        left.erase(found);
        read(value);
    }
    void refuse(std::string sentence) {
        if (why.empty()) why = std::move(sentence);
    }
};

// What the types allow and the document does not.
std::string mistake_in(const Session& s) {
    if (const auto arch = find_arch(s.arch, s.edition); !arch) return arch.why;
    const auto kinds = kinds_of(s.edition);
    if (std::ranges::find(kinds, s.variant.kind) == kinds.end())
        return find_format("idesc", s.variant.kind, s.edition).why;
    if (s.variant.cta_group != 1 && s.variant.cta_group != 2)
        return say("cta_group: have ", s.variant.cta_group, ", want 1 or 2");
    if (s.tile_k < 8 || s.tile_k > 1024) return say("tile_k is 8 to 1024, not ", s.tile_k);
    if (s.mask.n < 1 || s.mask.n > 256) return say("mask_n is 1 to 256, not ", s.mask.n);
    if (s.word(WordId::idesc) >> 32)
        return say("idesc has 32 bits; ", hex(s.word(WordId::idesc)), " does not fit them");
    return {};
}

}  // namespace

std::string session_to_text(const Session& session) {
    Writer writer;
    describe(writer, session);
    return writer.out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Answer<Session> session_from_text(std::string_view text) {
    const auto refuse = [](std::string why) { return Answer<Session>::refuse(std::move(why)); };
    Reader reader{Json::parse(text, nullptr, false), {}};
    if (reader.left.is_discarded()) return refuse("this is not JSON; a session is, with a \"tilescope\" key");
    if (!reader.left.is_object()) return refuse("this is no session: have a list or a value, want an object");
    const auto version = reader.left.find("tilescope");
    if (version == reader.left.end()) return refuse("this is no session: it has no \"tilescope\" key");
    if (!version->is_number_integer() || version->get<int>() != kVersion)
        return refuse(say("this session has version ", version->dump(), "; this program reads version ", kVersion));
    reader.left.erase(version);
    Session session;
    describe(reader, session);
    if (reader.why.empty() && !reader.left.empty())
        reader.refuse(say("a session has no field '", reader.left.begin().key(), "'"));
    if (reader.why.empty()) reader.refuse(mistake_in(session));
    if (!reader.why.empty()) return refuse(reader.why);
    return session;
}

Answer<Session> load_session(const std::string& path) {
    const Answer<std::string> text = read_text(path);
    if (!text) return Answer<Session>::refuse(text.why);
    const Answer<Session> session = session_from_text(*text);
    if (!session) return Answer<Session>::refuse(say(path, ": ", session.why, "."));
    return session;
}

Answer<bool> save_session(const std::string& path, const Session& session) {
    return write_text(path, session_to_text(session));
}

}  // namespace tilescope::io
