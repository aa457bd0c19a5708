"""Schedules of steps, one a formulation."""
