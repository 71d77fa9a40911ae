// broken - a template with errors, for tests
${tree}
//% if has_mm
