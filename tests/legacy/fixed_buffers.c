// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
/* Buffers of a fixed size on the stack, as in samples of the nineties. */
#include <windows.h>
#include <stdio.h>
#include <string.h>
#include <pdh.h>
#include <pdhmsg.h>

#define BUFSIZE 1024

int main(void)
{
    PDH_COUNTER_PATH_ELEMENTS_A elements;
    CHAR szPath[BUFSIZE], szSmall[8];
    BYTE infoBuffer[2 * BUFSIZE];
    PPDH_COUNTER_INFO_A info = (PPDH_COUNTER_INFO_A)infoBuffer;
    DWORD dwSize;
    HQUERY hQuery;
    HCOUNTER hCounter;
    PDH_STATUS ret;

    ZeroMemory(&elements, sizeof(elements));
    elements.szObjectName = "Processor";
    elements.szInstanceName = "_Total";
    elements.szCounterName = "% Processor Time";
    elements.dwInstanceIndex = (DWORD)-1;
    dwSize = sizeof(szPath);
    ret = PdhMakeCounterPathA(&elements, szPath, &dwSize, 0);
    printf("made: %ld %s (%lu)\n", ret, szPath, dwSize);
    dwSize = sizeof(szSmall);
    ret = PdhMakeCounterPathA(&elements, szSmall, &dwSize, 0);
    printf("too small: %s\n", ret == (PDH_STATUS)PDH_MORE_DATA ? "more data" : "?");

    PdhOpenQueryA(NULL, 77, &hQuery);
    PdhAddCounterA(hQuery, szPath, 1234, &hCounter);
    dwSize = sizeof(infoBuffer);
    ret = PdhGetCounterInfoA(hCounter, FALSE, &dwSize, info);
    if (ret == ERROR_SUCCESS) {
        printf("object: %s\ninstance: %s\ncounter: %s\n", info->szObjectName, info->szInstanceName,
            info->szCounterName);
        printf("type: 0x%08lX, user data: %Iu and %Iu\n", info->dwType, (SIZE_T)info->dwUserData,
            (SIZE_T)info->dwQueryUserData);
    }
    if (PdhValidatePathA(szPath) == ERROR_SUCCESS)
        printf("valid\n");
    if (PdhValidatePathA("\\System\\Nothing of this name") != ERROR_SUCCESS)
        printf("not valid\n");
    PdhCloseQuery(hQuery);
    return 0;
}
