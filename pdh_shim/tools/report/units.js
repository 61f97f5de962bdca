// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Units of counters, and how their values are written.

// What the values of a counter are, by its name, since text logs have no more: its kind, by how much a value is multiplied to
// be in the unit of the kind (bytes, bits, seconds), and whether it is a rate. Names are English, or like those of Windows in
// other languages, which keep these marks.
function unitOf(counter) {
    const name = counter.toLowerCase();
    const per = /(\/|\bper )s(ec|ek)?(ond)?s?\.?$/.test(name) ? "/s" : "";
    if (/%|\bpercent/.test(name)) {
        return { kind: "percent", factor: 1, per: "" };
    }
    const bytes = /(k|kilo|m|mega|g|giga|t|tera)?i?(?:bytes?|octets?)\b|\b([kmgt])i?b\b|working set|^commit limit/.exec(name);
    if (bytes) {
        const power = ["k", "m", "g", "t"].indexOf((bytes[1] || bytes[2] || " ")[0]) + 1;
        return { kind: "bytes", factor: 1024 ** power, per };
    }
    if (/\bbandwidth$|\bbits?\//.test(name)) {
        return { kind: "bits", factor: 1, per: "/s" };
    }
    if (/\bmilliseconds\b|\bms(ec)?\b/.test(name)) {
        return { kind: "seconds", factor: 0.001, per: "" };
    }
    if (/\bsec\/|\belapsed time|\bup ?time|\bseconds\b/.test(name)) {
        return { kind: "seconds", factor: 1, per: "" };
    }
    return { kind: "count", factor: 1, per };
}

const timeSteps = [[86400, "d"], [3600, "h"], [60, "min"], [1, "s"], [1e-3, "ms"], [1e-6, "\u00b5s"]];

// What a value is divided by to be written, and the symbol that follows it.
function scaleOf({ kind, factor, per }, value) {
    const size = Math.abs(value * factor);
    if (kind === "bytes" || kind === "bits") {
        const base = kind === "bytes" ? 1024 : 1000;
        const power = size < base ? 0 : Math.min(5, Math.floor(Math.log(size) / Math.log(base) + 1e-12));
        const prefix = ["", "k", "M", "G", "T", "P"][power];
        const symbol = kind === "bytes" ? `${prefix.toUpperCase()}${power > 0 ? "i" : ""}B` : `${prefix}bit`;
        return { divisor: base ** power / factor, symbol: symbol + per };
    }
    if (kind === "seconds") {
        // Two minutes are still 120 s.
        const step = size === 0 ? timeSteps[3]
            : timeSteps.find(([length]) => size >= length * (length >= 60 ? 2 : 1)) || timeSteps[5];
        return { divisor: step[0] / factor, symbol: step[1] };
    }
    return { divisor: 1, symbol: kind === "percent" ? "%" : per };
}

function grouped(text) {
    const [whole, ...rest] = text.split(/(?=[.e])/);
    return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...rest].join("");
}

// With as many digits as one takes in at a glance.
function shortDigits(number) {
    const size = Math.abs(number);
    if (Number.isInteger(number) && size < 1e15) {
        return String(number);
    }
    if (size >= 1e15 || size < 1e-5) {
        return number.toExponential(2);
    }
    const digits = size < 1 ? number.toPrecision(3) : number.toFixed(size >= 1000 ? 0 : size >= 10 ? 1 : 2);
    return size < 1 || Number(digits) === number ? String(Number(digits)) : digits;
}

// A value as it is written; what it is exactly, with all its digits, and whether these are more.
// @param isBrief without a symbol that all values of the counter share
function shownValue(unit, value, isBrief = false) {
    if (value === undefined || value !== value) {
        return { text: "", exact: "", isRounded: false };
    }
    const { divisor, symbol } = scaleOf(unit, value);
    const digits = shortDigits(value / divisor);
    const hasSymbol = symbol !== "" && !(isBrief && (unit.kind === "percent" || unit.kind === "count"));
    const base = { percent: "%", bytes: `${["", "Ki", "Mi", "Gi", "Ti"][Math.round(Math.log2(unit.factor) / 10)]}B${unit.per}`,
        bits: "bit/s", seconds: unit.factor === 1 ? "s" : "ms", count: unit.per }[unit.kind];
    return {
        text: grouped(digits) + (hasSymbol ? `\u00a0${symbol}` : ""),
        exact: `${grouped(String(value))} ${base}`.trim(),
        isRounded: Math.abs(Number(digits) * divisor - value) > Math.abs(value) * 1e-14,
    };
}

// Of an axis. Large numbers without a unit have a letter, lest they be too wide.
function axisLabel(unit, value) {
    const { divisor, symbol } = scaleOf(unit, value);
    const letter = unit.kind !== "count" ? undefined
        : [[1e15, "P"], [1e12, "T"], [1e9, "G"], [1e6, "M"]].find(([size]) => Math.abs(value) >= size);
    const number = Number((value / (letter ? letter[0] : divisor)).toPrecision(6));
    const text = Math.abs(number) < 1e-5 && number !== 0 ? number.toExponential() : grouped(String(number));
    return [text + (letter ? `\u00a0${letter[1]}` : ""), symbol].filter(part => part !== "").join("\u00a0");
}

// The distances that ticks of an axis may have; undefined: decimal ones.
function tickSteps({ kind, factor }) {
    const powers = (from, to, make) => Array.from({ length: to - from }, (_, i) => make(from + i)).flat();
    if (kind === "bytes") {
        return powers(-10, 60, power => 2 ** power);
    }
    if (kind === "seconds") {
        const seconds = [...powers(-9, 1, power => [1, 2, 5].map(digit => Number(`${digit}e${power}`))), 10, 20, 30, 60, 120, 300,
            600, 1200, 1800, 3600, 7200, 14400, 21600, 43200, ...powers(0, 24, power => 86400 * 2 ** power)];
        return seconds.map(step => step / factor);
    }
    return undefined;
}

// The end of an axis: a percentage has 0 to 100, unless a value is beyond or it is fitted to the values; what is
// not negative begins at 0, unless it varies little.
function axisRange({ kind }, low, high, isFitted) {
    if (!(low <= high)) {
        return kind === "percent" ? [0, 100] : [0, 1];
    }
    if (kind === "percent" && !isFitted) {
        return [Math.min(0, low), high > 100 ? high * 1.05 : 100];
    }
    const span = high - low || Math.abs(high) || 1;
    const isFromZero = low >= 0 && low < 0.6 * high;
    return [isFromZero || (low === 0 && high === 0) ? 0 : low - 0.1 * span, high + 0.1 * span];
}
