import type { Locator, Page } from '@playwright/test'

import { breakCall, openAdminTab } from './administration.ts'
import { demo, personOf, signInWithMicrosoft } from './demo.ts'
import { expect, test } from './test.ts'

/** Two directory roles that the demo's technician holds. */
const HELPDESK = 'Helpdesk Administrator'
const LICENSES = 'License Administrator'

const mappings = (page: Page) => page.getByRole('table', { name: 'Role mappings' })
const rows = (page: Page) => mappings(page).locator('tbody').getByRole('row')
const orderOf = (page: Page) => mappings(page).locator('tbody td:nth-child(2)').allTextContents()

/** What would become of the demo's technician. */
const outcome = (page: Page) =>
  page
    .getByRole('table', { name: 'Who would get what' })
    .getByRole('row')
    .filter({ hasText: personOf('technician').name })

async function choose(
  dialog: Locator,
  { directoryRole, localRole }: { directoryRole: string; localRole: string },
): Promise<void> {
  await dialog.getByRole('searchbox', { name: 'Search directory roles' }).fill(directoryRole)
  await dialog.getByRole('radio', { name: directoryRole, exact: true }).check()
  await dialog.getByRole('radio', { name: new RegExp(`^${localRole}`) }).check()
}

test('mappings are added, ordered, edited, switched off and removed, and the preview follows', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await signInWithMicrosoft(page, 'admin')
  await openAdminTab(page, demo(), 'role-mapping')
  const adding = page.getByRole('dialog', { name: 'Add Mapping' })
  const editing = page.getByRole('dialog', { name: 'Edit Mapping' })

  await test.step('without a mapping it is said what that means', async () => {
    await expect(page.getByText('No role mappings yet')).toBeVisible()
    await expect(page.getByText(/^Role sync is off/)).toBeVisible()
    await expect(outcome(page)).toContainText('Becomes Viewer')
    await expect(outcome(page)).toContainText(`${HELPDESK}, ${LICENSES}`)
  })

  await test.step('one without a directory role is refused, and one that was not saved is forgotten', async () => {
    await page.getByRole('button', { name: 'Add Mapping' }).click()
    await adding.getByRole('searchbox').fill('No such role')
    await expect(adding.getByText('No directory role matches your search')).toBeVisible()
    await adding.getByRole('button', { name: 'Save' }).click()
    await expect(adding.getByText('Choose a directory role')).toBeVisible()
    await choose(adding, { directoryRole: HELPDESK, localRole: 'Technician' })
    await adding.getByRole('button', { name: 'Cancel' }).click()
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' })
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect(adding).toBeHidden()
    await expect(page.getByText('No role mappings yet')).toBeVisible()
  })

  await test.step('what one would do is seen before it is saved, and saves nothing', async () => {
    await page.getByRole('button', { name: 'Add Mapping' }).click()
    await choose(adding, { directoryRole: HELPDESK, localRole: 'Technician' })
    await adding.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Who would get what' })
    const theirs = preview.getByRole('row').filter({ hasText: personOf('technician').name })
    const close = () => preview.getByRole('button', { name: 'Close' }).last().click()
    await expect(theirs).toContainText('Unchanged')
    await close()
    await expect(adding.getByRole('button', { name: 'Preview' })).toBeFocused()
    await adding.getByRole('radio', { name: /^Viewer/ }).check()
    const mend = await breakCall(page, 'admin/role-mappings/preview')
    await adding.getByRole('button', { name: 'Preview' }).click()
    await expect(preview.getByText('The preview could not be loaded')).toBeVisible()
    await mend()
    await preview.getByRole('button', { name: 'Retry' }).click()
    await expect(theirs).toContainText('Becomes Viewer')
    await close()
    await adding.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByRole('alertdialog', { name: 'Discard your changes?' })
      .getByRole('button', { name: 'Discard' })
      .click()
    await expect(adding).toBeHidden()
    await page.reload()
    await expect(page.getByText('No role mappings yet')).toBeVisible()
  })

  await test.step('one grants tenants along with the role', async () => {
    await page.getByRole('button', { name: 'Add Mapping' }).click()
    await choose(adding, { directoryRole: HELPDESK, localRole: 'Viewer' })
    await adding.getByRole('checkbox', { name: 'Grant tenants along with the role' }).check()
    await adding.getByRole('radio', { name: /^All tenants/ }).check()
    await adding.getByRole('textbox', { name: 'Description' }).fill('The first line')
    await adding.getByRole('button', { name: 'Save' }).click()
    await expect(adding).toBeHidden()
    await expect(rows(page)).toContainText(['The first line'])
    await expect(rows(page)).toContainText(['All tenants'])
    await expect(outcome(page)).toContainText('Becomes Viewer')
    await expect(outcome(page)).toContainText('All tenants')
  })

  await test.step('the first that matches decides', async () => {
    await page.getByRole('button', { name: 'Add Mapping' }).click()
    await choose(adding, { directoryRole: LICENSES, localRole: 'Technician' })
    await adding.getByRole('button', { name: 'Save' }).click()
    await expect(rows(page)).toHaveCount(2)
    await expect(outcome(page)).toContainText('Becomes Viewer')
    await expect(page.getByRole('button', { name: `Move ${HELPDESK} up` })).toBeDisabled()
    await expect(page.getByRole('button', { name: `Move ${LICENSES} down` })).toBeDisabled()
    await page.getByRole('button', { name: `Move ${HELPDESK} down` }).click()
    await expect(outcome(page)).toContainText('Unchanged')
    await expect(outcome(page)).toContainText('As they are')
    expect(await orderOf(page)).toEqual([LICENSES, `${HELPDESK}The first line`])
  })

  await test.step('one that is off is passed over', async () => {
    const use = page.getByRole('switch', { name: `Use the mapping of ${LICENSES}` })
    await use.click()
    await expect(outcome(page)).toContainText('Becomes Viewer')
    await expect(use).not.toBeChecked()
    await use.click()
    await expect(outcome(page)).toContainText('Unchanged')
  })

  await test.step('one is edited; who edits an older list is told, and loads the newer', async () => {
    const other = await page.context().newPage()
    await openAdminTab(other, demo(), 'role-mapping')
    await expect(rows(other)).toHaveCount(2)
    await page.getByRole('button', { name: `Edit the mapping of ${HELPDESK}` }).click()
    await expect(editing.getByRole('radio', { name: HELPDESK, exact: true })).toBeChecked()
    await editing.getByRole('radio', { name: /^Technician/ }).check()
    await editing.getByRole('checkbox', { name: 'Grant tenants along with the role' }).uncheck()
    await editing.getByRole('textbox', { name: 'Description' }).fill('')
    await editing.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('dialog', { name: 'Who would get what' })
    await expect(
      preview.getByRole('row').filter({ hasText: personOf('technician').name }),
    ).toContainText('Unchanged')
    await preview.getByRole('button', { name: 'Close' }).last().click()
    await editing.getByRole('button', { name: 'Save' }).click()
    await expect(editing).toBeHidden()
    expect(await orderOf(page)).toEqual([LICENSES, HELPDESK])
    await expect(rows(page).last()).toContainText('As they are')

    await other.getByRole('button', { name: `Move ${HELPDESK} up` }).click()
    await expect(other.getByText('Changed by somebody else')).toBeVisible()
    await other.getByRole('button', { name: 'Load newer' }).click()
    await expect(other.getByText('Changed by somebody else')).toBeHidden()
    expect(await orderOf(other)).toEqual([LICENSES, HELPDESK])
    await expect(rows(other).last()).toContainText('Technician')
    await other.close()
  })

  await test.step('one is removed after a question', async () => {
    const question = page.getByRole('alertdialog', { name: 'Remove this mapping?' })
    await page.getByRole('button', { name: `Remove the mapping of ${LICENSES}` }).click()
    await expect(question).toContainText(`${LICENSES} no longer decides a role.`)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(rows(page)).toHaveCount(2)
    for (const left of [1, 0]) {
      await page
        .getByRole('button', { name: /^Remove the mapping of/ })
        .first()
        .click()
      await question.getByRole('button', { name: 'Remove' }).click()
      await expect(rows(page)).toHaveCount(left)
    }
    await expect(page.getByText('No role mappings yet')).toBeVisible()
  })
})
