import type { Random } from '../random.ts'
import { dateIn } from './people.ts'
import { ROLE_TEMPLATES } from './roles.ts'
import type { DelegatedRelationship, DelegatedStatus } from './types.ts'

/** How a customer lets the partner in by GDAP. */
export type DelegatedPlan = 'none' | 'active' | 'active-after-ended' | 'expiring' | 'ended'

const NARROW_ROLES = [
  ROLE_TEMPLATES['Global Reader'],
  ROLE_TEMPLATES['Helpdesk Administrator'],
  ROLE_TEMPLATES['License Administrator'],
  ROLE_TEMPLATES['User Administrator'],
]
const WIDE_ROLES = [...NARROW_ROLES, ROLE_TEMPLATES['Global Administrator']]

interface RelationshipDraft {
  readonly displayName: string
  readonly status: DelegatedStatus
  readonly endsInDays: number
  readonly isExtended?: boolean
}

/** The customer's relationships with the partner, newest last. */
export function buildRelationships(
  plan: DelegatedPlan,
  customer: string,
  random: Random,
): DelegatedRelationship[] {
  return draftsOf(plan, random).map((draft, index) => {
    const stream = random.fork(`relationship:${index}`)
    return {
      id: `${stream.guid()}-${stream.guid()}`,
      displayName: `${customer} ${draft.displayName}`,
      status: draft.status,
      createdDateTime: dateIn(draft.status === 'active' ? 2025 : 2023, stream),
      endsInDays: draft.endsInDays,
      duration: draft.endsInDays > 360 ? 'P730D' : 'P365D',
      autoExtendDuration: draft.isExtended ? 'P180D' : 'PT0S',
      roleTemplateIds: stream.chance(0.25) ? WIDE_ROLES : NARROW_ROLES,
    }
  })
}

/** What an ordinary customer of the partner has: most work by GDAP, some by contract alone. */
export function ordinaryPlan(random: Random): DelegatedPlan {
  const roll = random.next()
  if (roll < 0.15) return 'none'
  if (roll < 0.27) return 'active-after-ended'
  return roll < 0.35 ? 'expiring' : 'active'
}

function draftsOf(plan: DelegatedPlan, random: Random): RelationshipDraft[] {
  const isExtended = random.chance(0.4)
  const active = { displayName: 'GDAP', status: 'active', isExtended } as const
  switch (plan) {
    case 'none':
      return []
    case 'active':
      return [{ ...active, endsInDays: random.int(60, 700) }]
    case 'active-after-ended':
      return [
        { displayName: 'GDAP 2023', status: 'expired', endsInDays: -random.int(30, 400) },
        { ...active, endsInDays: random.int(60, 700) },
      ]
    case 'expiring':
      return [{ ...active, isExtended: false, endsInDays: random.int(4, 28) }]
    case 'ended':
      return [
        { displayName: 'GDAP 2023', status: 'terminated', endsInDays: -random.int(200, 400) },
        { displayName: 'GDAP', status: 'expired', endsInDays: -random.int(2, 60) },
      ]
    default:
      return plan satisfies never
  }
}
