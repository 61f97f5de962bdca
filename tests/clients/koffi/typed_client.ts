// Compiled, not run: the types of samples/node say what the module has, and refuse what it has not.

import { Counter, PdhError, Query, readLog } from './index.js';

const query: Query = new Query();
const log: Query = new Query('server.blg');
const counter: Counter = query.add('\\Processor(*)\\% Processor Time');
query.collect();
const total: number | null = counter.value();
for (const [name, value] of counter.values()) {
    const line: string = `${name}: ${value.toFixed(2)}`;
    void line;
}
counter.remove();
const { times, columns } = readLog('server.blg', '\\Processor(*)\\% Processor Time');
const first: [Date, Float64Array | undefined] = [times[0], columns.get('\\Memory\\Available MBytes')];
log.close();
try {
    query.checkOpen();
} catch (error) {
    if (error instanceof PdhError) {
        const told: [string, number] = [error.call, error.status];
        void told;
    }
}

// @ts-expect-error: there may be no value
const certain: number = counter.value();
// @ts-expect-error: a path is a text
query.add(7);
// @ts-expect-error: only a query makes counters
new Counter();
void [total, certain, first];
