/** Ends the next thread that this process starts, before it has answered. */
export function endNextThread(): void {
  process.once('worker', (thread) => void thread.terminate())
}
