/** The promise's outcome, or the signal's reason as soon as it is aborted; the work itself goes on. */
export function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  if (signal.aborted) return Promise.reject(reasonOf(signal))
  return new Promise<T>((resolve, reject) => {
    const onAbort = () => reject(reasonOf(signal))
    signal.addEventListener('abort', onAbort, { once: true })
    const stopListening = () => signal.removeEventListener('abort', onAbort)
    work.then(resolve, reject).finally(stopListening)
  })
}

/** Aborted as soon as one of them is. */
export function eitherOf(signal: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other ? AbortSignal.any([signal, other]) : signal
}

/** Why the signal was aborted, always as an error. */
export function reasonOf(signal: AbortSignal): Error {
  const reason: unknown = signal.reason
  return reason instanceof Error ? reason : new DOMException('Aborted', 'AbortError')
}
