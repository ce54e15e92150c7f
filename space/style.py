"""Theme, styles and scripts of the Space."""

import gradio as gr

CSS = """
.sf1-table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.sf1-table, .sf1-table thead, .sf1-table tbody, .sf1-table tr { border: 0 !important; }
.sf1-table th, .sf1-table td { padding: 4px 6px !important; text-align: right !important;
  border: 0 !important; border-bottom: 1px solid var(--border-color-primary) !important; }
.sf1-table th.sf1-text, .sf1-table td.sf1-text { text-align: left !important;
  overflow-wrap: break-word; }
/* A long word in the last column, such as a fingerprint, breaks rather than making it scroll. */
.sf1-table td.sf1-text:last-child { overflow-wrap: anywhere; }
.sf1-table caption { text-align: left; color: var(--body-text-color-subdued); padding: 4px 0; }
.sf1-scroll { overflow-x: auto; max-width: 100%; }
.sf1-tall { overflow: auto; max-height: 640px; }
.sf1-tall .sf1-table { font-size: var(--text-sm); }
.sf1-tall th, .sf1-tall td { padding: 4px 3px !important; }
.sf1-tall thead { position: sticky; top: 0; background: var(--background-fill-primary); }
.sf1-table th button { all: unset !important; cursor: pointer !important; }
.sf1-table th button::after { content: " \\2195"; opacity: .6; }
.sf1-table th[aria-sort="ascending"] button::after { content: " \\2191"; opacity: 1; }
.sf1-table th[aria-sort="descending"] button::after { content: " \\2193"; opacity: 1; }
#similarity-checks td:last-child { min-width: 4em; }
.sf1-note { border-left: 3px solid var(--color-accent); padding: 6px 10px; margin: 6px 0;
  background: var(--background-fill-secondary); overflow-wrap: anywhere; }
.sf1-say { font-size: var(--text-lg); overflow-wrap: anywhere; }
.sf1-problem { border-color: var(--error-border-color); }
.sf1-say p { margin: 0 0 6px; }
.sf1-link a { padding: 0 !important; }
.html-container { padding: 0 !important; }
/* What is empty leaves no hole, unless it shows a progress bar. */
.block:has(> .html-container > .prose:empty) { min-height: 100px; }
.block:has(> .html-container > .prose:empty):has(> .wrap.hide) { display: none; }
input[role="combobox"]:has(+ div.icon-wrap) { text-overflow: ellipsis;
  padding-right: 20px !important; }
.wrap .icon-wrap { flex-shrink: 0; }
:is(a, button, summary, [role="button"], [role="region"], input[type="checkbox"]):focus-visible {
  outline: 2px solid var(--color-accent) !important; outline-offset: 2px; }
/* Hundreds of annotators scroll in their field. */
#annotators-references .wrap-inner { max-height: 200px; overflow-y: auto; }
@media (max-width: 480px) {
  .sf1-table { font-size: var(--text-sm); }
  .sf1-table th, .sf1-table td { padding: 3px !important; }
  .sf1-tall .sf1-table { font-size: 11px; }
  /* So that the tabs have one line, they reach into the margins. */
  .tab-container { margin: 0 -14px; width: calc(100% + 28px) !important; }
  .tab-container button { padding: 0 4px !important; font-size: 12.5px !important; }
}
"""
# The fonts of the visitor's system: of the stock theme's font, Gradio ships the semi-bold face
# with a few letters only. Its hints and captions are too pale to read on white.
THEME = gr.themes.Default(
    font=["system-ui", "sans-serif"], font_mono=["ui-monospace", "monospace"]
).set(
    body_text_color_subdued="*neutral_600",
    body_text_color_subdued_dark="*neutral_300",
    block_info_text_color="*neutral_600",
    block_info_text_color_dark="*neutral_300",
)
# Saves a text on the visitor's machine; nothing is written on the server's disk.
SAVE_TEXT = """
(content) => {
  if (!content) return;
  const [name, type, text] = JSON.parse(content);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], {type}));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
"""
# Sorts a table by the column whose head was clicked: up, then down.
SORT_TABLE = """
element.addEventListener('click', (event) => {
  const button = event.target.closest('th button');
  if (!button) return;
  const head = button.closest('th'), table = head.closest('table');
  const up = head.ariaSort !== 'ascending';
  for (const other of table.querySelectorAll('th')) other.removeAttribute('aria-sort');
  head.setAttribute('aria-sort', up ? 'ascending' : 'descending');
  const cell = (row) => row.cells[head.cellIndex].textContent;
  const number = (row) => Number(cell(row).replaceAll(',', ''));
  const compare = head.classList.contains('sf1-text')
    ? (a, b) => cell(a).localeCompare(cell(b))
    : (a, b) => number(a) - number(b);
  const rows = [...table.tBodies[0].rows].sort((a, b) => (up ? 1 : -1) * compare(a, b));
  table.tBodies[0].append(...rows);
});
"""
