import { facts } from '../../testing/check-facts.ts'
import type { CheckCase } from '../cases.ts'

const from = (allowInvitesFrom: string | null) =>
  facts({ authorizationPolicy: { allowInvitesFrom } })

export const cases: readonly CheckCase[] = [
  {
    name: 'administrators and guest inviters',
    facts: from('adminsAndGuestInviters'),
    verdict: 'passed',
  },
  { name: 'invitations are off', facts: from('none'), verdict: 'passed' },
  {
    name: 'all members',
    facts: from('adminsGuestInvitersAndAllMembers'),
    verdict: 'failed',
    objects: ['allowInvitesFrom'],
  },
  { name: 'guests too', facts: from('everyone'), verdict: 'failed' },
  { name: 'a value that is not known', facts: from('unknownFutureValue'), verdict: 'notRead' },
  { name: 'a value that is null', facts: from(null), verdict: 'notRead' },
  { name: 'not read', facts: facts({ authorizationPolicy: 'notRead' }), verdict: 'notRead' },
]
