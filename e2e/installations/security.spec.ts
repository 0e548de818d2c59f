import { z } from 'zod'

import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { breakCall, chooseOwnPassword, enterLocally, factOf } from '../administration.ts'
import { openLocally } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { savedBy } from '../reports.ts'
import { expect, test } from '../test.ts'

const Report = z.object({
  checks: z.array(z.object({ name: z.string(), passed: z.boolean() })),
  unverified: z.array(z.unknown()),
  unverifiedParts: z.array(z.object({ name: z.string(), howToVerify: z.string() })),
})

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await startInstallation({ tenants: 2 })
})
test.afterAll(() => installation.stop())

test('the installation is audited, a known password found, its reset forced, and the next audit is better', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await openLocally(page, installation)
  const run = page.getByRole('button', { name: 'Run Security Audit' })
  const latest = page.getByRole('region', { name: 'Latest Audit' })
  const history = page.getByRole('region', { name: 'Audit History' }).getByRole('listitem')
  const checks = page.getByRole('region', { name: 'Checks', exact: true })
  const openAudit = () => page.goto(`${installation.url}/admin/security-audit`)

  await test.step('the first audit', async () => {
    await openAudit()
    await expect(page.getByText('No security audit yet')).toBeVisible()
    await run.click()
    await expect(latest).toBeVisible({ timeout: 30_000 })
    await expect(latest).toContainText(/Grade [A-F]/)
    await expect(history).toHaveCount(1)
    await expect(checks.getByText('How to Fix').first()).toBeVisible()
    await expect(checks.getByText('Evidence').first()).toBeVisible()
  })

  await test.step('it is saved as text and as data', async () => {
    const text = await savedBy(page, () =>
      latest.getByRole('button', { name: 'Export Report' }).click(),
    )
    expect(text.name).toMatch(/\.txt$/)
    expect(text.text).toContain('How to Fix')
    expect(text.text).not.toContain(DEMO_ADMIN.password)
    const json = await savedBy(page, () =>
      latest.getByRole('button', { name: 'Export JSON' }).click(),
    )
    expect(json.name).toMatch(/^security-audit-\d{4}-\d\d-\d\d\.json$/)
    const report = Report.parse(JSON.parse(json.text))
    expect(report.checks.length + report.unverified.length).toBe(12)
    for (const { name, passed } of report.checks) {
      const head = checks.getByRole('button', { name })
      await expect(head).toContainText(passed ? 'PASS' : 'FAIL')
      // What failed stands open, with what to do.
      await expect(head).toHaveAttribute('aria-expanded', `${!passed}`)
    }
    // What nobody can see from here is listed apart, in both files as on the screen.
    const unseen = page.getByRole('region', { name: 'Not Verified' })
    const parts = report.unverifiedParts.map(({ name }) => name)
    expect(parts).toContain('Known vulnerabilities')
    for (const { name, howToVerify } of report.unverifiedParts) {
      await expect(unseen.getByRole('button', { name })).toContainText('NOT VERIFIED')
      await expect(unseen).toContainText(howToVerify)
      expect(text.text).toContain(`How to Verify: ${howToVerify}`)
    }
    await expect(latest).toContainText(/1 critical issue found/)
    await expect(page.getByText(/^Audit Exported$/).first()).toBeVisible()
  })

  await test.step('the dashboard measures anew and counts down', async () => {
    await page.clock.install()
    await page.getByRole('link', { name: 'Security Dashboard' }).click()
    const expiry = page.getByRole('region', { name: 'Session Expiry' })
    await expect(expiry).toContainText(/\d+h \d+m/)
    const minutesLeft = async () => {
      const [, hours, minutes] = /(\d+)h (\d+)m/.exec((await expiry.textContent()) ?? '') ?? []
      return Number(hours) * 60 + Number(minutes)
    }
    const before = await minutesLeft()
    await page.clock.fastForward('03:00')
    await expect.poll(minutesLeft).toBeLessThanOrEqual(before - 3)
    await page.clock.resume()
    for (const [name, said] of [
      ['Security Score', /Grade [A-F]/],
      ['Security Checks', /\d+ \/ 12/],
      ['Environment', 'NODE_ENV of the server'],
      ['Session Security', '5/15min'],
    ] as const)
      await expect(page.getByRole('region', { name })).toContainText(said)
    const credentials = factOf(page, 'Default credentials')
    await expect(credentials).toHaveText('Present')
    await expect(factOf(page, 'Password hashing')).toHaveText('bcrypt')
    await expect(factOf(page, 'Salt rounds')).toHaveText(/^1[2-9]$/)
    await expect(factOf(page, 'Session timeout')).toHaveText(/^[\d.]+ hours?$/)
    // The address of this installation is http.
    await expect(factOf(page, 'Secure cookie')).toContainText('No')
    await expect(page.getByText('Default credentials are in use')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Not Verified' })).toContainText(
      'Known vulnerabilities',
    )
  })

  await test.step('the reset asks first, signs out and is obeyed', async () => {
    const force = page.getByRole('button', { name: 'Force Password Reset' })
    const question = page.getByRole('alertdialog', { name: 'Force a password reset?' })
    await force.click()
    await expect(question).toContainText('you will be signed out')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await force.click()
    await question.getByRole('button', { name: 'Force Password Reset' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in with Microsoft' })).toBeVisible()
    await enterLocally(page, installation)
    await chooseOwnPassword(page, {
      given: DEMO_ADMIN.password,
      chosen: 'Known-To-Nobody-Else-26!',
    })
    await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
    await page.goto(`${installation.url}/admin/security-dashboard`)
    await expect(page.getByRole('region', { name: 'Security Score' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Force Password Reset' })).toHaveCount(0)
    await expect(factOf(page, 'Default credentials')).toHaveText('None')
  })

  await test.step('a status that cannot be measured is said; measured again it is there', async () => {
    const failed = page.getByText('Failed to load security status. Please try again.')
    const refresh = page.getByRole('button', { name: 'Refresh Status' })
    const mend = await breakCall(page, 'admin/security-status')
    await refresh.click()
    await expect(failed).toBeVisible()
    // What was measured before stays in sight.
    await expect(page.getByRole('region', { name: 'Security Score' })).toBeVisible()
    await page.reload()
    await expect(failed).toBeVisible()
    await expect(page.getByRole('region', { name: 'Security Score' })).toHaveCount(0)
    await mend()
    await refresh.click()
    await expect(page.getByRole('region', { name: 'Security Score' })).toBeVisible()
    await expect(failed).toHaveCount(0)
  })

  await test.step('the next audit says what was fixed; the first stays', async () => {
    await openAudit()
    await expect(latest).toBeVisible()
    await run.click()
    await expect(history).toHaveCount(2, { timeout: 30_000 })
    await expect(page.getByRole('region', { name: 'What Changed' })).toContainText('Fixed:')
    await history.nth(1).getByRole('link').click()
    await expect(page.getByRole('region', { name: 'Earlier Audit' })).toBeVisible()
    await expect(page).toHaveURL(/report=\d+/)
    await page.getByRole('button', { name: 'Show Latest' }).click()
    await expect(latest).toBeVisible()
  })

  await test.step('a long history is cut, and shown whole on request', async () => {
    for (let more = 0; more < 9; more += 1)
      expect((await page.request.get(`${installation.url}/api/admin/security-audit`)).ok()).toBe(
        true,
      )
    await page.reload()
    await expect(history).toHaveCount(10)
    await page.getByRole('button', { name: 'View All' }).click()
    await expect(history).toHaveCount(11)
    await page.getByRole('button', { name: 'View First 10' }).click()
    await expect(history).toHaveCount(10)
    await expect(page.getByRole('region', { name: 'What Changed' })).toContainText(
      'Every check came out as before.',
    )
  })

  await test.step('an audit that failed, a history that cannot be read and one that is gone say so', async () => {
    const mendRun = await breakCall(page, 'admin/security-audit')
    await run.click()
    await expect(page.getByText('Failed to run security audit')).toBeVisible()
    await expect(history).toHaveCount(10)
    await mendRun()
    const mend = await breakCall(page, 'admin/security-audit-reports')
    await page.reload()
    await expect(page.getByText('Failed to fetch audit history')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(latest).toBeVisible()
    await page.goto(`${installation.url}/admin/security-audit?report=999999`)
    await expect(page.getByText(/^That audit is no longer kept\./)).toBeVisible()
    await expect(latest).toBeVisible()
  })
})
