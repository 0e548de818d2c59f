/** The limits of the specification's section 9 and of decisions.md. Names end with their units. */

export const SESSION = {
  idleHours: 8,
  absoluteHours: 24,
  tabClosedGraceSeconds: 30,
} as const

export const SIGN_IN = {
  failuresPerAddress: 5,
  failureWindowMinutes: 15,
  /** Limits recorded rows only: an office may share one address, so more users may be refused. */
  microsoftRefusalsRecordedPerAddress: 20,
  /** Failed replies of Microsoft per address and window; each one causes a request to Microsoft. */
  microsoftFailuresPerAddress: 20,
  slowestAnswerSeconds: 30,
  flowMinutes: 10,
  /** Local sign-in is allowed after this time without a sign-in or consent check at Microsoft. */
  microsoftSilentHours: 24,
} as const

export const PASSWORD = {
  minLength: 12,
  /** bcrypt ignores further bytes. */
  maxBytes: 72,
  /** Below this length the own-account form shows its own toast (specification section 5). */
  formMinLength: 8,
  bcryptCost: 12,
} as const

export const QUERY = {
  defaultFreshMinutes: 5,
  unusedMinutes: 30,
  tenantListFreshMinutes: 10,
  tenantListUnusedMinutes: 60,
  enhancedFreshMinutes: 5,
  enhancedRetries: 1,
  tenantPermissionsFreshSeconds: 30,
} as const

export const REFRESH = {
  scheduleHours: 6,
  /** How long a replaced generation stays readable, for readers that started before the replacement. */
  oldGenerationMinutes: 15,
  /** Microsoft keeps delta links for 7 days; older ones are not used. */
  deltaLinkDays: 6,
  /** Interval of full reads, so that a change missing from delta replies cannot last. */
  fullReadDays: 7,
} as const

/** Sign-in dates, registered methods and use are read once a night (decisions.md, Tenants and data). */
export const ACTIVITY = {
  /** In the installation's time zone; the night starts at 0. */
  nightEndsAtHour: 6,
  /** A tenant tried more recently is skipped this night. */
  earliestAfterHours: 12,
  /** A tenant not read for longer is also read during the day. */
  latestAfterHours: 48,
} as const

/**
 * Expensive calls per signed-in user, over all processes: `atOnce` in a row, then `perHour`. Each report is
 * stored, and each export and audit run reads much.
 */
export const CALL_BUDGETS = {
  reports: { atOnce: 40, perHour: 240 },
  exports: { atOnce: 30, perHour: 180 },
  audits: { atOnce: 10, perHour: 60 },
} as const

/** Event streams that one session may have in one process; the tabs of a browser share one. */
export const STREAMS = { perSession: 12, retryAfterSeconds: 30 } as const

export const POLICIES_SHOWN = 10
/** Users on the tenant page's card before Show All. */
export const USERS_SHOWN = 10
export const OVERVIEW_TENANTS_SHOWN = 5

/** Users per reply: more would block the server's event loop for too long. */
export const TENANT_USERS = { perPage: 2_000 } as const
export const LICENSE_HOLDERS = { shown: 1_000 } as const

export const TENANT_SETTINGS = {
  aliasLength: 120,
  tags: 20,
  tagLength: 40,
  reasonLength: 200,
} as const

export const TENANT_GROUPS = { nameLength: 80 } as const

/** Maximum age of the sign-in for dangerous actions (decisions.md, Roles). */
export const FRESH_SIGN_IN_MINUTES = 10

/** decisions.md, Microsoft connection; popups and polls of specification section 9. */
export const CONSENT = {
  interactiveMinutes: 15,
  invitationDays: 7,
  labelLength: 80,
  /** Newly consented roles appear in new tokens after 1 to 2, up to 10 minutes. */
  propagationMinutes: 10,
  dashboardPopup: { width: 600, height: 700 },
  pagePopup: { width: 600, height: 600 },
  popupPollMs: 1_000,
  popupAttempts: 300,
  reloadAfterClosedMs: 1_000,
} as const

/** Poll interval of the dashboard for permissions, used only while permissions are being verified. */
export const PERMISSIONS_POLL_MS = 5_000

/** A warning is shown when the secret expires within these days. */
export const CREDENTIAL_WARNING_DAYS = 30

/** How long the success banner of /azure-config is shown. */
export const SAVED_BANNER_MS = 3_000
/** How long a copy button shows its confirmation. */
export const COPIED_MS = 2_000

export const SEARCH = { minLength: 2, maxLength: 100, shownPerKind: 8 } as const

/** New-commerce seats can be removed only within these days of purchase or renewal (Microsoft's terms). */
export const SEAT_REMOVAL_WINDOW_DAYS = 7

/** Time limit of interactive calls that read from Microsoft (decisions.md, Tenants and data). */
export const LIVE_CALL_SECONDS = 10

/** Malformed rows of one part of a tenant that are named; all are counted. */
export const MALFORMED_ROWS_NAMED = 10

/** Widths and heights of specification section 9, in px. */
export const MATRIX = {
  userColumnPx: 200,
  userColumnMaxPx: 320,
  licenseColumnPx: 120,
  licenseColumnMaxPx: 240,
} as const
export const USER_LIST_PX = 400
export const DEFAULT_TIME_ZONE = 'America/Los_Angeles'
/** The time zones listed first, in this order. */
export const FIRST_TIME_ZONES: readonly string[] = [
  DEFAULT_TIME_ZONE,
  'America/Denver',
  'America/Chicago',
  'America/New_York',
  'UTC',
  'Europe/London',
  'Europe/Paris',
  'Asia/Tokyo',
]
/** How many of them a user's own preferences list first (specification section 9). */
export const ACCOUNT_TIME_ZONES = 5

/** Reports (specification section 9); values not given there are our own choice. */
export const REPORTS = {
  /** Files that one process writes at the same time; others are queued. */
  writtenAtOnce: 2,
  retentionMonths: 12,
  leastRetentionMonths: 1,
  mostRetentionMonths: 120,
  /** Enough for the ids of 100,000 users. */
  maxBodyBytes: 8 * 1_024 * 1_024,
  snapshotsPerPage: 50,
  /** Checks that a body may name; more than there are. */
  mostChecks: 500,
  progressPollMs: 700,
} as const

export const BRANDING = {
  nameLength: 80,
  footerLength: 200,
  logoBytes: 512 * 1_024,
  /** Maximum size of the rendered logo, in pixels. */
  logoWidth: 960,
  logoHeight: 320,
  accentColor: '#02717a',
} as const

/** Specification section 9: share expiry and limit; decisions.md, Reports and shares. */
export const SHARES = {
  expirationDays: [1, 3, 7, 14, 30],
  recommendedDays: 7,
  mostDays: 30,
  mostAccess: 1_000,
  passMinutes: 15,
  missesPerAddress: 100,
  missWindowMinutes: 15,
  /** Files of one link that one process sends at the same time. */
  downloadsAtOnce: 5,
  /** Wrong passphrases per link, address and window. */
  wrongPassphrases: 10,
  /** Wrong passphrases per link and window, over all addresses: guessing from many of them has an end. */
  wrongPassphrasesOfLink: 100,
  passphraseMinLength: 8,
  passphraseMaxBytes: 72,
  usersShown: 20,
  licensesShownPerUser: 3,
} as const

export const REPORT_SCHEDULES = { perPerson: 50, recipients: 20, runsShown: 20 } as const

/** User management in the admin panel. */
export const USERS = {
  perPage: 100,
  importedAtOnce: 500,
  /** Results of one Microsoft search in the import picker. */
  foundAtOnce: 50,
  activityPerPage: 50,
} as const

export const ROLE_MAPPINGS = { most: 100, descriptionLength: 200, previewed: 500 } as const

export const SETTINGS = {
  refreshHours: [1, 2, 3, 4, 6, 8, 12, 24],
  leastRetentionMonths: 1,
  mostRetentionMonths: 120,
  retentionMonths: 12,
} as const

export const AUDIT = {
  perPage: 50,
  /** Above this number a list shows 'more than'. */
  countedMost: 100_000,
  countedDays: 30,
  /** Repeated access to a tenant within this time is recorded once. */
  sameAccessMinutes: 15,
  userAgentShown: 40,
  sessionIdShown: 8,
} as const

/** The audit trail of license visibility (specification section 9); 0 means all. */
export const LICENSE_LOG_SIZES = [25, 50, 100, 0] as const

export const SECURITY_AUDIT = { kept: 200, shown: 10, clockMs: 60_000 } as const

export const SECOND_FACTOR = {
  digits: 6,
  stepSeconds: 30,
  /** Accepted time steps before and after the current one, since clocks of phones differ. */
  window: 1,
  recoveryCodes: 10,
  enrollMinutes: 15,
  /** Per account, over all addresses; then only recovery codes are accepted during the lock. */
  wrongCodesInARow: 5,
  /** The first lock; it doubles after each further wrong code. */
  lockMinutes: 15,
  longestLockHours: 24,
} as const

export const BACKUPS = {
  passphraseMinLength: 12,
  /** Must be typed before a restore replaces all data. */
  confirmation: 'RESTORE',
  maxUploadBytes: 2_000 * 1_024 * 1_024,
} as const

export const NOTIFICATIONS = {
  shownDays: 30,
  shown: 50,
  secretExpiringDays: [30, 14, 7, 1],
} as const

/** Prices that administrators enter. */
export const PRICES = {
  mostAmount: 100_000_000,
} as const

/** Renewals of subscriptions and the decisions for them. */
/** People without sign-in or use (docs/decisions/0064). */
export const LICENSE_USE = {
  periods: [30, 60, 90],
  /** People per reply. */
  shown: 2_000,
  /** Evidence of older data is flagged. */
  oldAfterDays: 14,
} as const

export const ACCOUNT_MARKS = { reasonLength: 500 } as const

export const RENEWALS = {
  noteLength: 500,
  /** The days ahead for which due renewals are counted. */
  dueDays: [30, 60, 90],
  /** The months that a list covers by default. */
  months: 12,
  /** Readings in this time after a date show what was done. */
  outcomeDays: 30,
} as const

export const BILLING_MONTHS = {
  /** A reading that began to be published before the end of a month arrives within this time. */
  freezeAfterMinutes: 10,
  reasonLength: 500,
  /** People who came or went that a reply names. */
  named: 1_000,
} as const
