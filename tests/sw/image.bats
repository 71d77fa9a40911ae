#!/usr/bin/env bats
# image.bats - the pictures of a program: --dump-image of iss and cosim
# SPDX-License-Identifier: Apache-2.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  [ "$RISCV_CC" != no ] || skip "no riscv64-unknown-elf-gcc"
}

# pictures [-D...]: pic.elf, whose variable ww_image has the members W, H, F, N, P.
pictures() {
  cat > pic.c <<'END'
#include "ww_image.h"
#ifndef W
#define W 3
#endif
#ifndef H
#define H 2
#endif
#ifndef F
#define F WW_IMAGE_RGB
#endif
#ifndef N
#define N 1
#endif
#ifndef P
#define P pixels
#endif
#ifndef EXIT
#define EXIT 0
#endif
const uint32_t pixels[6] = {
	0x00010203, 0xFF7F80FF, 0x004F5051, 0x00616263, 0x00717273, 0x00414243
};
struct ww_image ww_image = { W, H, F, N, (const void *)P };
int main(void) { return EXIT; }
END
  "$WW_BUILDDIR/sw/ww-cc" "$@" -o pic.elf pic.c
}

dump() { # FILE [OPTION...]
  run "$WW" iss --dump-image "$@" pic.elf
  echo "$output"
}

# refused STATUS TEXT FILE [OPTION...]: an error, and no file.
refused() {
  local want=$1 text=$2
  shift 2
  dump "$@"
  [ "$status" -eq "$want" ]
  [[ $output == *"$text"* ]]
  [ -z "$(ls -A | grep -v '^pic\.')" ]
}

@test "coloured pixels as PPM, byte for byte" {
  pictures
  dump a.ppm
  [ "$status" -eq 0 ]
  printf 'P6\n3 2\n255\n\1\2\3\177\200\377OPQabcqrsABC' > want
  cmp a.ppm want
}

@test "grey pixels as PGM and as PPM, byte for byte" {
  pictures -DF=WW_IMAGE_GREY
  dump a.pgm
  [ "$status" -eq 0 ]
  printf 'P5\n3 2\n255\n\3\2\1\0\377\200' > want
  cmp a.pgm want
  dump a.ppm
  printf 'P6\n3 2\n255\n\3\3\3\2\2\2\1\1\1\0\0\0\377\377\377\200\200\200' > want
  cmp a.ppm want
}

@test "several frames have numbers, as wide as the last one needs" {
  pictures -DF=WW_IMAGE_GREY -DW=2 -DH=1 -DN=11
  dump a.pgm
  [ "$status" -eq 0 ]
  [ "$(echo a*)" = "$(echo a-0{0..9}.pgm a-10.pgm)" ]
  printf 'P5\n2 1\n255\n\3\2' | cmp - a-00.pgm
  printf 'P5\n2 1\n255\nsr' | cmp - a-08.pgm
  pictures -DF=WW_IMAGE_GREY -DW=2 -DH=1 -DN=10
  dump b.pgm
  [ "$(echo b*)" = "$(echo b-{0..9}.pgm)" ]
}

# png2raw FILE: width, height, channels, then the bytes of all rows, in hexadecimal.
png2raw() {
  python3 - "$1" <<'END'
import struct, sys, zlib
data, at, stream = open(sys.argv[1], "rb").read(), 8, b""
assert data[:8] == b"\x89PNG\r\n\x1a\n"
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    body = data[at + 8:at + 8 + size]
    assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(kind + body)
    if kind == b"IHDR":
        width, height, bits, colour = struct.unpack(">IIBB", body[:10])
        assert bits == 8 and body[10:] == b"\0\0\0"
    stream += body if kind == b"IDAT" else b""
    at += 12 + size
assert kind == b"IEND"
channels = {0: 1, 2: 3}[colour]
raw, row = zlib.decompress(stream), width * channels
assert len(raw) == (row + 1) * height

def paeth(a, b, c):
    return min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]

filters = [lambda a, b, c: 0, lambda a, b, c: a, lambda a, b, c: b,
           lambda a, b, c: a + b >> 1, paeth]
pixels, above = b"", bytes(row)
for y in range(height):
    line = raw[y * (row + 1):(y + 1) * (row + 1)]
    here = bytearray(row)
    for x in range(row):
        left = x >= channels
        here[x] = line[1 + x] + filters[line[0]](
            here[x - channels] if left else 0, above[x],
            above[x - channels] if left else 0) & 255
    pixels, above = pixels + here, here
print(width, height, channels, pixels.hex())
END
}

need_png() {
  [ "$HAVE_PNG" != no ] || skip "built without libpng"
  command -v python3 > /dev/null || skip "no python3 to read PNG"
}

@test "PNG has the same pixels" {
  need_png
  pictures
  dump a.png
  [ "$(png2raw a.png)" = "3 2 3 0102037f80ff4f5051616263717273414243" ]
  pictures -DF=WW_IMAGE_GREY
  dump a.png
  [ "$(png2raw a.png)" = "3 2 1 03020100ff80" ]
}

@test "without libpng, .png is refused" {
  [ "$HAVE_PNG" = no ] || skip "built with libpng"
  pictures
  refused 2 "--dump-image 'a.png': built without libpng" a.png
}

@test "the picture of a program that fails is written" {
  pictures -DEXIT=3
  dump a.ppm
  [ "$status" -eq 1 ]
  [ -s a.ppm ]
}

@test "a variable of assembly, without type and size" {
  cat > pic.S <<'END'
	.globl	_start
_start:	li	a0, 0
	ebreak
	.data
ww_image: .word	1, 2, 1, 1, pixels
pixels:	.byte	'a', 'b'
END
  "$WW_BUILDDIR/sw/ww-cc" --bare -o pic.elf pic.S
  dump a.pgm
  [ "$status" -eq 0 ]
  printf 'P5\n1 2\n255\nab' | cmp - a.pgm
}

@test "a file of no known format is refused" {
  pictures
  refused 2 "--dump-image 'a.jpg' must end in .ppm, .pgm or .png" a.jpg
  refused 2 "must end in" .ppm
  refused 2 "must end in" -
}

@test "colours do not go into a PGM" {
  pictures
  refused 2 "ww_image has colours; write it to a .ppm or .png, not to 'a.pgm'" a.pgm
}

@test "a program without pictures is refused before it runs" {
  echo 'int main(void) { *(volatile char *)0xFFFFF000 = 33; return 0; }' > pic.c
  "$WW_BUILDDIR/sw/ww-cc" -o pic.elf pic.c
  refused 3 "no image to write: the program has no variable ww_image" a.ppm
  [[ $output != *!* ]]
}

@test "a ww_image of another type is refused" {
  echo 'int ww_image; int main(void) { return 0; }' > pic.c
  "$WW_BUILDDIR/sw/ww-cc" -o pic.elf pic.c
  refused 3 "ww_image has 4 bytes, expected 20" a.ppm
  echo 'void ww_image(void) {} int main(void) { return 0; }' > pic.c
  "$WW_BUILDDIR/sw/ww-cc" -o pic.elf pic.c
  refused 3 "no variable ww_image" a.ppm
}

@test "a ww_image outside RAM is refused" {
  cat > pic.S <<'END'
	.globl	_start, ww_image
	.type	ww_image, @object
	.size	ww_image, 20
	.set	ww_image, PLACE
_start:	li	a0, 0
	ebreak
END
  for place in 0x00000100 0x80fffff0 0xff000000; do
    "$WW_BUILDDIR/sw/ww-cc" --bare -DPLACE=$place -o pic.elf pic.S
    refused 3 "ww_image is at $place, outside RAM" a.ppm
  done
}

@test "sizes, formats and numbers of frames that make no sense are refused" {
  pictures -DW=0
  refused 1 "ww_image has 0 x 2 pixels, expected 1 .. 16384 each way" a.ppm
  pictures -DH=0
  refused 1 "ww_image has 3 x 0 pixels" a.ppm
  pictures -DW=16385
  refused 1 "ww_image has 16385 x 2 pixels" a.ppm
  pictures -DH=16385
  refused 1 "ww_image has 3 x 16385 pixels" a.ppm
  pictures -DF=7
  refused 1 "ww_image has format 7, which is neither WW_IMAGE_GREY (1) nor WW_IMAGE_RGB (2)" a.ppm
  pictures -DN=0
  refused 1 "ww_image has 0 frames, expected 1 .. 9999" a.ppm
  pictures -DN=10000
  refused 1 "ww_image has 10000 frames" a.ppm
}

@test "pixels that are not all in RAM are refused" {
  pictures -DP=0
  refused 1 "the 24 bytes of ww_image's pixels at 0x00000000 are not in RAM" a.ppm
  [[ $output == *"(0x80000000 .. 0x80ffffff)"* ]]
  pictures -DP=0x80ffffe9
  refused 1 "the 24 bytes of ww_image's pixels at 0x80ffffe9 are not in RAM" a.ppm
  pictures -DP=0x81000000
  refused 1 "not in RAM" a.ppm
  pictures -DN=9999 -DW=16384 -DH=16384
  refused 1 "the 10736344498176 bytes of" a.ppm
  pictures -DP=0x80ffffe8
  dump a.ppm
  [ "$status" -eq 0 ]
}

@test "a run without an end has no picture, and what was there stays" {
  pictures
  echo old > a.ppm
  dump a.ppm --max-instructions 2
  [ "$status" -eq 1 ]
  [[ $output == *"no image is written, since the run came to no end"* ]]
  pictures -DN=0
  dump a.ppm
  [ "$status" -eq 1 ]
  [ "$(cat a.ppm)" = old ]
}

@test "a folder that is not there: status 4" {
  pictures
  refused 4 "cannot write 'none/a.ppm'" none/a.ppm
}

@test "the Mandelbrot set looks as it should, on two shapes" {
  elf=$WW_BUILDDIR/sw/kernels/mandelbrot.elf
  for shape in "core.warps=1 -s core.threads=1" "core.warps=2 -s core.threads=32"; do
    "$WW" iss --strict -s $shape --dump-image a.ppm "$elf"
    cmp a.ppm "$WW_SRCDIR/tests/gold/mandelbrot.ppm"
    rm a.ppm
  done
}

# As doc/suite.md says it.
@test "the pictures of doc/images are made by their commands" {
  need_png
  "$WW" run --strict -c wide "$WW_SRCDIR/sw/kernels/mandelbrot.c" -DWIDTH=384 -DHEIGHT=256 \
    -DLIMIT=120 --dump-image mandelbrot.png
  "$WW" run --strict -c wide "$WW_SRCDIR/sw/kernels/cube.c" -DWIDTH=240 -DHEIGHT=192 -DFRAMES=8 \
    --dump-image cube.png
  [ "$(echo cube-*)" = "$(echo cube-{0..7}.png)" ]
  for name in "$WW_SRCDIR"/doc/images/*.png; do
    [ "$(png2raw "$name")" = "$(png2raw "$(basename "$name")")" ]
  done
}

@test "cosim writes what the core leaves in memory, dirty lines too" {
  [ "$VERILATOR" != no ] || skip "no verilator"
  elf=$WW_BUILDDIR/sw/kernels/mandelbrot.elf
  for options in "-c cached" "-c cached --no-check"; do
    "$WW" cosim $options --dump-image a.ppm "$elf"
    cmp a.ppm "$WW_SRCDIR/tests/gold/mandelbrot.ppm"
    rm a.ppm
  done
  pictures
  run "$WW" cosim -c cached --max-cycles 20 --dump-image a.ppm pic.elf
  [ "$status" -eq 1 ]
  [[ $output == *"no image is written"* ]]
  run "$WW" cosim -c cached --dump-image a.gif pic.elf
  [ "$status" -eq 2 ]
  pictures -DN=0
  run "$WW" cosim -c cached --dump-image a.ppm pic.elf
  [ "$status" -eq 1 ]
  [[ $output == *"0 frames"* ]]
  echo 'int main(void) { return 0; }' > pic.c
  "$WW_BUILDDIR/sw/ww-cc" -o pic.elf pic.c
  run "$WW" cosim -c cached --dump-image a.ppm pic.elf
  [ "$status" -eq 3 ]
  [ ! -e a.ppm ]
}
