#!/usr/bin/env bash
# utif2 4.1.0, which reads TIFF in browsers: a picture whose colours lie in planes (PlanarConfiguration 2) is read as if they lay side by side, so that white
# paper comes out black; one packed by ZSTD or LZMA (libtiff 4.5) comes out wholly black. No error is raised, and text recognition then reads an empty
# page. CMYK is read by way of `window`, which a worker has not; BigTIFF raises a TypeError. Fails if any of this changes.
# Source: TIFF 6.0, sections 8 and 16; libtiff's COMPRESSION_ZSTD
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts utif2@4.1.0 >/dev/null
if ! command -v tiffcp >/dev/null; then apt-get install -y -qq --no-install-recommends libtiff-tools >/dev/null; fi
cat >draw.mjs <<'JS'
import { writeFileSync } from 'node:fs';
// A white picture of 16 by 16 pixels whose upper half is red, and one of inks that are none but for black below.
const tiff = (name, samples, photometric, pixel) => {
  const tags = [[256, 3, 16], [257, 3, 16], [258, 3, 8], [259, 3, 1], [262, 3, photometric], [273, 4, 0], [277, 3, samples], [278, 3, 16], [279, 4, 256 * samples], [284, 3, 1]];
  const bits = 8 + 2 + 12 * tags.length + 4;
  const data = bits + 2 * samples;
  const file = Buffer.alloc(data + 256 * samples);
  file.write('II');
  file.writeUInt16LE(42, 2);
  file.writeUInt32LE(8, 4);
  file.writeUInt16LE(tags.length, 8);
  tags.forEach(([tag, type, value], at) => {
    const entry = 10 + 12 * at;
    const isBits = tag === 258;
    file.writeUInt16LE(tag, entry);
    file.writeUInt16LE(type, entry + 2);
    file.writeUInt32LE(isBits ? samples : 1, entry + 4);
    file.writeUInt32LE(tag === 273 ? data : isBits ? bits : value, entry + 8);
  });
  for (let at = 0; at < samples; at += 1) file.writeUInt16LE(8, bits + 2 * at);
  for (let at = 0; at < 256; at += 1) file.set(pixel(at < 128), data + samples * at);
  writeFileSync(name, file);
};
tiff('rgb.tif', 3, 2, (upper) => (upper ? [220, 0, 0] : [255, 255, 255]));
tiff('cmyk.tif', 4, 5, (upper) => (upper ? [0, 0, 0, 255] : [0, 0, 0, 0]));
JS
node draw.mjs
tiffcp -p separate rgb.tif planes.tif
tiffcp -c zstd rgb.tif zstd.tif
tiffcp -c lzma rgb.tif lzma.tif
tiffcp -8 rgb.tif big.tif
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import UTIF from 'utif2';
console.log = () => {};
for (const name of ['rgb', 'planes', 'zstd', 'lzma', 'cmyk', 'big']) {
  const file = readFileSync(`${name}.tif`);
  const bytes = file.buffer.slice(file.byteOffset, file.byteOffset + file.length);
  let told;
  try {
    const [page] = UTIF.decode(bytes);
    UTIF.decodeImage(bytes, page);
    const pixels = UTIF.toRGBA8(page);
    told = `${[...pixels.subarray(0, 3)]} above, ${[...pixels.subarray(4 * 200, 4 * 200 + 3)]} below`;
  } catch (error) {
    told = error.name;
  }
  console.info(`${name}: ${told}`);
}
JS
seen=$(node seen.mjs)
echo "$seen"
[ "$seen" = 'rgb: 220,0,0 above, 255,255,255 below
planes: 220,220,220 above, 0,0,0 below
zstd: 0,0,0 above, 0,0,0 below
lzma: 0,0,0 above, 0,0,0 below
cmyk: ReferenceError
big: TypeError' ] || { echo 'The behaviour has changed.'; exit 1; }
