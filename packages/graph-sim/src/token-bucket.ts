/** Units that refill evenly; what is refused is counted too, so hammering postpones the refill. */
export interface TokenBucket {
  /** True when there was enough. */
  take(units: number, nowMs: number): boolean
  /** Until that many units are there again. */
  secondsUntil(units: number): number
  /** 0 (full) to 1 (empty). */
  usedShare(): number
}

export interface BucketSize {
  readonly capacity: number
  /** In how many seconds an empty bucket is full again. */
  readonly perSeconds: number
}

export function createTokenBucket({ capacity, perSeconds }: BucketSize): TokenBucket {
  const unitsPerSecond = capacity / perSeconds
  let units = capacity
  let filledAtMs: number | undefined

  return {
    take(wanted, nowMs) {
      const seconds = filledAtMs === undefined ? 0 : Math.max(0, (nowMs - filledAtMs) / 1000)
      units = Math.min(capacity, units + seconds * unitsPerSecond)
      filledAtMs = nowMs
      const isEnough = units >= wanted
      units = Math.max(0, units - wanted)
      return isEnough
    },
    secondsUntil: (wanted) => Math.max(0, wanted - units) / unitsPerSecond,
    usedShare: () => 1 - units / capacity,
  }
}
