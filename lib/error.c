/* error.c - libwarpwright: texts of errors
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wwd.h"

/* Longer reports are cut. */
static _Thread_local char text[16384];

const char *wwd_error(void)
{
	return text;
}

const char *wwd_strerror(int error)
{
	switch ((enum wwd_status)error) {
	case WWD_OK: return "no error";
	case WWD_E_ARGUMENT: return "a value that no device takes";
	case WWD_E_NAME: return "there is no such device";
	case WWD_E_MEMORY: return "the host has no memory";
	case WWD_E_FULL: return "the device has no such free memory";
	case WWD_E_ADDRESS: return "no address of the device's memory";
	case WWD_E_PROGRAM: return "no program for this device";
	case WWD_E_OVERLAP: return "the program's memory is in use";
	case WWD_E_KERNEL: return "the program has no such name";
	case WWD_E_TICKET: return "no such launch";
	case WWD_E_TIMEOUT: return "the launch is not done yet";
	case WWD_E_DEADLOCK: return "no launch in flight can go on";
	case WWD_E_MISMATCH: return "the core differs from the golden model";
	case WWD_E_DEVICE: return "the device has failed";
	case WWD_E_TOOL: return "the model cannot be built or run";
	case WWD_E_BUSY: return "launches are in flight";
	}
	return "unknown error";
}

int wwd_fail(int error, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	return error;
}

int wwd_missing(const char *function)
{
	return wwd_fail(WWD_E_ARGUMENT, "%s: an argument is NULL", function);
}

FILE *wwd_stream(struct wwd_stream *s)
{
	*s = (struct wwd_stream){ NULL, NULL, 0 };
	s->out = open_memstream(&s->text, &s->size);
	if (!s->out)
		wwd_fail(WWD_E_MEMORY, "out of memory");
	return s->out;
}

void wwd_stream_drop(struct wwd_stream *s)
{
	if (s->out)
		fclose(s->out);
	free(s->text);
	*s = (struct wwd_stream){ NULL, NULL, 0 };
}

int wwd_stream_fail(struct wwd_stream *s, int error)
{
	fclose(s->out);
	s->out = NULL;
	while (s->size && s->text[s->size - 1] == '\n')
		s->size--;
	wwd_fail(error, "%.*s", (int)s->size, s->text);
	wwd_stream_drop(s);
	return error;
}
