import type { Page } from '@playwright/test'
import { z } from 'zod'

import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import {
  asStranger,
  endShares,
  expectRefused,
  HEADS,
  heldLicenses,
  savedBy,
  shared,
  shareOf,
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

test('a stranger reads a shared report, redacted, until the link is deactivated', async ({
  page,
  browser,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId, displayName } = await simulatedTenant('seats-wasted')
  const licenses = await heldLicenses(page, tenantId)
  const people = licenses.flatMap(({ holders }) => holders)
  const count = new Set(people.map(({ id }) => id)).size
  const dialog = await openSharing(page, tenantId)
  await expect(dialog.getByText(new RegExp(`\\b${count} people`))).toBeVisible()
  await expect(dialog.getByRole('radio', { name: /^7 days \(recommended\)/ })).toBeChecked()
  await dialog.getByRole('textbox', { name: 'Access limit' }).fill('0')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await expect(dialog.getByText(/^Access limit must be a whole number/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Access limit' }).fill('')
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Share link' }).inputValue()
  expect(link).toMatch(new RegExp(`^${demo().url}/shared/[\\w-]{43}$`))

  await asStranger(browser, async (stranger) => {
    const [answer] = await Promise.all([
      stranger.waitForResponse(/\/api\/reports\/shared\//),
      stranger.goto(link),
    ])
    await expect(
      stranger.getByRole('heading', { level: 1, name: 'User to License Report' }),
    ).toBeVisible()
    await expect(stranger.getByText(displayName)).toBeVisible()
    const rows = stranger.getByRole('table', { name: 'Users and their licenses' }).getByRole('row')
    await expect(rows).toHaveCount(21)
    await expect(stranger.getByText(`Showing 20 of ${count} people`)).toBeVisible()
    await expect(rows.nth(1).getByRole('cell').first()).toHaveText(/^.•••@.•••\.\w+$/)

    const body = await answer.text()
    const { report } = z
      .object({ report: z.object({ reportData: z.string() }) })
      .parse(JSON.parse(body))
    const { users } = z
      .object({ users: z.array(z.object({ displayName: z.string() })) })
      .parse(JSON.parse(report.reportData))
    expect(users.map((user) => user.displayName).toSorted()).toEqual(
      [...new Map(people.map(({ id, name }) => [id, name])).values()].toSorted(),
    )
    const secrets = [
      ...people.flatMap(({ id, email, userPrincipalName }) => [id, email, userPrincipalName]),
      tenantId,
      'aalto-lind.example',
    ].filter((secret) => secret !== null)
    const csv = await savedBy(stranger, () =>
      stranger.getByRole('button', { name: 'Download CSV' }).click(),
    )
    for (const text of [body, await stranger.content(), csv.text]) {
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
      expect(text).not.toMatch(GUID)
      expect(text).not.toMatch(/[$€£]\s?\d|price|savings/i)
    }
    for (const [name, format] of [
      ['PDF', 'pdf'],
      ['JSON', 'json'],
      ['Excel', 'xlsx'],
    ] as const) {
      const button = stranger.getByRole('button', { name: `Download ${name}` })
      const file = await savedBy(stranger, () => button.click())
      expect(file.name).toMatch(new RegExp(`\\.${format}$`))
      expect(file.bytes.indexOf(HEADS[format])).toBe(0)
      await expect(stranger.getByText('Download Complete')).toBeVisible()
    }

    // Within the pass it is the same view.
    await stranger.reload()
    const views = stranger.getByRole('term').filter({ hasText: 'Access count' }).locator('..')
    await expect(views.getByRole('definition')).toHaveText('1')

    await dialog.getByRole('tab', { name: 'Links of this tenant' }).click()
    // The newest stands first, below the headings.
    const row = dialog.getByRole('row').nth(1)
    await expect(row.getByText('Active', { exact: true })).toBeVisible()
    await expect(row).toContainText('1 view')
    await row.getByRole('button', { name: /^View log of/ }).click()
    const log = page.getByRole('dialog', { name: 'View log' })
    await expect(log.getByRole('cell', { name: 'Download, Excel' })).toHaveCount(1)
    await expect(log.getByRole('cell', { name: /^Download, / })).toHaveCount(4)
    await expect(log.getByRole('cell', { name: 'View', exact: true }).first()).toBeVisible()
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
    // Whoever opened it may load it again.
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

test('a technician shares no tenant that is not theirs', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantIds } = demo().people.find(({ role }) => role === 'technician')!
  const { tenantId } = await simulatedTenant('over-allocated')
  expect(tenantIds).not.toContain(tenantId)
  const [license] = await heldLicenses(page, tenantId)
  const body = shareOf(tenantId, license!)
  await page.context().clearCookies()

  await signInWithMicrosoft(page, 'technician')
  const answer = await page.request.post(`${demo().url}/api/reports/share`, { data: body })
  expect(answer.status()).toBe(404)
})

const RECTANGLE = '<rect width="120" height="40" fill="#2b6cb0"/>'

function svg(content: string) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${content}</svg>`
  return { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(text) }
}

test("the MSP's name, color and picture are on what it shares", async ({ page, browser }) => {
  await signInWithMicrosoft(page, 'admin')
  await page.getByRole('button', { name: 'Reports', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Report settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Report settings' })
  const name = dialog.getByRole('textbox', { name: 'Company name' })
  const color = dialog.getByRole('textbox', { name: 'Accent color', exact: true })
  const footer = dialog.getByRole('textbox', { name: 'Footer' })
  const save = dialog.getByRole('button', { name: 'Save' })
  const stored = () =>
    Promise.all([
      page.waitForResponse(
        (answer) => answer.url().endsWith('/admin/report-settings') && answer.ok(),
      ),
      save.click(),
    ])
  await name.fill('Harborlane <Managed> IT')
  await color.fill('blue')
  await save.click()
  await expect(dialog.getByText('Enter a color as #RRGGBB')).toBeVisible()
  await color.fill('#ffcc00')
  await footer.fill('Call us: 555 0100')
  const picture = dialog.locator('input[type=file]')
  await picture.setInputFiles(svg(`<script>alert(1)</script>${RECTANGLE}`))
  await expect(dialog.getByRole('img', { name: 'Logo' })).toBeVisible()
  await save.click()
  const refusal = dialog.getByText('The SVG file holds a script; save it without one')
  await expect(refusal).toBeVisible()
  await picture.setInputFiles(svg(RECTANGLE))
  await expect(refusal).toHaveCount(0)
  await stored()
  await expect(dialog.getByRole('button', { name: 'Replace logo' })).toBeVisible()

  const { tenantId } = await simulatedTenant('seats-wasted')
  const [license] = await heldLicenses(page, tenantId)
  const { shareUrl } = await shared(page, tenantId, license!)
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

  // As it was, for the journeys that follow.
  await name.fill('')
  await footer.fill('')
  await color.fill('#02717a')
  await dialog.getByRole('button', { name: 'Remove logo' }).click()
  await stored()
  await expect(dialog.getByRole('img', { name: 'Logo' })).toHaveCount(0)
})
