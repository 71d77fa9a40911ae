/* plot.h - bar charts, as SVG and as PNG
 * SPDX-License-Identifier: Apache-2.0
 *
 * A figure is a row of panels; a panel has a group of bars for each place on
 * its x axis, in the group a bar for each series. What has no value has no bar.
 * The caller owns all texts and values.
 */
#ifndef WW_CLI_PLOT_H
#define WW_CLI_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct plot_panel {
	const char *title, *y_label;
	/* of series S at place X: values[S * places + X]; not above 0: none */
	const double *values;
};

struct plot {
	const char *x_label, *series_label;
	const char *const *x_names, *const *series_names;
	/* series: at least one; if one, there is no legend */
	size_t places, series;
	const struct plot_panel *panels;
	size_t panel_count;
};

/* Errors of OUT stay with OUT. */
void plot_svg(FILE *out, const struct plot *p);
/* Whether this build can write PNG; and 0, or -1: no memory. */
bool plot_has_png(void);
int plot_png(FILE *out, const struct plot *p);

#endif
