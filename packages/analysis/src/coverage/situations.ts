/** What MFA and the other controls can use in a sign-in. */
export interface Situation {
  /** The number in docs/posture.md. */
  readonly number: number
  readonly application: 'Office365' | 'MicrosoftAdminPortals'
  readonly client: 'browser' | 'mobileAppsAndDesktopClients' | 'other'
  /** Null: none is known, so that only 'all platforms' contains it. */
  readonly platform: 'windows' | 'iOS' | null
  readonly isManaged: boolean
  readonly isDeviceCode: boolean
  /** A user can be asked for a second factor, terms or a new password. */
  readonly isInteractive: boolean
  /** Whether it counts for 'covered by MFA', and what is required of it. */
  readonly counts: 'mfa' | 'blocked' | null
}

const OFFICE: Situation = {
  number: 0,
  application: 'Office365',
  client: 'browser',
  platform: 'windows',
  isManaged: false,
  isDeviceCode: false,
  isInteractive: true,
  counts: 'mfa',
}

/**
 * The seven situations of docs/posture.md. In each one the network is untrusted and in no named
 * country, there is no risk, and no authentication context.
 */
export const SITUATIONS: readonly Situation[] = [
  { ...OFFICE, number: 1, isManaged: true, counts: null },
  { ...OFFICE, number: 2 },
  { ...OFFICE, number: 3, client: 'mobileAppsAndDesktopClients' },
  { ...OFFICE, number: 4, client: 'mobileAppsAndDesktopClients', platform: 'iOS' },
  {
    ...OFFICE,
    number: 5,
    client: 'other',
    platform: null,
    isInteractive: false,
    counts: 'blocked',
  },
  { ...OFFICE, number: 6, application: 'MicrosoftAdminPortals' },
  {
    ...OFFICE,
    number: 7,
    client: 'mobileAppsAndDesktopClients',
    platform: null,
    isDeviceCode: true,
    counts: null,
  },
]

export type Outcome =
  | 'nothing'
  | 'otherControl'
  /** Never counts as covered. */
  | 'depends'
  | 'mfa'
  | 'phishingResistant'
  | 'blocked'

const RANKS: Record<Outcome, number> = {
  nothing: 0,
  otherControl: 1,
  depends: 2,
  mfa: 3,
  phishingResistant: 4,
  blocked: 5,
}

/** Returns the stronger outcome: each policy that applies must be satisfied. */
export function stronger(a: Outcome, b: Outcome): Outcome {
  return RANKS[b] > RANKS[a] ? b : a
}

/** Returns whether the outcome may count as covered once what it depends on is known. */
export const canCover = (situation: Situation, outcome: Outcome): boolean =>
  outcome === 'depends' || isCovered(situation, outcome)

/** Returns whether the outcome counts as covered in the situation. */
export function isCovered({ counts }: Situation, outcome: Outcome): boolean {
  if (outcome === 'blocked') return true
  return counts !== 'blocked' && (outcome === 'mfa' || outcome === 'phishingResistant')
}
