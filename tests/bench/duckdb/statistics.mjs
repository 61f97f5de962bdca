// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Minimum, maximum and mean of each column of a CSV log, by DuckDB on one thread. Prints the seconds of processor time that
// the query took, without the start of the program.
// Usage: node statistics.mjs LOG
import { DuckDBInstance } from '@duckdb/node-api';

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
await connection.run('SET threads=1');
const columns = 'COLUMNS(c -> c NOT LIKE \'(PDH-CSV%\')';
const before = process.cpuUsage();
const result = await connection.runAndReadAll(
    `SELECT min(${columns}), max(${columns}), avg(${columns}) FROM read_csv('${process.argv[2]}', header = true)`);
const used = process.cpuUsage(before);
if (result.columnCount % 3 !== 0 || result.columnCount === 0) {
    throw new Error(`${result.columnCount} results`);
}
console.log((used.user + used.system) / 1e6);
