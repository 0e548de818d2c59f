import type { Format } from '../../lib/format.ts'

/** '5 licenses, 1 person'. */
export function contentsText(
  { licenses, people }: { licenses: number; people: number },
  format: Format,
): string {
  const ofLicenses = licenses === 1 ? '1 license' : `${format.number(licenses)} licenses`
  return `${ofLicenses}, ${people === 1 ? '1 person' : `${format.number(people)} people`}`
}
