/** A signal that is aborted with the first of these. `AbortSignal.any` is newer than the oldest browsers. */
export function anySignal(...signals: readonly AbortSignal[]): AbortSignal {
  const either = new AbortController()
  for (const signal of signals) {
    if (signal.aborted) either.abort(signal.reason)
    // The listeners go with the first that fires.
    else signal.addEventListener('abort', () => either.abort(signal.reason), { signal: either.signal })
  }
  return either.signal
}
