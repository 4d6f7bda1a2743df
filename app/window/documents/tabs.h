// app/window/documents/tabs.h -- the tabs of the documents, and how they close.
// SPDX-License-Identifier: MIT
//
//     add_tab(c, session);      shows a new document, in a tab after the shown one
//     show_tab(c, 0);           the first tab is shown
//     close_tab(c, 0);          asks first if there are unsaved edits
//
// A document that is not shown computes nothing and draws nothing. Its backup copy is kept as before (safety.h).
#pragma once

#include "app/window/frame/context.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace tilescope::ui {

inline std::size_t tab_count(const Documents& docs) { return docs.open.size(); }
inline bool has_tabs(const Documents& docs) { return docs.open.size() > 1; }

// The document of a tab. Requires: index < tab_count(docs).
inline Document& document_of(Documents& docs, std::size_t index) { return *docs.open[index]; }
inline const Document& document_of(const Documents& docs, std::size_t index) { return *docs.open[index]; }

// The index of the tab of a document, or tab_count(docs) if its tab was closed.
std::size_t tab_of_document(const Documents& docs, std::uint64_t id);

// Whether the user has made something of this document: a file, an edit, a paste.
bool has_work(const Document& document);
// Whether nothing would be lost or hidden if another session took the place of this one: no work, no lesson.
bool is_untouched(const Document& document);

inline constexpr std::size_t kMostTabs = 32;

// Shows a new document with this session. If there are kMostTabs, the status line says so and nothing happens.
// Returns whether there is a new tab.
bool add_tab(Context c, Session session);
void show_tab(Context c, std::size_t index);

// Removes it without a question. Requires: there are others.
void remove_shown_tab(Context c);

// Compares the shown session with that of another tab: the tab is followed until it is closed. Id 0: ends that.
void compare_with_tab(Documents& docs, Regions& regions, std::uint64_t id);
// Updates what is compared after an edit in the other tab.
void follow_reference(Documents& docs);

// Draws the row of tabs if there are several.
void draw_tabs(Documents& docs, const Theme& theme, float scale);

// Closes a tab, the whole window if it is the last tab; asks first if there are unsaved edits.
void close_tab(Context c, std::size_t index);
// An answer to that question: gives up the edits of the shown document, and goes on closing.
void discard_and_close(Context c);

}  // namespace tilescope::ui
