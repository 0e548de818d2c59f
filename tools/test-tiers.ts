/** The two tiers of tests: `npm test` runs 'short', `npm run test:all` runs 'all'. */
export type Tier = 'short' | 'all'

/** Reads the tier that `tools/test.ts` sets. A run that names none takes every file. */
export const tierOf = (environment: NodeJS.ProcessEnv): Tier =>
  environment['TENANTSCOPE_TESTS'] === 'short' ? 'short' : 'all'

/** Test files without a database that only `npm run test:all` runs: each computes or waits for 17 to 31 s. */
export const UNIT_FILES_LEFT_OUT: readonly string[] = [
  'tools/stage-image.test.ts',
  'packages/graph-client/src/{engine-simulator,simulator}.test.ts',
  'packages/server/src/features/reports/writing/report-writing.test.ts',
]

/** Server test files that only `npm run test:all` runs, on both databases. */
export const SERVER_FILES_LEFT_OUT: readonly string[] = [
  // They start processes, or read many tenants: 60 % of the time of the server's tests.
  'packages/server/src/bin/{backup-and-restore,doctor}.test.ts',
  'packages/server/src/{main,shutdown}.test.ts',
  'packages/server/src/jobs/runner.test.ts',
  'packages/server/src/testing/{three-workers,kill-during-refresh}.test.ts',
  'packages/server/src/features/audit-log/verification.test.ts',
  'packages/server/src/features/onboarding/onboarding.test.ts',
  'packages/server/src/features/refresh/{failures,generations,model,provisioning}.test.ts',
  'packages/server/src/features/report-schedules/schedule-runs.test.ts',
  'packages/server/src/features/security-audit/tampered-installation.test.ts',
  'packages/server/src/features/system/other-engine.test.ts',
  // They wait for clocks and retries, 10 to 16 s each.
  'packages/server/src/db/embedded/data-directory.test.ts',
  'packages/server/src/features/activity/activity.test.ts',
  'packages/server/src/features/azure/{azure-config,secret-nowhere}.test.ts',
  'packages/server/src/features/consent/consent-propagation.test.ts',
  'packages/server/src/features/refresh/{discovery,starting}.test.ts',
  'packages/server/src/features/security-audit/security-audit.test.ts',
  'packages/server/src/features/tenants/permission-checks.test.ts',
  'packages/server/src/features/users/{first-administrator,own-directory}.test.ts',
]

/** What `npm test` runs on the embedded database: what differs there from PostgreSQL, and two features. */
export const EMBEDDED_FILES: readonly string[] = [
  'packages/server/src/db/embedded/*.test.ts',
  'packages/server/src/db/key-ring.test.ts',
  'packages/server/src/features/audit-log/audit-log.test.ts',
  'packages/server/src/features/preferences/views.test.ts',
]

/** The titles of the journeys of `npm test`, by file under e2e/. */
export const JOURNEYS: Readonly<Record<string, readonly string[]>> = {
  'accessibility.spec.ts': [
    '400 px the login screen has no violation of WCAG 2.2 A or AA',
    '1440 px no signed-in screen has one, nor scrolls sideways',
  ],
  'all-tenants-work.spec.ts': [
    'the exported file holds what the table shows, whatever the filter, and the cards filter it',
  ],
  'matrix.spec.ts': [
    'with the keyboard alone one reaches the matrix, finds a person and hears what they hold',
    'a license that an administrator hides is gone from the matrix',
  ],
  'refresh.spec.ts': [
    'a refresh shows its progress; a tenant that fails is named while the others are whole',
  ],
  'reports.spec.ts': [
    'the wizard asks for what is missing, keeps what was chosen, and its file holds just that',
  ],
  'search.spec.ts': ['Ctrl+K leads by the keyboard alone to a tenant, a license and a policy'],
  'shares.spec.ts': ['a stranger reads a shared report, redacted, until the link is deactivated'],
  'sign-in.spec.ts': [
    'the administrator signs in with Microsoft and sees all 40 customers and the own directory',
    'the technician sees the granted tenants and no others',
    'a viewer who opens a tenant that was not granted gets the answer of one that does not exist',
    'the local administrator signs in; a wrong password is refused in words',
    'an answer of Microsoft that is forged, or to a sign-in that nobody began, lets nobody in',
    'after signing out, the back button shows the login screen and no data',
  ],
  'tenant-page.spec.ts': [
    'people: ten, then all in a list that scrolls, or those that a search finds; with the keyboard alone',
    'links single out a person, a license and a policy; the back button and tab titles follow',
  ],
  'installations/administration.spec.ts': [
    'people are imported, granted, looked after, disabled with their links kept, and enabled',
  ],
  'installations/connecting.spec.ts': [
    'from an empty installation to tenants on the dashboard, past everything that goes wrong on the way',
  ],
  'installations/consent.spec.ts': [
    'each way in which a consent comes to nothing is told, and then one succeeds',
  ],
}

/** Matches the journeys of `npm test` and no others: Playwright tests it on 'project file title'. */
export function journeyPattern(): RegExp {
  const journeys = Object.entries(JOURNEYS).flatMap(([file, titles]) =>
    titles.map((title) => escaped(`${file} ${title}`)),
  )
  return new RegExp(`(?:${journeys.join('|')})$`, 'u')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
}
