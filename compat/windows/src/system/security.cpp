// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
// Security descriptors: made as programs make them, and read by nobody.
#include <windows.h>

namespace {

SECURITY_DESCRIPTOR* if_known(PSECURITY_DESCRIPTOR descriptor, DWORD revision) {
    if (revision != SECURITY_DESCRIPTOR_REVISION) {
        SetLastError(ERROR_UNKNOWN_REVISION);
        return nullptr;
    }
    return static_cast<SECURITY_DESCRIPTOR*>(descriptor);
}

} // namespace

BOOL WINAPI InitializeSecurityDescriptor(PSECURITY_DESCRIPTOR descriptor, DWORD revision) {
    SECURITY_DESCRIPTOR* const made = if_known(descriptor, revision);
    if (made == nullptr) {
        return FALSE;
    }
    *made = {};
    made->Revision = SECURITY_DESCRIPTOR_REVISION;
    return TRUE;
}

BOOL WINAPI SetSecurityDescriptorDacl(
    PSECURITY_DESCRIPTOR descriptor, BOOL present, PACL list, BOOL defaulted) {
    SECURITY_DESCRIPTOR* const known =
        if_known(descriptor, static_cast<SECURITY_DESCRIPTOR*>(descriptor)->Revision);
    if (known == nullptr) {
        return FALSE;
    }
    const unsigned others = known->Control & ~static_cast<unsigned>(SE_DACL_PRESENT | SE_DACL_DEFAULTED);
    const unsigned here = present == FALSE ? 0U : SE_DACL_PRESENT;
    const unsigned by_default = present == FALSE || defaulted == FALSE ? 0U : SE_DACL_DEFAULTED;
    known->Control = static_cast<SECURITY_DESCRIPTOR_CONTROL>(others | here | by_default);
    known->Dacl = present == FALSE ? nullptr : list;
    return TRUE;
}
