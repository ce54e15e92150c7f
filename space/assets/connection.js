// The connection to the server: what was asked while there is none is asked again, once, when it is
// back, and whoever listens learns that the server started anew. It stands before Gradio's scripts,
// which else give up what was asked and load the page again, without its file.
"use strict";
window.sf1net = (() => {
  const plain = window.fetch.bind(window);
  // What has no answer yet: the name of an event -> the request for it.
  const pending = new Map(), answered = new Set();
  const listeners = [];
  // Whether this tab has what a server may have forgotten.
  let keeps = () => false;
  let start, down = null, closed = -Infinity;

  const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
  // The number of this start of the server; null if it is out of reach.
  async function reach() {
    if (!navigator.onLine) return null;
    try {
      const answer = await plain(new URL("gradio_api/app_id", document.baseURI), { cache: "no-store", signal: AbortSignal.timeout(4000) });
      return answer.ok ? (await answer.json()).app_id : null;
    } catch { return null; }
  }
  const banners = {};
  // A message over the page; with no text it goes.
  function banner(name, strong, text, buttons = []) {
    banners[name]?.remove();
    delete banners[name];
    if (!strong) return;
    const place = document.createElement("div"), box = document.createElement("div"), head = document.createElement("b");
    place.className = "sf1 sf1-banner";
    box.className = "notice warn";
    box.setAttribute("role", "status");
    head.textContent = strong;
    box.append(head, ` ${text} `);
    for (const [title, act] of [...buttons, ["Hide", () => {}]]) {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", className: "button", textContent: title });
      button.addEventListener("click", () => { banner(name); act(); });
      box.append(button);
    }
    place.append(box);
    document.getElementById("head")?.after(place);
    banners[name] = place;
  }
  // Waits until the server is within reach.
  function back() {
    down ??= (async () => {
      let id = await reach();
      if (id === null) banner("lost", "No connection to the server.", "Your file and result are kept in this tab.");
      while (id === null) { await pause(1000); id = await reach(); }
      banner("lost");
      down = null;
      started(id);
    })();
    return down;
  }
  function started(id) {
    start ??= window.gradio_config?.app_id ?? id;
    if (id === start) return;
    start = id;
    for (const listener of listeners) listener();
  }
  async function check() {
    const id = await reach();
    if (id === null) await back();
    else started(id);
  }
  async function persistent(call) {
    try {
      return await call();
    } catch (error) {
      if (error.name === "AbortError" || await reach() !== null) throw error;
      await back();
      return call();
    }
  }
  async function join(request, options) {
    const answer = await persistent(() => plain(request, options));
    const name = answer.ok && (await answer.clone().json()).event_id;
    // An answer may be faster than the name of its question.
    if (name && !answered.delete(name)) pending.set(name, [request, options]);
    if (performance.now() - closed < 200) await pause(100);
    return answer;
  }
  // The stream of answers. If it breaks off, what has no answer is asked again, and what comes then
  // bears the names that the page knows.
  async function answers(request, options) {
    const names = new Map(), first = await persistent(() => plain(request, options));
    if (!first.ok || !first.body) return first;
    async function pass(stream, controller) {
      const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        const lines = (text + part.value).split("\n");
        text = lines.pop();
        for (let line of lines) {
          for (const [now, before] of names) line = line.replaceAll(now, before);
          if (line.startsWith("data:")) {
            const { msg, event_id } = JSON.parse(line.slice(5));
            const ends = msg === "process_completed" || msg === "unexpected_error";
            if (ends && !pending.delete(event_id)) answered.add(event_id);
            if (msg === "close_stream") {
              // Gradio would not listen again for what was asked while this was on its way.
              if (pending.size) return "more";
              closed = performance.now();
            }
          }
          controller.enqueue(new TextEncoder().encode(line + "\n"));
        }
      }
      return pending.size ? "broken" : "closed";
    }
    async function start_(controller) {
      for (let stream = first.body, end; ;) {
        try {
          end = await pass(stream, controller);
          if (end === "closed") break;
        } catch (error) {
          if (options?.signal?.aborted) { controller.error(error); return; }
          end = "broken";
        }
        try {
          if (end === "broken") {
            await back();
            for (const [name, [asked, how]] of [...pending]) {
              const again = await persistent(() => plain(asked, how));
              names.set((await again.json()).event_id, name);
            }
          }
          stream = (await persistent(() => plain(request, options))).body;
        } catch (error) { controller.error(error); return; }
      }
      controller.close();
    }
    const body = new ReadableStream({ start: (controller) => { start_(controller); } });
    return new Response(body, { status: first.status, headers: first.headers });
  }
  window.fetch = async (request, options) => {
    const { pathname } = new URL(request?.url ?? request, document.baseURI);
    if (pathname.endsWith("/queue/join")) return join(request, options);
    if (pathname.endsWith("/queue/data")) return answers(request, options);
    if (pathname.endsWith("/upload")) return persistent(() => plain(request, options));
    return plain(request, options);
  };
  window.addEventListener("offline", back);
  window.addEventListener("online", check);
  document.addEventListener("visibilitychange", () => { if (!document.hidden && keeps()) check(); });
  return {
    banner,
    check,
    isDown: () => down !== null,
    // Resolves once there is a connection and nothing waits for an answer.
    quiet: async () => { if (down) await down; while (pending.size) await pause(50); },
    whenStarted: (listener, kept) => { listeners.push(listener); keeps = kept; },
  };
})();
