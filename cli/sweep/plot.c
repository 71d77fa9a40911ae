/* plot.c - bar charts, as SVG and as PNG
 * SPDX-License-Identifier: Apache-2.0
 *
 * A chart is drawn from boxes and texts. A `struct canvas` writes them to
 * either kind of file.
 */
#define _XOPEN_SOURCE 700
#include "config.h"
#include "cli/sweep/plot.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_PNG
#include <png.h>
#endif

enum {
	PANEL_WIDTH = 460, HEIGHT = 400, LEGEND_WIDTH = 90,
	LEFT = 72, RIGHT = 14, TOP = 36, BOTTOM = 52,
	TEXT_HEIGHT = 12, LABEL = 40,
	PNG_SCALE = 2, DOTS_WIDE = 6, ROWS = 9, ASCENT = 7
};

enum align { START, MIDDLE, END };

/* Bar colours, light to dark. */
static const uint32_t colours[] = { 0x9ecae1, 0x6baed6, 0x4292c6,
				    0x2171b5, 0x08519c, 0x08306b };

enum {
	COLOURS = sizeof colours / sizeof *colours,
	BLACK = 0x222222,
	GREY = 0xcccccc
};

struct canvas {
	void (*box)(struct canvas *c, double x, double y, double width,
		    double height, uint32_t colour);
	/* Y is the baseline; an UPRIGHT text reads from bottom to top. */
	void (*text)(struct canvas *c, double x, double y, enum align align,
		     bool upright, const char *text);
	FILE *out;              /* SVG: output */
	uint8_t *pixels;        /* PNG: pixels, RGB */
	int width, height;      /* size of the figure; PNG: in pixels */
};

/* --- SVG ------------------------------------------------------------------ */

static void svg_box(struct canvas *c, double x, double y, double width,
		    double height, uint32_t colour)
{
	fprintf(c->out,
		"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
		"fill=\"#%06x\"/>\n",
		x, y, width, height, (unsigned)colour);
}

static void svg_text(struct canvas *c, double x, double y, enum align align,
		     bool upright, const char *text)
{
	static const char *const anchors[] = { "start", "middle", "end" };

	fprintf(c->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"", x, y,
		anchors[align]);
	if (upright)
		fprintf(c->out, " transform=\"rotate(-90 %.1f %.1f)\"", x, y);
	putc('>', c->out);
	for (; *text; text++)
		switch (*text) {
		case '<': fputs("&lt;", c->out); break;
		case '>': fputs("&gt;", c->out); break;
		case '&': fputs("&amp;", c->out); break;
		default: putc(*text, c->out);
		}
	fputs("</text>\n", c->out);
}

/* --- PNG ------------------------------------------------------------------ */

#ifdef HAVE_PNG
static const struct glyph {
	char letter;
	uint8_t rows[ROWS];
} glyphs[] = {
#define GLYPH(letter, ...) { letter, { __VA_ARGS__ } },
#include "cli/sweep/plot_font.def"
#undef GLYPH
};

static void fill(struct canvas *c, int x, int y, int width, int height,
		 uint32_t colour)
{
	for (int i = y < 0 ? 0 : y; i < y + height && i < c->height; i++)
		for (int k = x < 0 ? 0 : x; k < x + width && k < c->width;
		     k++) {
			uint8_t *to =
				c->pixels +
				3 * ((size_t)i * (size_t)c->width + (size_t)k);

			to[0] = (uint8_t)(colour >> 16);
			to[1] = (uint8_t)(colour >> 8);
			to[2] = (uint8_t)colour;
		}
}

/* Draws a box of at least one pixel, since thin lines are boxes too. */
static void dot_box(struct canvas *c, double x, double y, double width,
		    double height, uint32_t colour)
{
	int left = (int)lround(x * PNG_SCALE), top = (int)lround(y * PNG_SCALE);
	int right = (int)lround((x + width) * PNG_SCALE);
	int bottom = (int)lround((y + height) * PNG_SCALE);

	fill(c, left, top, right > left ? right - left : 1,
	     bottom > top ? bottom - top : 1, colour);
}

/* The glyph of LETTER, or of a question mark. */
static const uint8_t *rows_of(char letter)
{
	for (size_t i = 0; i < sizeof glyphs / sizeof *glyphs; i++)
		if (glyphs[i].letter == letter)
			return glyphs[i].rows;
	return rows_of('?');
}

static void dot_text(struct canvas *c, double x, double y, enum align align,
		     bool upright, const char *text)
{
	int dots = DOTS_WIDE * (int)strlen(text) - 1;
	int from = align == START ? 0 : align == MIDDLE ? -dots / 2 : -dots;
	int left = (int)lround(x * PNG_SCALE),
	    line = (int)lround(y * PNG_SCALE);

	for (; *text; text++, from += DOTS_WIDE) {
		const uint8_t *rows = rows_of(*text);

		for (int row = 0; row < ROWS; row++)
			for (int dot = 0; dot < DOTS_WIDE - 1; dot++) {
				int right = PNG_SCALE * (from + dot);
				int up = PNG_SCALE * (row - ASCENT);

				if (!(rows[row] >> (DOTS_WIDE - 2 - dot) & 1))
					continue;
				if (upright)
					fill(c, left + up,
					     line - right - PNG_SCALE,
					     PNG_SCALE, PNG_SCALE, BLACK);
				else
					fill(c, left + right, line + up,
					     PNG_SCALE, PNG_SCALE, BLACK);
			}
	}
}
#endif

/* --- the y axis --------------------------------------------------------- */

struct axis {
	double low, high;
	bool logarithmic;
	double step;            /* step of a linear axis */
};

/* The largest power of ten that is not above V. */
static double decade(double v)
{
	return pow(10, floor(log10(v) + 1e-9));
}

static void find_range(const struct plot *p, const double *values, double *low,
		       double *high)
{
	*low = *high = 0;
	for (size_t i = 0; i < p->places * p->series; i++) {
		if (!(values[i] > 0))
			continue;
		*low = *low <= 0 || values[i] < *low ? values[i] : *low;
		*high = values[i] > *high ? values[i] : *high;
	}
}

static struct axis find_axis(const struct plot *p, const double *values)
{
	struct axis a = { 0, 1, false, 0.2 };
	double low, high, unit;

	find_range(p, values, &low, &high);
	if (high <= 0)
		return a;
	if (high > 20 * low) {
		a.logarithmic = true;
		a.low = decade(low);
		if (a.low > 0.999 * low)
			a.low /= 2;
		for (a.high = decade(high); a.high < high; )
			a.high += decade(high);
		return a;
	}
	unit = decade(high);
	a.step = high / unit < 2 ? unit / 4 : high / unit < 5 ? unit : 2 * unit;
	a.high = a.step * ceil(high / a.step * 1.0001);
	return a;
}

static double height_of(const struct axis *a, double v)
{
	double share = a->logarithmic ? log(v / a->low) / log(a->high / a->low)
				      : (v - a->low) / (a->high - a->low);

	return share * (HEIGHT - TOP - BOTTOM);
}

static void mark(struct canvas *c, double left, const struct axis *a, double v,
		 bool named)
{
	double y = HEIGHT - BOTTOM - height_of(a, v);
	char text[32];

	c->box(c, left, y, PANEL_WIDTH - LEFT - RIGHT, 0.5, GREY);
	snprintf(text, sizeof text, "%.10g", v);
	if (named)
		c->text(c, left - 6, y + 4, END, false, text);
}

static void draw_marks(struct canvas *c, double left, const struct axis *a)
{
	bool few = a->logarithmic && a->high / a->low < 300;

	if (!a->logarithmic) {
		for (int i = 0; i * a->step < a->high * 1.0001; i++)
			mark(c, left, a, i * a->step, true);
		return;
	}
	for (double v = decade(a->low); v <= a->high * 1.0001; v *= 10)
		for (int i = 1; i < 10; i++)
			if (i * v >= a->low * 0.9999 &&
			    i * v <= a->high * 1.0001 && (i == 1 || few))
				mark(c, left, a, i * v,
				     i == 1 || i == 2 || i == 5);
}

/* The colour of series S: few series get distant colours, many series repeat
 * colours. */
static uint32_t colour_of(const struct plot *p, size_t s)
{
	if (p->series == 1)
		return colours[2];
	if (p->series > COLOURS)
		return colours[s % COLOURS];
	return colours[s * (COLOURS - 1) / (p->series - 1)];
}

/* --- panels ------------------------------------------------------------- */

static void draw_bars(struct canvas *c, double left, const struct plot *p,
		      const double *values, const struct axis *a)
{
	double group = (PANEL_WIDTH - LEFT - RIGHT) / (double)p->places;
	double bar = group * 0.84 / (double)p->series;

	for (size_t x = 0; x < p->places; x++)
		for (size_t s = 0; s < p->series; s++) {
			double v = values[s * p->places + x];
			double h = v > 0 ? height_of(a, v) : 0;

			if (v > 0)
				c->box(c,
				       left + group * ((double)x + 0.08) +
					       bar * (double)s,
				       HEIGHT - BOTTOM - h, bar * 0.92, h,
				       colour_of(p, s));
		}
}

/* Writes the names of the x axis; names too wide for one line alternate between
 * two lines. */
static void draw_names(struct canvas *c, double left, const struct plot *p)
{
	double group = (PANEL_WIDTH - LEFT - RIGHT) / (double)p->places;
	bool wide = false;

	for (size_t x = 0; x < p->places; x++)
		wide |= (double)strlen(p->x_names[x]) * DOTS_WIDE * 1.1 > group;
	for (size_t x = 0; x < p->places; x++)
		c->text(c, left + group * ((double)x + 0.5),
			HEIGHT - BOTTOM + 15 + (wide && x % 2 ? 12 : 0), MIDDLE,
			false, p->x_names[x]);
}

static void draw_panel(struct canvas *c, const struct plot *p, size_t i)
{
	const struct plot_panel *panel = &p->panels[i];
	double left = LEFT + (double)i * PANEL_WIDTH;
	double middle = left + (PANEL_WIDTH - LEFT - RIGHT) / 2.0;
	struct axis a = find_axis(p, panel->values);

	draw_marks(c, left, &a);
	draw_bars(c, left, p, panel->values, &a);
	c->box(c, left, TOP, 1, HEIGHT - TOP - BOTTOM, BLACK);
	c->box(c, left, HEIGHT - BOTTOM, PANEL_WIDTH - LEFT - RIGHT, 1, BLACK);
	draw_names(c, left, p);
	c->text(c, middle, TOP - 14, MIDDLE, false, panel->title);
	c->text(c, middle, HEIGHT - 12, MIDDLE, false, p->x_label);
	c->text(c, left - LABEL - 16, (HEIGHT - BOTTOM + TOP) / 2.0, MIDDLE,
		true, panel->y_label);
}

static void draw_legend(struct canvas *c, const struct plot *p)
{
	double left = (double)p->panel_count * PANEL_WIDTH + 6;

	if (p->series < 2)
		return;
	c->text(c, left, TOP + 4, START, false, p->series_label);
	for (size_t s = 0; s < p->series; s++) {
		double y = TOP + 20 + 18 * (double)s;

		c->box(c, left, y - 9, 10, 10, colour_of(p, s));
		c->text(c, left + 16, y, START, false, p->series_names[s]);
	}
}

static void draw(struct canvas *c, const struct plot *p)
{
	for (size_t i = 0; i < p->panel_count; i++)
		draw_panel(c, p, i);
	draw_legend(c, p);
}

static int width_of(const struct plot *p)
{
	return (int)p->panel_count * PANEL_WIDTH +
	       (p->series > 1 ? LEGEND_WIDTH : 0);
}

/* --- files -------------------------------------------------------------- */

void plot_svg(FILE *out, const struct plot *p)
{
	struct canvas c = { .box = svg_box, .text = svg_text, .out = out };
	int width = width_of(p);

	fprintf(out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" "
		"height=\"%d\" viewBox=\"0 0 %d %d\" "
		"font-family=\"sans-serif\" font-size=\"%d\" "
		"fill=\"#%06x\">\n<!-- SPDX-License-Identifier: Apache-2.0 "
		"-->\n",
		width, HEIGHT, width, HEIGHT, TEXT_HEIGHT, (unsigned)BLACK);
	svg_box(&c, 0, 0, width, HEIGHT, 0xffffff);
	draw(&c, p);
	fputs("</svg>\n", out);
}

bool plot_has_png(void)
{
#ifdef HAVE_PNG
	return true;
#else
	return false;
#endif
}

int plot_png(FILE *out, const struct plot *p)
{
#ifdef HAVE_PNG
	struct canvas c = { .box = dot_box, .text = dot_text,
			    .width = PNG_SCALE * width_of(p),
			    .height = PNG_SCALE * HEIGHT };
	png_image png = {
		.version = PNG_IMAGE_VERSION, .width = (png_uint_32)c.width,
		.height = (png_uint_32)c.height, .format = PNG_FORMAT_RGB
	};
	bool bad;

	c.pixels = malloc(3 * (size_t)c.width * (size_t)c.height);
	if (!c.pixels)
		return -1;
	memset(c.pixels, 0xff, 3 * (size_t)c.width * (size_t)c.height);
	draw(&c, p);
	bad = !png_image_write_to_stdio(&png, out, 0, c.pixels, 0, NULL) &&
	      !ferror(out);
	free(c.pixels);
	return bad ? -1 : 0;
#else
	(void)out;
	(void)p;
	return -1;
#endif
}
