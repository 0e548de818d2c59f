import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

import { demo, personOf, pick, signInWithMicrosoft, simulatedTenant, withFault } from './demo.ts'
import { expect, test } from './test.ts'

interface Person {
  id: string
  name: string
  email: string | null
}

/** People of a tenant as the server lists them, by name. */
async function peopleOf(page: Page, tenantId: string): Promise<Person[]> {
  const answer = await page.request.get(`${demo().url}/api/tenants/${tenantId}/users-with-licenses`)
  expect(answer.ok()).toBe(true)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer is held to its contract by the server
  return ((await answer.json()) as { users: Person[] }).users
}

async function expectNoViolations(page: Page, within: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .include(within)
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .exclude('[data-tabster-dummy]')
    .analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([])
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0)
}

test('people: ten, then all in a list that scrolls, or those that a search finds; with the keyboard alone', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId } = await simulatedTenant('seats-wasted')
  const people = await peopleOf(page, tenantId)
  const last = people.at(-1)!
  await page.goto(`${demo().url}/tenant/${tenantId}`)
  const card = page.getByRole('region', { name: 'User Details' })
  await expect(card.getByText(`10 of ${people.length} people`)).toBeVisible()
  await expect(card.getByRole('row')).toHaveCount(11)

  const search = card.getByRole('searchbox')
  await search.focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(card.getByText(`${people.length} people`, { exact: true })).toBeVisible()
  await expect(card.getByText(last.name, { exact: true })).toHaveCount(0)
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect(card.getByText(last.name, { exact: true }).last()).toBeInViewport()

  await search.fill((last.email ?? last.name).toUpperCase())
  await expect(card.getByText(`1 of ${people.length} people`)).toBeVisible()
  await expect(card.getByRole('row').filter({ hasText: last.name })).toHaveCount(1)
  await search.fill('nobody is called this')
  await expect(card.getByText('No users found')).toBeVisible()
})

test('links single out a person, a license and a policy; the back button and tab titles follow', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  const tenantPath = await page.getByRole('row').getByRole('link').first().getAttribute('href')
  const tenantId = tenantPath!.split('/').at(-1)!
  const people = await peopleOf(page, tenantId)
  const someone = people.at(-1)!
  const details = await page.request.get(`${demo().url}/api/tenants/${tenantId}/details`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer is held to its contract by the server
  const { tenant, licenses } = (await details.json()) as {
    tenant: { displayName: string }
    licenses: { skuId: string; displayName: string }[]
  }
  const name = tenant.displayName

  await page.goto(`${demo().url}/tenant/${tenantId}?person=${someone.id}`)
  const row = page.locator('[role=row][aria-current=true]')
  await expect(row).toContainText(someone.name)
  await expect(row).toBeFocused()
  await expect(row).toBeInViewport()
  await expect(page).toHaveTitle(`Organization Overview – ${name} – Tenantscope`)

  const license = licenses.at(-1)!
  await page.goto(`${demo().url}/tenant/${tenantId}?license=${license.skuId}`)
  const item = page.locator('li[aria-current=true]')
  await expect(item).toContainText(license.displayName)
  await expect(item).toBeInViewport()
  await expect(page).toHaveTitle(`License Overview – ${name} – Tenantscope`)

  await page.getByRole('link', { name: 'License Matrix' }).click()
  await expect(page.getByText(/\d+ users × \d+ licenses/)).toBeVisible()
  await expect(page).toHaveTitle(`License Matrix – ${name} – Tenantscope`)
  await page.goBack()
  await expect(item).toContainText(license.displayName)
  await page.goBack()
  await expect(row).toContainText(someone.name)

  await page.goto(`${demo().url}/tenant/${tenantId}?tab=licenses#savings`)
  await expect(page.locator('#savings')).toBeInViewport()
  await expect(page.locator('#savings')).toContainText('Cost-saving opportunities')
})

test('the decoder asks every endpoint and shows what came of it; a viewer has none', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.getByRole('row').getByRole('link').first().click()
  await expect(page.getByRole('region', { name: 'User Details' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'CSP License Decoder' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refresh', exact: true })).toHaveCount(0)
  await page.context().clearCookies()

  await page.goto(demo().url)
  await page
    .getByRole('button', { name: 'Sign in with Microsoft' })
    .or(page.getByRole('link', { name: 'Sign in with Microsoft' }))
    .click()
  await pick(page, personOf('technician').name)
  await page.getByRole('row').getByRole('link').first().click()
  const decoder = page.getByRole('button', { name: 'CSP License Decoder' })
  await decoder.click()
  const card = page.getByRole('region', { name: 'CSP License Analysis' })
  await expect(card.getByText('GET /subscribedSkus')).toBeVisible()
  await expect(card.getByText('Answered').first()).toBeVisible()
  await expect(card.getByText('Decoded', { exact: false }).last()).toBeVisible()
  await expectNoViolations(page, 'main')
  await page.getByRole('link', { name: 'License Overview' }).click()
  await expect(card.getByText('GET /subscribedSkus')).toBeVisible()
  await card.getByRole('button', { name: 'Close CSP License Analysis' }).click()
  await expect(card).toHaveCount(0)
  await expect(decoder).toBeFocused()
})

test('a permission that is lost makes a letter to the customer; once it is back the page says so', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { tenantId, displayName } = await simulatedTenant('no-mfa-policy')
  const removed = await withFault({
    name: 'roles-removed',
    tenantId,
    roles: ['Directory.Read.All'],
  })
  const refresh = page.getByRole('button', { name: 'Refresh', exact: true })
  const limited = page.getByText('Limited Access', { exact: true }).last()
  try {
    await page.goto(`${demo().url}/tenant/${tenantId}`)
    await refresh.click()
    const request = page.getByRole('button', { name: 'Request Access' })
    await expect(request).toBeVisible({ timeout: 30_000 })
    await expect(limited).toBeVisible()
    await request.click()
    const dialog = page.getByRole('dialog', { name: 'Request Access' })
    await expect(dialog.getByRole('listitem')).toHaveCount(1)
    const letter = dialog.getByRole('textbox', { name: 'Message to the customer' })
    await expect(letter).toHaveValue(new RegExp(`${displayName}.*\n[^]*- Directory.Read.All`))
    await expect(dialog.getByRole('link', { name: /Enterprise applications/ })).toHaveAttribute(
      'href',
      /^https:\/\/entra\.microsoft\.com\//,
    )
    await expectNoViolations(page, '[role=dialog]')
    await page.keyboard.press('Escape')
    await expect(request).toBeFocused()
  } finally {
    await removed()
  }
  await refresh.click()
  await expect(page.getByText('Permissions Updated')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Request Access' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Refresh Page' }).click()
  await expect(page.getByRole('heading', { level: 1, name: displayName })).toBeVisible()
  await expect(page.getByText('Permissions Updated')).toHaveCount(0)
})

test('a tenant with names in every direction and of every script, narrow and at 200 %', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const hostile = await simulatedTenant('hostile-names')
  const directions = await simulatedTenant('hostile-directions')
  const tabs = page.getByRole('navigation', { name: 'Views of this tenant' })
  for (const { tenantId, displayName } of [hostile, directions]) {
    await page.goto(`${demo().url}/tenant/${tenantId}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(displayName)
    // 720 px are what a window of 1440 px has at 200 %.
    for (const width of [400, 720]) {
      await page.setViewportSize({ width, height: 900 })
      for (const name of ['Organization Overview', 'License Overview', 'License Matrix']) {
        await tabs.getByRole('link', { name }).click()
        await expect(tabs.getByRole('link', { name })).toBeInViewport({ ratio: 0.99 })
        await expect(page.getByText(/read from Microsoft Graph/)).toBeVisible()
        await expectNoSidewaysScroll(page)
      }
    }
  }
})
