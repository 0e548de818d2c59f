import type { Page } from '@playwright/test'
import { z } from 'zod'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import {
  breakCall,
  chooseOwnPassword,
  enterLocally,
  factOf,
  makeAdministrator,
} from '../administration.ts'
import type { LocalAdministrator } from '../administration.ts'
import { openLocally } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expect, test } from '../test.ts'

const Reports = z.array(
  z.object({
    score: z.string(),
    numericScore: z.number(),
    checks: z.array(
      z.object({
        name: z.string(),
        passed: z.boolean(),
        severity: z.string(),
        description: z.string(),
        evidence: z.string(),
        howToFix: z.string(),
      }),
    ),
  }),
)

let installation: Installation
let second: LocalAdministrator
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 1 })
  second = await makeAdministrator(installation, 'second')
})
test.afterAll(() => installation.stop())

async function latestReport(page: Page) {
  const answer = await page.request.get(`${installation.url}/api/admin/security-audit-reports`)
  return Reports.parse(await answer.json())[0]!
}

/** Signed in as the second administrator, whose password nobody else knows. */
async function openAsSecond(page: Page, path: string): Promise<void> {
  await enterLocally(page, installation, second)
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  await page.goto(`${installation.url}/admin/${path}`)
}

test('an audit is told in a toast, and each check says how much it weighs and what to do', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openAsSecond(page, 'security-audit')
  const run = page.getByRole('button', { name: 'Run Security Audit' })

  await test.step('none at all where it failed, with the words of the server or without', async () => {
    const address = '**/api/admin/security-audit'
    const message = 'The installation is busy with a restore.'
    await page.route(address, (route) =>
      route.fulfill({
        status: 503,
        json: { error: 'UNAVAILABLE', code: 'UNAVAILABLE', message, requestId: 'of-this-test' },
      }),
    )
    await run.click()
    await expect(page.getByText('Audit Failed', { exact: true })).toBeVisible()
    await expect(page.getByText(message)).toHaveCount(2)
    await page.unroute(address)
    const mend = await breakCall(page, 'admin/security-audit')
    await run.click()
    await expect(page.getByText('Audit Failed', { exact: true })).toBeVisible()
    await expect(page.getByText('Unknown error')).toHaveCount(2)
    await expect(page.getByText('No security audit yet')).toBeVisible()
    await mend()
  })

  await test.step('its grade, percentage and critical issues', async () => {
    await run.click()
    await expect(page.getByText('Security Audit Completed')).toBeVisible({ timeout: 30_000 })
    const { score, numericScore } = await latestReport(page)
    await expect(
      page.getByText(`Score: ${score} (${numericScore}%), 1 critical issue`, { exact: true }),
    ).toBeVisible()
    await expect(page.getByText('Failed to run security audit')).toHaveCount(0)
  })

  await test.step('each check: its severity and evidence, and how to fix what failed', async () => {
    const { checks } = await latestReport(page)
    const card = page.getByRole('region', { name: 'Checks', exact: true })
    expect(checks.some(({ passed }) => !passed)).toBe(true)
    for (const check of checks) {
      const head = card.getByRole('button', { name: check.name })
      await expect(head.getByText(new RegExp(`^${check.severity}$`, 'i'))).toBeVisible()
      // What failed stands open.
      if (check.passed) await head.click()
      await expect(card.getByText(check.description, { exact: true })).toBeVisible()
      await expect(card.getByText(check.evidence, { exact: true }).first()).toBeVisible()
      await expect(card.getByText(check.howToFix, { exact: true })).toHaveCount(
        check.passed ? 0 : 1,
      )
    }
  })

  await test.step('a file is named once it is saved', async () => {
    for (const name of ['Export JSON', 'Export Report']) {
      const file = await savedBy(page, () => page.getByRole('button', { name }).click())
      await expect(page.getByText('Audit Exported', { exact: true })).toBeVisible()
      await expect(page.getByText(file.name, { exact: true })).toBeVisible()
    }
  })
})

test('a known password can be ended by another administrator, as long as there is one', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await openLocally(theirs, installation)
  await openAsSecond(page, 'security-dashboard')
  const force = page.getByRole('button', { name: 'Force Password Reset' })
  const question = page.getByRole('alertdialog', { name: 'Force a password reset?' })
  const sayYes = async () => {
    await force.click()
    await question.getByRole('button', { name: 'Force Password Reset' }).click()
  }

  await test.step('what failed is said, and nobody is signed out', async () => {
    await expect(page.getByText('Everybody knows the password of admin.')).toBeVisible()
    const mend = await breakCall(page, 'admin/force-password-reset')
    await sayYes()
    await expect(page.getByText('Password Reset Failed')).toBeVisible()
    await expect(question).toBeHidden()
    await mend()
    await theirs.reload()
    await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  })

  await test.step('forced, they are out at once and the other one stays', async () => {
    await force.click()
    await expect(question).not.toContainText('you will be signed out')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await sayYes()
    await expect(page.getByText('Password Reset Forced')).toBeVisible()
    await expect(
      page.getByText('1 person must choose a new password; their sessions have ended'),
    ).toBeVisible()
    await expect(theirs.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Security Score' })).toBeVisible()
  })

  await test.step('once they have chosen one there is nothing to force', async () => {
    await enterLocally(theirs, installation)
    await chooseOwnPassword(theirs, {
      given: DEMO_ADMIN.password,
      chosen: 'Known-To-Nobody-Else-26!',
    })
    await expect(theirs.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    await context.close()
    await page.getByRole('button', { name: 'Refresh Status' }).click()
    await expect(force).toHaveCount(0)
    await expect(factOf(page, 'Default credentials')).toHaveText('None')
  })

  await test.step('and the next audit finds nothing critical', async () => {
    await page.getByRole('link', { name: 'Security Audit' }).click()
    await page.getByRole('button', { name: 'Run Security Audit' }).click()
    await expect(page.getByText('Security Audit Completed')).toBeVisible({ timeout: 30_000 })
    await expect(page.getByText(/^Score: [AB] \(\d+%\)$/)).toBeVisible()
  })
})
