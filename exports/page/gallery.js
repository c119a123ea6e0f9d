"use strict";
// The gallery's page. Data comes as scripts that call `forge.…`, because pages that are opened from a folder may not
// fetch files. Lists are drawn only as far as they are seen. All texts are set as text, never as markup.

const forge = (() => {
  const HEIGHT = 92, AROUND = 6; // pixels of a row; rows drawn beyond what is seen
  const at = (id) => document.getElementById(id);
  const list = at("list"), space = at("space"), detail = at("detail"), count = at("count"), search = at("search");
  const selects = [...document.querySelectorAll("[data-filter]")];
  let manifest = null, rows = [], shown = [], chosen = -1, waiting = null, loaded = 0;
  const chunks = new Map();

  function element(tag, properties = {}, ...children) {
    const made = Object.assign(document.createElement(tag), properties);
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  function script(path, failed) {
    const made = element("script", { src: path });
    made.onerror = failed;
    document.head.append(made);
  }

  // The data arrives.

  function begin(found) {
    manifest = found;
    document.title = `Forge: ${found.total.toLocaleString("en")} tasks`;
    const gates = found.verdicts.map(([gate, outcome, number]) => [`${gate}\u0000${outcome}`, `${gate}: ${outcome}`, number]);
    const plain = (facet) => found[facet].map(([name, number]) => [name, name, number]);
    fill("application", plain("applications"));
    fill("skill", plain("skills"));
    fill("difficulty", plain("difficulties"));
    fill("gate", gates);
    next();
  }

  function fill(name, options) {
    const select = selects.find((one) => one.dataset.filter === name);
    select.append(element("option", { value: "", textContent: "all" }));
    for (const [value, label, number] of options)
      select.append(element("option", { value, textContent: `${label} (${number.toLocaleString("en")})` }));
  }

  function next() {
    if (loaded < manifest.chunks.length)
      script(`data/rows-${manifest.chunks[loaded]}.js`, () => tell("Some data of this gallery is missing; make it again."));
    else apply();
  }

  function take(found) {
    found.forEach((row, place) => {
      row.chunk = manifest.chunks[loaded];
      row.place = place;
      row.words = `${row.says} ${row.skills.join(" ")} ${row.domain} ${row.locale} ${row.id}`.toLowerCase();
      rows.push(row);
    });
    loaded += 1;
    if (loaded % 20 === 1) apply();
    next();
  }

  // What is wanted of it.

  function apply() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = Object.fromEntries(selects.map((one) => [one.dataset.filter, one.value]));
    const [gate, outcome] = wanted.gate.split("\u0000");
    const place = manifest.gates.indexOf(gate);
    const current = shown[chosen];
    shown = rows.filter((row) =>
      (!wanted.application || row.applications.includes(wanted.application)) &&
      (!wanted.skill || row.skills.includes(wanted.skill)) &&
      (!wanted.difficulty || row.difficulty === wanted.difficulty) &&
      (!gate || manifest.outcomes[row.gates[place]] === outcome) &&
      words.every((word) => row.words.includes(word)));
    chosen = current ? shown.indexOf(current) : -1;
    space.style.height = `${shown.length * HEIGHT}px`;
    const all = rows.length === manifest.total ? "" : ` (${rows.length.toLocaleString("en")} loaded)`;
    tell(`${shown.length.toLocaleString("en")} of ${manifest.total.toLocaleString("en")} tasks${all}`);
    draw();
    follow();
  }

  function tell(text) { if (count.textContent !== text) count.textContent = text; }

  function draw() {
    const first = Math.max(0, Math.floor(list.scrollTop / HEIGHT) - AROUND);
    const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / HEIGHT) + AROUND);
    const made = [];
    for (let number = first; number < last; number += 1) made.push(drawn(number));
    space.replaceChildren(...made);
    if (chosen >= first && chosen < last) list.setAttribute("aria-activedescendant", `row-${chosen}`);
    else list.removeAttribute("aria-activedescendant");
  }

  function drawn(number) {
    const row = shown[number];
    const made = element("div", { className: "row", id: `row-${number}` },
      element("div", { className: "what" },
        element("span", { textContent: row.skills.join(" + ") }),
        element("span", { textContent: row.difficulty })),
      element("div", { className: "says", textContent: row.says }));
    made.style.top = `${number * HEIGHT}px`;
    made.setAttribute("role", "option");
    made.setAttribute("aria-selected", String(number === chosen));
    made.setAttribute("aria-setsize", String(shown.length));
    made.setAttribute("aria-posinset", String(number + 1));
    made.addEventListener("click", () => { choose(number); open(); });
    return made;
  }

  function choose(number) {
    if (!shown.length) return;
    chosen = Math.max(0, Math.min(shown.length - 1, number));
    const top = chosen * HEIGHT;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + HEIGHT > list.scrollTop + list.clientHeight) list.scrollTop = top + HEIGHT - list.clientHeight;
    draw();
    if (matchMedia("(min-width: 821px)").matches) open({ quietly: true });
  }

  // One task.

  function open({ quietly = false } = {}) {
    const row = shown[chosen];
    if (!row) return;
    const hash = `#${row.id.slice(0, 16)}`;
    if (location.hash !== hash) {
      if (quietly) { history.replaceState(null, "", hash); show(row); } else location.hash = hash;
    } else show(row);
    if (!quietly) detail.focus({ preventScroll: true });
  }

  // The address decides which task is open, so that the way back of a browser or a phone works.
  function follow() {
    const wanted = location.hash.slice(1);
    document.body.classList.toggle("open", Boolean(wanted) && wanted !== "list");
    if (!wanted || wanted === "list" || detail.dataset.id?.startsWith(wanted)) return;
    const row = rows.find((one) => one.id.startsWith(wanted));
    if (!row) return;
    if (shown.includes(row) && chosen !== shown.indexOf(row)) { chosen = shown.indexOf(row); draw(); }
    show(row);
  }

  function show(row) {
    document.body.classList.add("open");
    detail.dataset.id = row.id;
    waiting = chunks.has(row.chunk) ? null : row;
    if (!waiting) { fillDetail(row, chunks.get(row.chunk)[row.place]); return; }
    detail.setAttribute("aria-busy", "true");
    script(`data/tasks-${row.chunk}.js`, () => present(
      element("p", { textContent: "The data of this task is missing; make the gallery again." })));
  }

  function tasks(chunk, found) {
    chunks.set(chunk, found);
    if (chunks.size > 8) chunks.delete(chunks.keys().next().value);
    if (waiting && waiting.chunk === chunk) { const row = waiting; waiting = null; fillDetail(row, found[row.place]); }
  }

  function back() {
    const made = element("button", { id: "back", type: "button", textContent: "← All tasks" });
    made.addEventListener("click", close);
    return made;
  }

  function fillDetail(row, task) {
    const about = [row.difficulty, row.domain.replaceAll("_", " "), row.locale,
      task.verified ? `verified by ${task.verified}` : "NOT verified by its application"];
    present(...[
      element("h2", { textContent: row.skills.join(" + ") }),
      element("p", { className: "about", textContent: about.join(" · ") }),
      element("p", { className: "instruction", textContent: task.instruction }),
      picture(task),
      ...section("What changes", changes(task)),
      ...section("Rubric", rubric(task)),
      ...section("Gates", gates(task)),
      ...section("Cost", cost(task)),
      ...section("Facts", facts(task)),
      ...section("Id", element("p", {}, element("code", { textContent: row.id }))),
    ].filter((one) => one !== null));
  }

  function present(...parts) {
    detail.replaceChildren(back(), ...parts);
    detail.scrollTop = 0;
    detail.setAttribute("aria-busy", "false");
  }

  const section = (title, body) => (body ? [element("h3", { textContent: title }), body] : []);
  const bullets = (items) => element("ul", {}, ...items);
  const bullet = (text, items = []) => element("li", { textContent: text }, ...(items.length ? [bullets(items)] : []));

  function withBelow(text, items) {
    const made = bullet(text);
    if (items.length) made.append(bullets(items));
    return made;
  }

  function picture(task) {
    if (!task.picture) return task.no_picture ? element("p", { className: "about", textContent: task.no_picture }) : null;
    const image = element("img", { src: task.picture, loading: "lazy", alt: "Start on the left, golden on the right." });
    return element("p", { className: "picture" },
      element("a", { href: task.picture, target: "_blank", rel: "noopener" }, image));
  }

  function changes(task) {
    const made = task.changes.map((group) => withBelow(`${group.says}: ${group.count.toLocaleString("en")}`, [
      ...group.examples.map((line) => bullet(line)),
      ...(group.count > group.examples.length ? [bullet(`and ${(group.count - group.examples.length).toLocaleString("en")} more`)] : []),
    ]));
    if (task.derived) made.push(bullet(`values that follow from this by themselves: ${task.derived.toLocaleString("en")}`));
    return bullets(made);
  }

  function rubric(task) {
    return bullets(task.rubric.map((item) => {
      const weight = item.weight ? `, weight ${item.weight}` : "";
      const below = item.ways.flatMap((way, number) => [
        ...(item.ways.length > 1 ? [bullet(number ? "or:" : "one way:")] : []), ...way.map((line) => bullet(line))]);
      if (item.type === "invariant") {
        below.push(withBelow(item.writes.length ? "may change:" : "may change: nothing", item.writes.map((line) => bullet(line))));
        if (item.free.length) below.push(withBelow("is free:", item.free.map((line) => bullet(line))));
        below.push(bullet(`new things elsewhere: ${item.additions === "allow" ? "allowed" : "forbidden"}`));
      }
      return withBelow(`${item.type} ${item.id}${weight}: ${item.says}`, below);
    }));
  }

  function table(heads, lines) {
    return element("div", { className: "scroll" }, element("table", {},
      element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { textContent: head, scope: "col" })))),
      element("tbody", {}, ...lines)));
  }

  const cells = (...values) => element("tr", {}, ...values.map((value) =>
    element("td", Array.isArray(value) ? { textContent: value[0], className: value[1] } : { textContent: value })));

  function gates(task) {
    if (!task.verdicts.length) return element("p", { className: "about", textContent: "Nothing is recorded of what gates said." });
    return table(["gate", "outcome", "reason"], task.verdicts.map((verdict) =>
      cells(verdict.gate, [verdict.outcome, verdict.outcome.split(" ")[0]], verdict.reason)));
  }

  function cost(task) {
    if (!task.cost) return element("p", { className: "about", textContent: "Nothing is recorded of its cost." });
    const dollars = task.cost.dollars === null ? "unknown" : `$${task.cost.dollars.toFixed(4)}`;
    return element("p", { textContent:
      `${dollars}, ${task.cost.tokens.toLocaleString("en")} tokens in ${task.cost.calls} calls, ${task.cost.cached} of them cached; run ${task.run}` });
  }

  function facts(task) {
    if (!task.facts.length) return null;
    return table(["fact", "value", "told", "in words, or worked out from"], task.facts.map((fact) =>
      cells(fact.name, fact.shown, fact.public ? "yes" : "no", (fact.public ? fact.says.slice(0, 3) : fact.worked_out_from).join("; "))));
  }

  // Hands.

  function close() {
    if (location.hash) history.pushState(null, "", location.pathname + location.search);
    document.body.classList.remove("open");
    list.focus();
    draw();
  }

  let frame = 0;
  const later = (work) => { cancelAnimationFrame(frame); frame = requestAnimationFrame(work); };
  const changed = () => { list.scrollTop = 0; chosen = -1; if (manifest) apply(); };
  list.addEventListener("scroll", () => later(draw), { passive: true });
  addEventListener("resize", () => later(draw));
  addEventListener("hashchange", follow);
  addEventListener("popstate", follow);
  search.addEventListener("input", changed);
  selects.forEach((one) => one.addEventListener("change", changed));
  at("filters").addEventListener("reset", () => setTimeout(() => { search.value = ""; changed(); }));
  at("filters").addEventListener("submit", (event) => event.preventDefault());
  at("more").addEventListener("click", (event) => {
    const pressed = event.currentTarget.getAttribute("aria-expanded") !== "true";
    event.currentTarget.setAttribute("aria-expanded", String(pressed));
  });

  const page = () => Math.max(1, Math.floor(list.clientHeight / HEIGHT) - 1);
  const moves = {
    ArrowDown: () => choose(chosen + 1), ArrowUp: () => choose(chosen - 1), j: () => choose(chosen + 1),
    k: () => choose(chosen - 1), Home: () => choose(0), End: () => choose(shown.length - 1),
    PageDown: () => choose(chosen + page()), PageUp: () => choose(chosen - page()), Enter: () => open(),
  };
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.matches("input, select, button, a");
    if (event.key === "Escape") { event.target === search && search.value ? (search.value = "", changed()) : close(); return; }
    if (event.key === "/" && !typing) { event.preventDefault(); search.focus(); search.select(); return; }
    if (event.target === search && ["ArrowDown", "Enter"].includes(event.key)) { event.preventDefault(); list.focus(); choose(Math.max(0, chosen)); return; }
    if (!typing && event.target !== detail && moves[event.key]) { event.preventDefault(); moves[event.key](); }
  });

  return { begin, take, tasks };
})();
