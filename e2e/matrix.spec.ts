import { readFileSync } from 'node:fs'

import type { Locator, Page } from '@playwright/test'

import { expectNoSidewaysScroll } from './axe.ts'
import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { expect, test } from './test.ts'

const PREMIUM = 'Microsoft 365 Business Premium'

async function openMatrix(page: Page) {
  const { tenantId } = await simulatedTenant('seats-wasted')
  await page.goto(`${demo().url}/tenant/${tenantId}?tab=matrix`)
  const grid = page.getByRole('grid', { name: 'Licenses by person' })
  await untilComplete(grid)
  return { grid }
}

/** The first ten people come before the others. */
async function untilComplete(grid: Locator): Promise<void> {
  await expect(grid.getByRole('gridcell').first()).toBeVisible()
  await expect
    .poll(async () => Number(await grid.getAttribute('aria-rowcount')))
    .toBeGreaterThan(11)
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
  await untilComplete(grid)

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
  await expect(focused).toHaveAccessibleName(/Sort by assignment/)
  await page.keyboard.press('Enter')
  await expect(grid.getByRole('columnheader').nth(1)).toHaveAttribute('aria-sort', 'descending')
  // The rows follow the header a moment later, and the focus stays with its person.
  await expect(grid.getByRole('gridcell').first()).toHaveAccessibleName(/^Assigned/)
  await page.keyboard.press('ArrowDown')
  await expect(focused).toHaveAccessibleName(/^Assigned: /)
  // One stop for all of its cells.
  await page.keyboard.press('Tab')
  await expect(grid.locator(':focus')).toHaveCount(0)
})

test('the exported file holds the people whom a search finds and no others', async ({ page }) => {
  await signInWithMicrosoft(page, 'admin')
  const { grid } = await openMatrix(page)
  const name = (await grid.getByRole('rowheader').nth(1).locator('bdi').first().textContent()) ?? ''
  await page.getByRole('searchbox', { name: 'Search people' }).fill(name.toUpperCase())
  await expect(grid.getByRole('rowheader').filter({ hasNotText: name })).toHaveCount(0)
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
})

test("only the matrix's own box scrolls sideways, and the column of people stays in sight", async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  // Wide windows have room for complete names (decision 0040).
  for (const [width, least, most] of [
    [1440, 200, 320],
    [400, 120, 120],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const { grid } = await openMatrix(page)
    await expectNoSidewaysScroll(page)
    await grid.evaluate((box) => box.scrollTo(10_000, 10_000))
    const box = await grid.boundingBox()
    // The rows there are drawn after the box has moved.
    await expect(async () => {
      const person = await grid.getByRole('rowheader').last().boundingBox()
      expect(Math.round((person?.x ?? Infinity) - (box?.x ?? 0))).toBeLessThanOrEqual(1)
      expect(person?.width).toBeGreaterThanOrEqual(least)
      expect(person?.width).toBeLessThanOrEqual(most)
    }).toPass()
  }
})
