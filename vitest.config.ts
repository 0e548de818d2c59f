import { defineConfig } from 'vitest/config'

import { NODE_FLAGS } from './packages/server/src/lib/node-flags.ts'
import {
  EMBEDDED_FILES,
  SERVER_FILES_LEFT_OUT,
  tierOf,
  UNIT_FILES_LEFT_OUT,
  WEB_FILES_LEFT_OUT,
} from './tools/test-tiers.ts'

const isShort = tierOf(process.env) === 'short'

/** Generous: a shared machine may be half as fast as an hour ago, and a test that passes pays nothing. */
const LIMITS = {
  testTimeout: 60_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
}

/** What of the server needs no database, and so runs once. */
const WITHOUT_DATABASE = [
  'packages/server/src/**/*.rules.test.ts',
  'packages/server/src/{config,app/process,bin/admin-arguments,bin/assess-command,bin/supervisor}.test.ts',
  'packages/server/src/http/{origin,event-stream,file-answer,json-body,mount}.test.ts',
  'packages/server/src/lib/*.test.ts',
  'packages/server/src/db/embedded/connection-queue.test.ts',
  'packages/server/src/features/reports/{formats,writing}/**/*.test.ts',
  'packages/server/src/features/shares/download-turns.test.ts',
]

/**
 * Server tests run the same files on both databases; only the environment differs. `npm test` runs those
 * listed in tools/test-tiers.ts.
 */
const server = (database: 'pglite' | 'postgres') => ({
  test: {
    name: `server-${database}`,
    include:
      isShort && database === 'pglite' ? [...EMBEDDED_FILES] : ['packages/server/src/**/*.test.ts'],
    exclude: [...WITHOUT_DATABASE, ...(isShort ? Object.keys(SERVER_FILES_LEFT_OUT) : [])],
    execArgv: [...NODE_FLAGS],
    // Each file makes its own database; loading the same modules 70 times took a fifth of the time.
    isolate: false,
    env: { TENANTSCOPE_TEST_DATABASE: database },
    globalSetup: ['packages/server/src/testing/database-global-setup.ts'],
    ...LIMITS,
    pool: 'forks' as const,
    maxWorkers: 2,
  },
})

/** They depend on what other files leave in the page: the address, and rules of style. */
const WEB_ISOLATED = [
  'packages/web/src/lib/return-to.test.ts',
  'packages/web/src/ui/security-grade.test.tsx',
]

/** Tests of the web app; loading React and Fluent UI again for each file took two thirds of the time. */
const web = (name: string, files: { include: string[]; exclude: string[]; isolate: boolean }) => ({
  test: {
    name,
    ...files,
    environment: 'jsdom',
    setupFiles: ['packages/web/src/testing/setup.ts'],
    ...LIMITS,
    maxWorkers: 2,
  },
})

const CLIENTS = 'packages/graph-sim/src/clients/*.test.ts'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/{contract,analysis,graph-client,graph-sim}/src/**/*.test.ts',
            '{tools,bench}/**/*.test.ts',
            ...WITHOUT_DATABASE,
          ],
          exclude: [CLIENTS, ...(isShort ? Object.keys(UNIT_FILES_LEFT_OUT) : [])],
          ...LIMITS,
          // Hundreds of small files: most of their time went into loading the same modules again.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        // Foreign clients go through the process's own fetch, which these tests lead elsewhere.
        test: { name: 'clients', include: [CLIENTS], ...LIMITS, maxWorkers: 2 },
      },
      web('web', {
        include: ['packages/web/src/**/*.test.{ts,tsx}'],
        exclude: [...WEB_ISOLATED, ...(isShort ? Object.keys(WEB_FILES_LEFT_OUT) : [])],
        isolate: false,
      }),
      web('web-isolated', { include: WEB_ISOLATED, exclude: [], isolate: true }),
      server('pglite'),
      server('postgres'),
    ],
  },
})
