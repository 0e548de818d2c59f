import { checkConsent, getAzurePermissions } from '@tenantscope/contract/azure'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  makeCheck,
  makeFailedCheck,
  makeMissing,
  makeRegistration,
  requiredPermissions,
} from '../../testing/permissions.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { AppRegistration } from './app-registration.tsx'

/** Consent that is given at once. */
function GivenConsent({ onConsent }: { onConsent: () => void }) {
  return <button onClick={onConsent}>Grant Admin Consent</button>
}

type Stored = ReturnType<typeof makeRegistration>

function open(stored: Stored) {
  return renderPart(<AppRegistration OwnConsent={GivenConsent} />, {
    prepare: (server) => server.answer(getAzurePermissions, stored),
  })
}

const status = async () =>
  within(await screen.findByRole('region', { name: 'App Registration Status' }))

test('a working registration says so: name, ID to copy, portal, last token, when it was checked', async () => {
  const { server } = await open(makeRegistration())
  expect(await screen.findByText('Ready')).toBeInTheDocument()
  expect(screen.getByText('All 4 required permissions are granted and proven.')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 2 })).toHaveTextContent('Application Permissions')
  expect(screen.getByText('Tenantscope')).toBeInTheDocument()
  expect(screen.getByText('a0000000-0000-4000-8000-000000000001')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Copy application ID' })).toBeInTheDocument()
  const portal = screen.getByRole('link', { name: 'Azure Portal' })
  expect(portal).toHaveAttribute('href', 'https://portal.azure.com/#app')
  expect(portal).toHaveAttribute('target', '_blank')
  expect(screen.getByText(/^Checked/)).toBeInTheDocument()
  const block = await status()
  expect(block.getByText('PASS')).toBeInTheDocument()
  expect(block.getByText('Microsoft accepts the application.')).toBeInTheDocument()
  expect(block.getByText(/^Nov 20, 2026 at 9:00:00 AM UTC \(.+\)$/)).toBeInTheDocument()
  expect(block.queryByText('Issue details')).not.toBeInTheDocument()
  expect(server.requestsTo(checkConsent)).toHaveLength(0)
})

test.for([
  ['success', 'PASS'],
  ['partial', 'PARTIAL'],
  ['fail', 'FAIL'],
] as const)('a check that ends with %s shows %s', async ([result, badge]) => {
  await open(makeRegistration({ check: makeCheck({ status: result }) }))
  expect((await status()).getByText(badge)).toBeInTheDocument()
})

test.for([
  ['CONSENT_REQUIRED', 'Admin consent is missing for this application.'],
  ['INVALID_CLIENT_SECRET', 'Please verify your client secret in Azure Portal.'],
  ['APP_NOT_FOUND', 'Please verify your client ID and tenant ID.'],
] as const)('%s says what to do, and the technical details wait', async ([code, message]) => {
  const { user } = await open(makeRegistration({ check: makeFailedCheck(code, { message }) }))
  const block = await status()
  expect(block.getByText('FAIL')).toBeInTheDocument()
  expect(block.getByText(message)).toBeInTheDocument()
  expect(block.getByRole('group')).not.toHaveAttribute('open')
  await user.click(block.getByText('Technical details'))
  expect(block.getByRole('group')).toHaveAttribute('open')
  expect(block.getByText(`Microsoft said why: ${code}.`)).toBeVisible()
  expect(block.getByText('AADSTS7000229')).toBeVisible()
})

test.for([
  'APP_DISABLED',
  'PERMISSION_MISSING',
  'NOT_LICENSED',
  'THROTTLED',
  'UNAVAILABLE',
  'MALFORMED_ANSWER',
  'INTERNAL',
] as const)('%s shows its technical details at once', async (code) => {
  await open(makeRegistration({ check: makeFailedCheck(code) }))
  const block = await status()
  expect(block.getByText('FAIL')).toBeInTheDocument()
  expect(block.getByRole('group')).toHaveAttribute('open')
  expect(block.getByText(`Microsoft said why: ${code}.`)).toBeVisible()
})

test('a registration that never got a token says so', async () => {
  const check = makeFailedCheck('INVALID_CLIENT_SECRET', { lastSuccessfulToken: null })
  await open(makeRegistration({ check }))
  expect((await status()).getByText('Never')).toBeInTheDocument()
})

test('the diagnostics for support hold what Microsoft gave', async () => {
  const { user } = await open(makeRegistration({ check: makeFailedCheck('CONSENT_REQUIRED') }))
  await user.click((await status()).getByRole('button', { name: 'Copy diagnostics' }))
  expect(await screen.findByText('Copied to Clipboard')).toBeInTheDocument()
  expect(await navigator.clipboard.readText()).toBe(
    [
      'Application: Tenantscope',
      'Application ID: a0000000-0000-4000-8000-000000000001',
      'Status: fail',
      'Code: CONSENT_REQUIRED',
      'Message: The check ended with CONSENT_REQUIRED.',
      'Details: Microsoft said why: CONSENT_REQUIRED.',
      'Microsoft code: AADSTS7000229',
      'HTTP status: 401',
      'Request ID: microsoft-request',
      'Correlation ID: microsoft-correlation',
      'Call: POST /oauth2/v2.0/token',
      'Time: 2026-11-20T09:00:05.000Z',
    ].join('\n'),
  )
})

test('before the first check it runs by itself once, with progress, and the lists follow', async () => {
  const missing = requiredPermissions.map(({ value }) => makeMissing(value))
  const unchecked = makeRegistration({ check: null, permissions: missing })
  let stored = unchecked
  const { server } = await renderPart(<AppRegistration OwnConsent={GivenConsent} />, {
    prepare: (fake) => {
      fake.answerWith(getAzurePermissions, () => stored)
      fake.answer(checkConsent, makeCheck())
      release = fake.hold(checkConsent)
    },
  })
  expect(await screen.findByText('Not checked yet')).toBeInTheDocument()
  expect(screen.getByText('Checking with Microsoft, for up to 10 seconds...')).toHaveRole('status')
  expect(screen.getByRole('progressbar')).toBeInTheDocument()
  expect((await status()).queryByText('FAIL')).not.toBeInTheDocument()
  expect(screen.queryByText('Missing')).not.toBeInTheDocument()
  stored = makeRegistration()
  release()
  expect(await screen.findByText('PASS')).toBeInTheDocument()
  expect(await screen.findByText('Ready')).toBeInTheDocument()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  expect(server.requestsTo(checkConsent)).toHaveLength(1)
  expect(server.requestsTo(getAzurePermissions)).toHaveLength(2)
})
let release = () => {}

test('a first check without a result says so, is not repeated by itself, and can be repeated', async () => {
  let stored = makeRegistration({ check: null })
  const { server, user } = await renderPart(<AppRegistration OwnConsent={GivenConsent} />, {
    prepare: (fake) => {
      fake.answerWith(getAzurePermissions, () => stored)
      fake.refuse(checkConsent, { status: 503, code: 'UNAVAILABLE', message: 'Busy.' })
    },
  })
  expect(
    await screen.findByText(
      'Unable to check connection status. Please verify your Azure configuration.',
    ),
  ).toBeInTheDocument()
  expect(server.requestsTo(checkConsent)).toHaveLength(1)
  server.answer(checkConsent, makeCheck())
  stored = makeRegistration()
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(await screen.findByText('PASS')).toBeInTheDocument()
})

test('a changed connection has no known state and is checked again', async () => {
  let stored = makeRegistration()
  const { server, client } = await renderPart(<AppRegistration OwnConsent={GivenConsent} />, {
    prepare: (fake) => {
      fake.answerWith(getAzurePermissions, () => stored)
      fake.answer(checkConsent, makeFailedCheck('APP_NOT_FOUND'))
    },
  })
  await screen.findByText('PASS')
  stored = makeRegistration({ check: null, permissions: [] })
  await client.invalidateQueries()
  expect(await screen.findByText('FAIL')).toBeInTheDocument()
  expect(server.requestsTo(checkConsent)).toHaveLength(1)
})

test('Refresh queries Microsoft again, shows its progress, and reports when it is done', async () => {
  const { server, user } = await open(
    makeRegistration({ check: makeFailedCheck('INVALID_CLIENT_SECRET') }),
  )
  await screen.findByText('FAIL')
  const answered = server.hold(getAzurePermissions)
  server.answer(getAzurePermissions, makeRegistration())
  const button = screen.getByRole('button', { name: 'Refresh permission status' })
  await user.click(button)
  await user.click(button)
  expect(await screen.findByRole('progressbar')).toBeInTheDocument()
  expect(screen.getByText('FAIL')).toBeInTheDocument()
  expect(button).toHaveAttribute('aria-disabled', 'true')
  answered()
  expect(await screen.findByText('PASS')).toBeInTheDocument()
  expect(screen.getByText('Permission Status Refreshed')).toBeInTheDocument()
  expect(screen.queryByRole('progressbar')).not.toBeInTheDocument()
  const asked = server.requestsTo(getAzurePermissions)
  expect(asked.map(({ query }) => query.get('refresh'))).toEqual([null, 'true'])
})

test('a refresh that fails says why and leaves what was known', async () => {
  const { server, user } = await open(makeRegistration())
  await screen.findByText('PASS')
  server.refuse(getAzurePermissions, { status: 503, code: 'UNAVAILABLE', message: 'It is busy.' })
  await user.click(screen.getByRole('button', { name: 'Refresh permission status' }))
  expect(await screen.findByText('Refresh Failed')).toBeInTheDocument()
  expect(screen.getByText('It is busy.')).toBeInTheDocument()
  expect(screen.getByText('PASS')).toBeInTheDocument()
})

test('a refresh that is never answered ends by itself', async () => {
  const { server, user } = await open(makeRegistration())
  await screen.findByText('PASS')
  const late = new DOMException('Too late', 'TimeoutError')
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort(late))
  vi.stubGlobal('fetch', () => Promise.reject(late))
  await user.click(screen.getByRole('button', { name: 'Refresh permission status' }))
  expect(await screen.findByText(/No response within 10 seconds/)).toBeInTheDocument()
  expect(server.requestsTo(checkConsent)).toHaveLength(0)
  vi.restoreAllMocks()
})

test('while the results arrive the card keeps their place', async () => {
  await renderPart(<AppRegistration OwnConsent={GivenConsent} />, {
    prepare: (server) => {
      server.answer(getAzurePermissions, makeRegistration())
      server.hold(getAzurePermissions)
    },
  })
  expect(screen.getByLabelText('Loading application permissions...')).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Azure Portal' })).not.toBeInTheDocument()
})

test('results that cannot be read say so and can be read again', async () => {
  const { server, user } = await renderPart(<AppRegistration OwnConsent={GivenConsent} />, {
    prepare: (fake) => fake.cut(getAzurePermissions),
  })
  expect(
    await screen.findByText(
      'Unable to fetch application permissions. This may be due to insufficient permissions or configuration issues.',
    ),
  ).toBeInTheDocument()
  server.answer(getAzurePermissions, makeRegistration())
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('PASS')).toBeInTheDocument()
  expect(screen.queryByText(/Unable to fetch/)).not.toBeInTheDocument()
})

test.for(['CONSENT_REQUIRED', 'PERMISSION_MISSING'] as const)(
  'when %s is the problem, consent is offered, and then everything is queried again without a toast',
  async (code) => {
    const { server, user } = await open(makeRegistration({ check: makeFailedCheck(code) }))
    server.answer(getAzurePermissions, makeRegistration())
    await user.click(await screen.findByRole('button', { name: 'Grant Admin Consent' }))
    expect(await screen.findByText('PASS')).toBeInTheDocument()
    expect(screen.queryByText('Issue details')).not.toBeInTheDocument()
    expect(screen.queryByText('Permission Status Refreshed')).not.toBeInTheDocument()
    const [, asked] = server.requestsTo(getAzurePermissions)
    expect(asked?.query.get('refresh')).toBe('true')
  },
)

test('consent is not offered where it fixes nothing', async () => {
  const check = makeFailedCheck('INVALID_CLIENT_SECRET')
  await open(makeRegistration({ check }))
  await status()
  expect(screen.queryByRole('button', { name: 'Grant Admin Consent' })).not.toBeInTheDocument()
})
