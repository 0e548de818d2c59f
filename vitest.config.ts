import { defineConfig } from 'vitest/config'

/** What of the server needs no database, and so runs once. */
const WITHOUT_DATABASE = [
  'packages/server/src/**/*.rules.test.ts',
  'packages/server/src/{config,app/process,bin/admin-arguments}.test.ts',
  'packages/server/src/http/{origin,event-stream,file-answer,json-body,mount}.test.ts',
  'packages/server/src/lib/*.test.ts',
  'packages/server/src/db/embedded/connection-queue.test.ts',
  'packages/server/src/features/reports/{formats,writing}/**/*.test.ts',
  'packages/server/src/features/shares/download-turns.test.ts',
]

/** Server tests run the same files on both databases; only the environment differs. */
const server = (database: 'pglite' | 'postgres') => ({
  test: {
    name: `server-${database}`,
    include: ['packages/server/src/**/*.test.ts'],
    exclude: WITHOUT_DATABASE,
    // Each file makes its own database; loading the same modules 70 times took a fifth of the time.
    isolate: false,
    env: { TENANTSCOPE_TEST_DATABASE: database },
    globalSetup: ['packages/server/src/testing/database-global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    pool: 'forks' as const,
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
          exclude: [CLIENTS],
          testTimeout: 20_000,
          // Hundreds of small files: most of their time went into loading the same modules again.
          isolate: false,
          maxWorkers: 2,
        },
      },
      {
        // Foreign clients go through the process's own fetch, which these tests lead elsewhere.
        test: { name: 'clients', include: [CLIENTS], testTimeout: 20_000, maxWorkers: 2 },
      },
      {
        test: {
          name: 'web',
          include: ['packages/web/src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['packages/web/src/testing/setup.ts'],
          testTimeout: 20_000,
          maxWorkers: 2,
        },
      },
      server('pglite'),
      server('postgres'),
    ],
  },
})
