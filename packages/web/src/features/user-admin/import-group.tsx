import {
  Field,
  makeStyles,
  Radio,
  RadioGroup,
  SearchBox,
  tokens,
  typographyStyles,
} from '@fluentui/react-components'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useSettled } from '../../lib/use-settled.ts'
import { ForeignText } from '../../ui/foreign-text.tsx'
import { DirectoryAnswer } from './directory-answer.tsx'
import { directoryGroupsQuery, TYPING_MS } from './directory.queries.ts'

const useStyles = makeStyles({
  box: { maxWidth: 'none' },
  label: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  what: { ...typographyStyles.caption1, color: tokens.colorNeutralForeground2 },
})

interface ImportGroupProps {
  chosen: string | null
  onChoose: (groupId: string | null) => void
}

/** One group of the own directory. */
export function ImportGroup({ chosen, onChoose }: ImportGroupProps) {
  const styles = useStyles()
  const [text, setText] = useState('')
  const asked = useSettled(text.trim(), TYPING_MS)
  const groups = useQuery(directoryGroupsQuery(asked))
  return (
    <>
      <Field
        label="Group name begins with"
        hint="All members are imported, those of groups within it too."
      >
        <SearchBox
          className={styles.box}
          maxLength={100}
          value={text}
          onChange={(_, { value }) => {
            setText(value)
            // One that is out of sight is not imported.
            onChoose(null)
          }}
        />
      </Field>
      <DirectoryAnswer
        query={groups}
        note={({ groups, isTruncated }) =>
          groups.length === 0 ? noneText(asked) : foundText(groups.length, isTruncated)
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
                  <span className={styles.label}>
                    <ForeignText wrap>{displayName}</ForeignText>
                    {description !== null && description !== '' && (
                      <ForeignText wrap className={styles.what}>
                        {description}
                      </ForeignText>
                    )}
                  </span>
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
  asked === ''
    ? 'No groups found in your directory: it has none'
    : 'No groups found in your directory whose name begins so'

function foundText(count: number, isTruncated: boolean): string {
  if (isTruncated) return `The first ${count} found: type more to find others`
  return count === 1 ? '1 group found' : `${count} groups found`
}
