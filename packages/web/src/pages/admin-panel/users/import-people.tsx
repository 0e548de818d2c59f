import {
  Button,
  Checkbox,
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  SearchBox,
  tokens,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { USERS } from '@tenantscope/contract/limits'
import { findDirectoryGroups, findDirectoryPeople } from '@tenantscope/contract/user-import'
import type { DirectoryPerson } from '@tenantscope/contract/user-import'
import { useState } from 'react'

import { call } from '../../../lib/api.ts'
import { useSettled } from '../../../lib/use-settled.ts'
import { ForeignText } from '../../../ui/foreign-text.tsx'
import { Stack } from '../../../ui/stack.tsx'
import { Text } from '../../../ui/text.tsx'
import { DirectoryAnswer, LIVE, TYPING_MS } from './directory-answer.tsx'
import { DirectoryPersonLabel } from './directory-person-label.tsx'

const useStyles = makeStyles({
  box: { maxWidth: 'none' },
  chosen: { minHeight: '32px' },
  person: { borderTop: `1px solid ${tokens.colorNeutralStroke3}` },
  note: { flexShrink: 0 },
})

interface ImportPeopleProps {
  chosen: readonly string[]
  onChoose: (microsoftIds: readonly string[]) => void
}

/** Selects people of the own directory. The selection is kept while the search changes. */
export function ImportPeople({ chosen, onChoose }: ImportPeopleProps) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const q = useSettled(text.trim(), TYPING_MS)
  const people = useQuery({
    queryKey: ['directory-people', q],
    queryFn: ({ signal }) => call(findDirectoryPeople, { query: { q } }, { signal }),
    ...LIVE,
  })
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
      <Stack row wrap gap={12} lineGap={4} align="center" className={styles.chosen}>
        <output>{chosenText(chosen.length)}</output>
        {chosen.length > 0 && (
          <Button size="small" onClick={() => onChoose([])}>
            Clear
          </Button>
        )}
      </Stack>
      <DirectoryAnswer
        query={people}
        note={({ people, isTruncated }) =>
          people.length === 0
            ? 'No users found in your directory'
            : foundText(people.length, 'user', isTruncated)
        }
      >
        {({ people }) => (
          <Stack as="ul" aria-label="Users found">
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
          </Stack>
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
    <Stack as="li" row gap={12} align="center" justify="between" className={styles.person}>
      <Checkbox
        checked={isChosen}
        disabled={hasAccount || (isFull && !isChosen)}
        onChange={(_, { checked }) => onChoose(checked === true)}
        label={<DirectoryPersonLabel person={person} />}
      />
      {hasAccount && (
        <Text variant="caption" muted className={styles.note}>
          Has an account
        </Text>
      )}
    </Stack>
  )
}

function chosenText(count: number): string {
  if (count === 0) return 'No users selected yet'
  return count === 1 ? '1 user selected' : `${count} users selected`
}

function foundText(count: number, noun: string, isTruncated: boolean): string {
  if (isTruncated) return `The first ${count} found. Type more to find others`
  return count === 1 ? `1 ${noun} found` : `${count} ${noun}s found`
}

interface ImportGroupProps {
  chosen: string | null
  onChoose: (groupId: string | null) => void
}

/** Selects a group of the own directory. */
export function ImportGroup({ chosen, onChoose }: ImportGroupProps) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const asked = useSettled(text.trim(), TYPING_MS)
  const groups = useQuery({
    queryKey: ['directory-groups', asked],
    queryFn: ({ signal }) => call(findDirectoryGroups, { query: { q: asked } }, { signal }),
    ...LIVE,
  })
  return (
    <>
      <Field
        label="Group name begins with"
        hint="All members are imported, including those of nested groups."
      >
        <SearchBox
          className={styles.box}
          maxLength={100}
          value={text}
          onChange={(_, { value }) => {
            setText(value)
            // A group that is no longer shown is not imported.
            onChoose(null)
          }}
        />
      </Field>
      <DirectoryAnswer
        query={groups}
        note={({ groups, isTruncated }) =>
          groups.length === 0 ? noneText(asked) : foundText(groups.length, 'group', isTruncated)
        }
      >
        {({ groups }) => (
          <RadioGroup
            aria-label="Groups found"
            value={chosen ?? ''}
            onChange={(_, { value }) => onChoose(value)}
          >
            {groups.map(({ id, displayName, description }) => (
              <Radio
                key={id}
                value={id}
                label={
                  <Stack as="span">
                    <ForeignText wrap>{displayName}</ForeignText>
                    {description !== null && description !== '' && (
                      <ForeignText wrap variant="caption" muted>
                        {description}
                      </ForeignText>
                    )}
                  </Stack>
                }
              />
            ))}
          </RadioGroup>
        )}
      </DirectoryAnswer>
    </>
  )
}

const noneText = (asked: string): string =>
  asked === '' ? 'Your directory has no groups' : 'No groups found whose name begins with this text'
