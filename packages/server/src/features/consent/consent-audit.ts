import type { ConsentProblem } from '@tenantscope/contract/consent'

import type { AuditActor, AuditSource, ChangeEntry } from '../audit-log/audit-log.service.ts'
import type { StoredConsent } from './consent.repo.ts'

/** The holder of the invitation link, who is otherwise unknown. */
const INVITED = { name: 'invitee', userId: null } as const

const creatorOf = ({ kind, createdBy, createdByUserId }: StoredConsent): AuditActor =>
  kind === 'invitation' ? INVITED : { name: createdBy, userId: createdByUserId }

/** A tenant that had consented before gave no new consent: it only waits for approval again. */
export const provenEntry = (
  consent: StoredConsent,
  { isNew, source }: { isNew: boolean; source: AuditSource },
): ChangeEntry =>
  entryOf(consent, {
    action: consent.kind === 'invitation' && !isNew ? 'approval asked' : 'consent given',
    changedBy: creatorOf(consent),
    source,
  })

export const consentRefused = (
  consent: StoredConsent,
  problem: ConsentProblem,
  source: AuditSource,
): ChangeEntry => ({
  ...entryOf(consent, { action: 'consent refused', changedBy: creatorOf(consent), source }),
  newValue: problem,
})

/** Never contains the link: a reader of the trail could use it. */
export function entryOf(
  { id, expectedTenantId, tenantId }: Pick<StoredConsent, 'id' | 'expectedTenantId' | 'tenantId'>,
  act: Pick<ChangeEntry, 'action' | 'changedBy' | 'source'>,
): ChangeEntry {
  const named = tenantId ?? expectedTenantId
  return {
    type: 'tenant',
    ...act,
    details: `consent ${id}`,
    ...(named === null ? {} : { tenantId: named }),
  }
}
