// What the page does in the browser. The server makes all HTML; this sends what was done, keeps
// what is being typed, says results to screen readers, and copies and saves what a result carries.
"use strict";
window.sf1 = (() => {
  const TABS = ["try", "score", "similarity", "compare", "annotators"];
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search).get("tab");
  if (TABS.includes(asked)) root.dataset.tab = asked;
  const current = () => root.dataset.tab || "try";
  const element = (id) => document.getElementById(id);

  // --- Saying, once, in one place ---
  let live = null, said = null;
  function say(text) {
    if (!text) return;
    if (!live) {
      live = document.createElement("div");
      live.id = "sf1-live";
      live.setAttribute("role", "status");
      live.style.cssText = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";
      document.body.append(live);
    }
    live.textContent = "";
    clearTimeout(said);
    said = setTimeout(() => { live.textContent = text; }, 60);
  }

  // --- Tabs, the address, and what Back shows ---
  const queries = {};
  // The files that a page was given in this tab, in their order: the field and the file.
  const kept = {};
  const shots = new Map();
  let entry = history.state?.sf1 ?? 0, entries = entry;
  // Until the server has read the address that was opened, nothing else is written there.
  let opened = false;
  function ready() {
    opened = true;
    const [gone] = Object.entries(history.state?.files || {});
    address();
    if (gone) missing(gone[0], gone[1], `${gone[1]} is no longer here.`, "A page that is reloaded forgets its file.");
  }
  const mark = () => ({
    sf1: entry,
    files: Object.fromEntries(Object.entries(kept).filter(([, files]) => files.length).map(([page, files]) => [page, files[0][1].name])),
  });
  // What a visitor does is a new entry of the history (push); what is typed changes the entry.
  function address(push) {
    // A link with a result in it stays as it came while that is shown.
    if (!opened || document.documentElement.dataset.result) return;
    const here = new URLSearchParams(location.search);
    const query = new URLSearchParams(queries[current()] || "");
    query.set("tab", current());
    if (here.has("__theme")) query.set("__theme", here.get("__theme"));
    const text = query.toString();
    const same = text === here.toString();
    if (push) {
      entry = ++entries;
      history.pushState(mark(), "", "?" + text);
    } else if (!same || JSON.stringify(mark()) !== JSON.stringify(history.state)) {
      history.replaceState(mark(), "", same ? undefined : "?" + text);
    }
    const tab = current();
    shots.delete(entry);
    shots.set(entry, { tab, html: root_(tab)?.innerHTML });
    if (shots.size > 40) shots.delete(shots.keys().next().value);
    if (!same && window.parent !== window) {
      query.delete("__theme");
      window.parent.postMessage({ queryString: query.toString() }, "https://huggingface.co");
    }
  }
  const root_ = (page) => element(page + "-result")?.querySelector(".sf1");
  // Back and forward: the page and the result that an entry showed; its file may be another by now.
  window.addEventListener("popstate", (event) => {
    if (event.state?.sf1 === undefined && location.hash) return;
    const shot = shots.get(event.state?.sf1 ?? 0);
    if (!shot) { location.reload(); return; }
    entry = event.state?.sf1 ?? 0;
    const root = root_(shot.tab), serial = (place) => place.querySelector("[data-serial]")?.dataset.serial;
    const before = document.createElement("div");
    before.innerHTML = shot.html;
    if (serial(before) !== serial(root)) {
      root.innerHTML = shot.html;
      for (const button of root.querySelectorAll("[data-of]")) button.disabled = true;
      const result = root.querySelector(".result[data-fields]");
      if (result) refilled(shot.tab, result);
    }
    queries[shot.tab] = root.querySelector("[data-query]")?.dataset.query ?? location.search.slice(1);
    show(shot.tab);
  });
  // The fields as they were when a result was made, which is shown again.
  function refilled(page, result) {
    const then = JSON.parse(result.dataset.fields), place = element(page + "-inputs");
    if (then.source !== "0" && !result.querySelector(".before")) {
      const note = document.createElement("div");
      note.className = "notice before";
      note.textContent = "Your previous result.";
      result.prepend(note);
    }
    touched[page] = {};
    for (const field of place.querySelectorAll("[name]:not([type=hidden])")) {
      const value = then[field.name];
      if (value !== undefined) touched[page][key(field)] = field.dataset.many === undefined ? value : value.includes(field.value);
    }
    restore(page, place);
    when(place);
    acts[page]?.("change", {});
    stale(page);
  }
  function show(tab, focus, push) {
    root.dataset.tab = tab;
    for (const button of document.querySelectorAll(".sf1-tabs [role=tab]")) {
      const chosen = button.dataset.tab === tab;
      button.setAttribute("aria-selected", chosen);
      button.tabIndex = chosen ? 0 : -1;
      if (chosen && focus) button.focus();
    }
    address(push);
  }
  function tabs(place) {
    place.addEventListener("click", (event) => {
      const button = event.target.closest("[role=tab]");
      if (button) show(button.dataset.tab, false, true);
    });
    place.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      const at = TABS.indexOf(current());
      const next = event.key === "Home" ? 0 : event.key === "End" ? TABS.length - 1
        : step && (at + step + TABS.length) % TABS.length;
      if (next === undefined || !event.target.closest("[role=tab]")) return;
      event.preventDefault();
      show(TABS[next], true, true);
    });
    for (const tab of TABS) {
      const panel = element("page-" + tab);
      if (!panel) continue;
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", "tab-" + tab);
    }
    show(current());
  }

  // --- Fields ---
  // The fields that a score depends on, by name; what is only typed for later has no data-field.
  function fields(place, all) {
    const form = {};
    for (const field of place ? place.querySelectorAll(all ? "[name]" : "[name][data-field]") : []) {
      if (field.type === "radio") {
        if (field.checked) form[field.name] = field.value;
      } else if (field.type === "checkbox" && field.dataset.many !== undefined) {
        form[field.name] = form[field.name] || [];
        if (field.checked) form[field.name].push(field.value);
      } else form[field.name] = field.type === "checkbox" ? field.checked : field.value;
    }
    return form;
  }
  // A field is what a person made it, by its name and not by its place; else as the server has it.
  // What persons did is forgotten where the server wants it otherwise: a new data-rev.
  const touched = {};
  const key = (field) => (field.dataset.many === undefined ? field.name : field.name + "\n" + field.value);
  function touch(page, field) {
    touched[page] = touched[page] || {};
    touched[page][key(field)] = field.type === "checkbox" ? field.checked : field.value;
  }
  function restore(page, place) {
    const made = touched[page] || {};
    for (const field of place.querySelectorAll("[name]")) {
      const own = made[key(field)];
      if (field.type === "checkbox") field.checked = own ?? field.hasAttribute("checked");
      else if (field.type === "radio") field.checked = own === undefined ? field.hasAttribute("checked") : own === field.value;
      else if (field.tagName === "SELECT") {
        const options = [...field.options];
        const wanted = options.findIndex((option) => option.value === own);
        field.selectedIndex = wanted >= 0 ? wanted
          : Math.max(options.findIndex((option) => option.hasAttribute("selected")), 0);
      } else {
        const value = own ?? (field.tagName === "TEXTAREA" ? field.textContent : field.getAttribute("value") || "");
        if (field.value !== value) field.value = value;
      }
    }
  }
  // Whether fields are as they were when a result was made; a field that is not there says nothing.
  const same = (now, then) => Object.entries(now).every(([name, value]) => (
    Array.isArray(value)
      ? JSON.stringify([...value].sort()) === JSON.stringify([...(then[name] || [])].sort())
      : value === then[name]
  ));
  // Parts that are for some choices only: "name:value,value", with "|" and "&" between several.
  function when(place) {
    const form = fields(place, true);
    for (const some of place.querySelectorAll("[data-when]")) {
      some.hidden = !some.dataset.when.split("|").some((rules) => rules.split("&").every((rule) => {
        const [name, values] = rule.split(":");
        return values.split(",").includes(form[name]);
      }));
    }
  }
  // The fields that a refusal stands for are those that were there when it came.
  const refusals = {};
  function fieldsOf(page, result) {
    if (result.dataset.fields) return JSON.parse(result.dataset.fields);
    const serial = result.dataset.serial;
    if (refusals[page]?.serial !== serial) {
      refusals[page] = { serial, fields: fields(element(page + "-inputs")) };
    }
    return refusals[page].fields;
  }
  function stale(page) {
    const result = element(page + "-result")?.querySelector(".result:is([data-fields], [data-refused])");
    if (!result) return;
    const changed = !same(fields(element(page + "-inputs")), fieldsOf(page, result));
    const advice = result.querySelector("[data-press]"), before = result.classList.contains("stale");
    if (advice) advice.hidden = !waiting[page] && Boolean(element(page + "-inputs").querySelector("[data-run]:disabled"));
    result.classList.toggle("stale", changed);
    if (changed && !before) say(result.querySelector(".stale-note").innerText);
  }

  // --- Copy, save, sort ---
  function held(button) {
    const id = button.dataset.from;
    return id ? element(id)?.textContent ?? "" : button.dataset.text;
  }
  function done(button, text) {
    const before = button.dataset.before ?? button.textContent;
    button.dataset.before = before;
    button.textContent = text;
    say(text);
    clearTimeout(button.timer);
    button.timer = setTimeout(() => { button.textContent = before; delete button.dataset.before; }, 1500);
  }
  async function copy(button) {
    let text = held(button);
    if (button.dataset.link !== undefined) text = location.origin + location.pathname + "?" + button.dataset.link;
    await copyText(button, text);
  }
  async function copyText(button, text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
      button.focus();
    }
    done(button, "Copied");
  }
  function download(name, blob) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  function save(button) {
    const text = held(button), name = button.dataset.name;
    if (button.dataset.png === undefined) {
      download(name, new Blob([text], { type: button.dataset.type || "text/plain" }));
      return;
    }
    const image = new Image();
    image.onload = () => {
      const canvas = document.createElement("canvas");
      // Figures are small; what is as wide as a screen has its size already.
      const scale = image.naturalWidth < 800 ? 4 : 1;
      canvas.width = Math.round(image.naturalWidth * scale);
      canvas.height = Math.round(image.naturalHeight * scale);
      const drawn = canvas.getContext("2d");
      drawn.fillStyle = "#fff";
      drawn.fillRect(0, 0, canvas.width, canvas.height);
      drawn.drawImage(image, 0, 0, canvas.width, canvas.height);
      canvas.toBlob((blob) => download(name, blob), "image/png");
    };
    image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(text);
  }
  // What the server made: for saving a list of name, type and text; else what links are made of.
  function made(text) {
    const { do: name, made: content, error, forgotten } = JSON.parse(text || "{}");
    if (forgotten && kept.score?.length) again("score", last.score);
    else if (error) { sf1link.failed(error); say(error); }
    else if (name === "rows") download(content[0], new Blob([content[2]], { type: content[1] }));
    else if (name) sf1link.made(name, content);
  }
  function sort(button) {
    const head = button.closest("th"), table = head.closest("table"), text = head.classList.contains("text");
    const now = head.getAttribute("aria-sort");
    const up = now ? now !== "ascending" : text;
    for (const other of table.querySelectorAll("th")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const cell = (row) => row.cells[head.cellIndex].textContent;
    const number = (row) => Number(cell(row).replaceAll(",", "")) || 0;
    const compare = text ? (a, b) => cell(a).localeCompare(cell(b)) : (a, b) => number(a) - number(b);
    table.tBodies[0].append(...[...table.tBodies[0].rows].sort((a, b) => (up ? 1 : -1) * compare(a, b)));
  }

  // --- Files: chosen or dropped ones go through the page's hidden upload field ---
  function take(page, file, most) {
    if (file.size > most * 1e6) { tell(page, tooLarge(file, most), "error"); return; }
    const field = element(page + "-file")?.querySelector("input[type=file]");
    if (!field) { tell(page, "One moment: the file before is still being read.", "warn"); return; }
    const carried = new DataTransfer();
    carried.items.add(file);
    field.files = carried.files;
    field.dispatchEvent(new Event("change", { bubbles: true }));
    tell(page, `Reading ${file.name} ...`, "");
  }

  // A chosen file that is too large is refused before it is sent, as a dropped one is.
  document.addEventListener("change", (event) => {
    const field = event.target, [, page] = field.closest?.("[id$=-file], [id$=-added], [id$=-sheet]")?.id.match(/^(.*)-/) || [];
    const file = page && field.type === "file" && field.files[0], most = page && mostOf(page);
    if (!file) return;
    if (file.size <= most * 1e6) {
      const [, name] = field.closest("[id]").id.match(/-(\w+)$/) || [];
      if (name === "file" || name === "added") remember(page, name, file);
      return;
    }
    event.stopImmediatePropagation();
    field.value = "";
    tell(page, tooLarge(file, most), "error");
  }, true);
  const mostOf = (page) => Number(element(page + "-inputs")?.querySelector("[data-most]")?.dataset.most || 100);
  const tooLarge = (file, most) => `${file.name} has ${(file.size / 1e6).toFixed(1)} MB; up to ${most} MB can be `
    + "read here. The command line has no limit: semantic-f1.";
  function tell(page, text, kind) {
    const message = element(page + "-inputs").querySelector(".taking");
    if (message) { message.hidden = false; message.className = "taking notice " + kind; message.textContent = text; }
    say(text);
  }

  // --- A server that forgot: the tab sends its files again, then the form, then what was pressed ---
  const acts = {}, last = {}, wanted = {}, restoring = {}, expected = {};
  let used = null;
  function remember(page, field, file) {
    if (restoring[page]) return;
    kept[page] = field === "added" ? [...(kept[page] || []), [field, file]] : [["file", file]];
    sf1net.banner("gone");
    address();
  }
  function note(page, data) {
    const files = kept[page] || [], text = data.form?.pasted || "";
    if (data.do === "paste" && text.trim()) {
      const name = /^\s*[{[]/.test(text) ? "pasted.jsonl" : "pasted.csv";
      kept[page] = [["file", new File([text], name)]];
    } else if (data.do === "example") kept[page] = [];
    else if (data.do === "remove") kept[page] = files.filter((_, place) => place !== Number(data.place));
    else if (data.do === "compare" && data.go) kept.compare = files.slice(0, 1);
    else if (data.do === "use" || data.do === "groups") used = { page, data };
    if (data.do !== "cancel") last[page] = data;
  }
  function missing(page, name, strong, text) {
    sf1net.banner("gone", strong, text, [[`Choose ${name} again`, () => {
      show(page, false, true);
      element(`${page}-file`)?.querySelector("input[type=file]")?.click();
    }]]);
    say(`${strong} ${text}`);
  }
  // Resolves once a part of a page is new.
  function arrival(page, part, start) {
    return new Promise((done, fail) => {
      expected[`${page}-${part}`] = done;
      setTimeout(fail, 120000);
      start();
    });
  }
  const put = (page, field, file) => arrival(page, "inputs", () => {
    const input = element(`${page}-${field}`).querySelector("input[type=file]"), carried = new DataTransfer();
    carried.items.add(file);
    input.files = carried.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  function again(page, data) {
    if (data) wanted[page] = data;
    // Learns of the new start first: whoever learns of it later would send all of it once more.
    restoring[page] ??= sf1net.check().then(() => sendAgain(page)).catch(() => {}).finally(() => { delete restoring[page]; delete wanted[page]; });
  }
  async function sendAgain(page) {
    const form = fields(element(page + "-inputs"), true), files = kept[page] || [];
    for (const [, file] of files) {
      try {
        await file.slice(0, 1).arrayBuffer();
      } catch {
        missing(page, file.name, `${file.name} changed on disk since you chose it.`, "Choose it again.");
        return;
      }
    }
    if (used && [form.similarity, form.beside].includes("yours")) {
      const [made] = kept.similarity || [];
      if (used.data.form.making === "file" && made) await put("similarity", ...made);
      if (used.page === "similarity") await arrival(page, "inputs", () => acts.similarity("use", used.data));
    }
    // Groups are asked for next to exact matches, which are scored unasked.
    const grouped = used?.page === page && form.similarity === "yours", asked = grouped && arrival(page, "result", () => {});
    for (const [field, file] of files) await put(page, field, file);
    if (grouped) {
      await asked;
      const { form: before, ...groups } = used.data, of = element(page + "-inputs").querySelector("[name=source]").value;
      await arrival(page, "result", () => acts[page]("groups", { ...groups, of }));
    }
    await arrival(page, "inputs", () => acts[page]("restore", { form }));
    // The result is of the same files, which have another number now.
    const source = element(page + "-inputs").querySelector("[name=source]").value;
    const result = element(page + "-result").querySelector(".result[data-fields]");
    if (result && JSON.parse(result.dataset.fields).source === form.source) {
      result.dataset.fields = JSON.stringify({ ...JSON.parse(result.dataset.fields), source });
      stale(page);
    }
    const names = files.map(([, file]) => file.name).join(" and ");
    sf1net.banner("again", "The server started again.", `${names || "Your similarity"} ${files.length > 1 ? "were" : "was"} still in this tab and sent again.`);
    const data = wanted[page];
    if (!data || data.do === "restore") return;
    if (data.of !== undefined) {
      // What is asked of a result that was forgotten is asked of the same result, made again.
      const press = element(page + "-inputs").querySelector("[data-run]");
      await arrival(page, "result", () => { running(page); acts[page](press.dataset.do, { run: "" }); });
      data.of = source;
    }
    if (data.run !== undefined) running(page);
    const { form: before, ...more } = data;
    acts[page](data.do, more);
  }
  sf1net.whenStarted(() => {
    for (const [page, files] of Object.entries(kept)) if (files.length && acts[page] && page !== "similarity") again(page);
  }, () => Object.values(kept).some((files) => files.length));

  // Whether something was typed or pressed that no answer has yet.
  let unanswered = () => 0;
  const typing = new Set();
  const busy = () => unanswered() > 0 || typing.size > 0;

  // --- On a phone, inputs are one line of what is set, until they are pressed or asked for ---
  const unfolded = {};
  function fold(page, open) {
    if (open !== undefined) unfolded[page] = open;
    const place = element(page + (page === "try" ? "-result" : "-inputs")), button = place?.querySelector("[data-unfold]");
    if (!button) return;
    place.querySelector(".fields, .try").classList.toggle("open", Boolean(unfolded[page]));
    button.setAttribute("aria-expanded", Boolean(unfolded[page]));
    const chosen = place.querySelector("select[name=similarity]")?.selectedOptions[0];
    if (chosen && page !== "try") button.textContent = `${chosen.textContent} \u00b7 settings`;
  }
  // A column that is higher than the window stays with its lower end in it, beside a long result.
  const heights = new ResizeObserver((all) => all.forEach(({ target }) => {
    target.style.setProperty("--top", `${Math.min(16, innerHeight - target.offsetHeight - 16)}px`);
  }));
  // A heatmap that is cut says how much of it is seen, until it was moved.
  function swipes(place) {
    for (const heat of place.querySelectorAll(".heat")) {
      const box = heat.parentElement, said = box.previousElementSibling;
      const all = heat.rows[0].cells.length - 1, cut = box.scrollWidth > box.clientWidth + 2;
      const width = (box.scrollWidth - heat.rows[0].cells[0].offsetWidth) / Math.max(all, 1);
      const seen = Math.floor((box.clientWidth - heat.rows[0].cells[0].offsetWidth) / width);
      box.classList.toggle("cut", cut);
      said.hidden = !cut || box.scrollLeft > 0;
      said.textContent = `${seen} of ${all} columns \u00b7 ${innerWidth < 800 ? "swipe" : "scroll sideways"}`;
      box.onscroll = () => { said.hidden = true; box.classList.toggle("cut", box.scrollLeft + box.clientWidth < box.scrollWidth - 2); };
    }
  }

  // --- A part of a page: its inputs or its result ---
  const folds = {};
  const waiting = {};
  let held_ = null;
  function mount(place, trigger, watch, page) {
    // What takes long, and what is made for saving, are events of their own.
    const act = (name, more) => {
      const data = { do: name, form: fields(element(page + "-inputs"), true), ...more };
      const kind = more?.run !== undefined ? "run" : more?.made !== undefined ? "make" : "send";
      note(page, data);
      if (!sf1net.isDown()) { trigger(kind, data); return; }
      // Of what is done without a connection the last is done, once it is back.
      if (!held_) sf1net.quiet().then(() => { const go = held_; held_ = null; go(); });
      held_ = () => trigger(kind, data);
    };
    if (place.closest("#" + page + "-inputs")) acts[page] = act;
    let timer = null;
    place.addEventListener("click", (event) => {
      const button = event.target.closest("button, a");
      if (!button || button.disabled) return;
      const data = button.dataset;
      if (data.copy !== undefined) copy(button);
      else if (data.save !== undefined) save(button);
      else if (data.sort !== undefined) sort(button);
      else if (data.choose !== undefined) element(`${page}-${data.choose || "file"}`)?.querySelector("input[type=file]")?.click();
      else if (data.unfold !== undefined) fold(page, !unfolded[page]);
      else if (data.fold !== undefined) {
        const folded = element(data.fold), open = folded.hidden;
        folded.hidden = !open;
        button.setAttribute("aria-expanded", open);
      } else if (data.go !== undefined && data.do === undefined) show(data.go, false, true);
      else if (data.do !== undefined) {
        if (data.run !== undefined) running(page);
        act(data.do, { ...data, ...(data.do === "groups" ? sf1groups.value(button) : {}) });
        if (data.go !== undefined) show(data.go, false, true);
      }
    });
    for (const kind of ["input", "change"]) {
      place.addEventListener(kind, (event) => {
        const field = event.target;
        if (!field.name) return;
        touch(page, field);
        if (place.closest("#" + page + "-inputs")) unfolded[page] = true;
        if (field.type === "range") {
          const shown = place.querySelector(`[data-shows="${field.name}"]`);
          if (shown) shown.textContent = field.value;
        }
        if (field.dataset.field !== undefined) stale(page);
        if (kind === "change") when(place);
        if (kind === "change" && field.dataset.send !== undefined) act(field.dataset.send, { field: field.name });
        if (kind === "input" && field.dataset.live !== undefined) {
          clearTimeout(timer);
          typing.delete(timer);
          const now = setTimeout(() => { typing.delete(now); act(field.dataset.live, { field: field.name }); }, 120);
          typing.add(now);
          timer = now;
        }
      });
    }
    place.addEventListener("toggle", (event) => {
      if (event.target.id) folds[event.target.id] = event.target.open;
    }, true);
    place.addEventListener("dragover", (event) => {
      const area = event.target.closest(".drop, .source");
      if (area) { event.preventDefault(); area.classList.add("over"); }
    });
    place.addEventListener("dragleave", (event) => event.target.closest(".drop, .source")?.classList.remove("over"));
    place.addEventListener("drop", (event) => {
      const area = event.target.closest(".drop, .source");
      if (!area) return;
      event.preventDefault();
      area.classList.remove("over");
      if (event.dataTransfer.files.length) take(page, event.dataTransfer.files[0], mostOf(page));
    });
    const state = { rev: null, serial: null };
    const after = () => arrived(place, page, state);
    watch("value", after);
    after();
    if (place.closest("#" + page + "-inputs")) heights.observe(element(page + "-inputs"));
    return { act, after };
  }
  // A visitor's file input: the chosen file's size is looked at before it is sent.
  function came(page, part) {
    expected[`${page}-${part}`]?.();
    delete expected[`${page}-${part}`];
  }
  function arrived(place, page, state, example = false) {
    let pushed = false;
    for (const fold of place.querySelectorAll("details[id]")) {
      if (fold.id in folds) fold.open = folds[fold.id];
    }
    const form = place.querySelector("[data-rev]"), another = form && ![null, form.dataset.rev].includes(state.rev);
    if (form) {
      const fresh = form.dataset.rev !== state.rev;
      if (fresh) touched[page] = {};
      state.rev = form.dataset.rev;
      restore(page, form);
      when(place);
      if (fresh) came(page, "inputs");
    }
    window.sf1groups?.arrived(place);
    const top = place.querySelector("[data-serial]");
    if (top && top.dataset.serial !== state.serial) {
      const first = state.serial === null;
      state.serial = top.dataset.serial;
      if (!first && top.dataset.say) say(top.dataset.say);
      if (place.closest("#" + page + "-result")) {
        // A result that was asked for is a new entry of the history, what is only typed is none.
        pushed = !first && (page === "try" ? example : page !== "similarity");
        ended(page, first);
        if (top.dataset.forgotten === undefined) came(page, "result");
        else if (kept[page]?.length && !restoring[page]) again(page, last[page]);
      }
    }
    const shown = place.querySelector("[data-query]");
    if (shown) { queries[page] = shown.dataset.query; if (current() === page) address(pushed); }
    // A link that was refused stays as it came.
    else if (!opened && place.querySelector("[data-refused]")) queries[page] = location.search.slice(1);
    stale(page);
    // What needs no choice is scored unasked, once.
    const unasked = place.querySelector("[data-at-once]:not([disabled])");
    if (unasked && pressed[page] !== unasked.dataset.atOnce) {
      pressed[page] = unasked.dataset.atOnce;
      unasked.click();
    } else if (another && element(page + "-result")?.querySelector(".stale")) unfolded[page] = true;
    fold(page);
    swipes(place);
  }
  const pressed = {};
  function into(place) {
    const box = place.getBoundingClientRect();
    const lowest = Math.min(box.bottom, box.top + innerHeight - 60);
    if (box.top < 0 || lowest > innerHeight) place.scrollIntoView({ block: "start" });
  }
  function running(page) {
    waiting[page] = true;
    const result = element(page + "-result"), inputs = element(page + "-inputs");
    result?.setAttribute("aria-busy", "true");
    for (const button of inputs.querySelectorAll("[data-run]")) button.disabled = true;
    for (const button of inputs.querySelectorAll("[data-cancel]")) button.hidden = false;
    const card = result?.querySelector(".card, .notice") || result;
    if (card) into(card);
  }
  function ended(page, first) {
    const result = element(page + "-result"), inputs = element(page + "-inputs");
    if (!waiting[page] || first) return;
    waiting[page] = false;
    result.removeAttribute("aria-busy");
    for (const button of inputs?.querySelectorAll("[data-run]") || []) button.disabled = false;
    for (const button of inputs?.querySelectorAll("[data-cancel]") || []) button.hidden = true;
    const card = result.querySelector(".card, .notice.error"), folds_ = unfolded[page] && innerWidth <= 860;
    fold(page, false);
    // What was above it is folded away, whatever the window was on its way to.
    const shows = () => card?.scrollIntoView({ block: "start", behavior: "instant" });
    if (folds_) requestAnimationFrame(() => requestAnimationFrame(shows));
    else if (card) into(card);
  }

  // --- Try it: what was done since the state that is shown, until an answer has it all ---
  function tryIt(place, send, watch) {
    let done_ = 0, waitingFor = [];
    unanswered = () => waitingFor.length;
    const top = () => place.querySelector(".try");
    const sendSteps = () => send({ do: "steps", state: JSON.parse(top().dataset.state), steps: waitingFor });
    // What is in no answer yet is sent again now and then: of events at once, some get none.
    let again = null;
    let example = false;
    const act = (step) => {
      example = step.do === "set";
      waitingFor.push({ ...step, id: ++done_ });
      sendSteps();
      clearInterval(again);
      again = setInterval(() => { if (waitingFor.length) sendSteps(); else clearInterval(again); }, 700);
    };
    const add = (field) => {
      const text = field.value;
      if (!text.trim()) return;
      field.value = "";
      act({ do: "add", side: field.dataset.side, text });
    };
    place.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.unfold !== undefined) fold("try", !unfolded.try);
      else if (button.dataset.state) act({ do: "set", state: JSON.parse(button.dataset.state) });
      else if (button.dataset.remove !== undefined) {
        const field = place.querySelector(`input[data-side="${button.dataset.side}"]`);
        act({ do: "remove", side: button.dataset.side, name: button.dataset.remove });
        field.focus();
      } else if (button.dataset.copy !== undefined) copy(button);
      else if (button.dataset.save !== undefined) save(button);
    });
    place.addEventListener("keydown", (event) => {
      const field = event.target.closest("input[data-side]");
      if (!field) return;
      if (event.key === "Enter") { event.preventDefault(); add(field); }
      if (event.key === "Backspace" && !field.value) act({ do: "pop", side: field.dataset.side });
    });
    place.addEventListener("paste", (event) => {
      const field = event.target.closest("input[data-side]");
      const text = event.clipboardData?.getData("text") || "";
      if (!field || !/[\n\r,;|[{(]/.test(text)) return;
      event.preventDefault();
      act({ do: "add", side: field.dataset.side, text });
    });
    place.addEventListener("input", (event) => {
      // A choice from the list of labels comes as no typing does.
      const field = event.target.closest("input[data-side]");
      if (field && (!event.inputType || event.inputType === "insertReplacementText")) add(field);
    });
    place.addEventListener("change", (event) => {
      const field = event.target;
      if (field.name === "similarity") act({ do: "similarity", name: field.value });
      else if (field.dataset.side) add(field);
    });
    place.addEventListener("toggle", (event) => {
      if (event.target.id) folds[event.target.id] = event.target.open;
    }, true);
    const state = { rev: null, serial: null };
    const after = () => {
      const answered = Number(top()?.dataset.ack || 0);
      waitingFor = waitingFor.filter((step) => step.id > answered);
      arrived(place, "try", state, example);
      example = false;
      const choice = place.querySelector("select[name=similarity]");
      const chosen = choice && [...choice.options].findIndex((option) => option.hasAttribute("selected"));
      if (choice && !waitingFor.length && choice.selectedIndex !== chosen) choice.selectedIndex = chosen;
    };
    watch("value", after);
    after();
  }
  return { isReady: () => opened, acts, busy, mount, tabs, tryIt, made, say, show, take, ready, copyText };
})();
