"""The owner's own certificate authority, and the certificate that it gives to this companion.

Browsers take HTTPS only from somebody they trust. No public authority vouches for a box on a home network, so the
owner becomes one, for this one box: phones are told once to trust it, and its certificates are renewed without anybody
noticing. It can only vouch for names of home networks and for private addresses (name constraints, RFC 5280 4.2.1.10):
whoever steals its key can pretend to be no bank.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from web.proxies import is_address

AUTHORITY, KEY, SERVER = "authority.pem", "authority.key", "server.pem"
AUTHORITY_LIFE = timedelta(days=3650)
LIFE = timedelta(days=397)  # iPhones refuse what holds longer than 825 days, and public ones 398
RENEW = timedelta(days=60)  # so long before it ends; a box that lies in a cupboard for the summer is in time
EARLIER = timedelta(days=2)  # it holds for phones whose clocks are late
HOME_NAMES = ("local", "lan", "home.arpa", "internal", "localhost")
HOME_NETWORKS = tuple(
    ip_network(one)
    for one in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8",
                "::1/128", "fc00::/7", "fe80::/10")
)  # fmt: skip


class Authority:
    """An authority whose key lies in `folder`. Making or opening one raises OSError or, where a file is none of ours or
    torn, ValueError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._certificate = x509.load_pem_x509_certificate((folder / AUTHORITY).read_bytes())
        key = load_pem_private_key((folder / KEY).read_bytes(), None)
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != self._certificate.public_key():
            raise ValueError("the authority's key is another's")
        self._key = key

    @classmethod
    def make(cls, folder: Path, called: str, names: Iterable[str], now: datetime) -> Authority:
        """A new one, `called` so in the phones' lists; it may vouch for home names and addresses, and for `names`."""
        key = ec.generate_private_key(ec.SECP256R1())
        builder = _builder(called, called, key.public_key(), now, AUTHORITY_LIFE)
        usage = x509.KeyUsage(
            digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
            key_agreement=False, key_cert_sign=True, crl_sign=True, encipher_only=False, decipher_only=False,
        )  # fmt: skip
        certificate = (
            builder.add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(usage, critical=True)
            .add_extension(_constraints(names), critical=True)
            .sign(key, hashes.SHA256())
        )
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write(folder / KEY, _private(key))
        _write(folder / AUTHORITY, certificate.public_bytes(Encoding.PEM))
        return cls(folder)

    @property
    def fingerprint(self) -> str:
        """What a phone shows of it, to be compared: SHA-256 in pairs of digits, `AB:CD:...`."""
        return self._certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def der(self) -> bytes:
        """The certificate to trust, as phones take it."""
        return self._certificate.public_bytes(Encoding.DER)

    @property
    def until(self) -> datetime:
        """When it ends; it must be made anew then, and trusted anew."""
        return self._certificate.not_valid_after_utc

    def vouches_for(self, name: str) -> bool:
        """Whether it may give this name or address a certificate."""
        found = (
            self._certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or ()
        )
        if is_address(name):
            return any(isinstance(one, x509.IPAddress) and ip_address(name) in one.value for one in found)  # type: ignore[operator]
        return any(isinstance(one, x509.DNSName) and f".{name}".endswith(f".{one.value}") for one in found)

    def issue(self, names: Sequence[str], now: datetime) -> Path:
        """A certificate for those of these names and addresses that it may vouch for, with its key in one file: a torn
        write leaves the one before."""
        key = ec.generate_private_key(ec.SECP256R1())
        wanted = [name for name in dict.fromkeys(names) if self.vouches_for(name)]
        issuer = self._certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value
        public = self._certificate.public_key()
        certificate = (
            _builder(str(wanted[0]), str(issuer), key.public_key(), now, LIFE)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(x509.SubjectAlternativeName([_general(name) for name in wanted]), critical=False)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(public), critical=False)  # type: ignore[arg-type]
            .sign(self._key, hashes.SHA256())
        )
        path = self._folder / SERVER
        _write(path, certificate.public_bytes(Encoding.PEM) + _private(key))
        return path

    def is_due(self, names: Sequence[str], now: datetime) -> bool:
        """Whether the certificate must be given anew: it ends soon, names are new, it is gone, torn or another's."""
        try:
            found = x509.load_pem_x509_certificate((self._folder / SERVER).read_bytes())
            found.verify_directly_issued_by(self._certificate)
            names_of = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        except Exception:  # whatever lies there is not ours: it is written anew
            return True
        has = {*names_of.get_values_for_type(x509.DNSName)}
        has |= {str(one) for one in names_of.get_values_for_type(x509.IPAddress)}
        holds = found.not_valid_before_utc <= now < found.not_valid_after_utc - RENEW
        return not holds or not {name for name in names if self.vouches_for(name)} <= has


def _builder(
    subject: str, issuer: str, key: ec.EllipticCurvePublicKey, now: datetime, life: timedelta
) -> x509.CertificateBuilder:
    def name(text: str) -> x509.Name:
        return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])

    return (
        x509.CertificateBuilder()
        .subject_name(name(subject))
        .issuer_name(name(issuer))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(now - EARLIER + life)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _constraints(names: Iterable[str]) -> x509.NameConstraints:
    """Home names and networks, and of `names` those that are not among them: an owner's domain, an odd address."""
    named, networks = [*HOME_NAMES], [*HOME_NETWORKS]
    for name in dict.fromkeys(names):
        if not is_address(name):
            named += [] if f".{name}".endswith(tuple(f".{one}" for one in HOME_NAMES)) else [name]
        elif not any(ip_address(name) in one for one in HOME_NETWORKS):
            networks.append(ip_network(name))
    permitted = [*map(x509.DNSName, named), *map(x509.IPAddress, networks)]
    return x509.NameConstraints(permitted_subtrees=permitted, excluded_subtrees=None)


def _general(name: str) -> x509.GeneralName:
    return x509.IPAddress(ip_address(name)) if is_address(name) else x509.DNSName(name)


def _private(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all, for nobody else to read."""
    beside = path.with_suffix(".new")
    with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
    beside.replace(path)
