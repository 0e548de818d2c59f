import { setImmediate as nextTurnOfLoop } from 'node:timers/promises'

/** The longest time that sliced work keeps the event loop at once. */
const SLICE_MS = 10

export interface TimeSlices {
  /** True when the current slice is used up. */
  isOver(): boolean
  /** Yields to the event loop and begins the next slice. */
  next(): Promise<void>
}

/**
 * Divides long work by time, since items of the same number differ in cost a thousand times. Between two
 * items, the work calls `next` when `isOver`.
 */
export function createTimeSlices({
  nextTurn = nextTurnOfLoop,
  now = () => performance.now(),
}: {
  nextTurn?: () => Promise<unknown>
  now?: () => number
} = {}): TimeSlices {
  let endsAt = now() + SLICE_MS
  return {
    isOver: () => now() >= endsAt,
    async next() {
      await nextTurn()
      endsAt = now() + SLICE_MS
    },
  }
}

/** Runs the steps of a computation in time slices: requests are served between them. */
export async function inTimeSlices<Result>(
  steps: Generator<undefined, Result, undefined>,
): Promise<Result> {
  const slices = createTimeSlices()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (slices.isOver()) await slices.next()
  }
}
