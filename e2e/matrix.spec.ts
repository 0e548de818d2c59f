import { readFileSync } from 'node:fs'

import type { Page } from '@playwright/test'

import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { expect, test } from './test.ts'

const PREMIUM = 'Microsoft 365 Business Premium'

async function openMatrix(page: Page) {
  const { tenantId, displayName } = await simulatedTenant('seats-wasted')
  await page.goto(`${demo().url}/tenant/${tenantId}?tab=matrix`)
  const grid = page.getByRole('grid', { name: 'Licenses by person' })
  await expect(grid.getByRole('gridcell').first()).toBeVisible()
  return { grid, tenantId, displayName }
}

test('with the keyboard alone one reaches the matrix, finds a person and hears what they hold', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.keyboard.press('Tab')
  const link = page.getByRole('main').getByRole('row').getByRole('link').first()
  await link.focus()
  await page.keyboard.press('Enter')
  const tab = page.getByRole('link', { name: 'License Matrix' })
  await expect(tab).toBeVisible()
  await tab.focus()
  await page.keyboard.press('Enter')
  const grid = page.getByRole('grid', { name: 'Licenses by person' })
  const first = grid.getByRole('rowheader').first()
  await expect(first).toBeVisible()

  await page.getByRole('button', { name: 'Export CSV' }).focus()
  await page.keyboard.press('Tab')
  await expect(first).toBeFocused()
  await page.keyboard.press('Control+End')
  const focused = page.locator(':focus')
  await expect(focused).toHaveAccessibleName(/^(Assigned|Not assigned): .+, .+/)
  await expect(focused).toBeInViewport()
  const rows = Number(await grid.getAttribute('aria-rowcount'))
  await expect(focused.locator('..')).toHaveAttribute('aria-rowindex', String(rows))
  await page.keyboard.press('Control+Home')
  await expect(first).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowUp')
  await expect(focused).toHaveAccessibleName(/Sort by who has it/)
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader').nth(1)).toHaveAttribute('aria-sort', 'descending')
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName(/^Assigned: /)
  // One stop for all of its cells.
  await page.keyboard.press('Tab')
  await expect(grid.locator(':focus')).toHaveCount(0)
})

test('a search leaves the people who match; the file holds them and no others', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { grid } = await openMatrix(page)
  const name = (await grid.getByRole('rowheader').nth(1).locator('bdi').first().textContent()) ?? ''
  await page.getByRole('searchbox', { name: 'Search people' }).fill(name.toUpperCase())
  await expect(grid.getByRole('rowheader').first()).toContainText(name)
  const count = Number(await grid.getAttribute('aria-rowcount')) - 1
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^license-matrix-.+-\d{4}-\d\d-\d\d\.csv$/)
  const lines = readFileSync(await file.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(count + 1)
  expect(lines[0]).toContain(PREMIUM)
  await page.getByRole('searchbox', { name: 'Search people' }).fill('nobody is called so')
  await expect(page.getByText('Nobody matches')).toBeVisible()
})

test('a license that an administrator hides is gone from the matrix', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  const { grid, tenantId } = await openMatrix(page)
  const answer = await page.request.get(
    `${demo().url}/api/tenants/${tenantId}/licenses-with-visibility`,
  )
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract's reply, which the server checks
  const { licenses } = (await answer.json()) as {
    licenses: { skuId: string; displayName: string }[]
  }
  const { skuId = '' } = licenses.find(({ displayName }) => displayName === PREMIUM) ?? {}
  const setVisible = async (isVisible: boolean) => {
    const address = `${demo().url}/api/admin/licenses/${skuId}`
    expect((await page.request.patch(address, { data: { isVisible } })).status()).toBe(200)
  }
  await expect(grid.getByRole('columnheader', { name: PREMIUM, exact: true })).toBeVisible()
  await setVisible(false)
  try {
    await page.reload()
    await expect(page.getByText('1 license is hidden by an administrator.')).toBeVisible()
    await expect(grid.getByRole('columnheader', { name: 'Person' })).toBeVisible()
    await expect(grid.getByRole('columnheader', { name: PREMIUM, exact: true })).toHaveCount(0)
    await expect(grid.getByRole('gridcell', { name: new RegExp(PREMIUM) })).toHaveCount(0)
  } finally {
    await setVisible(true)
  }
  await page.reload()
  await expect(grid.getByRole('columnheader', { name: PREMIUM, exact: true })).toBeVisible()
})

for (const width of [1440, 400])
  test(`at ${width} px only the matrix's own box scrolls sideways, and people stay in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 })
    await signInWithMicrosoft(page, 'admin')
    const { grid } = await openMatrix(page)
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow).toBeLessThanOrEqual(0)
    await grid.evaluate((box) => box.scrollTo(10_000, 10_000))
    const box = await grid.boundingBox()
    // The rows there are drawn after the box has moved.
    await expect(async () => {
      const person = await grid.getByRole('rowheader').last().boundingBox()
      expect(Math.round((person?.x ?? Infinity) - (box?.x ?? 0))).toBeLessThanOrEqual(1)
      expect(person?.width).toBe(width === 400 ? 120 : 200)
    }).toPass()
  })
