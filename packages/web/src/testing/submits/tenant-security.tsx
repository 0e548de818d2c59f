import { listTenantUsers } from '@tenantscope/contract/licenses'
import { CheckId, setEmergencyAccounts } from '@tenantscope/contract/posture'
import {
  changePostureException,
  createPostureException,
  endPostureException,
} from '@tenantscope/contract/posture-exceptions'
import { listTenantGroups } from '@tenantscope/contract/tenant-groups'

import { AcceptRiskDialog } from '../../pages/tenant/security/accept-risk-dialog.tsx'
import { EmergencyAccountsDialog } from '../../pages/tenant/security/emergency-accounts-dialog.tsx'
import { EndQuestion } from '../../pages/tenant/security/end-question.tsx'
import { ProlongDialog } from '../../pages/tenant/security/prolong-dialog.tsx'
import { makeCheck, makeEmergencyAccount, makeException } from '../tenant-posture.ts'
import { pageOf } from '../tenant-users.ts'
import { makeTenant } from '../tenants.ts'
import { nothing, shown, write } from './submit.tsx'
import type { Submit } from './submit.tsx'

const contoso = makeTenant({ displayName: 'Contoso' })
const check = makeCheck()
const REASON = 'The customer decided it in November.'

/** The forms and the question of a tenant's security tab. */
export const TENANT_SECURITY_SUBMITS: readonly Submit[] = [
  {
    file: 'pages/tenant/security/accept-risk-dialog.tsx',
    button: 'Accept the risk',
    sends: createPostureException,
    open: shown(
      <AcceptRiskDialog
        tenant={contoso}
        checkId={CheckId.parse(check.id)}
        found={check}
        onClose={nothing}
      />,
      (server) => server.answer(listTenantGroups, { groups: [] }),
      () => write(/^Reason/u, REASON),
    ),
  },
  {
    file: 'pages/tenant/security/prolong-dialog.tsx',
    button: 'Save',
    sends: changePostureException,
    open: shown(<ProlongDialog exception={makeException()} onClose={nothing} />, nothing, () =>
      write(/^Reason/u, REASON),
    ),
  },
  {
    file: 'pages/tenant/security/end-question.tsx',
    button: 'End now',
    sends: endPostureException,
    open: shown(
      <EndQuestion exception={makeException()} isOpen onClose={nothing} onEnded={nothing} />,
    ),
  },
  {
    file: 'pages/tenant/security/emergency-accounts-dialog.tsx',
    button: 'Save',
    sends: setEmergencyAccounts,
    open: shown(
      <EmergencyAccountsDialog
        tenant={contoso}
        accounts={[makeEmergencyAccount()]}
        version={3}
        onClose={nothing}
      />,
      (server) => server.answer(listTenantUsers, pageOf([])),
      () => write(/^Reason/u, REASON),
    ),
  },
]
