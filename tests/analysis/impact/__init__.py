"""Impacts on the fast time scale, against waves, Zener's theory, closed forms and whole models."""
