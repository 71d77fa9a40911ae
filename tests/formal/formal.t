#!/bin/sh
# formal.t - the quick proofs hold, and a mutant breaks each of their assertions (in the quick tier one); doc/proofs.md
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/formal/prove.sh" $([ -n "${WW_FULL-}" ] && echo --fast || echo --quick)
