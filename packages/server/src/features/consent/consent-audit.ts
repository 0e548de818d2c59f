import type { ConsentProblem } from '@tenantscope/contract/consent'

import type { AuditActor, AuditSource, ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { StoredConsent } from './consent.repo.ts'

type Audited = Pick<
  StoredConsent,
  'id' | 'kind' | 'createdBy' | 'createdByUserId' | 'expectedTenantId' | 'tenantId'
>

/** Who holds the link: nobody knows more of them. */
const INVITED = { name: 'whoever was invited', userId: null } as const

const makerOf = ({ kind, createdBy, createdByUserId }: Audited): AuditActor =>
  kind === 'invitation' ? INVITED : { name: createdBy, userId: createdByUserId }

export const consentGiven = (consent: Audited, source: AuditSource): ChangeEntry =>
  entryOf(consent, { action: 'consent given', changedBy: makerOf(consent), source })

export const consentRefused = (
  consent: Audited,
  problem: ConsentProblem,
  source: AuditSource,
): ChangeEntry => ({
  ...entryOf(consent, { action: 'consent refused', changedBy: makerOf(consent), source }),
  newValue: problem,
})

/** Never with the address: whoever reads the trail could use it. */
export function entryOf(
  { id, expectedTenantId, tenantId }: Pick<Audited, 'id' | 'expectedTenantId' | 'tenantId'>,
  act: Pick<ChangeEntry, 'action' | 'changedBy' | 'source'>,
): ChangeEntry {
  const named = tenantId ?? expectedTenantId
  return {
    type: 'tenant',
    ...act,
    target: null,
    oldValue: null,
    newValue: null,
    details: `consent ${id}`,
    ...(named === null ? {} : { tenantId: named }),
  }
}
