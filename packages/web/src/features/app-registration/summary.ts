import type { ConsentCheck } from '@tenantscope/contract/azure'
import type { TenantFailureCode } from '@tenantscope/contract/errors'

import type { Permissions } from '../../lib/permissions.ts'
import { areGrantsKnown, NOT_KNOWN } from './permission-words.ts'
import type { Word } from './permission-words.ts'

export interface Finding {
  label: string
  value: Word | number
}

/** Microsoft does not take these for a working app registration. */
const NOT_ACCEPTED: readonly (TenantFailureCode | null)[] = [
  'INVALID_CLIENT_SECRET',
  'APP_NOT_FOUND',
  'APP_DISABLED',
]

/** The summary of specification section 2, each word by what was found. */
export function summaryOf(registration: Permissions, check: ConsentCheck | null): Finding[] {
  const { permissions, permissionSummary } = registration
  const isKnown = areGrantsKnown(permissions, check)
  const grantWord = (isGranted: boolean, otherwise: Word): Word =>
    isGranted ? { tone: 'good', word: 'Active' } : isKnown ? otherwise : NOT_KNOWN
  return [
    {
      label: 'Directory Read',
      value: grantWord(permissionSummary.hasDirectoryRead, { tone: 'bad', word: 'Missing' }),
    },
    {
      label: 'Organization Read',
      value: grantWord(permissionSummary.hasOrganizationRead, { tone: 'off', word: 'Optional' }),
    },
    { label: 'Total Granted', value: isKnown ? permissionSummary.totalPermissions : NOT_KNOWN },
    { label: 'Additional', value: isKnown ? additionalCount(registration) : NOT_KNOWN },
    { label: 'Status', value: statusWord(check) },
    { label: 'Graph API', value: graphWord(registration, check) },
  ]
}

function additionalCount({ permissions }: Permissions): number {
  return permissions.filter(({ kind, isGranted }) => isGranted && kind !== 'required').length
}

function statusWord(check: ConsentCheck | null): Word {
  if (check === null) return NOT_KNOWN
  return NOT_ACCEPTED.includes(check.error)
    ? { tone: 'bad', word: 'Not accepted' }
    : { tone: 'good', word: 'Configured' }
}

/** Connected is what let the app in, not what issued a token. */
function graphWord({ permissions }: Permissions, check: ConsentCheck | null): Word {
  if (check === null) return NOT_KNOWN
  const hasLetIn = permissions.some(({ proof }) => proof === 'proven')
  return check.status === 'success' || (check.status === 'partial' && hasLetIn)
    ? { tone: 'good', word: 'Connected' }
    : { tone: 'bad', word: 'Not connected' }
}
