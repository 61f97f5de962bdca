// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Stands for the libgcc_s_dw2-1.dll of a program: it takes exception tables, which nobody but its own code
// looks at.
__declspec(dllexport) void __register_frame_info(const void* tables, void* object) {
    (void)tables;
    (void)object;
}

__declspec(dllexport) void* __deregister_frame_info(const void* tables) {
    (void)tables;
    return (void*)0;
}
