/* vlt_relaxed.h - coverage counters without locked instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included before everything else in a model that counts coverage. Verilator's
 * counters are atomic, but such a model runs in one thread. A load and a store
 * suffice, and the model is about six times as fast.
 */
#ifndef WW_COSIM_VLT_RELAXED_H
#define WW_COSIM_VLT_RELAXED_H

#include <atomic>
#include <condition_variable>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

namespace std
{
template <class T> struct ww_relaxed : atomic<T> {
	using atomic<T>::atomic;
	using atomic<T>::operator=;

	T fetch_add(T n, memory_order = memory_order_relaxed)
	{
		T v = this->load(memory_order_relaxed);

		this->store(v + n, memory_order_relaxed);
		return v;
	}
};
} // namespace std

#define atomic ww_relaxed

#endif
