import { getConsent, startConsent } from '@tenantscope/contract/consent'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import {
  catchPopups,
  CONSENT_ID,
  CONSENT_URL,
  makeConsent,
  tellOpener,
} from '../../testing/consents.ts'
import { administrator, technician, viewer } from '../../testing/people.ts'
import { renderPart } from '../../testing/render-part.tsx'
import { OwnConsent } from './azure-config-view.tsx'

async function open() {
  const { popups } = catchPopups()
  const onConsent = vi.fn<() => void>()
  const view = await renderPart(<OwnConsent onConsent={onConsent} />, {
    person: administrator,
    prepare: (server) => {
      server.answer(startConsent, {
        url: CONSENT_URL,
        id: CONSENT_ID,
        expiresAt: '2026-11-20T10:15:00.000Z',
      })
      server.answer(getConsent, makeConsent())
    },
  })
  await view.user.click(screen.getByRole('button', { name: 'Grant Admin Consent' }))
  expect(await screen.findByText(/^Waiting for an administrator/)).toBeInTheDocument()
  return { ...view, popups, onConsent }
}

test('an administrator grants consent for the own directory in a 600x600 window', async () => {
  const { server, popups, onConsent } = await open()
  expect(popups[0]?.features).toContain('width=600,height=600')
  expect(server.requestsTo(startConsent)[0]?.body).toEqual({ kind: 'interactive' })
  const button = screen.getByRole('button', { name: 'Grant Admin Consent' })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  server.answer(getConsent, makeConsent({ state: 'succeeded' }))
  tellOpener({})
  await vi.waitFor(() => expect(onConsent).toHaveBeenCalledOnce(), { timeout: 30_000 })
  expect(button).not.toHaveAttribute('aria-disabled', 'true')
})

test('a consent that was declined changes nothing', async () => {
  const { server, onConsent } = await open()
  server.answer(getConsent, makeConsent({ state: 'cancelled', problem: 'cancelled' }))
  tellOpener({ type: 'ADMIN_CONSENT_FAILED', problem: 'cancelled' })
  expect(await screen.findByText('Admin Consent Failed')).toBeInTheDocument()
  expect(onConsent).not.toHaveBeenCalled()
})

test.for([technician, viewer])('a $role cannot grant it and learns who can', async (person) => {
  await renderPart(<OwnConsent onConsent={() => undefined} />, { person })
  expect(screen.queryByRole('button')).not.toBeInTheDocument()
  expect(screen.getByText(/An administrator of Tenantscope can grant it/)).toBeInTheDocument()
})
