"""The words of the page that tells how a phone comes to trust the companion (`/secure`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.api.text import T, Text

SECURE: Mapping[str, Text] = {
    "title": T("A secure connection"),
    "why": T(
        "Over it this phone can read cards with its live camera, stay awake, and show how the game stood when the "
        "connection is gone. Without it everything else works as before."
    ),
    "how": T(
        "No public authority vouches for a box in a home, so this phone must be told once to trust this companion. It "
        "can vouch for home networks only, never for a page on the internet."
    ),
    "fetch": T("1. Get the certificate"),
    "trust": T("2. Tell this phone to trust it"),
    "open": T("3. Open the secure address"),
    "compare": T(
        "Compare before you trust: this fingerprint (SHA-256) must be the one that the Pi shows for the command "
        "“companion https show”, and the one that your phone shows."
    ),
    "warned": T(
        "If the browser warns there, step 2 is not done yet. A phone that has joined already need not join again."
    ),
    "home": T("Back to the companion"),
    "off": T("It is off. At the Pi one command puts it on:"),
    "then": T(
        "Then this page tells what to do on this phone. The command makes a certificate; nothing leaves your home."
    ),
}
COMMAND = "companion https on"
# In the words of the systems' own menus.
TRUSTED_BY: Sequence[tuple[Text, Sequence[Text]]] = (
    (
        T("Android"),
        (
            T("Open the phone’s settings and search there for “CA certificate”."),
            T("Choose “Install a certificate”, then “CA certificate”, and “Install anyway”."),
            T("Choose table-companion.crt among the downloads."),
        ),
    ),
    (
        T("iPhone and iPad"),
        (
            T("Get the certificate with Safari and allow it to load the profile."),
            T("Open Settings, “Profile Downloaded” at the top, and “Install”."),
            T("Then Settings, General, About, Certificate Trust Settings: turn on the one called Table companion."),
        ),
    ),
    (
        T("Computer"),
        (
            T("Chrome and Edge: Settings, Privacy and security, Security, Manage certificates; import it as trusted."),
            T("Firefox: Settings, Privacy & Security, View Certificates, Authorities, Import; tick “websites”."),
            T("Safari: open the file, and in Keychain Access set it to “Always Trust”."),
        ),
    ),
)
