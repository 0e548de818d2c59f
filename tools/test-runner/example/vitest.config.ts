import { defineConfig } from 'vitest/config'

/** A small project whose tests fail and crash as EXAMPLE says; runner.test.ts runs it. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: [
      {
        test: {
          name: 'example',
          include: ['*.example.ts'],
          isolate: false,
          pool: 'forks',
          maxWorkers: 1,
        },
      },
    ],
  },
})
