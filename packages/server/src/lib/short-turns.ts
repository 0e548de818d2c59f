import { setImmediate } from 'node:timers/promises'

/** Milliseconds of computing after which other work gets its turn. */
const TURN_MS = 10

/** Runs the steps of a computation in short turns: requests are served between them. */
export async function inShortTurns<Result>(
  steps: Generator<undefined, Result, undefined>,
): Promise<Result> {
  let turnStartedAt = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - turnStartedAt > TURN_MS) {
      await setImmediate()
      turnStartedAt = performance.now()
    }
  }
}
