// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// The page of a performance log: decodes its rows, and shows a plot for each group of counters.

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

function decodeBytes(base64) {
    if (Uint8Array.fromBase64) { // since 2025
        return Uint8Array.fromBase64(base64);
    }
    const text = atob(base64);
    const bytes = new Uint8Array(text.length);
    for (let i = 0; i < text.length; ++i) {
        bytes[i] = text.charCodeAt(i);
    }
    return bytes;
}

function decodeNumbers(base64) {
    const bytes = decodeBytes(base64);
    for (let i = 0; !isLittleEndian && i < bytes.length; i += 8) {
        bytes.subarray(i, i + 8).reverse();
    }
    return new Float64Array(bytes.buffer, 0, bytes.length >> 3);
}

// The rows are base64, some of them on each line: per row a time in seconds, then the values, as 64-bit floating point
// numbers in little-endian order. NaN is a value that is missing.
function decodeRows(text, width) {
    const rowBytes = 8 * (width + 1);
    const lines = text.split("\n").map(line => line.trim()).filter(line => line !== "");
    const padding = line => (line.endsWith("==") ? 2 : line.endsWith("=") ? 1 : 0);
    const rowsOf = line => Math.floor(((line.length >> 2) * 3 - padding(line)) / rowBytes);
    const count = lines.reduce((sum, line) => sum + rowsOf(line), 0);
    const times = new Float64Array(count);
    const values = Array.from({ length: width }, () => new Float64Array(count));
    let row = 0;
    for (const line of lines) {
        // A page whose writer was ended may have a part of a line at its end.
        const numbers = decodeNumbers(line.slice(0, line.length & ~3));
        for (let at = 0; at + width < numbers.length; at += width + 1, ++row) {
            times[row] = numbers[at];
            for (let column = 0; column < width; ++column) {
                values[column][row] = numbers[at + 1 + column];
            }
        }
    }
    return { times: times.subarray(0, row), values: values.map(column => column.subarray(0, row)) };
}

// \\computer\object(instance)\counter
function parsePath(path) {
    const parts = /^(?:\\\\([^\\]*))?\\(.*)\\([^\\]*)$/s.exec(path) || [path, "", "", path];
    const object = /^([^(]*)(?:\((.*)\))?$/s.exec(parts[2]) || [parts[2], parts[2]];
    return { computer: parts[1] || "", object: object[1], instance: object[2] || "", counter: parts[3] };
}

// How far the times from here on have to move when a time is `fall` seconds before the last one, and records usually
// are `step` seconds apart. Summer time that ends repeats an hour, or half of one. Otherwise the clock was set back, and
// the records go on as before; `utc` is how much of the move UTC takes part in.
function turnOf(fall, step) {
    const turn = [3600, 1800].find(turn => turn > fall && turn - fall <= 3 * step);
    const summer = turn || (fall > 600 && fall < 3600 ? 3600 : 0);
    return { shift: summer || (fall > 0 ? fall + step : 0), utc: summer };
}

// Times of the axis, which never go back as local times may, and the turns: from `time` of the axis on, it is `shift`
// seconds ahead of the local time, to which UTC adds `bias` seconds; null if that is not known. What the log says of its
// zone, the minutes of the first row and `[row, minutes]` of each change, comes before what the times let one guess.
function straightened(times, minutes, biases) {
    const axis = new Float64Array(times.length);
    const turns = [{ time: -Infinity, shift: 0, bias: minutes === null ? null : minutes * 60 }];
    const changes = new Map(biases);
    times.forEach((time, row) => {
        let { shift, bias } = turns[turns.length - 1];
        if (changes.has(row)) {
            const changed = changes.get(row) * 60;
            shift += bias === null ? 0 : changed - bias;
            bias = changed;
        }
        const fall = row === 0 ? -1 : axis[row - 1] - (time + shift);
        if (fall >= 0) {
            const turn = turnOf(fall, row > 1 ? axis[row - 1] - axis[row - 2] : 1);
            shift += turn.shift;
            bias = bias === null ? null : bias + turn.utc;
        }
        axis[row] = time + shift;
        const last = turns[turns.length - 1];
        if (shift !== last.shift || bias !== last.bias) {
            turns.push({ time: axis[row], shift, bias });
        }
    });
    return { axis, turns };
}

// The median distance of the rows from `first` to `last`; 0 if there are not two.
function usualDistance(times, first, last) {
    const rows = times.subarray(Math.max(first, 0), last + 1);
    const distances = rows.subarray(1).map((time, i) => time - rows[i]).sort();
    return distances[distances.length >> 1] || 0;
}

// Where records are missing: the distance is more than three times the usual one before it and behind it.
function findHoles(times) {
    const neighbors = 8;
    const holes = [];
    let recent = 0;
    for (let row = 1; row < times.length; ++row) {
        const length = times[row] - times[row - 1];
        const usual = length <= 3 * recent ? Infinity : Math.max(
            usualDistance(times, row - 1 - neighbors, row - 1), usualDistance(times, row, row + neighbors));
        if (usual > 0 && length > 3 * usual) {
            holes.push({ middle: times[row - 1] + length / 2, length });
        } else {
            recent = length;
        }
    }
    return holes;
}

function element(name, attributes = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
        if (key in made) {
            made[key] = value;
        } else {
            made.setAttribute(key, value);
        }
    }
    made.append(...children);
    return made;
}

const palettes = {
    light: ["#2563eb", "#d9480f", "#2b8a3e", "#c2255c", "#7048e8", "#0b7285", "#9c6b00", "#6b4226"],
    dark: ["#74a9ff", "#ff9d5c", "#6fd388", "#ff85b0", "#b197fc", "#5fd0dd", "#e3c04f", "#cfa68a"],
};

// All of the page, and what its plots share: the time in sight, the cursor, the moment that is marked, the search.
class Report {
    constructor(about, rows, biases, end) {
        const { axis, turns } = straightened(rows.times, about.bias, biases);
        this.times = axis;
        this.turns = turns;
        this.holes = findHoles(axis);
        this.values = rows.values;
        this.isUtc = false;
        this.isPrinting = false;
        this.cursor = null; // a time
        this.moment = null; // a time
        this.searched = "";
        const [first = 0, last = 1] = axis.length === 0 ? [] : [axis[0], axis[axis.length - 1]];
        this.whole = first === last ? [first - 0.5, last + 0.5] : [first, last];
        this.range = this.whole;
        this.scheme = window.matchMedia("(prefers-color-scheme: dark)");
        this.plots = this.groups(about.paths).map((group, index) => new Plot(this, group, index));
        this.objects = this.objectsOf(this.plots);
        this.addControls(about);
        this.addContents(end || {});
        this.watch();
        const saved = history.state || {};
        this.restore(saved);
        this.readLink(!("scroll" in saved));
        if ("scroll" in saved) {
            const scroll = () => window.scrollTo({ top: saved.scroll, behavior: "instant" });
            scroll();
            requestAnimationFrame(() => requestAnimationFrame(scroll)); // when the plots there are drawn
        }
        this.follower = new Follower(this, saved, end);
    }

    // The columns of the same counter of the same object, in the order of the log.
    groups(paths) {
        const groups = new Map();
        paths.forEach((path, index) => {
            const parts = parsePath(path);
            const name = `${parts.object}: ${parts.counter}`;
            const group = groups.get(name.toLowerCase()) || { name, columns: [] };
            groups.set(name.toLowerCase(), group);
            group.columns.push({ path, index, ...parts });
        });
        return [...groups.values()];
    }

    objectsOf(plots) {
        const objects = new Map();
        for (const plot of plots) {
            const { object } = plot.columns[0];
            const found = objects.get(object.toLowerCase()) || { name: object || "No object", plots: [] };
            objects.set(object.toLowerCase(), found);
            found.plots.push(plot);
            plot.object = found;
        }
        return [...objects.values()];
    }

    addControls(about) {
        this.searchField = element("input", { id: "search", type: "search", placeholder: "Search counters and instances",
            "aria-label": "Search counters" });
        this.searchField.addEventListener("input", () => {
            this.search(this.searchField.value);
            this.writeLink();
        });
        this.utc = element("input", { id: "utc", type: "checkbox" });
        this.utc.addEventListener("change", () => {
            this.isUtc = this.utc.checked;
            this.show();
            this.writeLink();
        });
        this.all = element("button", { id: "all", type: "button", textContent: "Whole time" });
        this.all.addEventListener("click", () => this.showWhole());
        this.menu = element("button", { id: "menu", type: "button", textContent: "Index", "aria-expanded": "false",
            "aria-controls": "index" });
        this.menu.addEventListener("click", () => this.openMenu(this.menu.getAttribute("aria-expanded") === "false"));
        this.shownRange = element("span", { id: "range", role: "status" });
        this.shownCursor = element("span", { id: "cursor" });
        // What the cursor of a key shows, for those who hear the page.
        this.spoken = element("span", { id: "spoken", role: "status" });
        this.state = element("span", { id: "state", role: "status" });
        document.title = `${about.title} - performance log`;
        const utcLabel = element("label", { hidden: this.turns.every(turn => turn.bias === null) }, this.utc, " UTC");
        document.querySelector("header").append(element("h1", { textContent: about.title }), this.menu, this.searchField,
            this.all, utcLabel, element("span", { id: "times" }, this.shownRange, this.shownCursor), this.state, this.spoken);
    }

    openMenu(isOpen) {
        document.body.classList.toggle("menu", isOpen);
        this.menu.setAttribute("aria-expanded", isOpen);
    }

    addContents(end) {
        const main = document.querySelector("main");
        this.nothing = element("p", { className: "nothing", hidden: true, textContent: "No counter has this text in its path." });
        for (const object of this.objects) {
            const columns = object.plots.reduce((sum, plot) => sum + plot.columns.length, 0);
            object.section = element("details", { className: "object", open: true },
                element("summary", {}, element("h2", { textContent: object.name }),
                    element("span", { className: "count", textContent: count(columns, "counter") })),
                element("div", { className: "plots" }, ...object.plots.map(plot => plot.section)));
            object.section.addEventListener("toggle", () => this.writeLink());
        }
        main.append(element("section", { id: "summary", "aria-label": "Summary" }, makeFacts(this, end.lost),
            ...makeStandOuts(this)), this.nothing, ...this.objects.map(object => object.section));
        main.before(element("nav", { id: "index", "aria-label": "Index of counters" }, ...makeIndex(this)));
    }

    // Plots are drawn when they come into sight: a log may have thousands of counters.
    watch() {
        const plots = new Map(this.plots.map(plot => [plot.section, plot]));
        const observer = new IntersectionObserver(entries => entries.forEach(entry => {
            const plot = plots.get(entry.target);
            plot.isInSight = entry.isIntersecting;
            plot.update();
        }), { rootMargin: "200px" });
        this.plots.forEach(plot => observer.observe(plot.section));
        const showAnew = () => {
            this.colors = undefined;
            this.show();
        };
        new ResizeObserver(([{ target }]) => document.documentElement.style.setProperty("--head", `${target.offsetHeight}px`))
            .observe(document.querySelector("header"));
        window.addEventListener("resize", showAnew);
        this.scheme.addEventListener("change", showAnew);
        window.addEventListener("beforeprint", () => this.print(true));
        window.addEventListener("afterprint", () => this.print(false));
        window.addEventListener("hashchange", () => this.readLink(true));
        window.addEventListener("scroll", () => this.writeLink(), { passive: true });
    }

    // On paper all plots are in sight.
    print(isPrinting) {
        this.isPrinting = isPrinting;
        this.colors = undefined;
        document.body.classList.toggle("printing", isPrinting);
        if (isPrinting) {
            this.folded = this.objects.filter(object => !object.section.open);
        }
        this.folded.forEach(object => { object.section.open = isPrinting; });
        this.show();
    }

    // Of the style: a variable of it.
    color(name) {
        if (!this.colors) {
            this.colors = new Map();
            this.style = getComputedStyle(document.body);
        }
        if (!this.colors.has(name)) {
            this.colors.set(name, this.style.getPropertyValue(name).trim());
        }
        return this.colors.get(name);
    }

    palette() {
        return palettes[this.scheme.matches && !this.isPrinting ? "dark" : "light"];
    }

    search(text) {
        this.searched = text;
        this.searchField.value = text;
        const wanted = text.toLowerCase();
        this.plots.forEach(plot => plot.search(wanted));
        for (const object of this.objects) {
            object.section.hidden = object.index.hidden = object.plots.every(plot => !plot.isFound);
            object.plots.forEach(plot => { plot.link.parentElement.hidden = !plot.isFound; });
            if (wanted !== "" && object.wasOpen === undefined) {
                object.wasOpen = object.index.open;
            }
            object.index.open = wanted !== "" || (object.wasOpen ?? object.index.open);
            object.wasOpen = wanted === "" ? undefined : object.wasOpen;
        }
        this.nothing.hidden = this.plots.some(plot => plot.isFound);
    }

    // To milliseconds, as a link has them.
    zoom(from, to) {
        const begin = Math.max(Math.round(from * 1000) / 1000, this.whole[0]);
        const end = Math.min(Math.round(to * 1000) / 1000, this.whole[1]);
        if (end > begin) {
            this.range = [begin, end];
            this.show();
            this.writeLink();
        }
    }

    // Without the mark, too.
    showWhole() {
        this.moment = null;
        this.zoom(...this.whole);
    }

    // Around a time, so that it stays where it is.
    scale(at, factor) {
        const [from, to] = this.range;
        this.zoom(at - (at - from) * factor, at + (to - at) * factor);
    }

    // By a part of what is in sight, as far as there are records.
    pan(part) {
        const [from, to] = this.range;
        const wanted = (to - from) * part;
        const move = Math.min(Math.max(wanted, this.whole[0] - from), this.whole[1] - to);
        this.zoom(from + move, to + move);
    }

    // [first, end)
    rowsInSight() {
        const { times, range } = this;
        const end = lowerBound(times, range[1]);
        return [lowerBound(times, range[0]), end + (times[end] === range[1] ? 1 : 0)];
    }

    // The cursor of all plots goes to the row that is nearest to a time, or is gone.
    // @param chart below the mouse, if there is one, and the height of the mouse there
    pointAt(time, chart, y) {
        const { times } = this;
        let row = null;
        if (time !== null && times.length > 0) {
            row = Math.min(lowerBound(times, time), times.length - 1);
            row = row > 0 && time - times[row - 1] < times[row] - time ? row - 1 : row;
        }
        this.cursor = row === null ? null : times[row];
        this.shownCursor.textContent = row === null ? "" : `Cursor: ${this.shownTime(times[row])}`;
        for (const plot of this.plots) {
            if (plot.isInSight && plot.shown) {
                plot.showRow(row, chart, y);
            }
        }
    }

    // A time of the axis, as a date whose UTC fields are to be shown.
    date(time) {
        const { shift, bias } = this.turns.findLast(turn => turn.time <= time);
        return new Date((time - shift + (this.isUtc ? bias : 0)) * 1000);
    }

    shownTime(time) {
        return this.date(time).toISOString().replace("T", " ").replace("Z", "");
    }

    // Of the axis, which has no hour twice: 2026-10-25T02:30:00.000, whatever the zone is that is shown.
    linkTime(time) {
        return new Date(Math.round(time * 1000)).toISOString().replace("Z", "");
    }

    show() {
        this.all.disabled = this.moment === null && this.range[0] === this.whole[0] && this.range[1] === this.whole[1];
        this.shownRange.textContent = this.times.length === 0 ? "no samples yet"
            : `${this.shownTime(this.range[0])} to ${this.shownTime(this.range[1])} ${this.isUtc ? "UTC" : "local time"}`;
        this.plots.forEach(plot => plot.redraw());
    }

    goTo(plot) {
        plot.object.section.open = true;
        this.openMenu(false);
        plot.section.scrollIntoView({ block: "start" });
        plot.canvas.focus({ preventScroll: true });
    }

    // The view, as the address has it: #from=...&to=...&only=PATH&at=...&search=...&utc=1
    link() {
        const parts = [];
        if (this.range[0] !== this.whole[0] || this.range[1] !== this.whole[1]) {
            parts.push(["from", this.linkTime(this.range[0])], ["to", this.linkTime(this.range[1])]);
        }
        this.plots.forEach(plot => plot.only.forEach(column => parts.push(["only", column.path])));
        if (this.moment !== null) {
            parts.push(["at", this.linkTime(this.moment)]);
        }
        if (this.searched !== "") {
            parts.push(["search", this.searched]);
        }
        if (this.isUtc) {
            parts.push(["utc", "1"]);
        }
        return parts.length === 0 ? "" : `#${new URLSearchParams(parts)}`;
    }

    // @param isFollowed what the link chooses comes into sight
    readLink(isFollowed) {
        const link = new URLSearchParams(location.hash.slice(1));
        const time = name => {
            const time = Date.parse(`${link.get(name)}Z`) / 1000;
            return time === time ? time : null;
        };
        const begin = Math.max(time("from") ?? -Infinity, this.whole[0]);
        const end = Math.min(time("to") ?? Infinity, this.whole[1]);
        this.range = begin < end ? [begin, end] : this.whole;
        this.moment = time("at");
        this.isUtc = this.utc.checked = link.has("utc") && this.turns.some(turn => turn.bias !== null);
        const only = new Set(link.getAll("only").map(path => path.toLowerCase()));
        for (const plot of this.plots) {
            plot.only = new Set(plot.columns.filter(column => only.has(column.path.toLowerCase())));
        }
        this.search(link.get("search") || "");
        this.show();
        const chosen = this.plots.find(plot => plot.only.size > 0 && plot.isFound);
        if (isFollowed && chosen) {
            this.goTo(chosen);
        }
    }

    // A little later, since browsers limit how often it may change; with what a page that is loaded anew takes on.
    writeLink() {
        this.writing = this.writing || setTimeout(() => this.writeLinkNow(), 400);
    }

    writeLinkNow() {
        clearTimeout(this.writing);
        this.writing = undefined;
        const isPlotLink = this.plots.some(plot => location.hash === `#${plot.section.id}`);
        history.replaceState({ ...history.state, ...this.saved() }, "",
            this.link() || (isPlotLink ? location.hash : location.pathname + location.search));
    }

    saved() {
        return {
            scroll: window.scrollY,
            folded: this.objects.filter(object => !object.section.open).map(object => object.name),
            unfolded: this.objects.filter(object => object.index.open).map(object => object.name),
            plots: Object.fromEntries(this.plots.map(plot => [plot.name, plot.settings])),
        };
    }

    restore({ folded, unfolded, plots }) {
        if (!plots) {
            return;
        }
        for (const object of this.objects) {
            object.section.open = !folded.includes(object.name);
            object.index.open = unfolded.includes(object.name);
        }
        for (const plot of this.plots) {
            Object.assign(plot.settings, plots[plot.name]);
            plot.isInSight = plot.settings.isWhole || plot.settings.isGrid; // to be as high as it was
        }
    }
}

// A page that typeperf is still writing, opened as a file: it is loaded anew as it grows, until it has its end.
class Follower {
    constructor(report, saved, end) {
        this.report = report;
        const rows = report.times.length;
        if (end) {
            report.state.textContent = saved.isFollowing ? "The run has ended." : "";
            history.replaceState({ ...saved, isFollowing: false }, "");
        } else if (location.protocol !== "file:") {
            report.state.textContent = "The page is not finished: load it again to see more.";
        } else {
            const hasGrown = rows !== saved.rows;
            // As often as samples come, and ever less if none do: who writes may have been ended.
            const usual = Math.max(2, usualDistance(report.times.slice(-9), 0, 8), performance.now() / 100);
            this.wait = hasGrown || !saved.wait ? usual : Math.min(2 * saved.wait, 60);
            this.isPaused = Boolean(saved.isPaused);
            this.state = { isFollowing: true, rows, wait: this.wait, grown: hasGrown ? Date.now() : saved.grown };
            this.button = element("button", { id: "follow", type: "button" });
            this.button.addEventListener("click", () => this.pause(!this.isPaused));
            report.state.after(this.button);
            window.addEventListener("pointerdown", () => { this.isPressed = true; });
            for (const name of ["pointerup", "pointercancel"]) {
                window.addEventListener(name, () => { this.isPressed = false; });
            }
            this.pause(this.isPaused);
        }
    }

    pause(isPaused) {
        this.isPaused = isPaused;
        this.button.textContent = isPaused ? "Follow" : "Pause";
        const silence = Math.round((Date.now() - this.state.grown) / 1000);
        this.report.state.textContent = isPaused ? "Recording, paused"
            : this.wait >= 30 ? `No new samples for ${shownLength(silence)}` : "Recording";
        this.report.state.classList.toggle("recording", !isPaused && this.wait < 30);
        clearTimeout(this.timer);
        if (!isPaused) {
            this.timer = setTimeout(() => this.loadAnew(), this.wait * 1000);
        }
    }

    // Not while somebody draws, types, prints or looks elsewhere.
    loadAnew() {
        const { report } = this;
        const isTyping = document.activeElement === report.searchField;
        if (this.isPressed || document.hidden || report.isPrinting || isTyping) {
            this.timer = setTimeout(() => this.loadAnew(), 1000);
            return;
        }
        report.writeLinkNow();
        history.replaceState({ ...history.state, ...this.state, isPaused: this.isPaused }, "");
        history.scrollRestoration = "manual";
        location.reload();
    }
}

document.addEventListener("DOMContentLoaded", () => {
    const read = id => JSON.parse(document.getElementById(id)?.textContent || "null");
    const about = read("about");
    const rows = decodeRows(document.getElementById("rows").textContent, about.paths.length);
    window.report = new Report(about, rows, read("biases") || [], read("end"));
});
