/* fmi3_absent.c: functions of FMI 3.0 for what the pendulum has not; nobody calls them, but every master binds them. Not declared as in
   fmi3Functions.h, since they look at no argument. */

#define ABSENT(name) \
    int name(void) \
    { \
        return 3; \
    }

ABSENT(fmi3GetInt8)
ABSENT(fmi3GetUInt8)
ABSENT(fmi3GetInt16)
ABSENT(fmi3GetUInt16)
ABSENT(fmi3GetInt32)
ABSENT(fmi3GetUInt32)
ABSENT(fmi3GetInt64)
ABSENT(fmi3GetUInt64)
ABSENT(fmi3GetBoolean)
ABSENT(fmi3GetBinary)
ABSENT(fmi3GetClock)
ABSENT(fmi3GetIntervalDecimal)
ABSENT(fmi3GetIntervalFraction)
ABSENT(fmi3GetShiftDecimal)
ABSENT(fmi3GetShiftFraction)
ABSENT(fmi3SetInt8)
ABSENT(fmi3SetUInt8)
ABSENT(fmi3SetInt16)
ABSENT(fmi3SetUInt16)
ABSENT(fmi3SetInt32)
ABSENT(fmi3SetUInt32)
ABSENT(fmi3SetInt64)
ABSENT(fmi3SetUInt64)
ABSENT(fmi3SetBoolean)
ABSENT(fmi3SetString)
ABSENT(fmi3SetBinary)
ABSENT(fmi3SetClock)
ABSENT(fmi3SetIntervalDecimal)
ABSENT(fmi3SetIntervalFraction)
ABSENT(fmi3SetShiftDecimal)
ABSENT(fmi3SetShiftFraction)
ABSENT(fmi3InstantiateScheduledExecution)
ABSENT(fmi3GetNumberOfVariableDependencies)
ABSENT(fmi3GetVariableDependencies)
ABSENT(fmi3EnterConfigurationMode)
ABSENT(fmi3ExitConfigurationMode)
ABSENT(fmi3GetNumberOfEventIndicators)
ABSENT(fmi3GetNumberOfContinuousStates)
ABSENT(fmi3ActivateModelPartition)
