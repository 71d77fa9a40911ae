/* plot.h - bar charts, as SVG and as PNG
 * SPDX-License-Identifier: Apache-2.0
 *
 * A figure is a row of panels. A panel has a group of bars for each place on
 * its x axis; a group has a bar for each series. A missing value has no bar.
 * The caller owns all texts and values.
 */
#ifndef WW_CLI_PLOT_H
#define WW_CLI_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct plot_panel {
	const char *title, *y_label;
	/* of series S at place X: values[S * places + X]; 0 or less: missing */
	const double *values;
};

struct plot {
	const char *x_label, *series_label;
	const char *const *x_names, *const *series_names;
	/* series: at least one; a single series has no legend */
	size_t places, series;
	const struct plot_panel *panels;
	size_t panel_count;
};

/* Writes the figure to OUT; the caller checks OUT for errors. */
void plot_svg(FILE *out, const struct plot *p);
/* plot_has_png: can this build write PNG? plot_png returns 0, or -1: out of
 * memory. */
bool plot_has_png(void);
int plot_png(FILE *out, const struct plot *p);

#endif
