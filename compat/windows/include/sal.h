// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// Source annotations of Windows headers. They speak to Microsoft's analyser only, so here each is empty. Of
// the older spellings `__in`, `__out` and `__success` are left out: the C++ library uses those names itself.

#define _Analysis_assume_(expression)
#define _Check_return_
#define _In_
#define _In_opt_
#define _In_opt_z_
#define _In_range_(low, high)
#define _In_reads_(count)
#define _In_reads_bytes_(size)
#define _In_reads_bytes_opt_(size)
#define _In_reads_opt_(count)
#define _In_z_
#define _Inout_
#define _Inout_opt_
#define _Inout_updates_(count)
#define _Inout_updates_bytes_(size)
#define _Inout_updates_opt_(count)
#define _Inout_z_
#define _Must_inspect_result_
#define _Null_terminated_
#define _NullNull_terminated_
#define _Out_
#define _Out_opt_
#define _Out_writes_(count)
#define _Out_writes_bytes_(size)
#define _Out_writes_bytes_opt_(size)
#define _Out_writes_bytes_to_(size, used)
#define _Out_writes_bytes_to_opt_(size, used)
#define _Out_writes_opt_(count)
#define _Out_writes_opt_z_(count)
#define _Out_writes_to_(count, used)
#define _Out_writes_to_opt_(count, used)
#define _Out_writes_z_(count)
#define _Outptr_
#define _Outptr_opt_
#define _Outptr_result_maybenull_
#define _Post_invalid_
#define _Post_valid_
#define _Printf_format_string_
#define _Reserved_
#define _Ret_maybenull_
#define _Ret_notnull_
#define _Ret_z_
#define _Success_(expression)
#define _Use_decl_annotations_
#define _When_(expression, annotation)

// For the compiler: falling through to the next case is intended.
#define _Fallthrough_ __attribute__((fallthrough))
#define __fallthrough __attribute__((fallthrough))

#define __analysis_assume(expression)
#define __checkReturn
#define __in_bcount(size)
#define __in_ecount(count)
#define __in_opt
#define __inout
#define __inout_opt
#define __out_bcount(size)
#define __out_bcount_opt(size)
#define __out_ecount(count)
#define __out_ecount_opt(count)
#define __out_opt
