import { expectNoSidewaysScroll } from './axe.ts'
import { demo, signInWithMicrosoft, simulatedTenant, tenantRows } from './demo.ts'
import { expect, test } from './test.ts'

test('three clicks lead from All Tenants to who is not covered by MFA, and why', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  const { displayName } = await simulatedTenant('no-mfa-policy')
  await expect(tenantRows(page).first()).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search tenants' }).fill(displayName)
  await page.getByRole('row').getByRole('link', { name: displayName }).click()
  await page.getByRole('link', { name: 'See who is not covered and why' }).click()
  const list = page.getByRole('region', { name: 'MFA coverage by person' })
  await expect(list.getByRole('cell', { name: 'Not covered' }).first()).toBeVisible()
  await list
    .getByRole('row')
    .nth(1)
    .getByRole('link')
    .or(list.getByRole('row').nth(1).getByRole('button'))
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(page.getByRole('link', { name: 'See who is not covered and why' })).toBeVisible()
})

test('a cell of the matrix opens by the keyboard; the risk is accepted, and taken back', async ({
  page,
}) => {
  await signInWithMicrosoft(page, 'admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Posture' }).click()
  const grid = page.getByRole('grid')
  const failed = grid
    .getByRole('gridcell')
    .getByRole('link', { name: /, Failed/ })
    .first()
  await failed.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowLeft')
  await expect(failed).toBeFocused()
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog')
  await expect(panel.getByText('How to fix it')).toBeVisible()
  const address = page.url()

  await panel.getByRole('button', { name: 'Accept the risk' }).click()
  const form = page.getByRole('dialog', { name: 'Accept the risk' })
  await form.getByRole('button', { name: 'Accept the risk' }).click()
  await expect(form.getByText('Enter a reason of at least 10 characters')).toBeVisible()
  await form.getByRole('textbox', { name: 'Reason' }).fill('Agreed with the customer until spring')
  await form.getByRole('button', { name: 'Accept the risk' }).click()
  await expect(form).toBeHidden()
  await expect(panel.getByText('Accepted risk').first()).toBeVisible()

  await page.goto(address)
  await expect(panel.getByText('Agreed with the customer until spring')).toBeVisible()
  await panel.getByRole('button', { name: /^End early/ }).click()
  const question = page.getByRole('alertdialog', { name: 'End this accepted risk now?' })
  await question.getByRole('button', { name: 'End now' }).click()
  await expect(question).toBeHidden()
  await expect(panel.getByRole('button', { name: 'Accept the risk' })).toBeVisible()
  await expect(panel.getByText('Failed').first()).toBeVisible()
})

test('the posture and the licenses of all tenants fit a phone', async ({ page }) => {
  await page.setViewportSize({ width: 400, height: 850 })
  await signInWithMicrosoft(page, 'viewer')
  for (const path of [
    '/posture',
    '/posture?by=areas',
    '/posture?view=fix',
    '/posture/ca.mfa-all-users',
    '/licenses',
  ]) {
    await page.goto(`${demo().url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})
