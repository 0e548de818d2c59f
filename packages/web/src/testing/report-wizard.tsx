import { listTenantLicenses, listTenantUsers } from '@tenantscope/contract/licenses'
import type { TenantUser } from '@tenantscope/contract/licenses'
import { getTenantPosture } from '@tenantscope/contract/posture'
import { generateReport, getReportProgress } from '@tenantscope/contract/reports'
import type { ReportOrder } from '@tenantscope/contract/reports'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { z } from 'zod'

import { ReportWizardDialog } from '../features/report-wizard/report-wizard-dialog.tsx'
import type { FakeServer } from './fake-server.ts'
import { renderPart } from './render-part.tsx'
import { makeLicense } from './tenant-details.ts'
import { makeCheck, makePosture } from './tenant-posture.ts'
import { makeUser, pageOf } from './tenant-users.ts'
import { makeTenant } from './tenants.ts'

export const contoso = makeTenant({ displayName: 'Contoso' })
const e5 = makeLicense({
  skuId: 'e5',
  displayName: 'Microsoft 365 E5',
  skuPartNumber: 'SPE_E5',
  consumedUnits: 1_234,
  enabledUnits: 2_000,
})
const visio = makeLicense({
  skuId: 'visio',
  displayName: 'Visio <Plan 2>',
  skuPartNumber: 'VISIOCLIENT',
  licenseType: 'retired',
})

/** A user with these licenses, whose names are their ids. */
export function holderOf(skuIds: string[], changes: Partial<TenantUser> = {}): TenantUser {
  return makeUser({ licenseSkuIds: skuIds, licenses: skuIds, ...changes })
}

export const adele = holderOf(['e5'], {
  id: 'adele',
  name: 'Adele Vance',
  email: 'adele@contoso.com',
})
const guest = holderOf(['visio'], {
  id: 'guest',
  name: 'Grady Archie',
  email: 'Grady@Partner.example',
  userType: 'Guest',
})
const blocked = holderOf(['e5', 'visio'], {
  id: 'blocked',
  name: 'Lee Gu',
  email: 'lee@contoso.com',
  accountEnabled: false,
})
/** Not in the order of the list, which has the most severe first. */
const checks = [
  makeCheck({
    id: 'dns.spf',
    title: 'SPF is set',
    severity: 'low',
    references: ['MS.EXO.2.2v3'],
    verdict: 'passed',
  }),
  makeCheck({
    id: 'ca.mfa-all-users',
    title: 'MFA is required of everybody',
    severity: 'critical',
    references: ['CIS 5.2.2.2', 'MS.AAD.3.2v2'],
  }),
  makeCheck({
    id: 'ca.block-legacy',
    title: 'Legacy authentication is blocked',
    severity: 'high',
    references: ['CIS 5.2.2.3'],
    verdict: 'notRead',
  }),
]
const everybody = [adele, guest, blocked, makeUser({ id: 'unlicensed', name: 'No License' })]

type Licenses = z.input<(typeof listTenantLicenses)['reply']>

/** The reply with the tenant's two licenses, unless the test overrides it. */
export function licensesOf(changes: Partial<Licenses> = {}) {
  return {
    licenses: [e5, visio],
    hiddenLicenses: 0,
    dataAsOf: '2026-11-20T09:00:00.000Z',
    failure: null,
    ...changes,
  }
}

interface SceneProps {
  onShare?: (order: ReportOrder) => void
}

function Scene(props: SceneProps) {
  const [isOpen, setIsOpen] = useState(true)
  if (!isOpen) return <button onClick={() => setIsOpen(true)}>Open again</button>
  return <ReportWizardDialog tenant={contoso} onClose={() => setIsOpen(false)} {...props} />
}

/** Opens the wizard of a tenant with three users who hold a license and one who holds none. */
export async function openWizard(
  prepare: (server: FakeServer) => void = () => undefined,
  props: SceneProps = {},
) {
  // jsdom has no layout: scrolling lists get this height.
  const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  onTestFinished(() => height.mockRestore())
  const app = await renderPart(<Scene {...props} />, {
    prepare: (server) => {
      server.answer(listTenantLicenses, licensesOf())
      server.answer(listTenantUsers, pageOf(everybody))
      server.answer(getTenantPosture, makePosture(checks))
      server.answer(getReportProgress, {
        state: 'reading',
        position: null,
        usersWritten: 0,
        usersTotal: null,
      })
      server.answerFile(generateReport, { name: 'contoso.pdf', content: 'PDF' })
      prepare(server)
    },
  })
  await screen.findByText('Choose a report type')
  return app
}

export const nextButton = () => screen.getByText('Next')
/** The visible users. */
export const userOptions = () => screen.getAllByRole('option', { hidden: true })

/** Clicks without the pointer events before: these steps are not under test. */
function press(element: HTMLElement) {
  fireEvent.click(element)
}

export async function toLicenses() {
  press(screen.getByLabelText(/^User to License Report/))
  press(nextButton())
  await screen.findByText('Select licenses')
}

export async function toUsers() {
  await toLicenses()
  press(await screen.findByText('Select all'))
  press(nextButton())
  await screen.findByText('Select users')
}

export async function toReview() {
  await toUsers()
  await screen.findByText(/^0 of .* users selected$/)
  press(screen.getByText('Select all'))
  press(nextButton())
  press(await screen.findByLabelText(/^PDF/))
  press(nextButton())
  await screen.findByText('Review and generate')
}
