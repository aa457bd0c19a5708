"""What our FMUs claim, capability by capability, read from what their descriptions are written of."""

from collections.abc import Mapping

from mbfmu.fmu.description import description, fmi3_description

# What each capability flag says, by its name in FMI 2 and 3 alike.
MEANINGS = {
    "needsExecutionTool": "another program must run beside the FMU",
    "canBeInstantiatedOnlyOncePerProcess": "a process can hold one instance only",
    "canNotUseMemoryManagementFunctions": "the FMU allocates memory by itself, not through the host's functions",
    "canGetAndSetFMUstate": "the state can be saved and restored",
    "canGetAndSetFMUState": "the state can be saved and restored",
    "canSerializeFMUstate": "a saved state can be written as bytes and restored in another process",
    "canSerializeFMUState": "a saved state can be written as bytes and restored in another process",
    "providesDirectionalDerivative": "directional derivatives are there; they are exact, not differences",
    "providesDirectionalDerivatives": "directional derivatives are there; they are exact, not differences",
    "providesAdjointDerivatives": "adjoint derivatives are there; they are exact, not differences",
    "completedIntegratorStepNotNeeded": "the solver need not report that a step is completed",
    "needsCompletedIntegratorStep": "the solver must report each completed step; the FMU then looks at the drift of its constraints",
    "canHandleVariableCommunicationStepSize": "communication steps may differ in length",
    "canInterpolateInputs": "derivatives of inputs can be set, and are used within a step",
    "maxOutputDerivativeOrder": "the highest order of derivatives of outputs that can be asked for",
    "canRunAsynchronuously": "a step can run in the background",
    "providesIntermediateUpdate": "the FMU calls the host within a step",
    "mightReturnEarlyFromDoStep": "a step may end early, at an event",
    "canReturnEarlyAfterIntermediateUpdate": "the host may end a step from within",
    "hasEventMode": "events are handled in Event Mode, in Co-Simulation too",
}


def claims() -> str:
    """A table for each version of FMI."""
    return "\n\n".join(
        [
            "## FMI 2.0",
            table(
                {
                    "interpreted, CS": description.THROUGH_PYTHON,
                    "portable and native, ME": description.MODEL_EXCHANGE,
                    "portable and native, CS": description.CO_SIMULATION,
                }
            ),
            "## FMI 3.0",
            table({"portable and native, ME": fmi3_description.MODEL_EXCHANGE, "portable and native, CS": fmi3_description.CO_SIMULATION}),
        ]
    )


def table(interfaces: Mapping[str, Mapping[str, str]]) -> str:
    """One row a flag; a dash where the description does not have it."""
    flags = list(dict.fromkeys(flag for flags in interfaces.values() for flag in flags))
    head = f"| flag | what it says | {' | '.join(interfaces)} |\n|---|---|{'---|' * len(interfaces)}"
    cells = lambda flag: " | ".join(flags.get(flag, "–") for flags in interfaces.values())
    return "\n".join([head, *(f"| `{flag}` | {MEANINGS[flag]} | {cells(flag)} |" for flag in flags)])
