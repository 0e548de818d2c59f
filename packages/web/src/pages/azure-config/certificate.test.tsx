import { getAzureConfig, saveAzureConfig } from '@tenantscope/contract/azure'
import type { AzureConfig } from '@tenantscope/contract/azure'
import { listTenants } from '@tenantscope/contract/tenants'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'

import {
  CLIENT_ID,
  DIRECTORY_ID,
  makeAzureConfig,
  noConnection,
} from '../../testing/azure-config.ts'
import { administrator } from '../../testing/people.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { noTenants } from '../../testing/tenant-lists.ts'

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'
const KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n'

const stored: AzureConfig = makeAzureConfig({
  credentialKind: 'certificate',
  clientSecret: '',
  certificate: {
    subject: 'CN=tenantscope',
    thumbprint: 'A1B2C3D4E5F60718293A4B5C6D7E8F9001122334',
    expiresAt: '2099-05-01T12:00:00.000Z',
  },
  credentialExpiresAt: '2099-05-01T12:00:00.000Z',
})

async function open(config: AzureConfig = noConnection) {
  const app = await renderApp({
    person: administrator,
    at: '/azure-config',
    prepare: (server) => {
      server.answer(listTenants, noTenants)
      server.answer(getAzureConfig, config)
    },
  })
  await app.user.click(await screen.findByRole('radio', { name: 'Certificate' }))
  return {
    ...app,
    save: () => app.user.click(screen.getByRole('button', { name: 'Save Configuration' })),
  }
}

function choose(...files: readonly [name: string, text: string][]) {
  fireEvent.change(screen.getByLabelText('Certificate', { selector: '[type=file]' }), {
    target: { files: files.map(([name, text]) => new File([text], name)) },
  })
}

function fillInIds() {
  fireEvent.change(screen.getByLabelText('Application (Client) ID'), {
    target: { value: CLIENT_ID },
  })
  fireEvent.change(screen.getByLabelText('Directory (Tenant) ID'), {
    target: { value: DIRECTORY_ID },
  })
}

test('certificate and key are read in the browser, named, sent as text, and then described by their facts', async () => {
  const { server, save } = await open()
  fillInIds()
  await save()
  expect(screen.getByText('Choose the certificate and its private key')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Choose files' })).toHaveFocus()
  choose(['tenantscope.crt', CERTIFICATE])
  const files = within(await screen.findByRole('list', { name: 'Chosen files' }))
  expect(files.getByText('Certificate')).toBeInTheDocument()
  await save()
  expect(screen.getByText(/Also choose the private key/)).toBeInTheDocument()
  choose(['tenantscope.key', KEY])
  expect(await files.findByText('Private key')).toBeInTheDocument()

  server.answer(saveAzureConfig, { ...stored, runId: null })
  await save()
  expect(await screen.findByText('CN=tenantscope')).toBeInTheDocument()
  expect(screen.getByText('A1B2C3D4E5F60718293A4B5C6D7E8F9001122334')).toBeInTheDocument()
  expect(screen.getAllByText('May 01, 2099 at 5:00:00 AM PDT')).not.toHaveLength(0)
  expect(server.requestsTo(saveAzureConfig)[0]?.body).toEqual({
    clientId: CLIENT_ID,
    tenantId: DIRECTORY_ID,
    cloud: 'global',
    credentialKind: 'certificate',
    certificatePem: `${CERTIFICATE.trim()}\n${KEY.trim()}`,
    version: null,
  })
  expect(screen.queryByRole('list', { name: 'Chosen files' })).not.toBeInTheDocument()
})

test('a stored certificate stays when no file is chosen', async () => {
  const { server, save } = await open(stored)
  server.answer(saveAzureConfig, { ...stored, runId: null })
  await save()
  await waitFor(() => expect(server.requestsTo(saveAzureConfig)).toHaveLength(1))
  expect(server.requestsTo(saveAzureConfig)[0]?.body).not.toHaveProperty('certificatePem')
})

test.each([
  ['store.pfx', 'binary', /store\.pfx was not read: .* openssl pkcs12 -in store\.pfx/],
  ['store.P12', 'binary', /store\.P12 was not read/],
  ['der.cer', '\u0030\u0082', /neither a certificate nor a private key in PEM.* openssl x509/],
  [
    'sealed.key',
    '-----BEGIN ENCRYPTED PRIVATE KEY-----',
    /protected by a password.* openssl pkey -in sealed\.key/,
  ],
  ['large.pem', CERTIFICATE.repeat(1_000), /large\.pem is too large for a certificate/],
])('%s is explained and not taken', async (name, text, explanation) => {
  const { server, save } = await open()
  fillInIds()
  choose([name, text])
  expect(await screen.findByText(explanation)).toBeInTheDocument()
  expect(screen.queryByRole('list', { name: 'Chosen files' })).not.toBeInTheDocument()
  await save()
  expect(server.requestsTo(saveAzureConfig)).toEqual([])
})

test('a chosen file can be taken away again', async () => {
  const { user } = await open()
  choose(['both.pem', CERTIFICATE + KEY])
  expect(await screen.findByText('Certificate and private key')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Remove both.pem' }))
  expect(screen.queryByText('Certificate and private key')).not.toBeInTheDocument()
})
