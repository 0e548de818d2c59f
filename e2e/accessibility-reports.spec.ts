import type { Page } from '@playwright/test'

import { atEachWidth, expectAccessible } from './axe.ts'
import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { endShares, expectRefused, firstHeldLicense, reportOf, shared } from './reports.ts'
import { expect, test } from './test.ts'

/** What is behind a dialog is checked without it. */
const expectAccessibleDialog = (page: Page, what: string) =>
  expectAccessible(page, what, '[role=dialog]')

/** Opens a dialog of the reports by its address, and checks it. */
const open = async (page: Page, dialog: string, shown: string) => {
  await page.goto(`${demo().url}/dashboard?reports=${dialog}`)
  await expect(page.getByRole('dialog').getByText(shown).first()).toBeVisible()
  await expectAccessibleDialog(page, dialog)
}

test.afterEach(({ page }) => endShares(page.request))

atEachWidth(() => {
  test('reports and their comparison have no violation', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    const { tenantId } = await simulatedTenant('seats-wasted')
    const license = await firstHeldLicense(page, tenantId)
    for (const people of [license.holders.slice(1), license.holders]) {
      const data = reportOf(tenantId, license, people)
      await page.request.post(`${demo().url}/api/reports/generate`, { data })
    }
    await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
    const choices = page.getByRole('checkbox', { name: /^Compare the report/ })
    await expect(choices.first()).toBeVisible()
    await expectAccessible(page, 'Reports', 'main')
    await choices.nth(0).check()
    await choices.nth(1).check()
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Added (1)' })).toBeVisible()
    await expectAccessible(page, 'a comparison', 'main')
  })

  test('the report wizard has none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    const { tenantId } = await simulatedTenant('seats-wasted')
    await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
    await page.getByRole('button', { name: 'Run report' }).last().click()
    const wizard = page.getByRole('dialog', { name: 'Run report' })
    for (const [step, choose] of [
      ['Choose a report type', () => wizard.getByRole('radio').first().check()],
      ['Select licenses', () => wizard.getByRole('button', { name: 'Select all' }).click()],
      ['Select users', () => wizard.getByRole('button', { name: 'Select all' }).click()],
      ['Choose a format', () => wizard.getByRole('radio').first().check()],
    ] as const) {
      await expect(wizard.getByRole('heading', { name: step })).toBeVisible()
      await choose()
      await expectAccessibleDialog(page, step)
      await wizard.getByRole('button', { name: 'Next' }).click()
    }
    await expect(wizard.getByText('Data as of')).toBeVisible()
    await expectAccessibleDialog(page, 'Review and generate')
  })

  test('sharing a report has none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    const { tenantId } = await simulatedTenant('seats-wasted')
    await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
    await page.getByRole('button', { name: 'Share report' }).click()
    const sharing = page.getByRole('dialog', { name: 'Share report' })
    await expect(sharing.getByText('Never shared')).toBeVisible()
    await expectAccessibleDialog(page, 'Share report')
    await sharing.getByRole('textbox', { name: /^Passphrase/ }).fill('correct horse')
    await sharing.getByRole('button', { name: 'Create link' }).click()
    const link = sharing.getByRole('textbox', { name: 'Share link' })
    await expect(link).toBeVisible()
    await expectAccessibleDialog(page, 'a new link')
    const locked = await link.inputValue()
    await sharing.getByRole('tab', { name: 'Links of this tenant' }).click()
    await expect(sharing.getByText('Active', { exact: true }).first()).toBeVisible()
    await sharing
      .getByRole('button', { name: /^View log of/ })
      .first()
      .click()
    await expect(page.getByText('This link has not been opened yet')).toBeVisible()
    await expectAccessibleDialog(page, 'a view log')
    await page.goto(locked)
    await page.getByRole('button', { name: 'Open report' }).click()
    await expect(page.getByText('Enter the passphrase')).toBeVisible()
    await expectAccessible(page, 'a passphrase')
  })

  test('the shared page has none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    const { tenantId } = await simulatedTenant('seats-wasted')
    const { shareUrl } = await shared(page, tenantId, await firstHeldLicense(page, tenantId))
    await page.goto(shareUrl)
    await expect(page.getByRole('table', { name: 'Users and their licenses' })).toBeVisible()
    await expectAccessible(page, 'a shared report')
    await endShares(page.request)
    await page.goto(shareUrl)
    await expectRefused(page)
    await expectAccessible(page, 'a refusal')
  })

  test('links and schedules have none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    const { tenantId } = await simulatedTenant('seats-wasted')
    await shared(page, tenantId, await firstHeldLicense(page, tenantId))
    await open(page, 'links', 'Deactivate')
    await open(page, 'schedules', 'No schedules yet.')
    await page.getByRole('button', { name: 'New schedule' }).click()
    await expect(page.getByRole('combobox', { name: 'Repeats' })).toBeVisible()
    await expectAccessibleDialog(page, 'a schedule')
  })

  test('the settings of reports have none', async ({ page }) => {
    await signInWithMicrosoft(page, 'admin')
    await open(page, 'settings', 'Preview')
    await page.getByRole('tab', { name: 'Mail' }).click()
    await expect(page.getByRole('textbox', { name: 'Mail server' })).toBeVisible()
    await expectAccessibleDialog(page, 'mail')
  })
})
