import { demo, signInWithMicrosoft } from './demo.ts'
import { expect, test } from './test.ts'

test('an administrator opens My Organization from the menu, reads it and refreshes it', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  await page.getByRole('button', { name: /^Account:/ }).click()
  await page.getByRole('menuitem', { name: 'My Organization' }).click()
  await expect(page).toHaveURL(/\/enhanced-dashboard$/)
  await expect(page.getByRole('heading', { level: 1, name: 'My Organization' })).toBeFocused()
  await expect(page).toHaveTitle('My Organization – Tenantscope')
  const main = page.getByRole('main')
  for (const text of ['Harbor Lane IT', 'harborlane.example', 'Total Licenses', 'Data as of'])
    await expect(main.getByText(text).first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'License Breakdown' })).toContainText(
    /\d+ \/ \d+ \(\d+%\)/,
  )
  await expect(page.getByRole('region', { name: 'Conditional Access Policies' })).toContainText(
    'Enabled',
  )

  await page.getByRole('button', { name: 'Help: My Organization' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Help: My Organization' })).toBeFocused()

  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await expect(page.getByText('Data Updated')).toBeVisible({ timeout: 30_000 })
  await expect(main.getByText('Harbor Lane IT')).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
})

test('on paper the page is black on white, without navigation and buttons, and says when', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signInWithMicrosoft(page, 'admin')
  await page.goto(`${demo().url}/enhanced-dashboard`)
  await expect(page.getByText('Organization ID')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByText(/^Data as of [A-Z][a-z]{2} \d+, \d{4} at /)).toBeVisible()
  await expect(page.getByRole('navigation').first()).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await expect(heading).not.toHaveCSS('color', 'rgb(0, 0, 0)')
})
