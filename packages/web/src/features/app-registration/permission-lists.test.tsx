import { getAzurePermissions } from '@tenantscope/contract/azure'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import {
  makeCheck,
  makeFailedCheck,
  makeMissing,
  makePermission,
  makeRegistration,
  requiredPermissions,
} from '../../testing/permissions.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { AppRegistration } from './app-registration.tsx'

async function open(changes: Parameters<typeof makeRegistration>[0]) {
  const view = await renderPart(<AppRegistration OwnConsent={() => null} />, {
    prepare: (server) => server.answer(getAzurePermissions, makeRegistration(changes)),
  })
  await screen.findByRole('heading', { name: 'Required Permissions' })
  return view
}

const [directory, organization, people] = requiredPermissions
const policyMissing = makeMissing('Policy.Read.All')

const list = (name: RegExp | string) => within(screen.getByRole('region', { name }))
const item = (value: string) => within(screen.getByText(value, { selector: 'li *' }).closest('li')!)

/** The summary's words by their labels. */
function summary(): Record<string, string> {
  const terms = [...screen.getByLabelText('Summary').querySelectorAll('dt')]
  return Object.fromEntries(
    terms.map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
  )
}

test('required permissions are counted and named, each with its state, its proof and what it unlocks', async () => {
  await open({
    check: makeCheck({ status: 'partial', error: 'PERMISSION_MISSING' }),
    permissions: [
      directory!,
      makePermission('Organization.Read.All', {
        proof: 'refused',
        reason: 'The token names it, but Microsoft answered 403.',
      }),
      makePermission('User.Read.All', { proof: 'inconclusive' }),
      policyMissing,
    ],
  })
  expect(list('Required Permissions').getAllByRole('listitem', { hidden: false }).length).toBe(8)
  expect(screen.getByText('3 / 4 Required')).toBeInTheDocument()
  // Failures first, then what is not verified, then what is proven.
  const names = screen.getAllByText(/^\w+\.Read\.All$/, { selector: 'li *' })
  expect([...new Set(names.map(({ textContent }) => textContent))]).toEqual([
    'Policy.Read.All',
    'Organization.Read.All',
    'User.Read.All',
    'Directory.Read.All',
  ])
  expect(item('Directory.Read.All').getByText('Critical')).toBeInTheDocument()
  expect(item('Directory.Read.All').getByText('Granted')).toBeInTheDocument()
  expect(item('Directory.Read.All').getByText('Proven')).toBeInTheDocument()
  expect(item('Directory.Read.All').getByText('Unlocks')).toBeInTheDocument()
  expect(item('Organization.Read.All').getByText('Refused by Microsoft')).toBeInTheDocument()
  expect(item('Organization.Read.All').getByText(/Microsoft answered 403/)).toBeInTheDocument()
  expect(item('User.Read.All').getByText('Not yet proven')).toBeInTheDocument()
  expect(item('Policy.Read.All').getByText('Missing')).toBeInTheDocument()
  expect(item('Policy.Read.All').queryByText(/roven|Refused/)).not.toBeInTheDocument()
  const unlocks = item('Policy.Read.All').getByRole('list', { name: 'Would unlock' })
  expect(unlocks).toHaveTextContent('What Policy.Read.All shows')
  expect(screen.getByText('Partly ready')).toBeInTheDocument()
  expect(
    screen.getByText('Missing: Policy.Read.All. Refused by Microsoft: Organization.Read.All.'),
  ).toBeInTheDocument()
})

test('without Directory.Read.All the critical permission is missing', async () => {
  await open({
    check: makeFailedCheck('PERMISSION_MISSING'),
    permissions: [makeMissing('Directory.Read.All'), organization!, people!, policyMissing],
  })
  expect(screen.getByText('Critical Permission Missing')).toBeInTheDocument()
  expect(screen.getByText(/^Not ready: Directory.Read.All is not granted/)).toBeInTheDocument()
  expect(screen.getByText('2 / 4 Required')).toBeInTheDocument()
  expect(summary()).toMatchObject({ 'Directory Read': 'Missing', 'Organization Read': 'Granted' })
})

test('the summary of a working registration', async () => {
  await open({
    permissions: [
      ...requiredPermissions,
      makePermission('Reports.Read.All', { kind: 'optional' }),
      makeMissing('AuditLog.Read.All', { kind: 'optional' }),
    ],
  })
  expect(summary()).toEqual({
    'Directory Read': 'Granted',
    'Organization Read': 'Granted',
    'Total Granted': '5',
    Additional: '1',
    Status: 'Configured',
    'Graph API': 'Connected',
  })
})

test('the summary of a registration without any consent', async () => {
  await open({
    check: makeFailedCheck('CONSENT_REQUIRED'),
    permissions: requiredPermissions.map(({ value }) => makeMissing(value)),
  })
  expect(summary()).toEqual({
    'Directory Read': 'Missing',
    'Organization Read': 'Missing',
    'Total Granted': '0',
    Additional: '0',
    Status: 'Configured',
    'Graph API': 'Not connected',
  })
  expect(screen.getByText('0 / 4 Required')).toBeInTheDocument()
})

test('with a refused credential no permission is shown as missing', async () => {
  await open({
    check: makeFailedCheck('INVALID_CLIENT_SECRET'),
    permissions: requiredPermissions.map(({ value }) => makeMissing(value)),
  })
  expect(screen.queryByText('Missing')).not.toBeInTheDocument()
  expect(screen.queryByText('Critical Permission Missing')).not.toBeInTheDocument()
  expect(
    screen.getByText('Microsoft does not accept the app registration as it is configured.'),
  ).toBeInTheDocument()
  expect(screen.getByText('– / 4 Required')).toBeInTheDocument()
  expect(summary()).toEqual({
    'Directory Read': 'Not known',
    'Organization Read': 'Not known',
    'Total Granted': 'Not known',
    Additional: 'Not known',
    Status: 'Not accepted',
    'Graph API': 'Not connected',
  })
})

test('before anything is known the lists name what will be asked for', async () => {
  const { user } = await open({ permissions: [], check: makeFailedCheck('APP_NOT_FOUND') })
  expect(screen.getByText('– / 4 Required')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Additional Permissions (3)' }))
  for (const value of ['Directory.Read.All', 'AuditLog.Read.All'])
    expect(item(value).getByText('Not known')).toBeInTheDocument()
})

test('where the token cannot be read, what could not be tried is not called missing', async () => {
  await open({
    check: makeFailedCheck('UNAVAILABLE', { status: 'partial', message: 'Microsoft was late.' }),
    permissions: [
      makeMissing('Directory.Read.All', { proof: 'inconclusive' }),
      organization!,
      people!,
      makeMissing('Policy.Read.All', { proof: 'refused', reason: 'Microsoft refused.' }),
    ],
  })
  expect(item('Directory.Read.All').getByText('Not known')).toBeInTheDocument()
  expect(item('Directory.Read.All').getByText('Not yet proven')).toBeInTheDocument()
  expect(item('Policy.Read.All').getByText('Missing')).toBeInTheDocument()
  expect(item('Policy.Read.All').getByText('Refused by Microsoft')).toBeInTheDocument()
  expect(screen.queryByText('Critical Permission Missing')).not.toBeInTheDocument()
  expect(screen.getByText('Missing: Policy.Read.All.')).toBeInTheDocument()
})

test('an outage at Microsoft is no verdict on the registration', async () => {
  await open({ check: makeFailedCheck('UNAVAILABLE') })
  expect(
    screen.getByText(
      /returned no usable response.* The permissions shown are from an earlier check/,
    ),
  ).toBeInTheDocument()
  expect(screen.getByText('4 / 4 Required')).toBeInTheDocument()
})

test('additional permissions unfold: what each is, and what it does or would unlock', async () => {
  const { user } = await open({
    requiredResourceAccess: [
      {
        resourceAppId: 'graph',
        resourceAccess: [
          { id: 'id of AuditLog.Read.All', type: 'Role' },
          { id: 'id of Delegated.Read.All', type: 'Scope' },
        ],
      },
    ],
    permissions: [
      ...requiredPermissions,
      makePermission('Reports.Read.All', { kind: 'optional' }),
      makeMissing('AuditLog.Read.All', { kind: 'optional' }),
      makeMissing('Delegated.Read.All', { kind: 'optional' }),
      makePermission('Mail.Send', { kind: 'moreThanNeeded', proof: 'notTried', unlocks: [] }),
    ],
  })
  const toggle = screen.getByRole('button', { name: 'Additional Permissions (4)' })
  expect(screen.getByText('2 granted')).toBeInTheDocument()
  expect(toggle).toHaveAttribute('aria-expanded', 'false')
  expect(screen.queryByText('Reports.Read.All')).not.toBeInTheDocument()
  await user.click(toggle)
  expect(toggle).toHaveAttribute('aria-expanded', 'true')
  expect(item('Reports.Read.All').getByText('Optional')).toBeInTheDocument()
  expect(item('Reports.Read.All').getByText('Granted')).toBeInTheDocument()
  expect(item('AuditLog.Read.All').getByText('Configured')).toBeInTheDocument()
  expect(item('AuditLog.Read.All').getByText('Would unlock')).toBeInTheDocument()
  expect(item('Delegated.Read.All').getByText('Not granted')).toBeInTheDocument()
  expect(item('Mail.Send').getByText('Extra')).toBeInTheDocument()
  expect(item('Mail.Send').queryByText('Not yet proven')).not.toBeInTheDocument()
  await user.click(toggle)
  expect(screen.queryByText('Reports.Read.All')).not.toBeInTheDocument()
})

test('a permission that can write is more than needed, with the reason and the advice', async () => {
  await open({
    permissions: [
      ...requiredPermissions,
      makePermission('Directory.ReadWrite.All', {
        kind: 'moreThanNeeded',
        reason: 'It lets the application change something: remove it.',
        unlocks: [],
      }),
    ],
  })
  expect(screen.getByText('More than needed (1)')).toBeInTheDocument()
  expect(
    screen.getByText(/Directory.ReadWrite.All: It lets the application change something/),
  ).toBeInTheDocument()
  expect(screen.getByText(/Also revoke its admin consent/)).toBeInTheDocument()
})

test('unknown permissions are counted, named, and reviewed in the portal', async () => {
  const unknown = ['11111111', '22222222'].map((value) =>
    makePermission(value, { kind: 'unknown', proof: 'notTried', unlocks: [] }),
  )
  await open({ permissions: [...requiredPermissions, ...unknown] })
  expect(screen.getByText('Unknown Permissions Detected (2)')).toBeInTheDocument()
  expect(screen.getByText(/11111111, 22222222/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Review in Azure Portal' })).toHaveAttribute(
    'href',
    'https://portal.azure.com/#app',
  )
})

test('without anything besides, there is no word of it', async () => {
  await open({})
  expect(screen.queryByText(/Additional Permissions|More than needed|Unknown Perm/)).toBeNull()
})

const markOf = (value: string) =>
  item(value).getByText('Granted').parentElement?.querySelector('svg')?.outerHTML

test('a granted permission that can write is no good news: no check mark of a needed one', async () => {
  const { user } = await open({
    permissions: [
      ...requiredPermissions,
      makePermission('Reports.Read.All', { kind: 'optional' }),
      makePermission('Mail.Send', { kind: 'moreThanNeeded', proof: 'notTried', unlocks: [] }),
    ],
  })
  await user.click(screen.getByRole('button', { name: 'Additional Permissions (2)' }))
  expect(markOf('Mail.Send')).not.toBe(markOf('Reports.Read.All'))
})

test('after a refused credential no earlier grant is shown as granted', async () => {
  await open({ check: makeFailedCheck('INVALID_CLIENT_SECRET') })
  expect(screen.queryByText('Granted')).not.toBeInTheDocument()
  expect(screen.queryByText('Proven')).not.toBeInTheDocument()
  expect(summary()).toMatchObject({
    'Directory Read': 'Not known',
    'Organization Read': 'Not known',
    'Total Granted': 'Not known',
  })
})
