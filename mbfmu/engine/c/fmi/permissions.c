/* permissions.c: the tables of FMI 2.0.4, sections 3.2.3 and 4.2.4, and the "allowed function calls" of FMI 3.0.2, sections 2.3, 3.2 and 4.2.

   A letter says that the call is allowed in that mode, a dot that it is not. The standards' column "error" is missing because there is no such
   mode here: a call that returns Error has changed nothing, so that whatever was allowed before it still is. */

#include "permissions.h"

static const struct {
    char letter;
    const char *name;
} MODE[MODES] = {
    [INSTANTIATED] = {'I', "Instantiated"},
    [INITIALIZATION_MODE] = {'N', "Initialization Mode"},
    [EVENT_MODE] = {'E', "Event Mode"},
    [CONTINUOUS_TIME_MODE] = {'C', "Continuous-Time Mode"},
    [STEP_MODE] = {'S', "Step Mode"},
    [STEP_FAILED] = {'F', "Step Failed"},
    [INTERMEDIATE_UPDATE_MODE] = {'U', "Intermediate Update Mode"},
    [INTERMEDIATE_INPUT_MODE] = {'A', "Intermediate Update Mode while inputs are asked for"},
    [TERMINATED] = {'T', "Terminated"},
};

const Permission FMI2_PERMISSIONS[FUNCTIONS] = {
    /*                             Model     Co-
                                   Exchange  Simulation */
    [SET_DEBUG_LOGGING] =          {{"INECT", "INSFT"}},
    [FREE_INSTANCE] =              {{"INECT", "INSFT"}},
    [SETUP_EXPERIMENT] =           {{"I....", "I...."}},
    [ENTER_INITIALIZATION_MODE] =  {{"I....", "I...."}},
    [EXIT_INITIALIZATION_MODE] =   {{".N...", ".N..."}},
    [TERMINATE] =                  {{"..EC.", "..SF."}},
    [RESET] =                      {{"INECT", "INSFT"}},
    [GET_VALUES] =                 {{".NECT", ".NSFT"}},
    [SET_VALUES] =                 {{"INEC.", "INS.."}},
    [KEEP_FMU_STATE] =             {{"INECT", "INSFT"}},
    [DIFFERENTIATE] =              {{".NECT", ".NSFT"}},
    [ENTER_EVENT_MODE] =           {{"..EC.", "....."}},
    [UPDATE_DISCRETE_STATES] =     {{"..E..", "....."}},
    [ENTER_CONTINUOUS_TIME_MODE] = {{"..E..", "....."}},
    [COMPLETED_INTEGRATOR_STEP] =  {{"...C.", "....."}},
    [SET_TIME] =                   {{"..EC.", "....."}},
    [SET_CONTINUOUS_STATES] =      {{"...C.", "....."}},
    [EVALUATE] =                   {{".NECT", "....."}},
    [GET_NOMINALS] =               {{"INECT", "....."}},
    [COUNT] =                      {{".....", "....."}},
    [ENTER_STEP_MODE] =            {{".....", "....."}},
    [DO_STEP] =                    {{".....", "..S.."}},
    [CANCEL_STEP] =                {{".....", "....."}}, /* no step is ever in progress when a call returns */
    [GET_STATUS] =                 {{".....", "..SFT"}},
    [SET_INPUT_DERIVATIVES] =      {{".....", "INS.."}},
    [GET_OUTPUT_DERIVATIVES] =     {{".....", "..SFT"}},
};

const Permission FMI3_PERMISSIONS[FUNCTIONS] = {
    /*                             Model     Co-
                                   Exchange  Simulation */
    [SET_DEBUG_LOGGING] =          {{"INECT", "INESUT"}},
    [FREE_INSTANCE] =              {{"INECT", "INES.T"}},
    [SETUP_EXPERIMENT] =           {{".....", "......"}},
    [ENTER_INITIALIZATION_MODE] =  {{"I....", "I....."}},
    [EXIT_INITIALIZATION_MODE] =   {{".N...", ".N...."}},
    [TERMINATE] =                  {{"..EC.", "..ES.."}},
    [RESET] =                      {{"INECT", "INES.T"}},
    [GET_VALUES] =                 {{"INECT", "INESUT"}},
    [SET_VALUES] =                 {{"INEC.", "INESUA"}},
    [KEEP_FMU_STATE] =             {{"INECT", "INES.T"}},
    [DIFFERENTIATE] =              {{".NECT", ".NES.T"}},
    [ENTER_EVENT_MODE] =           {{"...C.", "...S.."}},
    [UPDATE_DISCRETE_STATES] =     {{"..E..", "..E..."}},
    [ENTER_CONTINUOUS_TIME_MODE] = {{"..E..", "......"}},
    [COMPLETED_INTEGRATOR_STEP] =  {{"...C.", "......"}},
    [SET_TIME] =                   {{"...C.", "......"}},
    [SET_CONTINUOUS_STATES] =      {{"...C.", "......"}},
    [EVALUATE] =                   {{".NECT", "......"}},
    [GET_NOMINALS] =               {{".NECT", "......"}},
    [COUNT] =                      {{"INECT", "......"}},
    [ENTER_STEP_MODE] =            {{".....", "..E..."}},
    [DO_STEP] =                    {{".....", "...S.."}},
    [CANCEL_STEP] =                {{".....", "......"}},
    [GET_STATUS] =                 {{".....", "......"}},
    [SET_INPUT_DERIVATIVES] =      {{".....", "......"}},
    [GET_OUTPUT_DERIVATIVES] =     {{".....", "...SUT"}},
};

const char *mode_name(int mode) { return MODE[mode].name; }

int allowed_in(const Permission *permission, int interface, int mode)
{
    for (const char *letter = permission->in[interface]; *letter; ++letter)
        if (*letter == MODE[mode].letter) return 1;
    return 0;
}

int settable_in(const Variable *variable, int interface, int mode, int event_mode_used)
{
    static const Permission INPUTS = {{"INEC", "INESUA"}}, TUNABLE = {{"INE.", "INES."}}, FIXED = {{"IN..", "IN..."}};
    static const Permission STATES = {{"..EC", "....."}}, NEVER = {{"", ""}};
    static const Permission DISCRETE[] = {{{"INE.", "INES.."}}, {{"INE.", "INE..."}}}; /* where Event Mode is not used, and where it is */
    int discrete = variable->type != REAL;
    const Permission *permission = variable->causality == INPUT       ? (discrete ? &DISCRETE[event_mode_used != 0] : &INPUTS)
                                   : variable->causality == PARAMETER ? (variable->tunable ? &TUNABLE : &FIXED)
                                   : variable->causality == STATE     ? &STATES
                                                                      : &NEVER;
    return allowed_in(permission, interface, mode);
}
