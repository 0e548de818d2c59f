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
  return { ...app, change }
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
  const { user, server, change } = await open()
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
  change([{ ...gold, name: 'Platinum', tenantIds: [contoso.id, fabrikam.id], version: 4 }])
  await user.click(screen.getByText('Load newer'))
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

test('what is deleted late closes no question but its own, and takes no focus', async () => {
  const { user, server } = await open()
  const ask = async (label: string) => {
    await user.click(byLabel(label))
    return findDialog('Delete this group?')
  }
  const cancel = async (question: HTMLElement) => {
    await user.click(within(question).getByText('Cancel'))
    await waitFor(() => expect(question).not.toBeInTheDocument())
  }
  const release = server.hold(deleteTenantGroup)
  const first = await ask('Delete Gold')
  await user.click(within(first).getByText('Delete group'))
  await cancel(first)
  const second = await ask('Delete <i>Empty</i>')
  expect(within(second).getByText('Delete group')).not.toHaveAttribute('aria-disabled')
  release()
  await screen.findByText('Group deleted')
  expect(second).toBeInTheDocument()
  expect(second).toHaveTextContent('<i>Empty</i> is removed as a filter')

  const releaseSecond = server.hold(deleteTenantGroup)
  await user.click(within(second).getByText('Delete group'))
  await cancel(second)
  byLabel('Close').focus()
  releaseSecond()
  await screen.findByText('No groups yet.')
  expect(byLabel('Close')).toHaveFocus()
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

test('what is being saved does not change any more, and the question goes with it', async () => {
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
  await screen.findByText('Discard your changes?')
  release()
  await screen.findByText('Golden is saved.')
  await waitFor(() => expect(screen.queryByText('Discard your changes?')).not.toBeInTheDocument())
  expect(screen.getByText('New group')).toBeInTheDocument()
})

test('what is saved late does not close the editor that was opened after it', async () => {
  const { user, server } = await open()
  await user.click(byLabel('Edit Gold'))
  await user.type(await screen.findByLabelText('Name'), 'en')
  const release = server.hold(saveTenantGroup)
  await user.click(screen.getByText('Save'))
  await user.click(screen.getByText('Cancel'))
  await user.click(await screen.findByText('Discard'))
  await user.click(await screen.findByText('New group'))
  await user.type(await screen.findByLabelText('Name'), 'Silver')
  release()
  await screen.findByText('Golden is saved.')
  expect(byLabel('Name')).toHaveValue('Silver')
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
