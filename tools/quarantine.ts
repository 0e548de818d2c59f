/** A test that fails without a fault in the product, until its race is found and fixed. */
export interface QuarantinedTest {
  /** Path of the test file, for journeys from e2e/. */
  readonly file: string
  /** Full name: titles of its groups, then its own, with spaces between. */
  readonly test: string
  readonly reason: string
  /** Date as YYYY-MM-DD. */
  readonly since: string
}

/** At most this many tests may be in quarantine. */
export const MOST_QUARANTINED = 10

/** `npm test` leaves these tests out and prints them; `npm run test:all` runs them. */
export const QUARANTINE: readonly QuarantinedTest[] = []
