// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// What the page begins with: what the log is, what stands out in it, and the index of its counters.

// What stands out: of the counters of an object the ones that are highest or lowest, by a number of relog -stats. The moment is
// that of the highest value, or of the lowest.
const disk = /^(physical|logical)disk$/;
const standOuts = [
    { title: "Busiest processor", object: /^processor( information)?$/, counter: /^% processor time$/, by: "mean" },
    { title: "Lowest free memory", object: /^memory$/, counter: /^available ([kmg]?bytes)$/, by: "min", isLowest: true },
    { title: "Slowest disk", object: disk, counter: /^avg\. disk sec\/(transfer|read|write)$/, by: "mean" },
    { title: "Longest disk queue", object: disk, counter: /^(avg\.|current) disk queue length$/, by: "mean" },
    { title: "Busiest network", object: /^network (interface|adapter)$/, counter: /^bytes total\/sec$/, by: "mean" },
    { title: "Busiest GPU", object: /^gpu engine$/, counter: /^utilization percentage$/, by: "mean" },
    { title: "Fullest paging file", object: /^paging file$/, counter: /^% usage$/, by: "max" },
    { title: "Most processor time", object: /^process( v2)?$/, counter: /^% processor time$/, by: "mean", most: 3 },
    { title: "Most memory gained", object: /^process( v2)?$/, counter: /^private bytes$|^working set - private$/, by: "growth", most: 3 },
];

// The columns of a rule that stand out most, each with its statistics over the whole log.
function findStandOuts(report, rule) {
    const plots = report.plots.filter(plot => rule.object.test(plot.columns[0].object.toLowerCase()) &&
        rule.counter.test(plot.columns[0].counter.toLowerCase()));
    // One counter of each object: those with other words for it have other units.
    const plot = plots[0];
    if (!plot) {
        return [];
    }
    const order = rule.isLowest ? 1 : -1;
    return plot.columns.filter(column => !column.isTotal).map(column => {
        const numbers = statistics(report.values[column.index], 0, report.times.length);
        const value = rule.by === "growth" ? numbers.last - numbers.min : numbers[rule.by];
        // A process that was there for a moment has not used much time, and its memory always grows.
        const weight = rule.most === undefined ? 1 : rule.by === "mean" ? numbers.count : Number(2 * numbers.count >= report.times.length);
        return { plot, column, numbers, value, weighed: value * weight };
    }).filter(({ weighed }) => weighed === weighed && (weighed > 0 || rule.isLowest))
        .sort((a, b) => order * (a.weighed - b.weighed)).slice(0, rule.most || 1);
}

function makeEntry(report, rule, { plot, column, numbers, value }) {
    const shown = number => shownValue(plot.unit, number);
    const row = rule.isLowest ? numbers.minRow : numbers.maxRow;
    const moment = report.shownTime(report.times[row]).slice(11, 19);
    const detail = rule.by === "mean" ? `on average; ${shown(numbers.max).text} at ${moment}`
        : rule.by === "growth" ? `from ${shown(numbers.min).text} to ${shown(numbers.last).text}` : `at ${moment}`;
    const number = shown(value);
    const link = element("a", { className: "standout", href: `#${new URLSearchParams([["only", column.path],
        ["at", report.linkTime(report.times[row])]])}`, title: column.path },
        element("span", { className: "who", textContent: column.instance === "" ? column.counter : column.name }),
        element("b", { className: number.isRounded ? "rounded" : "", title: number.exact,
            textContent: (rule.by === "growth" ? "+" : "") + number.text }),
        element("small", { textContent: detail }));
    link.dataset.by = rule.by;
    if (!rule.most) {
        link.append(sparkline(report, [column], plot.unit.kind === "percent", 240));
    }
    return link;
}

function makeStandOuts(report) {
    const cards = standOuts.map(rule => [rule, findStandOuts(report, rule)]).filter(([, found]) => found.length > 0)
        .map(([rule, found]) => element("li", { className: rule.most ? "several" : "" },
            element("h3", { textContent: rule.title }), ...found.map(one => makeEntry(report, rule, one))));
    return cards.length === 0 ? []
        : [element("h2", { textContent: "What stands out" }), element("ul", { className: "standouts" }, ...cards)];
}

// The two largest units: 4 min 58 s
function shownLength(seconds) {
    if (seconds < 120) {
        return shownValue(unitOf("seconds"), Number(seconds.toPrecision(3))).text;
    }
    const whole = Math.round(seconds);
    const first = timeSteps.findIndex(([length]) => whole >= length);
    const [[length, name], [next, nextName]] = timeSteps.slice(first, first + 2);
    const rest = Math.floor(whole % length / next);
    return `${Math.floor(whole / length)}\u00a0${name}${rest > 0 ? ` ${rest}\u00a0${nextName}` : ""}`;
}

function count(number, one, many = `${one}s`) {
    return `${grouped(String(number))} ${number === 1 ? one : many}`;
}

function zoneText(turns) {
    const zone = bias => {
        const minutes = Math.abs(bias / 60);
        const two = number => String(Math.floor(number)).padStart(2, "0");
        return `UTC${bias > 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
    };
    const zones = turns.map(turn => (turn.bias === null ? "unknown" : zone(turn.bias)));
    return [...new Set(zones)].join(", then ");
}

// What is known to be missing: what relog could not read, and distances without records.
function lossText(report, hasLoss) {
    const { holes } = report;
    const texts = hasLoss ? ["parts of the log could not be read"] : [];
    if (holes.length > 0) {
        const longest = holes.reduce((a, b) => (b.length > a.length ? b : a));
        texts.push(`${count(holes.length, "gap")} without records, the longest of ${shownLength(longest.length)} at ` +
            report.shownTime(longest.middle - longest.length / 2).slice(0, 19));
    }
    return texts.join("; ") || "nothing";
}

function missingText({ values, times }) {
    const all = values.length * times.length;
    let missing = 0;
    for (const column of values) {
        for (let row = 0; row < column.length; ++row) {
            missing += column[row] === column[row] ? 0 : 1;
        }
    }
    return missing === 0 ? "none" : `${shortDigits(100 * missing / all)} % (${grouped(String(missing))} of ${grouped(String(all))})`;
}

function makeFacts(report, hasLoss) {
    const { times, plots } = report;
    const columns = plots.flatMap(plot => plot.columns);
    const computers = [...new Set(columns.map(column => column.computer).filter(name => name !== ""))];
    const objects = new Set(plots.map(plot => plot.columns[0].object.toLowerCase())).size;
    const last = times.length - 1;
    const facts = [[computers.length > 1 ? "Computers" : "Computer", computers.join(", ") || "not named"]];
    if (last >= 0) {
        const span = times[last] - times[0];
        const isOneDay = report.shownTime(times[0]).slice(0, 10) === report.shownTime(times[last]).slice(0, 10);
        facts.push(["Time", `${report.shownTime(times[0]).slice(0, 19)} to ${report.shownTime(times[last]).slice(isOneDay ? 11 : 0, 19)}` +
            ` (${shownLength(span)})`]);
    }
    const sampled = times.subarray(0, 1000); // the interval of its begin
    facts.push(["Samples", last < 1 ? count(times.length, "sample")
        : `${grouped(String(times.length))}, every ${shownLength(usualDistance(sampled, 0, sampled.length - 1))}`]);
    facts.push(["Zone", zoneText(report.turns)]);
    facts.push(["Counters", `${grouped(String(columns.length))} in ${count(objects, "object")}`]);
    if (last >= 0) {
        facts.push(["Lost", lossText(report, hasLoss)]);
        facts.push(["Missing values", missingText(report), "An instance that was not there, or a rate without a sample before it"]);
    }
    return element("dl", { className: "facts" }, ...facts.map(([term, text, title = ""]) =>
        element("div", { title }, element("dt", { textContent: term }), element("dd", { textContent: text }))));
}

// The counters of each object, folded; their small lines are drawn when they come into sight.
function makeIndex(report) {
    const isFolded = report.plots.length > 12;
    const observer = new IntersectionObserver(entries => entries.filter(entry => entry.isIntersecting).forEach(({ target }) => {
        observer.unobserve(target);
        const plot = report.plots.find(plot => plot.link === target);
        const some = plot.columns.filter(column => !column.isTotal);
        // After the plots.
        setTimeout(() => target.append(sparkline(report, some, plot.unit.kind === "percent")), 50);
    }));
    return report.objects.map(object => {
        const items = object.plots.map(plot => {
            plot.link = element("a", { href: `#${plot.section.id}` }, element("span", { textContent: plot.heading.textContent }));
            plot.link.addEventListener("click", event => {
                event.preventDefault();
                report.goTo(plot);
            });
            observer.observe(plot.link);
            return element("li", {}, plot.link);
        });
        object.index = element("details", { open: !isFolded }, element("summary", {}, object.name,
            element("span", { className: "count", textContent: String(object.plots.length) })), element("ul", {}, ...items));
        return object.index;
    });
}
