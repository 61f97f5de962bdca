// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

/* Samba's public headers, in the order and with the declarations that they need. */

/* clang-format off */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/time.h>
#include <sys/types.h>
#include <time.h>

#include <talloc.h>
#include <tevent.h>
#include <util/data_blob.h>
#include <core/ntstatus.h>
#include <gen_ndr/misc.h>
#include <ndr.h>
#include <param.h>

/* Of libsmb, whose header is not public. */
enum smb_signing_setting {
    SMB_SIGNING_IPC_DEFAULT = -2,
    SMB_SIGNING_DEFAULT = -1,
    SMB_SIGNING_OFF = 0,
    SMB_SIGNING_IF_REQUIRED = 1,
    SMB_SIGNING_DESIRED = 2,
    SMB_SIGNING_REQUIRED = 3
};

/* Of Samba 4.22 (Debian 13) the limit of an answer is in what dcerpc.h otherwise calls `internal`. */
#define SOURCE4_LIBRPC_INTERNALS

#include <credentials.h>
#include <dcerpc.h>
#include <rpc_common.h>
/* clang-format on */
