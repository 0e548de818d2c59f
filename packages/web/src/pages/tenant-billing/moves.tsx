import { monthName } from '@tenantscope/analysis/billing-text'
import type { BillingMoves, MovedPerson, UnknownMoves } from '@tenantscope/contract/billing-months'

import { useFormat } from '../../lib/preferences.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Stack } from '../../ui/stack.tsx'
import { Text } from '../../ui/text.tsx'

const UNKNOWN = {
  first: 'The month before is not frozen, so it is not known who came and went.',
  notRead: 'This month was not read, so it is not known who came and went.',
  beforeNotRead: 'The month before was not read, so it is not known who came and went.',
  removed:
    'The IDs of the people were removed: they are kept for the months that the settings name, and until the data of the tenant are erased.',
} as const satisfies Record<UnknownMoves, string>

/** Who came and who went since the month before. */
export function Moves({ moves }: { moves: BillingMoves }) {
  if (moves.kind === 'unknown')
    return (
      <SectionCard title="Who came and went">
        <Text as="p" muted>
          {UNKNOWN[moves.reason]}
        </Text>
      </SectionCard>
    )
  const { since, came, cameCount, went, wentCount, areNamesKnown } = moves
  return (
    <SectionCard title={`Since ${monthName(since)}`}>
      <People title="Came" people={came} count={cameCount} areNamesKnown={areNamesKnown} />
      <People title="Went" people={went} count={wentCount} areNamesKnown={areNamesKnown} />
    </SectionCard>
  )
}

interface PeopleProps {
  title: string
  people: readonly MovedPerson[]
  count: number
  areNamesKnown: boolean
}

function People({ title, people, count, areNamesKnown }: PeopleProps) {
  const { number } = useFormat()
  const more = count - people.length
  return (
    <section aria-label={title}>
      <Text as="h3" variant="strong">
        {title}: {number(count)}
      </Text>
      {count > 0 && (
        <Stack as="ul" gap={4}>
          {people.map((person) => (
            <li key={person.id}>
              <Person person={person} areNamesKnown={areNamesKnown} />
            </li>
          ))}
          {more > 0 && <Text as="li">and {number(more)} more</Text>}
        </Stack>
      )}
    </section>
  )
}

function Person({ person, areNamesKnown }: { person: MovedPerson; areNamesKnown: boolean }) {
  const { id, displayName, userPrincipalName } = person
  const name = displayName ?? userPrincipalName
  if (name === null)
    return (
      <Text muted breakable>
        {id}, {areNamesKnown ? 'no longer listed' : 'name not known: the users are not read'}
      </Text>
    )
  return (
    <Text breakable>
      <ForeignText wrap>{name}</ForeignText>
      {displayName !== null && userPrincipalName !== null && (
        <Text variant="caption" muted>
          {' '}
          {userPrincipalName}
        </Text>
      )}
    </Text>
  )
}
