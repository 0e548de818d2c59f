import { z } from 'zod'

import { DEMO_ADMIN } from '../tools/demo-world.ts'
import { chooseOwnPassword, enterLocally } from './administration.ts'
import { openLocally } from './connection.ts'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { savedBy } from './reports.ts'
import { expect, test } from './test.ts'

const Report = z.object({ checks: z.array(z.unknown()), unverified: z.array(z.unknown()) })

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
    const report = Report.parse(JSON.parse(json.text))
    expect(report.checks.length + report.unverified.length).toBe(12)
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
    for (const name of ['Security Score', 'Security Checks', 'Environment'])
      await expect(page.getByRole('region', { name })).toBeVisible()
    await expect(page.getByText('Default credentials are in use')).toBeVisible()
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
  })
})
