import { defineConfig } from '@playwright/test'

import { journeyPattern, tierOf } from '../tools/test-tiers.ts'

/**
 * Journeys in a real browser, one after the other: those that share one running demo, and those that
 * make installations of their own. With --workers=2 the two kinds run side by side. `npm test` runs the
 * journeys listed in tools/test-tiers.ts. The limits are generous for a slow machine.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../node_modules/.cache/browser',
  globalSetup: './demo-instance.ts',
  workers: 1,
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
    launchOptions: {
      ...(process.env['CHROME_PATH'] === undefined
        ? {}
        : { executablePath: process.env['CHROME_PATH'] }),
      // Root cannot use Chromium's sandbox; nothing but our own pages is opened.
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // Without a graphics card Chromium computes one; drawing without it takes less.
        '--disable-gpu',
      ],
    },
    screenshot: 'only-on-failure',
    trace: process.env['E2E_TRACE'] === undefined ? 'off' : 'retain-on-failure',
  },
})
