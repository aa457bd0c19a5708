/* fmi2_absent.c: functions of FMI 2.0 for what the unit has not; nobody calls them, but every master binds them. Not declared as in fmi2Functions.h,
   since they look at no argument. */

#define ABSENT(name) \
    __attribute__((visibility("default"))) int fmi2##name(void) \
    { \
        return 3; \
    }

ABSENT(SerializedFMUstateSize)
ABSENT(SerializeFMUstate)
ABSENT(DeSerializeFMUstate)
ABSENT(GetDirectionalDerivative)
ABSENT(SetRealInputDerivatives)
ABSENT(GetRealOutputDerivatives)
ABSENT(CancelStep)
ABSENT(GetStatus)
ABSENT(GetRealStatus)
ABSENT(GetIntegerStatus)
ABSENT(GetBooleanStatus)
ABSENT(GetStringStatus)
