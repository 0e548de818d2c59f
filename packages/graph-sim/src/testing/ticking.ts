/** A clock that moves by a millisecond at each look, so that limits have time to fill up again. */
export function ticking(startMs: number): () => number {
  let now = startMs
  return () => (now += 1)
}
