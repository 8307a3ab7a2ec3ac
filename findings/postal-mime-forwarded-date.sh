#!/usr/bin/env bash
# postal-mime 4.0.0: the text of a mail with a forwarded one in it (message/rfc822 without a disposition) depends on the machine that reads it. The date of
# the forwarded mail is written in the reader's language and time zone, without naming the zone: 1 April 2024, 23:30 UTC is "4/1/2024, 23:30:00",
# "4/2/2024, 08:30:00" or "2.4.2024, 01:30:00". Hashes, offsets and answers by date then differ between two people with one file; with
# forceRfc822Attachments the mail is left whole. Fails if that changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund postal-mime@4.0.0 >/dev/null
cat >seen.mjs <<'JS'
import PostalMime from 'postal-mime';
const forwarded = ['Subject: inner', 'From: x@example.org', 'Date: Mon, 01 Apr 2024 23:30:00 +0000', '', 'Words.'];
const lines = ['Content-Type: multipart/mixed; boundary=b', '', '--b', 'Content-Type: text/plain', '', 'See below.', '--b'];
const mail = [...lines, 'Content-Type: message/rfc822', '', ...forwarded, '--b--', ''].join('\r\n');
console.log(/Date: +(.*)/.exec((await PostalMime.parse(mail)).text)[1]);
JS
seen=$(LC_ALL=en_US.UTF-8 TZ=UTC node seen.mjs; LC_ALL=en_US.UTF-8 TZ=Asia/Tokyo node seen.mjs; LC_ALL=de_DE.UTF-8 TZ=Europe/Berlin node seen.mjs)
echo "$seen"
[ "$seen" = '4/1/2024, 23:30:00
4/2/2024, 08:30:00
2.4.2024, 01:30:00' ] || { echo 'The behaviour has changed.'; exit 1; }
