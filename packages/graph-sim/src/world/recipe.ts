import type { DelegatedPlan } from './delegated.ts'
import type { LicenseMix } from './licenses.ts'
import type { Locale, Name } from './locales.ts'
import type { PolicyProfile } from './policies.ts'
import type { PolicyStyle } from './policy-drafts.ts'
import type { Story } from './types.ts'

/** What makes one customer; the builder turns it into a directory. */
export interface Recipe {
  readonly story: Story | null
  readonly company: Name
  readonly locale: Locale
  readonly size: number
  readonly mix: LicenseMix
  readonly policies: PolicyProfile
  readonly isHybrid: boolean
  readonly isDirect: boolean
  readonly isConsented: boolean
  readonly hostileNames: readonly string[]
  /** Administrators of every kind, nested groups, policies of every shape. */
  readonly isDetailed: boolean
  readonly traits: StoryTraits
}

/** Traits that only some stories have. */
export interface StoryTraits {
  /** Absent: what ordinary customers under contract have. */
  readonly delegated?: DelegatedPlan
  /** The partner may work there by GDAP alone. */
  readonly hasNoContract?: boolean
  readonly isGone?: boolean
  /** The name that the contract was made with. */
  readonly formerName?: string
  /** Groups give licenses that some of their members cannot have. */
  readonly hasLicenseErrors?: boolean
  /** Agents with user accounts of their own, in groups and with roles. */
  readonly hasAgents?: boolean
  /** The share of people for whom usage reports say `(Unknown)`. */
  readonly unknownInReports?: number
  readonly hasExpiringSecrets?: boolean
  /** Absent: what the care for the directory brings. */
  readonly policyStyle?: PolicyStyle
  /** The permissions that the administrator left granted; absent: all that are required. */
  readonly consentedRoles?: readonly string[]
}

export interface StoryRecipe {
  readonly story: Story
  readonly countryCode: string
  /** Absent: the country's next company. */
  readonly company?: Name
  readonly size: number
  readonly mix: (size: number) => LicenseMix
  readonly policies: PolicyProfile
  readonly isConsented?: boolean
  readonly hostileNames?: readonly string[]
  readonly traits?: StoryTraits
}
