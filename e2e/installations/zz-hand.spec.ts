import { fillConnection, saveConnection } from '../connection.ts'
import { openAdminTab } from '../administration.ts'
import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

let installation: Installation
test.beforeEach(async () => {
  installation = await startConnected({ tenants: 3 }, {})
})
test.afterEach(() => installation.stop())

test('hand', async ({ page }) => {
  test.setTimeout(240_000)
  const shot = (n: string) => page.screenshot({ path: `/tmp/hand/${n}.png`, fullPage: true })
  await signInLocally(page, installation)
  await shot('w4-dashboard')
  await page.goto(`${installation.url}/azure-config`)
  await page.waitForTimeout(3000)
  await fillConnection(page, { clientSecret: 'wrong' })
  await saveConnection(page)
  await expect(page.getByText(/Microsoft refused it, so the connection was not changed/)).toBeVisible()
  await shot('w3-refused')
  // The old one keeps working: a refresh.
  await page.goto(`${installation.url}/dashboard`)
  await page.getByRole('button', { name: 'Refresh', exact: true }).click()
  await page.waitForTimeout(8000)
  await shot('w3-refresh-after')
  await installation.simulate('/_simulator/faults', { name: 'unavailable' })
  await page.goto(`${installation.url}/azure-config`)
  await page.waitForTimeout(3000)
  await fillConnection(page, { clientSecret: 'wrong' })
  await saveConnection(page)
  await page.getByRole('button', { name: 'Save anyway' }).click({ timeout: 90_000 })
  await shot('w3-save-anyway')
  await page.getByRole('button', { name: 'Do not save' }).click()
  await installation.calm()
  await openAdminTab(page, installation, 'role-mapping')
  await page.waitForTimeout(2000)
  await shot('w4-mapping')
  await openAdminTab(page, installation, 'users')
  await page.getByRole('button', { name: 'Import from Microsoft' }).click()
  await page.waitForTimeout(4000)
  await shot('w4-import')
})
