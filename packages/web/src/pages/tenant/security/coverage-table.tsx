import { makeStyles, tokens, typographyStyles } from '@fluentui/react-components'
import {
  coverageText,
  outcomeText,
  personReasons,
  situationName,
} from '@tenantscope/analysis/coverage/situation-text'
import type { CoveredPerson, CoverageState } from '@tenantscope/contract/coverage'
import { useMemo } from 'react'

import { DataTable } from '../../../ui/data-table.tsx'
import type { TableColumn } from '../../../ui/data-table.tsx'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { RowButton } from '../../../ui/row-button.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import type { StatusTone } from '../../../ui/status-label.tsx'
import { Text } from '../../../ui/text.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { CoverageReasons } from './coverage-reasons.tsx'
import { OutcomeMark } from './outcome-mark.tsx'

const useStyles = makeStyles({
  situations: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '4px 8px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
  situation: {
    ...typographyStyles.caption1,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    width: '20px',
    color: tokens.colorNeutralForeground2,
  },
})

const TONES: Readonly<Record<CoverageState, StatusTone>> = {
  covered: 'good',
  notCovered: 'bad',
  notKnown: 'unknown',
}

/** Shows whether a person is covered as an icon and words. */
export function CoverageLabel({ coverage }: { coverage: CoverageState }) {
  return <StatusLabel tone={TONES[coverage]}>{coverageText(coverage)}</StatusLabel>
}

interface CoverageTableProps {
  people: readonly CoveredPerson[]
  /** Names of policies by id. */
  names: ReadonlyMap<string, string>
  onOpen: (person: CoveredPerson) => void
}

/** People with their outcome in each situation, and why they are not covered. */
export function CoverageTable({ people, names, onOpen }: CoverageTableProps) {
  const columns = useMemo<readonly TableColumn<CoveredPerson>[]>(
    () => [
      {
        header: 'Person',
        width: 27,
        isRowHeader: true,
        render: (person) => <Person person={person} onOpen={onOpen} />,
      },
      {
        header: 'MFA',
        width: 14,
        render: ({ coverage }) => <CoverageLabel coverage={coverage} />,
      },
      {
        header: 'Situations',
        width: 22,
        render: ({ situations }) => <Situations situations={situations} />,
      },
      {
        header: 'Why',
        width: 37,
        render: (person) =>
          person.coverage === 'covered' ? null : (
            <CoverageReasons reasons={personReasons(person)} names={names} />
          ),
      },
    ],
    [names, onOpen],
  )
  return (
    <DataTable
      caption="People by MFA coverage"
      columns={columns}
      rows={people}
      rowId={({ userId }) => userId}
    />
  )
}

interface PersonProps {
  person: CoveredPerson
  onOpen: (person: CoveredPerson) => void
}

function Person({ person, onOpen }: PersonProps) {
  const { userId, displayName, userPrincipalName, isGuest, isEmergencyAccount } = person
  return (
    <Stack gap={2} align="start">
      <RowButton onClick={() => onOpen(person)}>
        <ForeignText variant="body">{displayName ?? userPrincipalName ?? userId}</ForeignText>
      </RowButton>
      {displayName !== null && userPrincipalName !== null && (
        <ForeignText variant="caption" muted wrap>
          {userPrincipalName}
        </ForeignText>
      )}
      {isGuest && <Text variant="caption">Guest</Text>}
      {isEmergencyAccount && <Text variant="caption">Emergency access account</Text>}
    </Stack>
  )
}

/** A symbol for each situation, above its number; screen readers get the words. */
function Situations({ situations }: Pick<CoveredPerson, 'situations'>) {
  const styles = useStyles()
  return (
    <ul className={styles.situations} aria-label="Situations">
      {situations.map(({ situation, outcome, coverage }) => {
        const text = `${situationName(situation)}: ${outcomeText(outcome)}`
        return (
          <li key={situation} className={styles.situation} title={text}>
            <OutcomeMark outcome={outcome} tone={SYMBOL_TONES[coverage]} />
            <span aria-hidden>{situation}</span>
            <VisuallyHidden>{text}</VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}

const SYMBOL_TONES: Readonly<Record<CoverageState, 'good' | 'bad' | undefined>> = {
  covered: 'good',
  notCovered: 'bad',
  notKnown: undefined,
}
