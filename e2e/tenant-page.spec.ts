import type { Page } from '@playwright/test'

import { expectNoSidewaysScroll } from './axe.ts'
import { demo, signInWithMicrosoft, simulatedTenant } from './demo.ts'
import { expect, test } from './test.ts'

interface Person {
  id: string
  name: string
  email: string | null
}

/** Returns the people of a tenant as the server lists them, by name. */
async function peopleOf(page: Page, tenantId: string): Promise<Person[]> {
  const answer = await page.request.get(`${demo().url}/api/tenants/${tenantId}/users-with-licenses`)
  expect(answer.ok()).toBe(true)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answer is held to its contract by the server
  return ((await answer.json()) as { users: Person[] }).users
}

test('people: ten, then all in a list that scrolls, with the keyboard alone', async ({ page }) => {
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
})

test('a policy and a person open in a panel, which returns the focus', async ({ page }) => {
  await signInWithMicrosoft(page, 'viewer')
  await page.getByRole('row').getByRole('link').first().click()
  const policy = page
    .getByRole('region', { name: 'Conditional Access Policies' })
    .getByRole('listitem')
    .getByRole('button')
    .first()
  const person = page
    .getByRole('region', { name: 'User Details' })
    .getByRole('cell')
    .getByRole('button')
    .first()
  for (const [opener, facts] of [
    [policy, ['Members reached', 'Excluded', 'Access controls']],
    [person, ['Sign-in', 'User name', 'Object ID']],
  ] as const) {
    const name = await opener.innerText()
    await opener.click()
    const panel = page.getByRole('dialog', { name })
    for (const fact of facts) await expect(panel.getByText(fact, { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(opener).toBeFocused()
  }
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
  const row = page.locator('tr[aria-current=true]')
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
