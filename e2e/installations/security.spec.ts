import { z } from 'zod'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { chooseOwnPassword, factOf, makeAdministrator } from '../administration.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import {
  expectAllTenants,
  expectLoginScreen,
  inAnotherBrowser,
  signInLocally,
  submitLocalSignIn,
} from '../sign-in.ts'
import { expect, test } from '../test.ts'

const Report = z.object({
  checks: z.array(z.object({ name: z.string(), passed: z.boolean() })),
  unverified: z.array(z.unknown()),
  unverifiedParts: z.array(z.object({ name: z.string(), howToVerify: z.string() })),
})

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 1 })
})
test.afterAll(() => installation.stop())

test('a security audit is run, and both of its files hold what the screen shows', async ({
  page,
}) => {
  await signInLocally(page, installation)
  await page.goto(`${installation.url}/admin/security-audit`)
  const latest = page.getByRole('region', { name: 'Latest audit' })
  const checks = page.getByRole('region', { name: 'Checks', exact: true })
  await page.getByRole('button', { name: 'Run Security Audit' }).click()
  await expect(latest).toContainText(/Grade [A-F]/, { timeout: 30_000 })
  const text = await savedBy(page, () =>
    latest.getByRole('button', { name: 'Export Report' }).click(),
  )
  const json = await savedBy(page, () =>
    latest.getByRole('button', { name: 'Export JSON' }).click(),
  )
  expect(text.name).toMatch(/\.txt$/)
  expect(text.text).not.toContain(DEMO_ADMIN.password)
  expect(json.name).toMatch(/^security-audit-\d{4}-\d\d-\d\d\.json$/)
  const report = Report.parse(JSON.parse(json.text))
  expect(report.checks.length + report.unverified.length).toBe(12)
  for (const { name, passed } of report.checks) {
    const head = checks.getByRole('button', { name })
    await expect(head).toContainText(passed ? 'PASS' : 'FAIL')
    await expect(head).toHaveAttribute('aria-expanded', `${!passed}`)
  }
  const unseen = page.getByRole('region', { name: 'Not verified' })
  expect(report.unverifiedParts.map(({ name }) => name)).toContain('Known vulnerabilities')
  for (const { name, howToVerify } of report.unverifiedParts) {
    await expect(unseen.getByRole('button', { name })).toContainText('NOT VERIFIED')
    expect(text.text).toContain(`How to Verify: ${howToVerify}`)
  }
})

test('a known password is found, its reset is forced from another account, and the next status is better', async ({
  page,
  browser,
}) => {
  const second = await makeAdministrator(installation, 'second')
  await second.session.dispose()
  await signInLocally(page, installation, second)
  await inAnotherBrowser(browser, async (theirs) => {
    await signInLocally(theirs, installation)
    await page.goto(`${installation.url}/admin/security-dashboard`)
    const credentials = factOf(page, 'Default credentials')
    await expect(credentials).toHaveText('Present')
    await page.getByRole('button', { name: 'Force Password Reset' }).click()
    const question = page.getByRole('alertdialog', { name: 'Force a password reset?' })
    await question.getByRole('button', { name: 'Force Password Reset' }).click()
    await expect(page.getByText('Password reset forced')).toBeVisible()
    await expectLoginScreen(theirs)
    await submitLocalSignIn(theirs, installation)
    const chosen = 'Known-To-One-Person-26!'
    await chooseOwnPassword(theirs, { given: DEMO_ADMIN.password, chosen })
    await expectAllTenants(theirs)
    await page.getByRole('button', { name: 'Refresh Status' }).click()
    await expect(credentials).toHaveText('None')
    // Restores the password for other journeys: a used one is accepted after another.
    await theirs.goto(`${installation.url}/profile?tab=security`)
    const card = theirs.getByRole('region', { name: 'Password' })
    await card.getByLabel('Current password').fill(chosen)
    await card.getByLabel('New password', { exact: true }).fill(DEMO_ADMIN.password)
    await card.getByLabel('Confirm new password').fill(DEMO_ADMIN.password)
    await card.getByRole('button', { name: 'Change password' }).click()
    await expect(theirs.getByText('Password changed', { exact: true })).toBeVisible()
  })
})
