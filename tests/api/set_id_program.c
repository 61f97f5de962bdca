// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Calls each function that opens a database or an archive by its name, and prints the statuses. Started by
   set_id_test.py, with the rights of another user or without.

   usage: set_id_program LOG DATABASE|LOG NAME */
#include <pdh.h>
#include <pdh_shim/control.h>

#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>

static void print(const char* function, PDH_STATUS status) {
    printf("%s %08X\n", function, (unsigned)status);
    fflush(stdout);
}

static void open_log(const char* name) {
    PDH_HQUERY query = NULL;
    PDH_HCOUNTER counter = NULL;
    PDH_HLOG log = NULL;
    DWORD type = 0;
    DWORD size = 0;
    DWORD one = sizeof(PDH_TIME_INFO);
    PDH_TIME_INFO times;
    print("PdhOpenQuery", PdhOpenQueryA(name, 0, &query));
    print("PdhBindInputDataSource", PdhBindInputDataSourceA(&log, name));
    print("PdhOpenLog to read",
        PdhOpenLogA(name, PDH_LOG_READ_ACCESS | PDH_LOG_OPEN_EXISTING, &type, NULL, 0, NULL, &log));
    print("PdhGetLogFileType", PdhGetLogFileTypeA(name, &type));
    print("PdhGetDataSourceTimeRange", PdhGetDataSourceTimeRangeA(name, &size, &times, &one));
    size = 0;
    print("PdhEnumObjects", PdhEnumObjectsA(name, NULL, NULL, &size, PERF_DETAIL_WIZARD, TRUE));
    if (PdhOpenQueryA(NULL, 0, &query) != ERROR_SUCCESS ||
        PdhAddEnglishCounterA(query, "\\System\\Processes", 0, &counter) != ERROR_SUCCESS) {
        printf("there is no query to write\n");
        return;
    }
    if (strncmp(name, "SQL:", 4) == 0) {
        type = PDH_LOG_TYPE_SQL;
        print("PdhOpenLog to write",
            PdhOpenLogA(name, PDH_LOG_WRITE_ACCESS | PDH_LOG_CREATE_ALWAYS, &type, query, 0, NULL, &log));
    }
}

static void use_database(const char* name) {
    DWORD size = 0;
    print("PdhEnumLogSetNames", PdhEnumLogSetNamesA(name, NULL, &size));
    print("PdhVerifySQLDB", PdhVerifySQLDBA(name));
    print("PdhCreateSQLTables", PdhCreateSQLTablesA(name));
}

int main(int count, char** arguments) {
    if (count != 4) {
        return 2;
    }
    printf("AT_SECURE %lu\n", getauxval(AT_SECURE));
    pdh_shim_set_log("warning", arguments[1]);
    if (strcmp(arguments[2], "DATABASE") == 0) {
        use_database(arguments[3]);
    } else if (strcmp(arguments[2], "SOURCE") == 0) {
        print("pdh_shim_set_sources", pdh_shim_set_sources(arguments[3]));
    } else {
        open_log(arguments[3]);
    }
    return 0;
}
