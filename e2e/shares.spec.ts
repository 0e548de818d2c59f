import type { Page } from '@playwright/test'

import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import {
  asStranger,
  endShares,
  expectRefused,
  firstHeldLicense,
  HEADS,
  heldLicenses,
  savedBy,
  shared,
} from './reports.ts'
import { expect, test } from './test.ts'

const GUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/

/** Opens the dialog on the tenant's page. */
async function openSharing(page: Page, tenantId: string) {
  await page.goto(`${demo().url}/tenant/${tenantId}?tab=reports`)
  await page.getByRole('button', { name: 'Share report' }).click()
  return page.getByRole('dialog', { name: 'Share report' })
}

test.afterEach(async ({ page }) => {
  await endShares(page.request)
})

test('a stranger reads a shared report, and nothing of it is confidential', async ({
  page,
  browser,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId, displayName } = await simulatedTenant('seats-wasted')
  const people = (await heldLicenses(page, tenantId)).flatMap(({ holders }) => holders)
  const count = new Set(people.map(({ id }) => id)).size
  const dialog = await openSharing(page, tenantId)
  await expect(dialog.getByText(new RegExp(`\\b${count} people`))).toBeVisible()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue()
  expect(link).toMatch(new RegExp(`^${demo().url}/shared/[\\w-]{43}$`))

  await asStranger(browser, async (stranger) => {
    const [answer] = await Promise.all([
      stranger.waitForResponse(/\/api\/reports\/shared\//),
      stranger.goto(link),
    ])
    await expect(stranger.getByText(displayName)).toBeVisible()
    const rows = stranger.getByRole('table', { name: 'Users and their licenses' }).getByRole('row')
    await expect(rows).toHaveCount(21)
    await expect(stranger.getByText(`Showing 20 of ${count} people`)).toBeVisible()
    await expect(rows.nth(1).getByRole('cell').first()).toHaveText(/^.•••@.•••\.\w+$/)
    const secrets = [
      ...people.flatMap(({ id, email, userPrincipalName }) => [id, email, userPrincipalName]),
      tenantId,
      'aalto-lind.example',
    ].filter((secret) => secret !== null)
    const csv = await savedBy(stranger, () =>
      stranger.getByRole('button', { name: 'Download CSV' }).click(),
    )
    for (const text of [await answer.text(), await stranger.content(), csv.text]) {
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      expect(text).not.toMatch(GUID)
      expect(text).not.toMatch(/[$€£]\s?\d|price|savings/i)
    }
  })
})

test('a stranger downloads every format; the view log says so, and a deactivated link ends', async ({
  page,
  browser,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId } = await simulatedTenant('seats-wasted')
  const { shareUrl } = await shared(page, tenantId, await firstHeldLicense(page, tenantId))
  await asStranger(browser, async (stranger) => {
    await stranger.goto(shareUrl)
    for (const [name, format] of [
      ['PDF', 'pdf'],
      ['CSV', 'csv'],
      ['JSON', 'json'],
      ['Excel', 'xlsx'],
    ] as const) {
      const button = stranger.getByRole('button', { name: `Download ${name}` })
      const file = await savedBy(stranger, () => button.click())
      expect(file.name).toMatch(new RegExp(`\\.${format}$`))
      expect(file.bytes.indexOf(HEADS[format])).toBe(0)
      await expect(button).toBeEnabled()
    }
    // A reload within fifteen minutes is the same view.
    await stranger.reload()
    const views = stranger.getByRole('term').filter({ hasText: 'Access count' }).locator('..')
    await expect(views.getByRole('definition')).toHaveText('1')

    const dialog = await openSharing(page, tenantId)
    await dialog.getByRole('tab', { name: 'Links of this tenant' }).click()
    // The newest link is the first row below the headings.
    const row = dialog.getByRole('row').nth(1)
    await expect(row).toContainText('1 view')
    await row.getByRole('button', { name: /^View log of/ }).click()
    const log = page.getByRole('dialog', { name: 'View log' })
    await expect(log.getByRole('cell', { name: /^Download, / })).toHaveCount(4)
    await log.getByRole('button', { name: 'Close' }).first().click()
    await row.getByRole('button', { name: /^Deactivate/ }).click()
    await page.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(row.getByText('Inactive', { exact: true })).toBeVisible()
    await stranger.reload()
    await expectRefused(stranger)
  })
})

test('a link for one view with a passphrase and masked names', async ({ page, browser }) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId } = await simulatedTenant('seats-wasted')
  const dialog = await openSharing(page, tenantId)
  await dialog.getByRole('radio', { name: /^1 day/ }).check()
  await dialog.getByRole('textbox', { name: 'Access limit' }).fill('1')
  await dialog.getByRole('textbox', { name: /^Passphrase/ }).fill('correct horse')
  await dialog.getByRole('switch', { name: "Mask people's names" }).check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Passphrase' })).toHaveValue('correct horse')
  const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue()

  await asStranger(browser, async (stranger) => {
    await stranger.goto(link)
    const field = stranger.getByRole('textbox', { name: 'Passphrase' })
    const open = stranger.getByRole('button', { name: 'Open report' })
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'Passphrase required' }),
    ).toBeVisible()
    await field.fill('wrong donkey')
    await open.click()
    await expect(stranger.getByRole('alert')).not.toBeEmpty()
    await expect(field).toBeFocused()
    await field.fill('correct horse')
    await open.click()
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'User to License Report' }),
    ).toBeVisible()
    const people = stranger.getByRole('table', { name: 'Users and their licenses' })
    await expect(people.getByRole('rowheader').first()).toHaveText(/^\S•••(?: \S•••)*/)
    // The same browser may load it again.
    await stranger.reload()
    await expect(people).toBeVisible()
  })
  await asStranger(browser, async (second) => {
    await second.goto(link)
    await expectRefused(second)
  })
  await dialog.getByRole('tab', { name: 'Links of this tenant' }).click()
  const row = dialog.getByRole('row').nth(1)
  await expect(row.getByText('Limit Reached', { exact: true })).toBeVisible()
  await expect(row).toContainText('1 of 1 views')
})

const LOGO = {
  name: 'logo.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40"><rect width="120" height="40" fill="#2b6cb0"/></svg>',
  ),
}

test("the MSP's name, color and picture are on what it shares", async ({ page, browser }) => {
  await signInWithMicrosoft(page, 'admin')
  await page.getByRole('button', { name: 'Reports', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Report settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report settings' })
  const name = dialog.getByRole('textbox', { name: 'Company name' })
  const color = dialog.getByRole('textbox', { name: 'Accent color', exact: true })
  const footer = dialog.getByRole('textbox', { name: 'Footer' })
  const save = async () => {
    const isStored = page.waitForResponse(
      (answer) => answer.url().endsWith('/admin/report-settings') && answer.ok(),
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    await isStored
  }
  await name.fill('Harborlane <Managed> IT')
  await color.fill('#ffcc00')
  await footer.fill('Call us: 555 0100')
  await dialog.locator('input[type=file]').setInputFiles(LOGO)
  await expect(dialog.getByRole('img', { name: 'Logo' })).toBeVisible()
  await save()
  await expect(dialog.getByRole('button', { name: 'Replace logo' })).toBeVisible()

  const { tenantId } = await simulatedTenant('seats-wasted')
  const { shareUrl } = await shared(page, tenantId, await firstHeldLicense(page, tenantId))
  await asStranger(browser, async (stranger) => {
    await stranger.goto(shareUrl)
    const band = stranger.getByRole('banner')
    await expect(band).toHaveText('Harborlane <Managed> IT')
    await expect(band).toHaveCSS('background-color', 'rgb(255, 204, 0)')
    await expect(stranger.getByText('Call us: 555 0100')).toBeVisible()
    const logo = band.locator('img')
    await expect(logo).toHaveAttribute('src', /^data:image\/png;base64,/)
    expect(
      await logo.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)),
    ).toBeGreaterThan(0)
  })

  // Restores the demo for other journeys.
  await name.fill('')
  await footer.fill('')
  await color.fill('#02717a')
  await dialog.getByRole('button', { name: 'Remove logo' }).click()
  await save()
  await expect(dialog.getByRole('img', { name: 'Logo' })).toHaveCount(0)
})
