import { createStore } from './store.ts'

/** Whether the last call got no answer from the server. */
export const isOutOfReach = createStore(false)

/** How often the server is asked for while it does not answer. */
const PROBE_MS = 5_000

/**
 * Asks for the server when the browser's connection changes, and again and again while it does not
 * answer. Only an answer counts: a browser without a network may still reach a server on its own machine.
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
