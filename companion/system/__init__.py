"""The companion as a part of the system: installed as a service, packed as a Debian package, updated and taken away.

Only the standard library is used here: the first of these run before anything is installed.
"""
