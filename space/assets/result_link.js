// A result in a link: packing one that is shown, and drawing one that is received. What a link
// holds is text that anyone may have written: it is checked, and put into the page as text alone.
"use strict";
window.sf1link = (() => {
  const FORMAT = "1", LONGEST = 8000, MOST_BYTES = 500000;
  const AVERAGES = ["samples", "micro", "macro", "weighted"], KINDS = ["semantic", "hard"];
  const SUMMARY = ["per_label", "mistakes", "constant", "notes"];
  const COUNTS = ["labels", "sets", "gold", "predicted", "times"];
  const element = (id) => document.getElementById(id);

  // --- Packing: JSON, deflate, base64 for addresses ---
  const base64 = (bytes) => btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""))
    .replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  async function pack(content) {
    const packed = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    return base64(new Uint8Array(await new Response(packed).arrayBuffer()));
  }
  // Unpacking ends where it grows beyond what a link can be: a small text may unpack to megabytes.
  async function unpack(payload) {
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MOST_BYTES) { await reader.cancel(); throw new Error("too large"); }
      parts.push(part.value);
    }
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(await new Blob(parts).arrayBuffer()));
  }
  // What a level leaves out, and the name of the file, where it is not to be sent.
  function at(level, contents, file) {
    const similarity = { ...contents.similarity };
    delete similarity.lacks;
    const content = { ...contents, level, file, similarity };
    if (file !== contents.file && contents.file) {
      const other = (text) => (typeof text === "string" ? text.replaceAll(contents.file, file || "the file") : text);
      content.notes = contents.notes.map(other);
      if (contents.reading.gold) content.reading = { ...contents.reading, gold: file ? contents.reading.gold : "a second file" };
    }
    if (level !== "full") {
      for (const key of COUNTS) delete content[key];
      for (const key of ["labels", "values", "none_labels"]) delete similarity[key];
    }
    if (level === "numbers") for (const key of SUMMARY) delete content[key];
    return content;
  }
  const address = (payload) => `${location.origin}${location.pathname}?tab=score#result=${FORMAT}.${payload}`;
  // The fullest link that is not too long, from a level on, and why it is not fuller.
  async function linkOf(contents, wanted, file) {
    let why = "";
    for (const level of ["full", "summary", "numbers"].slice(wanted === "counts" ? 0 : 2)) {
      if (level === "full" && !contents.times) { why = "Too many pairs of label sets differ for a link."; continue; }
      if (level === "full" && contents.similarity.lacks) { why = contents.similarity.lacks; continue; }
      const content = at(level, contents, file);
      if (wrong(content)) { why = "A name is too long for a link."; continue; }
      const link = address(await pack(content));
      if (link.length <= LONGEST) return { link, level, why };
      why = level === "full" ? "The counts are too long for a link." : "Counts and labels are too long for a link.";
    }
    return { link: "", level: "", why: "The names are too long for a link; save the JSON." };
  }

  // --- Reading what was sent ---
  const isText = (one, most = 300) => typeof one === "string" && one.length <= most;
  const isShare = (one) => Number.isFinite(one) && one >= 0 && one <= 1;
  const isCount = (one) => Number.isInteger(one) && one >= 0 && one <= 1e9;
  const isList = (one, most, each) => Array.isArray(one) && one.length <= most && one.every((value) => each(value));
  const isPlain = (one, each) => one && typeof one === "object" && !Array.isArray(one)
    && Object.entries(one).length <= 20 && Object.entries(one).every(([key, value]) => isText(key) && each(value));
  const isScores = (one) => isList(one, 5, (value) => value === null || isShare(value)) && one.length === 5
    && one.slice(0, 3).every(isShare) && (one[3] === null) === (one[4] === null) && (one[3] ?? 0) <= (one[4] ?? 0);
  // The pairs of a link: [predicted set, gold set, times], as lists of labels.
  function pairsOf(content) {
    const pairs = [];
    let gold = 0, predicted = 0;
    content.times.forEach((times, i) => {
      gold += content.gold[i];
      predicted = content.predicted[i] + (content.gold[i] ? 0 : predicted);
      pairs.push([content.sets[predicted], content.sets[gold], times]);
    });
    return pairs;
  }
  const CHECKS = {
    level: (one) => ["full", "summary", "numbers"].includes(one),
    file: (one) => isText(one),
    rows: (one) => isCount(one) && one > 0,
    metric: (one) => isText(one, 40),
    reading: (one) => isPlain(one, isText),
    options: (one) => isPlain(one, (value) => isText(value) || typeof value === "boolean"),
    similarity: (one) => isPlain(one, () => true) && isText(one.name) && isText(one.title) && /^[0-9a-f]{64}$/.test(one.fingerprint) && isCount(one.size)
      && (one.labels === undefined || (isList(one.labels, 300, isText) && isList(one.values, 90000, isCount) && isList(one.none_labels, 300, isText))),
    interval: (one) => one === null || (isPlain(one, () => true) && isCount(one.n_resamples) && isCount(one.seed) && isShare(one.level)
      && (one.groups === undefined || (isList(one.groups, 2, () => true) && isText(one.groups[0]) && isCount(one.groups[1])))),
    average: (one) => AVERAGES.includes(one),
    averages: (one) => isPlain(one, (kinds) => isPlain(kinds, isScores) && KINDS.every((kind) => kinds[kind])) && AVERAGES.every((name) => one[name]),
    per_label: (one) => isList(one, 2000, (row) => isList(row, 4, () => true) && isText(row[0]) && Number.isFinite(row[1]) && row[1] >= 0 && isShare(row[2]) && isShare(row[3])),
    mistakes: (one) => isList(one, 30, (row) => isList(row, 6, () => true) && ["costly", "near"].includes(row[0]) && ["missed", "invented", "taken"].includes(row[1])
      && isText(row[2]) && (row[1] === "taken" ? isText(row[3]) : row[3] === null) && Number.isFinite(row[4]) && row[4] >= 0 && isShare(row[5])),
    constant: (one) => one === null || (isList(one, 2, () => true) && (one[0] === null || isText(one[0])) && isShare(one[1])),
    notes: (one) => isList(one, 50, (text) => isText(text, 2000)),
    labels: (one) => isList(one, 2000, isText) && new Set(one).size === one.length,
    sets: (one, content) => isList(one, 20000, (ids) => isList(ids, 2000, (id) => isCount(id) && id < content.labels.length)),
    times: (one) => isList(one, 20000, (times) => isCount(times) && times > 0),
    gold: (one, content) => isList(one, 20000, isCount) && one.length === content.times.length,
    predicted: (one, content) => isList(one, 20000, Number.isInteger) && one.length === content.times.length
      && pairsOf(content).every(([a, b]) => a && b) && content.times.reduce((a, b) => a + b, 0) === content.rows,
  };
  // The name of what is wrong with a content; "" for none.
  function wrong(content) {
    if (!content || typeof content !== "object" || Array.isArray(content)) return "content";
    for (const [key, holds] of Object.entries(CHECKS)) {
      const from = SUMMARY.includes(key) ? "summary" : [...COUNTS].includes(key) ? "full" : "numbers";
      const needed = from === "numbers" || content.level === "full" || content.level === from;
      if (needed ? content[key] === undefined || !holds(content[key], content) : content[key] !== undefined) return key;
    }
    return "";
  }

  // --- Numbers as the server writes them: what lies in the middle goes to the even digit ---
  function fixed(value, digits) {
    const text = Math.abs(value).toFixed(digits), exact = Math.abs(value).toFixed(60);
    const at = exact.indexOf(".") + 1 + digits, tie = /^50*$/.test(exact.slice(at));
    const last = digits ? exact[at - 1] : exact[at - 2];
    const shown = tie && "02468".includes(last) ? exact.slice(0, digits ? at : at - 1) : text;
    const [whole, more] = shown.split(".");
    const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
    return (value < 0 && Number(shown) ? "\u2212" : "") + grouped + (more ? "." + more : "");
  }
  const number = (value) => fixed(value, 3);
  const counted = (count, thing) => `${fixed(count, 0)} ${thing}${count === 1 ? "" : "s"}`;
  const signed = (value) => (fixed(value, 3) === "0.000" ? "0.000" : (value > 0 ? "+" : "") + fixed(value, 3));

  // --- Drawing ---
  function h(tag, more, ...inside) {
    const made = document.createElement(tag);
    for (const [key, value] of Object.entries(more || {})) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== null && value !== false) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...inside.flat().filter((one) => one !== null));
    return made;
  }
  const name = (text) => {
    const long = text.length > 80, made = h("bdi", long ? { title: text } : {}, long ? text.slice(0, 79) + "\u2026" : text);
    return made;
  };
  const mark = (role) => h("span", { class: `mark ${role}`, "aria-hidden": "true" });
  const percent = (value) => `${(100 * value).toFixed(2)}%`;
  function bar(hard, semantic, ends, constant, size) {
    const made = h("div", { class: `bar ${size}`, "aria-hidden": "true" });
    const part = (kind, left, width) => {
      const one = h("i", { class: kind });
      if (left !== null) one.style.left = percent(left);
      if (width !== null) one.style.width = percent(width);
      made.append(one);
    };
    part("exact", null, Math.min(hard, semantic));
    if (semantic > hard) part("near", hard, semantic - hard);
    else if (hard > semantic) part("tick", hard, null);
    if (ends) part("interval", ends[0], ends[1] - ends[0]);
    if (constant !== null) part("constant", constant, null);
    return made;
  }
  const plainBar = (share, kind) => {
    const made = h("div", { class: "bar thin", "aria-hidden": "true" }, h("i", { class: kind }));
    made.firstChild.style.width = percent(share);
    if (kind === "near") made.firstChild.style.left = "0";
    return made;
  };
  const key = (kind, text) => h("span", {}, h("span", { class: `key ${kind}`, "aria-hidden": "true" }), text);
  const exactOnly = (content) => content.similarity.name === "identity";

  function card(content) {
    const [semantic, hard] = KINDS.map((kind) => content.averages[content.average][kind]);
    const ends = semantic[3] === null ? null : [semantic[3], semantic[4]];
    const said = (scores) => (scores[3] === null ? "" : `95% interval ${number(scores[3])}\u2013${number(scores[4])}`);
    const block = (title, value, below, kind) => h("div", { class: `score${kind}` }, h("div", { class: "name" }, title),
      h("div", { class: "value" }, value), h("div", { class: "interval" }, below));
    const exact = (kind) => block("F1 (exact matches)", number(hard[0]), said(hard), kind);
    const blocks = exactOnly(content) ? [exact(" first")]
      : [block("Semantic F1", number(semantic[0]), said(semantic), " first"), exact(""), block("Close labels add", signed(semantic[0] - hard[0]), "", "")];
    const constant = content.average === "samples" && content.constant ? content.constant : null;
    const keys = [key("exact", "exact matches")];
    if (!exactOnly(content)) keys.push(key("near", "partial credit for close labels"));
    if (ends) keys.push(key("interval", "95% interval"));
    const answer = constant && h("div", { class: "legend" }, key("constant", h("span", {}, "always answering \u201c",
      constant[0] === null ? "nothing (no label)" : name(constant[0]), `\u201d: ${number(constant[1])}`)));
    const groups = content.interval?.groups;
    const pills = AVERAGES.map((one) => h("button", { type: "button", class: "pill", "aria-pressed": String(one === content.average),
      onclick: () => { shown.content.average = one; draw(); element("link-right").querySelector("[aria-pressed=true]").focus(); } }, one));
    return h("section", { class: "card", "aria-label": "Result from a link" },
      h("div", { class: "card-head" }, h("h2", {}, "Result from a link"),
        h("span", { class: "small quiet" }, content.file ? [name(content.file), " \u00b7 "] : "", `${counted(content.rows, "example")} \u00b7 `, name(content.similarity.title))),
      h("div", { class: "scores" }, blocks), bar(hard[0], semantic[0], ends, constant && constant[1], "tall"),
      h("div", { class: "scale", "aria-hidden": "true" }, h("span", {}, "0"), h("span", {}, "0.5"), h("span", {}, "1")),
      h("div", { class: "legend" }, keys), answer,
      groups ? h("p", { class: "help" }, `Intervals draw the ${fixed(groups[1], 0)} groups of '`, name(groups[0]), "', not rows.") : null,
      h("div", { class: "pills", role: "group", "aria-label": "Average" }, h("span", { class: "help" }, "Average"), pills));
  }
  const times = (count) => {
    const rounded = Math.max(Number(fixed(count, 0).replaceAll(",", "")), 1);
    return `${count < 10 && Math.abs(count - rounded) > 1e-9 ? "about " : ""}${fixed(rounded, 0)} time${rounded === 1 ? "" : "s"}`;
  };
  function mistakes(content) {
    const made = h("div", {});
    for (const [title, which, kind] of [["Mistakes that cost the most", "costly", "exact"], ["Close answers that earned the most credit", "near", "near"]]) {
      const weight = (row) => row[4] * (which === "near" ? row[5] : 1 - row[5]);
      const rows = content.mistakes.filter((row) => row[0] === which), most = Math.max(...rows.map(weight), 1e-9);
      made.append(h("p", { class: "help" }, title), ...(rows.length ? [] : [h("p", { class: "small" }, "None.")]));
      for (const row of rows) {
        const [, what, label, other, count, credit] = row, bold = (role, text) => [mark(role), h("b", {}, name(text))];
        const text = what === "missed" ? [...bold("gold", label), ` missed ${times(count)}: nothing near it was predicted`]
          : what === "invented" ? [...bold("predicted", label), ` predicted ${times(count)}: nothing near it is gold`]
            : [...bold("gold", label), " predicted as ", ...bold("predicted", other), ` ${times(count)}, ${fixed(credit, 2)} credit each`];
        const amount = weight(row);
        made.append(h("div", { class: "line" }, h("span", {}, text), plainBar(amount / most, kind), h("span", { class: "value" }, fixed(amount, amount >= 10 ? 0 : 1).replace(/\.0$/, ""))));
      }
    }
    made.append(h("p", { class: "help" }, "Credit lost = times \u00d7 (1 \u2212 credit); credit earned = times \u00d7 credit."));
    return made;
  }
  function table(heads, rows, text, caption) {
    const cell = (tag, at, one, more) => h(tag, { ...more, class: text.includes(at) ? "text" : one instanceof Element && one.classList.contains("bar") ? "wide" : null }, one);
    return h("div", { class: "scroll", role: "region", "aria-label": caption, tabindex: "0" }, h("table", {},
      h("caption", { class: "sf1-unseen" }, caption),
      h("thead", {}, h("tr", {}, heads.map((one, at) => (one ? cell("th", at, one, { scope: "col" }) : h("td", {}))))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((one, at) => cell(at ? "td" : "th", at, one, at ? {} : { scope: "row" })))))));
  }
  const section = (title, beside, opened, ...inside) => h("details", opened ? { open: true } : {},
    h("summary", {}, title, beside ? h("span", { class: "quiet" }, beside) : ""), h("div", { class: "inside" }, inside));

  // --- The page while a link's result is shown ---
  let shown = null;
  const notice = (kind, strong, text, ...more) => h("div", { class: `notice ${kind}`, role: kind === "error" ? "alert" : null }, h("b", {}, strong), " ", text, ...more);
  const button = (text, onclick, kind = "button") => h("button", { type: "button", class: kind, onclick }, text);
  const LACKS = {
    summary: "This link holds no counts, so its numbers cannot be recomputed.",
    numbers: "This link holds no counts, so its numbers cannot be recomputed; it holds no labels and no mistakes either.",
  };
  function banner() {
    if (shown.problem) return notice("warn", shown.problem[0], shown.problem[1]);
    if (shown.said) return notice(shown.said[0], shown.said[1], shown.said[2]);
    const { content } = shown, full = content.level === "full";
    return notice("", "Numbers from a link, not computed here.",
      "Whoever made the link could have changed them. " + (full ? "It holds label sets and counts, no texts and no row order." : LACKS[content.level])
      + ` semantic_f1 ${content.metric}, format ${FORMAT}.`,
      full ? h("div", { class: "buttons" }, button(shown.waits ? "Recomputing \u2026" : "Recompute from the counts", () => recount(""))) : "");
  }
  function facts(content) {
    const { reading, interval, similarity, options } = content;
    const said = interval && `${fixed(interval.n_resamples, 0)} resamples of ${interval.groups ? "groups" : "rows"}, seed ${interval.seed}`;
    const rows = [["File", content.file || "not named"], ["Rows", fixed(content.rows, 0)], ["Predicted", reading.predictions && `column "${reading.predictions}"`],
      ["Gold", (reading.references && `column "${reading.references}"`) || reading.gold], ["Labels separated by", { json: "JSON lists", one: "one label per cell", scores: "scores, one per label" }[reading.separator] ?? reading.separator], ["Labels", fixed(similarity.size, 0)],
      ["Similarity", `${similarity.title}, similarity ID ${similarity.fingerprint.slice(0, 8)}`], ["Interval", said || "none"],
      ...Object.entries(options).filter(([, value]) => !["raise", "paper", "all", false].includes(value)).map(([one, value]) => [one.replaceAll("_", " "), String(value)])];
    return h("section", { class: "card", "aria-label": "What was scored" }, h("h2", {}, "What was scored"),
      table(["", ""], rows.filter(([, value]) => value).map(([title, value]) => [title, name(value)]), [0, 1], "File, rows, similarity"));
  }
  function another(content) {
    const offered = [...document.querySelectorAll("#score-similarity option")].filter((one) => !["yours", "exact"].includes(one.value));
    const choice = h("select", { id: "link-similarity", onchange: (event) => recount(event.target.value) },
      h("option", { value: "" }, `${content.similarity.title} (as in the link)`), ...offered.map((one) => h("option", { value: one.value }, one.textContent)));
    choice.value = shown.asked || "";
    return h("div", { class: "field" }, h("label", { for: "link-similarity" }, "Try another similarity"), choice,
      h("p", { class: "help" }, `Sends the ${fixed(content.times.length, 0)} counts of the link to this Space. Nothing is kept.`));
  }
  function draw() {
    const left = element("link-left"), right = element("link-right"), { link, content } = shown;
    element("link-banner").replaceChildren(banner());
    left.replaceChildren(...(link ? [facts(link), ...(link.level === "full" ? [another(link)] : [])] : []),
      link?.similarity.values ? h("div", { class: "buttons" }, button("Use this similarity for your file", () => {
        sf1.acts.score("borrow", { result: { similarity: link.similarity } });
        close();
      })) : "",
      link ? h("p", { class: "help" }, "The rows themselves are in the file, which the link does not hold.") : "",
      h("div", { class: "buttons" }, button("Score a file", close)));
    const labels = content?.per_label?.map((row) => [name(row[0]), fixed(row[1], 0), bar(row[3], row[2], null, null, "thin"), number(row[2]), number(row[3])]);
    right.replaceChildren(...(content ? [card(content), h("div", { class: "sections" },
      ...(content.mistakes ? [section("Which mistakes cost most", "", true, mistakes(content))] : []),
      ...(labels ? [section("Each label", counted(labels.length, "label"), false, table(["Label", "Gold", "", "Semantic", "Exact"], labels, [0], "Each label"))] : []),
      ...(content.notes?.length ? [section("Notes", String(content.notes.length), false, ...content.notes.map((text) => notice("", "", text)))] : []))] : []));
  }
  function close() {
    delete document.documentElement.dataset.result;
    history.replaceState(history.state, "", location.pathname + location.search);
    for (const one of ["banner", "left", "right"]) element("link-" + one)?.remove();
    shown = null;
    sf1.show("score", true);
  }
  function place() {
    document.documentElement.dataset.result = "link";
    sf1.show("score");
    const page = element("page-score");
    for (const one of ["right", "left", "banner"]) {
      element("link-" + one)?.remove();
      page.prepend(h("div", { class: "sf1 link-part", id: "link-" + one }));
    }
  }
  async function open() {
    const found = /^#result=([^.]*)\.?(.*)$/.exec(location.hash);
    if (!found) return;
    // Until it is read, nothing else is shown in its place.
    document.documentElement.dataset.result = "link";
    shown = { link: null, content: null };
    if (found[1] !== FORMAT) shown.problem = ["This link was made by a newer version.", "It has a format that this Space does not read."];
    else {
      try {
        const content = await unpack(found[2]);
        const what = content?.v !== 1 ? "v" : wrong(content);
        if (what) shown.problem = ["This link holds what no result can hold.", `It was changed on its way (${what}). Ask for it again, or for the JSON.`];
        else Object.assign(shown, { link: content, content: structuredClone(content) });
      } catch (error) {
        shown.problem = error.message === "too large" ? ["This link unpacks to more than a result can be.", "It is not shown."]
          : ["This link is cut short.", "Ask for it again, or for the JSON."];
      }
    }
    while (!element("page-score")) await new Promise((drawn) => setTimeout(drawn, 30));
    place();
    draw();
    if (shown.content) sf1.say(`Numbers from a link, not computed here. Semantic F1 ${number(shown.content.averages[shown.content.average].semantic[0])}.`);
    else sf1.say(shown.problem.join(" "));
  }

  // --- Recomputing: the counts go to the Space ---
  function recount(similarity) {
    if (shown.waits) return;
    Object.assign(shown, { waits: true, asked: similarity });
    draw();
    sf1.acts.score("recount", { made: "", result: shown.link, similarity });
  }
  const scoresOf = (content) => JSON.stringify(AVERAGES.map((one) => KINDS.map((kind) => content.averages[one][kind].slice(0, 3))));
  function recounted(content) {
    const { link, asked } = shown, { average } = shown.content;
    const drawn = link.interval?.groups;
    for (const one of drawn && !asked ? AVERAGES : []) for (const kind of KINDS) content.averages[one][kind].splice(3, 2, ...link.averages[one][kind].slice(3));
    const title = asked ? content.similarity.title : link.similarity.title;
    shown.content = { ...link, ...content, file: link.file, reading: link.reading, notes: link.notes, average, level: "full",
      interval: drawn ? (asked ? null : link.interval) : content.interval, similarity: { ...content.similarity, title } };
    const cannot = "The counts themselves cannot be checked without the file.";
    const redrawn = content.interval && !drawn ? " The interval was drawn again: it depends on the order of the rows, which a link does not hold." : "";
    const none = drawn && asked ? " There is no interval: the link does not hold the groups that it draws." : "";
    const headline = (one) => number(one.averages[average].semantic[0]);
    if (asked) shown.said = ["", "Computed here from the counts in the link, under another similarity.", cannot + none];
    else if (content.similarity.fingerprint !== link.similarity.fingerprint) shown.said = ["warn", "The similarity here is not the one of the link.",
      `The link names the similarity ID ${link.similarity.fingerprint.slice(0, 8)}; here it is ${content.similarity.fingerprint.slice(0, 8)}.`];
    else if (scoresOf(content) !== scoresOf(link)) {
      const differs = AVERAGES.find((one) => headline({ averages: { [average]: content.averages[one] } }) !== headline({ averages: { [average]: link.averages[one] } }));
      shown.said = headline(content) !== headline(link) ? ["warn", `The link says ${headline(link)}; its counts give ${headline(content)}.`, cannot]
        : ["warn", "The link's scores are not those of its counts.", `What is shown was computed here${differs ? `; they differ for the average ${differs}` : ""}. ${cannot}`];
    } else if (["per_label", "mistakes", "constant"].some((one) => JSON.stringify(content[one]) !== JSON.stringify(link[one]))) {
      shown.said = ["warn", "The link's labels or mistakes are not those of its counts.", "What is shown was computed here. " + cannot];
    } else shown.said = ["", "Recomputed here from the counts in the link: the same scores.", cannot + redrawn];
    shown.waits = false;
    draw();
    sf1.say(shown.said[1]);
  }
  function failed(text) {
    if (!shown) {
      const share = element("share-link");
      if (share) { share.hidden = false; share.replaceChildren(notice("error", "Not made.", text)); }
      return;
    }
    Object.assign(shown, { waits: false, said: ["error", "Not computed.", text], asked: "" });
    draw();
  }

  // --- Sending a result ---
  function offer({ contents, ask, why }) {
    const box = element("share-link");
    let made = null;
    const file = h("input", { type: "text", id: "share-file", value: contents.file, oninput: () => remake() });
    const radio = (value, text) => h("label", {}, h("input", { type: "radio", name: "share", value, checked: value === ask, onchange: () => remake() }), text);
    const length = h("p", { class: "help" });
    const copied = button("Copy link", () => sf1.copyText(copied, made.link), "button main");
    async function remake() {
      const now = linkOf(contents, box.querySelector("[name=share]:checked")?.value || ask, file.value.trim());
      made = await now;
      copied.disabled = !made.link;
      const holds = { full: `It holds ${fixed(contents.times?.length || 0, 0)} counts of pairs of label sets.`, summary: "It holds no counts, but each label and the mistakes.", numbers: "It holds the numbers alone.", "": "" };
      length.textContent = [made.why, holds[made.level], made.link && `${fixed(made.link.length, 0)} characters.`].filter(Boolean).join(" ");
    }
    box.hidden = false;
    box.replaceChildren(h("div", { class: "notice stack" },
      h("fieldset", {}, h("legend", {}, "The link holds"), h("div", { class: "choices" },
        radio("counts", "With counts of label sets: readers can change average and similarity"), radio("numbers", "Numbers only"))),
      why ? h("p", { class: "help" }, `${why} A rare pair of label sets can point to a person.`) : "",
      h("div", { class: "field" }, h("label", { for: "share-file" }, "Name of the file (may be empty)"), file), length,
      h("div", { class: "buttons" }, copied)));
    remake();
    box.querySelector("[name=share]:checked").focus();
  }
  function made(name_, content) {
    if (name_ === "link") offer(content);
    else if (shown) recounted(content);
  }

  addEventListener("hashchange", open);
  open();
  return { open, made, failed, pack, unpack, linkOf, wrong, fixed, place, isOpen: () => Boolean(shown) };
})();
