/* image.c - write the pictures of a program from its memory to files
 * SPDX-License-Identifier: Apache-2.0
 */
#include "config.h"
#include "session/image.h"

#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_PNG
#include <png.h>
#endif

#include "golden/bytes.h"
#include "session/cmd_status.h"
#include "session/outfile.h"

/* Must agree with sw/include/ww_image.h. */
enum { IMAGE_BYTES = 20, GREY = 1, RGB = 2, SIDE = 16384, FRAMES = 9999 };

struct image {
	uint32_t width, height, format, frames, pixels;
};

struct format {
	const char *ending;
	/* Writes WIDTH x HEIGHT pixels of CHANNELS bytes: 0, or -1: out of
	 * memory; the caller checks OUT for errors. NULL: not in this build. */
	int (*write)(FILE *out, uint32_t width, uint32_t height,
		     uint32_t channels, const uint8_t *pixels);
};

__attribute__((format(printf, 3, 4)))
static int error(int status, const char *program, const char *format, ...)
{
	va_list ap;

	fprintf(stderr, "%s: error: ", program);
	va_start(ap, format);
	vfprintf(stderr, format, ap);
	va_end(ap);
	fputc('\n', stderr);
	return status;
}

/* --- formats ---------------------------------------------------------- */

static int write_pgm(FILE *out, uint32_t width, uint32_t height,
		     uint32_t channels, const uint8_t *pixels)
{
	fprintf(out, "P5\n%" PRIu32 " %" PRIu32 "\n255\n", width, height);
	fwrite(pixels, channels, (size_t)width * height, out);
	return 0;
}

/* Writes grey pixels as RGB. */
static int write_ppm(FILE *out, uint32_t width, uint32_t height,
		     uint32_t channels, const uint8_t *pixels)
{
	fprintf(out, "P6\n%" PRIu32 " %" PRIu32 "\n255\n", width, height);
	for (size_t i = 0; i < (size_t)width * height; i++)
		for (uint32_t c = 0; c < 3; c++)
			putc(pixels[i * channels + c % channels], out);
	return 0;
}

#ifdef HAVE_PNG
static int write_png(FILE *out, uint32_t width, uint32_t height,
		     uint32_t channels, const uint8_t *pixels)
{
	png_image png = {
		.version = PNG_IMAGE_VERSION, .width = width, .height = height,
		.format = channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB
	};

	return png_image_write_to_stdio(&png, out, 0, pixels, 0, NULL) ||
	       ferror(out) ? 0 : -1;
}
#else
#define write_png NULL
#endif

static const struct format formats[] = {
	{ ".ppm", write_ppm },
	{ ".pgm", write_pgm },
	{ ".png", write_png },
	{ NULL, NULL }
};

static const struct format *format_of(const char *file)
{
	size_t n = strlen(file);

	for (const struct format *f = formats; f->ending; f++)
		if (n > 4 && strcmp(file + n - 4, f->ending) == 0)
			return f;
	return NULL;
}

enum image_support image_support(const char *file)
{
	const struct format *format = format_of(file);

	return !format ? IMAGE_UNKNOWN :
	       format->write ? IMAGE_WRITES : IMAGE_LACKS_PNG;
}

/* --- the announcement ------------------------------------------------- */

static bool in_ram(const struct elf_image *elf, uint32_t addr, uint64_t bytes)
{
	return addr >= elf->ram_base && addr - elf->ram_base < elf->ram_size &&
	       bytes <= elf->ram_size - (addr - elf->ram_base);
}

int image_announced(const char *program, const struct elf_image *elf)
{
	const struct elf_symbol *s = elf_variable(elf, "ww_image");

	if (!s)
		return error(CMD_REFUSED, program, "no image to write: the "
			     "program has no variable ww_image (ww_image.h)");
	if (s->size && s->size < IMAGE_BYTES)
		return error(CMD_REFUSED, program, "ww_image has %" PRIu32
			     " bytes, expected %d: make it a struct ww_image "
			     "(ww_image.h)", s->size, IMAGE_BYTES);
	if (!in_ram(elf, s->addr, IMAGE_BYTES))
		return error(CMD_REFUSED, program, "ww_image is at 0x%08"
			     PRIx32 ", outside RAM", s->addr);
	return 0;
}

static struct image read_image(const struct elf_image *elf, const uint8_t *ram)
{
	const struct elf_symbol *s = elf_variable(elf, "ww_image");
	const uint8_t *at = ram + (s->addr - elf->ram_base);

	return (struct image){ bytes_u32(at), bytes_u32(at + 4),
			       bytes_u32(at + 8), bytes_u32(at + 12),
			       bytes_u32(at + 16) };
}

static uint64_t frame_bytes(const struct image *i)
{
	return (uint64_t)i->width * i->height * (i->format == RGB ? 4 : 1);
}

static int check_image(const char *program, const struct elf_image *elf,
		       const struct image *i)
{
	if (!i->width || !i->height || i->width > SIDE || i->height > SIDE)
		return error(CMD_FAIL, program, "ww_image has %" PRIu32 " x %"
			     PRIu32 " pixels, expected 1 .. %d each way",
			     i->width, i->height, SIDE);
	if (i->format != GREY && i->format != RGB)
		return error(CMD_FAIL, program, "ww_image has format %" PRIu32
			     ", which is neither WW_IMAGE_GREY (%d) nor "
			     "WW_IMAGE_RGB (%d)", i->format, GREY, RGB);
	if (!i->frames || i->frames > FRAMES)
		return error(CMD_FAIL, program, "ww_image has %" PRIu32
			     " frames, expected 1 .. %d", i->frames, FRAMES);
	if (!in_ram(elf, i->pixels, frame_bytes(i) * i->frames))
		return error(CMD_FAIL, program, "the %" PRIu64 " bytes of "
			     "ww_image's pixels at 0x%08" PRIx32 " are not in "
			     "RAM (0x%08" PRIx32 " .. 0x%08" PRIx32 ")",
			     frame_bytes(i) * i->frames, i->pixels,
			     elf->ram_base,
			     elf->ram_base + (elf->ram_size - 1));
	return 0;
}

/* --- files ------------------------------------------------------------ */

/* FILE, with the frame number if there are several frames: a-07.png. */
static bool name_frame(char *name, const char *file, uint32_t frame,
		       uint32_t frames)
{
	int stem = (int)strlen(file) - 4, digits = 1, n;

	for (uint32_t last = frames - 1; last > 9; last /= 10)
		digits++;
	if (frames == 1)
		n = snprintf(name, PATH_MAX, "%s", file);
	else
		n = snprintf(name, PATH_MAX, "%.*s-%0*" PRIu32 "%s", stem,
			     file, digits, frame, file + stem);
	return n >= 0 && n < PATH_MAX;
}

static int write_frame(const char *name, const struct format *format,
		       const struct image *i, const uint8_t *bytes)
{
	struct outfile f;
	int bad;

	if (outfile_open(&f, name))
		return CMD_TOOL;
	bad = format->write(f.stream, i->width, i->height,
			    i->format == RGB ? 3 : 1, bytes);
	if (bad)
		fprintf(stderr, "warpwright: error: out of memory\n");
	if (!bad && outfile_keep(&f) == 0)
		return 0;
	outfile_drop(&f);
	return CMD_TOOL;
}

/* Converts words 0x00RRGGBB to bytes R, G, B in TO, which has room for them;
 * copies grey pixels. */
static void unpack(const struct image *i, const uint8_t *from, uint8_t *to)
{
	size_t pixels = (size_t)i->width * i->height;

	if (i->format == GREY) {
		memcpy(to, from, pixels);
		return;
	}
	for (size_t n = 0; n < pixels; n++, from += 4) {
		*to++ = from[2];
		*to++ = from[1];
		*to++ = from[0];
	}
}

static int write_frames(const struct image *i, const uint8_t *pixels,
			const char *file)
{
	uint8_t *bytes = malloc(frame_bytes(i));
	char name[PATH_MAX];
	int status = bytes ? 0 : CMD_TOOL;

	if (!bytes)
		fprintf(stderr, "warpwright: error: out of memory\n");
	for (uint32_t n = 0; !status && n < i->frames; n++) {
		unpack(i, pixels + n * frame_bytes(i), bytes);
		status = name_frame(name, file, n, i->frames) ?
			 write_frame(name, format_of(file), i, bytes) :
			 error(CMD_TOOL, "warpwright", "the name '%s' is too "
			       "long", file);
	}
	free(bytes);
	return status;
}

int image_dump(const char *program, const struct elf_image *elf,
	       const uint8_t *ram, const char *file)
{
	struct image i = read_image(elf, ram);
	int status = check_image(program, elf, &i);

	if (!status && i.format == RGB && format_of(file)->write == write_pgm)
		status = error(CMD_USAGE, program, "ww_image has colours; "
			       "write it to a .ppm or .png, not to '%s'",
			       file);
	return status ? status :
	       write_frames(&i, ram + (i.pixels - elf->ram_base), file);
}

void image_none(const char *program)
{
	error(0, program, "no image is written, since the run came to no end");
}
