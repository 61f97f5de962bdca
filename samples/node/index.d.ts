/** A call of libpdh has failed. */
export class PdhError extends Error {
    private constructor();
    /** The function, as pdh.h names it. */
    readonly call: string;
    /** What it returned: a code of pdhmsg.h. */
    readonly status: number;
}

/** A counter of a query. */
export class Counter {
    private constructor();
    readonly path: string;
    /** The value of the newest sample; null while there is none. A rate has one from the second sample on. */
    value(): number | null;
    /** Values by instance, without instances that have none. Further instances of a name are name#1, name#2... */
    values(): Map<string, number>;
    /** Removes it from its query. */
    remove(): void;
    /** For calls of the library that this module lacks. */
    handle(): unknown;
}

/** Counters that are sampled together. */
export class Query {
    /** Opens a query on this computer, or on a log file. */
    constructor(log?: string | null);
    /** Adds a counter: by its English name on this computer, by the log's name in a log. `*` is a wildcard. */
    add(path: string): Counter;
    /** Takes a sample of all counters, or reads the next one of the log. */
    collect(): void;
    /** Closes the query. Using it, or its counters, throws from then on; closing it again does nothing. */
    close(): void;
    /** Throws if the query is closed. */
    checkOpen(): void;
    /** For calls of the library that this module lacks. */
    handle(): unknown;
}

/** A log, as columns. */
export interface LogColumns {
    /** The time of each record. */
    readonly times: Date[];
    /** Whether the log says its zone. If it does not, a Date shows local time as if it were UTC. */
    readonly isUtc: boolean;
    /** 0, or the status that says what a damaged log has lost; the columns have the rest. */
    readonly loss: number;
    /** A value for each record, by path; NaN where there is none. */
    readonly columns: Map<string, Float64Array>;
}

/**
 * Reads the counters of a log, many records in each call. The paths may have wildcards. Throws a RangeError if the
 * name is empty, which would be this computer. Not with Windows' own pdh.dll.
 */
export function readLog(log: string, ...paths: string[]): LogColumns;
