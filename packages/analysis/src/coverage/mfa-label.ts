import type { MfaVerdict } from '@tenantscope/contract/mfa'

const LABELS: Record<MfaVerdict, string> = {
  required: 'Required',
  requiredBySecurityDefaults: 'Required by security defaults',
  partial: 'Partial',
  none: 'None',
  notKnown: 'Not known',
}

/** Returns the label of a verdict, for example 'Partial (12 people not covered)'. */
export function mfaLabel({
  verdict,
  notCovered,
}: {
  verdict: MfaVerdict
  /** Members who are not covered; used by a partial verdict only. */
  notCovered: number | null
}): string {
  if (verdict !== 'partial' || notCovered === null) return LABELS[verdict]
  return `${LABELS.partial} (${countedPeople(notCovered)} not covered)`
}

/** Returns the label in two short lines, for a narrow column: 'Partial' and '12 not covered'. */
export function mfaLabelLines({ verdict, notCovered }: Parameters<typeof mfaLabel>[0]): {
  word: string
  detail: string | null
} {
  if (verdict === 'requiredBySecurityDefaults')
    return { word: LABELS.required, detail: 'security defaults' }
  const isCounted = verdict === 'partial' && notCovered !== null
  return {
    word: LABELS[verdict],
    detail: isCounted ? `${notCovered.toLocaleString('en')} not covered` : null,
  }
}

/** '1 person', '1,200 people'. */
export function countedPeople(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en')} people`
}
