import {
  Button,
  Checkbox,
  Field,
  makeStyles,
  SearchBox,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { USERS } from '@tenantscope/contract/limits'
import type { DirectoryPerson } from '@tenantscope/contract/users'
import { useState } from 'react'

import { useSettled } from '../../lib/use-settled.ts'
import { DirectoryAnswer } from './directory-answer.tsx'
import { DirectoryPersonLabel } from './directory-person-label.tsx'
import { directoryPeopleQuery, TYPING_MS } from './directory.queries.ts'

const useStyles = makeStyles({
  box: { maxWidth: 'none' },
  chosen: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 12px',
    minHeight: '32px',
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  person: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '12px',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  note: {
    ...typographyStyles.caption1,
    flexShrink: 0,
    color: tokens.colorNeutralForeground2,
  },
})

interface ImportPeopleProps {
  chosen: readonly string[]
  onChoose: (microsoftIds: readonly string[]) => void
}

/** People of the own directory, found by name or address and picked; picked ones stay while others are looked for. */
export function ImportPeople({ chosen, onChoose }: ImportPeopleProps) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const people = useQuery(directoryPeopleQuery(useSettled(text.trim(), TYPING_MS)))
  const isFull = chosen.length >= USERS.importedAtOnce
  return (
    <>
      <Field label="Name or address begins with">
        <SearchBox
          className={styles.box}
          maxLength={100}
          value={text}
          onChange={(_, { value }) => setText(value)}
        />
      </Field>
      <div className={styles.chosen}>
        <output>{chosenText(chosen.length)}</output>
        {chosen.length > 0 && (
          <Button size="small" onClick={() => onChoose([])}>
            Clear
          </Button>
        )}
      </div>
      <DirectoryAnswer
        query={people}
        note={({ people, isTruncated }) => foundText(people.length, isTruncated)}
      >
        {({ people }) => (
          <ul className={styles.list} aria-label="People found">
            {people.map((person) => (
              <PersonChoice
                key={person.microsoftId}
                person={person}
                isChosen={chosen.includes(person.microsoftId)}
                isFull={isFull}
                onChoose={(isChosen) =>
                  onChoose(
                    isChosen
                      ? [...chosen, person.microsoftId]
                      : chosen.filter((id) => id !== person.microsoftId),
                  )
                }
              />
            ))}
          </ul>
        )}
      </DirectoryAnswer>
    </>
  )
}

interface PersonChoiceProps {
  person: DirectoryPerson
  isChosen: boolean
  isFull: boolean
  onChoose: (isChosen: boolean) => void
}

function PersonChoice({ person, isChosen, isFull, onChoose }: PersonChoiceProps) {
  const styles = useStyles()
  const hasAccount = person.userId !== null
  return (
    <li className={styles.person}>
      <Checkbox
        checked={isChosen}
        disabled={hasAccount || (isFull && !isChosen)}
        onChange={(_, { checked }) => onChoose(checked === true)}
        label={<DirectoryPersonLabel person={person} />}
      />
      {hasAccount && <span className={styles.note}>Has an account</span>}
    </li>
  )
}

function chosenText(count: number): string {
  if (count === 0) return 'Nobody chosen yet'
  return count === 1 ? '1 person chosen' : `${count} people chosen`
}

function foundText(count: number, isTruncated: boolean): string {
  if (count === 0) return 'Nobody found in your directory'
  if (isTruncated) return `The first ${count} found: type more to find others`
  return count === 1 ? '1 person found' : `${count} people found`
}
