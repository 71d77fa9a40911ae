#!/bin/sh
# formal.t - the quick proofs hold, and a mutant breaks each of their assertions; doc/proofs.md
# SPDX-License-Identifier: Apache-2.0
exec "$WW_SRCDIR/tests/formal/prove.sh" --fast
