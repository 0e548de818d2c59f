import type { EstateTenant } from './estate.ts'

/** Sorts tenants: most members who are not covered first, tenants that are not known last. */
export function mostNotCoveredFirst(tenants: readonly EstateTenant[]): readonly EstateTenant[] {
  return tenants.toSorted((a, b) => orderOf(b) - orderOf(a))
}

const orderOf = ({ members }: EstateTenant): number => members?.notCovered ?? -1

/** Why the numbers of a tenant are not known: 'Not read for 7 days'. */
export function notKnownText({ isOld, dataAsOf }: EstateTenant): string {
  if (dataAsOf === null) return 'Not read yet'
  return isOld ? 'Not read for 7 days' : 'Not known'
}
