"""The campaign: setup, Threat, scenario, saving, leaving and joining, the end."""
