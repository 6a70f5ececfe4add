/* SPDX-License-Identifier: MIT */
#include "io/io.h"

G_DEFINE_QUARK (lpn - io - error - quark, lpn_io_error)
