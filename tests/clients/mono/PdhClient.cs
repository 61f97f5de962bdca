// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// A program as they are written for .NET on Windows: PDH through P/Invoke, unchanged here. The runtime is told
// where pdh.dll is by a dllmap (run.sh).
//
// Usage: PdhClient.exe. With PDH_SHIM_SOURCE=script:.../known_values.json the values are compared with the known
// ones, else with what this machine can have.
using System;
using System.Collections.Generic;
using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text;

static class Pdh
{
    public const uint ERROR_SUCCESS = 0;
    public const uint PDH_MORE_DATA = 0x800007D2;
    public const uint PDH_INVALID_HANDLE = 0xC0000BBC;
    public const uint PDH_CSTATUS_NO_COUNTER = 0xC0000BB9;
    public const uint PDH_FMT_LONG = 0x00000100;
    public const uint PDH_FMT_DOUBLE = 0x00000200;
    public const uint PDH_FMT_LARGE = 0x00000400;

    [StructLayout(LayoutKind.Explicit)]
    public struct PDH_FMT_COUNTERVALUE
    {
        [FieldOffset(0)] public uint CStatus;
        [FieldOffset(8)] public int longValue;
        [FieldOffset(8)] public double doubleValue;
        [FieldOffset(8)] public long largeValue;
    }

    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    public struct PDH_FMT_COUNTERVALUE_ITEM
    {
        [MarshalAs(UnmanagedType.LPWStr)] public string szName;
        public PDH_FMT_COUNTERVALUE FmtValue;
    }

    [StructLayout(LayoutKind.Sequential)]
    public struct PDH_RAW_COUNTER
    {
        public uint CStatus;
        public System.Runtime.InteropServices.ComTypes.FILETIME TimeStamp;
        public long FirstValue;
        public long SecondValue;
        public uint MultiCount;
    }

    [DllImport("pdh.dll", CharSet = CharSet.Unicode)]
    public static extern uint PdhOpenQuery(string szDataSource, IntPtr dwUserData, out IntPtr phQuery);

    [DllImport("pdh.dll", CharSet = CharSet.Unicode)]
    public static extern uint PdhAddCounter(
        IntPtr hQuery, string szFullCounterPath, IntPtr dwUserData, out IntPtr phCounter);

    [DllImport("pdh.dll", CharSet = CharSet.Unicode)]
    public static extern uint PdhAddEnglishCounter(
        IntPtr hQuery, string szFullCounterPath, IntPtr dwUserData, out IntPtr phCounter);

    // As those declare it who want the 8-bit entry point.
    [DllImport("pdh.dll", CharSet = CharSet.Ansi, EntryPoint = "PdhAddCounterA", ExactSpelling = true)]
    public static extern uint PdhAddCounterAnsi(
        IntPtr hQuery, string szFullCounterPath, IntPtr dwUserData, out IntPtr phCounter);

    [DllImport("pdh.dll")]
    public static extern uint PdhCollectQueryData(IntPtr hQuery);

    [DllImport("pdh.dll")]
    public static extern uint PdhGetFormattedCounterValue(
        IntPtr hCounter, uint dwFormat, IntPtr lpdwType, out PDH_FMT_COUNTERVALUE pValue);

    [DllImport("pdh.dll")]
    public static extern uint PdhGetRawCounterValue(IntPtr hCounter, out uint lpdwType, out PDH_RAW_COUNTER pValue);

    [DllImport("pdh.dll", CharSet = CharSet.Unicode)]
    public static extern uint PdhGetFormattedCounterArray(
        IntPtr hCounter, uint dwFormat, ref uint lpdwBufferSize, out uint lpdwItemCount, IntPtr itemBuffer);

    [DllImport("pdh.dll", CharSet = CharSet.Unicode)]
    public static extern uint PdhExpandWildCardPath(string szDataSource, string szWildCardPath,
        [Out] char[] mszExpandedPathList, ref uint pcchPathListLength, uint dwFlags);

    [DllImport("pdh.dll", CharSet = CharSet.Unicode)]
    public static extern uint PdhLookupPerfNameByIndex(
        string szMachineName, uint dwNameIndex, StringBuilder szNameBuffer, ref uint pcchNameBufferSize);

    [DllImport("pdh.dll")]
    public static extern uint PdhRemoveCounter(IntPtr hCounter);

    [DllImport("pdh.dll")]
    public static extern uint PdhCloseQuery(IntPtr hQuery);
}

sealed class Query : IDisposable
{
    private IntPtr handle;

    public Query()
    {
        Check.Status("PdhOpenQuery", Pdh.ERROR_SUCCESS, Pdh.PdhOpenQuery(null, IntPtr.Zero, out handle));
    }

    public IntPtr Handle { get { return handle; } }

    public IntPtr Add(string path)
    {
        IntPtr counter;
        Check.Status(path, Pdh.ERROR_SUCCESS, Pdh.PdhAddEnglishCounter(handle, path, IntPtr.Zero, out counter));
        return counter;
    }

    public void Collect()
    {
        Check.Status("PdhCollectQueryData", Pdh.ERROR_SUCCESS, Pdh.PdhCollectQueryData(handle));
    }

    public static double Value(IntPtr counter)
    {
        Pdh.PDH_FMT_COUNTERVALUE value;
        Check.Status("PdhGetFormattedCounterValue", Pdh.ERROR_SUCCESS,
            Pdh.PdhGetFormattedCounterValue(counter, Pdh.PDH_FMT_DOUBLE, IntPtr.Zero, out value));
        Check.Equal("CStatus", 0u, value.CStatus);
        return value.doubleValue;
    }

    // Values by instance name.
    public static Dictionary<string, double> Values(IntPtr counter)
    {
        uint size = 0;
        uint count;
        Check.Status("PdhGetFormattedCounterArray", Pdh.PDH_MORE_DATA,
            Pdh.PdhGetFormattedCounterArray(counter, Pdh.PDH_FMT_DOUBLE, ref size, out count, IntPtr.Zero));
        IntPtr buffer = Marshal.AllocHGlobal((int)size);
        try
        {
            Check.Status("PdhGetFormattedCounterArray", Pdh.ERROR_SUCCESS,
                Pdh.PdhGetFormattedCounterArray(counter, Pdh.PDH_FMT_DOUBLE, ref size, out count, buffer));
            var values = new Dictionary<string, double>();
            int step = Marshal.SizeOf(typeof(Pdh.PDH_FMT_COUNTERVALUE_ITEM));
            for (int i = 0; i < count; ++i)
            {
                var item = (Pdh.PDH_FMT_COUNTERVALUE_ITEM)Marshal.PtrToStructure(
                    new IntPtr(buffer.ToInt64() + i * step), typeof(Pdh.PDH_FMT_COUNTERVALUE_ITEM));
                Check.Equal("CStatus of " + item.szName, 0u, item.FmtValue.CStatus);
                values[item.szName] = item.FmtValue.doubleValue;
            }
            return values;
        }
        finally
        {
            Marshal.FreeHGlobal(buffer);
        }
    }

    public static string[] Expand(string path)
    {
        uint size = 0;
        Check.Status("PdhExpandWildCardPath", Pdh.PDH_MORE_DATA,
            Pdh.PdhExpandWildCardPath(null, path, null, ref size, 0));
        var buffer = new char[size];
        Check.Status("PdhExpandWildCardPath", Pdh.ERROR_SUCCESS,
            Pdh.PdhExpandWildCardPath(null, path, buffer, ref size, 0));
        return new string(buffer).TrimEnd('\0').Split('\0');
    }

    public void Dispose()
    {
        Check.Status("PdhCloseQuery", Pdh.ERROR_SUCCESS, Pdh.PdhCloseQuery(handle));
        Check.Status("PdhCloseQuery again", Pdh.PDH_INVALID_HANDLE, Pdh.PdhCloseQuery(handle));
    }
}

static class Check
{
    public static void That(string what, bool holds)
    {
        if (!holds)
        {
            throw new Exception(what);
        }
    }

    public static void Equal<T>(string what, T expected, T actual)
    {
        That(string.Format("{0}: {1}, not {2}", what, actual, expected), Equals(expected, actual));
    }

    public static void Status(string call, uint expected, uint actual)
    {
        That(string.Format("{0}: 0x{1:X8}, not 0x{2:X8}", call, actual, expected), expected == actual);
    }
}

static class PdhClient
{
    const string Total = @"\Processor(_Total)\% Processor Time";
    const string Each = @"\Processor(*)\% Processor Time";

    static void CheckKnown(Query query)
    {
        const string rocket = "Gr\u00f6\u00dfe \U0001F680";
        IntPtr total = query.Add(Total);
        IntPtr each = query.Add(Each);
        IntPtr widgets = query.Add(@"\Widget(*)\Items/sec");
        IntPtr plain;
        IntPtr missing;
        Check.Status("PdhAddCounterA", Pdh.ERROR_SUCCESS,
            Pdh.PdhAddCounterAnsi(query.Handle, @"\Widget(plain)\Items/sec", IntPtr.Zero, out plain));
        Check.Status("a counter that does not exist", Pdh.PDH_CSTATUS_NO_COUNTER,
            Pdh.PdhAddCounter(query.Handle, @"\Widget(plain)\None", IntPtr.Zero, out missing));
        Check.Equal("its handle", IntPtr.Zero, missing);
        query.Collect();
        query.Collect();
        Check.Equal("total", 50.0, Query.Value(total));
        var values = Query.Values(each);
        Check.Equal("instances", 3, values.Count);
        Check.Equal("processor 0", 25.0, values["0"]);
        Check.Equal("processor 1", 75.0, values["1"]);
        Check.Equal(rocket, 12345678901.0, Query.Values(widgets)[rocket]);

        Pdh.PDH_FMT_COUNTERVALUE value;
        Check.Status("PDH_FMT_LONG", Pdh.ERROR_SUCCESS,
            Pdh.PdhGetFormattedCounterValue(plain, Pdh.PDH_FMT_LONG, IntPtr.Zero, out value));
        Check.Equal("PDH_FMT_LONG", 3, value.longValue);
        Check.Status("PDH_FMT_LARGE", Pdh.ERROR_SUCCESS,
            Pdh.PdhGetFormattedCounterValue(plain, Pdh.PDH_FMT_LARGE, IntPtr.Zero, out value));
        Check.Equal("PDH_FMT_LARGE", 3L, value.largeValue);
        Pdh.PDH_RAW_COUNTER raw;
        uint type;
        Check.Status("PdhGetRawCounterValue", Pdh.ERROR_SUCCESS, Pdh.PdhGetRawCounterValue(plain, out type, out raw));
        Check.Equal("PERF_COUNTER_BULK_COUNT", 0x10410500u, type);
        Check.Equal("FirstValue", 3L, raw.FirstValue);
        Check.Equal("SecondValue", 10000000L, raw.SecondValue);
        Check.Equal("MultiCount", 1u, raw.MultiCount);

        string[] paths = Query.Expand(@"\Widget(*)\*");
        Check.Equal("paths", 2, paths.Length);
        Check.That(paths[1], paths[1].EndsWith(@"\Widget(" + rocket + @")\Items/sec", StringComparison.Ordinal));
        Check.Status("PdhRemoveCounter", Pdh.ERROR_SUCCESS, Pdh.PdhRemoveCounter(plain));
    }

    static void CheckLive(Query query)
    {
        IntPtr total = query.Add(Total);
        IntPtr each = query.Add(Each);
        IntPtr free = query.Add(@"\Memory\Available Bytes");
        query.Collect();
        var busy = Stopwatch.StartNew();
        while (busy.ElapsedMilliseconds < 200)
        {
        }
        query.Collect();
        double share = Query.Value(total);
        Check.That("total: " + share, share > 0.0 && share <= 100.0);
        var values = Query.Values(each);
        Check.Equal("_Total", share, values["_Total"]);
        Check.Equal("paths", values.Count, Query.Expand(Each).Length);
        Check.That("Available Bytes", Query.Value(free) > 1e6);
    }

    static void CheckNames()
    {
        var name = new StringBuilder(256);
        uint size = 256;
        Check.Status("PdhLookupPerfNameByIndex", Pdh.ERROR_SUCCESS,
            Pdh.PdhLookupPerfNameByIndex(null, 238, name, ref size));
        Check.Equal("index 238", "Processor", name.ToString());
    }

    static int Main()
    {
        try
        {
            string source = Environment.GetEnvironmentVariable("PDH_SHIM_SOURCE") ?? "";
            using (var query = new Query())
            {
                if (source.StartsWith("script:", StringComparison.Ordinal))
                {
                    CheckKnown(query);
                }
                else
                {
                    CheckLive(query);
                }
            }
            CheckNames();
            return 0;
        }
        catch (Exception exception)
        {
            Console.Error.WriteLine(exception);
            return 1;
        }
    }
}
