// samples/node, on the values of known_values.json where PDH_SHIM_SOURCE says so, else on those of this machine.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { PdhError, Query, readLog } from './index.js';

const TOTAL = '\\Processor(_Total)\\% Processor Time';
const EACH = '\\Processor(*)\\% Processor Time';
const WIDGETS = '\\Widget(*)\\Items/sec';
const NO_COUNTER = 0xc0000bb9;

function keepBusy(milliseconds) {
    const start = process.cpuUsage();
    while (process.cpuUsage(start).user < milliseconds * 1000);
}

function checkKnown(query) {
    const [total, each, widgets] = [TOTAL, EACH, WIDGETS].map((path) => query.add(path));
    query.collect();
    assert.equal(total.value(), null);
    assert.equal(each.values().size, 0);
    query.collect();
    assert.equal(total.value(), 50);
    assert.deepEqual(Object.fromEntries(each.values()), { 0: 25, 1: 75, _Total: 50 });
    assert.deepEqual(Object.fromEntries(widgets.values()), { plain: 3, 'Gr\u00f6\u00dfe \u{1f680}': 12345678901 });
    query.add('\\Widget(gr\u00f6\u00dfe \u{1f680})\\Items/sec').remove();
    assert.throws(() => query.add('\\Widget(plain)\\None'),
        (error) => error instanceof PdhError && error.status === NO_COUNTER);
}

function checkMissingInstance() {
    const query = new Query();
    const missing = query.add('\\Processor(nobody)\\% Processor Time');
    query.collect();
    query.collect();
    assert.equal(missing.value(), null);
    query.close();
}

function checkLive(query) {
    const [total, each] = [TOTAL, EACH].map((path) => query.add(path));
    query.collect();
    keepBusy(200);
    query.collect();
    assert.ok(total.value() > 0 && total.value() <= 100, `${total.value()}`);
    const values = each.values();
    assert.equal(values.get('_Total'), total.value());
    assert.ok(values.size >= 2);
    for (const value of values.values()) {
        assert.ok(value >= 0 && value <= 100, `${value}`);
    }
}

function checkLog() {
    const [a, b] = ['\\\\M\\Widget(a)\\Depth', '\\\\M\\Widget(b)\\Depth'];
    const rows = Array.from({ length: 100_000 }, (_, row) => {
        const time = new Date(Date.UTC(2026, 0, 2, 0, 0, row)).toISOString();
        const [year, month, day] = time.slice(0, 10).split('-');
        return `"${month}/${day}/${year} ${time.slice(11, 23)}","${row}","${row % 2 === 0 ? ' ' : '7'}"\r\n`;
    });
    writeFileSync('read.csv', `"(PDH-CSV 4.0) (East)(-60)","${a}","${b}"\r\n${rows.join('')}`);
    const { times, isUtc, loss, columns } = readLog('read.csv', '\\Widget(*)\\Depth');
    assert.deepEqual([...columns.keys()], [a, b]);
    assert.ok(isUtc);
    assert.equal(times.length, 100_000);
    assert.equal(times[99_999].toISOString(), new Date(Date.UTC(2026, 0, 1, 23, 0, 99_999)).toISOString());
    assert.equal(columns.get(a).reduce((sum, value) => sum + value, 0), (100_000 * 99_999) / 2);
    assert.ok(Number.isNaN(columns.get(b)[0]));
    assert.equal(columns.get(b)[1], 7);
    assert.equal(loss, 0);
    writeFileSync('damaged.csv', `"(PDH-CSV 4.0)","${a}"\r\n"no time","1"\r\n"01/01/2026 00:00:00.000","2"\r\n`);
    const damaged = readLog('damaged.csv', a);
    assert.notEqual(damaged.loss, 0);
    assert.deepEqual([...damaged.columns.get(a)], [2]);
    assert.equal(damaged.isUtc, false);
    assert.throws(() => readLog('none.csv', '\\Widget(*)\\Depth'), PdhError);
    assert.throws(() => readLog('', TOTAL), /empty/);
}

function checkReadme() {
    const rows = Array.from({ length: 200_000 }, (_, row) => {
        const time = new Date(Date.UTC(2026, 0, 2, 0, 0, row)).toISOString();
        return `"01/0${time.slice(9, 10)}/2026 ${time.slice(11, 23)}","${row === 7 ? 90 : row % 50}"\r\n`;
    });
    writeFileSync('server.blg', `"(PDH-CSV 4.0)","\\\\M\\Processor(0)\\% Processor Time"\r\n${rows.join('')}`);
    const [, program] = /^```js\n(.*?)^```$/ms.exec(readFileSync('README.md', 'utf8'));
    const printed = [];
    new Function('readLog', 'console', program)(readLog, { log: (...texts) => printed.push(texts) });
    assert.deepEqual(printed, [['\\\\M\\Processor(0)\\% Processor Time', 90]]);
}

checkMissingInstance();
checkLog();
checkReadme();
const query = new Query();
if ((process.env.PDH_SHIM_SOURCE ?? '').startsWith('script:')) {
    checkKnown(query);
} else {
    checkLive(query);
}
query.close();
query.close();
assert.throws(() => query.collect(), /closed/);
