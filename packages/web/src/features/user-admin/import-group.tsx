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

import { ForeignText } from '../../ui/foreign-text.tsx'
import { DirectoryAnswer } from './directory-answer.tsx'
import { directoryGroupsQuery } from './directory.queries.ts'
import { useSettled } from './use-settled.ts'

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
  const groups = useQuery(directoryGroupsQuery(useSettled(text.trim())))
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
        note={({ groups, isTruncated }) => foundText(groups.length, isTruncated)}
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

function foundText(count: number, isTruncated: boolean): string {
  if (count === 0) return 'No groups found in your directory'
  if (isTruncated) return `The first ${count} found: type more to find others`
  return count === 1 ? '1 group found' : `${count} groups found`
}
