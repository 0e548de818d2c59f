import type { EvidenceObject, ShownVerdict } from '@tenantscope/contract/posture'

import { verdictText } from './posture-text.ts'

/** The kinds of evidence in words. */
export const KIND_NAMES: Readonly<Record<EvidenceObject['kind'], string>> = {
  user: 'User',
  group: 'Group',
  policy: 'Conditional Access policy',
  role: 'Directory role',
  application: 'App registration',
  servicePrincipal: 'Enterprise application',
  device: 'Device',
  domain: 'Domain',
  sku: 'License',
  subscription: 'Subscription',
  namedLocation: 'Named location',
  setting: 'Setting',
}

/** Returns the name of a count in words: 'Excluded people' for 'excludedPeople'. */
export function countName(name: string): string {
  const words = name.replaceAll(/(?<=[a-z\d])[A-Z]/gu, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Returns counts in words: 'Excluded people: 3; Ended: 1'. */
export function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${countName(name)}: ${count}`)
    .join('; ')
}

interface Evidence {
  /** Null: the tenant was not judged yet. */
  readonly verdict: ShownVerdict | null
  readonly objectCount: number
}

/** The verdicts of a check that was judged; for others, no object says nothing about the tenant. */
const JUDGED: readonly (ShownVerdict | null)[] = ['passed', 'failed', 'excepted']

/** Returns the number of objects that are evidence; null where the check was not judged by objects. */
export const objectCountOf = ({ verdict, objectCount }: Evidence): number | null =>
  objectCount > 0 || JUDGED.includes(verdict) ? objectCount : null

/** Returns the number of objects that are evidence, or the verdict in words where there is no number. */
export function objectCountText(evidence: Evidence, number: (value: number) => string): string {
  const count = objectCountOf(evidence)
  return count === null ? verdictText(evidence.verdict) : number(count)
}
