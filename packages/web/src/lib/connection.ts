import { createStore } from './store.ts'

/** Whether the last call got no response. */
export const isOutOfReach = createStore(false)

/** Interval of probes while the server does not respond. */
const PROBE_MS = 5_000

/**
 * Probes the server when the browser's connection changes, and repeatedly while it does not
 * respond. Only a response counts: an offline browser may still reach a server on its own machine.
 */
export function watchConnection(probe: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined
  const follow = () => {
    clearInterval(timer)
    if (isOutOfReach.get()) timer = setInterval(probe, PROBE_MS)
  }
  const unsubscribe = isOutOfReach.subscribe(follow)
  window.addEventListener('online', probe)
  window.addEventListener('offline', probe)
  follow()
  return () => {
    clearInterval(timer)
    unsubscribe()
    window.removeEventListener('online', probe)
    window.removeEventListener('offline', probe)
  }
}
