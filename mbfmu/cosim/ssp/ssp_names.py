"""The XML names of SSP that the reader and the writer share; 2.0 has the namespaces of 1.0."""

NAMESPACES = {
    "ssd": "http://ssp-standard.org/SSP1/SystemStructureDescription",
    "ssc": "http://ssp-standard.org/SSP1/SystemStructureCommon",
    "ssv": "http://ssp-standard.org/SSP1/SystemStructureParameterValues",
    "ssm": "http://ssp-standard.org/SSP1/SystemStructureParameterMapping",
    "oms": "https://raw.githubusercontent.com/OpenModelica/OMSimulator/master/schema/oms.xsd",
    "osp": "http://opensimulationplatform.com/SSP/OSPAnnotations",
    "mbfmu": "urn:mbfmu:ssp:1",
}
VERSIONS = ("1.0", "2.0")
STRUCTURE = "SystemStructure.ssd"
RESOURCES = "resources"
PARAMETERS = "start"  # the name of all sets of start values: Ecos applies those of one name, when told it
PARAMETER_FILE = f"{RESOURCES}/{PARAMETERS}.ssv"
FMU_TYPE = "application/x-fmu-sharedlibrary"
SSD_TYPE, SSP_TYPE = "application/x-ssp-definition", "application/x-ssp-package"
VENDOR = "org.mbfmu"  # of the annotation that holds step size, master, its options and signals, for which SSP has no place
OMSIMULATOR = "org.openmodelica"  # OMSimulator aborts on a system without its own annotation
LIBCOSIM = "com.opensimulationplatform"  # libcosim without its own annotation must be told a step size, or crashes


def tag(name: str) -> str:
    """Return lxml's name of an element written as "prefix:local"."""
    prefix, local = name.split(":")
    return f"{{{NAMESPACES[prefix]}}}{local}"
