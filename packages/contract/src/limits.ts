/** The specification's section 9 and the numbers of decisions.md, in one place. Units stand in the names. */

export const SESSION = {
  idleHours: 8,
  absoluteHours: 24,
  tabClosedGraceSeconds: 30,
} as const

export const SIGN_IN = {
  failuresPerAddress: 5,
  failureWindowMinutes: 15,
  /** An office may share one address, so more people than that may fail; more rows say nothing new. */
  microsoftRefusalsRecordedPerAddress: 20,
  slowestAnswerSeconds: 30,
  flowMinutes: 10,
  /** Local sign-in opens by itself after this long without a sign-in or consent check at Microsoft. */
  microsoftSilentHours: 24,
} as const

export const PASSWORD = {
  minLength: 12,
  /** bcrypt reads no more bytes than these. */
  maxBytes: 72,
  /** Below this the own-account form shows its own toast (specification section 5). */
  formMinLength: 8,
  bcryptCost: 12,
} as const

export const QUERY = {
  defaultFreshMinutes: 5,
  unusedMinutes: 30,
  tenantListFreshMinutes: 10,
  tenantListUnusedMinutes: 60,
} as const

export const REFRESH = {
  scheduleHours: 6,
  /** Old generations stay readable this long, for readers that began before the flip. */
  oldGenerationMinutes: 15,
  /** Microsoft keeps what a delta link stands for 7 days; an older one is not even tried. */
  deltaLinkDays: 6,
  /** Everything is read again after this long, so that a change that was never told of cannot last. */
  fullReadDays: 7,
} as const

/** Sign-in dates, registered methods and use are read once a night (decisions.md, Tenants and data). */
export const ACTIVITY = {
  /** Of the installation's time zone; the night begins at 0. */
  nightEndsAtHour: 6,
  /** A tenant that was tried this lately has had its turn this night. */
  earliestAfterHours: 12,
  /** Where the nights are too short for all tenants, the days have to do. */
  latestAfterHours: 48,
} as const

export const POLICIES_SHOWN = 10
export const DEFAULT_TIME_ZONE = 'America/Los_Angeles'
