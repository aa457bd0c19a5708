/* component.c: how a component comes and goes, what it says, and whether it may do what it is asked for. */

#include "component.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model.h"

static const char *const CATEGORY[] = {
    [OK] = NULL, [WARNING] = "logStatusWarning", [DISCARD] = "logStatusDiscard", [ERROR] = "logStatusError", [FATAL] = "logStatusError"};

/* Errors are always logged, everything else where it is wanted (FMI 3.0.2, section 2.2.4; FMI 2.0.4, section 2.1.5). */
void notify(const Component *component, Status status, const char *message)
{
    char escaped[2 * MESSAGE];
    size_t length = 0;
    if (!component->logger || !(component->logs[status] || status >= ERROR)) return;
    for (; *message && length < sizeof escaped - 2; ++message) {
        if (strchr(component->version->escaped, *message)) escaped[length++] = *message;
        escaped[length++] = *message;
    }
    escaped[length] = '\0';
    component->version->log(component, status, CATEGORY[status], escaped);
}

Status refuse(Component *component, const char *format, ...)
{
    char message[MESSAGE];
    va_list values;
    va_start(values, format);
    vsnprintf(message, MESSAGE, format, values);
    va_end(values);
    notify(component, ERROR, message);
    return ERROR;
}

Status outcome(Component *component, int failed, Status status)
{
    if (!failed) return OK;
    notify(component, status, component->instance->message);
    return status;
}

static void report_warning(void *host, const char *message) { notify(host, WARNING, message); }

static const char *wrong_identity(const Problem *problem, const Identity *identity)
{
    if (!identity->name || !identity->name[strspn(identity->name, " \t\r\n")]) return "an instance needs a name";
    if (!identity->token) return "an instance needs the token (FMI 2: GUID) of modelDescription.xml";
    if (strcmp(identity->token, problem->token))
        return "the token (FMI 2: GUID) is not that of this binary: modelDescription.xml belongs to another build; use one from the same FMU";
    if (identity->interface != MODEL_EXCHANGE && identity->interface != CO_SIMULATION) return "an FMU is Model Exchange or Co-Simulation";
    return NULL;
}

static char *copied(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy ? strcpy(copy, text) : NULL;
}

/* A copy with a name and an instance; NULL where memory is missing. */
static Component *settled(const Component *stranger, const char *name)
{
    Component *component = malloc(sizeof *component);
    if (!component) return NULL;
    *component = *stranger;
    component->name = copied(name);
    int failed = reference_cache_new(&component->set, component->problem) + reference_cache_new(&component->got, component->problem);
    component->instance = component->name && !failed ? model_new(component->problem, component) : NULL;
    if (component->instance) {
        component->instance->way_out = &component->way_out;
        return component;
    }
    reference_cache_free(&component->set);
    reference_cache_free(&component->got);
    free(component->name);
    free(component);
    return NULL;
}

Component *component_new(const Version *version, const Identity *identity)
{
    char anonymous[] = "", why[WHY];
    Component stranger = {.version = version, .name = anonymous, .environment = identity->environment, .logger = identity->logger};
    stranger.problem = problem_open(identity->resources, why);
    const char *wrong = stranger.problem ? wrong_identity(stranger.problem, identity) : why;
    Component *component = wrong ? NULL : settled(&stranger, identity->name);
    if (!component) {
        refuse(&stranger, "%s cannot be instantiated: %s", stranger.problem ? stranger.problem->name : "the FMU", wrong ? wrong : "memory is missing");
        problem_close(stranger.problem);
        return NULL;
    }
    component->instance->report = report_warning;
    take_up_interface(component, identity->interface);
    set_logging(component, identity->logging_on, 0, NULL);
    return component;
}

void take_up_interface(Component *component, int interface)
{
    Instance *instance = component->instance;
    instance->state->interface = interface;
    instance->integrated_outside = interface == MODEL_EXCHANGE;
    if (instance->problem->communication.size && interface == CO_SIMULATION) *at(instance, instance->problem->communication) = -1.0;
}

void component_free(Component *component)
{
    instance_free(component->instance);
    problem_close(component->problem);
    reference_cache_free(&component->set);
    reference_cache_free(&component->got);
    free(component->name);
    free(component);
}

Component *may(void *host, Function function, const char *name)
{
    Component *component = host;
    if (!component) return NULL;
    const State *state = component->instance->state;
    if (allowed_in(&component->version->permissions[function], state->interface, state->mode)) return component;
    refuse(component, "%s is not allowed in %s of %s", name, mode_name(state->mode),
           state->interface == MODEL_EXCHANGE ? "Model Exchange" : "Co-Simulation");
    return NULL;
}

static int category_of(const char *name)
{
    for (int status = WARNING; status <= ERROR; ++status)
        if (name && !strcmp(name, CATEGORY[status])) return status;
    return -1;
}

int no_such_category(Component *component, size_t count, const char *const *categories)
{
    if (count && !categories) return refuse(component, "log categories are missing") != OK;
    for (size_t i = 0; i < count; ++i)
        if (category_of(categories[i]) < 0)
            return refuse(component, "there is no log category %s; there are %s, %s and %s", categories[i] ? categories[i] : "NULL",
                          CATEGORY[WARNING], CATEGORY[DISCARD], CATEGORY[ERROR]) != OK;
    return 0;
}

void set_logging(Component *component, int on, size_t count, const char *const *categories)
{
    for (size_t i = 0; i < count; ++i) component->logs[category_of(categories[i])] = on;
    for (int status = WARNING; !count && status <= ERROR; ++status) component->logs[status] = on;
}

Status no_variables_of_type(Component *component, const char *function, size_t count)
{
    if (!count) return OK;
    return refuse(component, "%s: %s has no variables of this type; %zu were named", function, component->problem->name, count);
}
