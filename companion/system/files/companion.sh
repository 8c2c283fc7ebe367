#!/bin/sh
# The companion's command beside the service: with the service's settings and, where it touches what is kept, as the
# service's user, so that no file of root's is left among the evenings.
program=/opt/table-companion/current/bin/companion
settings=/etc/table-companion/settings.toml
user=table-companion

for word in "$@"; do
    case "$word" in
        scan | weigh | play | -h | --help | --version) exec "$program" "$@" ;;
        -*) ;;
        *) break ;;
    esac
done
[ $# -gt 0 ] || exec "$program"
if [ "$(id -un)" = "$user" ]; then
    exec "$program" --settings "$settings" "$@"
fi
if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || { echo "companion: only root may do this; log in as root, or install sudo." >&2; exit 2; }
    exec sudo -- "$0" "$@"
fi
case "${word:-}" in
    update) exec "$program" --settings "$settings" "$@" ;;
    backup | restore) # reads and writes where the caller may
        status=0
        "$program" --settings "$settings" "$@" || status=$?
        chown -hR "$user:$user" /var/lib/table-companion
        exit "$status"
        ;;
esac
cd /var/lib/table-companion || exit 2
exec setpriv --reuid="$user" --regid="$user" --init-groups --reset-env -- \
    env HOME=/var/lib/table-companion LANG="${LANG:-C.UTF-8}" "$program" --settings "$settings" "$@"
