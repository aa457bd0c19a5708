"""mbfmu: a multibody model declared in Python becomes a Functional Mock-up Unit that other tools run."""
