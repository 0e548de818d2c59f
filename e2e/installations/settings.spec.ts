import type { Page } from '@playwright/test'

import { startMailServer } from '../../packages/server/src/testing/mail-server.ts'
import type { MailServer } from '../../packages/server/src/testing/mail-server.ts'
import { openAdminTab } from '../administration.ts'
import { startConnected } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { signInAs, signInLocally } from '../sign-in.ts'
import { expect, test } from '../test.ts'

const ADMIN = 'Ada Lindqvist'

let installation: Installation
let mailServer: MailServer
test.beforeAll(async () => {
  test.setTimeout(120_000)
  mailServer = await startMailServer()
  installation = await startConnected({ tenants: 1 }, { [ADMIN]: 'admin' })
})
test.afterAll(async () => {
  await installation.stop()
  await mailServer.close()
})

const form = (page: Page) => page.getByRole('form', { name: 'Settings' })
const months = (page: Page) => form(page).getByRole('textbox', { name: 'Audit trails, in months' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Save' }).click()

test('the overview leads to the other screens of administration', async ({ page }) => {
  await signInLocally(page, installation)
  await openAdminTab(page, installation, 'overview')
  const figures = page.getByRole('list', { name: 'Figures' })
  await expect(figures.getByRole('link', { name: /^Last backup/ })).toContainText('Never')
  await figures.getByRole('link', { name: /^Administrators/ }).click()
  await expect(page.getByRole('row').filter({ hasText: ADMIN })).toBeVisible()
  await page.goBack()
  const others = page.getByRole('region', { name: 'Other administration screens' })
  for (const name of ['License Management', 'Security Audit', 'Security Dashboard']) {
    await others.getByRole('link', { name: new RegExp(`^${name}`) }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await page.goBack()
  }
})

test('settings are saved, survive a reload, and do not overwrite those of another tab', async ({
  page,
  context,
}) => {
  await signInLocally(page, installation)
  await openAdminTab(page, installation, 'admin-settings')
  await months(page).fill('24')
  await save(page)
  await expect(page.getByText('Settings saved')).toBeVisible()
  await page.reload()
  await expect(months(page)).toHaveValue('24')

  const other = await context.newPage()
  await openAdminTab(other, installation, 'admin-settings')
  await months(other).fill('36')
  await save(other)
  await expect(other.getByText('Settings saved')).toBeVisible()
  await months(page).fill('48')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await save(page)
  await expect(form(page).getByText('Changed by another user')).toBeInViewport()
  await form(page).getByRole('button', { name: 'Load newer' }).click()
  await expect(months(page)).toHaveValue('36')
})

test('a mail server is set up, refused for its certificate, used and removed', async ({ page }) => {
  await signInAs(page, installation, ADMIN)
  await openAdminTab(page, installation, 'admin-settings')
  const card = page.getByRole('region', { name: 'Mail and reports', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Report settings' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const saveAndClose = async () => {
    const isStored = page.waitForResponse(
      (answer) => answer.url().endsWith('/api/admin/mail') && answer.request().method() === 'PUT',
    )
    await dialog.getByRole('button', { name: 'Save' }).click()
    expect((await isStored).ok()).toBe(true)
    await expect(page.getByText('Mail server saved').last()).toBeVisible()
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
  }
  await card.getByRole('button', { name: 'Set up mail server' }).click()
  await field('Mail server').fill('127.0.0.1')
  await field('Port').fill(`${mailServer.port}`)
  await field('From address').fill('reports@msp.example')
  await saveAndClose()
  await card.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByText(/^The mail server's certificate is not trusted/)).toBeVisible()

  await card.getByRole('button', { name: 'Change mail server' }).click()
  await dialog.getByRole('combobox', { name: 'Security' }).selectOption('none')
  await saveAndClose()
  await card.getByRole('button', { name: 'Send test mail' }).click()
  await expect(page.getByText('Test mail sent')).toBeVisible()
  const [mail] = mailServer.received
  const { people } = installation.registration
  expect(mail?.to).toEqual([people.find(({ name }) => name === ADMIN)?.userPrincipalName])
  expect(mail?.text).toContain(installation.url)

  await card.getByRole('button', { name: 'Change mail server' }).click()
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Remove the mail server?' })
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Mail server removed')).toBeVisible()
})
