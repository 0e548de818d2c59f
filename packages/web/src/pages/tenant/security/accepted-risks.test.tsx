import { getTenantPostureCheck } from '@tenantscope/contract/posture'
import {
  changePostureException,
  createPostureException,
  endPostureException,
  listPostureExceptions,
} from '@tenantscope/contract/posture-exceptions'
import type { PostureException } from '@tenantscope/contract/posture-exceptions'
import { listTenantGroups } from '@tenantscope/contract/tenant-groups'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import { findDialog } from '../../../testing/dialogs.ts'
import { contoso, openSecurity } from '../../../testing/open-security.ts'
import { administrator, technician, viewer } from '../../../testing/people.ts'
import { findButton } from '../../../testing/submits/submit.tsx'
import { makeGroup } from '../../../testing/tenant-groups.ts'
import {
  makeCheck,
  makeCheckDetails,
  makeException,
  ofTenant,
} from '../../../testing/tenant-posture.ts'

const mfa = makeCheck({ id: 'ca.mfa-all-users', title: 'MFA is required of everybody' })
const own = makeException({ scope: ofTenant(contoso.id), scopeName: 'Contoso' })
const REASON = 'Decided with the customer in November.'

beforeEach(() => {
  vi.setSystemTime(new Date('2026-11-26T18:00:00Z'))
})

async function openDialog(person = technician) {
  const app = await openSecurity([mfa], {
    person,
    search: `&check=${mfa.id}`,
    prepare: (server) =>
      server.answer(listTenantGroups, {
        groups: [
          makeGroup({ name: 'Gold', tenantIds: [contoso.id] }),
          makeGroup({ name: 'Without this tenant' }),
        ],
      }),
  })
  fireEvent.click(await findButton('Accept the risk'))
  await screen.findByLabelText(/^Reason/u)
  return app
}

const write = (label: RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const choose = write

test('a technician accepts the risk of a check for the tenant, for three months by default', async () => {
  const { server } = await openDialog()
  expect(screen.queryByLabelText('Applies to')).not.toBeInTheDocument()
  expect(screen.getByLabelText(/^End date/u)).toHaveValue('2027-02-26')
  expect(screen.getByLabelText(/^End date/u)).toHaveAttribute('max', '2027-11-25')
  write(/^Reason/u, REASON)
  server.answer(createPostureException, own)
  server.answer(getTenantPostureCheck, makeCheckDetails({ ...mfa, verdict: 'excepted' }))
  fireEvent.click(await findButton('Accept the risk'))
  await waitFor(() => expect(screen.queryByLabelText(/^Reason/u)).not.toBeInTheDocument())
  expect(server.requestsTo(createPostureException)[0]?.body).toEqual({
    scope: { kind: 'tenant', tenantId: contoso.id },
    checkId: mfa.id,
    objectId: null,
    reason: REASON,
    endsAt: '2027-02-27T07:59:59.000Z',
  })
  expect(await findDialog(mfa.title)).toHaveTextContent('Accepted risk')
})

test.each([
  [403, 'FORBIDDEN', 'You no longer have access to this tenant.'],
  [409, 'CONFLICT', 'This risk is already accepted.'],
] as const)('a risk that is refused with %i says why, and keeps the reason', async (...refusal) => {
  const [status, code, message] = refusal
  const { server } = await openDialog()
  write(/^Reason/u, REASON)
  server.refuse(createPostureException, { status, code, message })
  fireEvent.click(await findButton('Accept the risk'))
  expect(await screen.findByText(message)).toBeInTheDocument()
  expect(screen.getByText('Not accepted')).toBeInTheDocument()
  expect(screen.getByLabelText(/^Reason/u)).toHaveValue(REASON)
})

test('one object is accepted instead of the complete check', async () => {
  const { server } = await openDialog()
  choose(/^What is accepted/u, mfa.objects[0]?.id ?? '')
  write(/^Reason/u, REASON)
  server.answer(createPostureException, own)
  fireEvent.click(await findButton('Accept the risk'))
  await waitFor(() =>
    expect(server.requestsTo(createPostureException)[0]?.body).toMatchObject({
      objectId: mfa.objects[0]?.id,
    }),
  )
})

test('an administrator accepts it for a group of this tenant or for all', async () => {
  const { server } = await openDialog(administrator)
  await screen.findByText('All tenants of a tenant group')
  choose(/^Applies to/u, 'group')
  expect(screen.getByLabelText(/^Tenant group/u)).toHaveTextContent(/^Gold$/u)
  expect(screen.queryByLabelText(/^What is accepted/u)).not.toBeInTheDocument()
  write(/^Reason/u, REASON)
  server.answer(createPostureException, own)
  fireEvent.click(await findButton('Accept the risk'))
  await waitFor(() =>
    expect(server.requestsTo(createPostureException)[0]?.body).toMatchObject({
      scope: { kind: 'group' },
      objectId: null,
    }),
  )
})

test('a short reason and a missing date are refused before anything is sent', async () => {
  const { server } = await openDialog()
  write(/^Reason/u, 'Too short')
  write(/^End date/u, '')
  fireEvent.click(await findButton('Accept the risk'))
  expect(await screen.findByText('Enter a reason of at least 10 characters')).toBeInTheDocument()
  expect(screen.getByText('Choose an end date')).toBeInTheDocument()
  expect(server.requestsTo(createPostureException)).toHaveLength(0)
})

test("the server's refusal is at its field, and nothing that was entered is lost", async () => {
  const { server } = await openDialog()
  write(/^Reason/u, REASON)
  server.refuse(createPostureException, {
    status: 400,
    code: 'BAD_REQUEST',
    message: 'The input is invalid.',
    fields: [{ field: 'body.endsAt', message: 'Choose a date within the next 12 months' }],
  })
  fireEvent.click(await findButton('Accept the risk'))
  const problem = await screen.findByText('Choose a date within the next 12 months')
  expect(screen.getByLabelText(/^End date/u)).toHaveAccessibleDescription(
    expect.stringContaining(problem.textContent),
  )
  expect(screen.getByLabelText(/^Reason/u)).toHaveValue(REASON)
})

test('with more than 1,000 objects only the complete check can be accepted', async () => {
  const many = { ...mfa, more: 1_000 }
  await openSecurity([many], { search: `&check=${mfa.id}` })
  fireEvent.click(await findButton('Accept the risk'))
  await screen.findByLabelText(/^Reason/u)
  expect(screen.queryByLabelText(/^What is accepted/u)).not.toBeInTheDocument()
})

test('a viewer sees accepted risks without any button that changes them', async () => {
  await openSecurity([mfa], { person: viewer, search: `&check=${mfa.id}`, exceptions: [own] })
  expect(await findDialog(mfa.title)).toHaveTextContent(own.reason)
  for (const text of ['Accept the risk', 'Prolong', 'End early', 'Declare accounts'])
    expect(screen.queryByText(text)).not.toBeInTheDocument()
})

async function openCard(exceptions: PostureException[], person = technician) {
  const app = await openSecurity([mfa], { person, exceptions })
  const card = await screen.findByRole('region', { name: 'Accepted risks' })
  return { ...app, card }
}

test('the list says what is accepted, for which tenants, by whom and until when', async () => {
  const { card } = await openCard([
    own,
    makeException({ objectId: 'p', objectName: 'MFA for all' }),
  ])
  const [first, second] = await within(card).findAllByRole('listitem')
  expect(first).toHaveTextContent(mfa.title)
  expect(first).toHaveTextContent('ActiveEnds Feb 01, 2027 at 12:00:00 PM PST')
  expect(first).toHaveTextContent(
    'The complete check for this tenant. Accepted by Megan Bowen on Nov 01, 2026.',
  )
  expect(second).toHaveTextContent('MFA for all for all tenants.')
  // Only administrators change what applies to more than one tenant.
  expect(within(card).getAllByText('Prolong')).toHaveLength(1)
})

test('ended ones are shown on request', async () => {
  const { card, user } = await openCard([makeException({ isActive: false })])
  expect(await within(card).findByText(/^No risk is accepted/u)).toBeInTheDocument()
  await user.click(within(card).getByLabelText('Show ended (1)'))
  expect(within(card).getByText('Ended')).toBeInTheDocument()
})

test('prolonging keeps what was entered at a conflict, and can start with the newer values', async () => {
  const { server, user, card } = await openCard([own])
  await user.click(await within(card).findByText('Prolong'))
  await screen.findByLabelText(/^Reason/u)
  write(/^End date/u, '2027-06-01')
  server.refuse(changePostureException, {
    status: 409,
    code: 'CONFLICT',
    message: 'It was changed meanwhile.',
    changed: { by: 'Alex Wilber', at: '2026-11-26T17:00:00.000Z' },
  })
  fireEvent.click(await findButton('Save'))
  await screen.findByText(/Changed by Alex Wilber/u)
  expect(screen.getByLabelText(/^End date/u)).toHaveValue('2027-06-01')
  const newer = { ...own, reason: 'Changed by a colleague.', version: 5 }
  server.answer(listPostureExceptions, { exceptions: [newer] })
  fireEvent.click(await findButton('Load newer'))
  await waitFor(() => expect(screen.getByLabelText(/^Reason/u)).toHaveValue(newer.reason))
  write(/^End date/u, '2027-07-01')
  server.answer(changePostureException, newer)
  fireEvent.click(await findButton('Save'))
  await waitFor(() => expect(screen.queryByLabelText(/^Reason/u)).not.toBeInTheDocument())
  expect(server.requestsTo(changePostureException)[1]?.body).toEqual({
    reason: newer.reason,
    endsAt: '2027-07-02T06:59:59.000Z',
    version: 5,
  })
})

test('ending early is asked first, and the list is read again', async () => {
  const { server, user, card } = await openCard([own])
  await user.click(await within(card).findByText('End early'))
  expect(await findDialog('End this accepted risk now?')).toHaveTextContent('failed again at once')
  server.answer(endPostureException, { ...own, isActive: false })
  server.answer(listPostureExceptions, { exceptions: [{ ...own, isActive: false }] })
  fireEvent.click(await findButton('End now'))
  expect(await within(card).findByText(/^No risk is accepted/u)).toBeInTheDocument()
})

test('a refused end is shown, and the accepted risk stays', async () => {
  const { server, user, card } = await openCard([own])
  await user.click(await within(card).findByText('End early'))
  server.refuse(endPostureException, { status: 403, code: 'FORBIDDEN', message: 'Not allowed.' })
  fireEvent.click(await findButton('End now'))
  expect(await screen.findByText('The accepted risk was not ended')).toBeInTheDocument()
  expect(within(card).getByText('Active')).toBeInTheDocument()
})
