// The question which labels of a file are close: chips that are tapped or dragged into groups, and
// the same groups as text. The server makes the rest, and reads the text.
"use strict";
window.sf1groups = (() => {
  const MANY = 40;
  // A state for each file: groups, lists of labels; alone, the other labels; what is chosen of them.
  const states = {};
  const heard = new WeakSet();

  // --- Text: a line per group, "name: label, label"; a label alone on its line is in none ---
  // As builder.read_outline reads it: what has commas, colons or blanks at its ends is quoted.
  const PLAIN = /^[\p{L}\p{N}]([\p{L}\p{N} _.\/&()+'-]*[\p{L}\p{N}.)+'])?$/u;
  const written = (name) => (PLAIN.test(name) ? name : JSON.stringify(name).replace(/[\u007f-\uffff]/g,
    (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0")));
  const QUOTED = /^\s*("(?:[^"\\]|\\.)*")\s*(?=[,:]|$)/;
  function pieces(line) {
    const found = [];
    let rest = line;
    for (;;) {
      const quoted = QUOTED.exec(rest);
      let text = null;
      if (quoted) { try { text = JSON.parse(quoted[1]); } catch { text = quoted[1]; } }
      const end = quoted ? quoted[0].length : /[,:]|$/.exec(rest).index;
      found.push([text ?? rest.slice(0, end).trim(), rest[end] || ""]);
      if (end >= rest.length) return found;
      rest = rest.slice(end + 1);
    }
  }
  function read(text, labels) {
    const groups = [], placed = new Set();
    for (const line of text.split("\n")) {
      if (!line.trim()) continue;
      // Lines that are indented are a tree, which chips can't show.
      if (/^\s/.test(line)) return null;
      let parts = pieces(line.trim()), name = "";
      if (parts[0][1] === ":" && parts.some(([one], at) => at && one)) { name = parts[0][0]; parts = parts.slice(1); }
      // A second colon is part of a label.
      const members = [];
      let open = "";
      for (const [one, after] of parts) {
        open += one + (after === ":" ? ":" : "");
        if (after !== ":") { if (open) members.push(open); open = ""; }
      }
      if (open) members.push(open.replace(/:+$/, ""));
      if (members.some((one) => placed.has(one))) return null;
      members.forEach((one) => placed.add(one));
      if (name || members.length > 1) groups.push({ name, labels: members });
    }
    return { groups, alone: labels.filter((one) => !groups.some((group) => group.labels.includes(one))) };
  }
  function write({ groups, alone }) {
    const lines = groups.filter((group) => group.labels.length).map(({ name, labels }) => (
      (name ? written(name) + ": " : "") + labels.map(written).join(", ")));
    return [...lines, ...alone.map(written)].join("\n");
  }

  // --- Chips ---
  function make(tag, more, ...inside) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(more)) {
      if (key === "class") made.className = value;
      else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...inside);
    return made;
  }
  const button = (text, kind, key, onclick, more = {}) => (
    make("button", { type: "button", class: kind, "data-key": key, onclick, ...more }, text));
  function draw(place) {
    const state = states[place.dataset.of], box = place.querySelector(".drawn");
    const key = document.activeElement?.dataset?.key, caret = document.activeElement?.selectionStart;
    const again = (text) => { draw(place); if (text) sf1.say(text); };
    const title = (at) => state.groups[at].name || `Group ${at + 1}`;
    function move(labels, at) {
      if (!labels.length) return;
      for (const group of state.groups) group.labels = group.labels.filter((one) => !labels.includes(one));
      state.alone = state.alone.filter((one) => !labels.includes(one));
      if (at === null) {
        const order = JSON.parse(place.querySelector("#file-labels").textContent);
        state.alone = order.filter((one) => state.alone.includes(one) || labels.includes(one));
      } else {
        if (at === state.groups.length) state.groups.push({ name: "", labels: [] });
        state.groups[at].labels.push(...labels);
      }
      state.chosen.clear();
      const said = at === null ? "alone" : `in ${title(at)}`;
      state.groups = state.groups.filter((group) => group.labels.length);
      again(`${labels.join(", ")}: ${said}.`);
    }
    const taking = (at) => ({
      ondragover: (event) => { event.preventDefault(); event.currentTarget.classList.add("over"); },
      ondragleave: (event) => event.currentTarget.classList.remove("over"),
      ondrop: (event) => { event.preventDefault(); event.stopPropagation(); move([event.dataTransfer.getData("text/x-label")].filter(Boolean), at); },
    });
    const dragged = (label) => ({ draggable: "true", ondragstart: (event) => event.dataTransfer.setData("text/x-label", label) });
    const chosen = () => state.alone.filter((one) => state.chosen.has(one));
    const groups = state.groups.map((group, at) => make("div", { class: "group", role: "group", "aria-label": title(at), ...taking(at) },
      button(title(at), "link-button", `group ${at}`, () => move(chosen(), at), { disabled: !chosen().length, title: "Add the chosen labels" }),
      ...group.labels.map((label) => make("span", { class: "chip in", ...dragged(label) }, make("bdi", {}, label),
        button("\u2715", "", `out ${label}`, () => move([label], null), { "aria-label": `take out ${label}` })))));
    const ready = chosen().length > 1;
    const fresh = make("div", { class: "group new", ...taking(state.groups.length) },
      button("New group", "button", "new", () => move(chosen(), state.groups.length), { disabled: !ready }),
      make("span", { class: "help" }, ready ? `of ${chosen().join(", ")}` : "tap two or more labels, or drop labels here"));
    const wanted = (label) => label.toLowerCase().includes((state.search || "").toLowerCase());
    const chips = make("div", { class: "chips", ...taking(null) }, ...state.alone.filter(wanted).map((label) => (
      button(make("bdi", {}, label), "chip pick", `pick ${label}`, () => {
        state.chosen.has(label) ? state.chosen.delete(label) : state.chosen.add(label);
        again();
      }, { "aria-pressed": String(state.chosen.has(label)), ...dragged(label) }))));
    const search = JSON.parse(place.querySelector("#file-labels").textContent).length > MANY
      ? [make("input", { type: "text", "data-key": "search", "aria-label": "Find a label", placeholder: "find a label", value: state.search || "",
        oninput: (event) => { state.search = event.target.value; draw(place); } })] : [];
    box.replaceChildren(...groups, fresh, ...search, chips);
    const focused = key && [...box.querySelectorAll("[data-key]")].find((one) => one.dataset.key === key);
    if (focused) { focused.focus(); if (key === "search") focused.setSelectionRange(caret, caret); }
  }
  function show(place) {
    const state = states[place.dataset.of];
    for (const way of place.querySelectorAll("[data-way]")) way.setAttribute("aria-pressed", way.dataset.way === state.way);
    for (const part of place.querySelectorAll("[data-for]")) part.hidden = part.dataset.for !== state.way;
    place.parentElement.querySelector(".press.answer").hidden = state.way !== "groups";
    const typed = place.querySelector("#typed-groups");
    place.querySelector(".typed").hidden = !state.typing;
    place.querySelector(".drawn").hidden = state.typing;
    place.querySelector("[data-typed]").textContent = state.typing ? "Show them as chips" : "Type them";
    const choice = place.querySelector("#credit-choice"), other = place.querySelector("#credit-other");
    choice.value = [...choice.options].some((one) => one.value === state.within) && !state.other ? state.within : "";
    other.hidden = choice.value !== "";
    if (other.value !== state.within) other.value = state.within;
    if (state.typing) { if (typed.value !== state.text) typed.value = state.text; } else draw(place);
  }
  // What an editor holds, for the server.
  function value(place) {
    const state = states[place.closest(".result").querySelector(".editor").dataset.of];
    return { text: state.typing ? state.text : write(state), within: state.within };
  }
  // An editor that came, or came again: what a person did there stays, unless the server says another.
  function arrived(around) {
    const place = around.querySelector(".editor");
    if (!place) return;
    const { of, text, within } = place.dataset, labels = JSON.parse(place.querySelector("#file-labels").textContent);
    const served = JSON.stringify([text, within, labels]);
    if (states[of]?.served !== served) {
      const found = read(text, labels);
      states[of] = { way: "groups", typing: !found, ...(found || { groups: [], alone: labels }), text, within, served, chosen: new Set() };
    }
    show(place);
    if (heard.has(place)) return;
    heard.add(place);
    const state = () => states[place.dataset.of];
    place.addEventListener("click", (event) => {
      const way = event.target.closest("[data-way]");
      if (way) { state().way = way.dataset.way; show(place); }
      if (!event.target.closest("[data-typed]")) return;
      const now = state();
      if (now.typing) {
        const found = read(now.text, JSON.parse(place.querySelector("#file-labels").textContent));
        if (!found) { sf1.say("Chips can't show a tree, or a label that is in two groups."); return; }
        Object.assign(now, found, { typing: false });
      } else Object.assign(now, { text: write(now), typing: true });
      show(place);
    });
    place.addEventListener("input", (event) => {
      if (event.target.id === "typed-groups") state().text = event.target.value;
      if (event.target.id === "credit-other") state().within = event.target.value;
    });
    place.addEventListener("change", (event) => {
      if (event.target.id !== "credit-choice") return;
      state().other = event.target.value === "";
      if (!state().other) state().within = event.target.value;
      show(place);
      if (state().other) place.querySelector("#credit-other").focus();
    });
  }
  return { arrived, value, read, write };
})();
