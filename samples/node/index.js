// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Performance counters through libpdh of pdh-shim: its plain symbols, which take UTF-16 as Windows' pdh.dll does.

import process from 'node:process';
import koffi from 'koffi';

const PDH_MORE_DATA = 0x800007d2;
const PDH_NO_DATA = 0x800007d5;
const PDH_NO_MORE_DATA = 0xc0000bcc;
const PDH_FMT_DOUBLE = 0x200;
const NEW_DATA = 1; // the last CStatus that comes with a value
// Statuses of a value that is not there, or not yet; all others are failures of the call.
const NO_VALUE = new Set([
    0x800007d1, // PDH_CSTATUS_NO_INSTANCE
    PDH_NO_DATA,
    0x800007d6, // PDH_CALC_NEGATIVE_DENOMINATOR
    0x800007d7, // PDH_CALC_NEGATIVE_TIMEBASE
    0x800007d8, // PDH_CALC_NEGATIVE_VALUE
    0xc0000bba, // PDH_CSTATUS_INVALID_DATA
    0xc0000bc6, // PDH_INVALID_DATA
]);

const CounterValue = koffi.struct('PDH_FMT_COUNTERVALUE', { CStatus: 'uint32', doubleValue: 'double' });
const CounterValueItem = koffi.struct('PDH_FMT_COUNTERVALUE_ITEM_W', { szName: 'str16', FmtValue: CounterValue });

const library = koffi.load(process.platform === 'win32' ? 'pdh.dll' : 'libpdh.so.0');
const PdhOpenQueryW = library.func('uint32 PdhOpenQueryW(str16 source, uintptr user, _Out_ void **query)');
const PdhCloseQuery = library.func('uint32 PdhCloseQuery(void *query)');
const PdhAddCounterW = library.func(
    'uint32 PdhAddCounterW(void *query, str16 path, uintptr user, _Out_ void **counter)');
const PdhAddEnglishCounterW = library.func(
    'uint32 PdhAddEnglishCounterW(void *query, str16 path, uintptr user, _Out_ void **counter)');
const PdhRemoveCounter = library.func('uint32 PdhRemoveCounter(void *counter)');
const PdhCollectQueryData = library.func('uint32 PdhCollectQueryData(void *query)');
const PdhGetFormattedCounterValue = library.func(
    'uint32 PdhGetFormattedCounterValue(void *counter, uint32 format, void *type, _Out_ PDH_FMT_COUNTERVALUE *value)');
const PdhGetFormattedCounterArrayW = library.func(
    'uint32 PdhGetFormattedCounterArrayW(void *counter, uint32 format, _Inout_ uint32 *size, ' +
        '_Out_ uint32 *count, void *items)');

const PdhExpandWildCardPathW = library.func(
    'uint32 PdhExpandWildCardPathW(str16 source, str16 path, void *paths, _Inout_ uint32 *size, uint32 flags)');

export class PdhError extends Error {
    constructor(call, status) {
        super(`${call} failed with status 0x${status.toString(16)}`);
        this.name = 'PdhError';
        this.call = call;
        this.status = status;
    }
}

function check(call, status) {
    if (status !== 0) {
        throw new PdhError(call, status);
    }
}

// Whether there is a value behind the status of a call.
function hasValue(call, status) {
    if (NO_VALUE.has(status)) {
        return false;
    }
    check(call, status);
    return true;
}

export class Counter {
    #query;
    #handle;

    constructor(query, handle, path) {
        this.#query = query;
        this.#handle = handle;
        this.path = path;
    }

    // For calls of the library that this file lacks.
    handle() {
        this.#query.checkOpen();
        return this.#handle;
    }

    value() {
        this.#query.checkOpen();
        const value = {};
        const status = PdhGetFormattedCounterValue(this.#handle, PDH_FMT_DOUBLE, null, value);
        return hasValue('PdhGetFormattedCounterValue', status) ? value.doubleValue : null;
    }

    values() {
        this.#query.checkOpen();
        const size = [0];
        const count = [0];
        let buffer = null;
        let status;
        do {
            buffer = size[0] === 0 ? null : Buffer.alloc(size[0]);
            status = PdhGetFormattedCounterArrayW(this.#handle, PDH_FMT_DOUBLE, size, count, buffer);
        } while (status === PDH_MORE_DATA);
        if (!hasValue('PdhGetFormattedCounterArrayW', status)) {
            return new Map();
        }
        const items = koffi.decode(buffer, koffi.array(CounterValueItem, count[0]));
        return distinct(items.filter((item) => item.FmtValue.CStatus <= NEW_DATA));
    }

    remove() {
        this.#query.checkOpen();
        check('PdhRemoveCounter', PdhRemoveCounter(this.#handle));
    }
}

// Further instances of a name are name#1, name#2...
function distinct(items) {
    const seen = new Map();
    const values = new Map();
    for (const { szName, FmtValue } of items) {
        const before = seen.get(szName) ?? 0;
        seen.set(szName, before + 1);
        values.set(before === 0 ? szName : `${szName}#${before}`, FmtValue.doubleValue);
    }
    return values;
}

export class Query {
    #handle;
    #add;

    constructor(log = null) {
        const query = [null];
        check('PdhOpenQueryW', PdhOpenQueryW(log, 0, query));
        this.#handle = query[0];
        this.#add = log === null ? PdhAddEnglishCounterW : PdhAddCounterW;
    }

    // For calls of the library that this file lacks.
    handle() {
        this.checkOpen();
        return this.#handle;
    }

    checkOpen() {
        if (this.#handle === null) {
            throw new Error('the query is closed');
        }
    }

    add(path) {
        this.checkOpen();
        const counter = [null];
        check('PdhAddCounterW', this.#add(this.#handle, path, 0, counter));
        return new Counter(this, counter[0], path);
    }

    collect() {
        this.checkOpen();
        const status = PdhCollectQueryData(this.#handle);
        if (status !== PDH_NO_DATA) { // a sample in which the only counter has no value
            check('PdhCollectQueryData', status);
        }
    }

    close() {
        if (this.#handle !== null) {
            const handle = this.#handle;
            this.#handle = null;
            check('PdhCloseQuery', PdhCloseQuery(handle));
        }
    }
}

const CELLS_OF_CALL = 1 << 17; // 1 MiB of values
const UNKNOWN_BIAS = -0x80000000; // PDH_SHIM_BIAS_UNKNOWN
const TICKS_OF_MINUTE = 600_000_000n;
const MILLISECONDS_TO_1970 = 11_644_473_600_000;

export function readLog(log, ...paths) {
    if (!log) { // it would be this computer, which has no end
        throw new RangeError('the name of the log is empty');
    }
    const query = new Query(log);
    try {
        const names = [...new Set(paths.flatMap((path) => (path.includes('*') ? expand(log, path) : [path])))];
        const { parts, loss } = collected(query, names);
        return { ...columnsOf(names, parts), loss };
    } finally {
        query.close();
    }
}

function expand(log, path) {
    const size = [0];
    let buffer = null;
    let status;
    do {
        buffer = size[0] === 0 ? null : Buffer.alloc(2 * size[0]);
        status = PdhExpandWildCardPathW(log, path, buffer, size, 0);
    } while (status === PDH_MORE_DATA);
    check('PdhExpandWildCardPathW', status);
    if (buffer === null) { // nothing matches
        return [];
    }
    return buffer.toString('utf16le').split('\0').filter((found) => found !== '');
}

// The records of a log in parts, each of some rows of values with their times.
function collected(query, names) {
    const collectValues = library.func(
        'uint32 pdh_shim_collect_values(void *query, void **counters, uint32 counter_count, uint32 format, ' +
            'uint32 max_records, void *values, void *statuses, void *raw_values, void *times, void *biases, ' +
            '_Out_ uint32 *records)');
    const handles = names.map((name) => query.add(name).handle());
    const most = Math.max(1, Math.floor(CELLS_OF_CALL / Math.max(1, names.length)));
    const parts = [];
    const collect = () => {
        const values = new Float64Array(most * names.length);
        const [times, biases, records] = [new BigInt64Array(most), new Int32Array(most), [0]];
        const status = collectValues(
            query.handle(), handles, names.length, PDH_FMT_DOUBLE, most, values, null, null, times, biases, records);
        parts.push({ values, times, biases, records: records[0] });
        return status;
    };
    let status = 0;
    while (status === 0) {
        status = collect();
    }
    if (status === PDH_NO_MORE_DATA) {
        return { parts, loss: 0 };
    }
    // A loss is reported once, at the end of the log; any other failure again and again.
    if (collect() !== PDH_NO_MORE_DATA) {
        check('pdh_shim_collect_values', status);
    }
    return { parts, loss: status };
}

function columnsOf(names, parts) {
    const records = parts.reduce((sum, part) => sum + part.records, 0);
    const times = [];
    const columns = names.map(() => new Float64Array(records));
    let isUtc = true;
    for (const part of parts) {
        const before = times.length;
        for (let record = 0; record < part.records; ++record) {
            const bias = part.biases[record];
            isUtc &&= bias !== UNKNOWN_BIAS;
            const ticks = part.times[record] + (bias === UNKNOWN_BIAS ? 0n : BigInt(bias) * TICKS_OF_MINUTE);
            times.push(new Date(Number(ticks / 10_000n) - MILLISECONDS_TO_1970));
            columns.forEach((column, place) => {
                column[before + record] = part.values[record * names.length + place];
            });
        }
    }
    return { times, isUtc, columns: new Map(names.map((name, place) => [name, columns[place]])) };
}
