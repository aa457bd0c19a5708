/* fmi3_absent.c: functions of FMI 3.0 for what the unit has not; nobody calls them, but every master binds them. Not declared as in fmi3Functions.h,
   since they look at no argument. */

#define ABSENT(name) \
    __attribute__((visibility("default"))) int fmi3##name(void) \
    { \
        return 3; \
    }
#define BOTH(name) ABSENT(Get##name) ABSENT(Set##name)

BOTH(Float32) BOTH(Int8) BOTH(UInt8) BOTH(Int16) BOTH(UInt16) BOTH(UInt32) BOTH(Int64) BOTH(UInt64) BOTH(Binary) BOTH(Clock)
BOTH(IntervalDecimal) BOTH(IntervalFraction) BOTH(ShiftDecimal) BOTH(ShiftFraction) BOTH(ContinuousStates)
ABSENT(InstantiateModelExchange)
ABSENT(InstantiateScheduledExecution)
ABSENT(GetNumberOfVariableDependencies)
ABSENT(GetVariableDependencies)
ABSENT(SerializedFMUStateSize)
ABSENT(SerializeFMUState)
ABSENT(DeserializeFMUState)
ABSENT(GetDirectionalDerivative)
ABSENT(GetAdjointDerivative)
ABSENT(EnterConfigurationMode)
ABSENT(ExitConfigurationMode)
ABSENT(EvaluateDiscreteStates)
ABSENT(EnterContinuousTimeMode)
ABSENT(CompletedIntegratorStep)
ABSENT(SetTime)
ABSENT(GetContinuousStateDerivatives)
ABSENT(GetEventIndicators)
ABSENT(GetNominalsOfContinuousStates)
ABSENT(GetNumberOfEventIndicators)
ABSENT(GetNumberOfContinuousStates)
ABSENT(GetOutputDerivatives)
ABSENT(ActivateModelPartition)
