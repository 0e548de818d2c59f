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
  enhancedFreshMinutes: 5,
  enhancedRetries: 1,
  tenantPermissionsFreshSeconds: 30,
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
/** First people on the tenant page's card, before Show All. */
export const USERS_SHOWN = 10
export const OVERVIEW_TENANTS_SHOWN = 5

/** People of one answer: more would hold the server's one thread for too long. */
export const TENANT_USERS = { perPage: 2_000 } as const
export const LICENSE_HOLDERS = { shown: 1_000 } as const

export const TENANT_SETTINGS = {
  aliasLength: 120,
  tags: 20,
  tagLength: 40,
  reasonLength: 200,
} as const

export const TENANT_GROUPS = { nameLength: 80 } as const

/** Dangerous acts ask for a sign-in that is not older (decisions.md, Roles). */
export const FRESH_SIGN_IN_MINUTES = 10

/** decisions.md, Microsoft connection; popups and polls of specification section 9. */
export const CONSENT = {
  interactiveMinutes: 15,
  invitationDays: 7,
  /** Newly consented roles show in new tokens after 1 to 2, up to 10 minutes. */
  propagationMinutes: 10,
  dashboardPopup: { width: 600, height: 700 },
  pagePopup: { width: 600, height: 600 },
  popupPollMs: 1_000,
  popupAttempts: 300,
  reloadAfterClosedMs: 1_000,
} as const

/** The dashboard asks for permissions this often, only while something is being verified. */
export const PERMISSIONS_POLL_MS = 5_000

/** A secret that ends within these days is warned of. */
export const CREDENTIAL_WARNING_DAYS = 30

/** The success banner of /azure-config disappears after this. */
export const SAVED_BANNER_MS = 3_000
/** A copy button says so for this long. */
export const COPIED_MS = 2_000

export const SEARCH = { minLength: 2, maxLength: 100, shownPerKind: 8 } as const

/** New-commerce seats can only go within these days of purchase or renewal (facts of Microsoft's terms). */
export const SEAT_REMOVAL_WINDOW_DAYS = 7

/** Calls that ask Microsoft while somebody waits answer within this (decisions.md, Tenants and data). */
export const LIVE_CALL_SECONDS = 10

/** Widths and heights of specification section 9, in px. */
export const MATRIX = { userColumnPx: 200, licenseColumnPx: 120 } as const
export const USER_LIST_PX = 400
export const DEFAULT_TIME_ZONE = 'America/Los_Angeles'
/** The time zones that are offered first, in their order. */
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
/** People's own preferences offer so many of them first (specification section 9). */
export const ACCOUNT_TIME_ZONES = 5

/** Reports (specification section 9); what stands nowhere else is this product's own. */
export const REPORTS = {
  /** Files that one process writes at the same time; others wait in line. */
  writtenAtOnce: 2,
  retentionMonths: 12,
  leastRetentionMonths: 1,
  mostRetentionMonths: 120,
  /** Ids of 100,000 people fit. */
  maxBodyBytes: 8 * 1_024 * 1_024,
  snapshotsPerPage: 50,
  progressPollMs: 700,
} as const

export const BRANDING = {
  nameLength: 80,
  footerLength: 200,
  logoBytes: 512 * 1_024,
  /** The drawn picture fits into this, in pixels. */
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
  /** Wrong passphrases per link and window, from wherever. */
  wrongPassphrases: 10,
  passphraseMinLength: 8,
  passphraseMaxBytes: 72,
  usersShown: 20,
  licensesShownPerUser: 3,
} as const

export const REPORT_SCHEDULES = { perPerson: 50, recipients: 20, runsShown: 20 } as const

/** People of the admin panel. */
export const USERS = {
  perPage: 100,
  importedAtOnce: 500,
  /** What the import picker shows of one search at Microsoft. */
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
  /** Beyond this many a list says 'more than'. */
  countedMost: 100_000,
  countedDays: 30,
  /** Opening a tenant again within this is the same access. */
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
  /** Clocks of phones differ: so many steps before and after are taken. */
  window: 1,
  recoveryCodes: 10,
  enrollMinutes: 15,
  /** Of an account, over all addresses; then only recovery codes count for a while. */
  wrongCodesInARow: 5,
  /** At first; twice as long after each further wrong code. */
  lockMinutes: 15,
  longestLockHours: 24,
} as const

export const BACKUPS = {
  passphraseMinLength: 12,
  /** Typed out before a restore replaces everything. */
  confirmation: 'RESTORE',
  maxUploadBytes: 2_000 * 1_024 * 1_024,
} as const

export const NOTIFICATIONS = {
  shownDays: 30,
  shown: 50,
  secretExpiringDays: [30, 14, 7, 1],
} as const
