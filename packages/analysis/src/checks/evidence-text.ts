import type { EvidenceObject } from '@tenantscope/contract/posture'

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
