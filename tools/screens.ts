import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'

import { writeContactSheet } from './contact-sheet.ts'
import { startDemo } from './demo-world.ts'
import type { Demo } from './demo-world.ts'
import { findChromium } from './find-chromium.ts'
import { freePort, isRoot, runShown } from './processes.ts'
import { administer } from './screens-administration.ts'
import { LICENSE_SCREENS } from './screens-licenses.ts'
import { POSTURE_SCREENS } from './screens-posture.ts'
import type { Screen } from './screens-posture.ts'
import { REPORT_SCREENS } from './screens-reports.ts'

/**
 * `npm run screens`: writes pictures of every screen, light and dark, wide and narrow, to docs/screens, and a
 * contact sheet of each width. With `-- --only posture` it writes only the pictures whose names begin so, where
 * no other screen leads to them, and no sheet.
 */
const FOLDER = 'docs/screens'

/** Pictures of the last two widths are only part of their contact sheet. */
const SERIES = [
  { width: 1440, colorScheme: 'light', isKept: true },
  { width: 400, colorScheme: 'light', isKept: true },
  { width: 1440, colorScheme: 'dark', isKept: true },
  { width: 400, colorScheme: 'dark', isKept: true },
  { width: 1024, colorScheme: 'light', isKept: false },
  { width: 1920, colorScheme: 'light', isKept: false },
] as const

const tenantLink = (page: Page, name: string) => page.getByRole('link', { name }).first()

async function openTenant(page: Page, name: string): Promise<void> {
  await tenantLink(page, name).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

const SCREENS: readonly Screen[] = [
  {
    name: 'all-tenants',
    open: async (page, { url }) => void (await page.goto(`${url}/dashboard`)),
  },
  {
    name: 'all-tenants-details',
    open: async (page) => {
      // In a narrow window a row's actions are in a menu.
      await page
        .getByRole('button', { name: /(?:Actions for|details of) Adriatica/ })
        .first()
        .waitFor()
      const menu = page.getByRole('button', { name: /^Actions for Adriatica/ })
      if ((await menu.count()) > 0) {
        await menu.click()
        await page.getByRole('menuitem', { name: 'View details' }).click()
      } else await page.getByRole('button', { name: /details of Adriatica/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'all-tenants-nothing-found',
    open: async (page, { url }) => void (await page.goto(`${url}/dashboard?q=unmatched`)),
  },
  {
    name: 'tenant-organization',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await openTenant(page, 'Aalto & Lind Accounting')
    },
  },
  {
    name: 'tenant-licenses',
    open: async (page) => {
      await page.getByRole('link', { name: 'License Overview' }).click()
      await page.locator('h1[data-view="License Overview"]').waitFor()
    },
  },
  {
    name: 'tenant-matrix',
    open: async (page) => {
      await page.getByRole('link', { name: 'License Matrix' }).click()
      await page.getByText(/users × /).waitFor()
    },
  },
  ...LICENSE_SCREENS,
  {
    name: 'csp-analysis',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await openTenant(page, 'Aalto & Lind Accounting')
      await page.getByRole('button', { name: 'CSP License Decoder' }).click()
      await page.getByRole('heading', { name: 'CSP License Analysis' }).waitFor()
    },
  },
  ...POSTURE_SCREENS,
  {
    name: 'tenant-not-read',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await openTenant(page, 'Adriatica Alimentari')
    },
  },
  ...REPORT_SCREENS,
  {
    name: 'my-organization',
    open: async (page, { url }) => void (await page.goto(`${url}/enhanced-dashboard`)),
  },
  {
    name: 'search',
    open: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: /^Search tenants, users/ }).fill('berg')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'azure-config',
    open: async (page, { url }) => {
      await page.goto(`${url}/azure-config`)
      await page.getByText('PASS', { exact: true }).waitFor()
    },
  },
  {
    name: 'azure-redirect-setup',
    open: async (page, { url }) => void (await page.goto(`${url}/azure-redirect-setup`)),
  },
  ...(
    [
      ['admin-panel', '/admin-panel', 'Total Users'],
      ['admin-users', '/admin-panel?tab=users', 'Import from Microsoft'],
      ['admin-role-mapping', '/admin-panel?tab=role-mapping', 'Global Reader'],
      ['admin-settings', '/admin-panel?tab=admin-settings', 'Retention'],
      ['admin-system', '/admin-panel?tab=system', 'Scheduled backups'],
      ['admin-audit', '/admin-panel?tab=audit', 'Audit entries'],
      ['admin-licenses', '/admin-licenses', 'Discover All Licenses'],
      ['license-audit', '/admin/license-audit', 'Hidden'],
      ['security-audit', '/admin/security-audit', 'How to Fix'],
      ['security-dashboard', '/admin/security-dashboard', 'Session Expiry'],
      ['my-account', '/profile', 'Member since'],
      ['my-account-security', '/profile?tab=security', 'Sessions'],
    ] as const
  ).map(([name, address, text]) => ({
    name,
    open: async (page: Page, { url }: { url: string }) => {
      await page.goto(url + address)
      await page.getByText(text).first().waitFor()
    },
  })),
  { name: 'overview', open: async (page, { url }) => void (await page.goto(`${url}/overview`)) },
  { name: 'not-found', open: async (page, { url }) => void (await page.goto(`${url}/nowhere`)) },
  {
    name: 'user-menu',
    open: async (page, { url }) => {
      await page.goto(`${url}/dashboard`)
      await page.getByRole('button', { name: /^Account:/ }).click()
      await page.getByRole('menuitem', { name: 'Preferences' }).waitFor()
    },
  },
  {
    name: 'preferences',
    open: async (page) => {
      await page.getByRole('menuitem', { name: 'Preferences' }).click()
      await page.locator('h1[data-view="Preferences"]').waitFor()
    },
  },
]

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const executablePath = findChromium()
if (executablePath === undefined) throw new Error('No Chromium could be found or installed')
if (!runShown('vite', ['build', 'packages/web', '--logLevel', 'warn'])) process.exit(1)

const dataDir = mkdtempSync(join(tmpdir(), 'tenantscope-screens-'))
const demo = await startDemo({
  port: await freePort(),
  dataDir,
  tenants: 40,
  output: 'ignore',
  logLevel: 'warn',
})
const browser = await chromium.launch({
  executablePath,
  args: isRoot() ? ['--no-sandbox', '--disable-background-networking'] : [],
})
mkdirSync(FOLDER, { recursive: true })
const passing = mkdtempSync(join(tmpdir(), 'tenantscope-pictures-'))
const taken: { width: number; path: string }[] = []
const newcomer = localAdministrator(demo)
let isAdministered = false
for (const { width, colorScheme, isKept } of SERIES) {
  if (values.only !== '' && !isKept) continue
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } })
  const page = await context.newPage()
  const shoot = async (name: string): Promise<void> => {
    await waitUntilReady(page)
    const path = `${isKept ? FOLDER : passing}/${name}-${colorScheme}-${width}.png`
    await page.screenshot({ animations: 'disabled', path })
    taken.push({ width, path })
  }
  await page.goto(demo.url)
  await shoot('login')
  await signInLocally(page, newcomer)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('change-password')
  await context.clearCookies()
  await page.goto(demo.url)
  await page.getByText('Sign in with Microsoft').last().click()
  await shoot('simulated-microsoft')
  await page.getByRole('button', { name: 'Ada Lindqvist' }).click()
  await page.getByRole('heading', { level: 1, name: 'All Tenants' }).waitFor()
  if (!isAdministered) await administer(page)
  isAdministered = true
  for (const screen of SCREENS.filter(({ name }) => name.startsWith(values.only))) {
    await screen.open(page, demo)
    await shoot(screen.name)
  }
  await context.close()
}
if (values.only === '')
  for (const width of new Set(SERIES.map((series) => series.width)))
    await writeContactSheet(browser, {
      title: `${width} pixels`,
      pictures: taken.filter((picture) => picture.width === width).map(({ path }) => path),
      path: `${FOLDER}/contact-sheet-${width}.jpg`,
    })
await browser.close()
await demo.stop()
for (const folder of [dataDir, passing]) rmSync(folder, { recursive: true, force: true })

/** Waits until the page has a heading and shows nothing that loads, also when what was loaded loads a chart. */
async function waitUntilReady(page: Page): Promise<void> {
  await page.locator('h1, h2').filter({ visible: true }).first().waitFor()
  const loading = page.locator('.fui-Skeleton, .fui-Spinner, [aria-busy="true"]')
  for (const pause of [0, 300, 300]) {
    await page.waitForTimeout(pause)
    await loading.filter({ visible: true }).first().waitFor({ state: 'hidden' })
  }
}

/** Creates a local administrator who must still choose a password. */
function localAdministrator(running: Demo) {
  const username = 'newcomer'
  const printed = running.admin('add-local', username)
  const password = printed.split(/\s+/).findLast((word) => word.length >= 12)
  if (password === undefined) throw new Error('add-local printed no password')
  return { username, password }
}

type Credentials = Readonly<Record<'username' | 'password', string>>

async function signInLocally(page: Page, { username, password }: Credentials): Promise<void> {
  await page.getByRole('button', { name: 'Need to use a local account?' }).click()
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with Local Account' }).click()
}
