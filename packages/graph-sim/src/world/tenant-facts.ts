/** Facts of a directory that ordinary ones have alike; only stories of the posture differ. */
export interface TenantFacts {
  /** Since a hybrid directory was last synchronized; absent: 20 minutes. */
  readonly hoursSinceSync?: number
  /** Objects of the 300,000 that a directory may hold; absent: people and groups. */
  readonly quotaUsed?: number
  /** Absent: the default domain and the initial one. */
  readonly domains?: readonly Domain[]
}

/** A domain in Graph's terms. */
export interface Domain {
  readonly name: string
  readonly isInitial: boolean
  readonly isVerified?: boolean
  readonly authenticationType?: 'Managed' | 'Federated'
  /** Microsoft returns no number where the directory never set one. */
  readonly passwordValidityPeriodInDays?: number
}
