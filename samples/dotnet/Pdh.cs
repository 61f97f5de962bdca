// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Performance counters through pdh.dll, or libpdh of pdh-shim. README.md says how the runtime finds it.
using System;
using System.Collections.Generic;
using System.Runtime.InteropServices;

namespace PdhShim
{
    /// <summary>A call of PDH has failed.</summary>
    public sealed class PdhException : Exception
    {
        /// <summary>What the function returned: a code of pdhmsg.h.</summary>
        public uint Status { get; private set; }

        internal PdhException(string call, uint status) : base(string.Format("{0} failed with status 0x{1:X8}", call, status))
        {
            Status = status;
        }
    }

    /// <summary>Counters that are sampled together, of this computer or of a log file.</summary>
    public sealed class Query : IDisposable
    {
        private readonly QueryHandle handle;
        private readonly bool isLog;

        /// <param name="log">a log file, or null for this computer</param>
        public Query(string log = null)
        {
            isLog = log != null;
            Native.Check("PdhOpenQuery", Native.PdhOpenQuery(log, IntPtr.Zero, out handle));
        }

        /// <summary>Adds a counter: by its English name on this computer, by the log's name in a log.</summary>
        public Counter Add(string path)
        {
            IntPtr counter;
            Native.Check("PdhAddCounter", isLog
                ? Native.PdhAddCounter(handle, path, IntPtr.Zero, out counter)
                : Native.PdhAddEnglishCounter(handle, path, IntPtr.Zero, out counter));
            return new Counter(handle, counter, path);
        }

        /// <summary>Takes a sample of all counters, or reads the next one of the log.</summary>
        public void Collect()
        {
            uint status = Native.PdhCollectQueryData(handle);
            if (status != Native.PDH_NO_DATA) // a sample in which the only counter has no value
            {
                Native.Check("PdhCollectQueryData", status);
            }
        }

        /// <summary>Closes the query and its counters, which throw ObjectDisposedException from then on.</summary>
        public void Dispose()
        {
            handle.Dispose();
        }
    }

    /// <summary>A counter of a query.</summary>
    public sealed class Counter
    {
        private readonly QueryHandle query;
        private readonly IntPtr handle;

        /// <summary>The path that it was added with.</summary>
        public string Path { get; private set; }

        internal Counter(QueryHandle query, IntPtr handle, string path)
        {
            this.query = query;
            this.handle = handle;
            Path = path;
        }

        /// <summary>The value of the newest sample; null while there is none. A rate has one from the second sample on.</summary>
        public double? Value()
        {
            CheckOpen();
            Native.CounterValue value;
            uint status = Native.PdhGetFormattedCounterValue(handle, Native.PDH_FMT_DOUBLE, IntPtr.Zero, out value);
            return Native.HasValue("PdhGetFormattedCounterValue", status) ? value.doubleValue : (double?)null;
        }

        /// <summary>Values by instance, without those that have none. Further instances of a name are name#1, name#2...</summary>
        public Dictionary<string, double> Values()
        {
            CheckOpen();
            uint size = 0;
            while (true)
            {
                IntPtr buffer = Marshal.AllocHGlobal((int)Math.Max(size, 1));
                try
                {
                    uint count;
                    uint status = Native.PdhGetFormattedCounterArray(handle, Native.PDH_FMT_DOUBLE, ref size, out count, buffer);
                    if (status != Native.PDH_MORE_DATA)
                    {
                        bool has = Native.HasValue("PdhGetFormattedCounterArray", status);
                        return has ? Read(buffer, count) : new Dictionary<string, double>();
                    }
                }
                finally
                {
                    Marshal.FreeHGlobal(buffer);
                }
            }
        }

        private static Dictionary<string, double> Read(IntPtr buffer, uint count)
        {
            var values = new Dictionary<string, double>();
            var seen = new Dictionary<string, int>();
            int step = Marshal.SizeOf(typeof(Native.CounterValueItem));
            for (int i = 0; i < count; ++i)
            {
                var item = (Native.CounterValueItem)Marshal.PtrToStructure(
                    new IntPtr(buffer.ToInt64() + (long)i * step), typeof(Native.CounterValueItem));
                if (item.value.CStatus > Native.PDH_CSTATUS_NEW_DATA)
                {
                    continue;
                }
                int before;
                seen.TryGetValue(item.name, out before);
                seen[item.name] = before + 1;
                values[before == 0 ? item.name : item.name + "#" + before] = item.value.doubleValue;
            }
            return values;
        }

        /// <summary>Removes it from its query.</summary>
        public void Remove()
        {
            CheckOpen();
            Native.Check("PdhRemoveCounter", Native.PdhRemoveCounter(handle));
        }

        private void CheckOpen()
        {
            if (query.IsClosed)
            {
                throw new ObjectDisposedException("Query");
            }
        }
    }

    /// <summary>A log, as columns.</summary>
    public sealed class LogColumns
    {
        private const int CellsOfCall = 1 << 17; // 1 MiB of values
        private const int UnknownBias = int.MinValue; // PDH_SHIM_BIAS_UNKNOWN

        /// <summary>The time of each record: UTC, or of unspecified kind and local if the log does not say its zone.</summary>
        public List<DateTime> Times { get; private set; }

        /// <summary>A value for each record, by path; NaN where there is none.</summary>
        public Dictionary<string, List<double>> Columns { get; private set; }

        /// <summary>0, or the status that says what a damaged log has lost; the columns have the rest.</summary>
        public uint Loss { get; private set; }

        /// <summary>Reads the counters of a log, many records in each call. Not with Windows' own pdh.dll.</summary>
        public static LogColumns Read(string log, params string[] paths)
        {
            if (string.IsNullOrEmpty(log)) // it would be this computer, which has no end
            {
                throw new ArgumentException("the name of the log is empty", "log");
            }
            QueryHandle query;
            Native.Check("PdhOpenQuery", Native.PdhOpenQuery(log, IntPtr.Zero, out query));
            using (query)
            {
                var counters = new IntPtr[paths.Length];
                for (int i = 0; i < paths.Length; ++i)
                {
                    Native.Check("PdhAddCounter", Native.PdhAddCounter(query, paths[i], IntPtr.Zero, out counters[i]));
                }
                return new LogColumns(query, counters, paths);
            }
        }

        private LogColumns(QueryHandle query, IntPtr[] counters, string[] paths)
        {
            Times = new List<DateTime>();
            Columns = new Dictionary<string, List<double>>();
            foreach (string path in paths)
            {
                Columns.Add(path, new List<double>());
            }
            uint status = 0;
            while (status == 0)
            {
                status = Collect(query, counters, paths);
            }
            if (status == Native.PDH_NO_MORE_DATA)
            {
                return;
            }
            // A loss is reported once, at the end of the log; any other failure again and again.
            if (Collect(query, counters, paths) != Native.PDH_NO_MORE_DATA)
            {
                Native.Check("pdh_shim_collect_values", status);
            }
            Loss = status;
        }

        private uint Collect(QueryHandle query, IntPtr[] counters, string[] paths)
        {
            int most = Math.Max(1, CellsOfCall / Math.Max(1, paths.Length));
            var values = new double[most * paths.Length];
            var times = new long[most];
            var biases = new int[most];
            uint records;
            uint status = Native.pdh_shim_collect_values(query, counters, (uint)counters.Length, Native.PDH_FMT_DOUBLE,
                (uint)most, values, null, null, times, biases, out records);
            for (int record = 0; record < records; ++record)
            {
                DateTime time = DateTime.FromFileTimeUtc(times[record]);
                bool isKnown = biases[record] != UnknownBias;
                Times.Add(isKnown ? time.AddMinutes(biases[record]) : DateTime.SpecifyKind(time, DateTimeKind.Unspecified));
            }
            for (int column = 0; column < paths.Length; ++column)
            {
                List<double> cells = Columns[paths[column]];
                for (int record = 0; record < records; ++record)
                {
                    cells.Add(values[record * paths.Length + column]);
                }
            }
            return status;
        }
    }

    internal sealed class QueryHandle : SafeHandle
    {
        public QueryHandle() : base(IntPtr.Zero, true)
        {
        }

        public override bool IsInvalid
        {
            get { return handle == IntPtr.Zero; }
        }

        protected override bool ReleaseHandle()
        {
            return Native.PdhCloseQuery(handle) == 0;
        }
    }

#if NET5_0_OR_GREATER
    internal static class Resolver
    {
        // .NET knows no dllmap; elsewhere than on Windows it would look for a file that is called pdh.dll.
        [System.Runtime.CompilerServices.ModuleInitializer]
        internal static void Register()
        {
            NativeLibrary.SetDllImportResolver(typeof(Query).Assembly, (name, assembly, searchPath) =>
                name == "pdh.dll" && !OperatingSystem.IsWindows() ? NativeLibrary.Load("libpdh.so.0") : IntPtr.Zero);
        }
    }
#endif

    internal static class Native
    {
        public const uint PDH_FMT_DOUBLE = 0x00000200;
        public const uint PDH_MORE_DATA = 0x800007D2;
        public const uint PDH_NO_DATA = 0x800007D5;
        public const uint PDH_NO_MORE_DATA = 0xC0000BCC;
        public const uint PDH_CSTATUS_NEW_DATA = 1; // the last status that comes with a value

        // Statuses of a value that is not there, or not yet; all others are failures of the call.
        private static readonly HashSet<uint> noValue = new HashSet<uint>
        {
            0x800007D1, // PDH_CSTATUS_NO_INSTANCE
            PDH_NO_DATA,
            0x800007D6, // PDH_CALC_NEGATIVE_DENOMINATOR
            0x800007D7, // PDH_CALC_NEGATIVE_TIMEBASE
            0x800007D8, // PDH_CALC_NEGATIVE_VALUE
            0xC0000BBA, // PDH_CSTATUS_INVALID_DATA
            0xC0000BC6, // PDH_INVALID_DATA
        };

        public static void Check(string call, uint status)
        {
            if (status != 0)
            {
                throw new PdhException(call, status);
            }
        }

        public static bool HasValue(string call, uint status)
        {
            if (noValue.Contains(status))
            {
                return false;
            }
            Check(call, status);
            return true;
        }

        [StructLayout(LayoutKind.Explicit, Size = 16)]
        public struct CounterValue
        {
            [FieldOffset(0)] public uint CStatus;
            [FieldOffset(8)] public double doubleValue;
        }

        [StructLayout(LayoutKind.Sequential)]
        public struct CounterValueItem
        {
            [MarshalAs(UnmanagedType.LPWStr)] public string name;
            public CounterValue value;
        }

        [DllImport("pdh.dll", CharSet = CharSet.Unicode, EntryPoint = "PdhOpenQueryW")]
        public static extern uint PdhOpenQuery(string source, IntPtr userData, out QueryHandle query);

        [DllImport("pdh.dll")]
        public static extern uint PdhCloseQuery(IntPtr query);

        [DllImport("pdh.dll", CharSet = CharSet.Unicode, EntryPoint = "PdhAddCounterW")]
        public static extern uint PdhAddCounter(QueryHandle query, string path, IntPtr userData, out IntPtr counter);

        [DllImport("pdh.dll", CharSet = CharSet.Unicode, EntryPoint = "PdhAddEnglishCounterW")]
        public static extern uint PdhAddEnglishCounter(QueryHandle query, string path, IntPtr userData, out IntPtr counter);

        [DllImport("pdh.dll")]
        public static extern uint PdhRemoveCounter(IntPtr counter);

        [DllImport("pdh.dll")]
        public static extern uint PdhCollectQueryData(QueryHandle query);

        [DllImport("pdh.dll")]
        public static extern uint PdhGetFormattedCounterValue(IntPtr counter, uint format, IntPtr type, out CounterValue value);

        [DllImport("pdh.dll", CharSet = CharSet.Unicode, EntryPoint = "PdhGetFormattedCounterArrayW")]
        public static extern uint PdhGetFormattedCounterArray(
            IntPtr counter, uint format, ref uint size, out uint count, IntPtr items);

        [DllImport("pdh.dll")]
        public static extern uint pdh_shim_collect_values(QueryHandle query, IntPtr[] counters, uint counterCount, uint format,
            uint maxRecords, [Out] double[] values, [Out] int[] statuses, byte[] rawValues, [Out] long[] times, [Out] int[] biases,
            out uint records);
    }
}
