import { defineConfig } from '@playwright/test'

import { journeyPattern, tierOf } from '../tools/test-tiers.ts'
import { withBrowser } from './launch-options.ts'

/**
 * Journeys in a real browser. Two workers run the two projects side by side: `demo` shares one running
 * demo, so one of its files runs at a time; each file of `installations` starts installations of its own.
 * Playwright runs the files of a project by name and cannot shuffle them. No file depends on another:
 * each passes alone, and a journey that changes the demo restores it.
 * `npm test` runs the journeys listed in tools/test-tiers.ts. The limits are generous for a slow machine.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../node_modules/.cache/browser',
  globalSetup: './demo-instance.ts',
  workers: 2,
  fullyParallel: false,
  ...(tierOf(process.env) === 'short' ? { grep: journeyPattern() } : {}),
  projects: [
    { name: 'demo', testIgnore: 'installations/**', workers: 1 },
    { name: 'installations', testDir: 'installations' },
  ],
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'America/New_York',
    launchOptions: withBrowser(process.env['HEADLESS_SHELL_PATH'] ?? process.env['CHROME_PATH']),
    screenshot: 'only-on-failure',
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
})
