import type { LaunchOptions } from '@playwright/test'

/** How a journey's browser starts; undefined: Playwright's own. */
export const withBrowser = (executablePath: string | undefined): LaunchOptions => ({
  ...(executablePath === undefined ? {} : { executablePath }),
  // Root cannot use Chromium's sandbox; only pages of the tests are opened.
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
    // Without a graphics card Chromium computes one; drawing without it takes less.
    '--disable-gpu',
  ],
})
