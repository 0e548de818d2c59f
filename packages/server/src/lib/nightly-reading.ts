/** After this time a reading that could not be repeated is no longer used. */
const OUTDATED_MS = 7 * 86_400_000

/** An earlier reading is not used either: it is not wanted, or says nothing of the people of today. */
const UNUSED: ReadonlySet<string> = new Set(['SWITCHED_OFF', 'NOT_NEEDED', 'TOO_MANY'])

/** Returns whether the last reading of a nightly part is used, given the last attempt to read the part. */
export function isReadingUsable(tried: {
  readonly asOf: Date | null
  readonly triedAt: Date
  readonly failureCode: string | null
}): boolean {
  const { asOf, triedAt, failureCode } = tried
  if (asOf === null || UNUSED.has(failureCode ?? '')) return false
  return failureCode === null || triedAt.getTime() - asOf.getTime() <= OUTDATED_MS
}
