import { UseGap } from '@tenantscope/contract/license-use'
import type { LicenseUse, PersonUse, UseChoice } from '@tenantscope/contract/license-use'
import { LICENSE_USE } from '@tenantscope/contract/limits'

import { isReadingUsable } from '../../../lib/nightly-reading.ts'

/** The last reading of a source, and the last attempt to read it. */
export interface SourceRow {
  readonly part: 'signIns' | 'usage'
  readonly readingId: number | null
  readonly asOf: Date | null
  readonly triedAt: Date
  readonly failureCode: string | null
  /** The last day of the usage report. */
  readonly reportDate: string | null
  readonly isConcealed: boolean | null
}

/** Where the evidence comes from; a null id is never found. */
export interface UseReadings {
  readonly signInsId: number | null
  readonly usageId: number | null
}

const OLD_MS = LICENSE_USE.oldAfterDays * 86_400_000
/** Verdicts that make a person part of 'without use'. */
const UNUSED: ReadonlySet<string> = new Set(['neverSignedIn', 'noSignIn', 'noUse'])

/** Returns what is known of the two sources, and the readings to use. */
export function sourcesOf(
  rows: readonly SourceRow[],
  now: Date,
): Pick<LicenseUse, 'signIns' | 'usage'> & { readings: UseReadings } {
  const signIns = rows.find(({ part }) => part === 'signIns')
  const usage = rows.find(({ part }) => part === 'usage')
  const signInsSource = sourceOf(signIns, now)
  const usageSource = sourceOf(usage, now)
  return {
    signIns: signInsSource,
    usage: { ...usageSource, reportDate: usage?.reportDate ?? null },
    readings: {
      signInsId: signInsSource.gap === null ? (signIns?.readingId ?? null) : null,
      usageId: usageSource.gap === null ? (usage?.readingId ?? null) : null,
    },
  }
}

function sourceOf(row: SourceRow | undefined, now: Date): LicenseUse['signIns'] {
  if (row === undefined) return { asOf: null, gap: 'notRead', isOld: false }
  const asOf = row.asOf?.toISOString() ?? null
  if (row.readingId === null || !isReadingUsable(row))
    return { asOf, gap: gapOf(row.failureCode), isOld: false }
  return { asOf, gap: row.isConcealed === true ? 'concealed' : null, isOld: isOld(row, now) }
}

/** The usage report ends some days before it is read. */
function isOld({ asOf, reportDate }: SourceRow, now: Date): boolean {
  const date = reportDate === null ? asOf : new Date(reportDate)
  return date !== null && now.getTime() - date.getTime() > OLD_MS
}

function gapOf(failureCode: string | null): UseGap {
  if (failureCode === null) return 'notRead'
  const known = UseGap.safeParse(failureCode)
  return known.success ? known.data : 'failed'
}

/** Marked accounts are in a list of their own. */
export function isChosen({ mark, verdict }: PersonUse, choice: UseChoice): boolean {
  if (choice === 'marked') return mark !== null
  if (mark !== null) return false
  return choice === 'unused' ? UNUSED.has(verdict) : verdict === choice
}
