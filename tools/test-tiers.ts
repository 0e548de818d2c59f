/** The two tiers of tests: `npm test` runs 'short', `npm run test:all` runs 'all'. */
export type Tier = 'short' | 'all'

/** Reads the tier that `tools/test.ts` sets. A run that names none takes every file. */
export const tierOf = (environment: NodeJS.ProcessEnv): Tier =>
  environment['TENANTSCOPE_TESTS'] === 'short' ? 'short' : 'all'

/**
 * Test files without a database that only `npm run test:all` runs, each with the file of `npm test` that
 * covers its guarantee, or 'none'.
 */
export const UNIT_FILES_LEFT_OUT: Readonly<Record<string, string>> = {
  'tools/stage-image.test.ts': 'tools/container.test.ts',
  'packages/graph-client/src/engine/engine-simulator.test.ts':
    'packages/graph-client/src/engine/limits-simulator.test.ts',
  'packages/graph-client/src/engine/simulator.test.ts':
    'packages/graph-client/src/read/simulator.test.ts',
  'packages/server/src/features/reports/writing/report-writing.test.ts':
    'packages/server/src/features/reports/reports.test.ts',
}

const WEB = 'packages/web/src'

/**
 * Test files of the web app that only `npm run test:all` runs; values as above. They click on every button of
 * the application that starts something; `npm test` checks that none is missing, and clicks on five.
 */
export const WEB_FILES_LEFT_OUT: Readonly<Record<string, string>> = Object.fromEntries(
  ['administration', 'administration-actions', 'features', 'page-actions', 'pages'].map((name) => [
    `${WEB}/testing/submits/${name}.test.tsx`,
    `${WEB}/one-effect.test.tsx`,
  ]),
)

const SERVER = 'packages/server/src'

/** Server test files that only `npm run test:all` runs, on both databases; values as above. */
export const SERVER_FILES_LEFT_OUT: Readonly<Record<string, string>> = {
  // They start processes, read many tenants, or wait for clocks: 10 to 40 s each.
  [`${SERVER}/bin/backup-and-restore.test.ts`]: `${SERVER}/features/system/restore.test.ts`,
  [`${SERVER}/bin/doctor.test.ts`]: `${SERVER}/features/system/doctor.test.ts`,
  [`${SERVER}/shutdown.test.ts`]: `${SERVER}/main.test.ts`,
  [`${SERVER}/jobs/runner.test.ts`]: `${SERVER}/features/system/scheduled-backups.test.ts`,
  [`${SERVER}/testing/every-microsoft-code.test.ts`]: `${SERVER}/testing/microsoft-codes.test.ts`,
  [`${SERVER}/testing/three-workers.test.ts`]: `${SERVER}/features/azure/graph-leases.test.ts`,
  [`${SERVER}/features/azure/azure-config.test.ts`]: `${SERVER}/features/azure/connection-refusal.test.ts`,
  [`${SERVER}/features/onboarding/onboarding.test.ts`]: `${SERVER}/features/onboarding/setup.test.ts`,
  [`${SERVER}/features/posture/posture-stories.test.ts`]: `${SERVER}/features/posture/stored-and-assessed.test.ts`,
  [`${SERVER}/features/refresh/failures.test.ts`]: `${SERVER}/features/refresh/first-refresh.test.ts`,
  [`${SERVER}/features/refresh/generations.test.ts`]: `${SERVER}/features/refresh/first-refresh.test.ts`,
  [`${SERVER}/features/refresh/model.test.ts`]: `${SERVER}/features/refresh/changes-storing.test.ts`,
  [`${SERVER}/features/refresh/provisioning.test.ts`]: `${SERVER}/features/refresh/discovery.test.ts`,
  [`${SERVER}/features/report-schedules/schedule-runs.test.ts`]: `${SERVER}/features/report-schedules/report-schedules.test.ts`,
  [`${SERVER}/features/system/other-engine.test.ts`]: `${SERVER}/features/system/restore.test.ts`,
}

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
    '1440 px All Tenants and the dialogs of a row have none',
    '1440 px the screens of a tenant have none',
    '1440 px the matrix of checks has none',
    '1440 px a check of a tenant, its people and its policies have none',
  ],
  'all-tenants.spec.ts': ['the exported file holds what the table shows, whatever the filter'],
  'matrix.spec.ts': [
    'with the keyboard alone one reaches the matrix, finds a person and hears what they hold',
  ],
  'posture.spec.ts': [
    'three clicks lead from All Tenants to who is not covered by MFA, and why',
    'a cell of the matrix opens by the keyboard; the risk is accepted, and taken back',
  ],
  'refresh.spec.ts': [
    'a refresh shows its progress; a failed tenant is named while the others are complete',
  ],
  'reports.spec.ts': [
    'the wizard keeps what was chosen, can be cancelled, and its file holds just that',
  ],
  'search.spec.ts': ['Ctrl+K leads by the keyboard alone to a tenant, a license and a policy'],
  'session.spec.ts': [
    'a session that has ended leads to the login screen, which keeps the address',
    'closing the last tab ends the session after its grace; a reload or another tab keeps it',
  ],
  'shares.spec.ts': [
    'a stranger reads a shared report, and nothing of it is confidential',
    'a stranger downloads every format; the view log says so, and a deactivated link ends',
  ],
  'sign-in.spec.ts': [
    'each role signs in with Microsoft and sees its tenants and no others',
    'the local administrator signs in; a wrong password is refused in words',
    'after signing out, the back button shows the login screen and no data',
  ],
  'tenant-page.spec.ts': [
    'people: ten, then all in a list that scrolls, with the keyboard alone',
    'links single out a person, a license and a policy; the back button and tab titles follow',
  ],
  'installations/account.spec.ts': [
    'a required second factor is set up at the sign-in, before anything else',
  ],
  'installations/administration.spec.ts': [
    'a person is imported, granted a tenant, signs in, and is disabled at once',
  ],
  'installations/connecting.spec.ts': [
    'an empty installation is connected, given consent, and shows tenants; its secret never comes back',
  ],
  'installations/licenses-admin.spec.ts': [
    'a license is hidden, named and priced; tenants, the trail and the file follow',
  ],
  'installations/onboarding.spec.ts': [
    'a consent is cancelled in its popup, then given; its answer counts once',
  ],
  'installations/system.spec.ts': ['a downloaded backup is restored by another installation'],
}

/** Matches the journeys of `npm test` and no others. Playwright tests it on 'project file groups title'. */
export function journeyPattern(): RegExp {
  const journeys = Object.entries(JOURNEYS).flatMap(([file, titles]) =>
    titles.map((title) => escaped(`${file} ${title}`)),
  )
  return new RegExp(`(?:${journeys.join('|')})$`, 'u')
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/gu, String.raw`\$&`)
}
