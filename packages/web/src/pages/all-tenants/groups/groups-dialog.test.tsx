import {
  createTenantGroup,
  deleteTenantGroup,
  listTenantGroups,
  saveTenantGroup,
  TenantGroupInput,
} from '@tenantscope/contract/tenant-groups'
import type { TenantGroup } from '@tenantscope/contract/tenant-groups'
import { listTenants } from '@tenantscope/contract/tenants'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'

import { tenantListQuery } from '../../../lib/tenant-list.ts'
import { findDialog } from '../../../testing/dialogs.ts'
import { holdReading } from '../../../testing/hold-reading.ts'
import { administrator } from '../../../testing/people.ts'
import { renderPart } from '../../../testing/render-part.tsx'
import { makeGroup } from '../../../testing/tenant-groups.ts'
import { listOf } from '../../../testing/tenant-lists.ts'
import { makeTenant } from '../../../testing/tenants.ts'
import { GroupsDialog } from './groups-dialog.tsx'

const contoso = makeTenant({ displayName: 'Contoso', defaultDomainName: 'contoso.com' })
const fabrikam = makeTenant({ displayName: 'Fabrikam', defaultDomainName: 'fabrikam.org' })
const gold = makeGroup({ name: 'Gold', tenantIds: [contoso.id], version: 3 })
const empty = makeGroup({ name: '<i>Empty</i>' })

function Scene() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <GroupsDialog isOpen={isOpen} onClose={() => setIsOpen(false)} />
      {!isOpen && 'Closed'}
    </>
  )
}

async function open(tenants = [contoso, fabrikam]) {
  let stored: TenantGroup[] = [gold, empty]
  const app = await renderPart(<Scene />, {
    person: administrator,
    prepare: (server) => {
      server.answer(listTenants, listOf(tenants))
      server.answerWith(listTenantGroups, () => ({ groups: stored }))
      server.answerWith(createTenantGroup, ({ body }) => {
        const group = makeGroup(TenantGroupInput.parse(body))
        stored = [...stored, group]
        return group
      })
      server.answerWith(saveTenantGroup, ({ body, params }) => {
        const input = TenantGroupInput.parse(body)
        stored = stored.map((each) =>
          String(each.id) === params['groupId']
            ? { ...each, ...input, version: each.version + 1 }
            : each,
        )
        return stored.find(({ id }) => String(id) === params['groupId'])!
      })
      server.answerWith(deleteTenantGroup, ({ params }) => {
        stored = stored.filter(({ id }) => String(id) !== params['groupId'])
        return { message: 'Gold was deleted. 2 users no longer see its tenants.' }
      })
    },
  })
  app.client.setQueryData(
    tenantListQuery({ isQuiet: true }).queryKey,
    listTenants.reply.parse(listOf(tenants)),
  )
  await screen.findByText('Gold')
  const change = (groups: TenantGroup[]) => {
    stored = groups
  }
  const answerGroups = () => app.server.answerWith(listTenantGroups, () => ({ groups: stored }))
  return { ...app, change, answerGroups }
}

const byLabel = (label: string | RegExp) => screen.getByLabelText(label)

test('a group is made with the tenants that are picked', async () => {
  const { user, server } = await open()
  await user.click(screen.getByText('New group'))
  const name = await screen.findByLabelText('Name')
  expect(name).toHaveFocus()
  await user.type(name, ' Silver ')
  await user.click(byLabel(/Fabrikam/))
  expect(screen.getByText('Chosen only (1)')).toBeInTheDocument()
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText('Silver is saved.')).toBeInTheDocument()
  expect(server.requestsTo(createTenantGroup)[0]?.body).toEqual({
    name: 'Silver',
    tenantIds: [fabrikam.id],
  })
  expect(await screen.findByText('Silver')).toBeInTheDocument()
  expect(screen.getAllByText('1 tenant')).toHaveLength(2)
  await waitFor(() => expect(screen.getByText('New group')).toHaveFocus())
})

test('a group is renamed and refilled; the version goes with it', async () => {
  const { user, server } = await open()
  await user.click(byLabel('Edit Gold'))
  const name = await screen.findByLabelText('Name')
  expect(name).toHaveValue('Gold')
  await user.type(name, 'en')
  await user.click(byLabel(/Contoso/))
  await user.type(byLabel('Search by name, domain, ID or tag'), '.ORG')
  await waitFor(() => expect(screen.queryByLabelText(/Contoso/)).not.toBeInTheDocument())
  await user.click(screen.getByText('Choose all found'))
  expect(byLabel(/Fabrikam/)).toBeChecked()
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText('Golden is saved.')).toBeInTheDocument()
  const [request] = server.requestsTo(saveTenantGroup)
  expect(request?.params['groupId']).toBe(String(gold.id))
  expect(request?.body).toEqual({ name: 'Golden', tenantIds: [fabrikam.id], version: 3 })
  await waitFor(() => expect(byLabel('Edit Golden')).toHaveFocus())
})

test('a name that is missing or taken is said at the field', async () => {
  const { user, server } = await open()
  const message = 'A tenant group named Gold already exists'
  server.refuse(createTenantGroup, {
    status: 409,
    code: 'CONFLICT',
    message,
    fields: [{ field: 'body.name', message }],
  })
  await user.click(screen.getByText('New group'))
  await user.click(await screen.findByText('Save'))
  expect(await screen.findByText('Enter a name')).toBeInTheDocument()
  expect(server.requestsTo(createTenantGroup)).toHaveLength(0)
  await user.type(byLabel('Name'), 'gold')
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(byLabel('Name')).toBeInvalid()
  expect(screen.queryByText('Load newer')).not.toBeInTheDocument()
})

test('the second of two writers gets a conflict, and can load the newer version', async () => {
  const { user, server, change, answerGroups } = await open()
  server.refuse(saveTenantGroup, {
    status: 409,
    code: 'CONFLICT',
    message: 'changed by megan at 2026-11-20T17:05:03.000Z',
    changed: { by: 'megan', at: '2026-11-20T17:05:03.000Z' },
  })
  await user.click(byLabel('Edit Gold'))
  await user.type(await screen.findByLabelText('Name'), '!')
  await user.click(screen.getByText('Save'))
  expect(await screen.findByText('Changed by another user')).toBeInTheDocument()
  expect(
    screen.getByText(
      /^Changed by megan on Nov 20, 2026 at 5:05:03 PM UTC\. Loading the newer group/,
    ),
  ).toBeInTheDocument()
  server.fail(listTenantGroups)
  await user.click(screen.getByText('Load newer'))
  expect(await screen.findByText(/^The newer group could not be loaded\./)).toBeInTheDocument()
  expect(byLabel('Name')).toHaveValue('Gold!')
  change([{ ...gold, name: 'Platinum', tenantIds: [contoso.id, fabrikam.id], version: 4 }])
  answerGroups()
  await user.click(screen.getByText('Try again'))
  await waitFor(() => expect(byLabel('Name')).toHaveValue('Platinum'))
  expect(screen.getByText('Chosen only (2)')).toBeInTheDocument()
  expect(screen.queryByText('Changed by another user')).not.toBeInTheDocument()
})

test('deleting asks first and says who loses access', async () => {
  const { user, server } = await open()
  await user.click(byLabel('Delete Gold'))
  expect(await screen.findByText('Delete this group?')).toBeInTheDocument()
  expect(screen.getByText(/Users who were granted this group lose access/)).toHaveTextContent(
    'unless another grant includes them',
  )
  await user.click(screen.getByText('Cancel'))
  await waitFor(() => expect(screen.queryByText('Delete this group?')).not.toBeInTheDocument())
  expect(server.requestsTo(deleteTenantGroup)).toHaveLength(0)

  await user.click(byLabel('Delete Gold'))
  const letRead = holdReading(server, listTenantGroups)
  await user.click(await screen.findByText('Delete group'))
  await letRead()
  expect(await screen.findByText(/2 users no longer see its tenants/)).toBeInTheDocument()
  expect(screen.queryByText('Gold')).not.toBeInTheDocument()
  expect(screen.getByText('<i>Empty</i>')).toBeInTheDocument()
})

test('a group that cannot be deleted stays, and why is said', async () => {
  const { user, server } = await open()
  server.refuse(deleteTenantGroup, { status: 500, code: 'INTERNAL', message: 'Broken.' })
  await user.click(byLabel('Delete Gold'))
  await user.click(await screen.findByText('Delete group'))
  expect(await screen.findByText('Delete failed')).toBeInTheDocument()
  expect(screen.getByText('Gold')).toBeInTheDocument()
})

test('the question cannot be closed while the group is deleted', async () => {
  const { user, server } = await open()
  await user.click(byLabel('Delete Gold'))
  const question = await findDialog('Delete this group?')
  const release = server.hold(deleteTenantGroup)
  await user.click(within(question).getByText('Delete group'))
  await user.click(within(question).getByText('Cancel'))
  await user.keyboard('{Escape}')
  expect(question).toBeInTheDocument()
  release()
  await screen.findByText('Group deleted')
  await waitFor(() => expect(question).not.toBeInTheDocument())
})

test('what is not saved is not lost by an Escape', async () => {
  const { user } = await open()
  await user.click(byLabel('Edit Gold'))
  await user.type(await screen.findByLabelText('Name'), '!{Escape}')
  expect(await screen.findByText('Discard your changes?')).toBeInTheDocument()
  await user.click(screen.getByText('Keep editing'))
  expect(byLabel('Name')).toHaveValue('Gold!')
  await user.click(byLabel('Close'))
  await user.click(await screen.findByText('Discard'))
  expect(await screen.findByText('Closed')).toBeInTheDocument()
})

test('while a group is saved, its fields do not change and the dialog cannot be closed', async () => {
  const { user, server } = await open()
  await user.click(byLabel('Edit Gold'))
  await user.type(await screen.findByLabelText('Name'), 'en')
  const release = server.hold(saveTenantGroup)
  await user.click(screen.getByText('Save'))
  await user.type(byLabel('Name'), '!')
  expect(byLabel('Name')).toHaveValue('Golden')
  const fields = byLabel('Name').closest('fieldset')
  expect(fields).toHaveAttribute('aria-disabled', 'true')
  expect(fields).toContainElement(byLabel(/Contoso/))
  await user.keyboard('{Escape}')
  await user.click(screen.getByText('Cancel'))
  expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument()
  expect(byLabel('Name')).toHaveValue('Golden')
  release()
  await screen.findByText('Golden is saved.')
  expect(screen.getByText('New group')).toBeInTheDocument()
})

test('of 1,200 tenants the first 100 are drawn; a search finds the others', async () => {
  const many = Array.from({ length: 1_200 }, (_, index) =>
    makeTenant({ displayName: `Branch ${index + 1}` }),
  )
  const { user } = await open(many)
  await user.click(screen.getByText('New group'))
  expect(
    await screen.findByText('The first 100 of 1,200 tenants; search to find the others'),
  ).toBeInTheDocument()
  await user.click(byLabel('Search by name, domain, ID or tag'))
  await user.paste('branch 1187')
  expect(await screen.findByLabelText(/Branch 1187/)).toBeInTheDocument()
})
