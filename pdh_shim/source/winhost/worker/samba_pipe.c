// Copyright (c) 2026 the pdh-shim authors. SPDX-License-Identifier: MIT
#include "source/winhost/worker/samba_pipe.h"

#include "source/winhost/worker/samba_headers.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Without authservices, signing and sealing read a NULL pointer. */
static const char* const service_names[] = {"host"};
static const struct ndr_interface_string_array services = {1, service_names};
static const struct ndr_interface_table winreg = {
    .authservices = &services,
    .name = "winreg",
    .syntax_id = {{0x338cd001, 0x2244, 0x31f1, {0xaa, 0xaa}, {0x90, 0x00, 0x38, 0x00, 0x10, 0x03}}, 1},
};

/* What Samba calls when a connection stands or has failed. Its public headers do not have this structure: its
   beginning has been the same since Samba 4.0, and connected() looks whether it is. */
struct composite_context {
    int state;
    void* private_data;
    NTSTATUS status;
    struct tevent_context* event_ctx;
    struct {
        void (*fn)(struct composite_context* context);
        void* private_data;
    } async;
};

/* Settings are Samba's own but for these: no file of settings is read. */
static const char* const settings[][2] = {
    {"client min protocol", "SMB2_02"},
    {"client ipc min protocol", "SMB2_02"},
    {"client max protocol", "SMB3_11"},
    {"client ipc max protocol", "SMB3_11"},
    {"client signing", "required"},
    {"client ipc signing", "required"},
    {"client NTLMv2 auth", "yes"},
    {"client lanman auth", "no"},
    {"client plaintext auth", "no"},
    {"client use spnego", "yes"},
    {"client protection", "sign"},
    {"name resolve order", "host"}, /* and no broadcast of NetBIOS, which any neighbour may answer */
    {"disable netbios", "yes"},
    {"netbios name", "PDH-SHIM"},
    {"workgroup", "WORKGROUP"},
    {"log level", "0"},
};

/* Settings of one port. */
struct port_settings {
    struct port_settings* next;
    uint16_t port;
    struct loadparm_context* parameters;
};

struct samba_client {
    struct tevent_context* events;
    struct port_settings* ports;
};

struct samba_pipe {
    struct samba_client* client;
    struct tevent_immediate* later;
    struct loadparm_context* parameters;
    struct dcerpc_binding* binding;
    struct cli_credentials* credentials;
    pid_t child; /* that gets the tickets; 0 = none */
    struct tevent_fd* child_answer;
    int answer_end;                       /* of a pipe from the child */
    struct composite_context* connecting; /* NULL when it is connected */
    struct dcerpc_pipe* pipe;
    struct tevent_req* call;
    bool is_closed;              /* while it was connecting: it ends when that does */
    struct samba_failure failed; /* before it could begin */
    char detail[256];
    void (*connected)(void* argument, const struct samba_failure* failure);
    void (*answered)(void* argument, const struct samba_failure* failure, const uint8_t* answer, size_t size);
    void* argument;
};

struct samba_client* samba_client_new(struct tevent_context* events) {
    struct samba_client* client = talloc_zero(NULL, struct samba_client);
    if (client == NULL) {
        return NULL;
    }
    client->events = events;
    return NT_STATUS_IS_OK(dcerpc_init()) ? client : NULL;
}

static struct loadparm_context* settings_of(struct samba_client* client, uint16_t port) {
    for (struct port_settings* known = client->ports; known != NULL; known = known->next) {
        if (known->port == port) {
            return known->parameters;
        }
    }
    struct port_settings* added = talloc_zero(client, struct port_settings);
    struct loadparm_context* parameters = added == NULL           ? NULL
                                          : client->ports == NULL ? loadparm_init_global(false)
                                                                  : loadparm_init(added);
    if (parameters == NULL) {
        return NULL;
    }
    char text[8];
    snprintf(text, sizeof text, "%u", (unsigned)port);
    bool is_set = lpcfg_set_cmdline(parameters, "smb ports", text);
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; ++i) {
        is_set = lpcfg_set_cmdline(parameters, settings[i][0], settings[i][1]) && is_set;
    }
    if (!is_set) {
        return NULL;
    }
    added->port = port;
    added->parameters = parameters;
    added->next = client->ports;
    client->ports = added;
    return parameters;
}

static struct dcerpc_binding* binding_of(TALLOC_CTX* memory, const struct samba_host* host) {
    struct dcerpc_binding* binding = NULL;
    const uint32_t protection = host->is_sealed ? DCERPC_SEAL : DCERPC_SIGN;
    const bool is_set =
        NT_STATUS_IS_OK(dcerpc_parse_binding(memory, "ncacn_np:", &binding)) &&
        NT_STATUS_IS_OK(dcerpc_binding_set_string_option(binding, "host", host->address)) &&
        NT_STATUS_IS_OK(dcerpc_binding_set_string_option(binding, "target_hostname", host->name)) &&
        NT_STATUS_IS_OK(dcerpc_binding_set_string_option(binding, "endpoint", "\\pipe\\winreg")) &&
        NT_STATUS_IS_OK(dcerpc_binding_set_flags(binding, DCERPC_SMB2 | protection, 0));
    return is_set ? binding : NULL;
}

static struct cli_credentials* credentials_of(
    struct samba_pipe* pipe, struct loadparm_context* parameters, const struct samba_host* host) {
    struct cli_credentials* credentials = cli_credentials_init(pipe);
    if (credentials == NULL) {
        return NULL;
    }
    cli_credentials_set_conf(credentials, parameters);
    cli_credentials_set_workstation(credentials, "PDH-SHIM", CRED_SPECIFIED); /* without one it fails */
    cli_credentials_set_kerberos_state(credentials,
        host->is_kerberos ? CRED_USE_KERBEROS_REQUIRED : CRED_USE_KERBEROS_DISABLED, CRED_SPECIFIED);
    cli_credentials_set_smb_signing(credentials, SMB_SIGNING_REQUIRED, CRED_SPECIFIED);
    cli_credentials_set_smb_ipc_signing(credentials, SMB_SIGNING_REQUIRED, CRED_SPECIFIED);
    if (!host->is_kerberos) {
        if (host->password == NULL) {
            pipe->failed.problem = samba_no_password;
            return NULL;
        }
        cli_credentials_set_username(credentials, host->user, CRED_SPECIFIED);
        cli_credentials_set_domain(credentials, host->domain, CRED_SPECIFIED);
        cli_credentials_set_password(credentials, host->password, CRED_SPECIFIED);
    } else {
        const char* reason = NULL;
        if (host->ccache == NULL) {
            reason = "a program with more rights than its user needs a section with a ccache";
        }
        if (host->ccache == NULL ||
            cli_credentials_set_ccache(credentials, parameters, host->ccache[0] == '\0' ? NULL : host->ccache,
                CRED_SPECIFIED, &reason) != 0) {
            snprintf(pipe->detail, sizeof pipe->detail, "%s", reason == NULL ? "" : reason);
            pipe->failed.problem = samba_no_ticket;
            return NULL;
        }
    }
    if (cli_credentials_is_anonymous(credentials)) { /* a cache without a ticket */
        pipe->failed.problem = samba_no_ticket;
        return NULL;
    }
    return credentials;
}

static void report_failed(
    struct tevent_context* events, struct tevent_immediate* immediate, void* private_data) {
    (void)events;
    (void)immediate;
    struct samba_pipe* pipe = private_data;
    pipe->failed.detail = pipe->detail;
    pipe->connected(pipe->argument, &pipe->failed);
}

/* The caller learns of it later. */
static void fail_later(struct samba_pipe* pipe, NTSTATUS status) {
    pipe->failed.status = NT_STATUS_V(status);
    tevent_schedule_immediate(pipe->later, pipe->client->events, report_failed, pipe);
}

static void connected(struct composite_context* context) {
    struct samba_pipe* pipe = context->async.private_data;
    pipe->connecting = NULL;
    const NTSTATUS status = dcerpc_pipe_connect_b_recv(context, pipe, &pipe->pipe);
    if (pipe->is_closed) {
        talloc_free(pipe);
        return;
    }
    const struct samba_failure failure = {NT_STATUS_V(status), samba_no_problem, ""};
    pipe->connected(pipe->argument, NT_STATUS_IS_OK(status) ? NULL : &failure);
}

static void connect_to_host(struct samba_pipe* pipe) {
    struct composite_context* context = dcerpc_pipe_connect_b_send(
        pipe, pipe->binding, &winreg, pipe->credentials, pipe->client->events, pipe->parameters);
    if (context == NULL) {
        fail_later(pipe, NT_STATUS_NO_MEMORY);
        return;
    }
    if (context->event_ctx != pipe->client->events) {
        pipe->failed.problem = samba_unknown_library;
        fail_later(pipe, NT_STATUS_NOT_IMPLEMENTED);
        return;
    }
    context->async.fn = connected;
    context->async.private_data = pipe;
    pipe->connecting = context;
}

static void end_child(struct samba_pipe* pipe) {
    talloc_free(pipe->child_answer);
    kill(pipe->child, SIGKILL);
    while (waitpid(pipe->child, NULL, 0) < 0 && errno == EINTR) {
    }
    pipe->child = 0;
}

static void has_tickets(
    struct tevent_context* events, struct tevent_fd* answer, uint16_t flags, void* private_data) {
    (void)events;
    (void)answer;
    (void)flags;
    struct samba_pipe* pipe = private_data;
    NTSTATUS status = NT_STATUS_UNSUCCESSFUL;
    const bool is_answered = read(pipe->answer_end, &status, sizeof status) == sizeof status;
    end_child(pipe);
    if (is_answered && NT_STATUS_IS_OK(status)) {
        connect_to_host(pipe);
    } else {
        fail_later(pipe, is_answered ? status : NT_STATUS_UNSUCCESSFUL);
    }
}

/* Kerberos asks its KDC, and DNS for that, without looking at anything else meanwhile: so a child connects
   first. The tickets that it gets are then in the cache. */
static void get_tickets(struct samba_pipe* pipe) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        fail_later(pipe, NT_STATUS_TOO_MANY_OPENED_FILES);
        return;
    }
    pipe->child = fork();
    if (pipe->child == 0) {
        struct composite_context* context = dcerpc_pipe_connect_b_send(
            pipe, pipe->binding, &winreg, pipe->credentials, tevent_context_init(NULL), pipe->parameters);
        const NTSTATUS status = dcerpc_pipe_connect_b_recv(context, pipe, &pipe->pipe);
        _exit(write(ends[1], &status, sizeof status) == sizeof status ? 0 : 1);
    }
    close(ends[1]);
    pipe->answer_end = ends[0];
    pipe->child_answer = pipe->child < 0 ? NULL
                                         : tevent_add_fd(pipe->client->events, pipe, ends[0], TEVENT_FD_READ,
                                               has_tickets, pipe);
    if (pipe->child_answer != NULL) {
        tevent_fd_set_auto_close(pipe->child_answer);
        return;
    }
    close(ends[0]);
    if (pipe->child > 0) {
        end_child(pipe);
    }
    pipe->child = 0;
    fail_later(pipe, NT_STATUS_INSUFFICIENT_RESOURCES);
}

struct samba_pipe* samba_pipe_connect(struct samba_client* client, const struct samba_host* host,
    void (*when_connected)(void* argument, const struct samba_failure* failure), void* argument) {
    struct samba_pipe* pipe = talloc_zero(client, struct samba_pipe);
    if (pipe == NULL) {
        return NULL;
    }
    pipe->client = client;
    pipe->connected = when_connected;
    pipe->argument = argument;
    pipe->later = tevent_create_immediate(pipe);
    if (pipe->later == NULL) {
        talloc_free(pipe);
        return NULL;
    }
    pipe->parameters = settings_of(client, host->port);
    pipe->binding = pipe->parameters == NULL ? NULL : binding_of(pipe, host);
    pipe->credentials = pipe->binding == NULL ? NULL : credentials_of(pipe, pipe->parameters, host);
    if (pipe->credentials == NULL) {
        fail_later(pipe, NT_STATUS_NO_MEMORY);
    } else if (host->is_kerberos) {
        get_tickets(pipe);
    } else {
        connect_to_host(pipe);
    }
    return pipe;
}

static void answered(struct tevent_req* call) {
    struct samba_pipe* pipe = tevent_req_callback_data_void(call);
    pipe->call = NULL;
    TALLOC_CTX* memory = talloc_new(NULL);
    uint8_t* answer = NULL;
    size_t size = 0;
    uint32_t flags = 0;
    const NTSTATUS status = dcerpc_binding_handle_raw_call_recv(call, memory, &answer, &size, &flags);
    talloc_free(call);
    const struct samba_failure failure = {NT_STATUS_V(status), samba_no_problem, ""};
    const bool is_answered = NT_STATUS_IS_OK(status);
    pipe->answered(pipe->argument, is_answered ? NULL : &failure, answer, is_answered ? size : 0);
    talloc_free(memory);
}

bool samba_pipe_call(struct samba_pipe* pipe, uint16_t number, const uint8_t* request, size_t size,
    size_t room,
    void (*when_answered)(
        void* argument, const struct samba_failure* failure, const uint8_t* answer, size_t size),
    void* argument) {
    const size_t around = 4096;
    pipe->pipe->conn->max_total_response_size = (uint32_t)(room + around);
    /* The request lasts as long as the call. */
    uint8_t* copy = talloc_memdup(pipe, request, size);
    struct tevent_req* call = copy == NULL ? NULL
                                           : dcerpc_binding_handle_raw_call_send(pipe, pipe->client->events,
                                                 pipe->pipe->binding_handle, NULL, number, 0, copy, size);
    if (call == NULL) {
        talloc_free(copy);
        return false;
    }
    talloc_steal(call, copy);
    pipe->call = call;
    pipe->answered = when_answered;
    pipe->argument = argument;
    tevent_req_set_callback(call, answered, pipe);
    return true;
}

void samba_pipe_close(struct samba_pipe* pipe) {
    if (pipe->child > 0) {
        end_child(pipe);
    }
    if (pipe->connecting != NULL) {
        pipe->is_closed = true; /* Samba may be at work for it further up the stack, and ends this */
    } else {
        talloc_free(pipe);
    }
}
