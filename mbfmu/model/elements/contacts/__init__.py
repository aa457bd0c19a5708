"""Contacts: compliant forces between surfaces."""

from .base import ContactForce
from .elastic_plastic_contact import ElasticPlasticContact
from .flores_contact import FloresContact
from .hertz import hertz_stiffness
from .hunt_crossley_contact import HuntCrossleyContact
from .kelvin_voigt_contact import KelvinVoigtContact

__all__ = ["ContactForce", "ElasticPlasticContact", "FloresContact", "HuntCrossleyContact", "KelvinVoigtContact", "hertz_stiffness"]
