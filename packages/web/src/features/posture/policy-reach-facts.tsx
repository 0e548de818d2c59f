import type { PeopleCounts, PolicyReach } from '@tenantscope/contract/policy-page'

import { useFormat } from '../../lib/preferences.ts'
import { FactList } from '../../ui/fact-list.tsx'
import { Text } from '../../ui/text.tsx'

interface PolicyReachFactsProps {
  /** Null: not known. */
  reach: PolicyReach | null
  state: string
}

/** How many enabled people a policy reaches and excludes. */
export function PolicyReachFacts({ reach, state }: PolicyReachFactsProps) {
  const format = useFormat()
  if (reach === null)
    return (
      <FactList
        facts={[
          { label: 'Members reached', value: NOT_KNOWN },
          { label: 'Members excluded', value: NOT_KNOWN },
        ]}
      />
    )
  const { reached, excluded, notKnown, total } = reach
  const partOf = (part: PeopleCounts, kind: keyof PeopleCounts): string =>
    notKnown[kind] === total[kind] && total[kind] > 0
      ? NOT_KNOWN
      : `${format.number(part[kind])} of ${format.number(total[kind])}`
  const kinds = KINDS.filter(({ kind }) => kind === 'members' || total[kind] > 0)
  return (
    <>
      {NOT_ENFORCED.has(state) && (
        <Text as="p" variant="caption" muted>
          The policy is not enforced. The numbers say whom it would reach when it is enabled.
        </Text>
      )}
      <FactList
        facts={kinds.flatMap(({ kind, name }) => [
          { label: `${name} reached`, value: partOf(reached, kind) },
          { label: `${name} excluded`, value: partOf(excluded, kind) },
          ...(notKnown[kind] > 0
            ? [{ label: `${name} not known`, value: format.number(notKnown[kind]) }]
            : []),
        ])}
      />
    </>
  )
}

const NOT_KNOWN = 'Not known'

const NOT_ENFORCED: ReadonlySet<string> = new Set(['disabled', 'enabledForReportingButNotEnforced'])

const KINDS = [
  { kind: 'members', name: 'Members' },
  { kind: 'guests', name: 'Guests' },
  { kind: 'emergencyAccounts', name: 'Emergency accounts' },
] as const satisfies readonly { kind: keyof PeopleCounts; name: string }[]
