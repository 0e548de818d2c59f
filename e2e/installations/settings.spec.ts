import type { Page } from '@playwright/test'
import { z } from 'zod'

import { startMailServer } from '../../packages/server/src/testing/mail-server.ts'
import type { MailServer } from '../../packages/server/src/testing/mail-server.ts'
import { DEMO_ADMIN } from '../../tools/demo-world.ts'
import { freePort } from '../../tools/processes.ts'
import { breakCall, enterWithMicrosoft, openAdminTab } from '../administration.ts'
import { connectAndRead, openLocally } from '../connection.ts'
import { startInstallation } from '../installation.ts'
import type { Installation } from '../installation.ts'
import { expect, test } from '../test.ts'

const Stats = z.object({ totalUsers: z.number(), adminUsers: z.number(), totalTenants: z.number() })
const ADA = 'Ada Lindqvist'

let installation: Installation
let sink: MailServer
test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  sink = await startMailServer()
  installation = await startInstallation({ tenants: 2 })
  const page = await browser.newPage()
  await connectAndRead(page, installation)
  await page.close()
  const { tenantId, people } = installation.registration
  const { oid, userPrincipalName } = people.find(({ name }) => name === ADA)!
  const person = ['--name', ADA, '--email', userPrincipalName, '--role', 'admin']
  installation.admin('add-microsoft', oid, '--tenant', tenantId, ...person)
})
test.afterAll(async () => {
  await installation.stop()
  await sink.close()
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the overview counts what there is, names what needs somebody, and leads to it', async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  const overview = () => openAdminTab(page, installation, 'overview')
  const figure = (name: string) =>
    page.getByRole('list', { name: 'Figures' }).getByRole('link', { name: new RegExp(`^${name}`) })
  const attention = region(page, 'Needs attention')
  const api = `${installation.url}/api/admin`

  await test.step('the figures are those of the installation, and links', async () => {
    const stats = await page.request.get(`${api}/stats`)
    const { totalUsers, adminUsers, totalTenants } = Stats.parse(await stats.json())
    expect(adminUsers).toBe(2)
    await page.goto(`${installation.url}/admin-panel`)
    await expect(figure('Total Users')).toContainText(`${totalUsers}`)
    await expect(figure('Tenants')).toContainText(`${totalTenants}`)
    await expect(figure('Last backup')).toContainText('Never')
    await figure('Administrators').click()
    await expect(page).toHaveURL(/tab=users/)
    await expect(page.getByRole('row').filter({ hasText: ADA })).toBeVisible()
    await page.goBack()
    await expect(figure('Administrators')).toContainText(`${adminUsers}`)
  })

  await test.step('a backup and a first password are missing, until there are both', async () => {
    await expect(attention).toContainText('No backup has ever been made.')
    await attention.getByRole('link', { name: 'Go to System' }).click()
    await expect(page.getByRole('button', { name: 'Database Backup' })).toBeVisible()
    const newcomer = { username: 'newcomer', displayName: null, password: 'Given-By-Ada-2026!' }
    expect((await page.request.post(`${api}/users`, { data: newcomer })).ok()).toBe(true)
    await overview()
    await expect(attention).toContainText(
      '1 administrator must still choose a password of their own.',
    )
    const data = { passphrase: 'a passphrase for backups' }
    expect((await page.request.post(`${api}/database-backup`, { data })).ok()).toBe(true)
    await page.reload()
    await expect(figure('Last backup')).not.toContainText('Never')
    await expect(attention).not.toContainText('backup')
    await attention.getByRole('link', { name: 'Show administrators' }).click()
    await expect(page).toHaveURL(/type=administrators/)
    await expect(page.getByRole('row').filter({ hasText: 'newcomer' })).toBeVisible()
  })

  await test.step('the other screens of administration are one click away', async () => {
    for (const name of [
      'License Management',
      'License Audit Trail',
      'Security Audit',
      'Security Dashboard',
      'Azure Config',
    ]) {
      await overview()
      await region(page, 'Other administration screens')
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .click()
      const title = name === 'Azure Config' ? /^Azure/ : name
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    }
  })

  await test.step('what cannot be loaded is said, and tried again', async () => {
    const mend = await breakCall(page, 'admin/stats')
    await overview()
    await expect(page.getByText('Failed to load the overview')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(figure('Total Users')).toBeVisible()
  })
})

test('settings are refused, saved, discarded, and kept from overwriting those of somebody else', async ({
  page,
  context,
}) => {
  test.setTimeout(120_000)
  await openLocally(page, installation)
  const open = (on: Page) => openAdminTab(on, installation, 'admin-settings')
  await open(page)
  const form = page.getByRole('form', { name: 'Settings' })
  const save = form.getByRole('button', { name: 'Save' })
  const refresh = form.getByRole('combobox', { name: 'Refresh' })
  const audit = form.getByRole('textbox', { name: 'Audit trails, in months' })
  const inactive = form.getByRole('textbox', { name: 'Data of inactive tenants, in months' })
  const failedTwice = form.getByRole('checkbox', { name: 'A refresh failed twice' })

  await test.step('a number that is none is named at its field', async () => {
    await expect(save).toHaveAttribute('aria-disabled', 'true')
    for (const [typed, said] of [
      ['soon', 'Enter a number of months'],
      ['1.5', 'Enter a whole number of months'],
      ['0', 'Keep it for at least one month'],
      ['121', 'Keep it for at most ten years'],
    ] as const) {
      await audit.fill(typed)
      await save.click()
      await expect(form.getByText(said)).toBeVisible()
      await expect(audit).toBeFocused()
    }
    await audit.fill('24')
    await inactive.fill('0')
    await save.click()
    await expect(form.getByText('Keep it for at least one month')).toBeVisible()
    await expect(inactive).toBeFocused()
  })

  await test.step('what is right is saved whole and is there after a reload', async () => {
    await inactive.fill('6')
    await refresh.selectOption('Every hour')
    await form.getByRole('combobox', { name: /^Time zone/ }).selectOption('Asia/Tokyo')
    await failedTwice.uncheck()
    await expect(form.getByText('Not saved yet')).toBeVisible()
    await save.click()
    await expect(page.getByText('Settings Saved')).toBeVisible()
    await page.reload()
    await expect(form.getByText(new RegExp(`^Last change: ${DEMO_ADMIN.username}, `))).toBeVisible()
    await expect(audit).toHaveValue('24')
    await expect(inactive).toHaveValue('6')
    await expect(refresh.locator('option:checked')).toHaveText('Every hour')
    await expect(form.getByRole('combobox', { name: /^Time zone/ })).toHaveValue('Asia/Tokyo')
    await expect(failedTwice).not.toBeChecked()
    // The kinds that are switched off are nobody's to be told of.
    await page.goto(`${installation.url}/profile?tab=notifications`)
    await expect(page.getByText('A backup failed')).toBeVisible()
    await expect(page.getByText('A refresh failed twice')).toHaveCount(0)
    await open(page)
  })

  await test.step('what is dangerous warns while it is chosen, and can be taken back', async () => {
    await form.getByRole('switch', { name: 'Local sign-in' }).click()
    await expect(form.getByText('You are signed in locally yourself.')).toBeVisible()
    await form.getByRole('switch', { name: 'Role sync' }).click()
    await expect(form.getByText(/^Mapped roles overwrite manual assignments/)).toBeVisible()
    await form.getByRole('button', { name: 'Discard' }).click()
    await expect(form.getByRole('switch', { name: 'Local sign-in' })).toBeChecked()
    await expect(form.getByText(/^Mapped roles overwrite/)).toHaveCount(0)
  })

  await test.step('leaving with changes asks first', async () => {
    await refresh.selectOption('Every 24 hours')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(refresh.locator('option:checked')).toHaveText('Every 24 hours')
  })

  await test.step('what somebody else saved meanwhile is not overwritten', async () => {
    const other = await context.newPage()
    await open(other)
    const theirs = other.getByRole('form', { name: 'Settings' })
    await theirs.getByRole('textbox', { name: 'Audit trails, in months' }).fill('36')
    await theirs.getByRole('button', { name: 'Save' }).click()
    await expect(other.getByText('Settings Saved')).toBeVisible()
    await other.close()
    await save.click()
    await expect(form.getByText('Changed by somebody else')).toBeVisible()
    await expect(form.getByText(new RegExp(`changed by ${DEMO_ADMIN.username}`, 'i'))).toBeVisible()
    await form.getByRole('button', { name: 'Load newer' }).click()
    await expect(audit).toHaveValue('36')
    await expect(refresh.locator('option:checked')).toHaveText('Every hour')
  })

  await test.step('how long reports are kept is refused, saved and shown again', async () => {
    const dialog = page.getByRole('dialog', { name: 'Report settings' })
    const months = dialog.getByRole('textbox', { name: 'Keep reports for (months)' })
    const openReports = () =>
      region(page, 'Mail and reports').getByRole('button', { name: 'Report settings' }).click()
    await openReports()
    await expect(months).toHaveValue('12')
    for (const typed of ['0', '121', '1.5', '']) {
      await months.fill(typed)
      await expect(dialog.getByText('Enter whole months from 1 to 120')).toHaveCount(0)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('Enter whole months from 1 to 120')).toBeVisible()
    }
    await months.fill('3')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Report Settings Saved')).toBeVisible()
    await page.reload()
    await openReports()
    await expect(months).toHaveValue('3')
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(dialog).toBeHidden()
  })

  await test.step('settings that cannot be loaded or saved say so', async () => {
    await refresh.selectOption('Every 24 hours')
    const mend = await breakCall(page, 'admin/settings')
    await save.click()
    await expect(page.getByText('Update Failed')).toBeVisible()
    await expect(form.getByText('Not saved yet')).toBeVisible()
    await form.getByRole('button', { name: 'Discard' }).click()
    await page.reload()
    await expect(page.getByText('Failed to load settings')).toBeVisible()
    await mend()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(audit).toHaveValue('36')
  })
})

test('a mail server is set up, tried in every way that it can fail, used and removed', async ({
  page,
  browser,
}) => {
  test.setTimeout(120_000)
  const context = await browser.newContext()
  await openLocally(page, installation)
  const ada = await context.newPage()
  await enterWithMicrosoft(ada, installation, ADA)
  await expect(ada.getByRole('heading', { level: 1, name: 'All Tenants' })).toBeVisible()
  await openAdminTab(ada, installation, 'admin-settings')
  const card = region(ada, 'Mail and reports')
  const dialog = ada.getByRole('dialog', { name: 'Report settings' })
  const field = (name: string) => dialog.getByRole('textbox', { name, exact: true })
  const close = () => dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  const change = async (act: () => Promise<void>) => {
    await card.getByRole('button', { name: 'Change mail server' }).click()
    await act()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(ada.getByText('Mail Server Saved').last()).toBeVisible()
    await close()
  }
  const tryIt = () => card.getByRole('button', { name: 'Send test mail' }).click()

  await test.step('what is missing is named at the fields', async () => {
    await expect(card).toContainText('No mail server is set')
    await expect(card.getByRole('button', { name: 'Send test mail' })).toHaveCount(0)
    await card.getByRole('button', { name: 'Set up mail server' }).click()
    await field('Mail server').fill('127.0.0.1')
    await field('Port').fill('70000')
    await field('From address').fill('reports')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Enter a port from 1 to 65535')).toBeVisible()
    await expect(field('From address')).toHaveAttribute('aria-invalid', 'true')
    await field('Port').fill(`${await freePort()}`)
    await field('From address').fill('reports@msp.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(ada.getByText('Mail Server Saved')).toBeVisible()
    await close()
  })

  await test.step('nobody answers there', async () => {
    await tryIt()
    await expect(ada.getByText('Test Mail Failed')).toBeVisible()
    await expect(ada.getByText(/^The mail server cannot be reached/)).toBeVisible()
  })

  await test.step('who answers shows a certificate that nobody vouches for', async () => {
    await change(() => field('Port').fill(`${sink.port}`))
    await tryIt()
    await expect(ada.getByText(/^The mail server's certificate is not trusted/)).toBeVisible()
  })

  await test.step('without protection it works, and the mail arrives', async () => {
    await change(async () => {
      await dialog.getByRole('combobox', { name: 'Security' }).selectOption('none')
      await expect(dialog.getByText(/travel unprotected to the mail server/)).toBeVisible()
    })
    await expect(card).toContainText(
      `Mail goes out through 127.0.0.1, port ${sink.port}, as reports@msp.example.`,
    )
    await tryIt()
    await expect(ada.getByText('Test Mail Sent')).toBeVisible()
    expect(sink.received).toHaveLength(1)
    const [mail] = sink.received
    const { people } = installation.registration
    expect(mail?.to).toEqual([people.find(({ name }) => name === ADA)!.userPrincipalName])
    expect(mail?.from).toBe('reports@msp.example')
    expect(mail?.text).toContain(installation.url)
  })

  await test.step('a server that wants no such recipient is named as such', async () => {
    sink.refuse = { code: 550 }
    await tryIt()
    await expect(
      ada.getByText("The mail server refused the recipient's address (550)."),
    ).toBeVisible()
    sink.refuse = null
  })

  await test.step('notifications by e-mail reach whoever has an address', async () => {
    const address = `${installation.url}/profile?tab=notifications`
    await ada.goto(address)
    const [mail] = sink.received
    await expect(ada.getByText(`Sent to ${mail?.to[0]}.`)).toBeVisible()
    await page.goto(address)
    await expect(
      page.getByText('No e-mail can reach you: your account has no address.'),
    ).toBeVisible()
    await openAdminTab(ada, installation, 'admin-settings')
  })

  await test.step('an account without an address can be sent none', async () => {
    await openAdminTab(page, installation, 'admin-settings')
    await region(page, 'Mail and reports').getByRole('button', { name: 'Send test mail' }).click()
    await expect(
      page.getByText('Your account has no e-mail address to send a test mail to'),
    ).toBeVisible()
    expect(sink.received).toHaveLength(1)
  })

  await test.step('a local administrator is given one, and the mail arrives there', async () => {
    await openAdminTab(page, installation, 'users')
    await page.getByRole('link', { name: 'Manage admin', exact: true }).click()
    const manage = page.getByRole('dialog', { name: 'Manage User' })
    await manage.getByRole('textbox', { name: 'Email' }).fill('admin at msp.example')
    await manage.getByRole('button', { name: 'Save' }).click()
    await expect(manage.getByText('Enter a valid e-mail address')).toBeVisible()
    await manage.getByRole('textbox', { name: 'Email' }).fill('admin@msp.example')
    await manage.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('User Updated')).toBeVisible()
    await openAdminTab(page, installation, 'admin-settings')
    await region(page, 'Mail and reports').getByRole('button', { name: 'Send test mail' }).click()
    await expect.poll(() => sink.received.at(-1)?.to).toEqual(['admin@msp.example'])
  })

  await test.step('it is removed after a question', async () => {
    await card.getByRole('button', { name: 'Change mail server' }).click()
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
    const question = ada.getByRole('alertdialog', { name: 'Remove the mail server?' })
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(ada.getByText('Mail Server Removed')).toBeVisible()
    await close()
    await expect(card).toContainText('No mail server is set')
    await context.close()
  })
})
