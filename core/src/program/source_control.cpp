// core/src/program/source_control.cpp -- branches, loops, switches, blocks and returns of source code.
// SPDX-License-Identifier: MIT
#include "source_reader.h"

namespace tilescope::program::source {

std::uint32_t Reader::control(std::uint32_t at, std::uint32_t end) {
    struct Handler {
        ReadAt Reader::*read;
        std::string_view words;
    };
    static constexpr Handler kHandlers[] = {
        {&Reader::if_statement, "if"},
        {&Reader::for_statement, "for"},
        {&Reader::while_statement, "while loop"},
        {&Reader::do_statement, "do"},
        {&Reader::switch_statement, "switch"},
        {&Reader::match_statement, "match"},
        {&Reader::leave_statement, "return break continue goto co_return"},
        {&Reader::try_statement, "try"},
        {&Reader::inner_block, "with unsafe namespace extern else elif except catch finally begin impl function let"},
        {&Reader::type_statement, "struct class union enum using typedef type"},
        {&Reader::template_statement, "template"},
        {&Reader::named_function, "def fn async pub"},
    };
    for (const Handler& one : kHandlers)
        if (has_word(one.words, t_[at].text)) return (this->*one.read)(at, end);
    const bool label = (language_ == Language::c || language_ == Language::rust) && at + 1 < end && t_[at + 1].is(":");
    if (!label) return kNoToken;
    if (at + 2 < end && (t_[at + 2].is("for") || t_[at + 2].is("while") || t_[at + 2].is("loop"))) label_ = t_[at].text;
    jumps_.labels[std::string(t_[at].text)] = here();
    return at + 2;
}

// Blocks inside of too many others are not read.
void Reader::skip_range(std::uint32_t begin, std::uint32_t end) {
    constexpr std::size_t kMost = 8;
    forget_range(begin, end);
    if (begin < end && out_.skipped.size() < kMost) out_.skipped.push_back(span_of(cursor(begin, end)));
}

void Reader::forget_range(std::uint32_t begin, std::uint32_t end) {
    begin_statement();
    forget_names(cursor(begin, end), true);
    flush_effects();
}

Value Reader::condition(std::uint32_t begin, std::uint32_t end) {
    begin_statement();
    Value out = math_.truth(whole(cursor(begin, end)));
    if (!touched_.empty()) out = math_.unknown(kBoolean);
    flush();
    observe_compared(cursor(begin, end));
    return out;
}

std::uint32_t Reader::jump(ExprId condition, std::uint32_t target) {
    scopes_.code->push_back({.type = Statement::Type::jump, .value = condition, .index = target});
    return here() - 1;
}

// The index of the `{` or `:` after a condition without parentheses. kNoToken: there is none.
std::uint32_t Reader::header_end(std::uint32_t at, std::uint32_t end) const {
    const bool lines = is_indented(language_);
    for (std::uint32_t i = at; i < end; ++i) {
        if (t_[i].is(lines ? ":" : "{")) return i;
        if (t_[i].is(";") || t_[i].is("}") || t_[i].type == TokenType::cut) return kNoToken;
        if (lines && i > at && t_[i].first) return kNoToken;
        if (lines && t_[i].is("lambda")) return kNoToken;
        if (t_[i].match > i && t_[i].match < end && t_[i].type == TokenType::symbol) i = t_[i].match;
    }
    return kNoToken;
}

// The end of the lines that are indented more than the header, or of the line of the colon.
std::uint32_t Reader::suite_end(std::uint32_t header, std::uint32_t colon, std::uint32_t end) const {
    const bool same_line = colon + 1 < end && !t_[colon + 1].first;
    for (std::uint32_t i = colon + 1; i < end; ++i) {
        if (t_[i].type == TokenType::cut) continue;
        if (t_[i].first && (same_line || t_[i].indent <= t_[header].indent)) return i;
        if (t_[i].match > i && t_[i].match < end && t_[i].type == TokenType::symbol) i = t_[i].match;
    }
    return end;
}

// Reads the block, the indented lines or the one statement at `at`. Returns the index after it.
std::uint32_t Reader::run_body(std::uint32_t header, std::uint32_t at, std::uint32_t end, bool conditional) {
    std::uint32_t next = at;
    if (at >= end) return end;
    scopes_.open_block(conditional);
    const bool scoped = !is_indented(language_);
    if (scoped) scopes_.push();
    if (t_[at].is("{") && t_[at].match != kNoToken) {
        const std::uint32_t close = std::min(t_[at].match, end);
        walk(at + 1, close);
        next = close + (close < end && t_[close].is("}") ? 1 : 0);
    } else if (t_[at].is(":")) {
        next = suite_end(header, at, end);
        walk(at + 1, next);
    } else if (++depth_ > kDeepestNesting) {
        skip_range(at, end);
        next = end;
        --depth_;
    } else {
        next = std::max(statement(at, end), at + 1);
        if (next < end && t_[next].is(";")) ++next;
        --depth_;
    }
    language_ = t_[header].language;
    if (scoped) scopes_.pop();
    scopes_.close_block();
    return next;
}

// A block whose header is not understood: it may execute or not.
void Reader::walk_body(const Cursor& body, bool conditional) {
    const std::uint32_t over = conditional ? jump_if_not(math_.unknown(kBoolean)) : kNoToken;
    scopes_.open_block(conditional);
    scopes_.push();
    walk(body.at, body.end);
    scopes_.pop();
    scopes_.close_block();
    if (conditional) land(over);
}

std::uint32_t Reader::if_statement(std::uint32_t at, std::uint32_t end) {
    std::vector<std::uint32_t> exits;
    std::uint32_t next = at;
    bool complete = false;
    scopes_.open_choice();
    for (bool first = true;; first = false) {
        const std::uint32_t header = next;
        std::uint32_t begin = header + 1;
        if (begin < end && (t_[begin].is("constexpr") || t_[begin].is("consteval"))) ++begin;
        const bool round = begin < end && t_[begin].is("(") && t_[begin].match < end && !is_indented(language_) &&
                           language_ != Language::rust;
        const std::uint32_t stop = round ? t_[begin].match : header_end(begin, end);
        if (stop == kNoToken) {
            if (first) {
                scopes_.close_choice(false);
                return kNoToken;
            }
            forget_range(header, end);
            next = end;
            break;
        }
        std::uint32_t test = round ? begin + 1 : begin;
        for (std::uint32_t i = test; i < stop && round; ++i)
            if (t_[i].is(";")) {  // if (auto x = f(); x)
                simple_tokens(cursor(test, i));
                test = i + 1;
            }
        const Value value = t_[begin].is("let") ? math_.unknown(kBoolean) : condition(test, stop);
        const std::uint32_t over = jump_if_not(value);
        next = run_body(header, round ? stop + 1 : stop, end, true);
        const bool mine = next < end && (!is_indented(language_) || t_[next].indent == t_[header].indent);
        if (!mine || !(t_[next].is("else") || t_[next].is("elif"))) {
            complete = scopes_.choice_alters();
            if (complete) exits.push_back(jump());
            land(over);
            if (complete) scopes_.pass_choice();
            break;
        }
        exits.push_back(jump());
        land(over);
        if (t_[next].is("elif")) continue;
        if (next + 1 < end && t_[next + 1].is("if") && !is_indented(language_)) {
            ++next;
            continue;
        }
        next = run_body(next, next + 1, end, true);
        complete = true;
        break;
    }
    land(exits);
    scopes_.close_choice(complete);
    return next;
}

// return, break, continue, goto
std::uint32_t Reader::leave_statement(std::uint32_t at, std::uint32_t end) {
    const std::string_view word = t_[at].text;
    if (at + 1 < end && t_[at + 1].is("=")) return kNoToken;
    const std::uint32_t stop = std::max(statement_end(at, end), at + 1);
    if (word == "return" || word == "co_return") {
        return_value(at + 1, stop);
        return stop;
    }
    const std::string label = at + 1 < stop ? std::string(t_[at + 1].text) : std::string();
    if (word == "goto") {
        jumps_.gotos.emplace_back(label, jump());
        return stop;
    }
    const bool leaves = word == "break";
    for (std::size_t i = loops_.size(); i-- > 0;) {
        Loop& loop = loops_[i];
        const bool named =
            !label.empty() && std::ranges::any_of(loops_, [&](const Loop& l) { return l.label == label; });
        if (named ? loop.label != label : !leaves && loop.is_switch) continue;
        if (!leaves && loop.next != kNoToken)
            jump(kNone, loop.next);
        else
            (leaves ? loop.breaks : loop.continues).push_back(jump());
        return stop;
    }
    jumps_.returns.push_back(jump());  // of a loop that began before the text
    return stop;
}

void Reader::return_value(std::uint32_t begin, std::uint32_t end) {
    begin_statement();
    const Cursor c = cursor(begin, end);
    static_cast<void>(assembly(c));
    begin_statement();
    Value value = begin < end ? whole(c) : math_.unknown(kOpaque);
    const std::string path = value.path;
    if (function_ != nullptr && function_->stated && !function_->result.is_opaque() && begin < end)
        value = math_.converted(value, function_->result);
    value = math_.once(value);
    for (const std::string& name : reads_)
        if (name != path) scopes_.mark_read(name);
    flush_calls();
    const std::string name = function_ != nullptr ? function_->name : std::string();
    const bool number = value.type.is_number() && begin < end;
    if (number && value.constant.value_or(kSmallestWord) >= kSmallestWord && !(function_ == nullptr && !path.empty())) {
        if (Variable* const v = scopes_.find_to_change(path); v != nullptr && !path.empty()) v->dirty = false;
        const TextSpan span = span_of(c);
        const bool stated = function_ != nullptr && function_->stated && value.type.is_integer();
        // `return desc;` of make(): the variable says more than the function.
        scopes_.observe({.type = Observation::Type::returned,
                         .text = is_descriptor_name(path) && !is_descriptor_name(name) ? path : name,
                         .span = span,
                         .width = stated ? value.type.width : 0u,
                         .comment = comment_of(c)},
                        {{value.id, text_of(c), span}});
        observe_choices(name, value, span);
    }
    scopes_.before_return();
    if (function_ == nullptr) {  // the rest of the text may be another part of a program
        jumps_.returns.push_back(jump());
        if (!scopes_.conditional()) end_fragment();
        return;
    }
    keep_returned_object(path);
    scopes_.code->push_back({.type = Statement::Type::end, .value = value.id});
}

// Statements of an unrelated place follow.
void Reader::end_fragment() {
    scopes_.forget_all();
    land(std::exchange(jumps_.returns, {}));
    scopes_.forget_all();
}

void Reader::end_unit() {
    for (const auto& [label, at] : jumps_.gotos)
        if (const auto found = jumps_.labels.find(label); found != jumps_.labels.end())
            (*scopes_.code)[at].index = found->second;
    land(jumps_.returns);
    jumps_ = {};
    loops_.clear();
}

// Blocks that execute once: namespaces, `with`, `unsafe`. A branch without its condition may execute or not.
std::uint32_t Reader::inner_block(std::uint32_t at, std::uint32_t end) {
    const std::string_view word = t_[at].text;
    if (word == "let" || word == "begin" || word == "function") {
        if (language_ != Language::julia) return kNoToken;
        forget_range(at, end);
        return end;
    }
    if (language_ == Language::julia) return kNoToken;
    const bool branch = has_word("else elif except catch finally", word);
    if (word == "extern" && !(at + 2 < end && t_[at + 1].type == TokenType::text && t_[at + 2].is("{")))
        return kNoToken;
    std::uint32_t stop = header_end(at + 1, end);
    if (stop == kNoToken && word == "else") stop = at + 1;
    if (stop == kNoToken) return kNoToken;
    if (branch) {
        end_fragment();
        const std::uint32_t next = perhaps(at, stop, end);
        scopes_.forget_all();
        return next;
    }
    if (word == "with") forget_range(at + 1, stop);
    if (word == "namespace")
        for (std::uint32_t i = at + 1; i < stop; ++i)
            if (t_[i].type == TokenType::name) namespaces_.emplace_back(t_[i].text);
    if (word == "unsafe" || is_indented(language_)) return run_body(at, stop, end, false);
    const std::uint32_t close = std::min(t_[stop].match, end);
    walk(stop + 1, close);
    return close + 1;
}

void Reader::start_loop(std::uint32_t next, bool is_switch) {
    loops_.push_back({.next = next, .is_switch = is_switch});
    if (!is_switch) loops_.back().label.swap(label_);
}

void Reader::end_loop() {
    land(loops_.back().breaks);
    loops_.pop_back();
}

// The `else` of a loop of Python.
std::uint32_t Reader::loop_else(std::uint32_t loop, std::uint32_t at, std::uint32_t end) {
    const bool here = language_ == Language::python && at < end && t_[at].is("else");
    return here && t_[at].indent == t_[loop].indent ? perhaps(at, at + 1, end) : at;
}

// A body that may execute or not.
std::uint32_t Reader::perhaps(std::uint32_t header, std::uint32_t at, std::uint32_t end) {
    const std::uint32_t over = jump_if_not(math_.unknown(kBoolean));
    const std::uint32_t next = run_body(header, at, end, true);
    land(over);
    return next;
}

std::uint32_t Reader::while_statement(std::uint32_t at, std::uint32_t end) {
    const bool endless = t_[at].is("loop");
    if (endless && language_ != Language::rust) return kNoToken;
    const bool round = at + 1 < end && t_[at + 1].is("(") && t_[at + 1].match < end && language_ == Language::c;
    const std::uint32_t stop = round ? t_[at + 1].match : header_end(at + 1, end);
    if (stop == kNoToken) return kNoToken;
    const std::uint32_t head = here();
    const bool bound = !endless && !t_[at + 1].is("let");
    const Value test = bound     ? condition(round ? at + 2 : at + 1, stop)
                       : endless ? math_.number(1, kBoolean)
                                 : math_.unknown(kBoolean);
    const std::uint32_t over = jump_if_not(test);
    start_loop(head);
    const std::uint32_t next = run_body(at, round ? stop + 1 : stop, end, true);
    jump(kNone, head);
    land(over);
    end_loop();
    return loop_else(at, next, end);
}

std::uint32_t Reader::do_statement(std::uint32_t at, std::uint32_t end) {
    if (at + 1 >= end || !t_[at + 1].is("{")) return kNoToken;
    const std::uint32_t head = here();
    start_loop(kNoToken);
    std::uint32_t next = run_body(at, at + 1, end, scopes_.conditional());
    land(loops_.back().continues);
    Value test = math_.unknown(kBoolean);
    if (next + 1 < end && t_[next].is("while") && t_[next + 1].is("(") && t_[next + 1].match < end) {
        test = condition(next + 2, t_[next + 1].match);
        next = t_[next + 1].match + 1;
    }
    jump(test.id, head);
    end_loop();
    return next;
}

std::uint32_t Reader::for_statement(std::uint32_t at, std::uint32_t end) {
    if (at + 1 >= end) return kNoToken;
    const bool round = t_[at + 1].is("(") && t_[at + 1].match < end && language_ != Language::python;
    if (round) {
        const std::uint32_t close = t_[at + 1].match;
        if (find_symbol(cursor(at + 2, close), ";") != kNoToken) return counted_loop(at, close, end);
        return each_loop(at, at + 2, close, close + 1, end);
    }
    const std::uint32_t stop = header_end(at + 1, end);
    return stop == kNoToken ? kNoToken : each_loop(at, at + 1, stop, stop, end);
}

// for (first; test; step)
std::uint32_t Reader::counted_loop(std::uint32_t at, std::uint32_t close, std::uint32_t end) {
    const std::uint32_t first = find_symbol(cursor(at + 2, close), ";");
    const std::uint32_t second = std::min(find_symbol(cursor(first + 1, close), ";"), close);
    scopes_.push();
    if (at + 2 < first) simple_tokens(cursor(at + 2, first));
    for (std::uint32_t i = at + 3; i < first; ++i)
        if (t_[i].is("="))
            if (Variable* const v = scopes_.find_to_change(std::string(t_[i - 1].text))) v->quiet = true;
    const std::uint32_t head = here();
    const bool tests = first + 1 < second;
    const Value test = tests ? condition(first + 1, second) : math_.number(1, kBoolean);
    const std::uint32_t over = jump_if_not(test);
    start_loop(kNoToken);
    const std::uint32_t next = run_body(at, close + 1, end, true);
    land(loops_.back().continues);
    if (second + 1 < close) simple_tokens(cursor(second + 1, close));
    jump(kNone, head);
    land(over);
    end_loop();
    scopes_.pop();
    return next;
}

// for (auto x : list), for x in list: x has no certain value.
std::uint32_t Reader::each_loop(std::uint32_t at, std::uint32_t first, std::uint32_t last, std::uint32_t body,
                                std::uint32_t end) {
    std::uint32_t middle = first;
    while (middle < last && !t_[middle].is("in") && !t_[middle].is(":")) ++middle;
    if (middle == last) return kNoToken;
    const bool braces = language_ == Language::c || language_ == Language::rust;
    if (braces) scopes_.push();
    static_cast<void>(condition(middle + 1, last));
    const std::uint32_t head = here();
    const std::uint32_t over = jump_if_not(math_.unknown(kBoolean));
    for (std::uint32_t i = first; i < middle; ++i) {
        if (t_[i].type != TokenType::name) continue;
        const std::string name(t_[i].text);
        scopes_.forget(name);
        const bool last_name = i + 1 == middle || t_[i + 1].is(",") || t_[i + 1].is(")") || t_[i + 1].is("]");
        if (!last_name) continue;
        if (braces || !scopes_.is_local(name)) scopes_.declare(name, kAny, false);
        scopes_.write(name, math_.unknown(), {.span = span_of(cursor(i, i + 1)), .trivial = true});
        if (Variable* const v = scopes_.find_to_change(name)) v->quiet = true;
    }
    if (braces && middle > first && (t_[middle - 2].is("&") || t_[middle - 2].is("&&")))  // it changes the list
        forget_range(middle + 1, last);
    start_loop(head);
    const std::uint32_t next = run_body(at, body, end, true);
    jump(kNone, head);
    land(over);
    end_loop();
    if (braces) scopes_.pop();
    return loop_else(at, next, end);
}

std::uint32_t Reader::switch_statement(std::uint32_t at, std::uint32_t end) {
    if (at + 1 >= end || !t_[at + 1].is("(") || t_[at + 1].match >= end) return kNoToken;
    const std::uint32_t close = t_[at + 1].match;
    if (close + 1 >= end || !t_[close + 1].is("{") || t_[close + 1].match == kNoToken) return kNoToken;
    const std::uint32_t last = std::min(t_[close + 1].match, end);
    begin_statement();
    const Value value = math_.once(whole(cursor(at + 2, close)));
    flush();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> labels;  // a token, and the jump to it
    std::uint32_t otherwise = kNoToken;
    for (std::uint32_t i = close + 2; i < last; ++i) {
        if (t_[i].is("default")) otherwise = i;
        if (t_[i].is("case")) {
            std::uint32_t colon = i + 1;
            while (colon < last && !t_[colon].is(":")) ++colon;
            if (colon == last) break;
            begin_statement();
            const Value equal = math_.binary("==", value, whole(cursor(i + 1, colon)));
            labels.emplace_back(i, jump(equal.id));
        }
        if (t_[i].is("{") && t_[i].match < last) i = t_[i].match;
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
        while (from < last && !t_[from].is(":")) ++from;
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
    if (language_ != Language::rust && language_ != Language::python) return kNoToken;
    const std::uint32_t open = header_end(at + 1, end);
    if (open == kNoToken) return kNoToken;
    static_cast<void>(condition(at + 1, open));
    const bool lines = language_ == Language::python;
    const std::uint32_t close = lines ? suite_end(at, open, end) : std::min(t_[open].match, end);
    std::vector<std::uint32_t> exits;
    for (std::uint32_t i = open + 1; i < close;) {
        std::uint32_t arrow = i;
        while (arrow < close && !t_[arrow].is(lines ? ":" : "=>")) ++arrow;
        if (arrow >= close) break;
        forget_range(i, arrow);
        const std::uint32_t over = jump_if_not(math_.unknown(kBoolean));
        std::uint32_t next = arrow + 1;
        if (lines) {
            next = run_body(i, arrow, close, true);
        } else if (next < close && t_[next].is("{")) {
            next = run_body(at, next, close, true);
        } else {
            next = std::min(find_symbol(cursor(next, close), ","), close);
            scopes_.open_block(true);
            walk(arrow + 1, next);
            scopes_.close_block();
        }
        exits.push_back(jump());
        land(over);
        i = next < close && t_[next].is(",") ? next + 1 : std::max(next, i + 1);
    }
    land(exits);
    return lines ? close : close + 1;
}

// Every statement of the first block may be the last one that executed before a handler.
std::uint32_t Reader::try_statement(std::uint32_t at, std::uint32_t end) {
    if (at + 1 >= end || !(t_[at + 1].is(":") || t_[at + 1].is("{"))) return kNoToken;
    std::uint32_t next = run_body(at, at + 1, end, true);
    const std::uint32_t body_end = next;
    while (next < end && is_word(t_[next], "except catch finally else")) {
        std::uint32_t stop = header_end(next + 1, end);
        if (stop == kNoToken) break;
        const bool always = t_[next].is("finally") || t_[next].is("else");
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
