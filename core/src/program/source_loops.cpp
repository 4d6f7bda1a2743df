// core/src/program/source_loops.cpp -- loops, switches and exceptions of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

#include <algorithm>

namespace tilescope::program::source {

void Reader::start_loop(std::uint32_t next, bool is_switch) {
    Loop loop;
    loop.next = next;
    loop.is_switch = is_switch;
    if (!is_switch) loop.label.swap(label_);
    loops_.push_back(std::move(loop));
}

void Reader::end_loop() {
    for (const std::uint32_t j : loops_.back().breaks) land(j);
    loops_.pop_back();
}

std::uint32_t Reader::while_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    const bool endless = t[at].is("loop");
    if (endless && language_ != Language::rust) return kNoToken;
    const bool round = at + 1 < end && t[at + 1].is("(") && t[at + 1].match < end && language_ == Language::c;
    const std::uint32_t stop = round ? t[at + 1].match : header_end(at + 1, end);
    if (stop == kNoToken) return kNoToken;
    const std::uint32_t head = here();
    const bool bound = !endless && !t[at + 1].is("let");
    const Value test = bound     ? condition(round ? at + 2 : at + 1, stop)
                       : endless ? math_.number(1, kBoolean)
                                 : math_.unknown(kBoolean);
    const std::uint32_t over = jump_if_not(test);
    start_loop(head);
    std::uint32_t next = run_body(at, round ? stop + 1 : stop, end, true);
    jump_to(head);
    land(over);
    end_loop();
    if (language_ == Language::python && next < end && t[next].is("else") && t[next].indent == t[at].indent) {
        const std::uint32_t skip = jump_if_not(math_.unknown(kBoolean));
        next = run_body(next, next + 1, end, true);
        land(skip);
    }
    return next;
}

std::uint32_t Reader::do_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    if (at + 1 >= end || !t[at + 1].is("{")) return kNoToken;
    const std::uint32_t head = here();
    start_loop(kNoToken);
    std::uint32_t next = run_body(at, at + 1, end, scopes_.conditional());
    for (const std::uint32_t j : loops_.back().continues) land(j);
    if (next + 1 < end && t[next].is("while") && t[next + 1].is("(") && t[next + 1].match < end) {
        const Value test = condition(next + 2, t[next + 1].match);
        jump_to(head, &test);
        next = t[next + 1].match + 1;
    } else {
        const Value test = math_.unknown(kBoolean);
        jump_to(head, &test);
    }
    end_loop();
    return next;
}

std::uint32_t Reader::for_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    if (at + 1 >= end) return kNoToken;
    const bool round = t[at + 1].is("(") && t[at + 1].match < end && language_ != Language::python;
    if (round) {
        const std::uint32_t close = t[at + 1].match;
        for (std::uint32_t i = at + 2; i < close; ++i) {
            if (t[i].is(";")) return counted_loop(at, close, end);
            if (t[i].match > i && t[i].match < close) i = t[i].match;
        }
        return each_loop(at, at + 2, close, close + 1, end);
    }
    const std::uint32_t stop = header_end(at + 1, end);
    return stop == kNoToken ? kNoToken : each_loop(at, at + 1, stop, stop, end);
}

// for (first; test; step)
std::uint32_t Reader::counted_loop(std::uint32_t at, std::uint32_t close, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    std::uint32_t parts[2] = {close, close};
    for (std::uint32_t i = at + 2, n = 0; i < close && n < 2; ++i) {
        if (t[i].is(";"))
            parts[n++] = i;
        else if (t[i].match > i && t[i].match < close)
            i = t[i].match;
    }
    scopes_.push();
    if (at + 2 < parts[0]) simple_tokens({&t, at + 2, parts[0], false, 0});
    for (std::uint32_t i = at + 3; i < parts[0]; ++i)
        if (t[i].is("="))
            if (Variable* const v = scopes_.find_to_change(std::string(t[i - 1].text))) v->quiet = true;
    const std::uint32_t head = here();
    const bool tests = parts[0] + 1 < parts[1];
    const Value test = tests ? condition(parts[0] + 1, parts[1]) : math_.number(1, kBoolean);
    const std::uint32_t over = jump_if_not(test);
    start_loop(kNoToken);
    const std::uint32_t next = run_body(at, close + 1, end, true);
    for (const std::uint32_t j : loops_.back().continues) land(j);
    if (parts[1] + 1 < close) simple_tokens({&t, parts[1] + 1, close, false, 0});
    jump_to(head);
    land(over);
    end_loop();
    scopes_.pop();
    return next;
}

// for (auto x : list), for x in list: x has no certain value.
std::uint32_t Reader::each_loop(std::uint32_t at, std::uint32_t first, std::uint32_t last, std::uint32_t body,
                                std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    std::uint32_t middle = first;
    while (middle < last && !t[middle].is("in") && !t[middle].is(":")) ++middle;
    if (middle == last) return kNoToken;
    const bool braces = language_ == Language::c || language_ == Language::rust;
    if (braces) scopes_.push();
    static_cast<void>(condition(middle + 1, last));
    const std::uint32_t head = here();
    const std::uint32_t over = jump_if_not(math_.unknown(kBoolean));
    for (std::uint32_t i = first; i < middle; ++i) {
        if (t[i].type != TokenType::name) continue;
        const std::string name(t[i].text);
        scopes_.forget(name);
        const bool last_name = i + 1 == middle || t[i + 1].is(",") || t[i + 1].is(")") || t[i + 1].is("]");
        if (!last_name) continue;
        if (braces || !scopes_.is_local(name)) scopes_.declare(name, kAny, false);
        Scopes::Write how;
        how.trivial = true;
        how.span = span_of(t[i], t[i]);
        scopes_.write(name, math_.unknown(), how);
        if (Variable* const v = scopes_.find_to_change(name)) v->quiet = true;
    }
    if (braces && middle > first && (t[middle - 2].is("&") || t[middle - 2].is("&&")))  // it changes the list
        forget_range(middle + 1, last);
    start_loop(head);
    std::uint32_t next = run_body(at, body, end, true);
    jump_to(head);
    land(over);
    end_loop();
    if (braces) scopes_.pop();
    if (language_ == Language::python && next < end && t[next].is("else") && t[next].indent == t[at].indent) {
        const std::uint32_t skip = jump_if_not(math_.unknown(kBoolean));
        next = run_body(next, next + 1, end, true);
        land(skip);
    }
    return next;
}

std::uint32_t Reader::switch_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    if (at + 1 >= end || !t[at + 1].is("(") || t[at + 1].match >= end) return kNoToken;
    const std::uint32_t close = t[at + 1].match;
    if (close + 1 >= end || !t[close + 1].is("{") || t[close + 1].match == kNoToken) return kNoToken;
    const std::uint32_t last = std::min(t[close + 1].match, end);
    begin_statement();
    const Value value = math_.once(whole({&t, at + 2, close, false, 0}));
    flush_calls();
    flush_effects();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> labels;  // a token, and the jump to it
    std::uint32_t otherwise = kNoToken;
    for (std::uint32_t i = close + 2; i < last; ++i) {
        if (t[i].is("default")) otherwise = i;
        if (t[i].is("case")) {
            std::uint32_t colon = i + 1;
            while (colon < last && !t[colon].is(":")) ++colon;
            if (colon == last) break;
            begin_statement();
            const Value equal = math_.binary("==", value, whole({&t, i + 1, colon, false, 0}));
            const std::uint32_t j = jump();
            (*scopes_.code)[j].value = equal.id;
            labels.emplace_back(i, j);
        }
        if (t[i].is("{") && t[i].match < last) i = t[i].match;
    }
    const std::uint32_t none = jump();
    if (otherwise != kNoToken) labels.emplace_back(otherwise, none);
    start_loop(kNoToken, true);
    scopes_.open_block(true);
    scopes_.push();
    std::ranges::sort(labels);
    std::uint32_t from = close + 2;
    for (const auto& [token, j] : labels) {
        if (token > from) walk(from, token);
        land(j);
        from = token;
        while (from < last && !t[from].is(":")) ++from;
        ++from;
    }
    walk(std::min(from, last), last);
    scopes_.pop();
    scopes_.close_block();
    if (otherwise == kNoToken) land(none);
    end_loop();
    return last + 1;
}

// match of Rust and Python: any arm may execute.
std::uint32_t Reader::match_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    if (language_ != Language::rust && language_ != Language::python) return kNoToken;
    const std::uint32_t open = header_end(at + 1, end);
    if (open == kNoToken) return kNoToken;
    static_cast<void>(condition(at + 1, open));
    const bool lines = language_ == Language::python;
    const std::uint32_t close = lines ? suite_end(at, open, end) : std::min(t[open].match, end);
    std::vector<std::uint32_t> exits;
    for (std::uint32_t i = open + 1; i < close;) {
        std::uint32_t arrow = i;
        while (arrow < close && !t[arrow].is(lines ? ":" : "=>")) ++arrow;
        if (arrow >= close) break;
        forget_range(i, arrow);
        const std::uint32_t over = jump_if_not(math_.unknown(kBoolean));
        std::uint32_t next = arrow + 1;
        if (lines) {
            next = run_body(i, arrow, close, true);
        } else if (next < close && t[next].is("{")) {
            next = run_body(at, next, close, true);
        } else {
            while (next < close && !t[next].is(","))
                next = t[next].match > next && t[next].match < close ? t[next].match + 1 : next + 1;
            scopes_.open_block(true);
            walk(arrow + 1, next);
            scopes_.close_block();
        }
        exits.push_back(jump());
        land(over);
        i = next < close && t[next].is(",") ? next + 1 : std::max(next, i + 1);
    }
    for (const std::uint32_t j : exits) land(j);
    return lines ? close : close + 1;
}

// Every statement of the first block may be the last one that executed before a handler.
std::uint32_t Reader::try_statement(std::uint32_t at, std::uint32_t end) {
    const std::vector<Token>& t = lexed_.tokens;
    if (at + 1 >= end || !(t[at + 1].is(":") || t[at + 1].is("{"))) return kNoToken;
    std::uint32_t next = run_body(at, at + 1, end, true);
    const std::uint32_t body_end = next;
    const auto handles = [&](std::uint32_t i) {
        return i < end && (t[i].is("except") || t[i].is("catch") || t[i].is("finally") || t[i].is("else"));
    };
    while (handles(next)) {
        std::uint32_t stop = header_end(next + 1, end);
        if (stop == kNoToken) break;
        const bool always = t[next].is("finally") || t[next].is("else");
        const std::uint32_t over = jump_if_not(math_.unknown(kBoolean));
        forget_range(at, body_end);
        if (always) land(over);
        const std::uint32_t after = run_body(next, stop, end, true);
        if (!always) land(over);
        next = std::max(after, next + 1);
    }
    return next;
}

}  // namespace tilescope::program::source
