// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#pragma once

// NOLINTBEGIN(modernize-deprecated-headers,readability-identifier-naming): it is for C too

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The pipe `winreg` of Windows hosts, by Samba's client libraries: all that is done with them, since some of
   their headers are for C only. One thread. Statuses are Samba's NTSTATUS, 0 for success. */

#ifdef __cplusplus
extern "C" {
#endif

struct tevent_context;
struct samba_client;
struct samba_pipe;

struct samba_host {
    const char* name;    /* in service names of Kerberos */
    const char* address; /* a name or an address */
    uint16_t port;
    bool is_kerberos;
    const char* ccache; /* of Kerberos; "" = the default one, NULL: it may not be used */
    const char* user;   /* of NTLM, as the next two */
    const char* domain;
    const char* password; /* NULL: it cannot be read */
    bool is_sealed;
};

/* What happened before the network was used; else the status says it. */
enum samba_problem { samba_no_problem, samba_no_password, samba_no_ticket, samba_unknown_library };

struct samba_failure {
    uint32_t status;
    enum samba_problem problem;
    const char* detail; /* may be empty */
};

/* NULL if there is no memory. */
struct samba_client* samba_client_new(struct tevent_context* events);

/* Begins to connect; `connected` is called later, once. NULL if there is no memory. */
struct samba_pipe* samba_pipe_connect(struct samba_client* client, const struct samba_host* host,
    void (*connected)(void* argument, const struct samba_failure* failure), void* argument);

/* One call at a time, once it is connected; `answered` is called later, once. The bytes last until it
   returns. An answer has at most so many bytes as `room`, and some around them. False if there is no memory.
 */
bool samba_pipe_call(struct samba_pipe* pipe, uint16_t number, const uint8_t* request, size_t size,
    size_t room,
    void (*answered)(void* argument, const struct samba_failure* failure, const uint8_t* answer, size_t size),
    void* argument);

/* No callback is called after it. May be called by one. */
void samba_pipe_close(struct samba_pipe* pipe);

#ifdef __cplusplus
}
#endif

// NOLINTEND(modernize-deprecated-headers,readability-identifier-naming)
